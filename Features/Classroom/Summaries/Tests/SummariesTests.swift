import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom
@testable import ClassroomServer

/// A house with two guardians of one child, and what summaries stand on.
struct SummariesSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, noa, omar, leila, sami, rana
    var role: Role {
      switch self {
      case .dana: .owner
      case .noa, .omar: .teacher
      case .leila, .sami, .rana: .guardian
      }
    }
    var language: Language? { self == .leila || self == .sami ? .fr : .en }
  }
  static let monday = Day(number: 20_521)
  static let tables = ["record", "summary", "summary_reply", "child_task", "presentation_plan", "insight_answer"]
  static let migrations =
    people + ClassroomsTables.migrations + AttendanceTables.migrations + FilesTables.migrations
    + ConsentsTables.migrations + RecordsTables.migrations + TasksTables.migrations + HabitsTables.migrations
    + CurriculumTables.migrations + PresentationsTables.migrations + ObservationsTables.migrations
    + InsightsTables.migrations + SummariesTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable
  let tomer = Self.id(101, Student.self), maya = Self.id(102, Student.self)
  let house = Self.id(71, Classroom.self), next = Self.id(72, Classroom.self)
  let draft = Self.id(401, Summary.self)
  let pouring = Self.id(501, CurriculumNode.self), washing = Self.id(502, CurriculumNode.self)

  static func open(_ dialect: Dialect) async throws -> SummariesSchool {
    let clock = TestClock(zone.instant(monday, minute: 540), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let summaries = SummariesService()
    let made = SummariesSchool(
      ledger: ledger, clock: clock,
      table: RouteTable(
        summaryRoutes(summaries) + summaryServerRoutes(summaries) + observationRoutes(ObservationsService())
          + insightRoutes(InsightsService()) + presentationRoutes(PresentationsService())
          + taskRoutes(TasksService()) + conferenceRoutes(ConferenceService())
          + conferenceServerRoutes(ledger, ConferenceService())))
    try await made.found { tx in
      let from = monday.plus(days: -30)
      try made.addStudent(made.tomer, "Tomer", "Azulay", guardians: [.leila, .sami], tx)
      try made.addStudent(made.maya, "Maya", "Ben", guardians: [.rana], tx)
      try made.addClass(made.house, "House", teachers: [.noa], students: [made.tomer, made.maya], from: from, tx)
      try made.addClass(made.next, "Elementary", teachers: [.omar], students: [], from: from, tx)
      for (place, id) in [made.pouring, made.washing].enumerated() {
        try tx.put(
          CurriculumTables.node,
          CurriculumNode(
            id: id, parent: nil, kind: .presentation, key: "p\(place)", name: place == 0 ? "Pouring" : "Washing",
            position: place, updatedAt: tx.now))
      }
      try tx.put(CurriculumTables.prerequisite, Prerequisite(presentation: made.washing, needs: made.pouring))
    }
    return made
  }

  var path: String { SummariesPaths.of(tomer) }
  var one: String { path + "/" + draft.text }

  func record(_ kind: PresentationAct.Kind, on day: Day = monday) async throws {
    try await send(
      .post, PresentationsPaths.one(pouring, of: tomer),
      Form(["kind": kind.rawValue, "day": day.text]), as: .noa)
  }

  /// Noa writes of both children, and begins a draft.
  func begin(_ language: String = "en") async throws {
    try await send(
      .post, ObservationsPaths.all,
      Form([
        Form.Field("text", "Tomer poured water while Maya looked on."), Form.Field("child", tomer.text),
        Form.Field("child", maya.text),
      ]), as: .noa)
    try await send(
      .post, path, Form(["id": draft.text, "period": "week", "language": language]), as: .noa)
  }

  func summary() async throws -> Summary? {
    try await ledger.read { [school, draft] in try SummariesStore(tx: $0).summary(draft, in: school) }
  }

  func dispatch(as person: Person = .noa, looked: Bool = true) async throws {
    let version = try await summary()?.version ?? ""
    try await send(.post, one + "/sending", Form(["version": version, "as-is": looked ? "on" : ""]), as: person)
  }
}

