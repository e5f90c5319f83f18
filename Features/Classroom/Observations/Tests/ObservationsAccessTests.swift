import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom

@Suite struct `Who sees an observation` {
  typealias Person = ObservationsSchool.Person

  private func holders(_ school: ObservationsSchool) async throws -> Set<Person> {
    try await school.holders(of: ObservationsTables.observation, [.id(school.school), .id(school.pouring)])
  }

  @Test(arguments: Dialect.allCases)
  func `are the guides of its children and the office, on the server and on their devices`(
    _ dialect: Dialect
  ) async throws {
    let school = try await ObservationsSchool.open(dialect)
    let path = ObservationsPaths.observation(try await school.observe())
    for person in [Person.noa, .gal, .dana] {
      #expect(try await school.page(path, as: person)?.contains("poured water") == true, "\(person)")
      #expect(try await school.page(ObservationsPaths.all, as: person)?.contains("poured water") == true, "\(person)")
    }
    for person in [Person.omar, .leila, .sami, .maya, .neighbour] {
      #expect(try await school.page(path, as: person) == nil, "\(person)")
      #expect(try await school.page(path + "/edit", as: person) == nil, "\(person)")
    }
    for person in [Person.omar, .neighbour] {
      #expect(try await school.page(ObservationsPaths.all, as: person)?.contains("poured") == false)
      #expect(try await school.page(ObservationsPaths.of(school.tomer), as: person) == nil, "\(person)")
    }
    #expect(try await school.page(ObservationsPaths.all, as: .leila) == nil)
    #expect(try await holders(school) == [.noa, .gal, .dana])
  }

  @Test func `is its author alone while it is a draft`() async throws {
    let school = try await ObservationsSchool.open()
    let path = ObservationsPaths.observation(
      try await school.observe(nil, "Tomer poured water three times.", [("state", "draft")]))
    for person in [Person.gal, .dana, .omar] {
      #expect(try await school.page(path, as: person) == nil)
      #expect(try await school.page(ObservationsPaths.all, as: person)?.contains("poured") == false)
    }
    #expect(try await school.page(path, as: .noa)?.contains("poured") == true)
    #expect(try await school.page(ObservationsPaths.of(school.tomer), as: .noa)?.contains("poured") == true)
    #expect(try await holders(school) == [.noa])
  }

  @Test(arguments: Dialect.allCases)
  func `changes when a child changes classes: the record goes along and the guide before loses it`(
    _ dialect: Dialect
  ) async throws {
    let school = try await ObservationsSchool.open(dialect)
    let path = ObservationsPaths.observation(try await school.observe([school.tomer]))
    try await school.move(school.tomer, from: school.stars, to: school.moons)
    #expect(try await school.page(path, as: .omar)?.contains("poured") == true)
    #expect(try await school.page(path, as: .noa) == nil)
    #expect(try await holders(school) == [.omar, .dana])
    #expect(
      try await school.holders(of: RecordsTables.record, [.id(school.school), .id(school.tomer)]) == [.omar, .dana])
    // Its author sees it no more, and the new guide goes on with it.
    let form = ObservationsSchool.fields([school.tomer], "Tomer pours without spilling.")
    try await school.send(.post, path, form, as: .omar)
    #expect(try await school.one()?.text == "Tomer pours without spilling.")
    #expect(try await school.refused(path, form, as: .noa) == .notFound)
  }

  @Test func `one who sees some of its children reads it without the others' names and changes nothing`() async throws {
    let school = try await ObservationsSchool.open()
    let path = ObservationsPaths.observation(
      try await school.observe([school.tomer, school.lia], "They built a tower.", as: .dana))
    let html = try #require(try await school.page(path, as: .noa))
    #expect(html.contains("Tomer") && !html.contains("Lia") && html.contains("one other child"))
    let form = ObservationsSchool.fields([school.tomer, school.lia], "Changed.")
    #expect(try await school.refused(path, form, as: .noa) == .notAllowed(Phrase("observations.not-all-yours")))
    #expect(try await school.page(path + "/edit", as: .noa) == nil)
  }

  @Test func `a draft about a child that left is kept, and finishing asks again`() async throws {
    let school = try await ObservationsSchool.open()
    let path = ObservationsPaths.observation(
      try await school.observe([school.tomer, school.mayaStudent], "They poured.", [("state", "draft")]))
    try await school.move(school.tomer, from: school.stars, to: school.moons)
    #expect(try await school.page(path + "/edit", as: .noa)?.contains("no longer in your classes") == true)
    let both = [school.tomer, school.mayaStudent]
    let finish = ObservationsSchool.fields(both, "They poured.")
    #expect(
      try await school.refused(path, finish, as: .noa) == .invalid("child", Phrase("observations.child-left")))
    try await school.send(.post, path, ObservationsSchool.fields(both, "Still.", [("state", "draft")]), as: .noa)
    #expect(try await school.one()?.text == "Still.")
    try await school.send(.post, path, ObservationsSchool.fields([school.mayaStudent], "Maya poured."), as: .noa)
    #expect(try await school.one()?.state == .complete)
    #expect(try await school.page(path, as: .gal)?.contains("Maya poured.") == true)
  }

  @Test func `pages watch what they show`() async throws {
    let school = try await ObservationsSchool.open()
    let id = try await school.observe()
    for path in [ObservationsPaths.all, ObservationsPaths.observation(id), ObservationsPaths.of(school.tomer)] {
      #expect(try await !school.topics(path, as: .noa).isEmpty, "\(path)")
    }
  }
}
