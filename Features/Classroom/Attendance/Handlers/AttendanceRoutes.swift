import Base
import Database
import HTML
import Kit
public import Router
import School

/// The doors of the feature; its paths are `AttendancePaths`.
public func attendanceRoutes(_ service: AttendanceService) -> [Route] {
  missingRoutes(service) + registerRoutes(service) + absenceRoutes(service) + timetableRoutes(service)
}

private func registerRoutes(_ service: AttendanceService) -> [Route] {
  [
    .get(
      "/attendance", .members, "The day's registers; for a family, its children's day.",
      query: [
        .optional("day", "Another day, as 2026-03-11."), .optional("all", "1: all registers of the office's day."),
      ], offline: .teachersAndFamilies, service.today),
    .get("/attendance/:slot/:day", .staff, "One register.", offline: .teachers) { request, tx throws(Refusal) in
      let data = try service.register(request.id("slot"), request.day(), request.caller(), request.scene.zone, tx)
      return .page(json: { data.json }) { registerPage(data, $0) }
    },
    .post(
      "/attendance/:slot/:day", .staff, "Mark some students; the others stay as they are.", TakeRegister.self,
      service.handle, then: service.taken),
    .post(
      "/attendance/:slot/:day/rest", .staff, "Mark everybody present who has no mark.", MarkRestPresent.self,
      service.handle
    ) { handled, tx throws(Refusal) in
      try service.answer(handled, nil, tx) { Phrase("attendance.toast.rest", .count($1)) }
    },
    .post(
      "/attendance/:slot/:day/undo", .staff, "Take back what you changed at one moment.", UndoRegister.self,
      service.handle
    ) { handled, tx throws(Refusal) in
      try service.answer(handled, nil, isUndo: true, tx) { Phrase("attendance.toast.undone", .count($1)) }
    },
    .get(
      "/students/:student/attendance", .members, "A student's marks and rates.",
      query: [.optional("month", "A month, as 2026-03."), .after], offline: .teachersAndFamilies, service.history),
  ]
}

extension AttendanceService {
  /// Teachers and the office see registers, families their children.
  func today(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let caller = try request.caller()
    guard caller.role.isStaff else {
      let children = try children(for: caller, zone: request.scene.zone, tx)
      return .page(json: { .object([("children", .list(children.map { $0.json }))]) }) { childrenPage(children, $0) }
    }
    let wanted = request.query["day"].flatMap { Day($0) }
    let data = try day(wanted, for: caller, zone: request.scene.zone, isWhole: request.query["all"] == "1", tx)
    return .page(json: { data.json }) { caller.role.isOffice ? officeDayPage(data, $0) : teacherDayPage(data, $0) }
  }

  func taken(_ handled: Handled<TakeRegister>, _ tx: Transaction) throws(Refusal) -> Response {
    let entries = handled.command.entries
    return try answer(handled, entries.map { $0.student }, tx) { data, count in
      if let only = entries.first, entries.count == 1 { return Phrase(marking: only.student, in: data) }
      return Phrase("attendance.toast.marked", .count(count))
    }
  }

  /// The register as it is now: a page to go to, the data, or the rows that may have changed.
  ///
  /// - Parameters:
  ///   - students: whose rows; `nil` is all.
  ///   - phrase: what is said of the register and of how many were changed.
  fileprivate func answer<C: RegisterCommand>(
    _ handled: Handled<C>, _ students: [ID<Student>]?, isUndo: Bool = false, _ tx: Transaction,
    _ phrase: (RegisterPage, Int) -> Phrase
  ) throws(Refusal) -> Response {
    let (period, day, change) = (handled.command.period, handled.command.day, RegisterChange(handled.outcome.text))
    let data = try register(period, day, handled.request.caller(), handled.request.scene.zone, tx)
    let undo = (
      path: AttendancePaths.undo(period, day), fields: [Form.Field("at", String(change.at.milliseconds))]
    )
    let toast =
      change.count == 0 ? nil : Toast(phrase(data, change.count), undo: isUndo ? nil : undo, isUndoneInPlace: true)
    let shown = students ?? data.rows.map { $0.student }
    let row = shown.count == 1 ? data.rows.first { $0.student == shown.first } : nil
    return .done(data.path + (row.map { "#row-" + data.key($0) } ?? ""), toast: toast, json: { data.json(change) }) {
      registerAnswer(data, shown, toast, $0)
    }
  }

  func history(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let month = request.query["month"].flatMap { Day($0 + "-01") }
    let data = try history(
      of: request.id("student"), month: month, after: request.query["after"], request.caller(), request.scene.zone, tx)
    return .page(next: data.next, json: { data.json }) { historyPage(data, $0) }
  }
}

private func absenceRoutes(_ service: AttendanceService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.absences(of: request.id("student"), request.caller(), request.scene.zone, tx)
    return .page(json: { data.json }) { absencesPage(data, request.draft, $0) }
  }
  return [
    .get(
      "/students/:student/absences", .members, "What was said beforehand about a student's absences.",
      offline: .everybody, show),
    .post(
      "/students/:student/absences", .members, "Say that a student will be away.",
      form: show, ReportAbsence.self, service.handle
    ) { handled in
      let id: ID<Absence> = handled.id()
      return .done(
        AttendancePaths.absences(handled.command.student), toast: Toast(Phrase("attendance.toast.reported")),
        created: true, json: { .object([("id", .id(id))]) })
    },
    .post(
      "/students/:student/absences/:absence/withdraw", .members, "Take back what was said.", WithdrawAbsence.self,
      service.handle
    ) { handled in
      .done(AttendancePaths.absences(handled.command.student), toast: Toast(Phrase("attendance.toast.withdrawn")))
    },
  ]
}

extension Request {
  /// The day in the path.
  ///
  /// What is no day names nothing.
  func day() throws(Refusal) -> Day {
    guard let text = names["day"], let day = Day(text) else { throw .notFound }
    return day
  }
}

extension Phrase {
  /// What became of one student's mark.
  init(marking student: ID<Student>, in data: RegisterPage) {
    let row = data.rows.first { $0.student == student }
    guard let row, let mark = row.mark else {
      self.init("attendance.toast.cleared", .text(row?.name ?? ""))
      return
    }
    self.init("attendance.toast.one", .text(row.name), .key("attendance.status." + mark.status.rawValue))
  }
}
// words: attendance.toast.*
