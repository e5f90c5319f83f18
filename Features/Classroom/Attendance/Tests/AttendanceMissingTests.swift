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

@Suite struct `Who is missing` {
  private func page(_ school: AttendanceSchool, as person: AttendanceSchool.Person) async throws -> MissingPage {
    try await school.ledger.read {
      try school.service.missing(nil, for: school.caller(person), zone: AttendanceSchool.zone, $0)
    }
  }
  private func call(_ school: AttendanceSchool) -> Form {
    Form(["student": school.maya.text, "day": AttendanceSchool.monday.text])
  }

  @Test(arguments: Dialect.allCases)
  func `names those marked absent, those reported and those excused, the unexplained apart`(_ dialect: Dialect)
    async throws
  {
    let school = try await AttendanceSchool.open(dialect)
    try await school.mark(school.maya, "absent")
    try await school.mark(school.tomer, "excused")
    let report = Form(["from": AttendanceSchool.monday.text, "reason": "ill"])
    _ = try await school.send(.post, AttendancePaths.absences(school.yusuf), report, as: .dana)
    let found = try await page(school, as: .dana)
    #expect(found.of(.unexplained).map(\.name) == ["Maya Levi"])
    #expect(found.of(.reported).map(\.name) == ["Yusuf Haddad"] && found.of(.reported)[0].rooms == ["7B"])
    #expect(found.of(.excused).map(\.name) == ["Tomer Cohen"])
    // Reported afterwards, nobody has to ask any more.
    _ = try await school.send(.post, AttendancePaths.absences(school.maya), report, as: .leila)
    #expect(try await page(school, as: .dana).of(.unexplained).isEmpty)
  }

  @Test func `a teacher reads of the own classes alone, and a family of nobody`() async throws {
    let school = try await AttendanceSchool.open()
    try await school.mark(school.maya, "absent")
    let report = Form(["from": AttendanceSchool.monday.text])
    _ = try await school.send(.post, AttendancePaths.absences(school.tomer), report, as: .dana)
    #expect(try await page(school, as: .omar).students.map(\.name).sorted() == ["Maya Levi", "Tomer Cohen"])
    #expect(try await page(school, as: .noa).students.isEmpty)
    for person in [AttendanceSchool.Person.leila, .maya] {
      #expect(await school.refusal(.get, "/attendance/missing", as: person) == .notFound)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `a call home is noted once, read by all of the class's staff, and can be taken back`(_ dialect: Dialect)
    async throws
  {
    let school = try await AttendanceSchool.open(dialect)
    try await school.mark(school.maya, "absent")
    _ = try await school.send(.post, "/attendance/missing/calls", call(school), as: .omar)
    let shown = try await school.shown("/attendance/missing", as: .gal)
    let noted = try #require(try await page(school, as: .gal).of(.unexplained).first?.call)
    let at = school.scene().words.time(noted.at, in: AttendanceSchool.zone)
    #expect(AttendanceSchool.zone.minute(of: noted.at) == 480 && shown.contains("Called home: Omar, \(at)"))
    #expect(!shown.contains("Note a call home"))
    _ = try await school.send(.post, "/attendance/missing/calls/removal", call(school), as: .dana)
    #expect(try await school.shown("/attendance/missing", as: .gal).contains("Note a call home"))
  }

  @Test func `who may not see the child notes no call, and nobody one of tomorrow`() async throws {
    let school = try await AttendanceSchool.open()
    for person in [AttendanceSchool.Person.noa, .leila, .stranger] {
      let refused = try await school.refused {
        _ = try await school.send(.post, "/attendance/missing/calls", call(school), as: person)
      }
      #expect(refused == .notFound, "\(person)")
    }
    let tomorrow = Form(["student": school.maya.text, "day": AttendanceSchool.monday.plus(days: 1).text])
    let early = try await school.refused {
      _ = try await school.send(.post, "/attendance/missing/calls", tomorrow, as: .omar)
    }
    #expect(early == .notAllowed(Phrase("attendance.refused-future")))
    let none = try await school.refused {
      _ = try await school.send(.post, "/attendance/missing/calls/removal", call(school), as: .omar)
    }
    #expect(none == .notFound)
  }

  @Test func `the counts of the day lead to the names`() async throws {
    let school = try await AttendanceSchool.open()
    try await school.mark(school.maya, "absent")
    let path = "href=\"" + AttendancePaths.missing(AttendanceSchool.monday)
    #expect(try await school.html("/attendance", as: .dana).components(path) >= 2)
  }

  @Test func `a student reads of the own day and is not asked to report an absence`() async throws {
    let school = try await AttendanceSchool.open()
    #expect(try await school.shown("/attendance", as: .leila).contains("Report an absence"))
    #expect(try await !school.shown("/attendance", as: .maya).contains("Report an absence"))
  }
}

extension String {
  /// How often a text stands in this one.
  fileprivate func components(_ part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
