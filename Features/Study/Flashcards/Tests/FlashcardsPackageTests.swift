import Anki
import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import School
@testable import Study
@testable import StudyServer

/// A deck of Omar's class; packages of Anki's own making come into it.
struct PackageSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, maya, yusuf
    var role: Role { self == .dana ? .owner : self == .omar ? .teacher : .student }
  }
  static let tables = ["flashcard_note", "flashcard_event", "flashcard_state", "flashcard_media", "file"]
  let ledger: Ledger
  let table: RouteTable
  let server: FlashcardsServer
  let deck = Self.id(31, Deck.self)
  let room = Self.id(71, Classroom.self)

  static func open(_ dialect: Dialect) async throws -> PackageSchool {
    let clock = TestClock(Zone.utc.instant(Day(number: 20_521), minute: 480), step: 1)
    let migrations = learning + TracksTables.migrations + StudyLogTables.migrations + FlashcardsTables.migrations
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = FlashcardsServer(ledger: ledger)
    let made = PackageSchool(
      ledger: ledger, table: RouteTable(flashcardRoutes(server.service) + flashcardServerRoutes(server)),
      server: server)
    try await made.found { tx in
      let maya = Self.id(101, Student.self)
      try made.addStudent(maya, "Maya", "Levi", account: .maya, tx)
      try made.addClass(made.room, "7B", teachers: [.omar], students: [maya], from: Day(number: 20_500), tx)
      try tx.put(
        FlashcardsTables.deck,
        Deck(
          id: made.deck, audience: .classroom(made.room), author: made.account(.omar), name: "French", language: "",
          createdAt: tx.now, updatedAt: tx.now))
    }
    return made
  }

  static func bytes(_ generation: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "fixtures/anki/\(generation).apkg")))
  }

  /// The answer to looking at a package.
  func look(_ generation: String, as person: Person = .omar) async throws -> Response {
    let upload = try await upload("\(generation).apkg", Self.bytes(generation))
    return try await send(.post, FlashcardsPaths.importing(deck), as: person, uploads: [upload])
  }

  /// Has a package put in, and waits for its end.
  func apply(_ upload: String, as person: Person = .omar) async throws -> JSON {
    try await begin(upload, as: person)
    try await JobRunner(ledger, server.jobHandlers).runDue()
    return try await send(.get, path(upload), as: person).json()
  }

  @discardableResult
  func begin(_ upload: String, as person: Person = .omar) async throws -> Response {
    try await send(.post, FlashcardsPaths.packageImport(deck), Form([Form.Field("upload", upload)]), as: person)
  }

  /// The page of a package on its way.
  func path(_ upload: String) -> String { FlashcardsPaths.run(ID(upload) ?? .none, of: deck) }

  func put(_ generation: String) async throws -> JSON {
    try await apply(look(generation).json().readText("upload") ?? "")
  }

  func notes() async throws -> [FlashcardNote] {
    let (school, deck) = (school, deck)
    return try await ledger.read { try FlashcardsStore(tx: $0).notes(of: deck, in: school) }
  }

  func media() async throws -> [FlashcardMedia] {
    let (school, deck) = (school, deck)
    return try await ledger.read { try FlashcardsMediaStore(tx: $0).all(of: deck, in: school) }
  }

  func state(_ note: FlashcardNote, _ ordinal: Int = 0, of person: Person = .omar) async throws -> FlashcardState? {
    let (school, account) = (school, account(person))
    let card = FlashcardKey(note: note.id, ordinal: ordinal)
    return try await ledger.read { try FlashcardsStore(tx: $0).state(of: card, of: account, in: school) }
  }
}

extension JSON {
  func counts(_ names: String...) -> [Int64?] { names.map { readInteger($0) } }
}

@Suite struct `Importing a package of Anki` {
  private static let both = Dialect.allCases.flatMap { dialect in
    ["first", "second", "latest"].map { (dialect, $0) }
  }

