import Base
import Classroom
import Database
import HomeroomTesting
import Kit
import Learning
import Ledger
import People
import Router
import School
import Testing
import Web

@testable import Study

/// Omar teaches 7B, in which Maya sits; Noa teaches nobody, Leila is Maya's mother.
struct FlashcardsSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, noa, leila, maya
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila: .guardian
      case .maya: .student
      }
    }
  }
  static let monday = Day(number: 20_521)
  static let tables = ["deck", "flashcard_note", "flashcard_event", "flashcard_state", "deck_setting"]
  static let migrations = learning + FlashcardsTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable
  let room = Self.id(71, Classroom.self)
  let deck = Self.id(81, Deck.self)

  static func open(_ dialect: Dialect = .sqlite) async throws -> FlashcardsSchool {
    let clock = TestClock(zone.instant(monday, minute: 480), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let made = FlashcardsSchool(
      ledger: ledger, clock: clock, table: RouteTable(flashcardRoutes(FlashcardsService())))
    try await made.found { tx in
      let maya = Self.id(101, Student.self)
      try made.addStudent(maya, "Maya", "Levi", account: .maya, guardians: [.leila], tx)
      try made.addClass(made.room, "7B", teachers: [.omar], students: [maya], from: monday.plus(days: -30), tx)
    }
    let form = Form(["id": made.deck.text, "classroom": made.room.text, "name": "Spanish", "newPerDay": "2"])
    try await made.send(.post, FlashcardsPaths.all, form, as: .omar)
    return made
  }

  @discardableResult func add(_ number: UInt64, _ front: String, kind: String = "basic") async throws -> ID<
    FlashcardNote
  > {
    let id = Self.id(number, FlashcardNote.self)
    let form = Form(["id": id.text, "kind": kind, "front": front, "back": "back of " + front])
    try await send(.post, FlashcardsPaths.notes(deck), form, as: .omar)
    return id
  }

  func due(_ person: Person, on day: Day = monday) async throws -> FlashcardsDue {
    let (account, school, id) = (account(person), school, deck)
    return try await ledger.read { tx in
      let store = FlashcardsStore(tx: tx)
      guard let deck = try store.deck(id, in: school) else { throw Refusal.notFound }
      return try store.due(deck, account, on: day, at: tx.now, in: school)
    }
  }

  func answer(_ note: ID<FlashcardNote>, _ grade: Int, _ ordinal: Int = 0, event: UInt64) -> Form {
    Form([
      "note": note.text, "ordinal": String(ordinal), "grade": String(grade),
      "event": Self.id(event, FlashcardEvent.self).text,
    ])
  }
}

