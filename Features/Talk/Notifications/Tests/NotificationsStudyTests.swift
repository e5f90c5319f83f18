import Base
import Database
import HomeroomTesting
import Ledger
import People
import Router
import School
import Study
import Testing
import Web

@testable import Talk
@testable import TalkServer

/// Rimon School in Jerusalem, on Wednesday, 11 March 2026, at noon: Maya studies two tracks; nights are quiet from eight.
struct StudyReminderSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, maya
    var role: Role { self == .dana ? .owner : .student }
  }
  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  static let wednesday = Day(number: 20_523)
  static let migrations =
    learning + TracksTables.migrations + StudyLogTables.migrations + NotificationsTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let server: NotificationsServer
  let table: RouteTable
  let avot = Self.id(61, Track.self), psalms = Self.id(62, Track.self)

  static func open(_ dialect: Dialect = .sqlite) async throws -> StudyReminderSchool {
    let clock = TestClock(zone.instant(wednesday, minute: 720), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = NotificationsServer(ledger: ledger)
    let made = StudyReminderSchool(
      ledger: ledger, clock: clock, server: server,
      table: RouteTable(notificationRoutes(server.service) + studyLogRoutes(StudyLogService())))
    try await made.found { tx in try made.fill(tx) }
    return made
  }

  private func fill(_ tx: WriteTransaction) throws {
    for (track, name, text) in [(avot, "Avot", 65), (psalms, "Psalms", 66)] {
      let text = Self.id(UInt64(text), TrackItem.self)
      try tx.put(
        TracksTables.track,
        Track(
          id: track, audience: .school, author: account(.dana), name: name, language: "he",
          weekdays: [1, 2, 3, 4, 5, 7], createdAt: tx.now, updatedAt: tx.now))
      try tx.put(
        TracksTables.member, TrackMember(track: track, account: account(.maya), joinedOn: Self.wednesday))
      try tx.put(TracksTables.item, TrackItem(id: text, track: track, position: 0, label: name, source: "א"))
      for day in 0...3 {
        try tx.put(
          TracksTables.day, TrackDay(track: track, day: Self.wednesday.plus(days: day), items: [text]))
      }
    }
  }

  func choose(_ at: String = "17:00", about track: ID<Track>? = nil, isOn: Bool = true) async throws {
    var fields = [Form.Field("at", at), Form.Field("about", track?.text ?? "")]
    if isOn { fields.append(Form.Field("on", "on")) }
    try await send(.post, StudyLogPaths.reminder, Form(fields), as: .maya)
  }

  func mark(_ track: ID<Track>, _ day: Int = 0) async throws {
    try await send(
      .post, StudyLogPaths.completion(track, Self.wednesday.plus(days: day)), Form(), as: .maya)
  }

  /// At an hour of a day, what stands in Maya's inbox after every server has looked twice.
  func told(_ hour: Int, _ minute: Int = 0, on day: Int = 0) async throws -> [Notification] {
    clock.set(Self.zone.instant(Self.wednesday.plus(days: day), minute: hour * 60 + minute))
    let caller = caller(.maya)
    for other in [server, NotificationsServer(ledger: ledger), server] { try await other.remindOfStudy() }
    return try await ledger.read { [server] in try server.service.inbox(caller, after: nil, $0) }.items
  }
}

