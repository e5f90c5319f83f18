import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import Testing

@testable import Learning
@testable import School
@testable import Study

@Suite struct `Cards made by rules` {
  private func sides(_ text: String) -> [String] {
    FlashcardsFromText(text).notes.map { $0.fields.front + " = " + $0.fields.back }
  }

  @Test func `are the terms of a lesson and what they mean`() {
    #expect(
      sides("**Noun**: a name\nof a thing\n\n- **Verb:** a doing\n- **Adverb** – how\n1. **Article**: the") == [
        "Noun = a name\nof a thing", "Verb = a doing", "Adverb = how", "Article = the",
      ])
    #expect(
      sides("| Word | Meaning |\n|---|:-:|\n| chat | cat |\n| a \\| b | c |\n\n|a|b|c|\n|-|-|-|\n|1|2|3|") == [
        "chat = cat", "a | b = c",
      ])
    #expect(
      sides("## Osmosis ##\n\nWater through a wall.\nSlowly.\n\nMore.\n\n# Empty\n## Quote\n> said") == [
        "Osmosis = Water through a wall.\nSlowly."
      ])
    #expect(sides("Term\n: meaning\n: more\n\nplain **bold** words: no") == ["Term = meaning\nmore"])
    #expect(sides("**ים**: ![הים](sea.png) מים $x$\n\n**A**:\n\n**ים**: twice") == ["ים = הים מים $x$"])
    #expect(sides("```\n**No**: code\n```\n# T\n```\nx\n```") == [])
  }

  @Test func `are bounded, and read in time that grows with the text`() {
    #expect(FlashcardsFromText((0..<500).map { "**t\($0)**: m" }.joined(separator: "\n")).notes.count == 200)
    for part in ["**", "| ", "# ", ": a\n", "- ", "**a**: b\n", "```\n", "|a|b|\n|-|-|\n"] {
      _ = FlashcardsFromText(String(repeating: part, count: 10_000))
    }
  }

  @Test func `are questions with what is right, and gaps as gaps`() {
    var single = QuestionContent(.single, "2 + 2?")
    single.options = [QuestionOption(id: 1, "3"), QuestionOption(id: 2, "4", isCorrect: true)]
    single.explanation = "Count."
    var short = QuestionContent(.short, "Capital of France")
    short.answers = ["Paris", "paris"]
    var braces = QuestionContent(.short, "An empty set")
    braces.answers = ["{}}"]
    let blanks = QuestionContent(.blanks, "[Rome|rome] is in [Italy] ![a map](picture-1.jpg)")
    var pairs = QuestionContent(.matching, "Match")
    pairs.pairs = [QuestionPair(id: 1, "chat", "cat"), QuestionPair(id: 2, "", "dog")]
    let contents = [
      single, short, braces, blanks, pairs, .trueFalse("Water is wet", isTrue: false), QuestionContent(.essay, "Why?"),
    ]
    let notes = FlashcardsFromQuestions.notes(contents, .init(yes: "True", no: "False")).map { $0.fields }
    #expect(
      notes.map(\.front) == [
        "2 + 2?", "Capital of France\n\n{{c1::Paris}}", "An empty set", "{{c1::Rome}} is in {{c2::Italy}} a map",
        "Match\n\nchat", "Water is wet",
      ])
    #expect(notes.map(\.back) == ["4\n\nCount.", "", "{}}", "", "cat", "False"])
  }
}