@Suite struct `Learning with cards` {
  @Test(arguments: Dialect.allCases)
  func `a day has so many new ones, one of a note, and an answer twice is one`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let both = try await school.add(201, "uno", kind: "both-ways")
    let (two, _) = (try await school.add(202, "dos"), try await school.add(203, "tres"))
    #expect(try await school.due(.maya).new.map { $0.note } == [both, two])
    let answers = FlashcardsPaths.act("answers", school.deck)
    try await school.send(.post, answers, school.answer(both, 4, event: 301), as: .maya)
    let size = try await school.counts()
    try await school.send(.post, answers, school.answer(both, 4, event: 301), as: .maya)
    #expect(try await school.counts() == size)
    #expect(try await school.due(.maya).new.map { $0.note } == [two], "its other side waits, and one of two is left")
    let tomorrow = try await school.due(.maya, on: FlashcardsSchool.monday.plus(days: 1))
    #expect(tomorrow.new.first == FlashcardKey(note: both, ordinal: 1))
    #expect(try await school.due(.leila).new.map { $0.note } == [both, two], "each learns for themselves")
    try await school.send(
      .post, FlashcardsPaths.act("undo", school.deck),
      Form(["undone": FlashcardsSchool.id(301, FlashcardEvent.self).text]), as: .maya)
    #expect(try await school.due(.maya).new.map { $0.note } == [both, two])
  }

  @Test(arguments: Dialect.allCases)
  func `new ones are found among notes that were seen in part, in whole and not at all`(_ dialect: Dialect) async throws
  {
    let school = try await FlashcardsSchool.open(dialect)
    let seen = try await school.add(201, "uno")
    let (both, one) = (try await school.add(202, "dos", kind: "both-ways"), try await school.add(203, "tres"))
    try await school.send(
      .post, FlashcardsPaths.act("suspension", school.deck), Form(["note": one.text, "ordinal": "0"]), as: .maya)
    let answers = FlashcardsPaths.act("answers", school.deck)
    for (note, event) in [(seen, UInt64(301)), (both, 302)] {
      try await school.send(.post, answers, school.answer(note, 4, event: event), as: .maya)
    }
    let tomorrow = try await school.due(.maya, on: FlashcardsSchool.monday.plus(days: 1))
    #expect(tomorrow.new == [FlashcardKey(note: both, ordinal: 1)])
  }

  @Test func `new ones are looked for without reading a note`() async throws {
    let school = try await FlashcardsSchool.open(.sqlite)
    try await school.add(201, "uno")
    let (account, id) = (school.account(.maya), school.school)
    let seen = try await school.watch { [school] tx in
      let store = FlashcardsStore(tx: tx)
      guard let deck = try store.deck(school.deck, in: id) else { throw Refusal.notFound }
      _ = try store.due(deck, account, on: FlashcardsSchool.monday, at: tx.now, in: id)
    }
    let index = "COVERING INDEX flashcard_note_school_deck_position_cards_deletedAt (school=? AND deck=?)"
    #expect(seen.plans.contains { $0.contains(index) }, "\(seen.plans)")
    #expect(!seen.plans.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(seen.plans)")
  }

  @Test(arguments: Dialect.allCases)
  func `the page asks, shows, and says when all is done`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let one = try await school.add(201, "uno")
    let path = FlashcardsPaths.review(school.deck)
    let asked = try await school.shown(path, as: .maya)
    #expect(asked.contains("uno") && asked.contains("?show=1") && asked.contains("id=\"grades\""))
    #expect(!(try await school.shown(path, as: .maya, query: Form(["show": "1"])).contains("?show=1")))
    try await school.send(
      .post, FlashcardsPaths.act("answers", school.deck), school.answer(one, 4, event: 301), as: .maya)
    #expect(try await school.shown(path, as: .maya).contains("All done for now"))
    #expect(try await school.shown(FlashcardsPaths.deck(school.deck), as: .maya).contains("uno"))
    #expect(try await school.shown(FlashcardsPaths.all, as: .leila).contains("Spanish"))
    #expect(!(try await school.shown(FlashcardsPaths.all, as: .noa).contains("Spanish")))
  }

  @Test(arguments: Dialect.allCases)
  func `readers change nothing, strangers find nothing, and what is refused writes nothing`(_ dialect: Dialect)
    async throws
  {
    let school = try await FlashcardsSchool.open(dialect)
    let one = try await school.add(201, "uno")
    let deck = FlashcardsPaths.deck(school.deck)
    let note = FlashcardsPaths.note(one, of: school.deck)
    let sides = Form(["front": "a", "back": "b"])
    for (path, form) in [
      (deck, Form(["name": "X"])), (deck + "/deletion", Form()), (deck + "/restoration", Form()),
      (FlashcardsPaths.notes(school.deck), sides), (note, sides), (note + "/deletion", Form()),
      (note + "/restoration", Form()),
    ] {
      let refusal = try await school.refused { _ = try await school.send(.post, path, form, as: .maya) }
      #expect(refusal == .notAllowed(Phrase("flashcards.keepers-only")), "\(path)")
      let stranger = try await school.refused { _ = try await school.send(.post, path, form, as: .noa) }
      #expect(stranger == .notFound, "\(path)")
    }
    let card = Form(["note": one.text, "ordinal": "1"])
    for act in ["burying", "suspension", "resumption", "reset"] {
      let path = FlashcardsPaths.act(act, school.deck)
      #expect(try await school.refused { _ = try await school.send(.post, path, card, as: .maya) } == .notFound)
    }
    let answers = FlashcardsPaths.act("answers", school.deck)
    let wrong = school.answer(one, 3, 1, event: 301)
    #expect(try await school.refused { _ = try await school.send(.post, answers, wrong, as: .maya) } == .notFound)
    try await school.send(.post, answers, school.answer(one, 3, event: 302), as: .maya)
    let undo = Form(["undone": FlashcardsSchool.id(302, FlashcardEvent.self).text])
    let others = try await school.refused {
      _ = try await school.send(.post, FlashcardsPaths.act("undo", school.deck), undo, as: .omar)
    }
    #expect(others == .notFound, "nobody takes back, or learns of, another's answer")
    let form = Form(["name": "X", "classroom": school.room.text])
    let made = try await school.refused { _ = try await school.send(.post, FlashcardsPaths.all, form, as: .maya) }
    #expect(made == .notAllowed(Phrase("flashcards.keepers-only")))
  }

  @Test(arguments: Dialect.allCases)
  func `a person has so many decks, and one more comes back only when there is room`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let author = school.account(.maya)
    try await school.write { tx in
      for number in 0...Deck.most {
        try tx.put(
          FlashcardsTables.deck,
          Deck(
            id: FlashcardsSchool.id(UInt64(5000 + number)), audience: .person(author), author: author, name: "D",
            language: "es", createdAt: tx.now, updatedAt: tx.now, deletedAt: number == 0 ? tx.now : nil))
      }
    }
    let full = Refusal.conflict(Phrase("flashcards.decks-many", .count(200)))
    let form = Form(["name": "One more", "language": "es", "newPerDay": "2", "reviewsPerDay": "200"])
    let restore = FlashcardsPaths.restoration(FlashcardsSchool.id(5000))
    let size = try await school.counts()
    #expect(try await school.refused { _ = try await school.send(.post, FlashcardsPaths.all, form, as: .maya) } == full)
    #expect(try await school.refused { _ = try await school.send(.post, restore, as: .maya) } == full)
    #expect(try await school.counts() == size)
    try await school.send(.post, FlashcardsPaths.deletion(FlashcardsSchool.id(5001)), as: .maya)
    try await school.send(.post, restore, as: .maya)
  }

  @Test(arguments: Dialect.allCases)
  func `who was slower is told, and writes over nobody`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let note = try await school.add(201, "uno")
    let (deck, place) = (school.deck, school.school)
    let (seenDeck, seenNote) = try await school.ledger.read { tx in
      let store = FlashcardsStore(tx: tx)
      return (try store.deck(deck, in: place)?.version ?? "", try store.note(note, in: place)?.version ?? "")
    }
    for (path, form) in [
      (
        FlashcardsPaths.note(note, of: deck),
        Form(["kind": "basic", "front": "one", "back": "b", "version": seenNote])
      ),
      (
        FlashcardsPaths.deck(deck),
        Form(["name": "French", "newPerDay": "2", "reviewsPerDay": "200", "version": seenDeck])
      ),
    ] {
      try await school.send(.post, path, form, as: .omar)
      #expect(try await school.refused { _ = try await school.send(.post, path, form, as: .dana) } == .stale, "\(path)")
    }
  }
}
