import Base
import Classroom
import Database
import Kit
import Ledger
import Office
import People
import PeopleServer
import Router
import School
import Web

extension HomeServer {
  /// Founds the school, then furnishes it with the classroom, the children and the pictures: two commands, because the
  /// first is entered in the server's books and the second in the new school's.
  ///
  /// Both ids follow from the sending, so a repeated “Finish” finds what is there.
  func found(_ wizard: HomeWizard, _ pictures: FoundingPictures, _ request: Request) async throws -> Response {
    let account = try request.account()
    let command = CreateSchool(
      id: request.idempotencyKey.cast(to: Tenant.self), name: trimmed(wizard.name), kind: wizard.kind,
      zone: wizard.zone,
      language: wizard.language)
    let school = try await schools.create(command, founding(request, account), owner: account, on: request.device)
    let classroom = try await furnish(school, wizard, pictures, request, account)
    return done(school, classroom, name: wizard.name)
  }

  /// The answer to a “Finish” that was carried out before; its pictures may wait no more.
  func founded(_ request: Request) async throws -> Response? {
    let account = try request.account()
    guard let found = try await ledger.answered(founding(request, account)), let school = ID<Tenant>(found.text),
      let furnished = try await ledger.answered(furnishing(school, request, account)),
      let classroom = ID<Classroom>(furnished.text)
    else { return nil }
    return done(school, classroom, name: request.form["name"] ?? "")
  }

  private func founding(_ request: Request, _ account: ID<Account>) -> CommandEnvelope {
    CommandEnvelope(request.idempotencyKey, CreateSchool.name, school: .server, by: account, digest: request.digest)
  }

  private func furnishing(_ school: ID<Tenant>, _ request: Request, _ account: ID<Account>) -> CommandEnvelope {
    CommandEnvelope(request.idempotencyKey, FurnishSchool.name, school: school, by: account, digest: request.digest)
  }

  private func done(_ school: ID<Tenant>, _ classroom: ID<Classroom>, name: String) -> Response {
    .done(
      "/classes/" + classroom.text, toast: Toast(Phrase("home.wizard.done", .text(trimmed(name)))), created: true,
      json: { .object([("school", .id(school)), ("classroom", .id(classroom))]) })
  }

  private func furnish(
    _ school: ID<Tenant>, _ wizard: HomeWizard, _ pictures: FoundingPictures, _ request: Request, _ account: ID<Account>
  ) async throws -> ID<Classroom> {
    let caller = Caller(account: account, school: school, role: .owner)
    let zone = Zones.named(wizard.zone) ?? .utc
    let command = FurnishSchool(
      name: trimmed(wizard.classroom), picture: wizard.picture, cover: wizard.cover, children: wizard.children)
    let answered = try await ledger.write(furnishing(school, request, account)) { tx in
      let permit = try command.permit(for: caller, now: tx.now)
      return try HomeStore(tx: tx, pictures: pictures).furnish(permit, today: zone.day(of: tx.now)).text
    }
    return ID(answered.text) ?? .none
  }
}
