import Base
import School
import Testing

@Suite struct `The rates of attendance` {
  let vector = AttendanceCount(present: 8, late: 1, absent: 1, excused: 2)

  @Test func `fourteen sessions with twelve marks are 75.0, 90.0 and 66.7 percent`() throws {
    #expect(vector.marked == 12)
    #expect(vector.attendance == Amount("75"))
    #expect(vector.excludingExcused == Amount("90"))
    #expect(vector.strict == Amount("66.6667"))
    #expect(vector.strict?.roundedHalfUp(places: 1) == Amount("66.7"))
  }

  @Test func `a rate of nothing is no rate`() {
    #expect(AttendanceCount().attendance == nil && AttendanceCount().strict == nil)
    #expect(AttendanceCount(excused: 3).excludingExcused == nil)
    #expect(AttendanceCount(excused: 3).attendance == .zero)
  }

  @Test func `the four counts add up to all marks, whatever they are`() {
    let statuses = (0..<97).map { Mark.Status.allCases[$0 * 7 % 4] }
    let count = AttendanceCount(statuses)
    #expect(count.marked == 97)
    #expect(Mark.Status.allCases.map { count[$0] }.reduce(0, +) == 97)
  }

  @Test func `three of twelve days missed is a quarter, and chronic`() {
    let statuses: [Mark.Status] = [.late, .absent, .excused, .excused] + Array(repeating: .present, count: 8)
    let missed = MissedDays(statuses.enumerated().map { (Day(number: 20_500 + $0), 45, $1) })
    #expect(missed == MissedDays(halves: 6, days: 12))
    #expect(missed.share == Amount("25") && missed.isChronic)
  }

  @Test func `nine days are too few to call anything chronic, and one of ten is enough`() {
    #expect(!MissedDays(halves: 18, days: 9).isChronic)
    #expect(MissedDays(halves: 2, days: 10).isChronic)
    #expect(!MissedDays(halves: 1, days: 10).isChronic)
  }

  @Test func `half of a day's minutes is half a day, less is none of it`() {
    let day = Day(number: 20_500)
    #expect(MissedDays([(day, 60, .present), (day, 60, .absent)]).halves == 1)
    #expect(MissedDays([(day, 50, .present), (day, 60, .excused)]).halves == 2)
    #expect(MissedDays([(day, 50, .late), (day, 60, .present)]).halves == 0)
  }
}

@Suite struct `A timetable over the calendar` {
  let room = ID<Classroom>(high: 1, low: 1)
  let monday = Day(number: 20_521)
  func period(_ weekday: Int, _ start: Int = 495, from: Int = -30, until: Int? = nil, low: UInt64 = 7)
    -> TimetablePeriod
  {
    TimetablePeriod(
      id: ID(high: UInt64(weekday), low: low), classroom: room, title: "Morning", weekday: weekday, start: start,
      end: start + 45, from: monday.plus(days: from), until: until.map { monday.plus(days: $0) })
  }

  @Test func `five periods make five sessions a week, in the order of the clock`() {
    let table = Timetable(periods: (1...5).reversed().map { period($0) }, holidays: [])
    let week = table.sessions(inWeekOf: monday.plus(days: 3))
    #expect(week.map(\.day) == (0..<5).map { monday.plus(days: $0) })
    let day = Timetable(periods: [period(1, 600, low: 8), period(1, 495)], holidays: []).sessions(on: monday)
    #expect(day.map(\.start) == [495, 600])
  }

  @Test func `a holiday has no sessions`() {
    let table = Timetable(periods: [period(1)], holidays: [Holiday(day: monday, name: "Purim")])
    #expect(table.sessions(on: monday).isEmpty)
    #expect(table.sessions(on: monday.plus(days: 7)).count == 1)
  }

  @Test func `a period takes place from its first to its last day and no other`() {
    let table = Timetable(periods: [period(1, from: 0, until: 7)], holidays: [])
    let days = table.sessions(from: monday.plus(days: -14), through: monday.plus(days: 21)).map(\.day)
    #expect(days == [monday, monday.plus(days: 7)])
  }

