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

/// Rimon School on a Monday morning: Omar teaches 7B, in which Maya sits; Leila is her mother; Noa teaches nobody, Sami is
/// nobody's father.
struct TracksSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, noa, leila, maya, sami

    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila, .sami: .guardian
      case .maya: .student
      }
    }
  }
  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  /// 9 March 2026.
  static let monday = Day(number: 20_521)
  static let tables = ["track", "track_item", "track_day", "track_member", "track_cycle"]
  static let migrations = people + ClassroomsTables.migrations + AttendanceTables.migrations + TracksTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable
  let room = Self.id(71, Classroom.self)
  let pupil = Self.id(101, Student.self)
  let track = Self.id(900, Track.self)
  var today: Day { Self.monday }

  static func open(_ dialect: Dialect = .sqlite) async throws -> TracksSchool {
    let clock = TestClock(zone.instant(monday, minute: 480), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let made = TracksSchool(ledger: ledger, clock: clock, table: RouteTable(trackRoutes(TracksService())))
    try await made.found { tx in
      let first = monday.plus(days: -30)
      try made.addStudent(made.pupil, "Maya", "Levi", account: .maya, guardians: [.leila], tx)
      try made.addClass(made.room, "7B", teachers: [.omar], students: [made.pupil], from: first, tx)
    }
    return made
  }

  /// The form of a track, with a weekday for each digit.
  func form(_ audience: String? = nil, name: String = "Mishnah", days: String = "1234567", isPublic: Bool = false)
    -> Form
  {
    var fields = [Form.Field("name", name), Form.Field("language", "he"), Form.Field("freezes", "on")]
    fields += days.map { Form.Field("weekday", String($0)) }
    if let audience { fields += [Form.Field("audience", audience), Form.Field("id", track.text)] }
    if isPublic { fields.append(Form.Field("public", "on")) }
    return Form(fields)
  }

  func make(_ audience: String = "school", as person: Person = .dana) async throws {
    try await send(.post, TracksPaths.all, form(audience), as: person)
  }

  /// Puts a text for each word at the end.
  func add(_ words: String, as person: Person = .dana) async throws {
    for word in words.split(separator: " ") {
      let form = Form(["label": String(word), "source": "Text of \(word).", "id": item(String(word)).text])
      try await send(.post, TracksPaths.texts(track), form, as: person)
    }
  }
  func item(_ word: String) -> ID<TrackItem> { id(word) }

  func setCycle(
    from: Day? = nil, perDay: Int = 1, days: String = "1234567", first: String = "", end: String = "restart",
    skips: String = "", merged: String = "", as person: Person = .dana
  ) async throws {
    var fields = [
      Form.Field("from", (from ?? today).text), Form.Field("perDay", String(perDay)), Form.Field("first", first),
      Form.Field("end", end), Form.Field("skips", skips), Form.Field("merged", merged),
    ]
    fields += days.map { Form.Field("weekday", String($0)) }
    try await send(.post, TracksPaths.cycle(track), Form(fields), as: person)
  }

  /// What the days have by the words of their texts, a dash for a day without: `a,b - c`.
  func days(_ count: Int, from: Day? = nil) async throws -> String {
    let (track, school, first) = (track, school, from ?? today)
    return try await ledger.read { tx in
      let store = TracksStore(tx: tx)
      let rows = try store.days(of: track, from: first, until: first.plus(days: count - 1), in: school)
      let names = try store.items(rows.flatMap { $0.items }, in: school).keyed(by: { $0.id }, to: { $0.label })
      let known = rows.keyed(by: { $0.day })
      return (0..<count).map { place in
        let items = known[first.plus(days: place)]?.items ?? []
        return items.isEmpty ? "-" : items.map { names[$0] ?? "?" }.joined(separator: ",")
      }.joined(separator: " ")
    }
  }

  func member(_ person: Person) async throws -> TrackMember? {
    let (track, account, school) = (track, account(person), school)
    return try await ledger.read { try TracksStore(tx: $0).membership(track, of: account, in: school) }
  }

  /// How many rows of days were written or removed meanwhile; each lies in one bucket, the school's.
  func rowsWritten(_ body: () async throws -> Void) async throws -> Int {
    let (before, school) = (try await head(), school)
    try await body()
    return try await ledger.read { tx in
      try tx.count(
        "SELECT count(*) FROM \(changeIndex) WHERE school = $1 AND tbl = $2 AND seq > $3",
        [.id(school), .int(TracksTables.day.schema.number), .integer(before)])
    }
  }
}