@Suite struct `Summaries for families` {
  @Test func `a draft says what happened, counted and in the family's language, and compares nobody`() {
    var facts = SummaryFacts(child: "Tomer", from: Day(number: 20_521), until: Day(number: 20_525))
    for language in Language.allCases {
      let words = TestWords.of(language)
      #expect(summaryText(facts, words).contains(words("summaries.text.nothing")))
    }
    facts.presented = ["Pouring", "Washing"]
    facts.seen = [.init(day: Day(number: 20_522), text: "Poured water.")]
    facts.habits = [.init(name: "Waters the plants", days: 3)]
    let text = summaryText(facts, TestWords.of(.en))
    #expect(text.contains("2 new presentations: Pouring and Washing."))
    #expect(text.contains("What we saw (one note):"))
    #expect(text.contains("Waters the plants: on 3 days"))
    facts.seen = (0..<400).map { _ in .init(day: Day(number: 20_522), text: String(repeating: "a", count: 900)) }
    let long = summaryText(facts, TestWords.of(.en))
    #expect(long.count <= Summary.longest && long.contains("more notes"), "what does not fit is counted")
  }

  @Test(arguments: Dialect.allCases)
  func `a draft is the staff's until it is sent, and names no other child`(_ dialect: Dialect) async throws {
    let school = try await SummariesSchool.open(dialect)
    try await school.record(.presented)
    try await school.begin()
    let text = try await school.summary()?.text ?? ""
    #expect(text.contains("New presentation: Pouring."))
    #expect(text.contains("Tomer poured water while another child looked on."))
    #expect(!text.contains("Maya"))
    let hidden = try await school.refused { _ = try await school.send(.get, school.one, as: .leila) }
    #expect(hidden == .notFound)
    try await school.dispatch()
    #expect(try await school.shown(school.one, as: .leila).contains("New presentation: Pouring."))
    let size = try await school.counts()
    let again = try await school.refused {
      _ = try await school.send(.post, school.one, Form(["text": "Other"]), as: .noa)
    }
    #expect(again == .conflict(Phrase("summaries.was-sent")))
    let gone = try await school.refused { _ = try await school.send(.post, school.one + "/deletion", as: .noa) }
    #expect(gone == .conflict(Phrase("summaries.was-sent")))
    #expect(try await school.counts() == size)
  }

  @Test(arguments: Dialect.allCases)
  func `without a choice it is written in the language of the first guardian who chose one`(_ dialect: Dialect)
    async throws
  {
    let school = try await SummariesSchool.open(dialect)
    try await school.record(.presented)
    try await school.begin("")
    #expect(try await school.summary()?.language == "fr")
    #expect(try await school.summary()?.text.contains("Nouvelle présentation : Pouring.") == true)
  }

  @Test(arguments: Dialect.allCases)
  func `another child's name keeps it from going out, and what was not looked at does not go`(_ dialect: Dialect)
    async throws
  {
    let school = try await SummariesSchool.open(dialect)
    try await school.begin()
    let seen = try await school.summary()?.version ?? ""
    try await school.send(.post, school.one, Form(["text": "Tomer and Maya poured.", "version": seen]), as: .noa)
    let stale = try await school.refused {
      _ = try await school.send(.post, school.one + "/sending", Form(["version": seen]), as: .noa)
    }
    #expect(stale == .stale)
    let page = try await school.shown(school.one + "/confirmation", as: .noa)
    #expect(page.contains("<mark>Maya</mark>") && !page.contains("/sending"))
    let named = try await school.refused { try await school.dispatch() }
    #expect(named == .conflict(Phrase("summaries.named", .text("Maya"))))
    #expect(try await school.summary()?.sentAt == nil)
    let slower = try await school.refused {
      _ = try await school.send(.post, school.one, Form(["text": "Mine", "version": seen]), as: .noa)
    }
    #expect(slower == .stale)
  }

