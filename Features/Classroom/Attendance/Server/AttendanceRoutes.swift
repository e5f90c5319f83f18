import Base
import HTML
import Kit
import School
public import Web

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
      ]
    ) { request in
      try await service.today(request)
    },
    .get("/attendance/:slot/:day", .staff, "One register.") { request in
      let data = try await service.register(request.id("slot"), request.day(), request.caller(), request.scene.zone)
      return .page(json: { data.json }) { registerPage(data, $0) }
    },
    .post(
      "/attendance/:slot/:day", .staff, "Mark some students; the others stay as they are.",
      inputs: [
        Input("marks.<student>", "present, late, absent, excused or none", required: false),
        Input("note.<student>", "a note to the mark; empty removes it", required: false),
      ]
    ) { try await service.take($0) },
    .post("/attendance/:slot/:day/rest", .staff, "Mark everybody present who has no mark.") {
      try await service.rest($0)
    },
    .post(
      "/attendance/:slot/:day/undo", .staff, "Take back what you changed at one moment.",
      inputs: [Input("at", "the moment, in milliseconds, as the change answered")]
    ) { try await service.undo($0) },
    .get(
      "/students/:student/attendance", .members, "A student's marks and rates.",
      query: [.optional("month", "A month, as 2026-03."), .after]
    ) { try await service.history($0) },
  ]
}

extension AttendanceService {
  /// Teachers and the office see registers, families their children.
  func today(_ request: Request) async throws -> Response {
    let caller = try request.caller()
    guard caller.role.isStaff else {
      let children = try await children(for: caller, zone: request.scene.zone)
      return .page(json: { .object([("children", .list(children.map(\.json)))]) }) { childrenPage(children, $0) }
    }
    let wanted = request.query["day"].flatMap { Day($0) }
    let data = try await day(wanted, for: caller, zone: request.scene.zone, isWhole: request.query["all"] == "1")
    return .page(json: { data.json }) { caller.role.isOffice ? officeDayPage(data, $0) : teacherDayPage(data, $0) }
  }

  func take(_ request: Request) async throws -> Response {
    let command = try TakeRegister(request.formOfRegister())
    let change = try await run(command, request)
    return try await answer(change, command.slot, command.day, command.entries.map(\.student), request) { data in
      if let only = command.entries.first, command.entries.count == 1 { return Phrase(marking: only.student, in: data) }
      return Phrase("attendance.toast.marked", .count(change.count))
    }
  }

  func rest(_ request: Request) async throws -> Response {
    let command = try MarkRestPresent(request.formOfRegister())
    let change = try await run(command, request)
    return try await answer(change, command.slot, command.day, nil, request) { _ in
      Phrase("attendance.toast.rest", .count(change.count))
    }
  }

  func undo(_ request: Request) async throws -> Response {
    let command = try UndoRegister(request.formOfRegister())
    let change = try await run(command, request)
    return try await answer(change, command.slot, command.day, nil, request, isUndo: true) { _ in
      Phrase("attendance.toast.undone", .count(change.count))
    }
  }

  /// The register as it is now: a page to go to, the data, or the rows that may have changed.
  ///
  /// - Parameter students: whose rows; `nil` is all.
  private func answer(
    _ change: RegisterChange, _ slot: ID<Slot>, _ day: Day, _ students: [ID<Student>]?, _ request: Request,
    isUndo: Bool = false,
    _ phrase: (RegisterPage) -> Phrase
  ) async throws -> Response {
    let data = try await register(slot, day, request.caller(), request.scene.zone)
    let undo = (
      path: AttendancePaths.undo(slot, day), fields: [Form.Field("at", String(change.at.milliseconds))]
    )
    let toast = change.count == 0 ? nil : Toast(phrase(data), undo: isUndo ? nil : undo)
    let shown = students ?? data.rows.map(\.student)
    let row = shown.count == 1 ? data.rows.first { $0.student == shown.first } : nil
    return .done(data.path + (row.map { "#row-" + data.key($0) } ?? ""), toast: toast, json: { data.json(change) }) {
      registerAnswer(data, shown, toast, $0)
    }
  }

  func history(_ request: Request) async throws -> Response {
    let month = request.query["month"].flatMap { Day($0 + "-01") }
    let data = try await history(
      of: request.id("student"), month: month, after: request.query["after"], request.caller(), request.scene.zone)
    return .page(next: data.next, json: { data.json }) { historyPage(data, $0) }
  }
}

private func absenceRoutes(_ service: AttendanceService) -> [Route] {
  let show: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.absences(of: request.id("student"), request.caller(), request.scene.zone)
    return .page(json: { data.json }) { absencesPage(data, request.draft, $0) }
  }
  return [
    .get("/students/:student/absences", .members, "What was said beforehand about a student's absences.", show),
    .post(
      "/students/:student/absences", .members, "Say that a student will be away.",
      inputs: [
        Input("from", "the first day, 2026-03-11"), Input("until", "the last day", required: false),
        Input("reason", "why, in a few words", required: false),
      ], form: show
    ) { request in
      let command = try ReportAbsence(request.form.with("student", request.id("student", Student.self).text))
      let id = try await service.run(command, request)
      return .done(
        AttendancePaths.absences(command.student), toast: Toast(Phrase("attendance.toast.reported")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .post("/students/:student/absences/:absence/withdraw", .members, "Take back what was said.") { request in
      let (student, absence) = (try request.id("student", Student.self), try request.id("absence", Absence.self))
      try await service.run(WithdrawAbsence(absence: absence), of: student, request)
      return .done(AttendancePaths.absences(student), toast: Toast(Phrase("attendance.toast.withdrawn")))
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

  /// The form with the slot and the day of the path.
  func formOfRegister() throws(Refusal) -> Form {
    let slot = try id("slot", Slot.self)
    return try form.with("slot", slot.text).with("day", day().text)
  }
}

extension Form {
  /// The path knows better than the body what is spoken of.
  func with(_ name: String, _ value: String) -> Form {
    Form(fields.filter { $0.name != name } + [Field(name, value)])
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
