import Base
import Classroom
import Kit
import Ledger
import People
import School
import Web

/// A course taught again: what would move where, and the copying itself.
extension CoursesService {
  func run(_ command: CopyCourse, _ request: Request) async throws -> ID<Course> {
    let (caller, zone, service, world) = (try request.caller(), request.scene.zone, self, world)
    let answer = try await ledger.write(request.sent(CopyCourse.self)) { tx in
      let store = CoursesStore(tx: tx)
      let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
      let isTaken = try store.course(command.id, in: caller.school) != nil
      let permit = try command.permit(for: caller, facts: facts, isTaken: isTaken, now: tx.now)
      guard let old = facts.course else { throw Refusal.notFound }
      let shift = try service.shift(old, from: command.from, daysOff: command.daysOff, zone, caller.school, tx)
      let copy = try store.save(permit, over: old, shift: shift, kinds: service.copiedKinds, world: world)
      for step in service.copying { try step.run(copy, tx) }
      return command.id.text
    }
    return try named(answer)
  }

  /// What the copy would be, before it is made.
  func copyPage(_ request: Request) async throws -> CopyPage {
    let (caller, id, service) = (try request.caller(), try request.id("course", Course.self), self)
    let (form, zone) = (request.draft.form.fields.isEmpty ? request.query : request.draft.form, request.scene.zone)
    return try await ledger.read { tx in
      guard try EnrolmentStore(tx: tx).sight(of: id, caller)?.isStaff == true,
        let old = try CoursesStore(tx: tx).course(id, in: caller.school)
      else { throw Refusal.notFound }
      let off = try Self.daysOff(form) ?? Self.schoolWeekOff(caller.school, tx) ?? zone.weekend
      var page = CopyPage(course: old, from: form["from"].flatMap { Day($0) }, daysOff: off)
      let from = page.from ?? old.from ?? zone.day(of: tx.now)
      let shift = try service.shift(old, from: from, daysOff: page.daysOff, zone, caller.school, tx)
      page.rows = page.from == nil ? [] : try service.moves(old, shift, zone, caller.school, tx)
      return page
    }
  }

  /// The weekdays that were ticked; `nil` when the form was not sent yet.
  private static func daysOff(_ form: Form) -> Set<Int>? {
    guard form["from"] != nil else { return nil }
    return Set((1...7).filter { form["off." + String($0)] != nil })
  }

  /// The weekdays on which no register is ever taken, where that leaves a week as schools have them.
  private static func schoolWeekOff(_ school: ID<Tenant>, _ tx: Transaction) throws -> Set<Int>? {
    let today = try ClassroomsStore(tx: tx).today(in: school)
    let week = (0..<7).map { today.plus(days: $0) }
    let off = try week.filter { try AttendanceStore(tx: tx).slots(onWeekdayOf: $0, in: school).isEmpty }
    return (1...3).contains(off.count) ? Set(off.map(\.weekday)) : nil
  }

  private func shift(
    _ old: Course, from: Day, daysOff: Set<Int>, _ zone: Zone, _ school: ID<Tenant>, _ tx: Transaction
  ) throws -> CourseShift {
    let due = try CoursesStore(tx: tx).items(of: old.id, in: school).compactMap(\.dueAt).map { zone.day(of: $0) }
    let anchor = CopyCourse.anchor(old, dates: due, zone: zone)
    let holidays = try AttendanceStore(tx: tx).holidays(
      in: school, from: from.plus(days: -400), through: from.plus(days: 1200))
    return CourseShift(
      days: from.number - anchor.number, daysOff: daysOff, holidays: Set(holidays.map(\.day)), zone: zone)
  }

  /// Every date with its old and its new place, in time's order.
  private func moves(
    _ old: Course, _ shift: CourseShift, _ zone: Zone, _ school: ID<Tenant>, _ tx: Transaction
  ) throws -> [CopyPage.Row] {
    var rows: [CopyPage.Row] = []
    func add(_ title: String, _ key: String, _ day: Day?, new: Day? = nil) {
      guard let day else { return }
      let new = new ?? shift(day)
      rows.append(
        CopyPage.Row(title: title, key: key, old: day, new: new, isSkipped: new != day.plus(days: shift.days)))
    }
    let first = old.from?.plus(days: shift.days)
    add("", "courses.until", old.until, new: old.until.map { shift.last($0, from: first ?? $0.plus(days: -7)) })
    add("", "courses.drop-until", old.dropUntil)
    add("", "courses.promote-until", old.promoteUntil)
    for item in try CoursesStore(tx: tx).items(of: old.id, in: school) where copiedKinds.contains(item.kind) {
      add(item.title, "courses.date.due", item.dueAt.map { zone.day(of: $0) })
    }
    for more in try dates.flatMap({ try $0(old.id, school, tx) }) {
      switch more.at {
      case .moment(let instant): add(more.title, more.key, zone.day(of: instant))
      case .day(let day): add(more.title, more.key, day, new: day.plus(days: shift.days))
      }
    }
    return rows.sorted { ($0.old, $0.title) < ($1.old, $1.title) }
  }
}

extension CoursesStore where Books == WriteTransaction {
  /// The course itself, its teachers, its week and its outline, all drafts.
  func save(
    _ permit: Permit<CopyCourse>, over old: Course, shift: CourseShift, kinds: Set<CourseItem.Kind>, world: World
  ) throws(Refusal) -> CourseCopy {
    let new = permit.command.course(of: old, shift: shift, now: permit.at)
    try put(new)
    tx.detail("from", old.id.text)
    try setMeetings(meetings(of: [old.id], in: tx.school)[old.id] ?? [], of: new.id)
    var teachers = try teachers(of: old.id, in: tx.school)
    if permit.caller.role == .teacher, !teachers.contains(permit.caller.account) {
      teachers.append(permit.caller.account)
    }
    for teacher in teachers { try assign(teacher: teacher, to: new.id) }
    let modules = try copyModules(of: old, to: new, world)
    let kept = try items(of: old.id, in: tx.school).filter { kinds.contains($0.kind) }
    let items = try copyItems(kept, to: new, modules, shift, permit.at, world)
    return CourseCopy(
      from: old, to: new, modules: modules, items: items, shift: shift, by: permit.caller.account)
  }

  private func copyModules(of old: Course, to new: Course, _ world: World) throws(Refusal) -> [ID<CourseModule>: ID<
    CourseModule
  >] {
    var names: [ID<CourseModule>: ID<CourseModule>] = [:]
    for module in try modules(of: old.id, in: tx.school) {
      let copy = CourseModule(id: world.id(), course: new.id, title: module.title, place: module.place)
      names[module.id] = copy.id
      try put(copy)
    }
    return names
  }

  private func copyItems(
    _ items: [CourseItem], to new: Course, _ modules: [ID<CourseModule>: ID<CourseModule>], _ shift: CourseShift,
    _ now: Instant, _ world: World
  ) throws(Refusal) -> [ID<CourseItem>: ID<CourseItem>] {
    var names: [ID<CourseItem>: ID<CourseItem>] = [:]
    for item in items {
      let copy = CourseItem(
        id: world.id(), course: new.id, module: item.module.flatMap { modules[$0] }, kind: item.kind,
        title: item.title, place: item.place, dueAt: item.dueAt.map { shift($0) }, updatedAt: now)
      names[item.id] = copy.id
      try put(copy)
    }
    return names
  }
}
