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

@Suite struct `Attendance on a first page` {
  private static func line(_ number: UInt64, _ start: Int, _ end: Int, marked: Int = 0, absent: Int = 0) -> SessionLine
  {
    SessionLine(
      session: LessonSession(
        id: AttendanceSchool.id(600 + number), classroom: AttendanceSchool.id(700 + number), period: .none,
        day: AttendanceSchool.monday, title: "Lesson \(number)", start: start, end: end),
      classroom: "Class \(number)", students: 2, count: AttendanceCount(present: marked, absent: absent))
  }

  private static func day(_ lines: [SessionLine]) -> AttendanceDay {
    let monday = AttendanceSchool.monday
    return AttendanceDay(
      day: monday, today: monday, holiday: nil, lines: lines, hasTimetable: true, classrooms: [], classCount: 3,
      topics: [])
  }

  @Test func `leads with the lesson that runs or comes, and in the evening with what was left out`() {
    let day = Self.day([
      Self.line(1, 480, 525, marked: 2), Self.line(2, 540, 585), Self.line(3, 600, 645),
    ])
    #expect(day.next(at: 500)?.session.title == "Lesson 2")
    #expect(day.next(at: 584)?.session.title == "Lesson 2")
    #expect(day.next(at: 585)?.session.title == "Lesson 3")
    #expect(day.next(at: 1200)?.session.title == "Lesson 3")
    #expect(Self.day([Self.line(1, 480, 525, marked: 2)]).next(at: 500) == nil)
  }

  @Test func `has one button for the next register, which becomes a row by its first mark`() async throws {
    let school = try await AttendanceSchool.open()
    let day = try await school.day(as: .omar)
    let html = registersToday(day, school.scene()).string
    let row = "id=\"sitting-" + sessionKey(school.session()) + "\""
    #expect(html.contains("Take attendance") && html.contains(row) && html.contains("Next · "))
    #expect(html.contains("in 15 minutes") && html.contains("href=\"\(school.path())\""))
    #expect(html.split(separator: row).count == 2, "one row, which the live line replaces")
  }

  @Test(arguments: Dialect.allCases)
  func `says where a child is, with four weeks in a picture, and asks no more for two children`(_ dialect: Dialect)
    async throws
  {
    let school = try await AttendanceSchool.open(dialect)
    func child() async throws -> ChildToday {
      let found = try await school.ledger.read {
        try school.service.children(
          for: school.caller(.leila), zone: AttendanceSchool.zone, withWeeks: true, $0)
      }
      return try #require(found.first)
    }
    #expect(try await child().whereabouts(at: 500) == .unmarked)
    try await school.mark(school.maya, "late")
    let there = try await child()
    #expect(there.whereabouts(at: 500) == .here && there.whereabouts(at: 540) == .was)
    #expect(childSentence(there, school.scene()) == "Maya is at school.")
    #expect(there.weeks.count == 28 && there.weeks.last?.status == .late && there.weeks.first?.status == nil)
    let html = familyCard(there, says: ["Nothing is missing."], about: "", isFirst: true, school.scene()).string
    #expect(html.contains("data-first>Maya is at school. Nothing is missing.</p>"))
    #expect(html.contains("Days in the last four weeks: Late: 1") && html.contains("Report an absence"))
    let french = Scene(words: TestWords.of(.fr), zone: AttendanceSchool.zone, now: school.scene().now)
    #expect(familyCard(there, says: [], about: "", isFirst: true, french).string.contains("En retard\u{202F}: 1"))
    try await school.mark(school.maya, "absent")
    #expect(try await child().whereabouts(at: 500) == .away)
  }

  @Test func `finds four weeks by the registers of the classes, never by all marks`() async throws {
    let school = try await AttendanceSchool.open()
    try await school.mark(school.maya, "late")
    let (monday, maya, tomer, tenant) = (AttendanceSchool.monday, school.maya, school.tomer, school.school)
    let room = school.class7B
    let seen = try await school.watch { tx in
      _ = try AttendanceStore(tx: tx).worstMarks(
        of: [maya, tomer], in: [room], from: monday, through: monday, school: tenant)
    }
    #expect(seen.count == 1 && !seen.plans.contains { $0.hasPrefix("SCAN") }, "\(seen.plans)")
  }

