import Base
import HTML
import Kit
import School

struct LogRow: Sendable {
  var entry: LogEntry
  var author: String
}

struct LogPage: Sendable {
  /// Entries of one part of the list.
  static let size = 50

  var trainee: Trainee
  var access: TraineeAccess
  var period = LogPeriod()
  var style = LogStyle.clock
  var scheme = LogScheme()
  var isOffice = false
  /// Of the whole period, not of the part that is shown.
  var sums: LogSums
  var rows: [LogRow] = []
  var isContinued = false
  var next: ID<LogEntry>?
  var today: Day
  var topics: [String] = []

  /// The same list with another period, style or part.
  func path(_ period: LogPeriod? = nil, _ style: LogStyle? = nil, after: ID<LogEntry>? = nil) -> String {
    let (period, style) = (period ?? self.period, style ?? self.style)
    var query: [String] = []
    if let from = period.from { query.append("from=" + from.text) }
    if let through = period.through { query.append("to=" + through.text) }
    if style != scheme.style { query.append("hours=" + style.rawValue) }
    if let after { query.append("after=" + after.text) }
    return LogbookPaths.log(trainee.id) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}

func logPage(_ data: LogPage, _ scene: Scene) -> Page {
  let words = scene.words
  let isEmpty = data.rows.isEmpty && data.period.isAll && !data.isContinued
  var parts: [HTML] = []
  if isEmpty {
    parts.append(
      emptyState(
        "clock", words("training.log.none"),
        words(data.access.isInstructor ? "training.log.none-instructor" : "training.log.none-trainee"), scene,
        action: data.access.isInstructor
          ? linkButton(
            words("training.log.new"), to: LogbookPaths.new(data.trainee.id), .primary, icon: icon("plus", scene))
          : ""))
  } else {
    parts += [
      card(
        words(data.period.isAll ? "training.log.all-time" : "training.log.period"), id: "sums",
        content: sums(data, scene)),
      filter(data, scene), rows(data, scene),
    ]
  }
  return Page(
    "training.log", title: words("training.log.title"), actions: actions(data, scene), topics: data.topics,
    parent: (data.trainee.name, TrainingPaths.trainee(data.trainee.id)),
    body: """
      \(stack(parts, isLoose: true))\
      \(data.access.isInstructor ? fab("plus", words("training.log.new"), to: LogbookPaths.new(data.trainee.id), scene) : "")
      """)
}
// words: training.log.none-instructor, training.log.none-trainee, training.log.all-time, training.log.period

private func actions(_ data: LogPage, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.trainee.id)
  var items = [menuLink(words("training.log.export"), to: LogbookPaths.export(id), icon: icon("download", scene))]
  if data.access.isInstructor {
    items.append(menuLink(words("training.log.import"), to: LogbookPaths.importing(id), icon: icon("upload", scene)))
  }
  if data.isOffice {
    items.append(menuLink(words("training.log.kinds"), to: LogbookPaths.kinds, icon: icon("settings", scene)))
  }
  let more: HTML = """
    \(iconButton("more", words("training.log.more"), scene, kind: .ghost, popover: "log-menu"))\
    \(menu("log-menu", words("training.log.more"), items))
    """
  guard data.access.isInstructor else { return more }
  return """
    \(linkButton(
      words("training.log.new"), to: LogbookPaths.new(id), .primary, icon: icon("plus", scene),
      style: ButtonStyle(key: "n", classes: "desk-only")))\(more)
    """
}

private func sums(_ data: LogPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let styles = LogStyle.allCases.map { style in
    chip(words("training.log.style." + style.rawValue), to: data.path(nil, style), isCurrent: data.style == style)
  }
  // words: training.log.style.clock, training.log.style.decimal
  return stack([
    logPicture(data.sums.minutes, data.style, data.scheme, scene),
    cluster(
      ["<span class=\"quiet\">\(words("training.log.count", .count(data.sums.count)))</span>", chips(styles)],
      isBetween: true),
  ])
}

