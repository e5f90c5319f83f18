import Base
package import HTML
package import Kit
import School

/// The week of one classroom.
package struct TimetablePage: Sendable {
  let classroom: Classroom
  /// Those that still take place, in the order of the week.
  let periods: [TimetablePeriod]
  let today: Day
  /// The days of the school's week, its first day first.
  let weekdays: [Int]
}

func timetablePage(_ data: TimetablePage, _ draft: Draft, _ scene: Scene) -> Page {
  let add = card(
    scene.words("attendance.add-slot"), id: "add-slot",
    content: form(
      AttendancePaths.timetable(data.classroom.id), periodFields(data, scene), draft, scene,
      submit: scene.words("attendance.add"),
      style: FormStyle(draft: "slot-" + data.classroom.id.text)))
  let words = scene.words
  let edit = linkButton(
    words("attendance.week-edit"), to: AttendancePaths.week(data.classroom.id), .primary, icon: icon("edit", scene))
  let copy: HTML =
    data.periods.isEmpty
    ? ""
    : linkButton(
      words("attendance.week-copy"), to: AttendancePaths.copies(data.classroom.id), icon: icon("copy", scene))
  return Page(
    "attendance.timetable", title: words("attendance.timetable-of", .text(data.classroom.name)),
    actions: copy + edit, topics: ["timetable/" + data.classroom.id.text],
    parent: (words("attendance.title"), AttendancePaths.today), body: stack([timetableWeek(data, scene), add]))
}

/// The week as a grid, a column a day and a row a lesson: what a live line replaces.
package func timetableWeek(_ data: TimetablePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let week: HTML =
    data.periods.isEmpty
    ? emptyState("calendar", words("attendance.no-slots"), words("attendance.no-slots-text"), scene, isSlot: true)
    : weekTable(data, scene)
  return "<div id=\"timetable-\(data.classroom.id.text)\">\(week)</div>"
}

private func weekTable(_ data: TimetablePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let table = DataTable(
    words("attendance.timetable-of", .text(data.classroom.name)),
    [DataTable.Column(words("attendance.lesson"))]
      + data.weekdays.map { DataTable.Column(words("date.weekday." + String($0))) },
    isCaptionHidden: true, staysTable: true)
  let rows = lessonTimes(data.periods).enumerated().map { at, time -> DataTable.Row in
    let own = data.periods.filter { $0.start == time.start && $0.end == time.end }
    let head: HTML = "<span class=\"week__number\">\(words.number(at + 1))</span> \(words.hours(time.start, time.end))"
    return DataTable.Row(
      [head] + data.weekdays.map { day in periodLinks(own.filter { $0.weekday == day }, data, scene) })
  }
  return table.html(rows)
}

/// The times there are, each once, in the order of the day.
private func lessonTimes(_ periods: [TimetablePeriod]) -> [(start: Int, end: Int)] {
  var times: [(start: Int, end: Int)] = []
  for period in periods.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) })
  where times.last?.start != period.start || times.last?.end != period.end {
    times.append((period.start, period.end))
  }
  return times
}

private func periodLinks(_ periods: [TimetablePeriod], _ data: TimetablePage, _ scene: Scene) -> HTML {
  "\(each: periods, { periodLink($0, data, scene) })"
}

/// The lesson, and when it is so if that is not from ever on for ever.
private func periodLink(_ period: TimetablePeriod, _ data: TimetablePage, _ scene: Scene) -> HTML {
  let when =
    period.from > data.today
    ? scene.words("attendance.from-day", .text(scene.words.date(period.from)))
    : period.until.map { scene.words("attendance.until-day", .text(scene.words.date($0))) }
  let below: HTML = when.map { "<span class=\"quiet\">\($0)</span>" } ?? ""
  return """
    <div class="week__slot" id="slot-\(period.id.text)"><a href="\(url: AttendancePaths.period(period))">\(name(period.title))</a>\(below)</div>
    """
}

/// 1…7 in the order in which the reader's week begins.
private func weekdays(_ scene: Scene) -> [Int] { (0..<7).map { (scene.zone.firstWeekday - 1 + $0) % 7 + 1 } }

func periodFields(_ data: TimetablePage, _ scene: Scene) -> [Field] {
  let choices = weekdays(scene).map { Field.Choice(String($0), scene.words("date.weekday." + String($0))) }
  return [
    .text("title", scene.words("attendance.slot-title"), hint: scene.words("attendance.slot-title-hint"), max: 60),
    .select(
      "weekday", scene.words("attendance.weekday"), choices, value: String(data.today.weekday),
      empty: scene.words("attendance.weekday")),
    .time("start", scene.words("attendance.starts")), .time("end", scene.words("attendance.ends")),
    .date("from", scene.words("attendance.first-day"), value: data.today),
    .date(
      "until", scene.words("attendance.last-day"), hint: scene.words("attendance.open-end-hint"), isRequired: false),
  ]
}

/// One slot: its name and times, and its end.
struct PeriodPage: Sendable {
  let period: TimetablePeriod
  let classroom: String
  let today: Day
}

func periodPage(_ data: PeriodPage, _ draft: Draft, _ scene: Scene) -> Page {
  let period = data.period
  let change: [Field] = [
    .text("title", scene.words("attendance.slot-title"), value: period.title, max: 60),
    .time("start", scene.words("attendance.starts"), minute: period.start),
    .time("end", scene.words("attendance.ends"), minute: period.end),
  ]
  let end: [Field] = [.date("until", scene.words("attendance.last-day"), value: period.until ?? data.today)]
  let isEnding = draft["until"] != nil
  let title = scene.words(
    "attendance.slot-named", .text(scene.words("date.weekday." + String(period.weekday))), .text(period.title))
  return Page(
    "attendance.slot", title: title,
    parent: (
      scene.words("attendance.timetable-of", .text(data.classroom)), AttendancePaths.timetable(period.classroom)
    ),
    body: stack([
      card(
        scene.words("attendance.change-slot"), id: "change",
        content: form(
          AttendancePaths.period(period), change, isEnding ? Draft() : draft, scene,
          submit: scene.words("attendance.save"),
          scope: "change")),
      card(
        scene.words("attendance.end-slot"), id: "end",
        content: "<p class=\"quiet\">\(scene.words("attendance.end-slot-text"))</p>"
          + form(
            AttendancePaths.end(period), end, isEnding ? draft : Draft(), scene,
            submit: scene.words("attendance.end-slot"), scope: "end")),
    ]))
}
