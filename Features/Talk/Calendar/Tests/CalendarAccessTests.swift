import Base
import Database
import HomeroomTesting
import School
import Testing

@testable import Talk

@Suite struct `The rows of the calendar` {
  private func holders(_ school: CalendarSchool, _ id: ID<Event>) async throws -> Set<CalendarSchool.Person> {
    try await school.holders(of: CalendarTables.event, [.id(school.school), .id(id)])
  }

  @Test(arguments: Dialect.allCases)
  func `go where their event goes, and say who planned it when that is another account`(_ dialect: Dialect) async throws
  {
    let school = try await CalendarSchool.open(dialect)
    let (own, ours) = (try await school.add(900, ["anyway": "on"]), CalendarSchool.id(901, Event.self))
    try await school.add(901, ["audience": "class." + school.b7.text, "anyway": "on"])
    #expect(try await holders(school, own) == [.omar])
    let before = try await holders(school, ours)
    #expect(before.contains(.omar) && before.contains(.maya) && !before.contains(.noa))
    let key: [Value] = [.id(school.school), .id(ours)]
    let said = try #require(try await school.ledger.said(CalendarTables.event, key, in: school.school))
    try await school.write { tx in try tx.merge(school.account(.omar), into: school.account(.noa)) }
    #expect(try await holders(school, own) == [.noa])
    #expect(try await holders(school, ours) == before)
    #expect(try #require(try await school.ledger.said(CalendarTables.event, key, in: school.school)) > said)
    // Now only the teachers of another class.
    try await school.send(
      CalendarPaths.event(ours),
      [
        "title": "Choir", "from": school.monday.plus(days: 1).text, "start": "09:00", "end": "10:00",
        "audience": "class." + school.a8.text, "anyway": "on",
      ], as: .dana)
    #expect(try await !holders(school, ours).contains(.maya))
  }
}
