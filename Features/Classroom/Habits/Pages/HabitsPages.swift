import Base
import HTML
import Kit
import People
import School

/// What a child gets used to, with the days on which it was done.
struct HabitsPage: Sendable {
  var student: Student
  var habits: [Habit]
  /// The days of the last `span` on which each was done.
  var done: [ID<Habit>: Set<Day>]
  var today: Day
  var topics: [String] = []
  /// What a device asks for: the picture, and the month of a monthly habit.
  static let span = 62
  /// Four weeks, as the picture shows them.
  static let shown = 28
}

/// What the form of a habit stands on.
struct HabitForm: Sendable {
  var student: Student
  var habit: Habit
}

func habitsPage(_ data: HabitsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.student.id)
  let adding = form(
    HabitsPaths.of(id), habitFields(nil, words), draft, scene, submit: words("habits.add"),
    style: FormStyle(id: "habit"))
  let all: HTML =
    data.habits.isEmpty
    ? emptyState("check", words("habits.none"), words("habits.none-text"), scene)
    : list(data.habits.map { habitRow($0, data, scene) }, id: "habits", label: words("habits.habits"))
  return Page(
    "habits.habits", title: words("habits.of", .text(data.student.name)), topics: data.topics,
    parent: (data.student.name, StudentsPaths.student(id)),
    body: stack([all, stack([sectionTitle(words("habits.new")), adding])], isLoose: true))
}

func habitFormPage(_ data: HabitForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, back) = (scene.words, HabitsPaths.of(data.student.id))
  let path = HabitsPaths.habit(data.habit.id, of: data.student.id)
  return Page(
    "habits.edit", title: words("habits.edit"), parent: (words("habits.of", .text(data.student.name)), back),
    body: stack(
      [
        form(
          path, habitFields(data.habit, words), draft, scene, submit: words("habits.save"),
          cancel: (words("kit.cancel"), back), style: FormStyle(id: "habit")),
        postButton(words("habits.end"), to: path + "/ending", scene, .destructive),
      ], isLoose: true))
}

private func habitFields(_ habit: Habit?, _ words: Words) -> [Field] {
  // words: habits.cadence.*
  [
    .text("name", words("habits.name"), value: habit?.name ?? "", max: 120),
    .select(
      "cadence", words("habits.how-often"),
      Habit.Cadence.allCases.map { Field.Choice($0.rawValue, words("habits.cadence." + $0.rawValue)) },
      value: (habit?.cadence ?? .daily).rawValue),
  ]
}

/// One tap says that it was done today; the same place takes it back.
private func habitRow(_ habit: Habit, _ data: HabitsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let done = data.done[habit.id] ?? []
  let path = HabitsPaths.habit(habit.id, of: data.student.id)
  let isDone = done.contains(data.today)
  var fields = [Form.Field("day", data.today.text)]
  if !isDone { fields.append(Form.Field("done", "on")) }
  let tap = postButton(
    words(isDone ? "habits.done-today" : "habits.do-today"), to: path + "/marks", scene, fields: fields,
    isDone ? .plain : .primary, icon: isDone ? icon("check", scene, size: .small) : "",
    style: ButtonStyle(isSmall: true))
  return cell(
    "<span dir=\"auto\">\(habit.name)</span>",
    meta: "<span>\(words("habits.cadence." + habit.cadence.rawValue))</span>\(habitPicture(habit, done, data, scene))",
    trail: tap, to: path + "/edit", scene, style: CellStyle(hasChevron: false))
}

/// Four weeks as marks, the oldest first, with the sentence that says the same.
private func habitPicture(_ habit: Habit, _ done: Set<Day>, _ data: HabitsPage, _ scene: Scene) -> HTML {
  let days = (0..<HabitsPage.shown).map { data.today.plus(days: $0 + 1 - HabitsPage.shown) }
  let marks = days.map { day -> HTML in
    "<li><span class=\"picture-key__mark\" data-shade=\"\(done.contains(day) ? "good" : "empty")\"></span></li>"
  }
  return """
    <div class="picture habit-days"><ol class="habit-days__days" role="list" aria-hidden="true">\
    \(each: marks, { $0 })</ol><p class="quiet">\(scene.words("habits.days-of", .count(days.count { done.contains($0) })))</p></div>
    """
}
