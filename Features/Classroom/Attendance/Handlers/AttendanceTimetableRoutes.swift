import Base
import Database
import Kit
import Router
import School

func timetableRoutes(_ service: AttendanceService) -> [Route] {
  weekRoutes(service) + periodRoutes(service) + holidayRoutes(service)
}

private func periodRoutes(_ service: AttendanceService) -> [Route] {
  let week: PageHandler = { request, tx throws(Refusal) in
    let data = try service.timetablePage(request.id("classroom"), request.caller(), request.scene.zone, tx)
    return .page(json: { data.json }) { timetablePage(data, request.draft, $0) }
  }
  let one: PageHandler = { request, tx throws(Refusal) in
    let data = try service.periodPage(
      request.id("slot"), request.id("classroom"), request.caller(), request.scene.zone, tx)
    return .page(json: { data.period.json }) { periodPage(data, request.draft, $0) }
  }
  return [
    .get("/classes/:classroom/timetable", .staff, "The week of a class.", offline: .teachers, week),
    .post(
      "/classes/:classroom/timetable", .staff, "Add a place to the week of a class.", form: week, PlanPeriod.self,
      service.handle
    ) { handled in
      let id: ID<TimetablePeriod> = handled.id()
      return .done(
        AttendancePaths.timetable(handled.command.classroom), toast: Toast(Phrase("attendance.toast.slot-added")),
        created: true, json: { .object([("id", .id(id))]) })
    },
    .get("/classes/:classroom/timetable/:slot", .staff, "One place in the week of a class.", offline: .teachers, one),
    .post(
      "/classes/:classroom/timetable/:slot", .staff, "Rename it or change its times.", form: one, ChangePeriod.self,
      service.handle
    ) { handled in
      .done(
        AttendancePaths.timetable(handled.command.classroom), toast: Toast(Phrase("attendance.toast.slot-changed")))
    },
    .post(
      "/classes/:classroom/timetable/:slot/end", .staff, "End it after a day.", form: one, EndPeriod.self,
      service.handle
    ) { handled in
      .done(AttendancePaths.timetable(handled.command.classroom), toast: Toast(Phrase("attendance.toast.slot-ended")))
    },
  ]
}

private func holidayRoutes(_ service: AttendanceService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.holidaysPage(request.caller(), request.scene.zone, tx)
    return .page(json: { data.json }) { holidaysPage(data, request.draft, $0) }
  }
  return [
    .get("/attendance/holidays", .office, "The days the school is closed.", offline: .everybody, show),
    .post(
      "/attendance/holidays", .office, "Name a holiday, or all days from one to another.", form: show,
      NameHoliday.self, service.handle
    ) { _ in
      .done(AttendancePaths.holidays, toast: Toast(Phrase("attendance.toast.holiday-named")), created: true)
    },
    .post(
      "/attendance/holidays/:day/drop", .office, "The school is open on that day after all, or until another.",
      DropHoliday.self, service.handle
    ) { _ in
      .done(AttendancePaths.holidays, toast: Toast(Phrase("attendance.toast.holiday-dropped")))
    },
  ]
}
