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
@testable import ClassroomServer

@Suite struct `Saying that a child will be away` {
  func form(_ from: Int = 0, _ until: Int? = nil, _ reason: String = "ill") -> Form {
    let day = AttendanceSchool.monday
    return Form([
      .init("from", day.plus(days: from).text), .init("until", until.map { day.plus(days: $0).text } ?? ""),
      .init("reason", reason),
    ])
  }

  @Test(arguments: Dialect.allCases)
  func `a guardian reports, the register shows it, and one tap excuses`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let answer = try await school.send(.post, AttendancePaths.absences(school.maya), form(0, 2), as: .leila)
    #expect(answer.status == 201)
    let register = try await school.ledger.read {
      try school.service.register(
        school.morning, AttendanceSchool.monday, school.caller(.omar), AttendanceSchool.zone, $0)
    }
    let row = try #require(register.rows.first { $0.student == school.maya })
    #expect(row.said?.by == "Leila" && row.said?.reason == "ill")
    #expect(try await school.marks().isEmpty, "said is not marked")
    let html = registerRow(row, register, school.scene())
    #expect(html.contains("Leila says: ill") && html.contains("Mark as excused"))
    let entry = try #require(try await school.journal(1).first)
    #expect(
      entry.command == "attendance.report-absence" && entry.rows.hasPrefix("absence ") && !entry.rows.contains("\n"))
  }

  @Test(arguments: Dialect.allCases)
  func `withdrawn it is gone from the register, and only once`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    _ = try await school.send(.post, AttendancePaths.absences(school.maya), form(), as: .leila)
    let found = try await school.ledger.read {
      try AttendanceStore(tx: $0).absences(of: school.maya, in: school.school)
    }
    let path = AttendancePaths.withdraw(try #require(found.first))
    let foreign = try await school.refused { _ = try await school.send(.post, path, as: .stranger) }
    #expect(foreign == .notFound)
    _ = try await school.send(.post, path, as: .leila)
    let register = try await school.ledger.read {
      try school.service.register(
        school.morning, AttendanceSchool.monday, school.caller(.omar), AttendanceSchool.zone, $0)
    }
    #expect(register.rows.allSatisfy { $0.said == nil })
    // Of a class that nobody is in yet, the books are asked nothing.
    let asked = try await school.watch { tx in
      let none = try AttendanceStore(tx: tx).absences(of: [], on: AttendanceSchool.monday, in: school.school)
      #expect(none.isEmpty)
    }
    #expect(asked.count == 0)
    let again = try await school.refused { _ = try await school.send(.post, path, as: .leila) }
    #expect(again == .conflict(Phrase("attendance.already-withdrawn")))
  }

  @Test(arguments: Dialect.allCases)
  func `what was said goes with the child from class to class`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    _ = try await school.send(.post, AttendancePaths.absences(school.maya), form(0, 30), as: .leila)
    let found = try await school.ledger.read {
      try AttendanceStore(tx: $0).absences(of: school.maya, in: school.school)
    }
    let key: [Value] = [.id(school.school), .id(try #require(found.first).id)]
    let family: Set<AttendanceSchool.Person> = [.leila, .maya]
    func holders() async throws -> Set<AttendanceSchool.Person> {
      try await school.holders(of: AttendanceTables.absence, key).subtracting(family)
    }
    #expect(try await holders() == [.omar, .gal])
    try await school.write { tx in
      try tx.execute(
        "UPDATE enrolment SET until = $2 WHERE student = $1",
        [.id(school.maya), .day(AttendanceSchool.monday.plus(days: -1))])
      try ClassroomsStore(tx: tx).enrol(school.maya, in: school.class8A, from: AttendanceSchool.monday)
    }
    try await Followers.catchUp(school.ledger, attendanceFollowers)
    #expect(try await holders() == [.noa])
    let seq = try await school.head()
    try await Followers.catchUp(school.ledger, attendanceFollowers)
    #expect(try await school.head() == seq)
  }

  @Test func `only guardians and the school speak for a child`() async throws {
    let school = try await AttendanceSchool.open()
    let path = AttendancePaths.absences(school.maya)
    for person in [AttendanceSchool.Person.stranger, .noa] {
      #expect(try await school.refused { _ = try await school.send(.post, path, form(), as: person) } == .notFound)
    }
    let own = try await school.refused { _ = try await school.send(.post, path, form(), as: .maya) }
    #expect(own == .notAllowed(Phrase("attendance.refused-report")))
    _ = try await school.send(.post, path, form(), as: .omar)
    _ = try await school.send(.post, path, form(), as: .dana)
  }

  @Test(
    arguments: [(-15, nil, "from"), (2, 1, "until"), (0, 92, "until"), (360, 370, "until")] as [(Int, Int?, String)])
  func `days out of reach are refused by their field`(_ from: Int, _ until: Int?, _ field: String) async throws {
    let school = try await AttendanceSchool.open()
    let refusal = try await school.refused {
      _ = try await school.send(.post, AttendancePaths.absences(school.maya), form(from, until), as: .leila)
    }
    guard case .invalid(let problems) = refusal else { throw Refusal.unavailable }
    #expect(problems.map(\.field) == [field])
  }
}

