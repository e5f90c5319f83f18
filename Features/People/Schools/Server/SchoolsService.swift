public import Base
public import Database
public import Ledger
public import Router
public import School
import Web

/// Carries out what people ask about schools, and answers what they want to know.
public struct SchoolsService: Sendable {
  let ledger: Ledger
  let world: World
  /// Whether people may open schools by themselves on this server.
  let mayFound: Bool
  /// Asked whether a password is right, before a school is deleted.
  let accounts: AccountsService?
  let files: FilesService
  public init(ledger: Ledger, mayFound: Bool = true, accounts: AccountsService? = nil) {
    (self.ledger, world, self.mayFound, self.accounts) = (ledger, ledger.world, mayFound, accounts)
    files = FilesService(ledger: ledger)
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
    let (isKnownZone, isOpen) = (Zones.named(command.zone) != nil, mayFound)
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

  /// Changes the caller's school; `If-Match` and the form's version are both kept to.
  func handle(_ command: ChangeSchool, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (now, school) = try facts(request, tx)
    if let school { try request.expect(version: school.version) }
    let isKnownZone = Zones.named(command.zone) != nil
    let permit = try command.permit(for: now, school: school, isKnownZone: isKnownZone, now: tx.now)
    guard let school else { throw .notFound }
    let changed = try SchoolsStore(tx: tx).save(permit, of: school)
    return Outcome(wayBack: school.profile(changed.version))
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

  /// What the settings page shows the caller.
  func settings(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> SettingsData {
    guard let school = try SchoolsStore(tx: tx).school(caller.school) else { throw .notFound }
    let members = MembersStore(tx: tx)
    let isOffice = caller.role.isOffice
    let owners = try members.count(of: school.id, role: .owner)
    return SettingsData(
      school: school, role: caller.role, schools: try members.schools(of: caller.account).count,
      members: isOffice ? try members.count(of: school.id) : nil,
      invites: isOffice ? try MembersInviteStore(tx: tx).pending(in: school.id) : nil,
      mayLeave: caller.role != .owner || owners > 1)
  }

  /// The account's schools whose names hold the text.
  func schools(of account: ID<Account>, search: String, _ tx: Transaction) throws(Refusal) -> [SchoolChoice] {
    let all = try MembersStore(tx: tx).schools(of: account)
      .map { school, role in
        SchoolChoice(id: school.id, name: school.name, kind: school.kind, role: role, picture: school.picturePath)
      }
    let words = memberSort(search).split(separator: " ")
    return all.filter { choice in words.allSatisfy { memberSort(choice.name).contains($0) } }
  }
}
