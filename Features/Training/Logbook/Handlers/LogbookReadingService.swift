public import Base
public import Database
import Kit
import People
import Router
public import School

/// What pages about hours show.
extension LogbookService {
  static let watched = [
    LogbookTables.entry.number, LogbookTables.lesson.number, TraineesTables.trainee.number, LogbookTables.scheme.number,
  ]

  /// What the office names.
  func kinds(_ request: Request, _ tx: Transaction) throws(Refusal) -> LogKindsPage {
    let caller = try request.caller()
    guard caller.role.isOffice else { throw .notFound }
    return LogKindsPage(
      scheme: try LogbookStore(tx: tx).scheme(in: caller.school),
      topics: .watching([.school(caller.school)], [LogbookTables.scheme.number]))
  }

  func log(_ request: Request, _ tx: Transaction) throws(Refusal) -> LogPage {
    let (caller, store) = (try request.caller(), LogbookStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(request.id("trainee"), caller)
    var reader = FormReader(request.query)
    let period = LogPeriod(from: reader.optionalDay("from"), through: reader.optionalDay("to"))
    let scheme = try store.scheme(in: caller.school)
    let style = reader.optionalChoice("hours", LogStyle.self) ?? scheme.style
    let cursor = reader.optionalID("after", LogEntry.self)
    try reader.finish()
    var after: LogEntry?
    if let cursor {
      guard let found = try store.entry(cursor, of: trainee.id, in: caller.school) else { throw .notFound }
      after = found
    }
    let found = try store.entries(of: trainee.id, period, after: after, limit: LogPage.size + 1, in: caller.school)
    let shown = Array(found.prefix(LogPage.size))
    let names = try AccountsStore(tx: tx).names(of: Array(Set(shown.map { $0.by })))
    return LogPage(
      trainee: trainee, access: access, period: period, style: style, scheme: scheme,
      isOffice: caller.role.isOffice,
      sums: try store.sums(of: trainee.id, period, in: caller.school),
      rows: shown.map { LogRow(entry: $0, author: names[$0.by] ?? "") }, isContinued: after != nil,
      next: found.count > LogPage.size ? shown.last?.id : nil, today: try today(caller, tx),
      topics: .watching(TraineesStore(tx: tx).watched(caller) + [.school(caller.school)], Self.watched))
  }

  // MARK: forms: one that is not the reader's to fill in is not there

  func blankEntry(_ request: Request, _ tx: Transaction) throws(Refusal) -> LogForm {
    let caller = try request.caller()
    let trainee = try TraineesStore(tx: tx).mustTrain(request.id("trainee"), caller)
    return LogForm(
      trainee: trainee, today: try today(caller, tx), scheme: try LogbookStore(tx: tx).scheme(in: caller.school))
  }

  func entryForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> LogForm {
    let caller = try request.caller()
    let trainee = try TraineesStore(tx: tx).mustTrain(request.id("trainee"), caller)
    guard let known = try LogbookStore(tx: tx).entry(request.id("entry"), of: trainee.id, in: caller.school),
      known.deletedAt == nil
    else { throw .notFound }
    return LogForm(
      trainee: trainee, known: known, today: try today(caller, tx),
      scheme: try LogbookStore(tx: tx).scheme(in: caller.school))
  }

  // MARK: lessons

  func lessons(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrainingLessonsPage {
    let (caller, store) = (try request.caller(), TrainingLessonsStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(request.id("trainee"), caller)
    var reader = FormReader(request.query)
    let cursor = reader.optionalID("after", TrainingLesson.self)
    try reader.finish()
    var after: TrainingLesson?
    if let cursor {
      guard let found = try store.lesson(cursor, of: trainee.id, in: caller.school) else { throw .notFound }
      after = found
    }
    let coming = after == nil ? try store.coming(of: trainee.id, from: tx.now, limit: 200, in: caller.school) : []
    let size = TrainingLessonsPage.size
    let past = try store.past(of: trainee.id, before: tx.now, after: after, limit: size + 1, in: caller.school)
    let shown = Array(past.prefix(size))
    let logged = try store.logged(shown.map { $0.id }, in: caller.school)
    let names = try AccountsStore(tx: tx).names(of: Array(Set((coming + shown).map { $0.instructor })))
    func row(_ one: TrainingLesson) -> TrainingLessonRow {
      TrainingLessonRow(lesson: one, instructor: names[one.instructor] ?? "", isLogged: logged[one.id] != nil)
    }
    return TrainingLessonsPage(
      trainee: trainee, access: access, coming: coming.map(row), past: shown.map(row), isContinued: after != nil,
      next: past.count > size ? shown.last?.id : nil,
      topics: .watching(TraineesStore(tx: tx).watched(caller), Self.watched))
  }

  func blankLesson(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrainingLessonForm {
    let caller = try request.caller()
    let trainee = try TraineesStore(tx: tx).mustTrain(request.id("trainee"), caller)
    return TrainingLessonForm(trainee: trainee, zone: try zone(caller, tx), today: try today(caller, tx))
  }

  func lessonForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrainingLessonForm {
    let caller = try request.caller()
    let trainee = try TraineesStore(tx: tx).mustTrain(request.id("trainee"), caller)
    let found = try TrainingLessonsStore(tx: tx).lesson(request.id("lesson"), of: trainee.id, in: caller.school)
    guard let known = found, known.cancelledAt == nil else { throw .notFound }
    return TrainingLessonForm(
      trainee: trainee, known: known, zone: try zone(caller, tx), today: try today(caller, tx))
  }
}

/// The hours by kind and the next lesson, on a trainee's page; in a list, the hours alone.
public func logbookTraineePiece() -> TraineePieceSource {
  TraineePieceSource(
    short: { trainees, caller, tx throws(Refusal) in
      let store = LogbookStore(tx: tx)
      let style = try store.scheme(in: caller.school).style
      return try store.totals(of: trainees, in: caller.school).mapValues { total in
        TraineePiece(tables: [LogbookTables.entry.number]) { logTotal(total, style, $0) }
      }
    }
  ) { trainee, access, caller, tx throws(Refusal) in
    let sums = try LogbookStore(tx: tx).sums(of: trainee.id, in: caller.school)
    let scheme = try LogbookStore(tx: tx).scheme(in: caller.school)
    let coming = try TrainingLessonsStore(tx: tx).coming(of: trainee.id, from: tx.now, limit: 20, in: caller.school)
    let next = coming.first { $0.cancelledAt == nil }
    let name = try next.map { one throws(Refusal) in
      try AccountsStore(tx: tx).names(of: [one.instructor])[one.instructor] ?? ""
    }
    return TraineePiece(tables: [LogbookTables.entry.number, LogbookTables.lesson.number]) { scene in
      logPiece(trainee, access, sums, scheme, next.map { TrainingLessonRow(lesson: $0, instructor: name ?? "") }, scene)
    }
  }
}

/// The minutes of dual that were entered for a checklist, for who signs it; nothing where none were.
@Sendable public func loggedDual(
  _ checklist: Checklist, _ caller: Caller, _ tx: Transaction
) throws(Refusal) -> Int? {
  let minutes = try LogbookStore(tx: tx).dual(of: checklist.id, in: caller.school)
  return minutes > 0 ? minutes : nil
}
