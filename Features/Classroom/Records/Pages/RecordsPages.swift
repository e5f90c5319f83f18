import Base
import HTML
import Kit
import People
import School

/// What is to be done with a child today.
struct RecordToday: Sendable {
  var student: Student
  var today: Day
  var habits: [Habit]
  /// With what they are called.
  var plans: [(plan: PresentationPlan, name: String)]
  var tasks: [ChildTask]
}

/// The ways on, and below them today's acts, each one tap.
func recordToday(_ data: RecordToday, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.student.id)
  let ways = cluster([
    linkButton(
      words("capture.title"), to: CapturePaths.of(id), .secondary, icon: icon("plus", scene)),
    linkButton(words("presentations.grid"), to: PresentationsPaths.of(id)),
    linkButton(words("tasks.tasks"), to: TasksPaths.of(id)), linkButton(words("habits.habits"), to: HabitsPaths.of(id)),
    linkButton(words("insights.insights"), to: InsightsPaths.of(id)),
    linkButton(words("summaries.summaries"), to: SummariesPaths.of(id)),
    linkButton(words("records.conference"), to: ConferencePaths.of(id)),
  ])
  let rows =
    data.habits.map { habitTap($0, data, scene) } + data.plans.map { planTap($0.plan, $0.name, scene) }
    + data.tasks.map { taskTap($0, scene) }
  let todo: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("records.nothing-today"))</p>"
    : list(rows, id: "today", label: words("records.today"))
  return
    "<section class=\"stack no-print\" id=\"record\">\(ways)\(sectionTitle(words("records.today")))\(todo)</section>"
}

/// A habit that is not done yet; one tap does it.
func habitTap(_ habit: Habit, _ data: RecordToday, _ scene: Scene) -> HTML {
  habitTap(habit, today: data.today, child: "", scene)
}

func habitTap(_ habit: Habit, today: Day, child: HTML, _ scene: Scene) -> HTML {
  let words = scene.words
  let tap = postButton(
    words("habits.do-today"), to: HabitsPaths.habit(habit.id, of: habit.student) + "/marks", scene,
    fields: [Form.Field("day", today.text), Form.Field("done", "on")],
    isLive: true, style: ButtonStyle(isSmall: true))
  return cell(
    "<span dir=\"auto\">\(habit.name)</span>",
    meta: dotted([child, HTML(text: words("habits.cadence." + habit.cadence.rawValue))]), trail: tap,
    to: HabitsPaths.of(habit.student), scene, style: CellStyle(hasChevron: false))
}

func planTap(_ plan: PresentationPlan, _ title: String, child: HTML = "", _ scene: Scene) -> HTML {
  let words = scene.words
  let tap = postButton(
    words("presentations.presented-today"), to: PresentationsPaths.plan(plan.id, of: plan.student, "completion"), scene,
    isLive: true, style: ButtonStyle(isSmall: true))
  let when: HTML = plan.day.map { day($0, scene) } ?? ""
  return cell(
    name(title), meta: dotted([child, HTML(text: words("presentations.kind.planned")), when]), trail: tap,
    to: PresentationsPaths.of(plan.student), scene, style: CellStyle(hasChevron: false))
}

func taskTap(_ task: ChildTask, child: HTML = "", _ scene: Scene) -> HTML {
  let words = scene.words
  let tap = postButton(
    words("tasks.complete"), to: TasksPaths.task(task.id, of: task.student) + "/completion", scene, isLive: true,
    style: ButtonStyle(isSmall: true))
  let when: HTML = task.day.map { day($0, scene) } ?? ""
  return cell(
    "<span dir=\"auto\">\(task.title)</span>", meta: dotted([child, HTML(text: words("tasks.task")), when]), trail: tap,
    to: TasksPaths.of(task.student), scene, style: CellStyle(hasChevron: false))
}
