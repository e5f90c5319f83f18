import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Study

@Suite struct `A long deck` {
  /// Puts notes in at once: `front 7` and `back of 7`.
  private func fill(_ school: FlashcardsSchool, _ count: Int) async throws {
    try await school.write { tx in
      for number in 0..<count {
        let id = FlashcardsSchool.id(10_000 + UInt64(number), FlashcardNote.self)
        let word = number == count - 2 ? "élève {{c1::אָדָם}}" : "front \(number)"
        try tx.put(
          FlashcardsTables.note,
          FlashcardNote(
            id: id, deck: school.deck, kind: number == count - 2 ? .cloze : .basic, front: word,
            back: "back of \(number)", tags: number == 3 ? ["rare"] : [], guid: id.text, position: number,
            updatedAt: tx.now))
      }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is shown in parts, and searched to its end`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    try await fill(school, 1100)
    let path = FlashcardsPaths.deck(school.deck)
    let first = try await school.shown(path, as: .maya)
    #expect(first.contains("front 49<") && !first.contains("front 50<") && first.contains("?from=50\""))
    let second = try await school.shown(path, as: .maya, query: Form(["from": "50"]))
    #expect(second.contains("front 50<") && second.contains("rel=\"prev\""))
    for words in ["eleve", "אדם", "back of 1098", "ELEVE  1098"] {
      let found = try await school.shown(path, as: .maya, query: Form(["q": words]))
      #expect(found.contains("élève [אָדָם]") && !found.contains("front 1<"), "\(words)")
    }
    #expect(try await school.shown(path, as: .maya, query: Form(["q": "rare"])).contains("front 3<"))
    let none = try await school.shown(path, as: .maya, query: Form(["q": "zebra"]))
    #expect(none.contains("No card found") && none.contains("id=\"notes-results\""))
    let next = try await school.shown(path, as: .maya, query: Form(["q": "front"]))
    #expect(next.contains("from=50&amp;q=front"))
  }

  @Test func `that is short has no search`() async throws {
    let school = try await FlashcardsSchool.open()
    try await school.add(1, "chat")
    #expect(try await !school.shown(FlashcardsPaths.deck(school.deck), as: .maya).contains("role=\"search\""))
  }

  @Test func `goes out as files from its own page, also for those who only learn`() async throws {
    let school = try await FlashcardsSchool.open()
    try await school.add(1, "chat")
    let page = try await school.shown(FlashcardsPaths.deck(school.deck), as: .maya)
    #expect(page.contains(FlashcardsPaths.export(school.deck) + "?format=csv"))
    #expect(!page.contains(FlashcardsPaths.media(school.deck) + "\""))
  }
}

@Suite struct `Two devices with one deck` {
  @Test(arguments: Dialect.allCases)
  func `hear of each other, and lose no answer`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let (first, second) = (try await school.add(1, "one"), try await school.add(2, "two"))
    let topic = [String].watching(
      [.person(school.account(.maya))], [FlashcardsTables.state.number])
    let review = FlashcardsPaths.review(school.deck)
    let page = try await school.send(.get, review, as: .maya).page(school.scene(.en))
    let topics = Set(page?.topics ?? [])
    #expect(topics.isSuperset(of: topic))
    // Both look at the first card; what the second of them says of it counts as well.
    let path = FlashcardsPaths.act("answers", school.deck)
    try await school.send(.post, path, school.answer(first, 3, event: 501), as: .maya)
    try await school.send(.post, path, school.answer(first, 1, event: 502), as: .maya)
    let (account, id) = (school.account(.maya), school.school)
    let events = try await school.ledger.read {
      try FlashcardsStore(tx: $0).events(of: FlashcardKey(note: first, ordinal: 0), by: account, in: id)
    }
    #expect(events.count == 2)
    #expect(try await school.due(.maya).new.map { $0.note } == [second])
  }
}
