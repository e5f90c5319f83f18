import Base
import Database
import HomeroomTesting
import Ledger
import People
import Router
import School
import Web

@testable import Training

/// A small flying school: Ruth and Sam are instructors, Ben and Cleo learn, Max instructs somebody else, Dana runs it.
///
/// Ruth trains Ben, who reads along, and Cleo, who has no account yet. The checklist “Pre-solo” is published once, and Ben goes through it.
struct FlyingSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, ruth, sam, max, ben, stranger
    var role: Role {
      switch self {
      case .dana: .owner
      case .ruth, .sam, .max: .teacher
      case .ben, .stranger: .student
      }
    }
    var account: ID<Account> { FlyingSchool.account(self) }
  }
  static let monday = Day(number: 20_521)
  static let tables = [
    "trainee", "trainee_profile", "trainee_instructor", "trainee_share", "training_document",
    "training_document_page", "document_kind", "identity_consent", "document_endorsement", "file", "checklist_template",
    "checklist_version",
    "checklist", "checklist_note", "checklist_comment", "training_signature", "signature_seal", "log_entry",
    "log_scheme",
    "training_lesson",
  ]
  static let migrations =
    people + TemplatesTables.migrations + TraineesTables.migrations + ChecklistsTables.migrations
    + FilesTables.migrations + DocumentsTables.migrations + SignaturesTables.migrations + LogbookTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable
  let ben = Self.id(101, Trainee.self), cleo = Self.id(102, Trainee.self), other = Self.id(103, Trainee.self)
  let template = Self.id(201, ChecklistTemplate.self), checklist = Self.id(301, Checklist.self)

  static let content = ChecklistContent(
    name: "Pre-solo", category: "Flight", phase: "Before the first solo", relevantData: "Vx 62, Vy 74",
    items: [
      ChecklistItem(key: 1, title: "Stalls"), ChecklistItem(key: 2, title: "Slips", notes: "Both sides"),
      ChecklistItem(key: 3, title: "Go-around"),
    ])

  static func open(_ dialect: Dialect, routes: [Route] = []) async throws -> FlyingSchool {
    let clock = TestClock(zone.instant(monday, minute: 540), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let made = FlyingSchool(ledger: ledger, clock: clock, table: RouteTable(routes))
    try await made.found { tx in
      try made.addTrainee(made.ben, "Ben", "Adler", account: .ben, instructors: [.ruth], tx)
      try made.addTrainee(made.cleo, "Cleo", "Marti", account: nil, instructors: [.ruth], tx)
      try made.addTrainee(made.other, "Otto", "Brandt", account: nil, instructors: [.max], tx)
      try made.addTemplate(tx)
    }
    return made
  }

  func addTrainee(
    _ id: ID<Trainee>, _ first: String, _ last: String, account person: Person?, instructors: [Person],
    _ tx: WriteTransaction
  ) throws(Refusal) {
    try tx.put(
      TraineesTables.trainee,
      Trainee(
        id: id, firstName: first, lastName: last, account: person.map { account($0) },
        sharedSince: person.map { _ in tx.now },
        createdBy: account(.ruth), createdAt: tx.now))
    try tx.put(TraineesTables.profile, TraineeProfile(trainee: id, email: "\(first)@club.example", updatedAt: tx.now))
    for one in instructors {
      try tx.put(
        TraineesTables.instructor,
        TraineeInstructor(trainee: id, account: account(one), since: tx.now, addedBy: account(.ruth)))
    }
    try TraineesStore(tx: tx).settle(id)
  }

  private func addTemplate(_ tx: WriteTransaction) throws(Refusal) {
    let (ruth, content) = (account(.ruth), Self.content)
    try tx.put(
      TemplatesTables.template,
      ChecklistTemplate(
        id: template, draftText: content.text, nextKey: 4, version: 1, createdBy: ruth, createdAt: tx.now,
        updatedAt: tx.now))
    try tx.put(
      TemplatesTables.version, ChecklistVersion(template: template, number: 1, content, at: tx.now, by: ruth))
    try tx.put(
      ChecklistsTables.checklist,
      Checklist(
        id: checklist, trainee: ben, template: template, version: 1, createdBy: ruth, createdAt: tx.now,
        updatedAt: tx.now))
  }
}
