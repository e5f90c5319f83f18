import Base
import HTML
import Kit
import School

/// One week of somebody's courses: when they meet, and what is due.
struct SchedulePage: Sendable {
  struct Entry: Sendable {
    let course: Course
    let meeting: CourseMeeting
  }
  struct Due: Sendable {
    let item: CourseItem
    let course: String
  }
  struct OneDay: Sendable {
    let day: Day
    var holiday: String?
    var entries: [Entry] = []
    var due: [Due] = []
  }
  var days: [OneDay]
  var today: Day
  var isStaff = false
  var requests = 0

  var first: Day { days.first?.day ?? today }
}

func schedulePage(_ data: SchedulePage, _ scene: Scene) -> Page {
  let words = scene.words
  let shown = data.days.filter { !$0.entries.isEmpty || !$0.due.isEmpty || $0.holiday != nil }
  let week: HTML =
    shown.isEmpty
    ? emptyState("calendar", words("courses.week-empty"), words("courses.week-empty-text"), scene)
    : "\(each: shown, { scheduleDay($0, data, scene) })"
  let path: (Int) -> String = { CoursesPaths.schedule + "?week=" + data.first.plus(days: $0).text }
  let now = words("courses.dates", .text(words.date(data.first)), .text(words.date(data.first.plus(days: 6))))
  return Page(
    "courses.schedule", title: words("courses.week"),
    body: """
      <div class="stack">\(courseTabs(CoursesPaths.schedule, isStaff: data.isStaff, requests: data.requests, scene))\
      \(pager(now, previous: path(-7), next: path(7), scene))\(week)</div>
      """)
}

private func scheduleDay(_ one: SchedulePage.OneDay, _ data: SchedulePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let mark: HTML = one.day == data.today ? " \(badge(words("courses.today"), .accent))" : ""
  let free: HTML = one.holiday.map { banner(HTML(text: $0), scene) } ?? ""
  let rows =
    one.entries.map { entry in
      cell(
        name(entry.course.name), meta: place(entry, scene), lead: icon("clock", scene),
        to: CoursesPaths.course(entry.course.id), scene)
    }
    + one.due.map { due in
      cell(
        name(due.item.title), meta: dueText(due, scene), lead: icon(itemIcon(due.item.kind), scene),
        to: path(of: due.item), scene)
    }
  return """
    <section class="stack stack--tight" id="day-\(one.day.text)"><h2 class="section-title"><span>\
    \(day(one.day, scene, .weekday))\(mark)</span></h2>\(free)\(rows.isEmpty ? "" : list(rows))</section>
    """
}

private func place(_ entry: SchedulePage.Entry, _ scene: Scene) -> HTML {
  let hours = hoursText(entry.meeting, scene)
  return entry.course.room.map { "\(hours) · \(name($0))" } ?? HTML(text: hours)
}

private func dueText(_ due: SchedulePage.Due, _ scene: Scene) -> HTML {
  let at = due.item.dueAt.map { scene.words.time($0, in: scene.zone) } ?? ""
  return "\(name(due.course)) · \(scene.words("courses.due", .text(at)))"
}
