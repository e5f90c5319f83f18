import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing
import Web

@testable import Study

/// Omar teaches six who learn with the deck of 7B; Noa teaches nobody.
private struct ClassSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, noa, maya, yusuf, adam, lina, tamar, eli
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      default: .student
      }
    }
  }
  static let monday = Day(number: 20_521)
  static let tables = ["deck", "flashcard_note", "flashcard_event", "flashcard_state", "deck_setting"]
  static let children: [Person] = [.maya, .yusuf, .adam, .lina, .tamar, .eli]
  let ledger: Ledger
  let table: RouteTable
  let room = Self.id(71, Classroom.self), deck = Self.id(81, Deck.self), own = Self.id(82, Deck.self)

  static func open(_ dialect: Dialect) async throws -> ClassSchool {
    let clock = TestClock(zone.instant(monday, minute: 480), step: 1)
    let ledger = try TestDatabase.open(
      dialect, migrations: learning + FlashcardsTables.migrations, world: clock.world)
    let made = ClassSchool(ledger: ledger, table: RouteTable(flashcardRoutes(FlashcardsService())))
    try await made.found { tx in
      var students: [ID<Student>] = []
      for (place, child) in children.enumerated() {
        let id = Self.id(101 + UInt64(place), Student.self)
        try made.addStudent(id, child.name, "Levi", account: child, tx)
        students.append(id)
      }
      try made.addClass(made.room, "7B", teachers: [.omar], students: students, from: monday.plus(days: -30), tx)
      for (id, audience) in [
        (made.deck, StudyAudience.classroom(made.room)), (made.own, .person(made.account(.omar))),
      ] {
        try tx.put(
          FlashcardsTables.deck,
          Deck(
            id: id, audience: audience, author: made.account(.omar), name: "Food", language: "fr", createdAt: tx.now,
            updatedAt: tx.now))
      }
      for number in 0..<12 {
        let id = Self.id(301 + UInt64(number), FlashcardNote.self)
        try tx.put(
          FlashcardsTables.note,
          FlashcardNote(
            id: id, deck: made.deck, front: "f\(number)", back: "b", guid: id.text, position: number,
            updatedAt: tx.now))
      }
    }
    return made
  }

  /// Some children answered cards, so long ago, and have so many settled.
  func learn(_ children: [Person], daysAgo: Int, settled: Int) async throws {
    let (deck, day) = (deck, Self.monday.plus(days: -daysAgo))
    try await write { tx in
      for child in children {
        for number in 0..<max(1, settled) {
          let card = FlashcardKey(note: Self.id(301 + UInt64(number)), ordinal: 0)
          let event = FlashcardEvent(
            id: tx.newID(), account: account(child), deck: deck, card: card, act: .answer(.easy, milliseconds: 1),
            at: tx.now, day: day)
          try tx.put(FlashcardsTables.event, event)
          var state = FlashcardFold.state(of: [event])
          state?.memory?.due = .days(number < settled ? 30 : 3)
          if let state { try tx.put(FlashcardsTables.state, state) }
        }
      }
    }
  }
}

@Suite struct `A class and its deck` {
  @Test(arguments: Dialect.allCases)
  func `is counted for its teacher from five on, and says nothing of fewer`(_ dialect: Dialect) async throws {
    let school = try await ClassSchool.open(dialect)
    let path = FlashcardsPaths.classNumbers(school.deck)
    try await school.learn([.maya, .yusuf, .adam, .lina], daysAgo: 1, settled: 12)
    let few = try await school.shown(path, as: .omar)
    #expect(few.contains("Too few learners to count") && !few.contains(">4<") && !few.contains("class=\"stats\""))
    #expect(try await school.json(path, as: .omar).readInteger("learners") == nil)
    try await school.learn([.tamar], daysAgo: 1, settled: 1)
    try await school.learn([.eli], daysAgo: 20, settled: 0)
    let numbers = try await school.json(path, as: .omar)
    #expect(numbers.readInteger("learners") == 6 && numbers.readInteger("thisWeek") == 5)
    #expect(numbers.readInteger("answers") == 50, "4 × 12 + 1 + 1, rounded down to tens")
    let settled = numbers.readList("settled")
    #expect(settled.map { $0.readInteger("cards") }.first == 1 && settled.first?.readInteger("learners") == 5)
    #expect(settled.dropFirst().allSatisfy { $0.readInteger("learners") == nil }, "four have ten: that is not told")
    let page = try await school.shown(path, as: .omar)
    #expect(page.contains("fewer than 5"))
    for child in ClassSchool.children { #expect(!page.contains(child.name)) }
    #expect(try await school.shown(FlashcardsPaths.deck(school.deck), as: .omar).contains(path))
    #expect(!(try await school.shown(FlashcardsPaths.deck(school.deck), as: .maya).contains(path)))
  }

  @Test(arguments: Dialect.allCases)
  func `is for nobody else, and there is none of one's own`(_ dialect: Dialect) async throws {
    let school = try await ClassSchool.open(dialect)
    let path = FlashcardsPaths.classNumbers(school.deck)
    #expect(await school.refusal(.get, path, as: .noa) == .notFound)
    #expect(await school.refusal(.get, path, as: .maya) != nil)
    #expect(await school.refusal(.get, path, as: .dana) == nil)
    #expect(await school.refusal(.get, FlashcardsPaths.classNumbers(school.own), as: .omar) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `has two hundred decks and no more, and so has a person`(_ dialect: Dialect) async throws {
    let school = try await ClassSchool.open(dialect)
    try await school.write { tx in
      for number in 0..<199 {
        for (first, audience) in [
          (1000, StudyAudience.classroom(school.room)), (2000, .person(school.account(.omar))),
        ] {
          try tx.put(
            FlashcardsTables.deck,
            Deck(
              id: ClassSchool.id(UInt64(first + number)), audience: audience, author: school.account(.omar),
              name: "Deck \(number)", language: "", createdAt: tx.now, updatedAt: tx.now))
        }
      }
    }
    let many = Refusal.conflict(Phrase("flashcards.decks-many", .count(Deck.most)))
    for form in [Form(["name": "X", "classroom": school.room.text]), Form(["name": "X"])] {
      let refusal = try await school.refused {
        _ = try await school.send(.post, FlashcardsPaths.all, form, as: .omar)
      }
      #expect(refusal == many)
    }
    #expect(await school.refusal(.get, FlashcardsPaths.all, as: .omar) == nil)
    // Room is made by deleting one, and it comes back only while there is room.
    let one = ClassSchool.id(2000, Deck.self)
    try await school.send(.post, FlashcardsPaths.deletion(one), as: .omar)
    try await school.send(.post, FlashcardsPaths.all, Form(["name": "X"]), as: .omar)
    let back = try await school.refused {
      _ = try await school.send(.post, FlashcardsPaths.restoration(one), as: .omar)
    }
    #expect(back == many)
  }
}
