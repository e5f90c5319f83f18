public import Base
public import Database
import People
public import School

/// Tracks with their texts, what each day has, and who studies them.
public enum TracksTables {
  public static let track = Table<Track>(
    "track", number: 201,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.audience { $0.audience }
      $0.id("author", onMerge: .follows) { $0.author }
      $0.text("name") { $0.name }
      $0.text("about") { $0.about }
      $0.text("language") { $0.language }
      $0.flag("public") { $0.isPublic }
      $0.integer("weekdays") { StudyWeekdays.bits($0.weekdays) }
      $0.flag("freezes") { $0.hasFreezes }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "audience", "target"], ["school", "author"], ["public"]],
    foreign: [.init(["school"], to: "school", ["id"]), .init(["author"], to: "account", ["id"])],
    seen: .by { track, school in track.audience.buckets(in: school) }
  ) { cells throws(Refusal) in
    Track(
      id: cells.id(), audience: try StudyAudience(&cells), author: cells.id(), name: cells.text(),
      about: cells.text(), language: cells.text(), isPublic: cells.flag(), weekdays: StudyWeekdays.set(cells.int()),
      hasFreezes: cells.flag(), createdAt: cells.instant(), updatedAt: cells.instant(),
      deletedAt: cells.optionalInstant())
  }

  public static let item = Table<TrackItem>(
    "track_item", number: 202,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("track") { $0.track }
      $0.integer("position") { $0.position }
      $0.text("label") { $0.label }
      $0.text("reference") { $0.reference }
      $0.text("source") { $0.source }
      $0.text("language") { $0.language }
      $0.text("commentary") { $0.commentary }
      $0.text("commentaryLanguage") { $0.commentaryLanguage }
      $0.json("questions") { $0.questions.isEmpty ? nil : TrackQuestion.json($0.questions).string }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "track", "position"]],
    foreign: [.init(["school", "track"], to: "track", ["school", "id"])], seen: .with("track", by: "track")
  ) { cells throws(Refusal) in
    TrackItem(
      id: cells.id(), track: cells.id(), position: cells.int(), label: cells.text(), reference: cells.text(),
      source: cells.text(), language: cells.optionalText(), commentary: cells.text(),
      commentaryLanguage: cells.optionalText(),
      questions: try cells.optionalText().map { text throws(Refusal) in
        TrackQuestion.list(try JSON(Array(text.utf8)))
      } ?? [],
      deletedAt: cells.optionalInstant())
  }

  public static let day = Table<TrackDay>(
    "track_day", number: 203,
    {
      $0.school()
      $0.id("track") { $0.track }
      $0.day("day") { $0.day }
      $0.text("items") { $0.items.map { $0.text }.joined(separator: " ") }
      $0.flag("edited") { $0.isEdited }
    }, key: ["school", "track", "day"],
    foreign: [.init(["school", "track"], to: "track", ["school", "id"])], seen: .with("track", by: "track")
  ) { cells in
    TrackDay(
      track: cells.id(), day: cells.day(), items: cells.text().split(separator: " ").compactMap { ID(String($0)) },
      isEdited: cells.flag())
  }

  public static let member = Table<TrackMember>(
    "track_member", number: 204,
    {
      $0.school()
      $0.id("track") { $0.track }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.day("joinedOn") { $0.joinedOn }
      $0.instant("leftAt") { $0.leftAt }
    }, key: ["school", "track", "account"], indexes: [["school", "account"]],
    foreign: [.init(["school", "track"], to: "track", ["school", "id"]), .init(["account"], to: "account", ["id"])],
    seen: .by { member, _ in [.person(member.account)] }
  ) { TrackMember(track: $0.id(), account: $0.id(), joinedOn: $0.day(), leftAt: $0.optionalInstant()) }

  /// One a track: what is in force, and extended as time goes on.
  public static let cycle = Table<TrackCycle>(
    "track_cycle", number: 205,
    {
      $0.school()
      $0.id("track") { $0.track }
      $0.day("from") { $0.from }
      $0.id("first") { $0.first }
      $0.integer("perDay") { $0.perDay }
      $0.integer("weekdays") { StudyWeekdays.bits($0.weekdays) }
      $0.text("skips") { $0.skips.map { $0.text }.joined(separator: " ") }
      $0.text("merged") { $0.merged.sorted().map { $0.text }.joined(separator: " ") }
      $0.choice("end") { $0.end }
    }, key: ["school", "track"],
    foreign: [.init(["school", "track"], to: "track", ["school", "id"])], seen: .with("track", by: "track")
  ) { cells throws(Refusal) in
    TrackCycle(
      track: cells.id(), from: cells.day(), first: cells.optionalID(), perDay: cells.int(),
      weekdays: StudyWeekdays.set(cells.int()),
      skips: cells.text().split(separator: " ").compactMap { ClosedDays($0) },
      merged: Set(cells.text().split(separator: " ").compactMap { Day($0) }), end: try cells.choice())
  }

  public static let migrations = [
    Migration(
      "2026-11-26 tracks: the tables", create: track.schema, item.schema, day.schema, member.schema, cycle.schema)
  ]
}

