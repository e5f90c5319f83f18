import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Training

@Suite struct `A checklist` {
  @Test(arguments: Dialect.allCases)
  func `shows the same line to both, and buttons to the instructor alone`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.tick(1)
    let (ruth, ben) = (try await school.shown(school.page, as: .ruth), try await school.shown(school.page, as: .ben))
    for page in [ruth, ben] {
      #expect(page.contains("<li class=\"checklist-item\" id=\"item-1\" data-done>"))
      #expect(page.contains("<li class=\"checklist-item\" id=\"item-2\">"))
      #expect(page.contains("Completed: Mar 9, 2026") && page.contains("<bdi>Ruth</bdi>"))
      #expect(page.contains("Vx 62, Vy 74") && page.contains("Both sides") && page.contains("1 of 3 done"))
    }
    #expect(ruth.contains(ChecklistsPaths.tick(school.checklist)) && ruth.contains("aria-pressed=\"true\""))
    #expect(!ben.contains("<form") && !ben.contains("aria-pressed"))
  }

  @Test(arguments: Dialect.allCases)
  func `derives its counts, and is complete when all of it is done`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    for key in [1, 2] { try await school.tick(key) }
    var json = try await school.json(school.page, as: .ben)
    #expect(json["isComplete"] == .flag(false) && json["completionPercentage"] == .integer(66))
    #expect(json["completedItemsCount"] == .integer(2) && json["totalItemsCount"] == .integer(3))
    #expect(try await !school.shown(school.page, as: .ben).contains("Completed</span>"))
    try await school.tick(3)
    json = try await school.json(school.page, as: .ruth)
    #expect(json["isComplete"] == .flag(true) && json["completionPercentage"] == .integer(100))
    #expect(try await school.shown(school.page, as: .ben).contains("Completed</span>"))
    let all = try await school.json(ChecklistsPaths.of(school.ben), as: .ben)
    guard case .list(let rows)? = all["checklists"] else { return #expect(Bool(false), "no list") }
    #expect(rows.first?["isComplete"] == .flag(true))
    let mark = try #require(try await school.progress().tick(of: 3)?.mark)
    try await school.untick(3, seen: [mark])
    #expect(try await school.json(school.page, as: .ben)["isComplete"] == .flag(false), "taking back opens it again")
  }

  @Test(arguments: Dialect.allCases)
  func `is ticked once, however often it is asked`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    let key: ID<IdempotencyKey> = school.ledger.world.id()
    let form = Form(["item": "1"])
    for _ in 1...2 {
      try await school.send(.post, ChecklistsPaths.tick(school.checklist), form, as: .ruth, idempotencyKey: key)
    }
    let before = try await school.head()
    try await school.tick(1)
    #expect(try await school.head() == before, "a second tick of the same person writes nothing")
    #expect(try await school.progress().acts(of: 1).count == 1)
    try await school.untick(1, seen: [7])
    #expect(try await school.head() == before, "nobody has seen that tick, so nothing is taken back")
  }

  @Test(arguments: Dialect.allCases)
  func `keeps the tick that nobody had seen, in both orders, and shows both authors`(_ dialect: Dialect) async throws {
    for samIsFirst in [true, false] {
      let school = try await FlyingSchool.withChecklists(dialect)
      try await school.tick(1)
      let ruths = try #require(try await school.progress().tick(of: 1)?.mark)
      if samIsFirst { try await school.tick(1, as: .sam) }
      try await school.untick(1, seen: [ruths])
      if !samIsFirst { try await school.tick(1, as: .sam) }
      let progress = try await school.progress()
      #expect(progress.ticks(of: 1).map { $0.by } == [FlyingSchool.Person.sam.account])
      #expect(progress.acts(of: 1).count == 3)
      let history = try await school.shown(
        ChecklistsPaths.history(school.checklist), as: .ben, query: Form(["item": "1"]))
      #expect(history.contains("<bdi>Sam</bdi>") && history.contains("<bdi>Ruth</bdi>"))
      #expect(history.contains("Taken back: Stalls") && history.contains("taken back since"))
      let other = try await school.shown(
        ChecklistsPaths.history(school.checklist), as: .ben, query: Form(["item": "2"]))
      #expect(other.contains("Nothing was ticked yet"))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `takes the time of who did it, but none to come and none before it was given`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    let given = try #require(try await school.kept()).createdAt
    let now = school.ledger.world.now()
    try await school.tick(1, at: Instant(milliseconds: now.milliseconds + 3_600_000))
    try await school.tick(2, at: Instant(milliseconds: given.milliseconds - 3_600_000))
    let (checklist, progress) = (try #require(try await school.kept()), try await school.progress())
    let (first, second) = (try #require(progress.tick(of: 1)), try #require(progress.tick(of: 2)))
    #expect(checklist.time(of: first) <= school.ledger.world.now())
    #expect(checklist.time(of: second) == given)
    let refusal = try await school.refused {
      try await school.send(.post, ChecklistsPaths.tick(school.checklist), Form(["item": "3", "at": "-5"]), as: .ruth)
    }
    #expect(refusal == .invalid("at", Phrase("form.id")))
  }

  @Test(arguments: Dialect.allCases)
  func `knows only the items of a version that was published`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    #expect(
      try await school.refused { try await school.tick(9) } == .invalid("item", Phrase("form.choice")))
    #expect(
      try await school.refused { try await school.tick(1, version: 2) } == .invalid("version", Phrase("form.choice")))
    let hostile = Form(["item": "999999999999999999999"])
    let refusal = try await school.refused {
      try await school.send(.post, ChecklistsPaths.tick(school.checklist), hostile, as: .ruth)
    }
    #expect(refusal?.code == "invalid")
    let marks = Form([Form.Field("item", "1")] + (0..<61).map { Form.Field("seen", String($0)) })
    let many = try await school.refused {
      try await school.send(.post, ChecklistsPaths.untick(school.checklist), marks, as: .ruth)
    }
    #expect(many == .invalid("seen", Phrase("form.too-many", .count(60))))
  }

  @Test(arguments: Dialect.allCases)
  func `goes on when its template is given to nobody any more`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.tick(1)
    try await school.publish(FlyingSchool.content, as: 1, isRetired: true)
    try await school.tick(2)
    #expect(try await school.shown(school.page, as: .ben).contains("2 of 3 done"))
  }

  @Test(arguments: Dialect.allCases)
  func `that was taken away comes back as it was`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.tick(1)
    let answer = try await school.send(.post, ChecklistsPaths.deletion(school.checklist), as: .ruth)
    #expect(answer.path == ChecklistsPaths.of(school.ben))
    #expect(answer.toast?.undo?.path == ChecklistsPaths.restoration(school.checklist))
    for person in [FlyingSchool.Person.ruth, .ben] {
      #expect(await school.refusal(.get, school.page, as: person) == .notFound)
      #expect(try await !school.shown(ChecklistsPaths.of(school.ben), as: person).contains("Pre-solo"))
    }
    #expect(try await school.refused { try await school.tick(2) } == .notFound)
    try await school.send(.post, ChecklistsPaths.restoration(school.checklist), as: .ruth)
    #expect(try await school.shown(school.page, as: .ben).contains("1 of 3 done"))
  }

  @Test(arguments: Dialect.allCases)
  func `stays away while another of its template is open`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    try await school.send(.post, ChecklistsPaths.deletion(school.checklist), as: .ruth)
    try await school.give([school.template])
    let refusal = try await school.refused {
      try await school.send(.post, ChecklistsPaths.restoration(school.checklist), as: .ruth)
    }
    #expect(refusal == .conflict(Phrase("training.checklists.has-it", .text("Pre-solo"))))
    #expect(try await school.given().count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `watches its rows in the reader’s own sight`(_ dialect: Dialect) async throws {
    let school = try await FlyingSchool.withChecklists(dialect)
    for person in [FlyingSchool.Person.ruth, .ben] {
      let topics = try await school.topics(school.page, as: person)
      let mine: [String] = .watching([.person(person.account)], [286, 287, 288, 289])
      #expect(!mine.isEmpty && mine.allSatisfy { topics.contains($0) })
    }
    let before = try await school.head()
    try await school.tick(1)
    let touched = try await school.ledger.read { tx in
      try tx.count(
        "SELECT count(*) FROM \(changeIndex) WHERE school = $1 AND tbl = 286 AND seq > $2",
        [.id(school.school), .integer(before)])
    }
    #expect(touched == 3, "Ruth’s, Sam’s and Ben’s")
  }

  /// A block of its own direction would stand at the other side than the title above it.
  @Test(arguments: [Language.en, .ar, .he])
  func `has its notes where its title is, whatever they are written in`(_ language: Language) async throws {
    let school = try await FlyingSchool.withChecklists(.sqlite)
    let page = try await school.html(school.page, as: .ben, language)
    #expect(page.contains("<p class=\"checklist-words quiet\"><bdi>Both sides</bdi></p>"))
    #expect(page.contains("<div class=\"checklist-words\"><bdi>Vx 62, Vy 74</bdi></div>"))
  }
}
