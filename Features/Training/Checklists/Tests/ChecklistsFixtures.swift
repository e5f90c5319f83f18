import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School

@testable import Training

extension FlyingSchool {
  /// With the routes of checklists; Sam trains Ben as well.
  static func withChecklists(_ dialect: Dialect) async throws -> FlyingSchool {
    let made = try await open(dialect, routes: checklistRoutes(ChecklistsService()))
    try await made.write { tx in
      try tx.put(
        TraineesTables.instructor,
        TraineeInstructor(
          trainee: made.ben, account: Person.sam.account, since: tx.now, addedBy: Person.ruth.account))
      try TraineesStore(tx: tx).settle(made.ben)
    }
    return made
  }

  var page: String { ChecklistsPaths.checklist(checklist) }

  func kept(_ id: ID<Checklist>? = nil) async throws -> Checklist? {
    let (id, school) = (id ?? checklist, school)
    return try await ledger.read { try ChecklistsStore(tx: $0).checklist(id, in: school) }
  }
  func progress() async throws -> ChecklistProgress { try await kept()?.progress ?? ChecklistProgress() }

  func tick(_ item: Int, as person: Person = .ruth, version: Int? = nil, at: Instant? = nil) async throws {
    var fields = [Form.Field("item", String(item))]
    if let version { fields.append(Form.Field("version", String(version))) }
    if let at { fields.append(Form.Field("at", String(at.milliseconds))) }
    try await send(.post, ChecklistsPaths.tick(checklist), Form(fields), as: person)
  }

  func untick(_ item: Int, seen: [UInt32], as person: Person = .ruth) async throws {
    let fields = [Form.Field("item", String(item))] + seen.map { Form.Field("seen", String($0)) }
    try await send(.post, ChecklistsPaths.untick(checklist), Form(fields), as: person)
  }

  func say(_ text: String, as person: Person = .ruth) async throws -> ID<ChecklistComment> {
    let answer = try await send(.post, ChecklistsPaths.comments(checklist), Form(["text": text]), as: person)
    guard case .text(let id)? = answer.json()["id"] else { return .none }
    return ID(id) ?? .none
  }

  func give(_ templates: [ID<ChecklistTemplate>], to trainee: ID<Trainee>? = nil, as person: Person = .ruth)
    async throws
  {
    let fields = templates.map { Form.Field("template", $0.text) }
    try await send(.post, ChecklistsPaths.of(trainee ?? ben), Form(fields), as: person)
  }

  func given(_ trainee: ID<Trainee>? = nil) async throws -> [Checklist] {
    let (trainee, school) = (trainee ?? ben, school)
    return try await ledger.read { try ChecklistsStore(tx: $0).checklists(of: trainee, in: school) }
  }

  /// Changes the checklist past the rules.
  func change(_ change: @escaping @Sendable (inout Checklist) -> Void) async throws {
    let (id, school) = (checklist, school)
    try await write { tx in
      guard var known = try ChecklistsStore(tx: tx).checklist(id, in: school) else { return }
      change(&known)
      try tx.put(ChecklistsTables.checklist, known)
    }
  }

  /// Publishes a template's next version.
  func publish(
    _ content: ChecklistContent, as number: Int, of template: ID<ChecklistTemplate>? = nil, isRetired: Bool = false
  ) async throws {
    let (template, ruth) = (template ?? self.template, Person.ruth.account)
    try await write { tx in
      try tx.put(
        TemplatesTables.template,
        ChecklistTemplate(
          id: template, draftText: content.text, nextKey: 9, version: number, createdBy: ruth, createdAt: tx.now,
          updatedAt: tx.now, retiredAt: isRetired ? tx.now : nil))
      if number > 0 {
        try tx.put(
          TemplatesTables.version, ChecklistVersion(template: template, number: number, content, at: tx.now, by: ruth))
      }
    }
  }

  /// Two new ones, “Slips” in other words, “Go-around” no more.
  static let second = ChecklistContent(
    name: "Pre-solo", category: "Flight", phase: "Before the first solo", relevantData: "Vx 62, Vy 74",
    items: [
      ChecklistItem(key: 1, title: "Stalls"), ChecklistItem(key: 2, title: "Forward and side slips"),
      ChecklistItem(key: 4, title: "Radio failure"), ChecklistItem(key: 5, title: "Engine failure"),
    ])
}
