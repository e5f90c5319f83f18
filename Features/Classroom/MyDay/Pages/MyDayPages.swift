import Base
import HTML
import Kit
import People
import School

/// What a guide has today.
struct MyDayPage: Sendable {
  /// How many days ahead birthdays are said.
  static let birthdayDays = 7
  var today: Day
  var classrooms: [Classroom]
  var students: [ID<Student>: Student]
  /// Today's and those of the next days, the next first.
  var birthdays: [Birthday] = []
  var absent: [ID<Student>]
  /// For today, and what was left over.
  var plans: [PresentationPlan]
  var tree: CurriculumTree
  var tasks: [ChildTask]
  var habits: [Habit]
  var topics: [String] = []

  func name(_ student: ID<Student>) -> HTML { Kit.name(students[student]?.name ?? "") }
  var isEmpty: Bool { absent.isEmpty && plans.isEmpty && tasks.isEmpty && habits.isEmpty }
}

func myDayPage(_ data: MyDayPage, _ scene: Scene) -> Page {
  let words = scene.words
  let ways = cluster(
    data.classrooms.prefix(4).map {
      linkButton(words("myday.plan-of", .text($0.name)), to: PresentationsPaths.week($0.id))
    })
  let body: HTML
  if data.classrooms.isEmpty {
    body = emptyState("class", words("myday.no-class"), words("myday.no-class-text"), scene)
  } else if data.isEmpty {
    body = stack([nothingLeft(words("myday.nothing"), words("myday.nothing-text"), scene, symbol: "sun"), ways])
  } else {
    body = stack(
      [absentLine(data, scene), ways, columns(mainParts(data, scene), side: [habitsPart(data, scene)])], isLoose: true)
  }
  let capture: (act: HTML, float: HTML) =
    data.classrooms.isEmpty ? (act: "", float: "") : captureWays(CapturePaths.capture, scene)
  let head: HTML = "<p class=\"quiet\">\(day(data.today, scene, .long))</p>"
  return Page(
    "myday.today", title: words("myday.title"), actions: capture.act, topics: data.topics,
    body: "\(stack([head, birthdayLines(data, scene), body]))\(capture.float)")
}

/// “Birthday today: Tomer (5)”, and below it, quietly, those of the next days.
func birthdayLines(_ data: MyDayPage, _ scene: Scene) -> HTML {
  let words = scene.words
  func said(_ one: Birthday) -> String {
    let student = data.students[one.student]
    return words(
      "myday.birthday-of", .text(student?.called ?? student?.given ?? ""), .text(words.number(one.age)))
  }
  let now = data.birthdays.filter { $0.day == data.today }.map(said)
  let soon = data.birthdays.filter { $0.day > data.today }.map { one in
    words("myday.birthday-on", .text(said(one)), .text(words.date(one.day, .today)))
  }
  let today: HTML =
    now.isEmpty
    ? "" : banner(HTML(text: words("myday.birthday-today", .text(words.list(now)))), scene, .info)
  let next: HTML =
    soon.isEmpty ? "" : "<p class=\"quiet\">\(words("myday.birthday-soon", .text(words.list(soon))))</p>"
  return "\(today)\(next)"
}

private func absentLine(_ data: MyDayPage, _ scene: Scene) -> HTML {
  guard !data.absent.isEmpty else { return "" }
  let links = data.absent.map { "<a href=\"\(url: StudentsPaths.student($0))\">\(data.name($0))</a>" as HTML }
  return
    "<section><h2 class=\"section-title\"><span>\(scene.words("myday.absent"))</span></h2><p>\(dotted(links))</p></section>"
}

private func mainParts(_ data: MyDayPage, _ scene: Scene) -> [HTML] {
  let words = scene.words
  let plans = data.plans.map { planTap($0, $0.shown(in: data.tree), child: data.name($0.student), scene) }
  let tasks = data.tasks.map { taskTap($0, child: data.name($0.student), scene) }
  return [
    part("plans", words("myday.plans"), plans, none: words("myday.no-plans")),
    part("tasks", words("tasks.open"), tasks, none: words("tasks.none")),
  ]
}

private func habitsPart(_ data: MyDayPage, _ scene: Scene) -> HTML {
  let rows = data.habits.map { habitTap($0, today: data.today, child: data.name($0.student), scene) }
  return part("habits", scene.words("habits.habits"), rows, none: scene.words("myday.habits-done"))
}

private func part(_ id: String, _ title: String, _ rows: [HTML], none: String) -> HTML {
  let body: HTML = rows.isEmpty ? "<p class=\"quiet\">\(none)</p>" : list(rows, id: id, label: title)
  return "<section>\(sectionTitle(title))\(body)</section>"
}