@Suite struct `A reminder of studying` {
  @Test(arguments: Dialect.allCases)
  func `comes once a day at its hour, and leads to what waits`(_ dialect: Dialect) async throws {
    let school = try await StudyReminderSchool.open(dialect)
    try await school.choose()
    #expect(try await school.told(16, 59).isEmpty)
    let all = try await school.told(17)
    #expect(all.map(\.path) == [StudyLogPaths.study] && all.map(\.phrase.key) == ["study.reminder.many"])
    #expect(try await school.told(17, 30) == all)
    // One is done, the other waits still; all done takes the word back, and it is not said again.
    try await school.mark(school.avot)
    #expect(try await school.told(17, 31) == all)
    try await school.mark(school.psalms)
    #expect(try await school.told(17, 32).isEmpty)
    let ticks = try await school.ticks(school.psalms)
    let undo = Form(ticks.map { Form.Field("ticks", $0.text) })
    try await school.send(
      .post, StudyLogPaths.undoing(school.psalms, StudyReminderSchool.wednesday), undo, as: .maya)
    #expect(try await school.told(17, 40).isEmpty)
    // Tomorrow only one is left.
    try await school.mark(school.avot, 1)
    let next = try await school.told(17, on: 1)
    #expect(next.map(\.path) == [StudyLogPaths.day(school.psalms, StudyReminderSchool.wednesday.plus(days: 1))])
    #expect(next.map(\.phrase) == [Phrase("study.reminder.one", .text("Psalms"))])
    // The day is over: “today” would not be true any more.
    #expect(try await school.told(9, on: 2).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `is silent when nothing waits, when nobody asked, and in a pause`(_ dialect: Dialect) async throws {
    let school = try await StudyReminderSchool.open(dialect)
    #expect(try await school.told(17).isEmpty)
    try await school.choose(about: school.avot)
    try await school.mark(school.avot, 1)
    #expect(try await school.told(17, on: 1).isEmpty)
    try await school.choose(isOn: false)
    #expect(try await school.told(17, on: 2).isEmpty)
    // A Saturday asks for nothing, though it has a text.
    try await school.choose()
    #expect(try await school.told(17, on: 3).isEmpty)
  }

  @Test func `is silent in a pause`() async throws {
    let school = try await StudyReminderSchool.open()
    try await school.choose()
    let day = StudyReminderSchool.wednesday.text
    try await school.send(.post, StudyLogPaths.pauses, Form(["from": day, "until": day]), as: .maya)
    #expect(try await school.told(17).isEmpty)
    #expect(try await school.told(17, on: 1).count == 1)
  }

  @Test func `waits for the end of the quiet, is none of another day, and comes an hour late at most`() async throws {
    let school = try await StudyReminderSchool.open()
    try await school.choose("21:00")
    #expect(try await school.told(21).isEmpty)
    #expect(try await school.told(7, on: 1).isEmpty)
    try await school.choose("06:30")
    #expect(try await school.told(6, 30, on: 2).isEmpty)
    #expect(try await school.told(7, on: 2).count == 1)
    let late = try await StudyReminderSchool.open()
    try await late.choose()
    #expect(try await late.told(18).isEmpty)
    // An hour that is over today is tomorrow's.
    try await late.choose("17:30")
    #expect(try await late.told(18, 10).isEmpty)
    #expect(try await late.told(18, 29, on: 1).count == 1)
  }

  @Test func `goes by the person's own clock`() async throws {
    let school = try await StudyReminderSchool.open()
    try await school.choose("15:00")
    let account = school.account(.maya)
    try await school.write { tx in
      try tx.execute("UPDATE account SET zone = 'Europe/Paris' WHERE id = $1", [.id(account)])
    }
    #expect(try await school.told(15).isEmpty)
    #expect(try await school.told(16).count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `is of what one studies, at an hour that there is`(_ dialect: Dialect) async throws {
    let school = try await StudyReminderSchool.open(dialect)
    let other = StudyReminderSchool.id(69, Track.self)
    #expect(
      try await school.refused { try await school.choose(about: other) } == .invalid("about", Phrase("form.choice")))
    #expect(
      try await school.refused { try await school.choose("25:00") } == .invalid("at", Phrase("form.clock")))
    #expect(try await school.told(17).isEmpty)
    #expect(try await school.ledger.read { try $0.count("SELECT count(*) FROM study_reminder") } == 0)
    #expect(try await school.shown(StudyLogPaths.reminder, as: .maya).contains("17:00"))
    try await school.choose("18:15", about: school.psalms)
    let page = try await school.shown(StudyLogPaths.reminder, as: .maya, .he)
    #expect(page.contains("18:15") && page.contains("המכשיר הזה מצלצל") && page.contains(NotificationsPaths.settings))
  }
}

extension StudyReminderSchool {
  func ticks(_ track: ID<Track>) async throws -> [ID<StudyLogEntry>] {
    let (account, school) = (account(.maya), school)
    return try await ledger.read {
      try StudyLogStore(tx: $0).entry(track, Self.wednesday, of: account, in: school)?.ticks ?? []
    }
  }
}
