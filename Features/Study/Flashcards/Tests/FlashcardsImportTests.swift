import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Study
@testable import StudyServer

/// A school with a deck of the teacher's own and one of a class.
private struct ImportSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, maya
    var role: Role { self == .dana ? .owner : self == .omar ? .teacher : .student }
  }
  static let tables = ["deck", "flashcard_note"]
  let ledger: Ledger
  let table: RouteTable
  let deck = Self.id(31, Deck.self)
  let own = Self.id(32, Deck.self)
  let room = Self.id(71, Classroom.self)
  let student = Self.id(101, Student.self)

  static func open(_ dialect: Dialect) async throws -> ImportSchool {
    let clock = TestClock(Zone.utc.instant(Day(number: 20_521), minute: 480))
    let migrations =
      learning + TracksTables.migrations + StudyLogTables.migrations + FlashcardsTables.migrations
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = FlashcardsServer(ledger: ledger)
    let made = ImportSchool(
      ledger: ledger, table: RouteTable(flashcardRoutes(server.service) + flashcardServerRoutes(server)))
    try await made.found { tx in
      try made.addStudent(made.student, "Maya", "Levi", account: .maya, tx)
      try made.addClass(
        made.room, "7B", teachers: [.omar], students: [made.student], from: Day(number: 20_500), tx)
      for (id, audience) in [
        (made.deck, StudyAudience.classroom(made.room)), (made.own, .person(made.account(.omar))),
      ] {
        try tx.put(
          FlashcardsTables.deck,
          Deck(
            id: id, audience: audience, author: made.account(.omar), name: "Food", language: "fr", createdAt: tx.now,
            updatedAt: tx.now))
      }
    }
    return made
  }

  func put(_ file: String, as person: Person = .omar, into deck: ID<Deck>? = nil) async throws -> Response {
    try await send(
      .post, FlashcardsPaths.importing(deck ?? self.deck) + "/apply", Form([Form.Field("file", file)]), as: person)
  }
  func notes() async throws -> [FlashcardNote] {
    let (school, deck) = (school, deck)
    return try await ledger.read { try FlashcardsStore(tx: $0).notes(of: deck, in: school) }
  }
}

@Suite struct `Importing cards` {
  private static let file =
    "#separator:tab\n#guid column:1\n#tags column:4\ng1\tpomme\tapple\tfruit\ng2\tpain\tbread\t\n"

  @Test(arguments: Dialect.allCases)
  func `twice makes them once, changes what changed and keeps their place`(_ dialect: Dialect) async throws {
    let school = try await ImportSchool.open(dialect)
    let first = try await school.put(Self.file)
    #expect(first.toast?.phrase == Phrase("flashcards.import.done", .count(2)))
    let before = try await school.notes()
    #expect(before.map(\.front) == ["pomme", "pain"] && before.map(\.tags) == [["fruit"], []])
    _ = try await school.put(Self.file)
    #expect(try await school.notes() == before)
    _ = try await school.put("#separator:tab\n#guid column:1\ng2\tdu pain\tbread\ng3\tlait\tmilk\n")
    let after = try await school.notes()
    #expect(after.map(\.front) == ["pomme", "du pain", "lait"])
    #expect(Array(after.map(\.id).prefix(2)) == before.map(\.id))
    // Without names a note is known by its front.
    _ = try await school.put("lait,a milk\n")
    #expect(try await school.notes().map(\.back) == ["apple", "bread", "a milk"])
    #expect(try await school.notes().map(\.guid) == ["g1", "g2", "g3"])
  }

  @Test(arguments: Dialect.allCases)
  func `brings back what was deleted, as the same note`(_ dialect: Dialect) async throws {
    let school = try await ImportSchool.open(dialect)
    _ = try await school.put(Self.file)
    let old = try await school.notes()
    try await school.write { tx in
      for var note in old {
        note.deletedAt = tx.now
        try tx.put(FlashcardsTables.note, note)
      }
    }
    _ = try await school.put(Self.file)
    #expect(try await school.notes().map(\.id) == old.map(\.id))
  }

