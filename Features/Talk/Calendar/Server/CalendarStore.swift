public import Base
public import Ledger
import People
public import School

/// All SQL about events.
public struct CalendarStore<Books: Transaction> {
  let tx: Books
  public init(tx: Books) { self.tx = tx }

  static var columns: String {
    """
    id, audience, target, kind, title, place, note, "from", until, start, "end", zone, rule, uid, sequence, by,
    "isImported", "createdAt", "updatedAt", "cancelledAt"
    """
  }

  public func event(_ id: ID<Event>, in school: ID<Tenant>) throws(Refusal) -> Event? {
    try tx.first(
      "SELECT \(Self.columns) FROM event WHERE school = $1 AND id = $2", [.id(school), .id(id)], Event.init(row:))
  }

  /// What came from files, by the name it has there.
  func imported(in school: ID<Tenant>) throws(Refusal) -> [String: Event] {
    let found = try tx.rows(
      "SELECT \(Self.columns) FROM event WHERE school = $1 AND \"isImported\"", [.id(school)], Event.init(row:))
    return Dictionary(found.map { ($0.uid, $0) }) { first, _ in first }
  }

  func isKnown(uid: String, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists("SELECT 1 FROM event WHERE school = $1 AND uid = $2", [.id(school), .text(uid)])
  }

  /// What is for one of the audiences and touches the days.
  ///
  /// - Parameter isWhole: also what was called off.
  func events(
    for audiences: [Event.Audience], from first: Day, through last: Day, in school: ID<Tenant>, isWhole: Bool = false
  ) throws(Refusal) -> [Event] {
    var found: [Event] = []
    for kind in Event.Audience.kinds {
      let targets = audiences.filter { $0.kind == kind }.map { $0.target(in: school) }
      for part in targets.chunks(of: 400) {
        found += try tx.rows(
          """
          SELECT \(Self.columns) FROM event WHERE school = $1 AND audience = $2 AND last >= $3 AND first <= $4
          \(isWhole ? "" : "AND \"cancelledAt\" IS NULL") AND target IN (\(placeholders(part.count, from: 5)))
          ORDER BY id
          """, [.id(school), .text(kind), .day(first), .day(last)] + part.map { .uuid($0.high, $0.low) },
          Event.init(row:))
      }
    }
    return found
  }

  /// All that is for more than one person: the office's calendar.
  func events(
    from first: Day, through last: Day, in school: ID<Tenant>, isWhole: Bool = false
  ) throws(Refusal) -> [Event] {
    try tx.rows(
      """
      SELECT \(Self.columns) FROM event WHERE school = $1 AND last >= $2 AND first <= $3 AND audience <> 'person'
      \(isWhole ? "" : "AND \"cancelledAt\" IS NULL") ORDER BY id
      """, [.id(school), .day(first), .day(last)], Event.init(row:))
  }

  /// What takes place in a room, by its folded name, whoever may see it; also what is there but one time.
  func events(
    inRoom folded: String, from first: Day, through last: Day, in school: ID<Tenant>
  ) throws(Refusal) -> [Event] {
    let here = "event WHERE school = $1 AND last >= $2 AND first <= $3 AND \"cancelledAt\" IS NULL"
    let values: [Value] = [.id(school), .day(first), .day(last)]
    let rooms = Set(
      try tx.rows("SELECT DISTINCT place FROM \(here) AND place IS NOT NULL", values) { $0.text(0) }
        + tx.rows(
          """
          SELECT DISTINCT place FROM event_change WHERE school = $1 AND place IS NOT NULL
            AND ("from" IS NULL OR "from" <= $3 AND until >= $2)
          """, values
        ) { $0.text(0) }
    ).filter { Student.fold($0) == folded }.sorted()
    guard !rooms.isEmpty else { return [] }
    let list = placeholders(rooms.count, from: 4)
    return try tx.rows(
      """
      SELECT \(Self.columns) FROM \(here) AND (place IN (\(list))
        OR id IN (SELECT event FROM event_change WHERE school = $1 AND place IN (\(list)))) ORDER BY id
      """, values + rooms.map { .text($0) }, Event.init(row:))
  }

  /// The holidays that close the whole school, the oldest first.
  func closing(from first: Day, through last: Day, in school: ID<Tenant>) throws(Refusal) -> [Event] {
    try tx.rows(
      """
      SELECT \(Self.columns) FROM event WHERE school = $1 AND last >= $2 AND first <= $3
        AND audience = 'school' AND kind = 'holiday' AND start IS NULL AND "cancelledAt" IS NULL ORDER BY id
      """, [.id(school), .day(first), .day(last)], Event.init(row:))
  }

