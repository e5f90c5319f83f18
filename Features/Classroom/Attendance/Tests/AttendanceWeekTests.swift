import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing
import Web

@testable import Classroom

/// 7B meets on weekdays from 08:15 to 09:00, “Morning”; it is Monday, eight o'clock.
@Suite struct `The whole week of a class at once` {
  let monday = AttendanceSchool.monday

  /// The week there is, in the form's fields, with some of them otherwise.
  private func week(_ other: [String: String] = [:], from: Day? = nil) -> Form {
    var fields = ["from": (from ?? monday).text, "lessons.0.start": "08:15", "lessons.0.end": "09:00"]
    for weekday in 1...5 { fields["lessons.0.\(weekday)"] = "Morning" }
    fields.merge(other) { _, new in new }
    return Form(fields.sorted { $0.key < $1.key }.map { Form.Field($0.key, $0.value) })
  }

  private func periods(_ school: AttendanceSchool, of classroom: ID<Classroom>? = nil) async throws -> [TimetablePeriod]
  {
    let classroom = classroom ?? school.class7B
    return try await school.ledger.read { try AttendanceStore(tx: $0).periods(of: [classroom], in: school.school) }
  }

  private func set(_ form: Form, _ school: AttendanceSchool, as person: AttendanceSchool.Person = .omar) async throws {
    _ = try await school.send(.post, AttendancePaths.week(school.class7B), form, as: person)
  }