/// The periods that are asked for most, and any other by its days.
private func filter(_ data: LogPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let periods: [(String, LogPeriod)] = [
    ("training.log.all-time", LogPeriod()),
    ("training.log.last-month", LogPeriod(from: data.today.plus(days: -29))),
    ("training.log.last-year", LogPeriod(from: data.today.plus(days: -364))),
  ]
  // words: training.log.last-month, training.log.last-year
  let quick = periods.map { chip(words($0.0), to: data.path($0.1), isCurrent: data.period == $0.1) }
  let days = fieldRow([
    field(.date("from", words("training.log.from-day"), value: data.period.from, isRequired: false), Draft(), scene),
    field(.date("to", words("training.log.to-day"), value: data.period.through, isRequired: false), Draft(), scene),
  ])
  let kept = data.style == data.scheme.style ? [] : [Form.Field("hours", data.style.rawValue)]
  return """
    <div class="stack stack--tight">\(chips(quick))<details\(flag: "open", !periods.contains { $0.1 == data.period })>\
    <summary class="button button--ghost">\(words("training.log.choose-days"))</summary>\
    <form class="form" method="get" action="\(url: LogbookPaths.log(data.trainee.id))">\(hidden(kept))\(days)\
    <div class="form__actions">\(submit(words("training.log.show"), .secondary))</div></form></details></div>
    """
}

private func rows(_ data: LogPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.rows.isEmpty else {
    return emptyState("search", words("training.log.nothing-then"), words("training.log.nothing-then-text"), scene)
  }
  var columns = [
    DataTable.Column(words("training.log.day")), DataTable.Column(words("training.log.aircraft")),
    DataTable.Column(words("training.log.route")), DataTable.Column(words("training.log.total"), isNumber: true),
  ]
  columns += data.scheme.shown.map { DataTable.Column(words.logKind($0, data.scheme), isNumber: true) }
  columns.append(DataTable.Column(words("training.log.by")))
  if data.access.isInstructor { columns.append(DataTable.Column("")) }
  let table = DataTable(words("training.log.entries"), columns, isCaptionHidden: true)
  return stack([
    table.html(data.rows.map { DataTable.Row(cells($0, data, scene), id: "entry-" + $0.entry.id.text) }),
    pager(
      "", previous: data.isContinued ? data.path() : nil, next: data.next.map { data.path(after: $0) }, scene),
  ])
}

private func cells(_ row: LogRow, _ data: LogPage, _ scene: Scene) -> [HTML] {
  let (words, entry) = (scene.words, row.entry)
  let note: HTML = entry.note.isEmpty ? "" : "<p class=\"quiet\">\(name(entry.note))</p>"
  let route: HTML =
    entry.from.isEmpty && entry.to.isEmpty ? "" : "<bdi>\(words.range(entry.from, entry.to))</bdi>"
  let linked: HTML =
    entry.checklist.map {
      "<p><a href=\"\(url: ChecklistsPaths.checklist($0))\">\(words("training.log.of-checklist"))</a></p>"
    } ?? ""
  func time(_ minutes: Int) -> HTML { minutes == 0 ? "" : "<bdi>\(words.logTime(minutes, data.style))</bdi>" }
  var cells: [HTML] = [
    "\(day(entry.day, scene))\(linked)", "\(name(entry.aircraft))\(note)", route, time(entry.minutes.total),
  ]
  cells += data.scheme.shown.map { time(entry.minutes[$0]) }
  cells.append(name(row.author))
  if data.access.isInstructor {
    cells.append(
      cluster([
        iconLink(
          "edit", words("training.log.edit"), to: LogbookPaths.edit(data.trainee.id, entry.id), scene, kind: .ghost),
        form(
          LogbookPaths.deletion(data.trainee.id, entry.id), scene, style: FormStyle(classes: ""),
          content: iconButton("trash", words("training.log.delete"), scene, kind: .ghost, isSubmit: true)),
      ]))
  }
  return cells
}
