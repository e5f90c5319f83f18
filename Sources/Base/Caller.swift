/// A person who can sign in.
///
/// One account may belong to many schools.
public enum Account: PersonKind {}

/// A kind of `ID` that is somebody's: one person may have several of them, as a child with a record and an account.
public protocol PersonKind {}

/// A school as the owner of rows: every table carries it, every transaction is opened for one.
public enum Tenant {}

/// What somebody is in one school.
///
/// The order is the order of power; the same person may be different things in two schools.
public enum Role: String, CaseIterable, Hashable, Sendable {
  case owner, admin, teacher, student, guardian

  /// Owners and admins: those who run the school.
  public var isOffice: Bool { self == .owner || self == .admin }
  public var isStaff: Bool { isOffice || self == .teacher }
}

/// Who asks: an account, in one school, in the role it has there now.
public struct Caller: Hashable, Sendable {
  public let account: ID<Account>
  public let school: ID<Tenant>
  public let role: Role

  public init(account: ID<Account>, school: ID<Tenant>, role: Role) {
    (self.account, self.school, self.role) = (account, school, role)
  }
}

/// Who has a page on a device, without a line: those in these roles hold all the rows that it shows.
public struct Offline: Hashable, Sendable {
  public let roles: [Role]
  public init(_ roles: [Role]) { self.roles = roles }

  public static let nobody = Offline([])
  public static let everybody = Offline(Role.allCases)
  public static let teachers = Offline([.teacher])
  public static let guardians = Offline([.guardian])
  public static let families = Offline([.student, .guardian])
  public static let teachersAndGuardians = Offline([.teacher, .guardian])
  public static let teachersAndFamilies = Offline([.teacher, .student, .guardian])
}
