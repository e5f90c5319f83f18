import Base
import Database
import HomeroomTesting
import ICalendar
import Kit
import Ledger
import Router
import School
import Testing

@testable import Talk
@testable import Web

@Suite struct `How much of what comes again is meant` {
  @Test(arguments: Dialect.allCases)
  func `must be said in words that are known, or nothing is done`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await school.add(900, ["repeat": "weekly", "count": "5"])
    let day = school.monday.plus(days: 8).text
    for (path, fields) in [
      (CalendarPaths.deletion(id), ["day": day]), (CalendarPaths.event(id), ["day": day, "title": "x", "from": day]),
      (CalendarPaths.move(id), ["day": day, "to": day]),
    ] {
      for scope in ["folowing", "ALL", "none"] {
        let refused = try await school.refused {
          try await school.send(path, fields.merging(["scope": scope]) { $1 }, as: .omar)
        }
        #expect(refused == .invalid("scope", Phrase("form.choice")), "\(path) \(scope)")
      }
    }
    // One time is left out by its own path: here it would be all of them.
    let one = try await school.refused {
      try await school.send(CalendarPaths.deletion(id), ["day": day, "scope": "one"], as: .omar)
    }
    #expect(one == .invalid("scope", Phrase("form.choice")))
    #expect(try await school.event(id).cancelledAt == nil)
    try await school.send(CalendarPaths.deletion(id), ["scope": "all"], as: .omar)
    #expect(try await school.event(id).cancelledAt != nil)
  }
}

@Suite struct `This time and all that follow` {
  /// Six Tuesdays; the fourth is at eleven, the fifth is left out.
  private func choir(_ school: CalendarSchool) async throws -> ID<Event> {
    let id = try await school.add(
      900, ["audience": "class." + school.b7.text, "place": "Hall", "repeat": "weekly", "count": "6"])
    try await school.send(
      CalendarPaths.move(id), ["day": tuesday(3, school).text, "to": tuesday(3, school).text, "start": "11:00"],
      as: .omar)
    try await school.send(CalendarPaths.skip(id), ["day": tuesday(4, school).text], as: .omar)
    return id
  }

  private func tuesday(_ week: Int, _ school: CalendarSchool) -> Day { school.monday.plus(days: 1 + 7 * week) }

  /// “1 540”: how many days from Monday, and the minute; what the reader sees of events in fifty days.
  private func times(_ school: CalendarSchool, as person: CalendarSchool.Person = .maya) async throws -> [String] {
    let first = try await school.entries(as: person)
    let second = try await school.entries(on: school.monday.plus(days: 30), as: person)
    return (first + second).filter { $0.kind == .event }.sorted { $0.day < $1.day }
      .map { "\($0.day.number - school.monday.number) \($0.start ?? -1)" }
  }

  /// The way back that the answer offers.
  private func undo(_ answer: Response) throws -> (path: String, fields: [String: String]) {
    guard case .redirect(_, let toast) = answer.body, let undo = toast?.undo else { throw Refusal.notFound }
    return (undo.path, Dictionary(undo.fields.map { ($0.name, $0.value) }) { first, _ in first })
  }

  private func following(_ answer: Response) throws -> ID<Event> {
    try #require(try undo(answer).fields["following"].flatMap { ID($0) })
  }

  private let before = ["1 540", "8 540", "15 540", "22 660", "36 540"]

  private let changed = ["title": "Band", "start": "14:00", "end": "15:00", "place": "Attic", "repeat": "weekly"]

  private func change(_ school: CalendarSchool, _ id: ID<Event>, at day: Day, _ more: [String: String] = [:])
    async throws
    -> Response
  {
    let said = changed.merging(["scope": "following", "day": day.text, "from": day.text, "count": "4"]) { $1 }
    return try await school.send(CalendarPaths.event(id), said.merging(more) { $1 }, as: .omar)
  }

