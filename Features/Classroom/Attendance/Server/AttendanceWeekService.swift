import Base
import Kit
import Ledger
import People
import School
import Web

/// Whole weeks of classes: the grid, its copies and tables of lessons. What is shown first is made by what is done then.
extension AttendanceService {
  func run(_ command: SetWeek, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(SetWeek.self)) { [service = self] tx in
      let facts = try service.facts(of: command, caller, request.scene.zone, tx)
      let permit = try command.permit(for: caller, week: facts, now: tx.now)
      try AttendanceStore(tx: tx).save(permit, facts.plans)
      return command.classroom.text
    }
  }

  func run(_ command: CopyWeek, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(CopyWeek.self)) { [service = self] tx in
      let facts = try service.facts(of: command, caller, request.scene.zone, tx)
      let permit = try command.permit(for: caller, week: facts, now: tx.now)
      try AttendanceStore(tx: tx).save(permit, facts.plans)
      return String(facts.plans.count)
    }
  }

  /// - Returns: how many lessons were added, changed or ended.
  func run(_ command: ImportTimetable, _ request: Request) async throws -> Int {
    let caller = try request.caller()
    guard caller.role.isOffice else { throw Refusal.notFound }
    // A long file is read before the books are held up by it.
    let file = try TimetableFile(Array(command.file.utf8))
    let answered = try await ledger.write(request.sent(ImportTimetable.self)) { [service = self] tx in
      let look = try service.look(at: file, command, caller, request.scene.zone, tx)
      let permit = try command.permit(for: caller, week: look.facts, now: tx.now)
      try AttendanceStore(tx: tx).save(permit, look.facts.plans)
      return String(look.facts.plans.reduce(0) { $0 + $1.steps.count })
    }
    return Int(answered.text) ?? 0
  }

  // MARK: what would be

  /// Refuses what the command would refuse, and writes nothing.
  func rehearse(_ command: CopyWeek, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.read { [service = self] tx in
      let facts = try service.facts(of: command, caller, request.scene.zone, tx)
      _ = try command.permit(for: caller, week: facts, now: tx.now)
    }
  }

  func facts(of command: SetWeek, _ caller: Caller, _ zone: Zone, _ tx: Transaction) throws -> WeekFacts {
    let books = try WeekBooks([command.classroom], from: command.from, caller, zone, tx)
    return books.facts([books.plan(command.lessons, for: command.classroom, world: world)])
  }

  func facts(of command: CopyWeek, _ caller: Caller, _ zone: Zone, _ tx: Transaction) throws -> WeekFacts {
    let books = try WeekBooks(command.to + [command.classroom], from: command.from, caller, zone, tx)
    let week = (books.slots[command.classroom] ?? []).filter { $0.isInForce(on: command.from) }.map {
      WeekLesson(weekday: $0.weekday, start: $0.start, end: $0.end, title: $0.title, field: "to")
    }
    return books.facts(command.to.map { books.plan(week, for: $0, world: world) })
  }

  /// What a table of lessons comes to against what there is.
  func look(
    at file: TimetableFile, _ command: ImportTimetable, _ caller: Caller, _ zone: Zone, _ tx: Transaction
  ) throws -> TimetableLook {
    let rooms = try ClassroomsStore(tx: tx).rooms(for: caller, on: zone.day(of: tx.now))
    let named = Dictionary(grouping: rooms) { Student.fold($0.name) }
    var (lessons, faults) = ([ID<Classroom>: [WeekLesson]](), file.faults)
    for line in file.lines {
      let found = named[Student.fold(line.classroom)] ?? []
      if let room = found.first, found.count == 1 {
        lessons[room.id, default: []].append(line.lesson)
      } else {
        let key = found.isEmpty ? "attendance.line-class" : "attendance.line-classes"
        faults.append(.init(line: line.number, why: Phrase(key, .text(line.classroom))))
      }
    }
    let wanted = rooms.filter { lessons[$0.id] != nil }
    let books = try WeekBooks(wanted.map(\.id), from: command.from, caller, zone, tx)
    let plans = wanted.map { books.plan(lessons[$0.id] ?? [], for: $0.id, isWhole: command.isWhole, world: world) }
    for problem in plans.flatMap(\.problems) {
      let line = problem.field.split(separator: ".").last.flatMap { Int($0) } ?? 0
      faults.append(.init(line: line, why: problem.why))
    }
    return TimetableLook(
      facts: books.facts(plans), rooms: wanted, faults: faults.sorted { $0.line < $1.line },
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
struct WeekBooks {
  let slots: [ID<Classroom>: [Slot]]
  let rooms: [ID<Classroom>: Classroom]
  let today: Day
  private let taken: Set<ID<Slot>>
  private let from: Day
  private let marksAll: Bool

  init(_ classrooms: [ID<Classroom>], from: Day, _ caller: Caller, _ zone: Zone, _ tx: Transaction) throws(Refusal) {
    let (store, today) = (AttendanceStore(tx: tx), zone.day(of: tx.now))
    (self.today, self.from) = (today, from)
    let seen = caller.role.isStaff ? try ClassroomsStore(tx: tx).rooms(for: caller, on: today) : []
    let known = Dictionary(seen.map { ($0.id, $0) }) { first, _ in first }
    let isMine = classrooms.allSatisfy { known[$0] != nil }
    let mine = isMine ? classrooms : []
    (rooms, marksAll) = (known, isMine)
    slots = Dictionary(grouping: try store.slots(of: mine, in: caller.school), by: \.classroom)
    taken = from == today ? Set(try store.sittings(on: today, of: mine, in: caller.school).map(\.slot)) : []
  }

  func plan(
    _ lessons: [WeekLesson], for classroom: ID<Classroom>, isWhole: Bool = true, world: World
  ) -> WeekPlan {
    WeekPlan(lessons, for: classroom, among: slots[classroom] ?? [], taken: taken, from: from, isWhole: isWhole) {
      world.id()
    }
  }

  func facts(_ plans: [WeekPlan]) -> WeekFacts { WeekFacts(today: today, marksAll: marksAll, plans: plans) }
}
