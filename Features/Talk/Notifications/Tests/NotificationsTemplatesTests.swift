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

@Suite struct `A damaged template` {
  struct School: FeatureSchool {
    enum Person: TestPerson {
      case dana, ruth
      var role: Role {
        switch self {
        case .dana: .owner
        case .ruth: .teacher
        }
      }
    }
    static let migrations = learning + TemplatesTables.migrations + NotificationsTables.migrations
    let ledger: Ledger
    let server: NotificationsServer
    let table: RouteTable
    let template = Self.id(201, ChecklistTemplate.self)

    static func open(_ dialect: Dialect) async throws -> School {
      let clock = TestClock(Zone.utc.instant(Day(number: 20_521), minute: 540), step: 1)
      let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
      let server = NotificationsServer(ledger: ledger)
      let made = School(ledger: ledger, server: server, table: RouteTable(notificationRoutes(server.service)))
      let (ruth, template) = (made.account(.ruth), made.template)
      try await made.found { tx in
        let content = ChecklistContent(name: "Pre-solo", items: [ChecklistItem(key: 1, title: "Stalls")])
        try tx.put(
          TemplatesTables.template,
          ChecklistTemplate(
            id: template, draftText: content.text, nextKey: 2, version: 2, createdBy: ruth, createdAt: tx.now,
            updatedAt: tx.now))
        for number in 1...2 {
          try tx.put(
            TemplatesTables.version, ChecklistVersion(template: template, number: number, content, at: tx.now, by: ruth)
          )
        }
      }
      return made
    }

    func inbox(_ person: Person) async throws -> [(phrase: Phrase, path: String)] {
      for _ in 0..<2 { try await server.tellOfDamage() }
      let caller = caller(person)
      return try await ledger.read { [server] in try server.service.inbox(caller, after: nil, $0) }.items
        .map { (phrase: $0.phrase, path: $0.path) }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is told of to the office once, also when an old version is what nobody wrote`(_ dialect: Dialect) async throws {
    let school = try await School.open(dialect)
    let before = try await school.head()
    #expect(try await school.inbox(.dana).isEmpty)
    #expect(try await school.head() == before, "where all is well nothing is written")
    try await school.write { tx in
      try tx.execute(
        "UPDATE checklist_version SET \"text\" = replace(\"text\", 'Stalls', 'Loops') WHERE number = 1")
    }
    let told = try await school.inbox(.dana)
    #expect(told.map { $0.phrase } == [Phrase("training.templates.notice", .text("Pre-solo"))])
    #expect(told.first?.path == TemplatesPaths.template(school.template))
    #expect(try await school.inbox(.ruth).isEmpty)
    // One that was published and is gone.
    try await school.write { try $0.execute("UPDATE checklist_template SET version = 3") }
    #expect(try await school.inbox(.dana).count == 2, "once for each version that came")
  }
}
