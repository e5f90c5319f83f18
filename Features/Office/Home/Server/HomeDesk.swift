public import Base
public import Classroom
import Foundation
public import HTML
public import Kit
public import Learning
public import Ledger
public import People
import School
import Web

/// What a neighbour says on the first page: a piece of it, and what the page listens to.
public struct HomeNews: Sendable {
  let topics: [String]
  let draw: @Sendable (Scene) -> HTML
  public init(topics: [String], _ draw: @escaping @Sendable (Scene) -> HTML) {
    (self.topics, self.draw) = (topics, draw)
  }
}

/// The first page of each role, and the way from nothing to a school.
public struct HomeDesk: Sendable {
  let ledger: Ledger
  let world: World
  let schools: SchoolsDesk
  let attendance: AttendanceDesk
  let progress: ProgressDesk
  /// Whether somebody without a school may found one here.
  let mayFound: Bool
  /// What neighbours have to say on everybody's first page, above the day.
  public var news: [@Sendable (Caller) async throws -> HomeNews] = []

  public init(
    ledger: Ledger, world: World, schools: SchoolsDesk, attendance: AttendanceDesk, progress: ProgressDesk,
    mayFound: Bool
  ) {
    (self.ledger, self.world, self.schools) = (ledger, world, schools)
    (self.attendance, self.progress, self.mayFound) = (attendance, progress, mayFound)
  }

  func wizard(_ ask: Ask) throws -> Answer {
    guard mayFound else { throw Refusal.notFound }
    return show(HomeWizard(language: ask.scene.words.language, zone: guessedZone(ask)), [])
  }

  /// One step on or back; the last one founds the school.
  func step(_ ask: Ask) async throws -> Answer {
    guard mayFound else { throw Refusal.notFound }
    var wizard = HomeWizard(language: ask.scene.words.language, zone: guessedZone(ask))
    wizard.take(ask.form)
    let act = ask.form["act"].flatMap(HomeWizard.Act.init(rawValue:)) ?? .next
    var problems = wizard.act(act)
    if Zones.named(wizard.zone) == nil { problems.append(Problem("zone", Phrase("form.choice"))) }
    guard act == .finish, problems.isEmpty else { return show(wizard, problems) }
    return try await found(wizard, ask)
  }

  private func show(_ wizard: HomeWizard, _ problems: [Problem]) -> Answer {
    .page(status: problems.isEmpty ? 200 : 422) { scene in
      wizardPage(wizard, zones: Zones.names, Draft(problems: problems), scene)
    }
  }

  /// The zone that fits the reader's language best; the person can choose another.
  private func guessedZone(_ ask: Ask) -> String {
    switch ask.scene.words.language {
    case .he: "Asia/Jerusalem"
    case .ar: "Africa/Cairo"
    case .fr: "Europe/Paris"
    case .en: "Europe/London"
    }
  }
}
