import Base
import Database
import HomeroomTesting
import School
import Testing

@testable import Office

@Suite struct `Birthdays in lists of people` {
  @Test(arguments: ["birthday", "Date of birth", "Date de naissance", "תאריך לידה", "تاريخ الميلاد"])
  func `stand under a heading of any language`(_ heading: String) {
    let bytes = Array("student number,first name,\(heading)\n7,Ada,2019-02-28\n8,Ben,\n".utf8)
    let (people, reader) = RosterFixture.people(bytes)
    #expect(people.map { $0.birthday } == ["2019-02-28", ""] && reader.problems == Roster.Problems())
  }

  @Test(arguments: ["28/02/2019", "2019-02-30", "1850-01-01", "soon"])
  func `that cannot be read safely are left out, said, and refuse nobody`(_ text: String) {
    let (people, reader) = RosterFixture.people(Array("student number,first name,birthday\n7,Ada,\(text)\n".utf8))
    #expect(people.map { $0.birthday } == [""] && people.map { $0.given } == ["Ada"])
    #expect(reader.problems.warnings.map { $0.code } == [.dateOdd] && reader.failedRows == 0)
  }

  @Test(arguments: ExchangeFixture.engines)
  func `come in once, stay where a file says nothing of them, and go out again`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let list = "student number,first name,last name,class,birthday\n7,Ada,Marsh,6A,2019-02-28\n8,Ben,Tal,6A,\n"
    try await fixture.apply(try ExchangeFixture.file(list))
    #expect(try await fixture.students().first { $0.number == "7" }?.birthday == Day("2019-02-28"))
    #expect(try await fixture.preview(try ExchangeFixture.file(list)).lines.isEmpty, "a second run changes nothing")
    let other = "student number,first name,last name,class,birthday\n7,Ada,Marsh,6A,\n8,Ben,Tal,6A,2018-12-01\n"
    try await fixture.apply(try ExchangeFixture.file(other))
    let known = try await fixture.students().filter { $0.birthday != nil }
    #expect(Set(known.compactMap { $0.birthday?.text }) == ["2019-02-28", "2018-12-01"])
    let exported = String(decoding: try await fixture.exported(), as: UTF8.self)
    #expect(exported.contains(",birthday") && exported.contains(",2019-02-28"))
  }

  @Test(arguments: ExchangeFixture.engines)
  func `that are yet to come are said, and kept from nobody's record in silence`(_ dialect: Dialect) async throws {
    let fixture = try await ExchangeFixture.open(dialect)
    let list = "student number,first name,last name,class,birthday\n7,Ada,Marsh,6A,2150-02-28\n"
    try await fixture.apply(try ExchangeFixture.file(list))
    #expect(try await fixture.students().first { $0.number == "7" }?.birthday == nil)
    let again = try await fixture.preview(try ExchangeFixture.file(list))
    #expect(again.lines.isEmpty && again.problems.contains { $0.code == .dateOdd })
  }
}
