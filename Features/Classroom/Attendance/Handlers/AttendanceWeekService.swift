package import Base
package import Database
import Kit
import People
package import Router
package import School

/// Whole weeks of classes: the grid, its copies and tables of lessons. What is shown first is made by what is done then.
extension AttendanceService {
  package func handle(_ command: SetWeek, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try facts(of: command, caller, request.scene.zone, tx) { tx.newID() }
    try AttendanceStore(tx: tx).save(command.permit(for: caller, week: facts, now: tx.now), facts.plans)
    return .done
  }

  package func handle(_ command: CopyWeek, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try facts(of: command, caller, request.scene.zone, tx) { tx.newID() }
    try AttendanceStore(tx: tx).save(command.permit(for: caller, week: facts, now: tx.now), facts.plans)
    return .done
  }

  /// The table that was sent; a long one is read before the books are held up by it.
  package func table(_ command: ImportTimetable, _ request: Request) throws(Refusal) -> TimetableFile {
    guard try request.caller().role.isOffice else { throw .notFound }
    return try TimetableFile(Array(command.file.utf8))
  }

  /// What came of it is how many lessons were added, changed or ended.
  package func handle(
    _ command: ImportTimetable, _ file: TimetableFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try look(at: file, command, caller, request.scene.zone, tx) { tx.newID() }.facts
    try AttendanceStore(tx: tx).save(command.permit(for: caller, week: facts, now: tx.now), facts.plans)
    return Outcome(String(facts.plans.reduce(0) { $0 + $1.steps.count }))
  }

  // MARK: what would be

  /// - Parameter next: the id of another new lesson.
  func facts(
    of command: SetWeek, _ caller: Caller, _ zone: Zone, _ tx: Transaction, next: () -> ID<TimetablePeriod>
  ) throws(Refusal) -> WeekFacts {
    let context = try WeekContext([command.classroom], from: command.from, caller, zone, tx)
    return context.facts([context.plan(command.lessons, for: command.classroom, next: next)])
  }

  func facts(
    of command: CopyWeek, _ caller: Caller, _ zone: Zone, _ tx: Transaction, next: () -> ID<TimetablePeriod>
  ) throws(Refusal) -> WeekFacts {
    let context = try WeekContext(command.to + [command.classroom], from: command.from, caller, zone, tx)
    let week = (context.periods[command.classroom] ?? []).filter { $0.isInForce(on: command.from) }.map {
      WeekLesson(weekday: $0.weekday, start: $0.start, end: $0.end, title: $0.title, field: "to")
    }
    return context.facts(command.to.map { context.plan(week, for: $0, next: next) })
  }

  /// What a table of lessons comes to against what there is.
  func look(
    at file: TimetableFile, _ command: ImportTimetable, _ caller: Caller, _ zone: Zone, _ tx: Transaction,
    next: () -> ID<TimetablePeriod>
  ) throws(Refusal) -> TimetableLook {
    let rooms = try ClassroomsStore(tx: tx).rooms(for: caller, on: zone.day(of: tx.now))
    let named = Dictionary(grouping: rooms) { Student.fold($0.name) }
    var (lessons, faults) = ([ID<Classroom>: [WeekLesson]](), file.faults)
    for line in file.lines {
      let found = named[Student.fold(line.classroom)] ?? []
      if let room = found.first, found.count == 1 {
        lessons[room.id, default: []].append(line.lesson)
      } else {
        let key = found.isEmpty ? "attendance.line-class" : "attendance.line-classes"
        faults.append(.init(line: line.number, reason: Phrase(key, .text(line.classroom))))
      }
    }
    let wanted = rooms.filter { lessons[$0.id] != nil }
    let context = try WeekContext(wanted.map { $0.id }, from: command.from, caller, zone, tx)
    let plans = wanted.map { context.plan(lessons[$0.id] ?? [], for: $0.id, isWhole: command.isWhole, next: next) }
    for problem in plans.flatMap({ $0.problems }) {
      let line = problem.field.split(separator: ".").last.flatMap { Int($0) } ?? 0
      faults.append(.init(line: line, reason: problem.reason))
    }
    return TimetableLook(
      facts: context.facts(plans), rooms: wanted, faults: faults.sorted { $0.line < $1.line },
      hasTeachers: file.hasTeachers)
  }
}

/// What a table would do, and what of it is left out.
struct TimetableLook: Sendable {
  let facts: WeekFacts
  let rooms: [Classroom]
  let faults: [TimetableFile.Fault]
  let hasTeachers: Bool
}

/// What there is of the weeks of some classes, in a number of queries that does not grow with them.
struct WeekContext {
  let periods: [ID<Classroom>: [TimetablePeriod]]
  let rooms: [ID<Classroom>: Classroom]
  let today: Day
  private let taken: Set<ID<TimetablePeriod>>
  private let from: Day
  private let marksAll: Bool

  init(_ classrooms: [ID<Classroom>], from: Day, _ caller: Caller, _ zone: Zone, _ tx: Transaction) throws(Refusal) {
    let (store, today) = (AttendanceStore(tx: tx), zone.day(of: tx.now))
    (self.today, self.from) = (today, from)
    let seen = caller.role.isStaff ? try ClassroomsStore(tx: tx).rooms(for: caller, on: today) : []
    let known = seen.keyed { $0.id }
    let isMine = classrooms.allSatisfy { known[$0] != nil }
    let mine = isMine ? classrooms : []
    (rooms, marksAll) = (known, isMine)
    periods = Dictionary(grouping: try store.periods(of: mine, in: caller.school), by: { $0.classroom })
    taken = from == today ? Set(try store.sessions(on: today, of: mine, in: caller.school).map { $0.period }) : []
  }

  func plan(
    _ lessons: [WeekLesson], for classroom: ID<Classroom>, isWhole: Bool = true, next: () -> ID<TimetablePeriod>
  ) -> WeekPlan {
    WeekPlan(
      lessons, for: classroom, among: periods[classroom] ?? [], taken: taken, from: from, isWhole: isWhole, next: next)
  }

  func facts(_ plans: [WeekPlan]) -> WeekFacts { WeekFacts(today: today, marksAll: marksAll, plans: plans) }
}
