import Base
import Database
import Kit
import Router
import School

/// What pages ask: each a look into one snapshot, with everything the page shows.
extension StudentsService {
  static let part = 50

  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> StudentsPage {
    let (caller, store) = (try request.caller(), StudentsStore(tx: tx))
    var reader = FormReader(request.query)
    let text = reader.optionalText("q", max: 100) ?? ""
    let after: ID<Student>? = reader.optionalID("after")
    let left = reader.flag("left") && caller.role.isOffice
    try reader.finish()
    let own: [ID<Student>]? = if caller.role.isOffice { nil } else { try reach.taught(caller, tx) }
    var found = try store.search(
      in: caller.school, text: text, ids: own, after: after, limit: Self.part + 1, left: left)
    let isMore = found.count > Self.part
    if isMore { found.removeLast() }
    // All that were found stand here: nobody need look through the school a second time.
    var total = found.count
    if isMore || after != nil { total = try store.count(in: caller.school, text: text, ids: own, left: left) }
    let beside = left ? nil : try reach.beside(found, caller, request.scene.zone, tx)
    return StudentsPage(
      students: found, classes: try reach.classNames(found.map { $0.id }, caller.school, tx), text: text, left: left,
      total: total, next: isMore ? found.last?.id : nil, isLater: after != nil, isOffice: caller.role.isOffice,
      topics: .watchingAll([StudentsTables.student.number] + reach.watched + (beside?.tables ?? [])), beside: beside)
  }

  /// One child's page and what stands on it from elsewhere.
  func student(_ request: Request, _ tx: Transaction) throws(Refusal) -> (page: StudentPage, pieces: [StudentPiece]) {
    let (caller, id) = (try request.caller(), try request.id("student", Student.self))
    guard let access = try reach.access(id, caller, tx),
      let student = try StudentsStore(tx: tx).student(id, in: caller.school)
    else { throw .notFound }
    let pieces = try reach.pieces.map { piece throws(Refusal) in
      try piece.read(student, access, caller, request.scene.zone, tx)
    }
    var page = try Self.page(student, access, caller, reach, tx, besides: pieces.flatMap { $0.tables })
    page.topics += pieces.flatMap { $0.topics }
    return (page, pieces)
  }

  /// - Parameter tables: what is watched by the same buckets besides the record.
  static func page(
    _ student: Student, _ access: StudentAccess, _ caller: Caller, _ reach: StudentsReach, _ tx: Transaction,
    besides tables: [Int] = []
  ) throws(Refusal) -> StudentPage {
    var page = StudentPage(student: student, access: access)
    page.classes = try reach.classes(student.id, caller.school, tx).map {
      .init(classroom: $0.enrolment.classroom, name: $0.name, from: $0.enrolment.from, until: $0.enrolment.until)
    }
    page.showsConsents = access.isStaff || caller.account != student.account
    if access.isStaff { page.staff = try staff(student, caller, reach, tx) }
    page.topics = .watching(
      try buckets(of: student, access, caller, reach, tx),
      [
        StudentsTables.student.number, StudentsTables.guardian.number, StudentsTables.note.number,
        StudentsTables.birthday.number,
      ]
        + reach.watched
        + tables)
    if access == .office { page.topics += .watching([.office(caller.school)], [StudentsTables.note.number]) }
    return page
  }

  private static func staff(
    _ student: Student, _ caller: Caller, _ reach: StudentsReach, _ tx: Transaction
  ) throws(Refusal) -> StudentPage.Staff {
    let (store, school) = (StudentsStore(tx: tx), caller.school)
    let guardians = try store.guardians(of: student.id, in: school)
    let (accounts, own) = (AccountsStore(tx: tx), [student.account].compactMap { $0 })
    let names = try accounts.names(of: guardians.map { $0.account } + own)
    let reachable = try reach.reachable(guardians.map { $0.account }, caller, tx)
    return StudentPage.Staff(
      note: try store.note(of: student.id, in: school),
      guardians: guardians.map {
        .init(
          account: $0.account, name: names[$0.account] ?? "", relation: $0.relation,
          isReachable: reachable.contains($0.account))
      },
      login: student.account.map { names[$0] ?? "" },
      waiting: try accounts.unclaimed(own).keys.first)
  }

  /// The child's record for a form, when the caller is its staff.
  func record(
    _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> (student: Student, note: String?, hasRecords: Bool) {
    let (caller, id) = (try request.caller(), try request.id("student", Student.self))
    let store = StudentsStore(tx: tx)
    guard let access = try reach.access(id, caller, tx), access.isStaff,
      let student = try store.student(id, in: caller.school)
    else { throw .notFound }
    return (student, try store.note(of: id, in: caller.school), try reach.hasRecords(id, caller.school, tx))
  }

  /// How many members are offered at once; a search finds the others.
  static let offered = 20

  /// Members who could be the child's guardians, teachers and the office among them, and are not yet.
  func candidates(_ request: Request, _ tx: Transaction) throws(Refusal) -> NewGuardianPage {
    let (caller, id) = (try request.caller(), try request.id("student", Student.self))
    var reader = FormReader(request.query)
    let text = reader.optionalText("q", max: 100) ?? ""
    try reader.finish()
    let store = StudentsStore(tx: tx)
    guard let student = try store.student(id, in: caller.school) else { throw .notFound }
    let linked = Set(try store.guardians(of: id, in: caller.school).map { $0.account })
    let members = try MembersStore(tx: tx).members(
      of: caller.school, but: .student, search: text, limit: Self.offered + linked.count + 1)
    let free = members.filter { !linked.contains($0.account) }
    return NewGuardianPage(
      student: student, text: text,
      people: free.prefix(Self.offered).map {
        .init(account: $0.account, name: $0.name, identifier: $0.identifier, role: $0.role)
      }, hasMore: free.count > Self.offered)
  }
}
