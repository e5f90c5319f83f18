import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom

@Suite struct `Insights` {
  private let today = Day(number: 20_521)
  private let nodes = (0..<2).map { place in
    CurriculumNode(
      id: SummariesSchool.id(501 + UInt64(place)), parent: nil, kind: .presentation, key: "p\(place)",
      name: place == 0 ? "Pouring" : "Washing", position: place, updatedAt: Instant(milliseconds: 0))
  }
  private func act(_ kind: PresentationAct.Kind, _ days: Int) -> PresentationAct {
    PresentationAct(
      id: SummariesSchool.id(1), student: SummariesSchool.id(2), presentation: nodes[0].id, kind: kind,
      day: today.plus(days: -days), by: SummariesSchool.id(3), at: Instant(milliseconds: 0))
  }
  private func facts(_ acts: [PresentationAct], observed: Int? = 1, habits: [Habit] = []) -> InsightFacts {
    let tree = CurriculumTree(nodes, [Prerequisite(presentation: nodes[1].id, needs: nodes[0].id)])
    var begun: [ID<Habit>: Day] = [:]
    for habit in habits { begun[habit.id] = today.plus(days: -90) }
    return InsightFacts(
      today: today, firstWeekday: 1, weekend: [6, 7], tree: tree, standings: PresentationStanding.all(acts, in: tree),
      planned: [], observed: observed.map { today.plus(days: -$0) }, habits: habits, done: [:], begun: begun)
  }

  @Test func `each rule says its day, and is silent until it`() {
    let words = TestWords.of(.en)
    #expect(insights(facts([])).isEmpty)
    let open = insights(facts([act(.mastered, 3)]))
    #expect(open.map(\.kind) == [.present] && open.first?.presentation?.name == "Washing")
    let reason = open.first.map { insightReason($0, words) } ?? ""
    #expect(reason.contains("Prerequisites mastered on \(words.date(today.plus(days: -3))): Pouring"))
    #expect(insights(facts([act(.presented, 21)])).isEmpty)
    #expect(insights(facts([act(.presented, 22)])).map(\.kind) == [.again])
    #expect(insights(facts([act(.presented, 30), act(.practised, 2)])).isEmpty)
    #expect(insights(facts([act(.attention, 7)])).isEmpty)
    #expect(insights(facts([act(.attention, 8)])).map(\.kind) == [.attention])
    #expect(insights(facts([], observed: 13)).isEmpty)
    #expect(insights(facts([], observed: 14)).map(\.kind) == [.observe])
    #expect(insights(facts([], observed: nil)).map(\.kind) == [.observe])
  }

  @Test func `a habit is missed after two whole periods without it`() {
    for cadence in Habit.Cadence.allCases {
      let habit = Habit(
        id: SummariesSchool.id(9), student: SummariesSchool.id(2), name: "Plants", cadence: cadence,
        createdBy: SummariesSchool.id(3), createdAt: Instant(milliseconds: 0))
      var facts = facts([], habits: [habit])
      let found = insights(facts)
      #expect(found.map(\.kind) == [.habit], "\(cadence)")
      facts.done[habit.id] = [found.first?.since ?? today]
      #expect(insights(facts).isEmpty, "\(cadence): done once in them")
      facts.done = [:]
      facts.begun[habit.id] = today.plus(days: -1)
      #expect(insights(facts).isEmpty, "\(cadence): too new")
    }
  }

  @Test func `what was answered is not asked again, and a new reason is`() {
    let one = insights(facts([act(.attention, 8)]))
    let keys = Set(one.map(\.key))
    #expect(insights(facts([act(.attention, 8)]), answered: keys).isEmpty)
    #expect(insights(facts([act(.attention, 9)]), answered: keys).count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `nothing is made without a yes, and a yes makes it once`(_ dialect: Dialect) async throws {
    let school = try await SummariesSchool.open(dialect)
    try await school.record(.mastered)
    let path = InsightsPaths.of(school.tomer)
    let page = try await school.shown(path, as: .noa)
    #expect(page.contains("Washing") && page.contains("There is no observation of this child yet."))
    let (place, student) = (school.school, school.tomer)
    let plans: @Sendable () async throws -> Int = {
      try await school.ledger.read { try PresentationsStore(tx: $0).plans(of: student, in: place).count }
    }
    #expect(try await plans() == 0)
    let yes = Form(["proposal": "present:" + school.washing.text])
    try await school.send(.post, path, yes, as: .noa)
    #expect(try await plans() == 1)
    let size = try await school.counts()
    try await school.send(.post, path, yes, as: .noa)
    #expect(try await school.counts() == size)
    #expect(!(try await school.shown(path, as: .noa).contains("Washing")))
    try await school.send(.post, path, Form(["proposal": "observe"]), as: .noa)
    #expect(try await school.shown(TasksPaths.of(school.tomer), as: .noa).contains("Observe"))
  }

  @Test(arguments: Dialect.allCases)
  func `a no makes nothing and can be taken back; others find nothing`(_ dialect: Dialect) async throws {
    let school = try await SummariesSchool.open(dialect)
    try await school.record(.mastered)
    let (path, form) = (InsightsPaths.of(school.tomer), Form(["proposal": "present:" + school.washing.text]))
    let size = try await school.counts()
    for person in [SummariesSchool.Person.omar, .leila, .rana] {
      #expect(try await school.refused { _ = try await school.send(.get, path, as: person) } == .notFound)
      for place in [path, path + "/dismissal", path + "/recall"] {
        let refusal = try await school.refused { _ = try await school.send(.post, place, form, as: person) }
        #expect(refusal == .notFound)
      }
    }
    let strange = try await school.refused {
      _ = try await school.send(.post, path, Form(["proposal": "present:nothing"]), as: .noa)
    }
    #expect(strange == .conflict(Phrase("insights.gone")))
    #expect(try await school.counts() == size)
    try await school.send(.post, path + "/dismissal", form, as: .noa)
    #expect(!(try await school.shown(path, as: .noa).contains("Washing")))
    try await school.send(.post, path + "/recall", form, as: .noa)
    #expect(try await school.shown(path, as: .noa).contains("Washing"))
    let rows = SummariesSchool.tables.count
    #expect(try await school.counts().prefix(rows) == size.prefix(rows))
  }
}
