import Base
import Classroom
import Database
import Kit
import People
import Router
import School

/// A course taught again: what would move where, and the copying itself.
extension CoursesService {
  func handle(_ command: CopyCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, zone) = (try request.caller(), request.scene.zone)
    let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
    let permit = try command.permit(for: caller, facts: facts, now: tx.now)
    guard let old = facts.course else { throw .notFound }
    let shift = try shift(old, from: command.from, daysOff: command.daysOff, zone, caller.school, tx)
    let copy = try CoursesStore(tx: tx).save(permit, over: old, shift: shift, kinds: copiedKinds)
    for step in copying { try step.run(copy, tx) }
    return .made(copy.to.id)
  }

  /// What the copy would be, before it is made.
  func copyPage(_ request: Request, _ tx: Transaction) throws(Refusal) -> CopyPage {
    let (caller, id) = (try request.caller(), try request.id("course", Course.self))
    let (form, zone) = (request.draft.form.fields.isEmpty ? request.query : request.draft.form, request.scene.zone)
    guard try EnrolmentStore(tx: tx).access(of: id, caller)?.isStaff == true,
      let old = try CoursesStore(tx: tx).course(id, in: caller.school)
    else { throw .notFound }
    var off = Self.daysOff(form)
    if off == nil { off = try Self.schoolWeekOff(caller.school, tx) }
    var page = CopyPage(course: old, from: form["from"].flatMap { Day($0) }, daysOff: off ?? zone.weekend)
    let from = page.from ?? old.from ?? zone.day(of: tx.now)
    let shift = try shift(old, from: from, daysOff: page.daysOff, zone, caller.school, tx)
    page.rows = page.from == nil ? [] : try moves(old, shift, zone, caller.school, tx)
    return page
  }

  /// The weekdays that were ticked; `nil` when the form was not sent yet.
  private static func daysOff(_ form: Form) -> Set<Int>? {
    guard form["from"] != nil else { return nil }
    return Set((1...7).filter { form["off." + String($0)] != nil })
  }

  /// The weekdays on which no register is ever taken, where that leaves a week as schools have them.
  private static func schoolWeekOff(_ school: ID<Tenant>, _ tx: Transaction) throws(Refusal) -> Set<Int>? {
    let today = try ClassroomsStore(tx: tx).today(in: school)
    let week = (0..<7).map { today.plus(days: $0) }
    let off = try week.tryFilter { day throws(Refusal) in
      try AttendanceStore(tx: tx).periods(onWeekdayOf: day, in: school).isEmpty
    }
    return (1...3).contains(off.count) ? Set(off.map { $0.weekday }) : nil
  }

  private func shift(
    _ old: Course, from: Day, daysOff: Set<Int>, _ zone: Zone, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> CourseShift {
    let due = try CoursesStore(tx: tx).items(of: old.id, in: school).compactMap { $0.dueAt }.map { zone.day(of: $0) }
    let anchor = CopyCourse.anchor(old, dates: due, zone: zone)
    let holidays = try AttendanceStore(tx: tx).holidays(
      in: school, from: from.plus(days: -400), through: from.plus(days: 1200))
    return CourseShift(
      days: from.number - anchor.number, daysOff: daysOff, holidays: Set(holidays.map { $0.day }), zone: zone)
  }

  /// Every date with its old and its new place, in time's order.
  private func moves(
    _ old: Course, _ shift: CourseShift, _ zone: Zone, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [CopyPage.Row] {
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
    let others = try dates.tryFlatMap { dates throws(Refusal) in try dates.read(old.id, school, tx) }
    for more in others {
      switch more.at {
      case .moment(let instant): add(more.title, more.key, zone.day(of: instant))
      case .day(let day): add(more.title, more.key, day, new: day.plus(days: shift.days))
      }
    }
    return rows.sorted { ($0.old, $0.title) < ($1.old, $1.title) }
  }
}
