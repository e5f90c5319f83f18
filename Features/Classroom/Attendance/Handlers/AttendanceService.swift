import Base
import Database
import Kit
import People
import Router
import School

/// Carries out what is asked of registers, absences and timetables, and answers what pages ask.
public struct AttendanceService: Sendable {
  public init() {}

  // MARK: registers

  func handle(_ command: TakeRegister, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try RegisterContext(command.period, command.day, caller, request.scene.zone, tx)
    let now = try context.moment()
    let permit = try command.permit(for: caller, register: context.facts, now: now)
    let steps = try command.steps(from: context.marks, in: context.session.id, by: caller.account, at: now)
    return try context.save(permit, steps)
  }

  func handle(_ command: MarkRestPresent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try RegisterContext(command.period, command.day, caller, request.scene.zone, tx)
    let now = try context.moment()
    let permit = try command.permit(for: caller, register: context.facts, now: now)
    let steps = command.steps(
      from: context.marks, roster: context.facts.roster, in: context.session.id, by: caller.account, at: now)
    return try context.save(permit, steps)
  }

  func handle(_ command: UndoRegister, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try RegisterContext(command.period, command.day, caller, request.scene.zone, tx)
    let now = try context.moment()
    let permit = try command.permit(for: caller, register: context.facts, now: now)
    let steps = try command.steps(
      from: context.marks, context.store.events(of: context.session.id, in: caller.school), in: context.session.id,
      by: caller.account, at: now)
    return try context.save(permit, steps)
  }

  // MARK: absences

  func handle(_ command: ReportAbsence, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AttendanceStore(tx: tx))
    let facts = try AbsenceFacts(command.student, caller, request.scene.zone, tx)
    let permit = try command.permit(for: caller, absence: facts, now: tx.now)
    if let id = command.id, try store.absence(id, in: caller.school) != nil { throw .taken }
    let id: ID<Absence> = command.id ?? tx.newID()
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(_ command: WithdrawAbsence, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AttendanceStore(tx: tx))
    guard let known = try store.absence(command.absence, in: caller.school), known.student == command.student else {
      throw .notFound
    }
    let facts = try AbsenceFacts(known.student, caller, request.scene.zone, tx)
    try store.save(command.permit(for: caller, absence: facts, is: known, now: tx.now), known)
    return .done
  }
}

/// What a command did to a register: when, and to how many.
///
/// It is the command's answer, so asking again says the same.
struct RegisterChange: Sendable, Hashable {
  let at: Instant
  let count: Int
  init(at: Instant, count: Int) { (self.at, self.count) = (at, count) }
  init(_ text: String) {
    let parts = text.split(separator: " ")
    at = Instant(milliseconds: parts.first.flatMap { Int64($0) } ?? 0)
    count = parts.last.flatMap { Int($0) } ?? 0
  }
  var text: String { String(at.milliseconds) + " " + String(count) }
}

/// What there is about one register, read in the transaction that is about to change it.
struct RegisterContext<DB: Transaction> {
  let store: AttendanceStore<DB>
  let facts: RegisterFacts
  let session: LessonSession
  let marks: [Mark]
  let roster: [Student]

  init(_ period: ID<TimetablePeriod>, _ day: Day, _ caller: Caller, _ zone: Zone, _ tx: DB) throws(Refusal) {
    store = AttendanceStore(tx: tx)
    let known = try store.period(period, in: caller.school)
    let written = try store.session(LessonSession.id(of: period, on: day), in: caller.school)
    guard let known, let session = written ?? Optional(known.session(on: day)) else { throw Refusal.notFound }
    self.session = session
    roster = try ClassroomsStore(tx: tx).roster(known.classroom, in: caller.school, on: day)
    facts = RegisterFacts(
      period: known, marksClass: try tx.maySee(.classStaff(known.classroom), caller), isWritten: written != nil,
      isHoliday: try store.holiday(on: day, in: caller.school) != nil, today: zone.day(of: tx.now),
      roster: roster.map { $0.id },
      openDays: try SchoolsStore(tx: tx).school(caller.school)?.correctionDays ?? School.usualCorrectionDays)
    marks = written == nil ? [] : try store.marks(of: session.id, in: caller.school)
  }
}

extension RegisterContext where DB == WriteTransaction {
  /// The moment of a change: later than everything that was ever said here.
  ///
  /// Two changes within a millisecond, or after the clock went back, would otherwise share a moment, and with it one
  /// line of the history and one “undo”. What was cleared counts too: it is in the history alone.
  func moment() throws(Refusal) -> Instant {
    let past = try facts.isWritten ? store.lastEvent(of: session.id, in: store.tx.school) : nil
    let last = [marks.map { $0.at }.max(), past].compactMap { $0 }.max()
    return max(store.tx.now, last.map { Instant(milliseconds: $0.milliseconds + 1) } ?? store.tx.now)
  }

  func save<C: RegisterCommand>(_ permit: Permit<C>, _ steps: [MarkStep]) throws(Refusal) -> Outcome {
    try store.save(permit, steps, in: session, isWritten: facts.isWritten)
    return Outcome(RegisterChange(at: permit.at, count: steps.count).text)
  }
}

extension AbsenceFacts {
  init(_ student: ID<Student>, _ caller: Caller, _ zone: Zone, _ tx: Transaction) throws(Refusal) {
    let guardians = try StudentsStore(tx: tx).guardians(of: student, in: caller.school)
    self.init(
      maySee: try maySeeStudent(caller, student, tx), isGuardian: guardians.contains { $0.account == caller.account },
      today: zone.day(of: tx.now))
  }
}
