import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Study

@Suite struct `A track` {
  @Test(arguments: Dialect.allCases)
  func `is made for oneself by everybody, and joined with it`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make("me", as: .sami)
    #expect(try await school.member(.sami)?.joinedOn == school.today)
    #expect(try await school.shown(TracksPaths.all, as: .sami).contains("Mishnah"))
    for person in [TracksSchool.Person.dana, .omar, .maya] {
      #expect(await school.refusal(.get, TracksPaths.track(school.track), as: person) == .notFound)
      #expect(await school.refusal(.post, TracksPaths.membership(school.track), as: person) == .notFound)
      #expect(try await !school.shown(TracksPaths.all, as: person).contains("Mishnah"))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `of a class is seen by the class, and kept by those who teach it`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    let audience = "class-" + school.room.text
    for person in [TracksSchool.Person.noa, .leila, .maya] {
      let refusal = try await school.refused { try await school.make(audience, as: person) }
      #expect(refusal == .invalid("audience", Phrase("tracks.audience-wrong")), "\(person)")
    }
    try await school.make(audience, as: .omar)
    for person in [TracksSchool.Person.leila, .maya, .omar, .dana] {
      #expect(try await school.shown(TracksPaths.all, as: person).contains("7B"), "\(person)")
    }
    for person in [TracksSchool.Person.noa, .sami] {
      #expect(await school.refusal(.get, TracksPaths.track(school.track), as: person) == .notFound)
    }
    let refusal = try await school.refused { try await school.add("a", as: .maya) }
    #expect(refusal == .notAllowed(Phrase("tracks.keepers-only")))
    #expect(await school.refusal(.get, TracksPaths.newText(school.track), as: .maya) == .notFound)
    try await school.add("a", as: .omar)
    let page = try await school.html(TracksPaths.track(school.track), as: .maya)
    #expect(page.contains(">a</span>") && !page.contains(TracksPaths.deletion(school.track)))
  }

  @Test(arguments: Dialect.allCases)
  func `is opened to everybody by the office alone`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    let form = school.form("school", isPublic: true)
    let refusal = try await school.refused { try await school.send(.post, TracksPaths.all, form, as: .omar) }
    #expect(refusal == .invalid("public", Phrase("tracks.public-office")))
    let own = try await school.refused {
      try await school.send(.post, TracksPaths.all, school.form("me", isPublic: true), as: .dana)
    }
    #expect(own == .invalid("public", Phrase("tracks.public-school")))
    try await school.send(.post, TracksPaths.all, form, as: .dana)
    #expect(try await school.shown(TracksPaths.track(school.track), as: .sami).contains("Open to everybody"))
  }

  @Test(arguments: Dialect.allCases)
  func `needs a day of the week, and shows its form again`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    let refusal = try await school.refused {
      try await school.send(.post, TracksPaths.all, school.form("me", days: ""), as: .maya)
    }
    #expect(refusal == .invalid("weekday", Phrase("tracks.weekdays-none")))
    let form = try await school.shown(TracksPaths.new, as: .maya)
    #expect(form.contains("name=\"weekday\"") && !form.contains(school.room.text) && !form.contains("name=\"public\""))
    #expect(try await school.shown(TracksPaths.new, as: .omar).contains("class-" + school.room.text))
  }

  @Test(arguments: Dialect.allCases)
  func `is changed by who saw its last version`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    let stale = try await school.refused {
      let fields = school.form(name: "Gemara").fields + [Form.Field("version", "1")]
      try await school.send(.post, TracksPaths.track(school.track), Form(fields), as: .dana)
    }
    #expect(stale == .stale)
    let reader = try await school.refused {
      try await school.send(.post, TracksPaths.track(school.track), school.form(name: "Gemara"), as: .maya)
    }
    #expect(reader == .notAllowed(Phrase("tracks.keepers-only")))
    try await school.send(.post, TracksPaths.track(school.track), school.form(name: "Gemara", days: "12"), as: .dana)
    let edit = try await school.shown(TracksPaths.edit(school.track), as: .dana)
    #expect(edit.contains("Gemara") && edit.contains("value=\"2\" checked") && !edit.contains("value=\"3\" checked"))
  }

  @Test(arguments: Dialect.allCases)
  func `that was deleted is gone for readers and comes back as it was`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.add("a b")
    let reader = try await school.refused {
      try await school.send(.post, TracksPaths.deletion(school.track), as: .maya)
    }
    #expect(reader == .notAllowed(Phrase("tracks.keepers-only")))
    try await school.send(.post, TracksPaths.deletion(school.track), as: .dana)
    #expect(await school.refusal(.get, TracksPaths.track(school.track), as: .maya) == .notFound)
    #expect(await school.refusal(.post, TracksPaths.membership(school.track), as: .maya) == .notFound)
    #expect(try await !school.shown(TracksPaths.all, as: .dana).contains("Mishnah"))
    let refusal = try await school.refused { try await school.add("c") }
    #expect(refusal == .conflict(Phrase("tracks.is-deleted")))
    #expect(try await school.shown(TracksPaths.track(school.track), as: .dana).contains("Restore track"))
    try await school.send(.post, TracksPaths.restoration(school.track), as: .dana)
    #expect(try await school.shown(TracksPaths.track(school.track), as: .maya).contains("2 texts"))
  }

  @Test(arguments: Dialect.allCases)
  func `comes back only while its author has room for one more`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.send(.post, TracksPaths.deletion(school.track), as: .dana)
    let author = school.account(.dana)
    try await school.write { tx in
      for number in 0..<Track.mostOfAuthor {
        try tx.put(
          TracksTables.track,
          Track(
            id: TracksSchool.id(UInt64(5000 + number)), audience: .school, author: author, name: "T", language: "he",
            weekdays: [1], createdAt: tx.now, updatedAt: tx.now))
      }
    }
    let full = Refusal.conflict(Phrase("tracks.many", .count(200)))
    let path = TracksPaths.restoration(school.track)
    #expect(try await school.refused { try await school.send(.post, path, as: .dana) } == full)
    try await school.send(.post, TracksPaths.deletion(TracksSchool.id(5000)), as: .dana)
    try await school.send(.post, path, as: .dana)
    let track = TracksPaths.track(school.track)
    #expect(try await school.shown(track, as: .maya).isEmpty == false, "it is there again")
    // What stands is restored without a word, however many there are.
    try await school.send(.post, path, as: .dana)
  }

  @Test(arguments: Dialect.allCases)
  func `whoever was slower with a text is told, and writes over nobody`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.add("a b")
    let (item, place) = (school.item("a"), school.school)
    func version() async throws -> String {
      try await school.ledger.read { try TracksStore(tx: $0).items([item], in: place).first?.version ?? "" }
    }
    let seen = try await version()
    #expect(try await school.shown(TracksPaths.text(school.track, item) + "/edit", as: .dana).contains(seen))
    // In another place it is the same text.
    try await school.send(.post, TracksPaths.place(school.track, item), Form(["place": "2"]), as: .dana)
    #expect(try await version() == seen)
    func edit(_ source: String, _ version: String?) async throws {
      let fields = [Form.Field("label", "a"), Form.Field("source", source)]
      try await school.send(
        .post, TracksPaths.text(school.track, item),
        Form(fields + (version.map { [Form.Field("version", $0)] } ?? [])), as: .dana)
    }
    try await edit("quick", seen)
    #expect(try await school.refused { try await edit("slow", seen) } == .stale)
    try await edit("next", version())
    try await edit("without a version", nil)
  }

  @Test(arguments: Dialect.allCases)
  func `is joined, left and joined again with its first day`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    #expect(try await school.member(.dana) == nil)
    try await school.send(.post, TracksPaths.membership(school.track), as: .leila)
    try await school.send(.post, TracksPaths.membership(school.track), as: .leila)
    let joined = try #require(try await school.member(.leila))
    #expect(joined.leftAt == nil)
    try await school.send(.post, TracksPaths.leaving(school.track), as: .leila)
    #expect(try await school.member(.leila)?.leftAt != nil)
    try await school.send(.post, TracksPaths.membership(school.track), as: .leila)
    #expect(try await school.member(.leila) == joined)
    let caller = school.caller(.leila)
    #expect(try await school.ledger.read { try TracksStore(tx: $0).joined(by: caller).map(\.id) } == [school.track])
  }
}