  func changes(of events: [ID<Event>], in school: ID<Tenant>) throws(Refusal) -> [ID<Event>: [EventChange]] {
    var found: [EventChange] = []
    for part in events.chunks(of: 500) {
      found += try tx.rows(
        """
        SELECT event, day, "isSkipped", title, place, "from", until, start, "end", "updatedAt" FROM event_change
        WHERE school = $1 AND event IN (\(placeholders(part.count, from: 2))) ORDER BY event, day
        """, [.id(school)] + part.map { .id($0) }, EventChange.init(row:))
    }
    return Dictionary(grouping: found) { $0.event }
  }

  // MARK: feeds

  static var feedColumns: String { "id, account, scope, target, \"createdAt\", \"rotatedAt\"" }

  func feeds(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [Feed] {
    try tx.rows(
      "SELECT \(Self.feedColumns) FROM feed WHERE school = $1 AND account = $2 ORDER BY id",
      [.id(school), .id(account)], Feed.init(row:))
  }

  func feed(_ id: ID<Feed>, in school: ID<Tenant>) throws(Refusal) -> Feed? {
    try tx.first(
      "SELECT \(Self.feedColumns) FROM feed WHERE school = $1 AND id = $2", [.id(school), .id(id)], Feed.init(row:))
  }

  /// The feed behind a secret, and its school: the secret is all a program brings.
  func feed(hash: [UInt8]) throws(Refusal) -> (school: ID<Tenant>, feed: Feed)? {
    try tx.first("SELECT \(Self.feedColumns), school FROM feed WHERE hash = $1", [.bytes(hash)]) {
      ($0.id(6), Feed(row: $0))
    }
  }

  func choice(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> CalendarChoice {
    let own = try tx.first(
      "SELECT hebrew, hijri FROM calendar_choice WHERE school = $1 AND account = $2", [.id(school), .id(account)]
    ) { CalendarChoice(hebrew: $0.flag(0), hijri: $0.flag(1)) }
    var choice = own ?? CalendarChoice()
    choice.shift =
      try tx.first(
        "SELECT shift FROM calendar_choice WHERE school = $1 AND account = $2", [.id(school), .id(ID<Account>.none)]
      ) { $0.int(0) } ?? 0
    return choice
  }
}

extension Event.Audience {
  func target(in school: ID<Tenant>) -> ID<Event> {
    switch self {
    case .school: school.cast()
    case .classroom(let id): id.cast()
    case .course(let id): id.cast()
    case .person(let id): id.cast()
    }
  }

  init(kind: String, target: ID<Event>) {
    switch kind {
    case "class": self = .classroom(target.cast())
    case "course": self = .course(target.cast())
    case "person": self = .person(target.cast())
    default: self = .school
    }
  }
}

extension Event {
  init(row: Row) {
    self.init(
      id: row.id(0), audience: Audience(kind: row.text(1), target: row.id(2)),
      kind: Kind(rawValue: row.text(3)) ?? .event,
      title: row.text(4), place: row.optionalText(5), note: row.optionalText(6),
      times: EventTimes(from: row.day(7), until: row.day(8), start: row.optionalInt(9), end: row.optionalInt(10)),
      zone: row.text(11),
      rule: row.optionalText(12).flatMap { try? Recurrence($0) },  // only this store writes the column
      uid: row.text(13), sequence: row.int(14), by: row.id(15), isImported: row.flag(16), createdAt: row.instant(17),
      updatedAt: row.instant(18), cancelledAt: row.optionalInstant(19))
  }
}

extension EventChange {
  init(row: Row) {
    let times = row.optionalDay(5).map {
      EventTimes(from: $0, until: row.optionalDay(6) ?? $0, start: row.optionalInt(7), end: row.optionalInt(8))
    }
    self.init(
      event: row.id(0), day: row.day(1), isSkipped: row.flag(2), title: row.optionalText(3),
      place: row.optionalText(4), times: times, updatedAt: row.instant(9))
  }
}

extension Feed {
  init(row: Row) {
    let target: ID<Feed> = row.id(3)
    let scope: Scope =
      switch row.text(2) {
      case "child": .child(target.cast())
      case "class": .classroom(target.cast())
      case "course": .course(target.cast())
      default: .person
      }
    self.init(id: row.id(0), owner: row.id(1), scope: scope, createdAt: row.instant(4), rotatedAt: row.instant(5))
  }

  var target: ID<Feed> {
    switch scope {
    case .person: owner.cast()
    case .child(let id): id.cast()
    case .classroom(let id): id.cast()
    case .course(let id): id.cast()
    }
  }
}
