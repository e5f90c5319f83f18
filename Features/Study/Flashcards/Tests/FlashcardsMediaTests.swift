import Archive
import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing
import Web

@testable import School
@testable import Study
@testable import StudyServer

/// A deck of a class that Omar teaches and Maya sits in, and one of Omar's own.
private struct MediaSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, maya, yusuf
    var role: Role { self == .dana ? .owner : self == .omar ? .teacher : .student }
  }
  static let tables = ["deck", "flashcard_note", "flashcard_media", "file"]
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1]
    + [8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89]
  let ledger: Ledger
  let table: RouteTable
  let deck = Self.id(31, Deck.self)
  let own = Self.id(32, Deck.self)
  let room = Self.id(71, Classroom.self)

  static func open(_ dialect: Dialect) async throws -> MediaSchool {
    let clock = TestClock(Zone.utc.instant(Day(number: 20_521), minute: 480), step: 1)
    let migrations = learning + TracksTables.migrations + StudyLogTables.migrations + FlashcardsTables.migrations
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = FlashcardsServer(ledger: ledger)
    let made = MediaSchool(
      ledger: ledger, table: RouteTable(flashcardRoutes(server.service) + flashcardServerRoutes(server)))
    try await made.found { tx in
      let maya = Self.id(101, Student.self)
      try made.addStudent(maya, "Maya", "Levi", account: .maya, tx)
      try made.addClass(made.room, "7B", teachers: [.omar], students: [maya], from: Day(number: 20_500), tx)
      for (id, audience) in [
        (made.deck, StudyAudience.classroom(made.room)), (made.own, .person(made.account(.omar))),
      ] {
        try tx.put(
          FlashcardsTables.deck,
          Deck(
            id: id, audience: audience, author: made.account(.omar), name: "Food", language: "", createdAt: tx.now,
            updatedAt: tx.now))
      }
    }
    return made
  }

  /// Puts files in, and answers with their names, in the order in which they came.
  @discardableResult func add(_ names: String..., bytes: [UInt8] = png, form: Form = Form()) async throws -> [String] {
    var uploads: [Router.Upload] = []
    for (at, name) in names.enumerated() { uploads.append(try await upload(name, bytes + [UInt8(at)])) }
    try await send(.post, FlashcardsPaths.media(deck), form, as: .omar, uploads: uploads)
    return try await media().map { $0.name }
  }

  func media() async throws -> [FlashcardMedia] {
    let (school, deck) = (school, deck)
    return try await ledger.read { try FlashcardsMediaStore(tx: $0).all(of: deck, in: school) }
  }
}

