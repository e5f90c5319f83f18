import Base
import Database
import HTML
import Kit
public import Ledger
import People
public import PeopleServer
import Router
import School
public import Training
import Web

/// Makes invitations to read a training along, and lets in who has one.
public struct TraineesServer: Sendable {
  public let service: TraineesService
  let ledger: Ledger
  let members: MembersServer
  /// What links of this server begin with, `https://school.example`.
  let origin: String

  public init(ledger: Ledger, members: MembersServer, service: TraineesService, origin: String) {
    (self.ledger, self.members, self.service, self.origin) = (ledger, members, service, origin)
  }

  /// The code is answered to the first sending only: the books keep its hash and nothing else.
  func run(_ command: InviteTrainee, _ request: Request) async throws -> TraineeInvited {
    let caller = try request.caller()
    let (id, code) = (ledger.world.id(TraineeShare.self), InviteCode(world: ledger.world))
    let answered = try await ledger.write(try request.envelope(InviteTrainee.self)) { tx in
      let (known, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
      let permit = try command.permit(for: caller, access: access, known: known, now: tx.now)
      try TraineesShareStore(tx: tx).save(permit, as: id, code: code)
      return id.text
    }
    let made = ID<TraineeShare>(answered.text) ?? id
    let found = try await ledger.read { tx in
      let store = TraineesStore(tx: tx)
      let trainee = try store.mustTrain(command.trainee, caller)
      return (
        trainee, try store.profile(of: trainee.id, in: caller.school)?.email ?? "",
        try TraineesShareStore(tx: tx).share(made, in: caller.school)
      )
    }
    guard let share = found.2 else { throw Refusal.notFound }
    let link = answered.again ? nil : origin + TrainingPaths.join + "?code=" + code.text
    let label = request.scene.words("training.share.qr", .text(found.0.name))
    return TraineeInvited(
      trainee: found.0, email: found.1, share: share, link: link, qr: link.flatMap { QR($0)?.svg(label: label) } ?? "")
  }

  /// Somebody who is signed in reads along from now on.
  func run(_ command: AcceptTraineeShare, _ request: Request) async throws {
    let account = try request.account()
    let (school, device) = (try await self.school(of: command, request), request.device)
    try await ledger.write(
      CommandEnvelope(
        request.idempotencyKey, AcceptTraineeShare.name, school: school, by: account, digest: request.digest)
    ) { tx in
      try TraineesService.accept(command, account, on: device, tx)
      return ""
    }
  }

  /// Somebody without an account gets one and reads along, both in one transaction.
  ///
  /// - Returns: the session to go on with; `nil` when this sending was carried out before.
  func run(_ newcomer: Newcomer, _ command: AcceptTraineeShare, _ request: Request) async throws -> Entry? {
    let school = try await self.school(of: command, request)
    return try await members.run(newcomer, into: school, as: AcceptTraineeShare.name, request) {
      account, tx throws(Refusal) in try TraineesService.accept(command, account, on: nil, tx)
    }
  }

  private func school(of command: AcceptTraineeShare, _ request: Request) async throws -> ID<Tenant> {
    if let found = try await ledger.read({ try TraineesShareStore(tx: $0).share(command.code)?.school }) {
      return found
    }
    try await members.countWrongCode(request)
    throw Refusal.invalid("code", Phrase("training.join.unknown"))
  }
}
