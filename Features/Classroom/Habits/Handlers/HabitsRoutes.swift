import Base
import Database
import Kit
public import Router
import School

public func habitRoutes(_ service: HabitsService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.page(request, tx), request.draft)
    return .page(json: { data.json }) { habitsPage(data, draft, $0) }
  }
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.form(request, tx), request.draft)
    return .page { habitFormPage(data, draft, $0) }
  }
  return [
    .get("/students/:student/habits", .staff, "What a child gets used to, day by day.", offline: .everybody, page),
    .post("/students/:student/habits", .staff, "Adds a habit.", form: page, AddHabit.self, service.handle) { handled in
      let id: ID<Habit> = handled.id()
      return .done(
        HabitsPaths.of(handled.command.student), toast: Toast(Phrase("habits.added")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get(
      "/students/:student/habits/:habit/edit", .staff, "The form of a habit.", inAPI: false, offline: .everybody,
      editing),
    .post(
      "/students/:student/habits/:habit", .staff, "Changes a habit.", form: editing, EditHabit.self, service.handle
    ) { handled in .done(HabitsPaths.of(handled.command.student), toast: Toast(Phrase("habits.saved"))) },
    .post(
      "/students/:student/habits/:habit/marks", .staff, "Says of one day whether a habit was done.", MarkHabit.self,
      service.handle
    ) { handled in
      let command = handled.command
      var back = [Form.Field("day", command.day.text)]
      if !command.isDone { back.append(Form.Field("done", "on")) }
      let path = HabitsPaths.habit(command.habit, of: command.student) + "/marks"
      return .done(
        HabitsPaths.of(command.student),
        toast: Toast(Phrase(command.isDone ? "habits.marked" : "habits.unmarked"), undo: (path, back)))
    },
    .post(
      "/students/:student/habits/:habit/ending", .staff, "Asks for a habit no more; its past stays.", EndHabit.self,
      service.handle
    ) { handled in
      let path = HabitsPaths.habit(handled.command.habit, of: handled.command.student) + "/resuming"
      return .done(HabitsPaths.of(handled.command.student), toast: Toast(Phrase("habits.ended"), undo: (path, [])))
    },
    .post(
      "/students/:student/habits/:habit/resuming", .staff, "Asks for a habit again.", ResumeHabit.self, service.handle
    ) { handled in .done(HabitsPaths.of(handled.command.student), toast: Toast(Phrase("habits.resumed"))) },
  ]
}

extension HabitsPage {
  var json: JSON {
    .object([
      (
        "habits",
        .list(
          habits.map { habit in
            .object([
              ("id", .id(habit.id)), ("name", .text(habit.name)), ("cadence", .text(habit.cadence.rawValue)),
              ("done", .list((done[habit.id] ?? []).sorted().map { .text($0.text) })),
            ])
          })
      )
    ])
  }
}