@Suite struct `Pictures and sounds of a deck` {
  @Test(arguments: Dialect.allCases)
  func `have a name each, and are given to whoever sees the deck`(_ dialect: Dialect) async throws {
    let school = try await MediaSchool.open(dialect)
    #expect(try await school.add("cat.png", "cat.png") == ["cat 2.png", "cat.png"])
    let cat = try #require(try await school.media().last)
    for who in [MediaSchool.Person.omar, .maya] {
      #expect(await school.refusal(.get, FlashcardsPaths.media(cat), as: who) == nil)
    }
    #expect(await school.refusal(.get, FlashcardsPaths.media(cat), as: .yusuf) == .notFound)
    let elsewhere = FlashcardsPaths.media(school.own) + "/" + cat.id.text
    #expect(await school.refusal(.get, elsewhere, as: .omar) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `are put in by those who keep the deck, and are nothing but pictures and sounds`(_ dialect: Dialect) async throws
  {
    let school = try await MediaSchool.open(dialect)
    let path = FlashcardsPaths.media(school.deck)
    let svg = try await school.upload("x.png", Array("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>".utf8))
    let picture = try await school.upload("x.png", MediaSchool.png)
    #expect(
      try await school.refused { _ = try await school.send(.post, path, as: .omar, uploads: [picture, svg]) }
        == .invalid("file", Phrase("flashcards.media.type")))
    #expect(try await school.refused { _ = try await school.send(.post, path, as: .omar) }?.code == "invalid")
    #expect(
      try await school.refused { _ = try await school.send(.post, path, as: .maya, uploads: [picture]) }?.code
        == "not-allowed")
    #expect(
      try await school.refused { _ = try await school.send(.post, path, as: .yusuf, uploads: [picture]) } == .notFound)
    #expect(await school.refusal(.get, path, as: .maya) == .notFound)
    #expect(try await school.html(path, as: .omar).contains("No pictures or sounds yet"))
  }

  @Test(arguments: Dialect.allCases)
  func `are taken away and come back, under another name when theirs is taken`(_ dialect: Dialect) async throws {
    let school = try await MediaSchool.open(dialect)
    try await school.add("cat.png")
    let cat = try #require(try await school.media().first)
    let path = FlashcardsPaths.removal(cat)
    #expect(try await school.refused { _ = try await school.send(.post, path, as: .maya) }?.code == "not-allowed")
    let gone = try await school.send(.post, path, as: .omar)
    #expect(await school.refusal(.get, FlashcardsPaths.media(cat), as: .omar) == .notFound)
    try await school.add("cat.png")
    let undo = try #require(gone.toast?.undo)
    try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    #expect(try await school.media().map { $0.name } == ["cat 2.png", "cat.png"])
    #expect(await school.refusal(.get, FlashcardsPaths.media(cat), as: .maya) == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `stand on the card that calls them, and on the form of a note`(_ dialect: Dialect) async throws {
    let school = try await MediaSchool.open(dialect)
    let answer = try await school.send(
      .post, FlashcardsPaths.notes(school.deck), Form(["front": "![a cat](cat.png) ![](dog.png)", "back": "chat"]),
      as: .omar)
    #expect(answer.status == 303 || answer.status == 201)
    try await school.add("cat.png", form: Form(["on-note": "1"]))
    let cat = try #require(try await school.media().first)
    let card = try await school.shown(FlashcardsPaths.review(school.deck), as: .maya)
    #expect(card.contains("<img src=\"\(FlashcardsPaths.media(cat))\" alt=\"a cat\""))
    #expect(card.contains("There is no such picture or sound"))
    let form = try await school.shown(FlashcardsPaths.newNote(school.deck), as: .omar)
    #expect(form.contains("data-call=\"![](cat.png)\""))
  }

  @Test(arguments: Dialect.allCases)
  func `go out in an archive with the cards, and their calls come back as they were`(_ dialect: Dialect) async throws {
    let school = try await MediaSchool.open(dialect)
    let note = Form(["front": "![a cat](cat.png)", "back": "chat [sound:chat.mp3]"])
    try await school.send(.post, FlashcardsPaths.notes(school.deck), note, as: .omar)
    try await school.add("cat.png")
    let archive = FlashcardsPaths.archive(school.deck)
    let bytes = try await sent(school.send(.get, archive, as: .maya))
    let entries = try ZIP.Archive(bytes).entries.map { $0.name }
    #expect(Set(entries) == ["flashcards.csv", "cat.png"])
    #expect(await school.refusal(.get, archive, as: .yusuf) == .notFound)
    for format in ["csv", "tsv", "anki"] {
      let table = try await sent(
        school.send(.get, FlashcardsPaths.export(school.deck), as: .maya, query: Form(["format": format])))
      let read = try FlashcardsText(table).notes
      #expect(read.map { $0.front } == ["![a cat](cat.png)"], "\(format)")
      #expect(read.map { $0.back } == ["chat [sound:chat.mp3]"], "\(format)")
    }
  }

  /// What an answer streams.
  private func sent(_ answer: Response) async throws -> [UInt8] {
    guard case .stream(_, _, _, let stream) = answer.body, let write = stream.write else { throw Refusal.unavailable }
    let pieces = Pieces()
    try await write { await pieces.add($0) }
    return await pieces.bytes
  }

  private actor Pieces {
    var bytes: [UInt8] = []
    func add(_ more: [UInt8]) { bytes += more }
  }
}
