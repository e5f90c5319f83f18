import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Talk
@testable import TalkServer

@Suite struct `Whoever plans` {
  @Test(arguments: Dialect.allCases)
  func `plans for themselves, for those they teach, and the office for all`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let (b7, math) = ("class." + school.b7.text, "course." + school.math.text)
    let all: [(CalendarSchool.Person, String, String?)] = [
      (.maya, "person", nil), (.leila, "person", nil), (.omar, b7, nil), (.omar, math, nil), (.dana, "school", nil),
      (.dana, b7, nil), (.maya, b7, "not-allowed"), (.leila, b7, "not-allowed"), (.noa, b7, "not-found"),
      (.yusuf, b7, "not-found"), (.yusuf, math, "not-allowed"), (.omar, "school", "not-allowed"),
      (.maya, "course." + school.draft.text, "not-found"),
    ]
    for (number, (person, audience, code)) in all.enumerated() {
      let refusal = try await school.refused {
        try await school.add(
          900 + UInt64(number), ["audience": audience, "from": school.monday.plus(days: 10 * number + 30).text],
          as: person)
      }
      #expect(refusal?.code == code, "\(person) \(audience)")
    }
  }

  /// Every write on an event that is there, by those who see it and do not plan, and by those who do not see it.
  @Test(arguments: Dialect.allCases)
  func `is the only one who changes it`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await school.add(900, ["audience": "class." + school.b7.text, "repeat": "weekly", "count": "4"])
    let day = school.monday.plus(days: 1).text
    let words = ["title": "Band", "from": day, "start": "11:00", "end": "12:00"]
    let writes: [(String, [String: String])] = [
      (CalendarPaths.event(id), words.merging(["repeat": "weekly", "count": "4"]) { $1 }),
      (CalendarPaths.move(id), ["day": day, "to": school.monday.plus(days: 2).text]),
      (CalendarPaths.occurrence(id), words.merging(["day": day]) { $1 }), (CalendarPaths.skip(id), ["day": day]),
      (CalendarPaths.unskip(id), ["day": day]), (CalendarPaths.deletion(id), [:]), (CalendarPaths.restoral(id), [:]),
    ]
    for (path, fields) in writes {
      for (person, code) in [
        (CalendarSchool.Person.maya, "not-allowed"), (.leila, "not-allowed"), (.noa, "not-found"),
        (.yusuf, "not-found"),
      ] {
        #expect(try await school.refused { try await school.send(path, fields, as: person) }?.code == code, "\(path)")
      }
      let before = try await school.head()
      let idempotencyKey: ID<IdempotencyKey> = school.ledger.world.id()
      try await school.send(path, fields, as: .omar, idempotencyKey: idempotencyKey)
      let after = try await school.head()
      #expect(after == before + 1, "\(path)")
      try await school.send(path, fields, as: .omar, idempotencyKey: idempotencyKey)
      #expect(try await school.head() == after, "twice is once")
    }
  }

  @Test func `cannot change a time that the rule does not name, nor what was called off`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await school.add(900, ["repeat": "weekly", "count": "4"])
    let (day, other) = (school.monday.plus(days: 1).text, school.monday.plus(days: 2).text)
    for (path, fields) in [
      (CalendarPaths.skip(id), ["day": other]), (CalendarPaths.unskip(id), ["day": other]),
      (CalendarPaths.move(id), ["day": other, "to": day]),
      (CalendarPaths.occurrence(id), ["day": other, "title": "Band", "from": day]),
    ] {
      #expect(try await school.refused { try await school.send(path, fields, as: .omar) } == .notFound)
    }
    try await school.send(CalendarPaths.deletion(id), as: .omar)
    let gone = try await school.refused { try await school.send(CalendarPaths.skip(id), ["day": day], as: .omar) }
    #expect(gone == .conflict(Phrase("calendar.is-cancelled")))
    // Its feed says so, and it can come back.
    #expect(try await school.feed("person", as: .omar).contains("STATUS:CANCELLED"))
    try await school.send(CalendarPaths.restoral(id), as: .omar)
    #expect(try await school.event(id).cancelledAt == nil)
  }

  @Test func `chooses dates alone, and the office the school's correction`() async throws {
    let school = try await CalendarSchool.open()
    try await school.send(CalendarPaths.choice, ["hebrew": "on"], as: .maya)
    let refusal = try await school.refused { try await school.send(CalendarPaths.choice, ["shift": "1"], as: .maya) }
    #expect(refusal?.code == "not-allowed")
    try await school.send(CalendarPaths.choice, ["shift": "1"], as: .dana)
    let request = try school.request(as: .maya)
    let choice = try await school.ledger.read { try school.server.service.page(request, $0).choice }
    #expect(choice.hebrew && !choice.hijri && choice.shift == 1)
  }
}
