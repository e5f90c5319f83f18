import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Classroom

@Suite struct `A child's record for a conference` {
  @Test(arguments: Dialect.allCases)
  func `it shows the chosen kinds of the chosen days, and no other child's name`(_ dialect: Dialect) async throws {
    let school = try await SummariesSchool.open(dialect)
    try await school.record(.mastered)
    try await school.begin()
    let path = ConferencePaths.of(school.tomer)
    let page = try await school.shown(path, as: .noa)
    #expect(page.contains("while another child looked on") && !page.contains("Maya") && page.contains("Pouring"))
    let one = try await school.send(.get, path, as: .noa, query: Form(["kind": "presentations"]))
    let only = one.page(school.scene())?.body.string ?? ""
    #expect(only.contains("Pouring") && !only.contains("looked on"))
    let early = Form(["from": "2020-01-01", "until": "2020-02-01"])
    let none = try await school.send(.get, path, as: .noa, query: early).page(school.scene())?.body.string ?? ""
    #expect(!none.contains("looked on") && none.contains("Nothing in these days"))
  }

  @Test(arguments: Dialect.allCases)
  func `families and strangers find neither the page nor the archive`(_ dialect: Dialect) async throws {
    let school = try await SummariesSchool.open(dialect)
    let student = school.tomer
    for person in [SummariesSchool.Person.omar, .leila, .rana] {
      for path in [ConferencePaths.of(student), ConferencePaths.archive(student)] {
        #expect(try await school.refused { _ = try await school.send(.get, path, as: person) } == .notFound)
      }
    }
    let backwards = Form(["from": "2026-03-02", "until": "2026-03-01"])
    let refusal = try await school.refused {
      _ = try await school.send(.get, ConferencePaths.of(student), as: .noa, query: backwards)
    }
    #expect(refusal == .invalid("until", Phrase("summaries.days-wrong")))
  }
}
