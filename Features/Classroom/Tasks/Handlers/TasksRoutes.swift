import Base
import Database
import Kit
public import Router
import School

public func taskRoutes(_ service: TasksService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.page(request, tx), request.draft)
    return .page(json: { data.json }) { tasksPage(data, draft, $0) }
  }
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.form(request, tx), request.draft)
    return .page { taskFormPage(data, draft, $0) }
  }
  return [
    .get("/students/:student/tasks", .staff, "What is to be done for a child.", offline: .everybody, page),
    .post("/students/:student/tasks", .staff, "Adds a task.", form: page, AddTask.self, service.handle) { handled in
      let id: ID<ChildTask> = handled.id()
      return .done(
        TasksPaths.of(handled.command.student), toast: Toast(Phrase("tasks.added")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get(
      "/students/:student/tasks/:task/edit", .staff, "The form of a task.", inAPI: false, offline: .everybody, editing),
    .post("/students/:student/tasks/:task", .staff, "Changes a task.", form: editing, EditTask.self, service.handle) {
      handled in .done(TasksPaths.of(handled.command.student), toast: Toast(Phrase("tasks.saved")))
    },
    .post(
      "/students/:student/tasks/:task/completion", .staff, "Says that a task is done.", CompleteTask.self,
      service.handle
    ) { handled in done(handled.command, "tasks.completed", undo: "reopening") },
    .post(
      "/students/:student/tasks/:task/reopening", .staff, "Says that a task is still to be done.", ReopenTask.self,
      service.handle
    ) { handled in done(handled.command, "tasks.reopened", undo: "completion") },
    .post(
      "/students/:student/tasks/:task/deletion", .staff, "Takes a task away; it can be brought back.",
      DeleteTask.self, service.handle
    ) { handled in done(handled.command, "tasks.deleted", undo: "restoration") },
    .post(
      "/students/:student/tasks/:task/restoration", .staff, "Brings a task back.", RestoreTask.self, service.handle
    ) { handled in done(handled.command, "tasks.restored", undo: nil) },
  ]
}
// words: tasks.completed tasks.reopened tasks.deleted tasks.restored

private func done<C: TaskCommand>(_ command: C, _ key: String, undo: String?) -> Response {
  let back = undo.map { (TasksPaths.task(command.task, of: command.student) + "/" + $0, [Form.Field]()) }
  return .done(TasksPaths.of(command.student), toast: Toast(Phrase(key), undo: back))
}

extension TasksPage {
  var json: JSON { .object([("tasks", .list(tasks.map { $0.json }))]) }
}

extension ChildTask {
  var json: JSON {
    .object([
      ("id", .id(id)), ("title", .text(title)), ("details", .text(details)),
      ("day", day.map { .text($0.text) } ?? .null),
      ("doneAt", doneAt.map { .text($0.text) } ?? .null), ("doneBy", doneBy.map { .id($0) } ?? .null),
      ("version", .text(version)),
    ])
  }
}