  @Test func `the day the clock changes has its sessions at the same times, and each only once`() throws {
    // In Paris the clock went forward on Sunday, 29 March 2026, and back on 25 October.
    for text in ["2026-03-29", "2026-10-25"] {
      let sunday = try #require(Day(text))
      let table = Timetable(periods: [period(7, 120, from: -400), period(7, 495, from: -400, low: 9)], holidays: [])
      let found = table.sessions(on: sunday)
      #expect(found.map(\.start) == [120, 495])
      #expect(Set(found.map(\.id)).count == 2)
    }
  }

  @Test func `a session has the same name on every phone, and no two have the same`() {
    let ids = (0..<400).flatMap { day in
      (1...5).map { LessonSession.id(of: period($0).id, on: Day(number: 20_000 + day)) }
    }
    #expect(Set(ids).count == ids.count)
    #expect(LessonSession.id(of: period(1).id, on: monday) == period(1).session(on: monday).id)
  }

  @Test func `a student who joins later has only the sessions from the first day on`() {
    let table = Timetable(periods: (1...5).map { period($0) }, holidays: [])
    let stays = [Stay(classroom: room, from: monday.plus(days: 2), until: monday.plus(days: 3))]
    let mine = table.sessions(for: stays, from: monday, through: monday.plus(days: 13))
    #expect(mine.map(\.day) == [monday.plus(days: 2), monday.plus(days: 3)])
    #expect(table.sessions(for: [], from: monday, through: monday.plus(days: 13)).isEmpty)
  }

  @Test func `sessions are counted without being made, and as many as there are`() {
    let table = Timetable(
      periods: (1...5).map { period($0) } + [period(3, 700, low: 8)],
      holidays: [Holiday(day: monday.plus(days: 8), name: "Free")])
    let stays = [
      Stay(classroom: room, from: monday.plus(days: 2), until: monday.plus(days: 10)),
      Stay(classroom: room, from: monday.plus(days: 9), until: nil),
    ]
    for (first, last) in [(0, 27), (3, 3), (9, 12), (5, 4)] {
      let (first, last) = (monday.plus(days: first), monday.plus(days: last))
      let all = table.sessions(for: stays, from: first, through: last)
      #expect(table.count(for: stays, besides: [], from: first, through: last) == all.count)
      #expect(
        table.count(for: stays, besides: Array(all.prefix(3)), from: first, through: last) == max(0, all.count - 3))
    }
    #expect(table.count(for: [], besides: [], from: monday, through: monday.plus(days: 27)) == 0)
  }

  @Test func `periods that touch do not overlap, and those that share a minute do`() {
    #expect(!period(1, 495).overlaps(period(1, 540)))
    #expect(period(1, 495).overlaps(period(1, 539)))
    #expect(!period(1, 495).overlaps(period(2, 495)))
    #expect(!period(1, 495, until: 7).overlaps(period(1, 495, from: 8)))
  }
}

@Suite struct `A form becomes a register's command` {
  let student = ID<Student>(high: 1, low: 2)
  func form(_ pairs: KeyValuePairs<String, String>) -> Form {
    Form(
      [Form.Field("slot", ID<TimetablePeriod>(high: 3, low: 4).text), Form.Field("day", "2026-03-09")]
        + pairs.map { Form.Field($0.key, $0.value) })
  }

  @Test func `any case of the status is read, none clears, and a note comes along`() throws {
    let command = try TakeRegister(form(["marks.\(student.text)": "Late", "note.\(student.text)": " bus 4 "]))
    #expect(command.entries == [.init(student, .set(.late), note: .set("bus 4"))])
    #expect(try TakeRegister(form(["marks.\(student.text)": "none"])).entries == [.init(student, .clear)])
    #expect(try TakeRegister(form(["note.\(student.text)": ""])).entries == [.init(student, .keep, note: .clear)])
  }

  @Test(arguments: [["marks.x": "late"], ["marks.\(ID<Student>(high: 1, low: 2).text)": "gone"], ["other": "1"], [:]])
  func `what is not a register is refused by its field`(_ fields: [String: String]) {
    let all = form([:]).fields + fields.map { Form.Field($0.key, $0.value) }
    #expect(throws: Refusal.self) { try TakeRegister(Form(all)) }
  }

  @Test func `the description names marks and notes once for all students, and not what stands in the path`() {
    let fields = TakeRegister.fields(path: ["slot", "day"])
    #expect(fields.map(\.name) == ["marks", "note"])
    #expect(fields.allSatisfy { $0.kind == .entries && !$0.about.isEmpty })
  }
}
