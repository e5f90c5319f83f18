import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing
import Web

@testable import Classroom

@Suite struct `A break is one row` {
  let monday = AttendanceSchool.monday

  private func days(_ numbers: ClosedRange<Int>, _ name: String = "Spring") -> SchoolBreak {
    SchoolBreak(first: monday.plus(days: numbers.lowerBound), last: monday.plus(days: numbers.upperBound), name: name)
  }

  private func breaks(_ school: AttendanceSchool) async throws -> [SchoolBreak] {
    try await school.ledger.read {
      try AttendanceStore(tx: $0).breaks(
        in: school.school, from: monday.plus(days: -50), through: monday.plus(days: 90))
    }
  }

  private func name(_ title: String, _ from: Int, _ until: Int, _ school: AttendanceSchool) async throws {
    let form: Form = Form(["name": title, "from": monday.plus(days: from).text, "until": monday.plus(days: until).text])
    _ = try await school.send(.post, AttendancePaths.holidays, form, as: .dana)
  }

  @Test(arguments: Dialect.allCases)
  func `two dates are one row, and a day in the middle that opens again makes two of it`(_ dialect: Dialect)
    async throws
  {
    let school = try await AttendanceSchool.open(dialect)
    try await name("Spring", 0, 9, school)
    #expect(try await breaks(school) == [days(0...9)])
    _ = try await school.send(.post, AttendancePaths.drop(monday.plus(days: 4)), as: .dana)
    #expect(try await breaks(school) == [days(0...3), days(5...9)])
    let free = try await school.ledger.read {
      try AttendanceStore(tx: $0).holidays(in: school.school, from: monday.plus(days: 3), through: monday.plus(days: 6))
    }
    #expect(free.map { $0.day.number - monday.number } == [3, 5, 6])
    let whole: Form = Form(["until": monday.plus(days: 9).text])
    _ = try await school.send(.post, AttendancePaths.drop(monday), whole, as: .dana)
    #expect(try await breaks(school).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `another name takes its days, and the same name beside it is the same break`(_ dialect: Dialect) async throws {
    let school = try await AttendanceSchool.open(dialect)
    try await name("Spring", 0, 9, school)
    try await name("Strike", 4, 5, school)
    #expect(try await breaks(school) == [days(0...3), days(4...5, "Strike"), days(6...9)])
    try await name("Spring", 4, 5, school)
    #expect(try await breaks(school) == [days(0...9)])
    try await name("Spring", 8, 12, school)
    #expect(try await breaks(school) == [days(0...12)])
  }

  @Test func `what is no break, backwards or not the office's is refused and nothing is written`() async throws {
    let school = try await AttendanceSchool.open()
    try await name("Spring", 0, 4, school)
    let before = try await school.counts()
    let drop = AttendancePaths.drop(monday.plus(days: 2))
    for (person, path) in [
      (AttendanceSchool.Person.omar, drop), (.leila, drop), (.dana, AttendancePaths.drop(monday.plus(days: 20))),
    ] {
      #expect(try await school.refused { _ = try await school.send(.post, path, as: person) } == .notFound)
    }
    let backwards: Form = Form(["until": monday.text])
    let refusal = try await school.refused { _ = try await school.send(.post, drop, backwards, as: .dana) }
    #expect(refusal == .invalid("until", Phrase("attendance.until-before-from")))
    #expect(try await school.counts() == before)
  }

  @Test(arguments: Language.allCases)
  func `the page shows it as a range`(_ language: Language) async throws {
    let school = try await AttendanceSchool.open()
    try await name("Spring", 0, 9, school)
    let scene = school.scene(language)
    let page = try #require(try await school.send(.get, AttendancePaths.holidays, as: .dana).page(scene))
    let html = page.body.string
    let words = scene.words
    #expect(html.contains(words.range(words.date(monday, .long), words.date(monday.plus(days: 9), .long))))
    #expect(html.components(by: "/drop\"") == 2)
  }
}

extension String {
  fileprivate func components(by mark: String) -> Int { split(separator: mark, omittingEmptySubsequences: false).count }
}
