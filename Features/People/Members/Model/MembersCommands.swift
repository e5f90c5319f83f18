public import Base

/// A member is something else in the school from now on.
public struct ChangeRole: Command {
  public static let name = "members.change-role"
  public let account: ID<Account>
  public let role: Role
  public init(account: ID<Account>, role: Role) { (self.account, self.role) = (account, role) }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    account = reader.id("account")
    role = reader.choice("role", else: .guardian)
    try reader.finish()
  }
}

/// The office says what a pupil is called who has no record, or none that carries the name.
public struct RenameMember: Command {
  public static let name = "members.rename"
  public let account: ID<Account>
  public let to: String
  public init(account: ID<Account>, to: String) { (self.account, self.to) = (account, to) }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    account = reader.id("account")
    to = reader.personName("name")
    try reader.finish()
  }
}

/// Somebody does not belong to the school any more; their access ends at once.
public struct RemoveMember: Command {
  public static let name = "members.remove"
  public let account: ID<Account>
  public init(account: ID<Account>) { self.account = account }

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    account = reader.id("account")
    try reader.finish()
  }
}

/// A member goes of their own accord.
public struct QuitSchool: Command {
  public static let name = "members.leave"
  public init() {}

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    try reader.finish()
  }
}
