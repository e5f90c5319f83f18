public import Base
public import Database
import People
public import School

/// All SQL about lessons that are planned.
public struct TrainingLessonsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// One of a trainee's, also one that was cancelled.
  public func lesson(
    _ id: ID<TrainingLesson>, of trainee: ID<Trainee>, in school: ID<Tenant>
  ) throws(Refusal) -> TrainingLesson? {
    let found = try tx.find(LogbookTables.lesson, id, in: school)
    return found?.trainee == trainee ? found : nil
  }

  /// What is still to come, and what goes on now; the next one first.
  public func coming(
    of trainee: ID<Trainee>, from now: Instant, limit: Int, in school: ID<Tenant>
  ) throws(Refusal) -> [TrainingLesson] {
    try tx.all(
      LogbookTables.lesson, in: school,
      "AND trainee = $2 AND \"endsAt\" > $3 ORDER BY \"startsAt\", id LIMIT \(max(1, limit))",
      [.id(trainee), .instant(now)])
  }

  /// What is over, the last one first.
  ///
  /// - Parameter after: the last one of the part before.
  func past(
    of trainee: ID<Trainee>, before now: Instant, after: TrainingLesson? = nil, limit: Int, in school: ID<Tenant>
  ) throws(Refusal) -> [TrainingLesson] {
    var (sql, values) = ("", [Value.id(trainee), .instant(now)])
    if let after {
      values += [.instant(after.startsAt), .id(after.id)]
      sql = " AND (\"startsAt\" < $4 OR \"startsAt\" = $4 AND id < $5)"
    }
    return try tx.all(
      LogbookTables.lesson, in: school,
      "AND trainee = $2 AND \"endsAt\" <= $3\(sql) ORDER BY \"startsAt\" DESC, id DESC LIMIT \(max(1, limit))", values)
  }

  /// Those of one person, as instructor or as trainee, whose training they see; cancelled ones among them.
  public func lessons(
    of account: ID<Account>, from start: Instant, until end: Instant, in school: ID<Tenant>
  ) throws(Refusal) -> [(lesson: TrainingLesson, trainee: Trainee)] {
    let found = try tx.all(
      LogbookTables.lesson, in: school,
      """
      AND "startsAt" < $3 AND "endsAt" > $4 AND (
        instructor = $2 AND EXISTS (SELECT 1 FROM trainee_instructor i
          WHERE i.school = training_lesson.school AND i.trainee = training_lesson.trainee AND i.account = $2)
        OR EXISTS (SELECT 1 FROM trainee t
          WHERE t.school = training_lesson.school AND t.id = training_lesson.trainee AND t.account = $2))
      ORDER BY "startsAt", id LIMIT 2000
      """, [.id(account), .instant(end), .instant(start)])
    var (known, out) = ([ID<Trainee>: Trainee](), [(lesson: TrainingLesson, trainee: Trainee)]())
    for lesson in found {
      if known[lesson.trainee] == nil {
        known[lesson.trainee] = try TraineesStore(tx: tx).trainee(lesson.trainee, in: school)
      }
      guard let trainee = known[lesson.trainee] else { continue }
      out.append((lesson: lesson, trainee: trainee))
    }
    return out
  }

  /// A lesson of the same instructor or the same trainee that takes place at that time.
  func clash(
    _ start: Instant, _ end: Instant, instructor: ID<Account>, trainee: ID<Trainee>, but id: ID<TrainingLesson>?,
    in school: ID<Tenant>
  ) throws(Refusal) -> TrainingLesson? {
    let found = try tx.all(
      LogbookTables.lesson, in: school,
      """
      AND (instructor = $2 OR trainee = $3) AND "startsAt" < $4 AND "endsAt" > $5 AND "cancelledAt" IS NULL
      ORDER BY "startsAt", id LIMIT 2
      """, [.id(instructor), .id(trainee), .instant(end), .instant(start)])
    return found.first { $0.id != id }
  }

  /// Which of some lessons have an entry in the log, and which one.
  func logged(_ lessons: [ID<TrainingLesson>], in school: ID<Tenant>) throws(Refusal) -> [ID<TrainingLesson>:
    ID<LogEntry>]
  {
    guard !lessons.isEmpty else { return [:] }
    return try tx.rows(
      """
      SELECT lesson, id FROM log_entry
      WHERE school = $1 AND "deletedAt" IS NULL AND lesson IN (\(placeholders(lessons.count, from: 2)))
      """, [.id(school)] + lessons.map { .id($0) }
    ) { row -> (lesson: ID<TrainingLesson>, entry: ID<LogEntry>) in (lesson: row.id(0), entry: row.id(1)) }
    .keyed(by: { $0.lesson }, to: { $0.entry })
  }

  func count(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT count(*) FROM training_lesson WHERE school = $1 AND trainee = $2", [.id(school), .id(trainee)])
  }
}

extension TrainingLessonsStore where DB == WriteTransaction {
  public func save(
    _ permit: Permit<PlanTrainingLesson>, as id: ID<TrainingLesson>, from start: Instant, until end: Instant
  ) throws(Refusal) {
    let (command, fields) = (permit.command, permit.command.fields)
    try tx.put(
      LogbookTables.lesson,
      TrainingLesson(
        id: id, trainee: command.trainee, instructor: permit.caller.account, startsAt: start, endsAt: end,
        place: fields.place, note: fields.note, createdAt: permit.at, updatedAt: permit.at))
  }

  func save(
    _ permit: Permit<EditTrainingLesson>, _ known: TrainingLesson, from start: Instant, until end: Instant
  ) throws(Refusal) {
    var changed = known
    (changed.startsAt, changed.endsAt) = (start, end)
    (changed.place, changed.note) = (permit.command.fields.place, permit.command.fields.note)
    changed.updatedAt = permit.at
    try tx.put(LogbookTables.lesson, changed)
  }

  func save(_ permit: Permit<CancelTrainingLesson>, _ known: TrainingLesson) throws(Refusal) {
    var changed = known
    (changed.cancelledAt, changed.updatedAt) = (permit.at, permit.at)
    try tx.put(LogbookTables.lesson, changed)
  }

  func save(_ permit: Permit<RestoreTrainingLesson>, _ known: TrainingLesson) throws(Refusal) {
    var changed = known
    (changed.cancelledAt, changed.updatedAt) = (nil, permit.at)
    try tx.put(LogbookTables.lesson, changed)
  }
}
