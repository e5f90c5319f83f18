import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Classroom

@Suite struct `Presentations to children` {
  static let area = RecordsSchool.id(501, CurriculumNode.self), material = RecordsSchool.id(502, CurriculumNode.self)
  static let first = RecordsSchool.id(503, CurriculumNode.self), second = RecordsSchool.id(504, CurriculumNode.self)

  private func opened(_ dialect: Dialect) async throws -> RecordsSchool {
    let school = try await RecordsSchool.open(dialect)
    try await school.write("test.curriculum") { tx in
      let nodes: [(ID<CurriculumNode>, ID<CurriculumNode>?, CurriculumNode.Kind, String)] = [
        (Self.area, nil, .area, "Sensorial"), (Self.material, Self.area, .material, "Pink Tower"),
        (Self.first, Self.material, .presentation, "Building the tower"),
        (Self.second, Self.material, .presentation, "Tower and stair"),
      ]
      for (place, (id, parent, kind, name)) in nodes.enumerated() {
        try tx.put(
          CurriculumTables.node,
          CurriculumNode(
            id: id, parent: parent, kind: kind, key: "k\(place)", name: name, position: place, updatedAt: tx.now))
      }
      try tx.put(CurriculumTables.prerequisite, Prerequisite(presentation: Self.second, needs: Self.first))
    }
    return school
  }

  private func act(_ kind: String, _ day: Day = RecordsSchool.monday) -> Form {
    Form(["kind": kind, "day": day.text])
  }

  @Test(arguments: Dialect.allCases)
  func `what is mastered opens the way, and taken back it closes it`(_ dialect: Dialect) async throws {
    let school = try await opened(dialect)
    let (child, one) = (PresentationsPaths.of(school.tomer), PresentationsPaths.one(Self.first, of: school.tomer))
    #expect(!(try await school.shown(child, as: .noa).contains("Tower and stair")))
    try await school.send(.post, one, act("presented"), as: .noa)
    try await school.send(.post, one, act("mastered"), as: .gal)
    let shown = try await school.shown(child, as: .noa)
    #expect(shown.contains("Tower and stair") && shown.contains("Mastered before it: Building the tower"))
    let history = try await school.shown(one, as: .dana)
    #expect(history.contains("Noa") && history.contains("Gal"), "who and when")
    let (place, tomer) = (school.school, school.tomer)
    let acts = try await school.ledger.read { try PresentationsStore(tx: $0).acts(of: tomer, in: place) }
    let mastered = try #require(acts.first { $0.kind == .mastered })
    try await school.send(.post, PresentationsPaths.withdrawal(mastered), Form(), as: .noa)
    #expect(!(try await school.shown(child, as: .noa).contains("Tower and stair")))
    #expect(try await school.shown(one, as: .noa).contains("taken back"))
  }

  @Test(arguments: Dialect.allCases)
  func `one act for a group is one a child, and ends what was planned`(_ dialect: Dialect) async throws {
    let school = try await opened(dialect)
    let plan = Form(["presentation": Self.first.text, "day": RecordsSchool.monday.text])
    try await school.send(.post, PresentationsPaths.plans(school.tomer), plan, as: .noa)
    #expect(try await school.shown(PresentationsPaths.week(school.house), as: .gal).contains("Building the tower"))
    let group = Form([
      Form.Field("kind", "presented"), Form.Field("day", RecordsSchool.monday.text),
      Form.Field("students", school.tomer.text), Form.Field("students", school.other.text),
      Form.Field("students", school.tomer.text),
    ])
    try await school.send(.post, PresentationsPaths.group(Self.first, in: school.house), group, as: .noa)
    let (place, ids) = (school.school, [school.tomer, school.other])
    let (acts, plans) = try await school.ledger.read { tx in
      let store = PresentationsStore(tx: tx)
      return (try store.acts(of: ids, [Self.first], in: place), try store.plans(of: ids, in: place))
    }
    #expect(acts.count == 2 && plans.isEmpty)
    let grid = try await school.shown(PresentationsPaths.grid(school.house), as: .noa)
    #expect(grid.contains("Tomer Azulay: Presented") && grid.contains("data-kind=\"none\""))
  }

  @Test(arguments: Dialect.allCases)
  func `who does not see every child writes nothing, and days out of reach are refused`(_ dialect: Dialect)
    async throws
  {
    let school = try await opened(dialect)
    let one = PresentationsPaths.one(Self.first, of: school.tomer)
    let group = PresentationsPaths.group(Self.first, in: school.house)
    let both = Form([
      Form.Field("kind", "presented"), Form.Field("day", RecordsSchool.monday.text),
      Form.Field("students", school.tomer.text),
    ])
    for person in [RecordsSchool.Person.omar, .leila, .lia] {
      for (path, form) in [
        (one, act("presented")), (group, both), (PresentationsPaths.plans(school.tomer), Form(["title": "X"])),
      ] {
        let refusal = try await school.refused { _ = try await school.send(.post, path, form, as: person) }
        #expect(refusal == .notFound, "\(person) \(path)")
      }
    }
    let late = act("presented", RecordsSchool.monday.plus(days: 2))
    #expect(
      try await school.refused { _ = try await school.send(.post, one, late, as: .noa) }
        == .invalid("day", Phrase("presentations.too-far")))
    let material = PresentationsPaths.one(Self.material, of: school.tomer)
    #expect(
      try await school.refused { _ = try await school.send(.post, material, act("presented"), as: .noa) } == .notFound,
      "a material is no presentation")
  }

  @Test func `the latest day counts, and within a day what was written down last`() throws {
    let day = RecordsSchool.monday
    func act(_ number: UInt64, _ kind: PresentationAct.Kind, _ day: Day, _ at: Int64) -> PresentationAct {
      PresentationAct(
        id: RecordsSchool.id(number), student: .none, presentation: .none, kind: kind, day: day, by: .none,
        at: Instant(milliseconds: at))
    }
    let acts = [
      act(1, .mastered, day, 10), act(2, .attention, day, 20), act(3, .presented, day.plus(days: -1), 30),
    ]
    let standing = try #require(PresentationStanding(acts.reversed()))
    #expect(standing.latest.kind == .attention && standing.presented == 1)
    var back = acts[1]
    back.withdrawnAt = Instant(milliseconds: 40)
    #expect(PresentationStanding([acts[0], back])?.isMastered == true)
    #expect(PresentationStanding([back]) == nil)
  }
}
