public import Base
public import Database
import People
public import School

/// Writing: rows, history and change index together, and never without a permit.
extension AttendanceStore where DB == WriteTransaction {
  /// Changes the marks of a register; on its first mark the sitting is written down as it is now.
  package func save<C: RegisterCommand>(
    _ permit: Permit<C>, _ steps: [MarkStep], in session: LessonSession, isWritten: Bool
  )
    throws(Refusal)
  {
    guard !steps.isEmpty else { return }
    if !isWritten { try put(session, AttendanceCount()) }
    for step in steps {
      if let before = step.before { try keep(MarkEvent(before), of: session.id) }
      if let after = step.after {
        try tx.put(AttendanceTables.mark, after)
      } else {
        try tx.remove(AttendanceTables.mark, key: [.id(tx.school), .id(session.id), .id(step.student)])
        let cleared = MarkEvent(
          student: step.student, at: permit.at, by: permit.caller.account, status: nil, note: nil)
        try keep(cleared, of: session.id)
      }
      tx.detail(
        step.student.text,
        (step.before?.status.rawValue ?? "none") + " → " + (step.after?.status.rawValue ?? "none"))
    }
    try recount(session.id, steps)
    guard isWritten else { return }
    try tx.touch(AttendanceTables.count, key: [.id(tx.school), .id(session.id)])
  }

  /// Keeps the numbers of the register up with its marks.
  private func recount(_ session: ID<LessonSession>, _ steps: [MarkStep]) throws(Refusal) {
    var change = AttendanceCount()
    for step in steps {
      if let before = step.before { change.add(before.status, -1) }
      if let after = step.after { change.add(after.status) }
    }
    try tx.execute(
      """
      UPDATE sitting_count SET present = present + $3, late = late + $4, absent = absent + $5, excused = excused + $6
      WHERE school = $1 AND sitting = $2
      """,
      [
        .id(tx.school), .id(session), .int(change.present), .int(change.late), .int(change.absent),
        .int(change.excused),
      ])
  }

  /// Writes a register of the past as it was, without history: for demonstrations and imports.
  public func record(session: LessonSession, marks: [Mark]) throws(Refusal) {
    try put(session, AttendanceCount(marks.map { $0.status }))
    for mark in marks { try tx.put(AttendanceTables.mark, mark) }
  }

  /// The staff of the classes that a student is in on a day.
  func staff(of student: ID<Student>, on day: Day) throws(Refusal) -> [Bucket] {
    try ClassroomsStore(tx: tx).current(of: [student], in: tx.school, on: day).map { .classStaff($0.classroom) }
  }

  private func put(_ session: LessonSession, _ count: AttendanceCount) throws(Refusal) {
    try tx.put(AttendanceTables.session, session)
    try tx.put(AttendanceTables.count, SessionCount(session: session.id, count: count))
  }

  private func keep(_ event: MarkEvent, of session: ID<LessonSession>) throws(Refusal) {
    try tx.put(AttendanceTables.markBefore, MarkBefore(session: session, event: event))
  }

  // MARK: absences

  package func save(_ permit: Permit<ReportAbsence>, as id: ID<Absence>) throws(Refusal) {
    let said = permit.command
    try tx.put(
      AttendanceTables.absence,
      Absence(
        id: id, student: said.student, from: said.from, until: said.until, reason: said.reason,
        by: permit.caller.account, at: permit.at))
  }

  package func save(_ permit: Permit<WithdrawAbsence>, _ old: Absence) throws(Refusal) {
    try tx.put(
      AttendanceTables.absence,
      Absence(
        id: old.id, student: old.student, from: old.from, until: old.until, reason: old.reason, by: old.by, at: old.at,
        withdrawnAt: permit.at))
  }

  /// What was said of days that are not over.
  package func awaited(from day: Day, of student: ID<Student>? = nil) throws(Refusal) -> [Absence] {
    let one = student == nil ? "" : " AND student = $3"
    return try tx.all(
      AttendanceTables.absence, in: tx.school, "AND until >= $2 AND \"withdrawnAt\" IS NULL\(one) ORDER BY id",
      [.day(day)] + (student.map { [.id($0)] } ?? []))
  }

  // MARK: the timetable

  func save(_ permit: Permit<PlanPeriod>, as id: ID<TimetablePeriod>) throws(Refusal) {
    try put(permit.command.period(id))
  }

  func save(_ permit: Permit<ChangePeriod>, _ old: TimetablePeriod) throws(Refusal) {
    var period = old
    (period.title, period.start, period.end) = (permit.command.title, permit.command.start, permit.command.end)
    tx.detail("was", old.title + " " + String(old.start) + "-" + String(old.end))
    try put(period)
  }

  func save(_ permit: Permit<EndPeriod>, _ old: TimetablePeriod) throws(Refusal) {
    var period = old
    period.until = permit.command.until
    tx.detail("was", old.until?.text ?? "open")
    try put(period)
  }

  /// Takes the weeks of some classes where they are to be.
  package func save<C: WeekCommand>(_ permit: Permit<C>, _ plans: [WeekPlan]) throws(Refusal) {
    guard plans.contains(where: { !$0.steps.isEmpty }) else { return }
    for step in plans.flatMap({ $0.steps }) {
      switch step {
      case .add(let period): try put(period)
      case .change(let old, let period):
        if old.id != period.id { try end(old, period.from.plus(days: -1)) }
        try put(period)
      case .end(let period, let until): try end(period, until)
      }
    }
    let (added, changed) = (plans.reduce(0) { $0 + $1.added }, plans.reduce(0) { $0 + $1.changed })
    let ended = plans.reduce(0) { $0 + $1.ended }
    tx.detail("from", permit.command.from.text)
    tx.detail("lessons", "added \(added), changed \(changed), ended \(ended)")
  }

  private func end(_ period: TimetablePeriod, _ until: Day) throws(Refusal) {
    var ended = period
    ended.until = until
    try put(ended)
  }

  /// Also for demonstrations: a slot written as it stands.
  public func put(_ period: TimetablePeriod) throws(Refusal) {
    try tx.put(AttendanceTables.period, period)
  }
}
