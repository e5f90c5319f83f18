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

@Suite struct `One tap beside a name in the list of a guide's students` {
  /// The school, as one where records of children are kept.
  private func open(_ dialect: Dialect = .sqlite, _ kind: SchoolKind = .montessori) async throws -> AttendanceSchool {
    let fixture = try await AttendanceSchool.open(dialect)
    try await fixture.write { tx in
      try tx.execute("UPDATE school SET kind = $1 WHERE id = $2", [.text(kind.rawValue), .id(fixture.school)])
    }
    return fixture
  }

  private func registers(
    _ fixture: AttendanceSchool, as person: AttendanceSchool.Person = .omar
  ) async throws -> [ID<Student>: RunningRegister] {
    let students = [fixture.maya, fixture.tomer, fixture.yusuf, fixture.lia]
    return try await fixture.ledger.read {
      try todaysRegisters(students, fixture.caller(person), AttendanceSchool.zone, $0)
    }
  }

  private func isShown(_ fixture: AttendanceSchool, as person: AttendanceSchool.Person) async throws -> Bool {
    try await fixture.ledger.read { tx in
      let known = try StudentsStore(tx: tx).students(in: fixture.school, ids: [fixture.tomer])
      return try attendanceBeside(known, fixture.caller(person), AttendanceSchool.zone, tx) != nil
    }
  }

  private func pill(_ fixture: AttendanceSchool, _ language: Language = .en) async throws -> String {
    let register = try #require(try await registers(fixture)[fixture.tomer])
    return attendanceListPill(
      fixture.tomer, "Tomer", register.marks[fixture.tomer], in: register.path, fixture.scene(language)
    ).string
  }

  @Test(arguments: Dialect.allCases) func `is for the children of the reader's classes, before the lesson too`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await open(dialect)
    defer { fixture.ledger.close() }
    let mine = try await registers(fixture)
    #expect(Set(mine.keys) == [fixture.maya, fixture.tomer, fixture.yusuf])
    #expect(mine[fixture.tomer]?.path == fixture.path())
    // Lia's class has no lesson, and Noa teaches no other.
    #expect(try await registers(fixture, as: .noa).isEmpty)
  }

  @Test func `is for the lesson that was on last, and for the first one before that`() async throws {
    let fixture = try await open()
    defer { fixture.ledger.close() }
    let (monday, noon) = (AttendanceSchool.monday, AttendanceSchool.id(500, TimetablePeriod.self))
    try await fixture.write { tx in
      try AttendanceStore(tx: tx).put(
        TimetablePeriod(
          id: noon, classroom: fixture.class7B, title: "Noon", weekday: 1, start: 720, end: 780, from: monday,
          until: nil))
    }
    try await fixture.mark(fixture.tomer, "absent")
    for (minute, path) in [
      (481, fixture.path()), (500, fixture.path()), (719, fixture.path()),
      (720, AttendancePaths.register(noon, monday)), (1000, AttendancePaths.register(noon, monday)),
    ] {
      fixture.clock.set(AttendanceSchool.zone.instant(monday, minute: minute))
      let register = try #require(try await registers(fixture)[fixture.tomer])
      #expect(register.path == path, "\(minute)")
      #expect(register.marks[fixture.tomer] == (minute < 720 ? .absent : nil), "\(minute)")
    }
  }

  @Test func `marks absent, and again present, and undoes it by what the toast offers`() async throws {
    let fixture = try await open()
    defer { fixture.ledger.close() }
    var shown = try await pill(fixture)
    #expect(shown.contains("value=\"absent\"") && shown.contains("Not marked") && !shown.contains("data-mark"))
    try await fixture.mark(fixture.tomer, "absent")
    shown = try await pill(fixture)
    #expect(shown.contains("value=\"present\"") && shown.contains("data-mark=\"absent\"") && shown.contains(">Absent<"))
    #expect(shown.contains("aria-label=\"Mark Tomer present\""))
    try await fixture.mark(fixture.tomer, "present")
    shown = try await pill(fixture)
    #expect(shown.contains("value=\"absent\"") && shown.contains(">Present<"))
    #expect(shown.contains("aria-label=\"Mark Tomer absent\""))
    let at = try #require(try await fixture.marks()[fixture.tomer]).at
    try await fixture.send(
      .post, fixture.path() + "/undo", Form([Form.Field("at", String(at.milliseconds))]), as: .omar)
    #expect(try await fixture.marks()[fixture.tomer]?.status == .absent)
  }

  @Test func `is late as one who is there, and excused as one who is away`() async throws {
    let fixture = try await open()
    defer { fixture.ledger.close() }
    try await fixture.mark(fixture.tomer, "late")
    #expect(try await pill(fixture).contains("value=\"absent\""))
    try await fixture.mark(fixture.tomer, "excused")
    #expect(try await pill(fixture).contains("value=\"present\""))
  }

  @Test(arguments: Language.allCases) func `says whom it marks in every language`(_ language: Language) async throws {
    let fixture = try await open()
    defer { fixture.ledger.close() }
    let scene = fixture.scene(language)
    let name = scene.words("attendance.mark-as.absent", .text("Tomer"))
    let shown = try await pill(fixture, language)
    #expect(name.contains("Tomer") && shown.contains(HTML(text: name).string))
    #expect(shown.contains("aria-describedby=\"list-mark-\(fixture.tomer.text)-word\""))
  }

  @Test func `is not there on a holiday, for the office, or where lessons are marked one by one`() async throws {
    let fixture = try await open()
    defer { fixture.ledger.close() }
    #expect(try await isShown(fixture, as: .omar))
    #expect(try await !isShown(fixture, as: .dana))
    #expect(try await !isShown(fixture, as: .leila))
    try await fixture.write { try AttendanceStore(tx: $0).put(Holiday(day: AttendanceSchool.monday, name: "Purim")) }
    #expect(try await registers(fixture).isEmpty)
    let other = try await open(.sqlite, .k12)
    defer { other.ledger.close() }
    #expect(try await !isShown(other, as: .omar))
  }

  @Test func `comes back with the answer to the tap, with a form that can be sent again`() async throws {
    let fixture = try await open()
    defer { fixture.ledger.close() }
    try await fixture.mark(fixture.tomer, "absent")
    let data = try await fixture.ledger.read {
      try fixture.service.register(
        fixture.morning, AttendanceSchool.monday, fixture.caller(.omar), AttendanceSchool.zone, $0)
    }
    var scene = fixture.scene(.en)
    let elsewhere = registerAnswer(data, [fixture.tomer], nil, scene).string
    #expect(elsewhere.contains("class-mark-") && !elsewhere.contains("list-mark-"), "where no list has it")
    scene.words = TestWords.of(.en, variant: SchoolKind.montessori.rawValue)
    let answer = registerAnswer(data, [fixture.tomer], nil, scene).string
    #expect(answer.contains("id=\"list-mark-\(fixture.tomer.text)\"") && answer.contains("Mark Tomer Cohen present"))
    #expect(answer.contains("id=\"mark-\(fixture.tomer.text)\""))
  }
}
