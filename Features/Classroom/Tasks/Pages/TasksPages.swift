import Base
import HTML
import Kit
import People
import School

/// What is to be done for a child, and what was.
struct TasksPage: Sendable {
  var student: Student
  /// What is not done first.
  var tasks: [ChildTask]
  /// Of those who did them.
  var names: [ID<Account>: String]
  var today: Day
  var topics: [String] = []
}

/// What the form of a task stands on.
struct TaskForm: Sendable {
  var student: Student
  var task: ChildTask
}

func tasksPage(_ data: TasksPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.student.id)
  let (open, done) = (data.tasks.filter { $0.doneAt == nil }, data.tasks.filter { $0.doneAt != nil })
  let adding = form(
    TasksPaths.of(id), taskFields(nil, words), draft, scene, submit: words("tasks.add"), style: FormStyle(id: "task"))
  let tasks: HTML =
    open.isEmpty
    ? nothingLeft(words("tasks.none"), words("tasks.none-text"), scene)
    : list(open.map { taskRow($0, data, scene) }, id: "open-tasks", label: words("tasks.open"))
  let past: HTML =
    done.isEmpty
    ? ""
    : """
    <details class="more"><summary>\(words("tasks.done-count", .count(done.count)))</summary>\
    \(list(done.map { taskRow($0, data, scene) }, id: "done-tasks", label: words("tasks.done")))</details>
    """
  return Page(
    "tasks.tasks", title: words("tasks.of", .text(data.student.name)), topics: data.topics,
    parent: (data.student.name, StudentsPaths.student(id)),
    body: stack([tasks, stack([sectionTitle(words("tasks.new")), adding]), past], isLoose: true))
}

func taskFormPage(_ data: TaskForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, back) = (scene.words, TasksPaths.of(data.student.id))
  let path = TasksPaths.task(data.task.id, of: data.student.id)
  return Page(
    "tasks.edit", title: words("tasks.edit"), parent: (words("tasks.of", .text(data.student.name)), back),
    body: stack(
      [
        form(
          path, taskFields(data.task, words) + [.hidden("version", data.task.version)], draft, scene,
          submit: words("tasks.save"), cancel: (words("kit.cancel"), back), style: FormStyle(id: "task")),
        postButton(words("tasks.delete"), to: path + "/deletion", scene, .destructive),
      ], isLoose: true))
}

private func taskFields(_ task: ChildTask?, _ words: Words) -> [Field] {
  [
    .text("title", words("tasks.title"), value: task?.title ?? "", max: 200),
    .date("day", words("tasks.day"), value: task?.day, hint: words("tasks.day-hint"), isRequired: false),
    .area("details", words("tasks.details"), value: task?.details ?? "", rows: 2, max: 4000),
  ]
}

private func taskRow(_ task: ChildTask, _ data: TasksPage, _ scene: Scene) -> HTML {
  let (words, path) = (scene.words, TasksPaths.task(task.id, of: data.student.id))
  let isDone = task.doneAt != nil
  let button = postButton(
    words(isDone ? "tasks.reopen" : "tasks.complete"), to: path + (isDone ? "/reopening" : "/completion"), scene,
    style: ButtonStyle(isSmall: true))
  let details: HTML = task.details.isEmpty ? "" : "<span dir=\"auto\">\(task.details)</span>"
  return cell(
    "<span dir=\"auto\">\(task.title)</span>", meta: dotted([taskTime(task, data, scene), details]), trail: button,
    to: isDone ? nil : path + "/edit", scene, style: CellStyle(hasChevron: false))
}

private func taskTime(_ task: ChildTask, _ data: TasksPage, _ scene: Scene) -> HTML {
  let words = scene.words
  if let at = task.doneAt {
    let on = words.date(scene.zone.day(of: at), .medium)
    if let by = task.doneBy.flatMap({ data.names[$0] }) {
      return HTML(text: words("tasks.done-by", .text(by), .text(on)))
    }
    return HTML(text: words("tasks.done-on", .text(on)))
  }
  guard let due = task.day else { return HTML(text: words("tasks.some-day")) }
  return due < data.today
    ? badge(words("tasks.overdue", .text(words.date(due, .medium))), .warning) : day(due, scene)
}