@Suite struct `The week of a class` {
  func form(_ weekday: String = "1", _ start: String = "10:00", _ end: String = "10:45", until: String = "") -> Form {
    Form([
      .init("title", "Mathematics"), .init("weekday", weekday), .init("start", start), .init("end", end),
      .init("from", AttendanceSchool.monday.text), .init("until", until),
    ])
  }

  @Test(arguments: Dialect.allCases)
  func `a new period is a register the same day, and an ended one no more`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let path = AttendancePaths.timetable(school.class7B)
    let answer = try await school.send(.post, path, form(), as: .omar)
    guard case .text(let id) = answer.json()["id"], let period = ID<TimetablePeriod>(id) else { throw Refusal.notFound }
    var day = try await school.day(as: .omar)
    #expect(day.lines.map(\.session.title) == ["Morning", "Mathematics"])
    let times: Form = Form(["title": "Algebra", "start": "11:00", "end": "11:45"])
    _ = try await school.send(.post, path + "/" + period.text, times, as: .gal)
    day = try await school.day(as: .omar)
    #expect(day.lines.last.map { [$0.session.start, $0.session.end] } == [660, 705])
    let end: Form = Form(["until": AttendanceSchool.monday.plus(days: -1).text])
    _ = try await school.send(.post, path + "/" + period.text + "/end", end, as: .dana)
    day = try await school.day(as: .omar)
    #expect(day.lines.map(\.session.title) == ["Morning"])
    #expect(
      try await school.journal(3).map(\.command) == [
        "attendance.plan-slot", "attendance.change-slot", "attendance.end-slot",
      ])
  }

  @Test func `a register that was taken keeps its name and times when the period changes or ends`() async throws {
    let school = try await AttendanceSchool.open()
    try await school.mark(school.maya, "present")
    let path = AttendancePaths.timetable(school.class7B) + "/" + school.morning.text
    _ = try await school.send(.post, path, Form(["title": "Circle", "start": "09:00", "end": "09:30"]), as: .omar)
    _ = try await school.send(
      .post, path + "/end", Form(["until": AttendanceSchool.monday.plus(days: -7).text]), as: .omar)
    let day = try await school.day(as: .omar)
    #expect(day.lines.map(\.session.title) == ["Morning"] && day.lines.first?.session.start == 495)
    try await school.mark(school.tomer, "late")
  }

  @Test func `overlaps, backward times and other people's classes are refused`() async throws {
    let school = try await AttendanceSchool.open()
    let path = AttendancePaths.timetable(school.class7B)
    let overlap = try await school.refused {
      _ = try await school.send(.post, path, form("1", "08:30", "09:30"), as: .omar)
    }
    #expect(overlap == .invalid("start", Phrase("attendance.overlaps", .text("Morning"))))
    let backward = try await school.refused {
      _ = try await school.send(.post, path, form("1", "11:00", "10:00"), as: .omar)
    }
    #expect(backward == .invalid("end", Phrase("attendance.ends-before-start")))
    for person in [AttendanceSchool.Person.noa, .leila] {
      #expect(try await school.refused { _ = try await school.send(.post, path, form(), as: person) } == .notFound)
      #expect(try await school.refused { _ = try await school.send(.get, path, as: person) } == .notFound)
    }
    let foreign = AttendancePaths.timetable(school.class8A) + "/" + school.morning.text
    let change: Form = Form(["title": "Mine", "start": "09:00", "end": "09:30"])
    #expect(try await school.refused { _ = try await school.send(.post, foreign, change, as: .noa) } == .notFound)
    // By its own address, too, to whoever does not teach the class.
    let own = path + "/" + school.morning.text
    let end: Form = Form(["until": AttendanceSchool.monday.text])
    for person in [AttendanceSchool.Person.noa, .leila, .maya] {
      #expect(try await school.refused { _ = try await school.send(.post, own, change, as: person) } == .notFound)
      #expect(
        try await school.refused { _ = try await school.send(.post, own + "/end", end, as: person) } == .notFound)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `holidays are named and dropped by the office alone`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let monday = AttendanceSchool.monday
    let week: Form = Form(["name": "Spring", "from": monday.text, "until": monday.plus(days: 4).text])
    #expect(
      try await school.refused { _ = try await school.send(.post, "/attendance/holidays", week, as: .omar) }
        == .notFound)
    _ = try await school.send(.post, "/attendance/holidays", week, as: .dana)
    let page = try await school.ledger.read {
      try school.service.holidaysPage(school.caller(.dana), AttendanceSchool.zone, $0)
    }
    #expect(page.breaks == [SchoolBreak(first: monday, last: monday.plus(days: 4), name: "Spring")])
    _ = try await school.send(.post, AttendancePaths.drop(monday), as: .dana)
    try await school.mark(school.maya, "present")
    let twice = try await school.refused { _ = try await school.send(.post, AttendancePaths.drop(monday), as: .dana) }
    #expect(twice == .notFound)
  }
}
