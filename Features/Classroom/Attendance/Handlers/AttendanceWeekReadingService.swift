package import Base
package import Database
import Kit
import People
package import Router
package import School

/// The pages of whole weeks.
extension AttendanceService {
  /// The form of the grid: as the week is, or as it was typed, with what that would change.
  func weekPage(_ request: Request, _ draft: Draft, _ tx: Transaction) throws(Refusal) -> WeekPage {
    let (caller, zone) = (try request.caller(), request.scene.zone)
    let (classroom, today) = (try request.id("classroom", Classroom.self), zone.day(of: tx.now))
    let command = try? SetWeek(draft.form, path: request.names)
    let context = try WeekContext([classroom], from: command?.from ?? today, caller, zone, tx)
    guard let room = context.rooms[classroom] else { throw .notFound }
    let periods = context.periods[classroom] ?? []
    let said = (draft["from"] ?? request.query["from"]).flatMap { Day($0) }
    let from = said.map { max($0, today) } ?? WeekPage.first(periods, today)
    let shown = periods.filter { $0.isInForce(on: from) }
    let every = (draft["days"] ?? request.query["days"]) == "7"
    var plan: WeekPlan?
    if let command { plan = try facts(of: command, caller, zone, tx, next: { request.shownID() }).plans.first }
    return WeekPage(
      classroom: room, from: from, today: today,
      weekdays: zone.schoolWeek(using: every ? Array(1...7) : shown.map { $0.weekday }), isEvery: every,
      rows: WeekPage.Row.of(shown), titles: Set(periods.map { $0.title }).sorted(), plan: plan)
  }

  /// The form with what the command would change; refuses what the command would refuse, and writes nothing.
  package func look(at command: SetWeek, _ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let draft = Draft(request.form)
    let data = try weekPage(request, draft, tx)
    if command.from < data.today { throw .invalid("from", Phrase("attendance.week-past")) }
    if let problems = data.plan?.problems, !problems.isEmpty { throw .invalid(problems) }
    return .page(json: { data.json }) { weekFormPage(data, draft, $0) }
  }

  func weekCopyPage(_ request: Request, _ draft: Draft, _ tx: Transaction) throws(Refusal) -> WeekCopyPage {
    let (caller, zone) = (try request.caller(), request.scene.zone)
    let classroom = try request.id("classroom", Classroom.self)
    let context = try WeekContext([classroom], from: zone.day(of: tx.now), caller, zone, tx)
    guard let room = context.rooms[classroom] else { throw .notFound }
    let others = Classroom.sorted(context.rooms.values.filter { $0.id != classroom }) { $0 }
    var plans: [(Classroom, WeekPlan)] = []
    if let command = try? CopyWeek(draft.form, path: request.names), !command.to.contains(classroom) {
      let facts = try facts(of: command, caller, zone, tx) { request.shownID() }
      guard facts.marksAll else { throw .notFound }
      plans = zip(command.to, facts.plans).compactMap { id, plan in context.rooms[id].map { ($0, plan) } }
    }
    let periods = context.periods[classroom] ?? []
    return WeekCopyPage(
      classroom: room, others: others, first: WeekPage.first(periods, context.today), today: context.today,
      isEmpty: periods.isEmpty, plans: plans)
  }

  /// As above, for a copy.
  package func look(at command: CopyWeek, _ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, draft) = (try request.caller(), Draft(request.form))
    let facts = try facts(of: command, caller, request.scene.zone, tx) { request.shownID() }
    _ = try command.permit(for: caller, week: facts, now: tx.now)
    let data = try weekCopyPage(request, draft, tx)
    return .page(json: { data.json }) { copyWeekPage(data, draft, $0) }
  }

  /// What a table would do; nothing is written.
  package func importPage(
    _ file: TimetableFile, _ command: ImportTimetable, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> TimetableImportPage {
    let look = try look(at: file, command, request.caller(), request.scene.zone, tx) { request.shownID() }
    return TimetableImportPage(
      command: command, plans: Array(zip(look.rooms, look.facts.plans)), faults: look.faults,
      hasTeachers: look.hasTeachers)
  }

  /// Every lesson of every class as it is today, a line a lesson.
  package func timetables(_ caller: Caller, _ words: Words, _ zone: Zone, _ tx: Transaction) throws(Refusal) -> [UInt8]
  {
    guard caller.role.isOffice else { throw .notFound }
    let (today, classrooms) = (zone.day(of: tx.now), ClassroomsStore(tx: tx))
    let rooms = try classrooms.rooms(for: caller, on: today)
    let periods = try AttendanceStore(tx: tx).periods(of: rooms.map { $0.id }, in: caller.school)
    let known = Dictionary(grouping: periods.filter { $0.isInForce(on: today) }, by: { $0.classroom })
    let taught = try classrooms.teachers(in: caller.school, of: nil)
    let names = try AccountsStore(tx: tx).names(of: taught.values.flatMap { $0 })
    return TimetableFile.written(
      rooms.map { ($0.name, known[$0.id] ?? [], (taught[$0.id] ?? []).compactMap { names[$0] }) }, words,
      week: zone.schoolWeek(using: Array(1...7)))
  }
}

extension Request {
  /// A name for a lesson that is only looked at and never written down.
  fileprivate func shownID() -> ID<TimetablePeriod> { scene.newIdempotencyKey().cast() }
}