/// Days of the week as seven bits, Monday the lowest.
public enum StudyWeekdays {
  public static func bits(_ weekdays: Set<Int>) -> Int {
    weekdays.reduce(0) { (1...7).contains($1) ? $0 | 1 << ($1 - 1) : $0 }
  }
  public static func set(_ bits: Int) -> Set<Int> { Set((1...7).filter { bits & 1 << ($0 - 1) != 0 }) }
}

extension Columns {
  /// Whom something is for: tracks and decks say it alike.
  mutating func audience(_ get: @escaping @Sendable (Record) -> StudyAudience) {
    choice("audience") { get($0).kind }
    // Somebody's own goes with them; a class's id is no account's.
    id("target", onMerge: .follows) { get($0).target }
  }
}

extension StudyAudience {
  public enum Kind: String, CaseIterable, Sendable { case school, classroom, person }

  public var kind: Kind {
    switch self {
    case .school: .school
    case .classroom: .classroom
    case .person: .person
    }
  }
  public var target: ID<StudyAudience>? {
    switch self {
    case .school: nil
    case .classroom(let id): id.cast()
    case .person(let id): id.cast()
    }
  }

  init(_ cells: inout Cells) throws(Refusal) {
    let (kind, target) = (try cells.choice(Kind.self), cells.optionalID(StudyAudience.self))
    switch (kind, target) {
    case (.school, _): self = .school
    case (.classroom, .some(let id)): self = .classroom(id.cast())
    case (.person, .some(let id)): self = .person(id.cast())
    default: throw Refusal.unavailable
    }
  }

  /// Who sees what is for it.
  public func buckets(in school: ID<Tenant>) -> [Bucket] {
    switch self {
    case .school: [.school(school)]
    case .classroom(let id): [.office(school), .classStaff(id), .classMates(id), .classFamilies(id)]
    case .person(let id): [.person(id)]
    }
  }
}

extension TrackQuestion {
  static func json(_ questions: [TrackQuestion]) -> JSON {
    .list(
      questions.map {
        .object([("text", .text($0.text)), ("right", .text($0.right)), ("wrong", .list($0.wrong.map { .text($0) }))])
      })
  }

  /// What cannot be read is left out.
  static func list(_ json: JSON) -> [TrackQuestion] {
    guard case .list(let all) = json else { return [] }
    return all.compactMap { one in
      guard case .text(let text) = one["text"], case .text(let right) = one["right"],
        case .list(let list) = one["wrong"]
      else { return nil }
      let wrong = list.compactMap { answer -> String? in if case .text(let text) = answer { text } else { nil } }
      return wrong.isEmpty ? nil : TrackQuestion(text: text, right: right, wrong: wrong)
    }
  }
}
