package import Base
import Database
import People
package import School

/// Which of the observations that somebody sees are wanted.
package struct ObservationFilter: Hashable, Sendable {
  /// Any of these.
  var children: [ID<Student>] = []
  /// Any of these, with those that were merged into them.
  var tags: [ID<RecordTag>] = []
  var author: ID<Account>?
  var classroom: ID<Classroom>?
  var from: Instant?
  /// Before this.
  var until: Instant?
  var search = ""
  var isOldestFirst = false
}

/// Where a part of a list ended.
package struct ObservationCursor: Hashable, Sendable {
  let at: Instant, id: ID<Observation>

  init(_ one: Observation) { (at, id) = (one.happenedAt, one.id) }

  /// Reads `milliseconds.id`.
  init?(_ text: String) {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let at = Int64(parts[0]), let id = ID<Observation>(parts[1]) else { return nil }
    (self.at, self.id) = (Instant(milliseconds: at), id)
  }
  var text: String { String(at.milliseconds) + "." + id.text }
}

/// A statement while it is put together.
private struct Statement {
  var values: [Value]
  var conditions: [String] = []
  mutating func place(_ value: Value) -> String {
    values.append(value)
    return "$\(values.count)"
  }
  mutating func places(_ all: [Value]) -> String {
    let from = values.count + 1
    values += all
    return placeholders(all.count, from: from)
  }
}

extension ObservationsStore {
  /// Those that the caller sees and the filter wants.
  ///
  /// What is asked about one child walks along that child's rows; the rest along the school's, in their order, and stops when
  /// there are enough.
  package func list(
    _ filter: ObservationFilter, for caller: Caller, after: ObservationCursor? = nil, limit: Int
  ) throws(Refusal) -> [Observation] {
    var sql = Statement(values: [.id(caller.school)])
    let one = filter.children.count == 1 ? filter.children.first : nil
    let order = one == nil ? "o.\"happenedAt\"" : "c.\"happenedAt\""
    let id = one == nil ? "o.id" : "c.observation"
    var from = "observation o"
    var start = "o.school = $1"
    if let one {
      from = "observation_child c JOIN observation o ON o.school = c.school AND o.id = c.observation"
      start = "c.school = $1 AND c.student = \(sql.place(.id(one)))"
    }
    let day = try ClassroomsStore(tx: tx).today(in: caller.school)
    see(caller, on: day, &sql)
    want(filter, order, on: day, &sql)
    if let after {
      let (at, last) = (sql.place(.instant(after.at)), sql.place(.id(after.id)))
      let sign = filter.isOldestFirst ? ">" : "<"
      sql.conditions.append("\(order) \(sign)= \(at)")
      sql.conditions.append("(\(order) \(sign) \(at) OR \(id) \(sign) \(last))")
    }
    let way = filter.isOldestFirst ? "ASC" : "DESC"
    return try tx.rows(
      """
      SELECT \(ObservationsTables.observation.columns(of: "o")) FROM \(from)
      WHERE \(start) AND o."deletedAt" IS NULL AND \(sql.conditions.joined(separator: " AND "))
      ORDER BY \(order) \(way), \(id) \(way) LIMIT \(limit)
      """, sql.values
    ) { row throws(Refusal) in try ObservationsTables.observation.record(row) }
  }

  /// The caller's drafts, and what is about a child of theirs.
  private func see(_ caller: Caller, on today: Day, _ sql: inout Statement) {
    let me = sql.place(.id(caller.account))
    guard !caller.role.isOffice else {
      sql.conditions.append("(o.state <> 'draft' OR o.author = \(me))")
      return
    }
    let day = sql.place(.day(today))
    sql.conditions.append(
      """
      ((o.state = 'draft' AND o.author = \(me)) OR (o.state <> 'draft' AND EXISTS (
        SELECT 1 FROM observation_child s
        JOIN enrolment e ON e.school = s.school AND e.student = s.student AND e."from" <= \(day)
          AND (e.until IS NULL OR e.until >= \(day))
        JOIN class_teacher t ON t.school = e.school AND t.classroom = e.classroom AND t.account = \(me)
        JOIN classroom r ON r.school = e.school AND r.id = e.classroom AND r."archivedAt" IS NULL
        WHERE s.school = o.school AND s.observation = o.id)))
      """)
  }

  private func want(_ filter: ObservationFilter, _ order: String, on today: Day, _ sql: inout Statement) {
    if filter.children.count > 1 {
      sql.conditions.append(
        """
        EXISTS (SELECT 1 FROM observation_child w WHERE w.school = o.school AND w.observation = o.id
          AND w.student IN (\(sql.places(filter.children.map { .id($0) }))))
        """)
    }
    if let room = filter.classroom {
      let day = sql.place(.day(today))
      // Of those who are in it now: that is who its page lists.
      sql.conditions.append(
        """
        EXISTS (SELECT 1 FROM observation_child k JOIN enrolment n ON n.school = k.school AND n.student = k.student
          AND n.classroom = \(sql.place(.id(room))) AND n."from" <= \(day) AND (n.until IS NULL OR n.until >= \(day))
          WHERE k.school = o.school AND k.observation = o.id)
        """)
    }
    if !filter.tags.isEmpty {
      let parts = filter.tags.map { "o.tags LIKE \(sql.place(.text("%" + $0.text + "%")))" }
      sql.conditions.append("(" + parts.joined(separator: " OR ") + ")")
    }
    if let author = filter.author { sql.conditions.append("o.author = \(sql.place(.id(author)))") }
    if let from = filter.from { sql.conditions.append("\(order) >= \(sql.place(.instant(from)))") }
    if let until = filter.until { sql.conditions.append("\(order) < \(sql.place(.instant(until)))") }
    for word in Student.fold(filter.search).split(separator: " ").prefix(6) {
      sql.conditions.append("o.search LIKE \(sql.place(.text("%" + likePart(word) + "%"))) ESCAPE '!'")
    }
  }
}
