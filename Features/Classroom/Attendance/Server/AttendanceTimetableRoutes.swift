import Base
import Kit
import School
import Web

func timetableRoutes(_ service: AttendanceService) -> [Route] {
  weekRoutes(service) + slotRoutes(service) + holidayRoutes(service)
}

private func slotRoutes(_ service: AttendanceService) -> [Route] {
  let week: @Sendable (Ask) async throws -> Answer = { ask in
    let data = try await service.timetablePage(ask.id("classroom"), ask.caller(), ask.scene.zone)
    return .page(json: { data.json }) { timetablePage(data, ask.draft, $0) }
  }
  let one: @Sendable (Ask) async throws -> Answer = { ask in
    let data = try await service.slotPage(ask.id("slot"), ask.id("classroom"), ask.caller(), ask.scene.zone)
    return .page(json: { data.slot.json }) { slotPage(data, ask.draft, $0) }
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
    ) { ask in
      let command = try PlanSlot(ask.form.with("classroom", ask.id("classroom", Classroom.self).text))
      let id = try await service.run(command, ask)
      return .done(
        AttendancePaths.timetable(command.classroom), toast: Toast(Phrase("attendance.toast.slot-added")),
        created: true, json: { .object([("id", .id(id))]) })
    },
    .get("/classes/:classroom/timetable/:slot", .staff, "One place in the week of a class.", one),
    .post("/classes/:classroom/timetable/:slot", .staff, "Rename it or change its times.", inputs: times, form: one) {
      ask in
      let classroom = try ask.id("classroom", Classroom.self)
      let command = try ChangeSlot(ask.form.with("slot", ask.id("slot", Slot.self).text))
      try await service.run(command, in: classroom, ask)
      return .done(AttendancePaths.timetable(classroom), toast: Toast(Phrase("attendance.toast.slot-changed")))
    },
    .post(
      "/classes/:classroom/timetable/:slot/end", .staff, "End it after a day.",
      inputs: [Input("until", "the last day")],
      form: one
    ) { ask in
      let classroom = try ask.id("classroom", Classroom.self)
      let command = try EndSlot(ask.form.with("slot", ask.id("slot", Slot.self).text))
      try await service.run(command, in: classroom, ask)
      return .done(AttendancePaths.timetable(classroom), toast: Toast(Phrase("attendance.toast.slot-ended")))
    },
  ]
}

private func holidayRoutes(_ service: AttendanceService) -> [Route] {
  let show: @Sendable (Ask) async throws -> Answer = { ask in
    let data = try await service.holidaysPage(ask.caller(), ask.scene.zone)
    return .page(json: { data.json }) { holidaysPage(data, ask.draft, $0) }
  }
  return [
    .get("/attendance/holidays", .office, "The days the school is closed.", show),
    .post(
      "/attendance/holidays", .office, "Name a holiday, or all days from one to another.",
      inputs: [
        Input("name", "what it is called"), Input("from", "the first day"),
        Input("until", "the last day", required: false),
      ], form: show
    ) { ask in
      try await service.run(NameHoliday(ask.form), ask)
      return .done(AttendancePaths.holidays, toast: Toast(Phrase("attendance.toast.holiday-named")), created: true)
    },
    .post(
      "/attendance/holidays/:day/drop", .office, "The school is open on that day after all, or until another.",
      inputs: [Input("until", "the last of the days; without it that one day", required: false)]
    ) { ask in
      try await service.run(DropHoliday(ask.form.with("day", ask.day().text)), ask)
      return .done(AttendancePaths.holidays, toast: Toast(Phrase("attendance.toast.holiday-dropped")))
    },
  ]
}
