import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Classroom

@Suite struct `What is planned for children` {
  static let plan = RecordsSchool.id(601, PresentationPlan.self)

  private func planned(_ school: RecordsSchool, open: Int = 0, deleted: Bool = false) async throws {
    let (tomer, by) = (school.tomer, school.account(.noa))
    try await school.write("test.plans") { tx in
      try RecordsStore(tx: tx).open(tomer)
      try tx.put(
        PresentationsTables.plan,
        PresentationPlan(
          id: Self.plan, student: tomer, presentation: nil, title: "Polishing", day: RecordsSchool.monday, by: by,
          at: tx.now, deletedAt: deleted ? tx.now : nil))
      for number in 0..<open {
        try tx.put(
          PresentationsTables.plan,
          PresentationPlan(
            id: RecordsSchool.id(UInt64(700 + number)), student: tomer, presentation: nil, title: "Work", day: nil,
            by: by, at: tx.now))
      }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `a plan that is moved in the week of a class comes back to that week, undone as well`(_ dialect: Dialect)
    async throws
  {
    let school = try await RecordsSchool.open(dialect)
    try await planned(school)
    let path = PresentationsPaths.plan(Self.plan, of: school.tomer, "day")
    let place: [Form.Field] = [
      Form.Field("classroom", school.house.text), Form.Field("week", RecordsSchool.monday.text),
    ]
    let week = PresentationsPaths.week(school.house) + "?week=" + RecordsSchool.monday.text
    let tuesday = RecordsSchool.monday.plus(days: 1)
    let moved = try await school.send(.post, path, Form([Form.Field("day", tuesday.text)] + place), as: .gal)
    #expect(moved.path == week)
    let undo = try #require(moved.toast?.undo)
    let back = try await school.send(.post, undo.path, Form(undo.fields), as: .gal)
    #expect(back.path == week)
    let tenant = school.school
    let plan = try await school.ledger.read { try PresentationsStore(tx: $0).plan(Self.plan, in: tenant) }
    #expect(plan?.day == RecordsSchool.monday)
    let some = try await school.send(.post, path, Form([Form.Field("day", "")]), as: .noa)
    #expect(some.path == PresentationsPaths.of(school.tomer))
    let elsewhere = Form([Form.Field("day", tuesday.text), Form.Field("classroom", school.next.text)])
    #expect(
      try await school.refused { _ = try await school.send(.post, path, elsewhere, as: .noa) } == .notFound,
      "a class of others is no place to come back to")
  }

  @Test(arguments: Dialect.allCases)
  func `each day of the week and some day are places to put a plan, which holds its own form`(_ dialect: Dialect)
    async throws
  {
    let school = try await RecordsSchool.open(dialect)
    try await planned(school)
    let page = try await school.shown(PresentationsPaths.week(school.house), as: .noa)
    #expect(page.contains("data-planning"))
    #expect(page.contains("data-plan-day=\"\(RecordsSchool.monday.text)\"") && page.contains("data-plan-day=\"\""))
    #expect(page.contains("data-plan=\"\(Self.plan.text)\"") && page.contains("data-plan-grip"))
    #expect(page.contains("name=\"classroom\" value=\"\(school.house.text)\""))
  }

  @Test(arguments: Dialect.allCases)
  func `bringing back what would be one too many is refused with the limit`(_ dialect: Dialect) async throws {
    let school = try await RecordsSchool.open(dialect)
    try await planned(school, open: PresentationPlan.most, deleted: true)
    let path = PresentationsPaths.plan(Self.plan, of: school.tomer, "restoration")
    let refusal = try await school.refused { _ = try await school.send(.post, path, Form(), as: .noa) }
    #expect(refusal == .conflict(Phrase("presentations.many-plans", .count(PresentationPlan.most))))
    let place = school.school
    let kept = try await school.ledger.read { try PresentationsStore(tx: $0).plan(Self.plan, in: place) }
    #expect(kept?.deletedAt != nil, "what is refused writes nothing")
    let one = PresentationsPaths.plan(RecordsSchool.id(700), of: school.tomer, "deletion")
    try await school.send(.post, one, Form(), as: .noa)
    try await school.send(.post, path, Form(), as: .noa)
    let back = try await school.ledger.read { try PresentationsStore(tx: $0).plan(Self.plan, in: place) }
    #expect(back?.deletedAt == nil)
  }
}
