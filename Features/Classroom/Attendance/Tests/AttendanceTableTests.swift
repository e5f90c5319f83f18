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

@Suite struct `Timetables as a table` {
  let monday = AttendanceSchool.monday

  private func periods(_ school: AttendanceSchool) async throws -> [String] {
    try await school.ledger.read { tx in
      try AttendanceStore(tx: tx).periods(of: [school.class7B, school.class8A], in: school.school)
        .filter { $0.isInForce(on: monday) }
        .map { "\($0.classroom == school.class7B ? "7B" : "8A") \($0.weekday) \($0.start)-\($0.end) \($0.title)" }
    }
  }

  private func form(_ file: String, _ more: [String: String] = [:]) -> Form {
    var fields = [Form.Field("file", file), Form.Field("from", monday.text)]
    fields += more.sorted { $0.key < $1.key }.map { Form.Field($0.key, $0.value) }
    return Form(fields)
  }

  @Test(arguments: [
    ("8:30", 510), ("08.30", 510), ("8h30", 510), ("8 h 30", 510), ("8h", 480), ("0830", 510), ("830", 510),
    ("8:30 AM", 510), ("8:30 p.m.", 1230), ("12:05 am", 5), ("12:05 PM", 725), ("٨:٣٠", 510), ("٨:٣٠ م", 1230),
    ("08:30:00", 510), ("8", 480), ("23:59", 1439),
  ])
  func `times are read as the world writes them`(_ text: String, _ minute: Int) { #expect(clockTime(text) == minute) }

  @Test(arguments: [
    "", "24:00", "8:60", "13:00 PM", "8:30 xm", "8:30:15", "noon", "-1", "12345", "8:3:0:0", ":", "٨٨٨٨٨",
  ])
  func `what is no time is none`(_ text: String) { #expect(clockTime(text) == nil) }

  @Test(arguments: [
    ("Monday", 1), ("tue", 2), ("Mercredi", 3), ("jeu.", 4), ("יום שישי", 5), ("ו'", 5), ("ראשון", 7), ("الاثنين", 1),
    ("يوم الأربعاء", 3), ("٧", 7), ("3", 3), ("שבת", 6), ("Dimanche", 7),
  ])
  func `days are known by name in four languages and by number`(_ text: String, _ weekday: Int) {
    #expect(weekdayNamed(text) == weekday)
  }

  @Test func `what is no day is none`() {
    for text in ["", "8", "0", "someday", "יום", "11"] { #expect(weekdayNamed(text) == nil, "\(text)") }
  }

  @Test(arguments: Dialect.allCases)
  func `lines come in, and those not understood are said by their line`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let file = """
      Jour;De;À;Classe;Matière;Enseignant
      lundi;10h00;10h45;7b;Maths;Omar
      tuesday;8.15;9.00;7B;Choir;
      someday;8:15;9:00;7B;Art;

      friday;25:00;26:00;7B;Art;
      friday;10:00;9:00;7B;Art;
      friday;10:00;11:00;9Z;Art;
      friday;10:00;11:00;7B;;
      friday;8:30;9:30;7B;Art;
      3;1:05 PM;1:50 PM;8A;Physics;
      """
    let before = try await school.counts()
    let look = try await school.send(.post, AttendancePaths.tables, form(file), as: .dana)
    #expect(try await school.counts() == before)
    guard case .list(let left) = look.json()["leftOut"], case .text(let agreed) = look.json()["plan"]?["agreed"] else {
      throw Refusal.notFound
    }
    #expect(left.map { $0["line"] } == [4, 6, 7, 8, 9, 10].map { JSON.integer($0) })
    let page = try #require(look.page(school.scene()))
    #expect(page.body.contains("someday") && page.body.contains("9Z") && page.body.contains("Line 4"))
    let answer = try await school.send(.post, AttendancePaths.tableImport, form(file, ["agreed": agreed]), as: .dana)
    #expect(answer.json()["changes"] == .integer(3))
    #expect(
      try await periods(school) == [
        "7B 1 495-540 Morning", "7B 1 600-645 Maths", "7B 2 495-540 Choir", "7B 3 495-540 Morning",
        "8A 3 785-830 Physics", "7B 4 495-540 Morning", "7B 5 495-540 Morning",
      ])
    #expect(try await school.journal(1).map(\.command) == ["attendance.import-timetable"])
  }

  @Test(arguments: Dialect.allCases)
  func `a table sent twice comes in once, and is answered the same`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    let table = form("day,from,to,class,subject\nMon,10:00,10:45,7B,Art\n")
    let idempotencyKey = school.ledger.world.id(IdempotencyKey.self)
    let first = try await school.send(
      .post, AttendancePaths.tableImport, table, as: .dana, idempotencyKey: idempotencyKey)
    let after = try await periods(school)
    let again = try await school.send(
      .post, AttendancePaths.tableImport, table, as: .dana, idempotencyKey: idempotencyKey)
    #expect(first.json()["changes"] == .integer(1) && first.json() == again.json())
    #expect(try await periods(school) == after)
  }

  @Test func `a whole week in the file ends what is not in it, in its classes alone`() async throws {
    let school = try await AttendanceSchool.open()
    let file = "class,day,time,subject\r\n7B,Mon,8:15–9:00,Morning\r\n7B,Mon,9:00-9:45,Art\r\n"
    _ = try await school.send(.post, AttendancePaths.tableImport, form(file, ["whole": "on"]), as: .dana)
    #expect(try await periods(school) == ["7B 1 495-540 Morning", "7B 1 540-585 Art"])
  }

  @Test(arguments: Language.allCases)
  func `what was exported comes in again without a change`(_ language: Language) async throws {
    let school = try await AttendanceSchool.open()
    let words = school.scene(language).words
    let bytes = try await school.ledger.read {
      try school.service.timetables(school.caller(.dana), words, AttendanceSchool.zone, $0)
    }
    let text = try #require(String(validating: bytes, as: UTF8.self))
    #expect(text.split(separator: "\r\n").count == 6)
    let look = try await school.send(.post, AttendancePaths.tables, form(text, ["whole": "on"]), as: .dana)
    #expect(look.json()["leftOut"] == .list([]))
    #expect(look.page(school.scene())?.body.contains("already like this") == true)
  }

  @Test func `only the office brings tables in, and a file that is none is refused`() async throws {
    let school = try await AttendanceSchool.open()
    let file = "day,from,to,class,subject\nMon,10:00,10:45,7B,Art\n"
    let before = try await school.counts()
    for person in [AttendanceSchool.Person.omar, .leila] {
      for path in [AttendancePaths.tables, AttendancePaths.tableImport] {
        #expect(
          try await school.refused { _ = try await school.send(.post, path, form(file), as: person) } == .notFound)
      }
      #expect(
        try await school.refused { _ = try await school.send(.get, AttendancePaths.tableFile, as: person) } == .notFound
      )
    }
    let refused: [(Form, String)] = [
      (form(""), "file"), (form("day,subject\nMon,Art\n"), "file"), (form("\"open"), "file"),
      (Form([.init("file", file), .init("from", monday.plus(days: -1).text)]), "from"),
      (form(file, ["agreed": "else"]), ""),
    ]
    for (form, field) in refused {
      let refusal = try await school.refused {
        _ = try await school.send(.post, AttendancePaths.tableImport, form, as: .dana)
      }
      guard case .invalid(let problems) = refusal else { throw Refusal.unavailable }
      #expect(problems.map(\.field) == [field])
    }
    #expect(try await school.counts() == before)
  }
}
