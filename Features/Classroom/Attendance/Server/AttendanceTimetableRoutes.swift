import Base
import Kit
import School
import Web

func timetableRoutes(_ service: AttendanceService) -> [Route] {
  weekRoutes(service) + slotRoutes(service) + holidayRoutes(service)
}

private func slotRoutes(_ service: AttendanceService) -> [Route] {
  let week: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.timetablePage(request.id("classroom"), request.caller(), request.scene.zone)
    return .page(json: { data.json }) { timetablePage(data, request.draft, $0) }
  }
  let one: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.slotPage(
      request.id("slot"), request.id("classroom"), request.caller(), request.scene.zone)
    return .page(json: { data.slot.json }) { slotPage(data, request.draft, $0) }
  }
  let times = [
    Input("title", "what it is called"), Input("start", "when it begins, 08:15"), Input("end", "when it ends, 09:00"),
  ]
  return [
    .get("/classes/:classroom/timetable", .staff, "The week of a class.", week),
    .post(
      "/classes/:classroom/timetable", .staff, "Add a place to the week of a class.",
      inputs: times + [
        Input("weekday", "1 Monday … 7 Sunday"), Input("from", "the first day"),
        Input("until", "the last day", required: false),
      ], form: week
    ) { request in
      let command = try PlanSlot(request.form.with("classroom", request.id("classroom", Classroom.self).text))
      let id = try await service.run(command, request)
      return .done(
        AttendancePaths.timetable(command.classroom), toast: Toast(Phrase("attendance.toast.slot-added")),
        created: true, json: { .object([("id", .id(id))]) })
    },
    .get("/classes/:classroom/timetable/:slot", .staff, "One place in the week of a class.", one),
    .post("/classes/:classroom/timetable/:slot", .staff, "Rename it or change its times.", inputs: times, form: one) {
      request in
      let classroom = try request.id("classroom", Classroom.self)
      let command = try ChangeSlot(request.form.with("slot", request.id("slot", Slot.self).text))
      try await service.run(command, in: classroom, request)
      return .done(AttendancePaths.timetable(classroom), toast: Toast(Phrase("attendance.toast.slot-changed")))
    },
    .post(
      "/classes/:classroom/timetable/:slot/end", .staff, "End it after a day.",
      inputs: [Input("until", "the last day")],
      form: one
    ) { request in
      let classroom = try request.id("classroom", Classroom.self)
      let command = try EndSlot(request.form.with("slot", request.id("slot", Slot.self).text))
      try await service.run(command, in: classroom, request)
      return .done(AttendancePaths.timetable(classroom), toast: Toast(Phrase("attendance.toast.slot-ended")))
    },
  ]
}

private func holidayRoutes(_ service: AttendanceService) -> [Route] {
  let show: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.holidaysPage(request.caller(), request.scene.zone)
    return .page(json: { data.json }) { holidaysPage(data, request.draft, $0) }
  }
  return [
    .get("/attendance/holidays", .office, "The days the school is closed.", show),
    .post(
      "/attendance/holidays", .office, "Name a holiday, or all days from one to another.",
      inputs: [
        Input("name", "what it is called"), Input("from", "the first day"),
        Input("until", "the last day", required: false),
      ], form: show
    ) { request in
      try await service.run(NameHoliday(request.form), request)
      return .done(AttendancePaths.holidays, toast: Toast(Phrase("attendance.toast.holiday-named")), created: true)
    },
    .post(
      "/attendance/holidays/:day/drop", .office, "The school is open on that day after all, or until another.",
      inputs: [Input("until", "the last of the days; without it that one day", required: false)]
    ) { request in
      try await service.run(DropHoliday(request.form.with("day", request.day().text)), request)
      return .done(AttendancePaths.holidays, toast: Toast(Phrase("attendance.toast.holiday-dropped")))
    },
  ]
}