  @Test(arguments: Dialect.allCases)
  func `are changed, and those before are not; undone, all is as it was`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await choir(school)
    let (old, differing) = (try await school.event(id), try await school.changes(id))
    #expect(try await times(school) == before)
    let answer = try await change(school, id, at: tuesday(2, school))
    #expect(try await times(school) == ["1 540", "8 540", "15 840", "22 660", "36 840"])
    let rest = try await school.event(following(answer))
    #expect(rest.title == "Band" && rest.uid != old.uid && rest.sequence == 0 && rest.audience == old.audience)
    #expect(
      try await school.event(id).rule?.text() == "FREQ=WEEKLY;UNTIL="
        + Recurrence.compact(tuesday(1, school).plus(days: 6)))
    #expect(try await school.changes(rest.id).map(\.day) == [tuesday(3, school), tuesday(4, school)])
    // Other programs: the old name ends, the new one has the exceptions.
    let feed = try await school.feed("person", as: .maya).split(separator: "BEGIN:VEVENT")
    let first = feed.filter { $0.contains("UID:" + old.uid) }
    #expect(first.count == 1 && first[0].contains("UNTIL=20260323T") && !first[0].contains("EXDATE"))
    #expect(first[0].contains("SEQUENCE:" + String(old.sequence + 1)))
    let second = feed.filter { $0.contains("UID:" + rest.uid) }
    #expect(
      second.count == 2 && second[0].contains("COUNT=4")
        && second[0].contains("EXDATE;TZID=Europe/Paris:20260407T140000"))
    #expect(second[1].contains("RECURRENCE-ID;TZID=Europe/Paris:20260331T140000") && second[1].contains("T110000"))
    let back = try undo(answer)
    try await school.send(back.path, back.fields, as: .omar)
    #expect(try await times(school) == before)
    let again = try await school.event(id)
    #expect(again.rule == old.rule && again.times == old.times && again.title == old.title)
    #expect(again.sequence > old.sequence + 1)
    #expect(try await school.changes(id) == differing)
    #expect(try await school.event(rest.id).cancelledAt != nil)
    #expect(
      try await school.feed("person", as: .maya).split(separator: "BEGIN:VEVENT")
        .filter { $0.contains("UID:" + rest.uid) }.allSatisfy { $0.contains("STATUS:CANCELLED") })
  }

  @Test(arguments: Dialect.allCases)
  func `are moved with what differs on them; undone, all is as it was`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await choir(school)
    let differing = try await school.changes(id)
    let (day, to) = (tuesday(2, school), tuesday(2, school).plus(days: 2))
    let moving = ["scope": "following", "day": day.text, "to": to.text, "start": "10:00"]
    let answer = try await school.send(CalendarPaths.move(id), moving, as: .omar)
    #expect(try await times(school) == ["1 540", "8 540", "17 600", "24 660", "38 600"])
    var back = try undo(answer)
    try await school.send(back.path, back.fields, as: .omar)
    #expect(try await times(school) == before)
    #expect(try await school.changes(id) == differing)
    // All of them, said of the third.
    let all = try await school.send(CalendarPaths.move(id), moving.merging(["scope": "all"]) { $1 }, as: .omar)
    #expect(try await times(school) == ["3 600", "10 600", "17 600", "24 660", "38 600"])
    #expect(try await school.event(id).cancelledAt != nil)
    back = try undo(all)
    try await school.send(back.path, back.fields, as: .omar)
    #expect(try await times(school) == before)
    #expect(try await school.changes(id) == differing)
  }

  @Test(arguments: Dialect.allCases)
  func `are deleted, from the first on altogether; undone, all is as it was`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await choir(school)
    let old = try await school.event(id)
    for (week, left) in [(2, ["1 540", "8 540"]), (0, [])] {
      let gone = ["scope": "following", "day": tuesday(week, school).text]
      let answer = try await school.send(CalendarPaths.deletion(id), gone, as: .omar)
      #expect(try await times(school) == left)
      #expect((try await school.event(id).cancelledAt == nil) == (week > 0))
      let back = try undo(answer)
      try await school.send(back.path, back.fields, as: .omar)
      #expect(try await times(school) == before)
      #expect(try await school.event(id).rule == old.rule)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `are not put back over what was changed since, nor by others, nor twice`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let id = try await choir(school)
    let (day, idempotencyKey) = (tuesday(2, school), school.ledger.world.id(IdempotencyKey.self))
    let gone = ["scope": "following", "day": day.text]
    var backs: [[String: String]] = []
    for _ in 0..<2 {
      let answer = try await school.send(CalendarPaths.deletion(id), gone, as: .omar, idempotencyKey: idempotencyKey)
      backs.append(try undo(answer).fields)
    }
    #expect(backs[0] == backs[1])
    for person in [CalendarSchool.Person.noa, .maya] {
      let refusal = try await school.refused {
        try await school.send(CalendarPaths.rejoining(id), backs[0], as: person)
      }
      #expect(refusal == (person == .noa ? .notFound : .notAllowed(Phrase("calendar.not-yours"))))
    }
    try await school.send(CalendarPaths.skip(id), ["day": tuesday(1, school).text], as: .omar)
    let late = try await school.refused { try await school.send(CalendarPaths.rejoining(id), backs[0], as: .omar) }
    #expect(late == .conflict(Phrase("calendar.changed-since")))
    // What waited behind the cut is not found again by a longer rule.
    let longer = [
      "title": "Choir", "from": tuesday(0, school).text, "start": "09:00", "end": "10:00", "repeat": "weekly",
      "count": "6",
    ]
    try await school.send(CalendarPaths.event(id), longer, as: .omar)
    #expect(try await times(school) == ["1 540", "15 540", "22 540", "29 540", "36 540"])
  }

  @Test func `are put back with what followed of one's own, and with nobody else's event`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await choir(school)
    let gone = ["scope": "following", "day": tuesday(2, school).text]
    let back = try undo(try await school.send(CalendarPaths.deletion(id), gone, as: .omar))
    let unseen = try await school.add(
      905, ["audience": "class." + school.a8.text, "start": "12:00", "end": "13:00"], as: .noa)
    let seen = try await school.add(906, ["audience": "school", "start": "14:00", "end": "15:00"], as: .dana)
    for (event, wanted) in [(unseen, Refusal.notFound), (seen, .notAllowed(Phrase("calendar.not-yours")))] {
      let refusal = try await school.refused {
        try await school.send(back.path, back.fields.merging(["following": event.text]) { $1 }, as: .omar)
      }
      #expect(refusal == wanted)
      #expect(try await school.event(event).cancelledAt == nil)
    }
  }

  @Test func `are refused like one time is, and nothing is saved`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await choir(school)
    let (once, wednesday) = (
      try await school.add(901, ["start": "16:00", "end": "17:00"]), school.monday.plus(days: 2)
    )
    func refused(_ path: String, _ fields: [String: String], as person: CalendarSchool.Person = .omar) async throws
      -> Refusal?
    {
      try await school.refused {
        try await school.send(path, fields.merging(["scope": "following"]) { $1 }, as: person)
      }
    }
    let (day, to) = (tuesday(2, school).text, school.monday.plus(days: 18).text)
    for (path, more) in [(CalendarPaths.move(id), ["to": to]), (CalendarPaths.deletion(id), [:])] {
      func asked(_ day: String) -> [String: String] { more.merging(["day": day]) { $1 } }
      #expect(try await refused(path, asked(wednesday.text)) == .notFound)
      #expect(try await refused(path, asked(day), as: .noa) == .notFound)
      #expect(try await refused(path, asked(day), as: .maya) == .notAllowed(Phrase("calendar.not-yours")))
    }
    #expect(try await refused(CalendarPaths.deletion(once), ["day": tuesday(0, school).text]) == .notFound)
    try await school.add(902, ["title": "Play", "place": "Hall", "from": to], as: .noa)
    guard case .invalid(let problems)? = try await refused(CalendarPaths.move(id), ["day": day, "to": to]) else {
      Issue.record("the hall is taken")
      return
    }
    #expect(problems.contains { $0.field == "anyway" })
    let ends = try await school.add(
      903,
      ["repeat": "rule", "rule": "FREQ=MONTHLY;BYDAY=-1TU,1TU", "from": "2026-03-31", "start": "18:00", "end": "19:00"])
    let bent = try await refused(CalendarPaths.move(ends), ["day": "2026-03-31", "to": "2026-04-01"])
    #expect(bent == .invalid("to", Phrase("calendar.rule.unmovable")))
  }

  @Test func `are offered by the page, and the form begins with what is left`() async throws {
    let school = try await CalendarSchool.open()
    let id = try await choir(school)
    let day = tuesday(2, school)
    let page = try await school.page(CalendarPaths.event(id), ["day": day.text], as: .omar)
    for word in ["Edit this and following", "Delete this and following", "value=\"following\"", "value=\"all\""] {
      #expect(page.contains(word), "\(word)")
    }
    let form = try await school.page(CalendarPaths.edit(id), ["scope": "following", "day": day.text], as: .omar)
    #expect(form.contains("name=\"scope\" value=\"following\"") && form.contains("name=\"day\" value=\"\(day.text)\""))
    #expect(form.contains("value=\"4\"") && form.contains("name=\"from\"") && form.contains("value=\"\(day.text)\""))
    await #expect(throws: Refusal.notFound) {
      try await school.page(CalendarPaths.edit(id), ["scope": "following", "day": "2026-03-11"], as: .omar)
    }
    let week = try await school.page(CalendarPaths.calendar, ["view": "week"], as: .omar)
    #expect(week.contains("data-repeats") && week.contains("id=\"calendar-scope\""))
  }

  @Test(arguments: [
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", 5), ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,SA", -3), ("FREQ=WEEKLY", 9),
    ("FREQ=DAILY;INTERVAL=3", 1), ("FREQ=WEEKLY;BYDAY=MO,TU;UNTIL=20260630", 4), ("FREQ=DAILY;COUNT=7", -2),
  ])
  func `come as many days later as the first, each of them`(_ rule: String, _ shift: Int) throws {
    let old = try Recurrence(rule)
    let first = CalendarSchool.monday
    let to = first.plus(days: shift)
    let new = try #require(old.moved(from: first, to: to))
    let expected = old.days(from: first, in: first...first.plus(days: 300)).map { $0.plus(days: shift) }
    #expect(new.days(from: to, in: to...to.plus(days: 300)) == expected)
  }

  @Test(
    arguments: [
      ("FREQ=MONTHLY;BYMONTHDAY=9", "FREQ=MONTHLY;BYMONTHDAY=11"), ("FREQ=MONTHLY;BYDAY=2MO", "FREQ=MONTHLY;BYDAY=2WE"),
      ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=9", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=11"), ("FREQ=MONTHLY", "FREQ=MONTHLY"),
      ("FREQ=MONTHLY;BYMONTHDAY=-1", nil), ("FREQ=MONTHLY;BYDAY=MO", nil), ("FREQ=DAILY;BYDAY=MO,TU", nil),
      ("FREQ=YEARLY;BYYEARDAY=68", nil), ("FREQ=WEEKLY;BYMONTH=3;BYDAY=MO", nil),
    ] as [(String, String?)])
  func `keep the kind of day they had in the month, where that can be said`(_ rule: String, _ wanted: String?) throws {
    let first = CalendarSchool.monday
    #expect(try Recurrence(rule).moved(from: first, to: first.plus(days: 2))?.text() == wanted)
  }
}
