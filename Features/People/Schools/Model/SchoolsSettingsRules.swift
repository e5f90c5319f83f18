public import Base

extension SetAttendanceRules {
  /// The office says how registers are kept.
  public func permit(for caller: Caller, school: School?, now: Instant) throws(Refusal) -> Permit<Self> {
    let school = try caller.office(of: school)
    if let version, version != school.version { throw .stale }
    try correctionDays.mustLie(in: SetAttendanceRules.window, "correctionDays")
    return Permit(self, caller: caller, at: now)
  }

  public func changed(_ school: School, now: Instant) -> School {
    var new = school
    (new.correctionDays, new.rate) = (correctionDays, rate)
    new.updatedAt = school.next(after: now)
    return new
  }
}

extension SetWorkRules {
  /// The office says how much may be sent; a student's files hold at least one of the largest.
  public func permit(for caller: Caller, school: School?, now: Instant) throws(Refusal) -> Permit<Self> {
    let school = try caller.office(of: school)
    if let version, version != school.version { throw .stale }
    try work.file.mustLie(in: SetWorkRules.file, "file")
    try work.person.mustLie(in: SetWorkRules.person, "person")
    try work.dayStart.mustLie(in: SetWorkRules.dayStart, "dayStart")
    guard work.person >= work.file else {
      throw .invalid("person", Phrase("schools.work.too-little", .count(work.file)))
    }
    return Permit(self, caller: caller, at: now)
  }

  public func changed(_ school: School, now: Instant) -> School {
    var new = school
    (new.work, new.updatedAt) = (work, school.next(after: now))
    return new
  }
}

extension Int {
  fileprivate func mustLie(in window: ClosedRange<Int>, _ field: String) throws(Refusal) {
    guard window.contains(self) else {
      throw .invalid(field, Phrase("form.integer", .count(window.lowerBound), .count(window.upperBound)))
    }
  }
}

extension AddTerm {
  /// - Parameters:
  ///   - id: what the term is called.
  ///   - terms: those there are.
  public func permit(
    for caller: Caller, school: School?, as id: ID<SchoolTerm>, terms: [SchoolTerm], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    _ = try caller.office(of: school)
    if terms.contains(where: { $0.id == id }) { throw .conflict(Phrase("ledger.taken")) }
    try term(id).mustFit(among: terms)
    return Permit(self, caller: caller, at: now)
  }
}

extension ChangeTerm {
  public func permit(
    for caller: Caller, school: School?, terms: [SchoolTerm], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    _ = try caller.office(of: school)
    guard terms.contains(where: { $0.id == term.id }) else { throw .notFound }
    try term.mustFit(among: terms)
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveTerm {
  public func permit(
    for caller: Caller, school: School?, terms: [SchoolTerm], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    _ = try caller.office(of: school)
    guard terms.contains(where: { $0.id == term }) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteSchool {
  /// An owner who types the school's name and proves the password again.
  ///
  /// - Parameter isRight: whether the password is the owner's.
  public func permit(for caller: Caller, school: School?, isRight: Bool, now: Instant) throws(Refusal) -> Permit<Self> {
    let school = try caller.owned(school)
    if school.lockedAt != nil { throw .conflict(Phrase("schools.locked-already")) }
    guard typed == trimmed(school.name) else { throw .invalid("name", Phrase("schools.name-differs")) }
    guard isRight else { throw .invalid("password", Phrase("accounts.wrong-current")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RestoreSchool {
  /// Any owner, as long as there is something to restore.
  public func permit(for caller: Caller, school: School?, now: Instant) throws(Refusal) -> Permit<Self> {
    let school = try caller.owned(school)
    if school.lockedAt == nil { throw .conflict(Phrase("schools.not-locked")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension SchoolTerm {
  /// Two terms never share a day: whatever happens on a day belongs to one of them at most.
  fileprivate func mustFit(among terms: [SchoolTerm]) throws(Refusal) {
    guard from <= until else { throw .invalid("until", Phrase("schools.term-backwards")) }
    for other in terms where other.id != id && other.from <= until && from <= other.until {
      throw .invalid("from", Phrase("schools.term-overlaps", .text(other.name)))
    }
  }
}

extension School {
  /// Two changes in one millisecond are still two versions.
  public func next(after now: Instant) -> Instant { max(now, Instant(milliseconds: updatedAt.milliseconds + 1)) }
}

extension Caller {
  fileprivate func office(of school: School?) throws(Refusal) -> School {
    guard let school, school.id == self.school, role.isOffice else { throw .notFound }
    return school
  }

  fileprivate func owned(_ school: School?) throws(Refusal) -> School {
    guard let school, school.id == self.school, role == .owner else { throw .notFound }
    return school
  }
}