  @Test(arguments: Dialect.allCases)
  func `what may be a name stays here until somebody says that it is sent as it is`(_ dialect: Dialect) async throws {
    let school = try await SummariesSchool.open(dialect)
    try await school.begin()
    let seen = try await school.summary()?.version ?? ""
    let text = Form(["text": "Tomer poured for Zelda, and then came Pouring again.", "version": seen])
    try await school.send(.post, school.one, text, as: .noa)
    let page = try await school.shown(school.one + "/confirmation", as: .noa)
    #expect(page.contains("<mark>Zelda</mark>") && page.contains("name=\"as-is\""))
    #expect(!page.contains("<mark>Pouring</mark>"), "what the curriculum calls a work is nobody")
    let refusal = try await school.refused { try await school.dispatch(looked: false) }
    #expect(refusal == .conflict(Phrase("summaries.suspected", .text("Zelda"))))
    #expect(try await school.summary()?.sentAt == nil)
    try await school.dispatch()
    #expect(try await school.summary()?.sentAt != nil)
  }

  @Test(arguments: Dialect.allCases)
  func `a presentation that is named in full is not taken for somebody`(_ dialect: Dialect) async throws {
    let school = try await SummariesSchool.open(dialect)
    try await school.begin()
    let seen = try await school.summary()?.version ?? ""
    let text = "Today Pouring, and another time Yossi."
    try await school.send(.post, school.one, Form(["text": text, "version": seen]), as: .noa)
    let page = try await school.shown(school.one + "/confirmation", as: .noa)
    #expect(!page.contains("<mark>Pouring</mark>") && page.contains("<mark>Yossi</mark>"))
  }

  @Test(arguments: Dialect.allCases)
  func `what two guardians and the staff say is apart`(_ dialect: Dialect) async throws {
    let school = try await SummariesSchool.open(dialect)
    try await school.begin()
    try await school.dispatch()
    let replies = school.one + "/replies"
    let unasked = Form(["text": "Hello", "guardian": school.account(.sami).text])
    #expect(try await school.refused { _ = try await school.send(.post, replies, unasked, as: .noa) } == .notFound)
    try await school.send(.post, replies, Form(["text": "Merci beaucoup"]), as: .leila)
    try await school.send(.post, replies, Form(["text": "Water at home too"]), as: .sami)
    let answer = Form(["text": "With pleasure", "guardian": school.account(.leila).text])
    try await school.send(.post, replies, answer, as: .noa)
    let (hers, his) = (try await school.shown(school.one, as: .leila), try await school.shown(school.one, as: .sami))
    #expect(hers.contains("Merci beaucoup") && hers.contains("With pleasure") && !hers.contains("Water at home too"))
    #expect(his.contains("Water at home too") && !his.contains("Merci beaucoup") && !his.contains("With pleasure"))
    let staff = try await school.shown(school.one, as: .noa)
    #expect(staff.contains("Merci beaucoup") && staff.contains("Water at home too"))
    let other = Form(["text": "X", "guardian": school.account(.leila).text])
    #expect(try await school.refused { _ = try await school.send(.post, replies, other, as: .sami) } == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `families and strangers write nothing and find nothing`(_ dialect: Dialect) async throws {
    let school = try await SummariesSchool.open(dialect)
    try await school.begin()
    let version = try await school.summary()?.version ?? ""
    let size = try await school.counts()
    for person in [SummariesSchool.Person.omar, .leila, .rana] {
      for (place, form) in [
        (school.path, Form(["period": "week"])), (school.one, Form(["text": "X"])),
        (school.one + "/sending", Form(["version": version])), (school.one + "/deletion", Form()),
        (school.one + "/restoration", Form()), (school.one + "/replies", Form(["text": "X"])),
      ] {
        let refusal = try await school.refused { _ = try await school.send(.post, place, form, as: person) }
        #expect(refusal == .notFound, "\(person) \(place)")
      }
      for place in [school.path, school.one, school.one + "/confirmation"] {
        #expect(try await school.refused { _ = try await school.send(.get, place, as: person) } == .notFound)
      }
    }
    #expect(try await school.counts() == size)
    try await school.send(.post, school.one + "/deletion", as: .noa)
    #expect(try await school.refused { _ = try await school.send(.get, school.one, as: .noa) } == .notFound)
    try await school.send(.post, school.one + "/restoration", as: .noa)
    #expect(try await school.shown(school.one, as: .noa).contains("Tomer"))
  }
}
