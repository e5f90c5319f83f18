public import Base
public import Database
import People
public import School

/// All SQL about the hours of trainees.
public struct LogbookStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// What the school counts, and how its hours read.
  public func scheme(in school: ID<Tenant>) throws(Refusal) -> LogScheme {
    try tx.all(LogbookTables.scheme, in: school, "", []).first ?? LogScheme()
  }

  /// One of a trainee's, also one that was deleted.
  public func entry(_ id: ID<LogEntry>, of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> LogEntry? {
    let found = try tx.find(LogbookTables.entry, id, in: school)
    return found?.trainee == trainee ? found : nil
  }

  /// Those of a period, the last day first.
  ///
  /// - Parameter after: the last one of the part before.
  func entries(
    of trainee: ID<Trainee>, _ period: LogPeriod, after: LogEntry? = nil, limit: Int, in school: ID<Tenant>
  ) throws(Refusal) -> [LogEntry] {
    var (sql, values) = sift(period, [.id(trainee)])
    if let after {
      values += [.day(after.day), .id(after.id)]
      // The school is the first of all values.
      let (day, id) = (values.count, values.count + 1)
      sql += " AND (day < $\(day) OR day = $\(day) AND id < $\(id))"
    }
    return try tx.all(
      LogbookTables.entry, in: school,
      "AND trainee = $2 AND \"deletedAt\" IS NULL\(sql) ORDER BY day DESC, id DESC LIMIT \(max(1, limit))", values)
  }

  /// All of them, the oldest first, for a file.
  func all(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> [LogEntry] {
    try tx.all(
      LogbookTables.entry, in: school,
      "AND trainee = $2 AND \"deletedAt\" IS NULL ORDER BY day, id LIMIT \(LogEntry.most)", [.id(trainee)])
  }

  /// What they come to; the whole minutes are added up, and nothing is rounded.
  public func sums(
    of trainee: ID<Trainee>, _ period: LogPeriod = LogPeriod(), in school: ID<Tenant>
  ) throws(Refusal) -> LogSums {
    let (sql, values) = sift(period, [.id(trainee)])
    // Each kind is a column of its name.
    let columns = ["total"] + LogKind.allCases.map { $0.rawValue }
    let sums = columns.map { "CAST(COALESCE(sum(\($0)), 0) AS bigint)" }.joined(separator: ", ")
    return try tx.first(
      """
      SELECT count(*), \(sums)
      FROM log_entry WHERE school = $1 AND trainee = $2 AND "deletedAt" IS NULL\(sql)
      """, [.id(school)] + values
    ) { row in
      var minutes = LogMinutes(total: row.int(1))
      for (place, kind) in LogKind.allCases.enumerated() { minutes[kind] = row.int(2 + place) }
      return LogSums(count: row.int(0), minutes: minutes)
    } ?? LogSums(count: 0, minutes: LogMinutes())
  }

  /// All minutes of each of several trainees who have any.
  func totals(of trainees: [ID<Trainee>], in school: ID<Tenant>) throws(Refusal) -> [ID<Trainee>: Int] {
    guard !trainees.isEmpty else { return [:] }
    return try tx.rows(
      """
      SELECT trainee, CAST(sum(total) AS bigint) FROM log_entry
      WHERE school = $1 AND trainee IN (\(placeholders(trainees.count, from: 2))) AND "deletedAt" IS NULL
      GROUP BY trainee
      """, [.id(school)] + trainees.map { .id($0) }
    ) { row -> (trainee: ID<Trainee>, total: Int) in (trainee: row.id(0), total: row.int(1)) }
    .keyed(by: { $0.trainee }, to: { $0.total })
  }

  /// The dual that was given for one checklist, in minutes: the sum of its entries, which is kept nowhere else.
  public func dual(of checklist: ID<Checklist>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      """
      SELECT CAST(COALESCE(sum(dual), 0) AS bigint) FROM log_entry
      WHERE school = $1 AND checklist = $2 AND "deletedAt" IS NULL
      """, [.id(school), .id(checklist)])
  }

  /// How many rows there are, deleted ones among them.
  func count(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT count(*) FROM log_entry WHERE school = $1 AND trainee = $2", [.id(school), .id(trainee)])
  }

  private func sift(_ period: LogPeriod, _ before: [Value]) -> (sql: String, values: [Value]) {
    var (sql, values) = ("", before)
    if let from = period.from {
      values.append(.day(from))
      sql += " AND day >= $\(values.count + 1)"
    }
    if let through = period.through {
      values.append(.day(through))
      sql += " AND day <= $\(values.count + 1)"
    }
    return (sql, values)
  }
}

extension LogbookStore where DB == WriteTransaction {
  public func save(_ permit: Permit<AddLogEntry>, as id: ID<LogEntry>) throws(Refusal) {
    let command = permit.command
    try put(command.fields, as: id, of: command.trainee, checklist: command.checklist, permit.caller, permit.at)
  }

  func save(_ permit: Permit<NameLogKinds>) throws(Refusal) {
    let command = permit.command
    try tx.put(
      LogbookTables.scheme,
      LogScheme(style: command.style, names: command.names, hidden: command.hidden, updatedAt: permit.at))
  }

  /// - Parameter shown: the kinds that the form asked for; what stands under others is kept.
  func save(_ permit: Permit<EditLogEntry>, _ known: LogEntry, shown: [LogKind]) throws(Refusal) {
    var fields = permit.command.fields
    fields.minutes = fields.minutes.keeping(known.minutes, but: shown)
    var changed = known
    (changed.day, changed.aircraft, changed.from, changed.to) = (fields.day, fields.aircraft, fields.from, fields.to)
    (changed.note, changed.minutes, changed.updatedAt) = (fields.note, fields.minutes, permit.at)
    try tx.put(LogbookTables.entry, changed)
  }

  func save(_ permit: Permit<DeleteLogEntry>, _ known: LogEntry) throws(Refusal) {
    try tx.put(LogbookTables.entry, known.deleted(at: permit.at))
  }

  func save(_ permit: Permit<RestoreLogEntry>, _ known: LogEntry) throws(Refusal) {
    try tx.put(LogbookTables.entry, known.restored(at: permit.at))
  }

  func save(_ permit: Permit<ImportLog>, _ plan: LogImportPlan) throws(Refusal) {
    for one in plan.new { try put(one.fields, as: tx.newID(), of: permit.command.trainee, permit.caller, permit.at) }
  }

  func save(
    _ permit: Permit<LogTrainingLesson>, _ lesson: TrainingLesson, as id: ID<LogEntry>, in zone: Zone
  ) throws(Refusal) {
    let minutes = lesson.minutes
    let fields = LogFields(
      day: zone.day(of: lesson.startsAt), aircraft: lesson.place, note: lesson.note,
      minutes: LogMinutes(total: minutes, dual: minutes))
    try put(fields, as: id, of: lesson.trainee, lesson: lesson.id, permit.caller, permit.at)
  }

  private func put(
    _ fields: LogFields, as id: ID<LogEntry>, of trainee: ID<Trainee>, checklist: ID<Checklist>? = nil,
    lesson: ID<TrainingLesson>? = nil, _ caller: Caller, _ at: Instant
  ) throws(Refusal) {
    try tx.put(
      LogbookTables.entry,
      LogEntry(
        id: id, trainee: trainee, checklist: checklist, lesson: lesson, by: caller.account, day: fields.day,
        aircraft: fields.aircraft, from: fields.from, to: fields.to, note: fields.note, minutes: fields.minutes,
        createdAt: at, updatedAt: at))
  }
}