@Suite struct `The texts of a track` {
  @Test(arguments: Dialect.allCases)
  func `are moved, changed, removed and brought back`(_ dialect: Dialect) async throws {
    let school = try await TracksSchool.open(dialect)
    try await school.make()
    try await school.add("a b c d")
    let place = TracksPaths.place(school.track, school.item("d"))
    try await school.send(.post, place, Form(["place": "2"]), as: .dana)
    #expect(try await order(school) == "a d b c")
    try await school.send(.post, place, Form(["place": "4999"]), as: .dana)
    #expect(try await order(school) == "a b c d")
    let removal = TracksPaths.removal(school.track, school.item("b"))
    #expect(await school.refusal(.post, removal, as: .maya) == .notAllowed(Phrase("tracks.keepers-only")))
    try await school.send(.post, removal, as: .dana)
    #expect(try await order(school) == "a c d")
    let gone = try await school.refused {
      let path = TracksPaths.text(school.track, school.item("b"))
      try await school.send(.post, path, Form(["label": "x", "source": "y"]), as: .dana)
    }
    #expect(gone == .conflict(Phrase("tracks.text-deleted")))
    try await school.send(.post, removal, Form(["restore": "1"]), as: .dana)
    #expect(try await order(school) == "a b c d")
    let form = Form(["label": "z", "source": "New.", "questions": "Who? | Me | You", "language": "ar"])
    try await school.send(.post, TracksPaths.text(school.track, school.item("b")), form, as: .dana)
    let edit = try await school.shown(TracksPaths.editText(school.track, school.item("b")), as: .dana)
    #expect(edit.contains("Who? | Me | You") && edit.contains("New."))
    #expect(try await order(school) == "a z c d")
  }

  private func order(_ school: TracksSchool) async throws -> String {
    let (track, place) = (school.track, school.school)
    return try await school.ledger.read {
      try TracksStore(tx: $0).items(of: track, in: place).map(\.label).joined(separator: " ")
    }
  }
}
