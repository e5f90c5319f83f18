import Base
import Database
import People
import Router
import School

/// Carries out what is asked of hours and lessons, and answers what pages ask.
public struct LogbookService: Sendable {
  public init() {}

  // MARK: hours

  func handle(_ command: AddLogEntry, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), LogbookStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let linked = try checklist(command.checklist, of: trainee.id, tx)
    let permit = try command.permit(
      for: caller, access: access, linked: linked, count: store.count(of: trainee.id, in: caller.school),
      today: today(caller, tx), now: tx.now)
    let id = command.id ?? tx.newID()
    guard try tx.find(LogbookTables.entry, id, in: caller.school) == nil else { throw .taken }
    try store.save(permit, as: id)
    return .made(id)
  }

  /// A checklist that a form names is checked as one of a path is: it is the trainee's own, and there.
  private func checklist(
    _ id: ID<Checklist>?, of trainee: ID<Trainee>, _ tx: WriteTransaction
  ) throws(Refusal) -> Checklist? {
    guard let id else { return nil }
    guard let found = try ChecklistsStore(tx: tx).checklist(id, in: tx.school), found.trainee == trainee,
      found.deletedAt == nil
    else { throw .notFound }
    return found
  }

  func handle(_ command: EditLogEntry, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (known, linked, access) = try entry(command.entry, of: command.trainee, caller, tx)
    try request.expect(version: known.version)
    let store = LogbookStore(tx: tx)
    // A form asks for what the school shows, and for what the entry has under anything else.
    let scheme = try store.scheme(in: caller.school)
    let shown = LogKind.allCases.filter { scheme.shown.contains($0) || request.form[$0.rawValue] != nil }
    let permit = try command.permit(
      for: caller, access: access, known: known, linked: linked, shown: shown, today: today(caller, tx),
      now: known.moment(tx.now))
    try store.save(permit, known, shown: shown)
    return .done
  }

  func handle(_ command: NameLogKinds, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), LogbookStore(tx: tx))
    guard caller.role.isOffice else { throw .notFound }
    let known = try store.scheme(in: caller.school)
    try request.expect(version: known.version)
    try store.save(command.permit(for: caller, known: known, now: known.moment(tx.now)))
    return .done
  }

  func handle(_ command: DeleteLogEntry, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (known, linked, access) = try entry(command.entry, of: command.trainee, caller, tx)
    let permit = try command.permit(
      for: caller, access: access, known: known, linked: linked, now: known.moment(tx.now))
    if let permit { try LogbookStore(tx: tx).save(permit, known) }
    return .done
  }

  func handle(_ command: RestoreLogEntry, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (known, linked, access) = try entry(command.entry, of: command.trainee, caller, tx)
    let logged = try TrainingLessonsStore(tx: tx).logged(known.lesson.map { [$0] } ?? [], in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, known: known, linked: linked, isLogged: !logged.isEmpty,
      now: known.moment(tx.now))
    if let permit { try LogbookStore(tx: tx).save(permit, known) }
    return .done
  }

  private func entry(
    _ id: ID<LogEntry>, of trainee: ID<Trainee>, _ caller: Caller, _ tx: WriteTransaction
  ) throws(Refusal) -> (known: LogEntry, linked: Checklist?, access: TraineeAccess) {
    let (_, access) = try TraineesStore(tx: tx).mustSee(trainee, caller)
    guard let known = try LogbookStore(tx: tx).entry(id, of: trainee, in: caller.school) else { throw .notFound }
    // One of a checklist that is gone is an entry like another.
    guard let id = known.checklist else { return (known, nil, access) }
    return (known, try ChecklistsStore(tx: tx).checklist(id, in: caller.school), access)
  }

  // MARK: lessons

  func handle(_ command: PlanTrainingLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TrainingLessonsStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let times = command.fields.times(in: try zone(caller, tx))
    let permit = try command.permit(
      for: caller, access: access, times: times,
      clash: clash(times, instructor: caller.account, trainee.id, but: nil, caller, tx),
      count: store.count(of: trainee.id, in: caller.school), today: today(caller, tx), now: tx.now)
    let id = command.id ?? tx.newID()
    guard try tx.find(LogbookTables.lesson, id, in: caller.school) == nil else { throw .taken }
    try store.save(permit, as: id, from: times.start, until: times.end)
    return .made(id)
  }

  func handle(_ command: EditTrainingLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (known, access) = try lesson(command.lesson, of: command.trainee, caller, tx)
    try request.expect(version: known.version)
    let times = command.fields.times(in: try zone(caller, tx))
    let permit = try command.permit(
      for: caller, access: access, known: known, times: times,
      clash: clash(times, instructor: known.instructor, known.trainee, but: known.id, caller, tx),
      today: today(caller, tx),
      now: known.moment(tx.now))
    try TrainingLessonsStore(tx: tx).save(permit, known, from: times.start, until: times.end)
    return .done
  }

  func handle(_ command: CancelTrainingLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TrainingLessonsStore(tx: tx))
    let (known, access) = try lesson(command.lesson, of: command.trainee, caller, tx)
    let permit = try command.permit(
      for: caller, access: access, known: known, isLogged: !store.logged([known.id], in: caller.school).isEmpty,
      now: known.moment(tx.now))
    if let permit { try store.save(permit, known) }
    return .done
  }

  func handle(_ command: RestoreTrainingLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (known, access) = try lesson(command.lesson, of: command.trainee, caller, tx)
    let permit = try command.permit(
      for: caller, access: access, known: known,
      clash: clash(
        (start: known.startsAt, end: known.endsAt), instructor: known.instructor, known.trainee, but: known.id, caller,
        tx),
      now: known.moment(tx.now))
    if let permit { try TrainingLessonsStore(tx: tx).save(permit, known) }
    return .done
  }

  /// - Returns: the entry, also when a tap before has made it.
  func handle(_ command: LogTrainingLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, log) = (try request.caller(), LogbookStore(tx: tx))
    let (known, access) = try lesson(command.lesson, of: command.trainee, caller, tx)
    let logged = try TrainingLessonsStore(tx: tx).logged([known.id], in: caller.school)[known.id]
    let permit = try command.permit(
      for: caller, access: access, known: known, isLogged: logged != nil,
      count: log.count(of: known.trainee, in: caller.school), now: tx.now)
    guard let permit else { return logged.map { .made($0) } ?? .done }
    let id = tx.newID(LogEntry.self)
    try log.save(permit, known, as: id, in: zone(caller, tx))
    return .made(id)
  }

  private func lesson(
    _ id: ID<TrainingLesson>, of trainee: ID<Trainee>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (known: TrainingLesson, access: TraineeAccess) {
    let (_, access) = try TraineesStore(tx: tx).mustSee(trainee, caller)
    guard let known = try TrainingLessonsStore(tx: tx).lesson(id, of: trainee, in: caller.school) else {
      throw .notFound
    }
    return (known, access)
  }

  /// Whom somebody else trains is nobody's business who does not: then only the time is said.
  private func clash(
    _ times: (start: Instant, end: Instant), instructor: ID<Account>, _ trainee: ID<Trainee>,
    but id: ID<TrainingLesson>?, _ caller: Caller, _ tx: WriteTransaction
  ) throws(Refusal) -> TrainingLessonClash? {
    let (store, people) = (TrainingLessonsStore(tx: tx), TraineesStore(tx: tx))
    guard
      let found = try store.clash(
        times.start, times.end, instructor: instructor, trainee: trainee, but: id, in: caller.school)
    else { return nil }
    let isTrainee = found.trainee == trainee
    var name: String?
    if isTrainee {
      name = try AccountsStore(tx: tx).names(of: [found.instructor])[found.instructor]
    } else if try people.trains(caller.account, found.trainee, in: caller.school) {
      name = try people.trainee(found.trainee, in: caller.school)?.name
    }
    return TrainingLessonClash(name: name, isTrainee: isTrainee, times: said(found, try zone(caller, tx)))
  }

  private func said(_ lesson: TrainingLesson, _ zone: Zone) -> String {
    func clock(_ instant: Instant) -> String { LogTime.clock(zone.minute(of: instant)) }
    return zone.day(of: lesson.startsAt).text + " " + clock(lesson.startsAt) + "–" + clock(lesson.endsAt)
  }

  /// The day by the school's clock.
  func today(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> Day {
    try zone(caller, tx).day(of: tx.now)
  }

  func zone(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> Zone {
    try SchoolsStore(tx: tx).zone(of: caller.school)
  }
}
