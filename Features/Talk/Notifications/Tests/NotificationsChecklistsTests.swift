import Base
import Database
import HomeroomTesting
import Ledger
import People
import Router
import School
import Testing
import Training

@testable import Talk
@testable import TalkServer

@Suite struct `A word of a comment on a checklist` {
  /// Ruth trains Ben, who reads along, and Cleo, who has accepted no invitation.
  struct School: FeatureSchool {
    enum Person: TestPerson {
      case dana, ruth, ben
      var role: Role {
        switch self {
        case .dana: .owner
        case .ruth: .teacher
        case .ben: .student
        }
      }
    }
    static let migrations =
      learning + TemplatesTables.migrations + TraineesTables.migrations + ChecklistsTables.migrations
      + LogbookTables.migrations + SignaturesTables.migrations + NotificationsTables.migrations
    let ledger: Ledger
    let table: RouteTable
    let ben = Self.id(101, Trainee.self), cleo = Self.id(102, Trainee.self)
    let template = Self.id(201, ChecklistTemplate.self)
    let bens = Self.id(301, Checklist.self), cleos = Self.id(302, Checklist.self)

    static func open(_ dialect: Dialect) async throws -> School {
      let clock = TestClock(Zone.utc.instant(Day(number: 20_521), minute: 540), step: 1)
      let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
      let routes =
        checklistRoutes(ChecklistsService()) + notificationRoutes(NotificationsServer(ledger: ledger).service)
      let made = School(ledger: ledger, table: RouteTable(routes))
      try await made.found { try made.fill($0) }
      return made
    }

    private func fill(_ tx: WriteTransaction) throws {
      let ruth = account(.ruth)
      let content = ChecklistContent(name: "Pre-solo", items: [ChecklistItem(key: 1, title: "Stalls")])
      try tx.put(
        TemplatesTables.template,
        ChecklistTemplate(
          id: template, draftText: content.text, nextKey: 2, version: 1, createdBy: ruth, createdAt: tx.now,
          updatedAt: tx.now))
      try tx.put(
        TemplatesTables.version, ChecklistVersion(template: template, number: 1, content, at: tx.now, by: ruth))
      for (trainee, account, checklist) in [(ben, account(.ben), bens), (cleo, nil, cleos)] {
        try tx.put(
          TraineesTables.trainee,
          Trainee(
            id: trainee, firstName: "T", lastName: "", account: account, sharedSince: account.map { _ in tx.now },
            createdBy: ruth, createdAt: tx.now))
        try tx.put(TraineesTables.profile, TraineeProfile(trainee: trainee, updatedAt: tx.now))
        try tx.put(
          TraineesTables.instructor,
          TraineeInstructor(trainee: trainee, account: ruth, since: tx.now, addedBy: ruth))
        try TraineesStore(tx: tx).settle(trainee)
        try tx.put(
          ChecklistsTables.checklist,
          Checklist(
            id: checklist, trainee: trainee, template: template, version: 1, createdBy: ruth, createdAt: tx.now,
            updatedAt: tx.now))
      }
    }

    func inbox(_ person: Person) async throws -> [Talk.NotificationRow] {
      try await Followers.catchUp(ledger, [checklistFollower])
      let (school, account) = (school, account(person))
      return try await ledger.read {
        try $0.all(NotificationsTables.notification, in: school).filter { $0.owner == account }
      }
    }

    func say(_ text: String, of checklist: ID<Checklist>) async throws -> ID<ChecklistComment> {
      let answer = try await send(.post, ChecklistsPaths.comments(checklist), Form(["text": text]), as: .ruth)
      guard case .text(let id)? = answer.json()["id"] else { return .none }
      return ID(id) ?? .none
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is told once for each save, and leads to that comment`(_ dialect: Dialect) async throws {
    let school = try await School.open(dialect)
    let comment = try await school.say("Watch the flare", of: school.bens)
    let first = try await school.inbox(.ben)
    #expect(first.count == 1)
    let word = try #require(first.first?.item)
    #expect(word.phrase.key == "notifications.checklist-comment")
    let path = ChecklistsPaths.checklist(school.bens)
    #expect(word.path == "\(path)?comment=\(comment.text)#comment-\(comment.text)")
    let page = try await school.shown(path, as: .ben, query: Form(["comment": comment.text]))
    #expect(page.contains("is-highlighted\" id=\"comment-\(comment.text)\""))
    let edit = ChecklistsPaths.comment(comment, of: school.bens)
    try await school.send(.post, edit, Form(["text": "Watch the flare"]), as: .ruth)
    #expect(try await school.inbox(.ben).count == 1, "the same words are no news")
    try await school.send(.post, edit, Form(["text": "Watch the flare, and the float"]), as: .ruth)
    #expect(try await school.inbox(.ben).count == 2)
    #expect(try await school.inbox(.ruth).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `is told to nobody where nothing is shared`(_ dialect: Dialect) async throws {
    let school = try await School.open(dialect)
    _ = try await school.say("Watch the flare", of: school.cleos)
    for person in School.Person.allCases { #expect(try await school.inbox(person).isEmpty, "\(person)") }
  }
}