  @Test(arguments: Dialect.allCases)
  func `shows of a day with several registers what the child's own page shows of it`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let (monday, maya, tenant, room) = (AttendanceSchool.monday, school.maya, school.school, school.class7B)
    let (omar, period) = (school.account(.omar), school.period(1))
    try await school.write { tx in
      for (place, status) in [Mark.Status.excused, .late].enumerated() {
        let session = LessonSession(
          id: AttendanceSchool.id(660 + UInt64(place)), classroom: room, period: period, day: monday, title: "Hour",
          start: 600 + place * 60, end: 640 + place * 60)
        try AttendanceStore(tx: tx).record(
          session: session,
          marks: [Mark(session: session.id, student: maya, status: status, note: nil, by: omar, at: tx.now)])
      }
    }
    let (worst, year) = try await school.ledger.read { tx in
      let store = AttendanceStore(tx: tx)
      return (
        try store.worstMarks(of: [maya], in: [room], from: monday, through: monday, school: tenant)[maya],
        AttendanceYear(try store.days(of: maya, since: monday, in: tenant))
      )
    }
    #expect(worst == [monday: .late] && year.days == [monday: .late])
  }

  @Test(arguments: Dialect.allCases)
  func `shows the office today by class with who is missing, and the week`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    func overview() async throws -> AttendanceOverview {
      try await school.ledger.read {
        try school.service.overview(for: school.caller(.dana), zone: AttendanceSchool.zone, $0)
      }
    }
    #expect(try await overview().thisWeek.marked == 0)
    #expect(weekBesideLast(try await overview(), school.scene()).isEmpty)
    try await school.mark(school.maya, "absent")
    try await school.mark(school.tomer, "present")
    let found = try await overview()
    #expect(found.names[school.session()] == ["Maya Levi"])
    #expect(found.thisWeek == AttendanceCount(present: 1, absent: 1) && found.lastWeek.marked == 0)
    let html = classesToday(found, school.scene()).string
    #expect(html.contains("Maya Levi") && !html.contains("Tomer Cohen") && html.contains("picture-key"))
    #expect(html.contains("aria-label=\"Present: 1, Absent: 1\"") && html.contains(">2 of 3<"))
    #expect(weekBesideLast(found, school.scene()).string.contains("50.0%"))
    #expect(reportedRow(found, school.scene()).isEmpty)
  }

  @Test func `puts classes with somebody missing first, and says which register is due besides`() {
    let lines = [
      Self.line(1, 480, 525, marked: 2), Self.line(2, 480, 525), Self.line(3, 480, 525, marked: 1, absent: 1),
    ]
    let found = AttendanceOverview(Self.day(lines), at: 500)
    #expect(found.classes.map(\.line.classroom) == ["Class 3", "Class 2", "Class 1"])
    let room = lines[0].session.classroom
    let later = SessionLine(
      session: LessonSession(
        id: AttendanceSchool.id(650), classroom: room, period: .none, day: AttendanceSchool.monday, title: "Art",
        start: 530, end: 575),
      classroom: "Class 1", students: 2, count: AttendanceCount())
    #expect(ClassToday([lines[0], later], at: 500)?.open == nil)
    let open = ClassToday([lines[0], later], at: 540)
    #expect(open?.line.session.title == "Lesson 1" && open?.open?.session.title == "Art")
  }

  @Test func `compares the same days of both weeks`() {
    let monday = AttendanceSchool.monday
    let days = [monday: AttendanceCount(present: 2), monday.plus(days: 1): AttendanceCount(absent: 1)]
    #expect(AttendanceOverview.sum(days, from: monday, through: monday) == AttendanceCount(present: 2))
  }
}
