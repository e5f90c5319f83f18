public import Base

/// Somebody comes in as one of the invented people of a demo school, without a password.
public struct EnterDemo: FormCommand {
  public static let name = "accounts.enter-demo"
  public let account: ID<Account>

  public init(account: ID<Account>) { self.account = account }

  public init(_ form: inout FormReader) { account = form.id("account", Account.self) }
}
