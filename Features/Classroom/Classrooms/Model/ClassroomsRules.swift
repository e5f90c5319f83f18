public import Base

/// As whom somebody sees a class.
///
/// No sight at all is `nil`, and answers as if there were no such class.
public enum ClassAccess: Hashable, Sendable {
  case office, teacher, mate
  /// One whose children are in it, and which.
  case guardian([ID<Student>])

  public var isStaff: Bool { self == .office || self == .teacher }
}

extension AddClassroom {
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notAllowed(Phrase("classrooms.office-only")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RenameClassroom {
  /// - Parameter version: the version there is.
  public func permit(
    for caller: Caller, access: ClassAccess?, version: String, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    if let seen = self.version, seen != version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension SetCover {
  public func permit(for caller: Caller, access: ClassAccess?, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveCover {
  public func permit(for caller: Caller, access: ClassAccess?, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension ArchiveClassroom {
  public func permit(for caller: Caller, access: ClassAccess?, now: Instant) throws(Refusal) -> Permit<Self> {
    try officeMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteClassroom {
  /// - Parameter wasUsed: whether anybody was ever in the class, or anything is planned or written down there.
  public func permit(
    for caller: Caller, access: ClassAccess?, wasUsed: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try officeMay(access)
    if wasUsed { throw .conflict(Phrase("classrooms.was-used")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension AssignTeacher {
  /// - Parameter role: what the account is in the school; `nil` when it is no member.
  public func permit(for caller: Caller, access: ClassAccess?, role: Role?, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try officeMay(access)
    guard let role, role.isStaff else { throw .invalid("teacher", Phrase("classrooms.no-teacher")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension UnassignTeacher {
  public func permit(
    for caller: Caller, access: ClassAccess?, teachers: [ID<Account>], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try officeMay(access)
    guard teachers.contains(teacher) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension EnrolStudents {
  /// - Parameter known: those of the students whom the caller sees and who are at the school. A teacher who could bring
  ///   in anybody could see anybody.
  public func permit(
    for caller: Caller, access: ClassAccess?, known: [ID<Student>], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    guard Set(students).isSubset(of: known) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension AddStudentToClass {
  public func permit(for caller: Caller, access: ClassAccess?, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveFromClass {
  /// - Parameter isThere: whether the student is in the class now.
  public func permit(for caller: Caller, access: ClassAccess?, isThere: Bool, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try staffMay(access)
    guard isThere else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension RejoinClass {
  /// - Parameter last: the student's last time in the class.
  /// - Parameter isAtSchool: whether the student has not left the school.
  /// - Parameter today: in the school's zone. Teachers take back what was done today; the office anything.
  public func permit(
    for caller: Caller, access: ClassAccess?, last: Enrolment?, isAtSchool: Bool, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    guard let last, isAtSchool, let until = last.until else { throw .notFound }
    guard access == .office || until >= today.plus(days: -1) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

/// What the class's own staff may do.
///
/// Those who see the class as others learn nothing new from being told no.
private func staffMay(_ access: ClassAccess?) throws(Refusal) {
  guard let access else { throw .notFound }
  guard access.isStaff else { throw .notAllowed(Phrase("classrooms.staff-only")) }
}

private func officeMay(_ access: ClassAccess?) throws(Refusal) {
  guard let access else { throw .notFound }
  guard access == .office else { throw .notAllowed(Phrase("classrooms.office-only")) }
}