  @Test(arguments: both)
  func `brings notes, pictures, sounds and what was learnt`(_ dialect: Dialect, _ generation: String) async throws {
    let school = try await PackageSchool.open(dialect)
    let answer = try await school.put(generation)
    // Six answers, one reset and one card that was put aside; what changed no memory is none of them.
    #expect(answer.counts("new", "changed", "kept", "reviews", "media") == [4, 0, 0, 8, 2])
    let notes = try await school.notes()
    #expect(notes.map(\.kind) == [.basic, .bothWays, .cloze, .basic])
    #expect(notes.map(\.guid) == [1, 2, 3, 5].map { "homeroom-\($0)" })
    #expect(notes[0].front == "pomme **rouge**" && notes[0].tags == ["fruit"])
    #expect(notes[0].back == "apple\n![](<pomme 1.png>)")
    #expect(notes[1].back == "bread[sound:pain.wav]")
    #expect(notes[2].front == "In {{c1::1492::year}} {{c2::he}} sailed" && notes[2].back == "History")
    #expect(notes[3].front == "lait" && notes[3].back == "milk")
    #expect(try await school.media().map(\.name) == ["pain.wav", "pomme 1.png"])
    let apple = try await school.state(notes[0])
    #expect(apple?.reviews == 4 && apple?.lapses == 1 && apple?.memory?.phase == .relearning(step: 0))
    #expect(apple?.memory?.reviewed == Day(number: 20_458 + 13), "the thirteenth day after 5 January")
    #expect(try await school.state(notes[1], 1)?.isSuspended == true)
    #expect(try await school.state(notes[3])?.memory == nil, "it was forgotten on purpose")
    #expect(try await school.state(notes[0], of: .maya) == nil, "each learns for themselves")
  }

  @Test(arguments: Dialect.allCases)
  func `twice doubles nothing, and what one has done since stays`(_ dialect: Dialect) async throws {
    let school = try await PackageSchool.open(dialect)
    _ = try await school.put("latest")
    let bread = try #require(try await school.notes().first { $0.guid == "homeroom-2" })
    try await school.send(
      .post, FlashcardsPaths.act("resumption", school.deck), Form(["note": bread.id.text, "ordinal": "1"]), as: .omar)
    for generation in ["latest", "second", "first"] {
      let again = try await school.put(generation)
      #expect(again.counts("new", "changed", "kept", "reviews", "media") == [0, 0, 4, 0, 0], "\(generation)")
    }
    #expect(try await school.state(bread, 1)?.isSuspended == false)
    #expect(try await school.media().count == 2)
  }

  @Test(arguments: Dialect.allCases)
  func `is looked at first, in words and for programs, and nothing is written`(_ dialect: Dialect) async throws {
    let school = try await PackageSchool.open(dialect)
    let before = try await school.counts()
    let looked = try await school.look("latest")
    #expect(try await school.counts() == before)
    #expect(looked.json().counts("new", "kept", "reviews", "media", "skipped", "missing") == [4, 0, 8, 2, 1, 0])
    let page = looked.page(school.scene(.en))?.body.string ?? ""
    for part in ["Voyage::Mots", "7 cards", "8 reviews", "2 pictures and sounds come along", "1 card is skipped"] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(page.contains(FlashcardsPaths.packageImport(school.deck)) && page.contains("<strong>rouge</strong>"))
  }

  @Test(arguments: Dialect.allCases)
  func `is for those who keep the deck, with a file of their own, once`(_ dialect: Dialect) async throws {
    let school = try await PackageSchool.open(dialect)
    let form = FlashcardsPaths.importing(school.deck)
    for who in [PackageSchool.Person.maya, .yusuf] {
      #expect(try await school.refused { _ = try await school.look("first", as: who) } == .notFound)
    }
    let upload = try #require(try await school.look("first").json().readText("upload"))
    for who in [PackageSchool.Person.maya, .dana] {
      #expect(try await school.refused { _ = try await school.apply(upload, as: who) } != nil, "\(who)")
    }
    _ = try await school.apply(upload)
    let gone = try await school.refused { _ = try await school.apply(upload) }
    #expect(gone == .invalid("file", Phrase("files.lost")))
    for bytes: [UInt8] in [[0x50, 0x4B, 0x03, 0x04, 0, 0], Array(try PackageSchool.bytes("latest").prefix(5000))] {
      let bad = try await school.upload("x.apkg", bytes)
      let refusal = await school.refusal(.post, form, as: .omar, uploads: [bad])
      #expect(refusal == .invalid("file", Phrase("flashcards.anki.fault.not-package")))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `calls a picture otherwise when another has its name, and stays so`(_ dialect: Dialect) async throws {
    let school = try await PackageSchool.open(dialect)
    let png: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1]
      + [8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89]
    let other = try await school.upload("pomme 1.png", png)
    try await school.send(.post, FlashcardsPaths.media(school.deck), as: .omar, uploads: [other])
    _ = try await school.put("latest")
    #expect(try await school.notes().first?.back == "apple\n![](<pomme 1 2.png>)")
    #expect(try await school.put("second").counts("changed", "kept", "media") == [0, 4, 0])
  }
}

