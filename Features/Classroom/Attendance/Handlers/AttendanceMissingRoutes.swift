import Base
import Database
import Kit
import Router
import School

func missingRoutes(_ service: AttendanceService) -> [Route] {
  [
    .get(
      "/attendance/missing", .staff, "Who is absent, excused or reported, by name.",
      query: [.optional("day", "Another day, as 2026-03-11.")], offline: .everybody
    ) { request, tx throws(Refusal) in
      let wanted = request.query["day"].flatMap { Day($0) }
      let data = try service.missing(wanted, for: request.caller(), zone: request.scene.zone, tx)
      return .page(json: { data.json }) { missingPage(data, $0) }
    },
    .post(
      "/attendance/missing/calls", .staff, "Note that a family was called about a day.", NoteHomeCall.self,
      service.handle
    ) { handled in
      let command = handled.command
      let fields = [Form.Field("student", command.student.text), Form.Field("day", command.day.text)]
      return .done(
        AttendancePaths.missing(command.day),
        toast: Toast(Phrase("attendance.toast.called"), undo: (AttendancePaths.callRemoval, fields)))
    },
    .post(
      "/attendance/missing/calls/removal", .staff, "Nobody has called after all.", DropHomeCall.self, service.handle
    ) { handled in
      .done(AttendancePaths.missing(handled.command.day), toast: Toast(Phrase("attendance.toast.call-dropped")))
    },
  ]
}

extension MissingPage {
  var json: JSON {
    let rows = students.map { one in
      JSON.object([
        ("student", .id(one.student)), ("name", .text(one.name)), ("kind", .text(one.kind.rawValue)),
        ("classes", .list(one.rooms.map { .text($0) })),
        (
          "lessons",
          .list(
            one.lessons.map { lesson in
              .object(
                lesson.session.members + [("status", .text(lesson.status.rawValue)), ("note", .optional(lesson.note))])
            })
        ),
        ("reason", .optional(one.said?.reason)), ("reportedBy", .optional(one.said.flatMap { names[$0.by] })),
        ("calledBy", .optional(one.call.flatMap { names[$0.by] })),
      ])
    }
    return .object([("day", .text(day.text)), ("students", .list(rows))])
  }
}
