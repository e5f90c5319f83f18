public import Base

/// A member is something else in the school from now on.
public struct ChangeRole: FormCommand {
  public static let name = "members.change-role"
  public let account: ID<Account>
  public let role: Role
  public init(account: ID<Account>, role: Role) { (self.account, self.role) = (account, role) }

  public init(_ form: inout FormReader) {
    account = form.id("account")
    role = form.choice("role", else: .guardian, about: "What they are from now on.")
  }
}

/// The office says what a pupil is called who has no record, or none that carries the name.
public struct RenameMember: FormCommand {
  public static let name = "members.rename"
  public let account: ID<Account>
  public let to: String
  public init(account: ID<Account>, to: String) { (self.account, self.to) = (account, to) }

  public init(_ form: inout FormReader) {
    account = form.id("account")
    to = form.personName("name", about: "What they are called.")
  }
}

/// Somebody does not belong to the school any more; their access ends at once.
public struct RemoveMember: FormCommand {
  public static let name = "members.remove"
  public let account: ID<Account>
  public init(account: ID<Account>) { self.account = account }
  public init(_ form: inout FormReader) { account = form.id("account") }
}

/// A member goes of their own accord.
public struct QuitSchool: FormCommand {
  public static let name = "members.leave"
  public init() {}
  public init(_ form: inout FormReader) {}
}
