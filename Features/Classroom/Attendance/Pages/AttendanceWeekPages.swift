import Base
import HTML
import Kit
import School

/// The week of a class as one form.
struct WeekPage: Sendable {
  /// A lesson of the day: its times, and what each weekday has in it.
  struct Row: Sendable {
    var start: Int?
    var end: Int?
    var titles: [Int: String] = [:]
  }
  let classroom: Classroom
  /// From when on it is to be so.
  let from: Day
  let today: Day
  let weekdays: [Int]
  /// Whether the days without lessons are shown too.
  let isEvery: Bool
  let rows: [Row]
  /// What the class's lessons are called, for the field to propose.
  let titles: [String]
  /// What was typed comes to this; nothing as long as nothing was sent.
  let plan: WeekPlan?

  /// A new week begins with as many rows as a day usually has.
  static let usualRows = 8

  /// Where the form begins: today, or when the first lesson does, while there is none.
  static func first(_ periods: [TimetablePeriod], _ today: Day) -> Day {
    let open = periods.filter { period in period.until.map { $0 >= today } ?? true }
    return max(today, open.map { $0.from }.min() ?? today)
  }
}

extension WeekPage.Row {
  /// Slots with the same times share a row.
  static func of(_ periods: [TimetablePeriod]) -> [WeekPage.Row] {
    var rows: [WeekPage.Row] = []
    for period in periods.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if rows.last?.start != period.start || rows.last?.end != period.end {
        rows.append(WeekPage.Row(start: period.start, end: period.end))
      }
      rows[rows.count - 1].titles[period.weekday] = period.title
    }
    return rows
  }
}

func weekFormPage(_ data: WeekPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  return Page(
    "attendance.week", title: words("attendance.week-of", .text(data.classroom.name)),
    parent: (
      words("attendance.timetable-of", .text(data.classroom.name)), AttendancePaths.timetable(data.classroom.id)
    ),
    body: form(
      AttendancePaths.week(data.classroom.id), scene,
      style: FormStyle(draft: "week-" + data.classroom.id.text, classes: "form form--wide"),
      content: """
        \(errorSummary(draft, weekFields(data, scene), scene))\(weekPreview(data, draft, scene))\
        \(field(weekFrom(data, scene), draft, scene))\(weekGrid(data, draft, scene))\
        <datalist id="week-titles">\(each: data.titles, { "<option value=\"\($0)\"></option>" })</datalist>\
        <input type="hidden" name="days" value="\(data.isEvery ? "7" : "")">\(weekActions(data, draft, scene))
        """))
}

private func weekFrom(_ data: WeekPage, _ scene: Scene) -> Field {
  .date(
    "from", scene.words("attendance.week-from"), value: data.from, hint: scene.words("attendance.week-from-hint"),
    from: data.today)
}

/// What the error summary calls the fields of the grid.
private func weekFields(_ data: WeekPage, _ scene: Scene) -> [Field] {
  let words = scene.words
  var fields = [weekFrom(data, scene)]
  for row in 0..<SetWeek.maxRows {
    let lesson = words("attendance.lesson-number", .text(words.number(row + 1)))
    fields.append(.time(SetWeek.field(row, "start"), lesson + words.comma + words("attendance.starts")))
    fields.append(.time(SetWeek.field(row, "end"), lesson + words.comma + words("attendance.ends")))
    for weekday in 1...7 {
      let day = words("date.weekday." + String(weekday))
      fields.append(.text(SetWeek.field(row, String(weekday)), lesson + words.comma + day))
    }
  }
  return fields
}

/// One button until there is something to agree to; then the second does what was shown.
private func weekActions(_ data: WeekPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let steps = data.plan?.steps.count ?? 0
  let apply: HTML =
    steps == 0 || draft.problems.contains { !$0.field.isEmpty }
    ? ""
    : submit(
      words("attendance.week-save", .count(steps)), .primary, name: "agreed",
      value: data.plan.map { WeekPlan.digest([$0]) })
  let days: HTML =
    data.isEvery || data.weekdays.count == 7
    ? ""
    : linkButton(
      words("attendance.week-all-days"), to: AttendancePaths.week(data.classroom.id) + "?days=7&from=" + data.from.text,
      .ghost)
  return """
    <div class="form__actions">\
    \(submit(words("attendance.week-look"), apply.isEmpty ? .primary : .plain, name: "look", value: "1"))\(apply)\
    \(linkButton(words("kit.cancel"), to: AttendancePaths.timetable(data.classroom.id), .ghost))\(days)</div>
    """
}

