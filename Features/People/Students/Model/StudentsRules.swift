public import Base

/// As whom somebody sees a student.
///
/// No sight at all is `nil`, and answers as if there were no such student.
public enum StudentAccess: Hashable, Sendable {
  /// The whole record.
  case office
  /// The record of a student in one of the caller's classes, the note included.
  case teacher
  /// The student, or one of the guardians: everything but what the staff write.
  case family

  public var isStaff: Bool { self != .family }
}

extension AddStudent {
  /// - Parameter teachesClass: whether the child comes into a class that the caller teaches.
  public func permit(for caller: Caller, teachesClass: Bool = false, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice || caller.role == .teacher && teachesClass else {
      throw .notAllowed(Phrase("students.office-only"))
    }
    try fields.checkBirthday(now)
    return Permit(self, caller: caller, at: now)
  }
}

extension Student {
  public init(id: ID<Student>, _ fields: StudentFields, updatedAt: Instant) {
    self.init(
      id: id, given: fields.given, family: fields.family, called: fields.called, number: fields.number,
      birthday: fields.birthday, updatedAt: updatedAt)
  }

  /// The same child with other names; what is not a field stays.
  public func edited(_ fields: StudentFields, at: Instant) -> Student {
    var copy = self
    (copy.given, copy.family, copy.called, copy.number) = (fields.given, fields.family, fields.called, fields.number)
    (copy.birthday, copy.updatedAt) = (fields.birthday, at)
    return copy
  }
}

extension EditStudent {
  /// - Parameter sight: as whom the caller sees the child.
  /// - Parameter version: the version there is.
  public func permit(
    for caller: Caller, access: StudentAccess?, version: String, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard let access else { throw .notFound }
    guard access.isStaff else { throw .notAllowed(Phrase("students.staff-only")) }
    if let seen = self.version, seen != version { throw .stale }
    try fields.checkBirthday(now)
    return Permit(self, caller: caller, at: now)
  }
}

extension RecordLeaving {
  public func permit(for caller: Caller, student: Student?, now: Instant) throws(Refusal) -> Permit<Self> {
    try officeMay(caller, student)
    return Permit(self, caller: caller, at: now)
  }
}

extension ReturnToSchool {
  public func permit(for caller: Caller, student: Student?, now: Instant) throws(Refusal) -> Permit<Self> {
    try officeMay(caller, student)
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteStudent {
  /// - Parameter hasRecords: whether anything is written down about the child that must not be lost.
  public func permit(
    for caller: Caller, student: Student?, hasRecords: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try officeMay(caller, student)
    if hasRecords { throw .conflict(Phrase("students.has-records")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension LinkGuardian {
  /// - Parameter role: what the account is in the school; `nil` when it is no member.
  public func permit(for caller: Caller, student: Student?, role: Role?, now: Instant) throws(Refusal) -> Permit<Self> {
    try officeMay(caller, student)
    guard let role else { throw .invalid("account", Phrase("students.no-member")) }
    // A classmate is not a guardian; a teacher may well be a parent.
    guard role != .student else { throw .invalid("account", Phrase("students.no-guardian")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension UnlinkGuardian {
  public func permit(
    for caller: Caller, student: Student?, guardians: [ID<Account>], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try officeMay(caller, student)
    guard guardians.contains(account) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension UnlinkLogin {
  public func permit(for caller: Caller, student: Student?, now: Instant) throws(Refusal) -> Permit<Self> {
    try officeMay(caller, student)
    guard student?.account != nil else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

/// What only those who run the school may do with a child's record.
///
/// Others hear of no such child.
private func officeMay(_ caller: Caller, _ student: Student?) throws(Refusal) {
  guard student != nil else { throw .notFound }
  guard caller.role.isOffice else { throw .notFound }
}

extension SetPhoto {
  /// - Parameter sight: as whom the caller sees the child.
  public func permit(for caller: Caller, access: StudentAccess?, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension RemovePhoto {
  public func permit(for caller: Caller, access: StudentAccess?, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

private func staffMay(_ access: StudentAccess?) throws(Refusal) {
  guard let access else { throw .notFound }
  guard access.isStaff else { throw .notAllowed(Phrase("students.staff-only")) }
}