/// Math 7 with a lesson and a draft, which Omar teaches and Maya sits in; Noa teaches nothing.
private struct MakingSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, noa, maya, yusuf
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .maya, .yusuf: .student
      }
    }
  }
  static let tables = ["deck", "flashcard_note"]
  let ledger: Ledger
  let table: RouteTable
  let math = Self.id(61, Course.self)
  let lesson = Self.id(62, CourseItem.self)
  let outline = Self.id(63, CourseItem.self)
  let room = Self.id(71, Classroom.self)
  let deck = Self.id(31, Deck.self)

  static func open(_ dialect: Dialect) async throws -> MakingSchool {
    let clock = TestClock(Zone.utc.instant(Day(number: 20_521), minute: 480), step: 1)
    let migrations =
      learning + LessonsTables.migrations + FlashcardsTables.migrations
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let made = MakingSchool(ledger: ledger, table: RouteTable(flashcardRoutes(FlashcardsService())))
    try await made.found { tx in
      let maya = Self.id(101, Student.self)
      try made.addStudent(maya, "Maya", "Levi", account: .maya, tx)
      try made.addClass(made.room, "7B", teachers: [.omar], students: [maya], from: Day(number: 20_500), tx)
      try made.addCourse(made.math, "Math 7", teachers: [.omar], students: [maya], tx)
      for (id, isOut) in [(made.lesson, true), (made.outline, false)] {
        try CoursesStore(tx: tx).put(
          CourseItem(
            id: id, course: made.math, module: nil, kind: .lesson, title: "Words", place: 0,
            publishedAt: isOut ? tx.now : nil, updatedAt: tx.now))
        try LessonsStore(tx: tx).put(
          Lesson(
            id: id, course: made.math, text: "**Half**: one of two\n\n**Third**: one of three", updatedAt: tx.now))
      }
      try made.bank(tx)
      try tx.put(
        FlashcardsTables.deck,
        Deck(
          id: made.deck, audience: .classroom(made.room), author: made.account(.omar), name: "7B", language: "",
          createdAt: tx.now, updatedAt: tx.now))
    }
    return made
  }

  private func bank(_ tx: WriteTransaction) throws {
    let store = QuestionsStore(tx: tx)
    let question = Question(
      id: Self.id(65, Question.self), course: math, quiz: nil, author: account(.omar), tags: ["half"], updatedAt: tx.now
    )
    var content = QuestionContent(.short, "Half of two")
    content.answers = ["one"]
    try store.put(question, line: "half of two")
    try store.put(content, version: 1, of: question, by: account(.omar))
  }

  /// What the page calls the cards it proposes.
  func keys(_ path: String, as who: Person) async throws -> [String] {
    let page = try await shown(path, as: who)
    return page.components(after: "name=\"card\" value=\"").map { String($0.prefix { $0 != "\"" }) }
  }

  func fronts(_ deck: ID<Deck>) async throws -> [String] {
    let school = school
    return try await ledger.read { try FlashcardsStore(tx: $0).notes(of: deck, in: school).map { $0.front } }
  }
}

extension String {
  fileprivate func components(after mark: String) -> [Substring] { Array(split(separator: mark).dropFirst()) }
}

@Suite struct `Making a deck` {
  @Test(arguments: Dialect.allCases)
  func `of a lesson is for whoever sees it, and takes what was chosen`(_ dialect: Dialect) async throws {
    let school = try await MakingSchool.open(dialect)
    let path = FlashcardsPaths.making(from: school.lesson)
    let keys = try await school.keys(path, as: .maya)
    #expect(keys.count == 2)
    let form = Form([Form.Field("name", "Mine"), Form.Field("card", keys[1])])
    let answer = try await school.send(.post, path, form, as: .maya)
    let deck = try #require(answer.path.flatMap { $0.split(separator: "/").last }.flatMap { ID<Deck>(String($0)) })
    #expect(try await school.fronts(deck) == ["Third"])
    // A second time only what is new.
    let all = Form([Form.Field("deck", deck.text)] + keys.map { Form.Field("card", $0) })
    try await school.send(.post, path, all, as: .maya)
    #expect(try await school.fronts(deck) == ["Third", "Half"])
    #expect(await school.refusal(.get, FlashcardsPaths.deck(deck), as: .omar) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `is refused where nothing is seen, kept or chosen, and writes nothing`(_ dialect: Dialect) async throws {
    let school = try await MakingSchool.open(dialect)
    let path = FlashcardsPaths.making(from: school.lesson)
    let keys = try await school.keys(path, as: .maya).map { Form.Field("card", $0) }
    let mine = Form([Form.Field("name", "Mine")] + keys)
    for (path, form, who) in [
      (path, mine, .yusuf), (FlashcardsPaths.making(from: school.outline), mine, MakingSchool.Person.maya),
      (path, Form([Form.Field("deck", MakingSchool.id(99, Deck.self).text)] + keys), .maya),
    ] {
      #expect(try await school.refused { _ = try await school.send(.post, path, form, as: who) } == .notFound)
    }
    let classes = Form([Form.Field("deck", school.deck.text)] + keys)
    #expect(
      try await school.refused { _ = try await school.send(.post, path, classes, as: .maya) }?.code == "not-allowed")
    #expect(
      try await school.refused { _ = try await school.send(.post, path, Form(["name": "Mine"]), as: .maya) }?.code
        == "invalid")
    let gone = Form(["name": "Mine", "card": "abc"])
    #expect(try await school.refused { _ = try await school.send(.post, path, gone, as: .maya) } == .stale)
    #expect(await school.refusal(.get, FlashcardsPaths.making(from: school.outline), as: .maya) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `of the bank is for those who keep it`(_ dialect: Dialect) async throws {
    let school = try await MakingSchool.open(dialect)
    let path = FlashcardsPaths.makingFromBank
    let keys = try await school.keys(path, as: .omar)
    #expect(keys.count == 1)
    #expect(try await school.keys(path, as: .noa) == [])
    let form = Form([Form.Field("deck", school.deck.text), Form.Field("card", keys[0])])
    #expect(try await school.refused { _ = try await school.send(.post, path, form, as: .noa) } != nil)
    try await school.send(.post, path, form, as: .omar)
    #expect(try await school.fronts(school.deck) == ["Half of two\n\n{{c1::one}}"])
  }
}