// MARK: the grid

private func weekGrid(_ data: WeekPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let caption = words("attendance.week-of", .text(data.classroom.name))
  let head = data.weekdays.map { "<th scope=\"col\">\(words("date.weekday." + String($0)))</th>" as HTML }
  let rows = (0..<weekRows(data, draft)).map { weekRow($0, data, draft, scene) }
  return """
    <div class="table-scroll" tabindex="0" role="region" aria-label="\(caption)"><table class="table table--keep week">\
    <caption class="visually-hidden">\(caption)</caption>\
    <thead><tr><th scope="col">\(words("attendance.lesson"))</th>\(each: head, { $0 })</tr></thead>\
    <tbody>\(each: rows, { $0 })</tbody></table></div><p class="quiet">\(words("attendance.week-hint"))</p>
    """
}

/// All that are filled in, and two to fill.
private func weekRows(_ data: WeekPage, _ draft: Draft) -> Int {
  guard !draft.form.fields.isEmpty else {
    return min(SetWeek.maxRows, data.rows.isEmpty ? WeekPage.usualRows : data.rows.count + 2)
  }
  var filled = 0
  for row in 0..<SetWeek.maxRows {
    let start = SetWeek.field(row, "")
    if draft.form.fields.contains(where: { $0.name.hasPrefix(start) && !$0.value.isEmpty }) { filled = row + 1 }
  }
  return min(SetWeek.maxRows, max(filled + 2, WeekPage.usualRows))
}

private func weekRow(_ row: Int, _ data: WeekPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let known = data.rows.indices.contains(row) ? data.rows[row] : WeekPage.Row()
  let lesson = words("attendance.lesson-number", .text(words.number(row + 1)))
  func time(_ part: String, _ key: String, _ minute: Int?) -> HTML {
    let value = Field.time("", "", minute: minute).value
    return gridInput(SetWeek.field(row, part), "time", lesson + words.comma + words(key), value, draft, scene)
  }
  let cells = data.weekdays.map { weekday -> HTML in
    let label = lesson + words.comma + words("date.weekday." + String(weekday))
    let name = SetWeek.field(row, String(weekday))
    return "<td>\(gridInput(name, "text", label, known.titles[weekday] ?? "", draft, scene))</td>"
  }
  return """
    <tr><th scope="row"><span class="week__number">\(words.number(row + 1))</span>\
    \(time("start", "attendance.starts", known.start))\(time("end", "attendance.ends", known.end))</th>\
    \(each: cells, { $0 })</tr>
    """
}

/// A field of the grid: its label is for the ear, what is wrong with it stands below it.
private func gridInput(
  _ name: String, _ type: String, _ label: String, _ known: String, _ draft: Draft, _ scene: Scene
) -> HTML {
  let problem = draft.problem(name).map { scene.words($0) }
  let value = draft.form.fields.isEmpty ? known : draft[name] ?? ""
  let text: HTML =
    type == "text" ? " dir=\"auto\" maxlength=\"60\" list=\"week-titles\" autocomplete=\"off\" placeholder=\" \"" : ""
  let error: HTML =
    problem.map {
      "<p class=\"field__error\" id=\"f-\(name)-error\">\(icon("warning", scene))\($0)</p>"
    } ?? ""
  return """
    <input class="input" type="\(type)" id="f-\(name)" name="\(name)" value="\(value)" aria-label="\(label)"\(text)\
    \(attribute: "aria-describedby", problem == nil ? nil : "f-" + name + "-error")\
    \(attribute: "aria-invalid", problem == nil ? nil : "true")>\(error)
    """
}
