import Base
import Classroom
import Database
import HomeroomTesting
import Ledger
import People
import Router
import School
import Web

@testable import Study

/// Rimon School in Jerusalem, on Wednesday, 11 March 2026, at nine: Maya studies “Pirkei Avot”, of the whole school, and has a
/// track of her own; Yusuf joined nothing.
///
/// The track has a text a day from the Sunday before to the Thursday, and rests on Saturdays.
struct StudyLogSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, maya, yusuf
    var role: Role { self == .dana ? .owner : .student }
  }
  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  static let wednesday = Day(number: 20_523)
  static let tables = ["study_log", "study_pause"]
  static let migrations = learning + TracksTables.migrations + StudyLogTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable
  let service = StudyLogService()
  let track = Self.id(61, Track.self), own = Self.id(62, Track.self)
  let text = Self.id(65, TrackItem.self), second = Self.id(66, TrackItem.self)
  let tick = Self.id(91, StudyLogEntry.self), other = Self.id(92, StudyLogEntry.self)

  static func open(_ dialect: Dialect = .sqlite) async throws -> StudyLogSchool {
    let clock = TestClock(zone.instant(wednesday, minute: 540), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let made = StudyLogSchool(
      ledger: ledger, clock: clock, table: RouteTable(studyLogRoutes(StudyLogService())))
    try await made.found { tx in try made.fill(tx) }
    return made
  }

  func day(_ from: Int) -> Day { Self.wednesday.plus(days: from) }

  private func fill(_ tx: WriteTransaction) throws {
    try addTrack(track, "Pirkei Avot", .school, tx)
    try addTrack(own, "Mine", .person(account(.maya)), tx)
    for (id, place, source) in [(text, 0, "משה **קיבל** תורה"), (second, 1, "שמעון הצדיק")] {
      try tx.put(
        TracksTables.item,
        TrackItem(
          id: id, track: track, position: place, label: "Avot 1:\(place + 1)", source: source,
          commentary: place == 0 ? "From *Sinai*." : "", commentaryLanguage: "en"))
    }
    for place in -3...1 {
      try tx.put(TracksTables.day, TrackDay(track: track, day: day(place), items: [place == 1 ? second : text]))
    }
    try tx.put(TracksTables.day, TrackDay(track: track, day: day(2), items: []))
  }

  func addTrack(_ id: ID<Track>, _ name: String, _ audience: StudyAudience, _ tx: WriteTransaction) throws {
    try tx.put(
      TracksTables.track,
      Track(
        id: id, audience: audience, author: account(audience == .school ? .dana : .maya), name: name, language: "he",
        weekdays: [1, 2, 3, 4, 5, 7], createdAt: tx.now, updatedAt: tx.now))
    try tx.put(TracksTables.member, TrackMember(track: id, account: account(.maya), joinedOn: day(-10)))
  }

  func mark(
    _ day: Day, _ tick: ID<StudyLogEntry>? = nil, track: ID<Track>? = nil, as person: Person = .maya
  ) async throws {
    let form = tick.map { Form(["tick": $0.text]) } ?? Form()
    try await send(.post, StudyLogPaths.completion(track ?? self.track, day), form, as: person)
  }

  func undo(_ day: Day, _ ticks: [ID<StudyLogEntry>], as person: Person = .maya) async throws {
    let form = Form(ticks.map { Form.Field("ticks", $0.text) })
    try await send(.post, StudyLogPaths.undoing(track, day), form, as: person)
  }

  func entry(_ day: Day, of person: Person = .maya) async throws -> StudyLogEntry? {
    let (account, track, school) = (account(person), track, school)
    return try await ledger.read { try StudyLogStore(tx: $0).entry(track, day, of: account, in: school) }
  }

  func count() async throws -> Int { try await ledger.read { try $0.count("SELECT count(*) FROM study_log") } }

  func streak() async throws -> Int {
    let (caller, track) = (caller(.maya), track)
    return try await ledger.read { tx in
      let known = try TracksStore(tx: tx).track(track, in: caller.school)
      return try known.map { try StudyFacts(caller, of: [$0], tx).streak(of: $0).current } ?? -1
    }
  }
}
