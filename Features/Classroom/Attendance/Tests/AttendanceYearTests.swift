import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import School
import Testing

@testable import Classroom
@testable import People

@Suite struct `A child's year` {
  private let room = AttendanceSchool.id(71, Classroom.self)
  private let monday = AttendanceSchool.monday
  private func marked(_ place: Int, _ status: Mark.Status, _ count: Int = 1, start: Int = 480) -> MarkedDay {
    MarkedDay(day: monday.plus(days: place), classroom: room, status: status, count: count, start: start)
  }

  @Test func `shows of a day what most wants to be seen, and counts every register`() {
    let year = AttendanceYear([
      marked(0, .present, 4), marked(0, .late), marked(1, .excused), marked(1, .present, 2), marked(2, .late),
      marked(2, .absent), marked(3, .present, 5),
    ])
    #expect(year.days.keys.sorted().compactMap { year.days[$0] } == [.late, .excused, .absent, .present])
    #expect(year.count == AttendanceCount(present: 11, late: 2, absent: 1, excused: 1))
    #expect(year.dayCount(.absent) == 1 && year.dayCount(.late) == 1 && year.first == monday)
  }

  @Test func `has one order of what wants to be seen, whoever asks`() {
    let order: [Mark.Status] = [.absent, .late, .excused, .present]
    #expect(Mark.Status.allCases.sorted { $0.isWorse(than: $1) } == order)
  }

  @Test func `ends with the last register in which the child was there, in whatever order they come`() {
    let marks = [
      marked(2, .present, start: 480), marked(2, .late, start: 600), marked(3, .absent, start: 700),
      marked(0, .present),
    ]
    for marks in [marks, marks.reversed()] {
      let seen = AttendanceYear(marks).lastSeen
      #expect(seen?.day == monday.plus(days: 2) && seen?.start == 600)
    }
    #expect(AttendanceYear([marked(0, .absent)]).lastSeen == nil)
  }

  @Test func `is told by months`() {
    let year = AttendanceYear([marked(0, .present), marked(1, .absent), marked(40, .present, 3)])
    let months = year.months.keys.sorted()
    #expect(months.map { $0.text } == ["2026-03-01", "2026-04-01"])
    #expect(months.compactMap { year.months[$0]?.marked } == [2, 3])
  }
}

@Suite struct `A child's attendance on its page` {
  private func parts(
    _ school: AttendanceSchool, _ person: AttendanceSchool.Person, _ access: StudentAccess
  ) async throws -> PortraitParts {
    let (maya, caller) = (school.maya, school.caller(person))
    let piece = try await school.ledger.read { tx in
      let student = try #require(try StudentsStore(tx: tx).student(maya, in: caller.school))
      return try attendancePiece(student, access, caller, AttendanceSchool.zone, tx)
    }
    #expect(piece.tables == [AttendanceTables.mark.number])
    return piece.draw(school.scene())
  }

  @Test(arguments: Dialect.allCases)
  func `says the school's rate, when it was last seen, and the year in a picture and in words`(_ dialect: Dialect)
    async throws
  {
    let school = try await AttendanceSchool.open(dialect)
    let monday = AttendanceSchool.monday
    school.clock.set(AttendanceSchool.zone.instant(monday.plus(days: 3), minute: 1000))
    for (place, status) in [(0, "present"), (1, "late"), (2, "absent")] {
      try await school.mark(school.maya, status, on: monday.plus(days: place))
    }
    try await school.mark(school.tomer, "absent", on: monday)
    let shown = try await parts(school, .omar, .teacher)
    #expect(shown.figures.map { $0.value }.first == "66.7%")
    #expect(shown.figures.count == 2 && shown.figures[0].path == AttendancePaths.history(school.maya))
    let year = shown.year.string
    #expect(year.contains("66.7%. Absent on 1 day. Late on 1 day.") && year.contains("picture__drawing--year"))
    #expect(year.contains("data-shade=\"bad\"") && !year.contains("data-shade=\"other\""), "\(year)")
    #expect(year.contains("<table>") && year.contains("March 2026"))
  }

  @Test func `leads the family and the office to reporting an absence, and says where nothing was marked`() async throws
  {
    let school = try await AttendanceSchool.open()
    let people: [(who: AttendanceSchool.Person, access: StudentAccess, mayReport: Bool)] = [
      (.omar, .teacher, false), (.dana, .office, true), (.leila, .family, true), (.maya, .family, false),
    ]
    for (who, access, mayReport) in people {
      let shown = try await parts(school, who, access)
      #expect(shown.year.string.contains(AttendancePaths.absences(school.maya)) == mayReport, "\(who)")
      #expect(shown.year.string.contains("No attendance records") && shown.figures.count == 1)
    }
  }
}
