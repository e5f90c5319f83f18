import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Study

@Suite struct `Two accounts of one person who learns with cards` {
  @Test(arguments: Dialect.allCases)
  func `have one history of every card`(_ dialect: Dialect) async throws {
    let school = try await FlashcardsSchool.open(dialect)
    let (one, two) = (try await school.add(201, "uno"), try await school.add(202, "dos"))
    let answers = FlashcardsPaths.act("answers", school.deck)
    try await school.send(.post, answers, school.answer(one, 4, event: 301), as: .leila)
    try await school.send(.post, answers, school.answer(one, 3, event: 302), as: .maya)
    try await school.send(.post, answers, school.answer(two, 4, event: 303), as: .leila)
    let (old, new, place) = (school.account(.leila), school.account(.maya), school.school)
    try await school.write { tx in
      try mergeFlashcards(old, new, tx)
      try tx.merge(old, into: new)
    }
    let (states, folded) = try await school.ledger.read { tx in
      let store = FlashcardsStore(tx: tx)
      let keys = [one, two].map { FlashcardKey(note: $0, ordinal: 0) }
      return (
        try keys.map { try store.state(of: $0, of: new, in: place) },
        try keys.map { FlashcardFold.state(of: try store.events(of: $0, by: new, in: place)) }
      )
    }
    #expect(states.map { $0?.reviews } == [2, 1])
    #expect(states == folded, "what stands is what the events of both come to")
    #expect(try await school.due(.leila).new.count == 2, "nothing is left with the account that ended")
  }
}