@Suite struct `What a package of Anki is here` {
  private let type = AnkiNames(
    fields: ["Add Reverse", "Front", "Hint", "Back"], question: "{{#Hint}}{{hint:Hint}}{{/Hint}} {{type:Front}}",
    answer: "{{FrontSide}}<hr>{{Back}}{{#Add Reverse}}x{{/Add Reverse}}")

  private struct AnkiNames {
    let fields: [String], question: String, answer: String
  }

  @Test func `a side shows the fields that its template shows`() {
    #expect(FlashcardSides.named(in: type.question, type.fields) == [2, 1])
    #expect(FlashcardSides.named(in: type.answer, type.fields) == [3])
    #expect(FlashcardSides.named(in: "{{cloze:Front}} {{ Back }} {{{", type.fields) == [1, 3])
    // Fields that no note has are not looked for.
    let many = (0..<200).map { "F\($0)" }
    #expect(FlashcardSides.named(in: "{{F7}}{{F199}}{{F99}}{{F100}}", many) == [7, 99])
  }

  @Test func `names of pictures and sounds are kept, addresses of elsewhere are not`() {
    func text(_ html: String, _ names: [String: String] = [:]) -> String {
      FlashcardsHTML(html, isHTML: true, names: names).markdown
    }
    #expect(text("<img src=\"a%20b.png\" alt=\"a cat\">") == "![a cat](<a b.png>)")
    #expect(text("<img alt='x' src=a.png>") == "![x](a.png)")
    #expect(text("[sound:a&amp;b.mp3]", ["a&b.mp3": "c.mp3"]) == "[sound:c.mp3]")
    #expect(text("<img src=\"https://a.example/b.png\" alt=\"b\">") == "b")
    #expect(text("<img src=\"data:image/png;base64,AA\">").isEmpty && text("<img src=\"../a.png\">").isEmpty)
    #expect(FlashcardsHTML("<img src=\"a.png\" alt=\"b\">[sound:c.mp3]", isHTML: true).markdown == "b")
  }

  @Test func `history has ids that are always the same, and keeps the newest`() {
    let key = FlashcardKey(note: ID(high: 0x7000, low: 1 << 63 | 5), ordinal: 0)
    let (account, deck) = (ID<Account>(high: 0x7000, low: 1 << 63 | 1), ID<Deck>(high: 0x7000, low: 1 << 63 | 2))
    let now = Instant(milliseconds: 1_800_000_000_000)
    let reviews = (0..<300).map { place in
      FlashcardsPackage.Review(
        at: Instant(milliseconds: 1_790_000_000_000 - Int64(place) * 1000), act: .answer(.good, milliseconds: 1))
    }
    let old = FlashcardsPackage.Review(at: Instant(milliseconds: 5), act: .answer(.good, milliseconds: 1))
    let later = FlashcardsPackage.Review(at: Instant(milliseconds: 1_900_000_000_000), act: .reset)
    func events(_ reviews: [FlashcardsPackage.Review], by account: ID<Account>) -> [FlashcardEvent] {
      FlashcardsPackage.Card(ordinal: 0, isSuspended: true, reviews: reviews).events(
        of: key, by: account, in: deck, now: now
      ) { Zone.utc.day(of: $0) }
    }
    let first = events(reviews, by: account)
    #expect(first.count == FlashcardsPackage.maxOfCard + 1 && Set(first.map(\.id)).count == first.count)
    #expect(first.map(\.id) == events(reviews, by: account).map(\.id))
    #expect(Set(first.map(\.id)).isDisjoint(with: events(reviews, by: deck.cast()).map(\.id)))
    #expect(first.allSatisfy { $0.at <= now && $0.id.high >> 12 & 0xF == 7 })
    #expect(events([old], by: account).map(\.act) == [.suspend], "a clock of 1970 is not believed")
    #expect(events([later], by: account).allSatisfy { $0.at == now }, "a clock that is ahead is now")
  }
}
