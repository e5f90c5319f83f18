package import Base
package import Database
import Kit
import People
import Router
package import School

/// The week of a classroom and the days the school is closed.
extension AttendanceService {
  func handle(_ command: PlanPeriod, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AttendanceStore(tx: tx))
    let facts = try PlanFacts(command.classroom, caller, tx)
    if let id = command.id, try store.period(id, in: caller.school) != nil { throw .taken }
    let id: ID<TimetablePeriod> = command.id ?? tx.newID()
    try store.save(command.permit(for: caller, plan: facts, as: id, now: tx.now), as: id)
    return .made(id)
  }

  func handle(_ command: ChangePeriod, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try PlanFacts(command.classroom, caller, tx)
    let permit = try command.permit(for: caller, plan: facts, now: tx.now)
    guard let old = facts.periods.first(where: { $0.id == command.period }) else { throw .notFound }
    try AttendanceStore(tx: tx).save(permit, old)
    return .done
  }

  func handle(_ command: EndPeriod, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try PlanFacts(command.classroom, caller, tx)
    let permit = try command.permit(for: caller, plan: facts, now: tx.now)
    guard let old = facts.periods.first(where: { $0.id == command.period }) else { throw .notFound }
    try AttendanceStore(tx: tx).save(permit, old)
    return .done
  }

  func handle(_ command: NameHoliday, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try AttendanceStore(tx: tx).save(command.permit(for: request.caller(), now: tx.now))
    return .done
  }

  func handle(_ command: DropHoliday, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AttendanceStore(tx: tx))
    let known = try store.breaks(in: caller.school, from: command.day, through: command.until)
    try store.save(
      command.permit(
        for: caller, isNamed: !known.isEmpty, isPlanned: known.allSatisfy { $0.event != nil }, now: tx.now))
    return .done
  }

  // MARK: questions

  package func timetablePage(
    _ classroom: ID<Classroom>, _ caller: Caller, _ zone: Zone, _ tx: Transaction
  ) throws(Refusal) -> TimetablePage {
    try tx.mustSee(.classStaff(classroom), caller)
    guard caller.role.isStaff, let room = try ClassroomsStore(tx: tx).classroom(classroom, in: caller.school) else {
      throw .notFound
    }
    let today = zone.day(of: tx.now)
    let periods = try AttendanceStore(tx: tx).periods(of: [classroom], in: caller.school)
    let shown = periods.filter { $0.until.map { $0 >= today } ?? true }
    return TimetablePage(
      classroom: room, periods: shown, today: today, weekdays: zone.schoolWeek(using: shown.map { $0.weekday }))
  }

  func periodPage(
    _ period: ID<TimetablePeriod>, _ classroom: ID<Classroom>, _ caller: Caller, _ zone: Zone, _ tx: Transaction
  ) throws(Refusal) -> PeriodPage {
    try tx.mustSee(.classStaff(classroom), caller)
    guard caller.role.isStaff, let room = try ClassroomsStore(tx: tx).classroom(classroom, in: caller.school),
      let period = try AttendanceStore(tx: tx).period(period, in: caller.school), period.classroom == classroom
    else { throw .notFound }
    return PeriodPage(period: period, classroom: room.name, today: zone.day(of: tx.now))
  }

  /// The holidays of the year past and the one to come.
  func holidaysPage(_ caller: Caller, _ zone: Zone, _ tx: Transaction) throws(Refusal) -> HolidaysPage {
    let today = zone.day(of: tx.now)
    let breaks = try AttendanceStore(tx: tx).breaks(
      in: caller.school, from: today.plus(days: -31), through: today.plus(days: 500))
    return HolidaysPage(school: caller.school, breaks: breaks, today: today)
  }
}

extension PlanFacts {
  init(_ classroom: ID<Classroom>, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    let room = try ClassroomsStore(tx: tx).classroom(classroom, in: caller.school)
    let isOpen = room.map { $0.archivedAt == nil } ?? false
    self.init(
      marksClass: isOpen ? try tx.maySee(.classStaff(classroom), caller) : false,
      periods: try AttendanceStore(tx: tx).periods(of: [classroom], in: caller.school))
  }
}
