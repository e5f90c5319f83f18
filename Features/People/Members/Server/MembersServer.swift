public import Base
public import Database
public import Ledger
public import People

/// Lets people into schools: makes the codes, and the accounts of those who come.
public struct MembersServer: Sendable {
  /// What an invitation to an address sets off, in the same transaction: App has a letter written.
  public struct Inviting: Sendable {
    let invite: @Sendable (InviteMail, WriteTransaction) throws(Refusal) -> Void
    public init(_ invite: @escaping @Sendable (InviteMail, WriteTransaction) throws(Refusal) -> Void) {
      self.invite = invite
    }
  }

  public let service: MembersService
  let ledger: Ledger
  let world: World
  let accounts: AccountsServer
  public var inviting: [Inviting] = []

  public init(ledger: Ledger, accounts: AccountsServer, service: MembersService = MembersService(sendsMail: true)) {
    (self.ledger, world, self.accounts, self.service) = (ledger, ledger.world, accounts, service)
  }
}
