import Base
import Database
import Kit
public import Ledger
public import Office
import People
public import PeopleServer
import Router
import School
import Web

/// The way from nothing to a school, which only a server can found.
public struct HomeServer: Sendable {
  public let service: HomeService
  let ledger: Ledger
  let schools: SchoolsServer
  let files: FilesServer

  public init(ledger: Ledger, schools: SchoolsServer, service: HomeService) {
    (self.ledger, self.schools, self.service) = (ledger, schools, service)
    files = FilesServer(ledger: ledger)
  }

  /// The step that is asked for, with all that was filled in before; the first one when nothing was.
  func wizard(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    guard service.mayFound else { throw .notFound }
    let account = try request.account()
    var wizard = HomeWizard(language: request.scene.words.language, zone: guessedZone(request))
    guard let draft = try HomeDraftStore(tx: tx).draft(of: account) else {
      // With an address of its own the first step is what the browser's Back comes to, when there is a draft by then.
      guard request.query["step"] != nil else { return .done(HomePaths.wizard + "?step=" + wizard.step.rawValue) }
      return show(wizard, [], isFresh: true)
    }
    wizard.take(draft)
    let last = wizard.step
    let pictures = try files.service.waitingPictures(wizard.pictures, of: account, tx)
    _ = wizard.drop(allBut: Set(pictures.keys))
    wizard.step = request.query["step"].flatMap(HomeWizard.Step.init(rawValue:)) ?? last
    wizard.hasRoom = request.query["row"] != nil
    return show(wizard, [])
  }

  /// One step on or back; the last one founds the school.
  func step(_ request: Request) async throws -> Response {
    guard service.mayFound else { throw Refusal.notFound }
    let act = request.form["act"].flatMap(HomeWizard.Act.init(rawValue:)) ?? .next
    if act == .finish, let done = try await founded(request) { return done }
    var wizard = HomeWizard(language: request.scene.words.language, zone: guessedZone(request))
    wizard.take(request.form, try await chosen(request))
    let (account, named) = (try request.account(), wizard.pictures)
    let pictures = try await ledger.read { try files.service.waitingPictures(named, of: account, $0) }
    let lost = wizard.drop(allBut: Set(pictures.keys))
    if !lost.isEmpty || request.form["remove"] != nil {
      return try await turn(wizard, lost + wizard.refused, request)
    }
    var problems = wizard.act(act)
    if Zones.named(wizard.zone) == nil { problems.append(Problem("zone", Phrase("form.choice"))) }
    guard act == .finish, problems.isEmpty else { return try await turn(wizard, problems, request) }
    let done = try await found(wizard, pictures, request)
    try await ledger.upkeep { try HomeDraftStore.forget(account, $0) }
    return done
  }

  /// Keeps what is filled in and goes to the step, which has an address; what is wrong is said at once, where it is.
  private func turn(_ wizard: HomeWizard, _ problems: [Problem], _ request: Request) async throws -> Response {
    let (account, form) = (try request.account(), wizard.form)
    try await ledger.upkeep { try HomeDraftStore.keep(form, of: account, $0) }
    guard problems.isEmpty else { return show(wizard, problems) }
    return .done(HomePaths.wizard + "?step=" + wizard.step.rawValue + (wizard.hasRoom ? "&row=1" : ""))
  }

  /// Forgets schools that nobody went on with.
  public func forgetDrafts() async throws { try await ledger.upkeep { try HomeDraftStore.forgetOld($0) } }

  /// The pictures that came with a step; each waits by itself, so one that is wrong spoils no other.
  private func chosen(_ request: Request) async throws -> [String: HomeWizard.Chosen] {
    var chosen: [String: HomeWizard.Chosen] = [:]
    for upload in request.uploads where chosen[upload.field] == nil {
      guard let side = Self.side(of: upload.field) else { continue }
      do {
        chosen[upload.field] = try await files.wait(request, field: upload.field, side: side).map { .picture($0) }
      } catch Refusal.invalid(let problems) {
        chosen[upload.field] = problems.first.map { .wrong($0.reason) }
      }
    }
    return chosen
  }

  /// How large the picture of a field is kept; `nil` when it is none of the wizard's.
  private static func side(of field: String) -> Int? {
    if field == WizardField.picture { return SchoolPicture.side }
    if field == WizardField.cover { return ClassroomCover.side }
    let isPhoto = (0..<HomeWizard.maxChildren).contains { WizardField.photo($0) == field }
    return isPhoto ? StudentPhoto.side : nil
  }

  /// A picture that waits for the school, for whoever chose it.
  func picture(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    .file(try files.service.waitingPicture(request.id("picture"), request, tx), inline: true)
  }

  private func show(_ wizard: HomeWizard, _ problems: [Problem], isFresh: Bool = false) -> Response {
    .page(status: problems.isEmpty ? 200 : 422) { scene in
      wizardPage(wizard, zones: Zones.names, isFresh: isFresh, Draft(problems: problems), scene)
    }
  }

  /// The zone that fits the reader's language best; the person can choose another.
  private func guessedZone(_ request: Request) -> String {
    switch request.scene.words.language {
    case .he: "Asia/Jerusalem"
    case .ar: "Africa/Cairo"
    case .fr: "Europe/Paris"
    case .en: "Europe/London"
    }
  }
}