  @Test(arguments: Dialect.allCases)
  func `is for those who keep the deck, and what is refused writes nothing`(_ dialect: Dialect) async throws {
    let school = try await ImportSchool.open(dialect)
    #expect(try await school.refused { _ = try await school.put(Self.file, as: .maya) } == .notFound)
    #expect(try await school.refused { _ = try await school.put(Self.file, as: .dana, into: school.own) } == .notFound)
    for bad in ["\"a,b\n", "only\n", "#separator:pipe\na|b\n"] {
      #expect(try await school.refused { _ = try await school.put(bad) }?.code == "invalid")
    }
    let form = FlashcardsPaths.importing(school.deck)
    #expect(await school.refusal(.get, form, as: .maya) == .notFound)
    #expect(await school.refusal(.post, form, Form([Form.Field("text", "a,b")]), as: .maya) == .notFound)
    #expect(try await school.html(form, as: .omar).contains("multipart/form-data"))
  }

  @Test(arguments: Dialect.allCases)
  func `is looked at first, with what is left out and cards as they will look`(_ dialect: Dialect) async throws {
    let school = try await ImportSchool.open(dialect)
    _ = try await school.put(Self.file)
    let upload = try await school.upload(
      "deck.txt",
      Array(
        "#separator:tab\n#html:true\n#guid column:1\ng1\tpomme\t<b>apple</b>[sound:a.mp3]\ng9\tlait\tmilk\nx\n".utf8))
    var page: String?
    let refused = try await school.refused {
      page = try await school.send(
        .post, FlashcardsPaths.importing(school.deck), as: .omar, uploads: [upload]
      ).page(school.scene(.en))?.body.string
    }
    #expect(refused == nil)
    let text = try #require(page)
    #expect(text.contains("<strong>apple</strong>") && text.contains("Line 6:") && text.contains("/import/apply"))
    #expect(text.contains("1 picture or sound is not taken along."))
    #expect(try await school.notes().map(\.back) == ["apple", "bread"])
    let again = FlashcardsPaths.importing(school.deck)
    let bytes = try await school.upload("deck.txt", [0xFF, 0xFE, 0x61, 0x00])
    #expect(await school.refusal(.post, again, as: .omar, uploads: [bytes])?.code == "invalid")
  }

  @Test(arguments: Dialect.allCases)
  func `goes out to all who read the deck, and to nobody else`(_ dialect: Dialect) async throws {
    let school = try await ImportSchool.open(dialect)
    _ = try await school.put(Self.file)
    #expect(await school.refusal(.get, FlashcardsPaths.export(school.deck), as: .maya) == nil)
    #expect(await school.refusal(.get, FlashcardsPaths.export(school.own), as: .maya) == .notFound)
  }

  @Test func `of ten thousand cards that are pasted makes no day of ten thousand`() async throws {
    let school = try await ImportSchool.open(.sqlite)
    let text = (0..<10_000).map { "front \($0)\tback \($0)" }.joined(separator: "\n")
    let done = try await school.put("#separator:tab\n" + text)
    #expect(done.toast?.phrase == Phrase("flashcards.import.done", .count(10_000)))
    #expect(try await school.notes().count == 10_000)
    let page = try await school.json(FlashcardsPaths.deck(school.deck), as: .maya)
    #expect(page.readInteger("today") == 10 && page.readInteger("new") == 10_000, "so many new ones a day")
    let numbers = try await school.json(FlashcardsPaths.statistics(school.deck), as: .maya)
    #expect(numbers.readInteger("new") == 10_000)
    // More than that is refused, and what is there stays.
    let more = (0..<12_000).map { "f\($0)\tb" }.joined(separator: "\n")
    #expect(try await school.refused { _ = try await school.put("#separator:tab\n" + more) }?.code == "invalid")
    #expect(try await school.notes().count == 10_000)
  }
}