  @Test(arguments: Dialect.allCases)
  func `one command adds, changes and ends, and leaves the rest alone`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let before = try await periods(school)
    try await set(
      week([
        "lessons.0.2": "Choir", "lessons.0.5": "", "lessons.1.start": "10:00", "lessons.1.end": "10:45",
        "lessons.1.3": "Mathematics",
      ]), school)
    let after = try await periods(school)
    let inForce = after.filter { $0.isInForce(on: monday) }
    #expect(
      inForce.map { "\($0.weekday) \($0.start) \($0.title)" } == [
        "1 495 Morning", "2 495 Choir", "3 495 Morning", "3 600 Mathematics", "4 495 Morning",
      ])
    // What was, is as it was until yesterday.
    for old in before {
      let now = try #require(after.first { $0.id == old.id })
      #expect(now.title == old.title && now.from == old.from)
      #expect(now.until == ([2, 5].contains(old.weekday) ? monday.plus(days: -1) : nil))
    }
    #expect(try await school.journal(1).map(\.command) == ["attendance.set-week"])
    try await set(
      week([
        "lessons.0.2": "Choir", "lessons.0.5": "", "lessons.1.start": "10:00", "lessons.1.end": "10:45",
        "lessons.1.3": "Mathematics",
      ]), school)
    #expect(try await periods(school) == after, "the same again changes nothing")
  }

  @Test(arguments: Dialect.allCases)
  func `a register that was taken today keeps its lesson, and the new one begins tomorrow`(_ dialect: Dialect)
    async throws
  {
    let school = try await AttendanceSchool.open(dialect)
    try await school.mark(school.maya, "present")
    try await set(week(["lessons.0.1": "Choir"]), school)
    let day = try await school.day(as: .omar)
    #expect(day.lines.map(\.session.title) == ["Morning"])
    let choir = try #require(try await periods(school).first { $0.title == "Choir" })
    #expect(choir.from == monday.plus(days: 1))
    try await school.mark(school.tomer, "late")
    #expect(try await school.marks().count == 2)
  }

  @Test func `a lesson at another time of its day is one change`() async throws {
    let school = try await AttendanceSchool.open()
    try await set(week(["lessons.0.start": "08:30", "lessons.0.end": "09:15"]), school)
    let now = try await periods(school).filter { $0.isInForce(on: monday) }
    #expect(now.map(\.start) == Array(repeating: 510, count: 5))
  }

  @Test func `what is shown is what is done, and nothing is written by looking`() async throws {
    let school = try await AttendanceSchool.open()
    let path = AttendancePaths.week(school.class7B)
    let typed = ["lessons.0.2": "Choir", "lessons.0.5": ""]
    let before = try await school.counts()
    let look = try await school.send(.post, path, week(typed.merging(["look": "1"]) { $1 }), as: .omar)
    #expect(try await school.counts() == before)
    guard case .text(let agreed) = look.json()["agreed"], case .list(let steps) = look.json()["steps"] else {
      throw Refusal.notFound
    }
    #expect(steps.count == 2)
    let html = try #require(look.page(school.scene())).body
    #expect(html.contains("value=\"Choir\"") && html.contains("value=\"\(agreed)\""), "what was typed stays")
    // A colleague is quicker: the same words would do something else now.
    _ = try await school.send(
      .post, path, week(["lessons.1.start": "11:00", "lessons.1.end": "11:45", "lessons.1.1": "Art"]), as: .gal)
    let middle = try await school.counts()
    let refusal = try await school.refused { try await set(week(typed.merging(["agreed": agreed]) { $1 }), school) }
    #expect(refusal == .invalid("", Phrase("attendance.week-other")))
    #expect(try await school.counts() == middle)
  }

  @Test func `what cannot be is said at its field and nothing is written`() async throws {
    let school = try await AttendanceSchool.open()
    let before = try await school.counts()
    func fields(_ form: Form) async throws -> [String] {
      let refusal = try await school.refused { try await set(form, school) }
      guard case .invalid(let problems) = refusal else { return [refusal?.code ?? "done"] }
      return problems.map(\.field)
    }
    let second = ["lessons.1.start": "08:30", "lessons.1.end": "09:15", "lessons.1.3": "Art"]
    #expect(try await fields(week(second)) == ["lessons.1.3"])
    #expect(
      try await fields(week(["lessons.1.start": "9", "lessons.1.end": "", "lessons.1.3": "Art"])) == [
        "lessons.1.start", "lessons.1.end",
      ])
    #expect(try await fields(week(["lessons.0.end": "08:00"])) == ["lessons.0.end"])
    #expect(try await fields(week(from: monday.plus(days: -1))) == ["from"])
    #expect(try await fields(week(["lessons.24.start": "08:00"])) == ["lessons.24.start"])
    for person in [AttendanceSchool.Person.noa, .leila, .stranger] {
      #expect(
        try await school.refused { try await set(week(["lessons.0.1": "Mine"]), school, as: person) } == .notFound)
      for path in [AttendancePaths.week(school.class7B), AttendancePaths.copies(school.class7B)] {
        #expect(try await school.refused { _ = try await school.send(.get, path, as: person) } == .notFound)
      }
    }
    #expect(try await school.counts() == before)
  }

  @Test func `what is planned for later keeps its place`() {
    let school = AttendanceSchool.id(1, Classroom.self)
    let later = TimetablePeriod(
      id: AttendanceSchool.id(5), classroom: school, title: "Later", weekday: 1, start: 500, end: 560,
      from: monday.plus(days: 14), until: nil)
    let wanted = WeekLesson(weekday: 1, start: 495, end: 540, title: "Now", field: "a")
    let plan = WeekPlan([wanted], for: school, among: [later], from: monday) { AttendanceSchool.id(9) }
    #expect(plan.steps.map(\.period.until) == [monday.plus(days: 13)] && plan.problems.isEmpty)
    // A single day is room enough for it; none, because today's register is taken, is not.
    let soon = TimetablePeriod(
      id: AttendanceSchool.id(6), classroom: school, title: "Soon", weekday: 1, start: 500, end: 560,
      from: monday.plus(days: 1), until: nil)
    let old = TimetablePeriod(
      id: AttendanceSchool.id(7), classroom: school, title: "Old", weekday: 1, start: 495, end: 540,
      from: monday.plus(days: -7), until: monday)
    let once = WeekPlan([wanted], for: school, among: [old, soon], from: monday) { AttendanceSchool.id(9) }
    #expect(once.steps.map(\.period.until) == [monday] && once.problems.isEmpty)
    let never = WeekPlan([wanted], for: school, among: [old, soon], taken: [old.id], from: monday) {
      AttendanceSchool.id(9)
    }
    #expect(never.steps.isEmpty && never.problems == [Problem("a", Phrase("attendance.overlaps", .text("Soon")))])
  }

  @Test func `the days are the school's, its first day first`() {
    #expect(AttendanceSchool.zone.schoolWeek() == [1, 2, 3, 4, 5])
    #expect(AttendanceSchool.zone.schoolWeek(using: [6]) == [1, 2, 3, 4, 5, 6])
    #expect(Zones.named("Asia/Jerusalem")?.schoolWeek() == [7, 1, 2, 3, 4])
  }

  // MARK: copies

  @Test(arguments: Dialect.allCases)
  func `another class gets the same week, and what it had ends`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let old = TimetablePeriod(
      id: AttendanceSchool.id(500), classroom: school.class8A, title: "Choir", weekday: 1, start: 600, end: 645,
      from: monday.plus(days: -60), until: nil)
    try await school.write { try AttendanceStore(tx: $0).put(old) }
    let path = AttendancePaths.copies(school.class7B)
    let before = try await school.counts()
    let look: Form = Form(["to": school.class8A.text, "from": monday.text, "look": "1"])
    let shown = try await school.send(.post, path, look, as: .dana)
    #expect(try await school.counts() == before)
    let html = try #require(shown.page(school.scene())).body
    #expect(html.contains("Choir") && html.contains("5 new") && html.contains("1 ends"))
    guard case .text(let agreed) = shown.json()["agreed"] else { throw Refusal.notFound }
    let copy: Form = Form(["to": school.class8A.text, "from": monday.text, "agreed": agreed])
    _ = try await school.send(.post, path, copy, as: .dana)
    let now = try await periods(school, of: school.class8A)
    #expect(now.filter { $0.isInForce(on: monday) }.map(\.title) == Array(repeating: "Morning", count: 5))
    #expect(now.first { $0.id == old.id }?.until == monday.plus(days: -1))
    #expect(try await school.journal(1).map(\.command) == ["attendance.copy-week"])
  }

  @Test func `nobody copies to a class of somebody else, to none, or onto itself`() async throws {
    let school = try await AttendanceSchool.open()
    let path = AttendancePaths.copies(school.class7B)
    let before = try await school.counts()
    func refusal(_ to: String, as person: AttendanceSchool.Person) async throws -> Refusal? {
      try await school.refused {
        _ = try await school.send(.post, path, Form(["to": to, "from": monday.text]), as: person)
      }
    }
    #expect(try await refusal(school.class8A.text, as: .omar) == .notFound)
    #expect(try await refusal(school.class8A.text, as: .noa) == .notFound)
    #expect(try await refusal(AttendanceSchool.id(999, Classroom.self).text, as: .dana) == .notFound)
    #expect(try await refusal("", as: .dana) == .invalid("to", Phrase("attendance.copy-none")))
    #expect(try await refusal(school.class7B.text, as: .dana) == .invalid("to", Phrase("attendance.copy-self")))
    #expect(try await school.counts() == before)
  }
}
