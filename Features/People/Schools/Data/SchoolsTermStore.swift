public import Base
public import Database
public import School

/// The terms of a school's year.
extension SchoolsStore {
  /// All of them, in the order of the year.
  public func terms(of school: ID<Tenant>) throws(Refusal) -> [SchoolTerm] {
    try tx.all(SchoolsTables.term, in: school, "ORDER BY \"from\", id")
  }

  /// Those that were deleted before `then`, and are still here.
  package func locked(before then: Instant) throws(Refusal) -> [School] {
    try all().filter { school in school.lockedAt.map { $0 <= then } ?? false }
  }
}

extension SchoolsStore where DB == WriteTransaction {
  func save(_ permit: Permit<SetAttendanceRules>, of school: School) throws(Refusal) -> School {
    let changed = permit.command.changed(school, now: permit.at)
    try put(changed)
    detail(school.attendanceText, changed.attendanceText)
    return changed
  }

  func save(_ permit: Permit<SetWorkRules>, of school: School) throws(Refusal) -> School {
    let changed = permit.command.changed(school, now: permit.at)
    try put(changed)
    detail(school.work.journalText, changed.work.journalText)
    return changed
  }

  public func save(_ permit: Permit<SetOutsideServices>, of school: School) throws(Refusal) -> School {
    let changed = permit.command.changed(school, now: permit.at)
    try put(changed)
    detail(OutsideKind.column(school.outside) ?? "", OutsideKind.column(changed.outside) ?? "")
    return changed
  }

  func save(_ permit: Permit<AddTerm>, as id: ID<SchoolTerm>) throws(Refusal) {
    let term = permit.command.term(id)
    try put(term)
    detail("", term.journalText)
  }

  func save(_ permit: Permit<ChangeTerm>, over term: SchoolTerm) throws(Refusal) {
    try put(permit.command.term)
    detail(term.journalText, permit.command.term.journalText)
  }

  func save(_ permit: Permit<RemoveTerm>, of term: SchoolTerm) throws(Refusal) {
    try tx.remove(SchoolsTables.term, term)
    detail(term.journalText, "")
  }

  /// Locks the school: who is no owner loses the bucket that everybody is in, and every open line with it.
  package func save(_ permit: Permit<DeleteSchool>, of school: School) throws(Refusal) {
    var locked = school
    (locked.lockedAt, locked.updatedAt) = (permit.at, school.next(after: permit.at))
    try put(locked)
    for member in try MembersStore(tx: tx).roles(in: tx.school) where member.role != .owner {
      try tx.revoke(member.account, .school(tx.school))
    }
    tx.detail("name", school.name)
  }

  func save(_ permit: Permit<RestoreSchool>, of school: School) throws(Refusal) {
    var open = school
    (open.lockedAt, open.updatedAt) = (nil, school.next(after: permit.at))
    try put(open)
    for member in try MembersStore(tx: tx).roles(in: tx.school) {
      try tx.grant(member.account, .school(tx.school))
    }
    tx.detail("name", school.name)
  }

  private func put(_ term: SchoolTerm) throws(Refusal) { try tx.put(SchoolsTables.term, term) }

  private func detail(_ old: String, _ new: String) {
    tx.detail("old", old)
    tx.detail("new", new)
  }
}

extension SchoolTerm {
  fileprivate var journalText: String {
    JSON.object([("name", .text(name)), ("from", .text(from.text)), ("until", .text(until.text))]).string
  }
}

extension SchoolWork {
  fileprivate var journalText: String {
    JSON.object([
      ("file", .integer(file)), ("person", .integer(person)), ("dayStart", .integer(dayStart)),
      ("trains", .flag(trains)),
    ]).string
  }
}

extension School {
  fileprivate var attendanceText: String {
    JSON.object([("correctionDays", .integer(correctionDays)), ("rate", .text(rate.rawValue))]).string
  }
}
