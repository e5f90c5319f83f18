import Base
import Database
import HomeroomTesting
import School
import Testing

@testable import Talk

@Suite struct `What stands in the way` {
  private func said(_ refusal: Refusal?) -> [String] {
    guard case .invalid(let problems)? = refusal else { return [] }
    return problems.flatMap { problem in
      problem.reason.arguments.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is told by its room alone to who may not see it`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let wanted = ["place": "ROOM 7", "start": "10:15", "end": "10:45"]
    for person in [CalendarSchool.Person.maya, .leila] {
      let told = said(try await school.refused { try await school.add(900, wanted, as: person) })
      #expect(told.first == "Room 7", "\(person)")
      #expect(!told.contains { $0.contains("Secret") })
    }
    let told = said(try await school.refused { try await school.add(900, wanted, as: .noa) })
    #expect(told.first == "Secret course")
    try await school.add(901, ["place": "Attic"], as: .omar)
    #expect(
      said(try await school.refused { try await school.add(902, ["place": "attic"], as: .maya) }).first == "Attic")
    try await school.add(902, wanted.merging(["anyway": "on"]) { $1 }, as: .maya)
  }

  @Test(arguments: Dialect.allCases)
  func `is said of one time that is moved or changed, and nothing is saved`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    try await school.add(900, ["title": "Play", "place": "Hall", "from": school.monday.plus(days: 2).text], as: .noa)
    let id = try await school.add(
      901, ["audience": "class." + school.b7.text, "place": "Hall", "repeat": "weekly", "count": "4"])
    let (day, to) = (school.monday.plus(days: 1).text, school.monday.plus(days: 2).text)
    let moving = ["day": day, "to": to]
    let told = try await school.refused { try await school.send(CalendarPaths.move(id), moving, as: .omar) }
    #expect(said(told).first == "Hall")
    let changing = ["day": day, "title": "Choir", "from": to, "start": "09:30", "end": "10:30", "place": "hall"]
    let again = try await school.refused { try await school.send(CalendarPaths.occurrence(id), changing, as: .omar) }
    #expect(said(again).first == "Hall")
    #expect(try await school.changes(id).isEmpty)
    try await school.send(CalendarPaths.move(id), moving.merging(["anyway": "on"]) { $1 }, as: .omar)
    #expect(try await school.changes(id).map { $0.times?.from.text } == [to])
  }

  @Test(arguments: Dialect.allCases)
  func `is the teacher elsewhere, whoever plans`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    try await school.add(900, ["title": "Trip", "audience": "course." + school.math.text], as: .omar)
    for person in [CalendarSchool.Person.omar, .dana] {
      let told = try await school.refused {
        try await school.add(
          901, ["audience": "class." + school.b7.text, "start": "09:30", "end": "10:30"], as: person)
      }
      // The trip, and the lesson of the course from ten on.
      #expect(said(told).contains("Trip") && said(told).contains("Math 7"), "\(person)")
    }
    // Noa's class has another teacher.
    try await school.add(902, ["audience": "class." + school.a8.text], as: .dana)
  }

  @Test func `is marked on the week with words`() async throws {
    let school = try await CalendarSchool.open()
    try await school.add(
      900, ["audience": "class." + school.b7.text, "start": "10:30", "end": "11:30", "anyway": "on"])
    let shown = try await school.entries("week", as: .maya)
    #expect(shown.first { $0.title == "Choir" }?.sameTime == ["Math 7"])
    #expect(try await school.page(CalendarPaths.calendar, ["view": "week"], as: .maya).contains("Same time as Math 7"))
    #expect(try await school.page(CalendarPaths.calendar, ["view": "month"], as: .maya).contains("Same time as Math 7"))
    // Who plans alone in a room that is taken by what they may not see reads nothing of it in any view.
    try await school.add(
      901, ["title": "Alone", "place": "Room 7", "start": "10:15", "end": "10:45", "anyway": "on"], as: .leila)
    for view in CalendarView.allCases {
      let page = try await school.page(
        CalendarPaths.calendar, ["view": view.rawValue, "on": school.monday.plus(days: 1).text], as: .leila)
      #expect(page.contains("Alone") && !page.contains("Secret"), "\(view)")
    }
  }

  @Test func `is marked for a teacher who would have to be in two places`() async throws {
    let school = try await CalendarSchool.open()
    try await school.add(
      900, ["audience": "class." + school.b7.text, "start": "10:30", "end": "11:30", "anyway": "on"], as: .dana)
    // Omar teaches 7B, and Math 7 at ten.
    let shown = try await school.entries("week", as: .omar)
    #expect(shown.first { $0.title == "Choir" }?.sameTime == ["Math 7"])
    // For the office, which sees the calendars of all, two classes at one time are no conflict.
    let trip = ["title": "Trip", "audience": "class." + school.a8.text, "start": "10:30", "end": "11:30"]
    // Whoever plans is told that the teacher, Noa, is in a course of hers then.
    let told = try await school.refused { try await school.add(901, trip, as: .dana) }
    #expect(said(told).first == "Secret course")
    try await school.add(901, trip.merging(["anyway": "on"]) { $1 }, as: .dana)
    #expect(try await school.entries("week", as: .dana).allSatisfy { $0.sameTime.isEmpty })
    try await school.add(
      902, ["title": "Exam", "audience": "class." + school.a8.text, "start": "11:00", "end": "11:15", "anyway": "on"],
      as: .dana)
    #expect(try await school.entries("week", as: .dana).first { $0.title == "Exam" }?.sameTime == ["Trip"])
  }

  @Test func `of forty things on a day a few stand in each view, and the day has them all`() async throws {
    let school = try await CalendarSchool.open()
    for number in 0..<40 {
      try await school.add(1000 + UInt64(number), ["title": "Event \(number)", "anyway": "on"], as: .maya)
    }
    let day = school.monday.plus(days: 1)
    for (view, most) in [(CalendarView.month, 3), (.week, 3), (.list, 12), (.day, 40)] {
      let page = try await school.page(
        CalendarPaths.calendar, ["view": view.rawValue, "on": day.text], as: .maya)
      // On a phone the chosen day stands below its month or week once more.
      let grid = page.split(separator: "cal-chosen").first ?? ""
      let shown = (0..<40).filter { grid.contains("Event \($0)</bdi>") }.count
      #expect(shown == most, "\(view)")
      #expect(page.contains("cal-more") == (view != .day))
      if view != .day { #expect(page.contains("href=\"/schedule?view=day&amp;on=\(day.text)\"")) }
    }
  }
}
