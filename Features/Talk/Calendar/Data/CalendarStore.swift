public import Base
public import Database
import People
public import School

/// All SQL about events.
public struct CalendarStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func event(_ id: ID<Event>, in school: ID<Tenant>) throws(Refusal) -> Event? {
    try tx.find(CalendarTables.event, id, in: school)?.event
  }

  /// The event, or “not found”.
  func known(_ id: ID<Event>, in school: ID<Tenant>) throws(Refusal) -> Event {
    guard let event = try event(id, in: school) else { throw .notFound }
    return event
  }

  /// - Parameter condition: what follows `WHERE school = $1`; its own values begin at `$2`.
  private func events(
    _ condition: String, _ values: [Value], in school: ID<Tenant>
  ) throws(Refusal) -> [Event] {
    let table = CalendarTables.event
    return try tx.rows(table.select(condition), [.id(school)] + values) { row throws(Refusal) in
      try table.record(row).event
    }
  }

  /// What came from files, by the name it has there.
  package func imported(in school: ID<Tenant>) throws(Refusal) -> [String: Event] {
    let found = try events("AND \"isImported\"", [], in: school)
    var named: [String: Event] = [:]
    for event in found where named[event.uid] == nil { named[event.uid] = event }
    return named
  }

  package func isKnown(uid: String, in school: ID<Tenant>) throws(Refusal) -> Bool {
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
        found += try events(
          """
          AND audience = $2 AND last >= $3 AND first <= $4 \(isWhole ? "" : "AND \"cancelledAt\" IS NULL")
            AND target IN (\(placeholders(part.count, from: 5))) ORDER BY id
          """, [.text(kind), .day(first), .day(last)] + part.map { .uuid($0.high, $0.low) }, in: school)
      }
    }
    return found
  }

  /// All that is for more than one person: the office's calendar.
  func events(
    from first: Day, through last: Day, in school: ID<Tenant>, isWhole: Bool = false
  ) throws(Refusal) -> [Event] {
    try events(
      """
      AND last >= $2 AND first <= $3 AND audience <> 'person' \(isWhole ? "" : "AND \"cancelledAt\" IS NULL")
      ORDER BY id
      """, [.day(first), .day(last)], in: school)
  }

  /// What takes place in a room, by its folded name, whoever may see it; also what is there but one time.
  func events(
    inRoom folded: String, from first: Day, through last: Day, in school: ID<Tenant>
  ) throws(Refusal) -> [Event] {
    let here = "AND last >= $2 AND first <= $3 AND \"cancelledAt\" IS NULL"
    let days: [Value] = [.day(first), .day(last)]
    let values: [Value] = [.id(school)] + days
    let rooms = Set(
      try tx.rows("SELECT DISTINCT place FROM event WHERE school = $1 \(here) AND place IS NOT NULL", values) {
        $0.text(0)
      }
        + tx.rows(
          """
          SELECT DISTINCT place FROM event_change WHERE school = $1 AND place IS NOT NULL
            AND ("from" IS NULL OR "from" <= $3 AND until >= $2)
          """, values
        ) { $0.text(0) }
    ).filter { Student.fold($0) == folded }.sorted()
    guard !rooms.isEmpty else { return [] }
    let list = placeholders(rooms.count, from: 4)
    return try events(
      """
      \(here) AND (place IN (\(list))
        OR id IN (SELECT event FROM event_change WHERE school = $1 AND place IN (\(list)))) ORDER BY id
      """, days + rooms.map { .text($0) }, in: school)
  }

  /// The holidays that close the whole school, the oldest first.
  func closing(from first: Day, through last: Day, in school: ID<Tenant>) throws(Refusal) -> [Event] {
    try events(
      """
      AND last >= $2 AND first <= $3
        AND audience = 'school' AND kind = 'holiday' AND start IS NULL AND "cancelledAt" IS NULL ORDER BY id
      """, [.day(first), .day(last)], in: school)
  }

  package func changes(of events: [ID<Event>], in school: ID<Tenant>) throws(Refusal) -> [ID<Event>: [EventChange]] {
    var found: [EventChange] = []
    for part in events.chunks(of: 500) {
      found += try tx.all(
        CalendarTables.change, in: school,
        "AND event IN (\(placeholders(part.count, from: 2))) ORDER BY event, day", part.map { .id($0) })
    }
    return Dictionary(grouping: found) { $0.event }
  }

  // MARK: feeds

  package func feeds(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [Feed] {
    try tx.all(CalendarTables.feed, in: school, "AND account = $2 ORDER BY id", [.id(account)])
  }

  package func feed(_ id: ID<Feed>, in school: ID<Tenant>) throws(Refusal) -> Feed? {
    try tx.find(CalendarTables.feed, id, in: school)
  }

  /// The feed behind a secret, and its school: the secret is all a program brings.
  package func feed(hash: [UInt8]) throws(Refusal) -> (school: ID<Tenant>, feed: Feed)? {
    let table = CalendarTables.feed
    return try tx.first("SELECT \(table.columns), school FROM feed WHERE hash = $1", [.bytes(hash)]) {
      row throws(Refusal) in (row.id(table.width), try table.record(row))
    }
  }

  func choice(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> CalendarChoice {
    var choice = try own(account, in: school) ?? CalendarChoice()
    choice.shift = try own(.none, in: school)?.shift ?? 0
    return choice
  }

  private func own(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> CalendarChoice? {
    try tx.first(CalendarTables.choice, in: school, "AND account = $2", [.id(account)])?.choice
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
}
