public import Base
public import Database
public import Ledger
public import People
public import Router
public import School

/// Opens schools, and ends them.
public struct SchoolsServer: Sendable {
  public let service = SchoolsService()
  let ledger: Ledger
  let world: World
  /// Whether people may open schools by themselves on this server.
  let mayFound: Bool
  /// Asked whether a password is right, before a school is deleted.
  let accounts: AccountsServer?
  let files: FilesServer
  public init(ledger: Ledger, mayFound: Bool = true, accounts: AccountsServer? = nil) {
    (self.ledger, world, self.mayFound, self.accounts) = (ledger, ledger.world, mayFound, accounts)
    files = FilesServer(ledger: ledger)
  }

  /// Opens a school for the account, which is in it from then on.
  ///
  /// One command in the server's own books: the school's books, row and first membership are made inside it, and its
  /// journal begins with the same command.
  public func run(_ command: CreateSchool, _ request: Request) async throws -> ID<Tenant> {
    let account = try request.account()
    return try await create(command, request.serverEnvelope(CreateSchool.self), owner: account, on: request.device)
  }

  /// The same for whoever makes schools without a request, as the demo does.
  public func create(
    _ command: CreateSchool, _ sent: CommandEnvelope, owner: ID<Account>, on device: ID<SessionRecord>? = nil
  ) async throws -> ID<Tenant> {
    let id = command.id ?? world.id()
    let (isKnownZone, isOpen) = (ledger.world.zones.named(command.zone) != nil, mayFound)
    let answered = try await ledger.write(sent) { tx in
      let owned = try MembersStore(tx: tx).owned(by: owner)
      let caller = Caller(account: owner, school: id, role: .owner)
      let permit = try command.permit(
        for: caller, isOpen: isOpen, owned: owned, isKnownZone: isKnownZone, now: tx.now)
      let school = try SchoolsStore(tx: tx).save(permit, sent: sent)
      try AccountsStore.goTo(school.id, owner, on: device, tx)
      return school.id.text
    }
    guard let made = ID<Tenant>(answered.text) else { throw Refusal.unavailable }
    return made
  }

  /// Takes the device to another of the account's schools.
  public func run(_ command: SwitchSchool, _ request: Request) async throws {
    let account = try request.account()
    try await ledger.write(request.serverEnvelope(SwitchSchool.self)) { tx in
      let role = try MembersStore(tx: tx).schools(of: account).first { $0.school.id == command.school }?.role
      let permit = try command.permit(for: account, role: role, now: tx.now)
      try AccountsStore.goTo(permit.command.school, account, on: request.device, tx)
      return permit.command.school.text
    }
  }

  // MARK: the end of a school

  /// Whether the password that was typed is the owner's.
  func isRight(_ command: DeleteSchool, _ request: Request) async throws -> Bool {
    let caller = try request.caller()
    guard let accounts else { throw Refusal.unavailable }
    return try await accounts.isRight(command.password, of: caller.account)
  }

  func handle(
    _ command: DeleteSchool, _ isRight: Bool, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (now, school) = try service.facts(request, tx)
    let permit = try command.permit(for: now, school: school, isRight: isRight, now: tx.now)
    if let school { try SchoolsStore(tx: tx).save(permit, of: school) }
    return .done
  }
}
