import Base
import HTML
package import Kit
package import School

/// What the form of an entry stands on; a new one has none yet.
struct LogForm: Sendable {
  var trainee: Trainee
  var known: LogEntry?
  var today: Day
  var scheme = LogScheme()
}

func logFormPage(_ data: LogForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, known) = (scene.words, data.known)
  func time(_ name: String, _ label: String, _ minutes: Int?, hint: String? = nil) -> Field {
    var field = Field.text(
      name, label, value: minutes.map { $0 == 0 ? "" : typed($0, data.scheme.style) } ?? "", hint: hint,
      isRequired: false, max: 20)
    field.direction = "ltr"
    return field
  }
  let head: [Field] = [
    .date("day", words("training.log.day"), value: known?.day ?? data.today, to: data.today.plus(days: 1)),
    .text(
      "aircraft", words("training.log.aircraft"), value: known?.aircraft ?? "", isRequired: false,
      max: LogFields.longestPlace),
  ]
  let places: [Field] = [
    .text("from", words("training.log.from"), value: known?.from ?? "", isRequired: false, max: LogFields.longestPlace),
    .text("to", words("training.log.to"), value: known?.to ?? "", isRequired: false, max: LogFields.longestPlace),
  ]
  let total = time(
    "total", words("training.log.total"), known?.minutes.total, hint: words("training.log.total-hint"))
  // What stands under a kind that the school shows no more counts against the total: it can be read and changed here.
  let asked = LogKind.allCases.filter { data.scheme.shown.contains($0) || (known?.minutes[$0] ?? 0) > 0 }
  let kinds = asked.map { time($0.rawValue, words.logKind($0, data.scheme), known?.minutes[$0]) }
  let note = Field.area(
    "note", words("training.log.note"), value: known?.note ?? "", rows: 3, max: LogFields.longestNote)
  var kept = known.map { [Form.Field("version", draft["version"] ?? $0.version)] } ?? []
  if known == nil, let checklist = draft["checklist"] { kept.append(Form.Field("checklist", checklist)) }
  func drawn(_ fields: [Field]) -> [HTML] { fields.map { field($0, draft, scene) } }
  let back = LogbookPaths.log(data.trainee.id)
  let title = words(known == nil ? "training.log.new" : "training.log.edit")
  return Page(
    known == nil ? "training.log-new" : "training.log-edit", title: title, parent: (words("training.log.title"), back),
    body: card(
      content: form(
        known.map { LogbookPaths.entry(data.trainee.id, $0.id) } ?? back, scene,
        style: FormStyle(draft: "log-" + (known?.id.text ?? data.trainee.id.text)),
        content: """
          \(hidden(kept))\(errorSummary(draft, head + places + [total] + kinds + [note], scene))\
          \(fieldRow(drawn(head)))\(fieldRow(drawn(places)))\(field(total, draft, scene))\
          \(each: pairs(drawn(kinds)), { fieldRow($0) })\
          \(field(note, draft, scene))<div class="form__actions">\(submit(words("training.log.enter")))\
          \(linkButton(words("kit.cancel"), to: back, .ghost))</div>
          """)))
}

/// As the school writes times; two places tell every minute from the next.
private func typed(_ minutes: Int, _ style: LogStyle) -> String {
  style == .clock ? LogTime.clock(minutes) : LogTime.decimal(minutes)
}

private func pairs(_ fields: [HTML]) -> [[HTML]] {
  stride(from: 0, to: fields.count, by: 2).map { Array(fields[$0..<min($0 + 2, fields.count)]) }
}

package struct LogImportPage: Sendable {
  let trainee: Trainee
  var scheme = LogScheme()
  /// What was found, and what it would do, before it is taken.
  package var found: (file: LogImport, plan: LogImportPlan)?
}

package func logImportPage(_ data: LogImportPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let text = Field.area(
    "text", words("training.log.import.text"), hint: words("training.log.import.hint"), rows: 10,
    max: LogImport.maxBytes)
  let file = Field.file("file", words("training.log.import.file"), accept: ".csv,.tsv,.txt,text/csv,text/plain")
  let count = data.found?.plan.new.count ?? 0
  let take: HTML =
    count > 0 ? submit(words("training.log.import.take", .count(count)), name: "act", value: "take") : ""
  let problems = data.found == nil ? errorSummary(draft, [text, file], scene) : ""
  let fields: HTML = """
    \(problems)\(field(file, Draft(), scene))\(field(text, draft, scene))<div class="form__actions">\(take)\
    \(submit(words("training.log.import.check"), .secondary, name: "act", value: "check"))</div>
    """
  return Page(
    "training.log-import", title: words("training.log.import"),
    parent: (words("training.log.title"), LogbookPaths.log(data.trainee.id)),
    body: stack([
      found(data, scene),
      card(
        content: form(
          LogbookPaths.importing(data.trainee.id), scene, style: FormStyle(id: "import", isMultipart: true),
          content: fields)),
      firstEntries(data, scene),
    ]))
}

/// What it would do, and line by line what is not taken over.
private func found(_ data: LogImportPage, _ scene: Scene) -> HTML {
  guard let (file, plan) = data.found else { return "" }
  let words = scene.words
  var parts: [HTML] = []
  if !file.entries.isEmpty {
    let total = plan.new.reduce(0) { $0 + $1.fields.minutes.total }
    parts.append(
      cluster([
        badge(words("training.log.import.new", .count(plan.new.count)), .success),
        badge(words("training.log.import.kept", .count(plan.kept))),
        badge(words("training.log.hours-total", .text(words.logTime(total, data.scheme.style))), .accent),
      ]))
    if plan.new.isEmpty { parts.append("<p>\(words("training.log.import.same"))</p>") }
  }
  if !file.extras.isEmpty {
    let names = words.list(file.extras.prefix(20).map { words.isolated($0) })
    parts.append("<p>\(words("training.log.import.extras", .text(names)))</p>")
  }
  if !file.problems.isEmpty {
    let lines = file.problems.map {
      "<li>\(words("training.log.import.line", .count($0.line))) \(words($0.phrase))</li>" as HTML
    }
    let rest = file.problemCount - file.problems.count
    let more: HTML = rest > 0 ? "<p>\(words("training.log.import.more", .count(rest)))</p>" : ""
    parts.append("<h3>\(words("training.log.import.problems"))</h3><ul>\(each: lines, { $0 })</ul>\(more)")
  }
  return card(words("training.log.import.found"), id: "found", content: stack(parts))
}

/// The first ten as they will be.
private func firstEntries(_ data: LogImportPage, _ scene: Scene) -> HTML {
  guard let (_, plan) = data.found, !plan.new.isEmpty else { return "" }
  let words = scene.words
  let columns =
    [
      DataTable.Column(words("training.log.day")), DataTable.Column(words("training.log.aircraft")),
      DataTable.Column(words("training.log.route")), DataTable.Column(words("training.log.total"), isNumber: true),
    ] + data.scheme.shown.map { DataTable.Column(words.logKind($0, data.scheme), isNumber: true) }
  let rows = plan.new.prefix(10).map { one -> DataTable.Row in
    let fields = one.fields
    let route: HTML =
      fields.from.isEmpty && fields.to.isEmpty ? "" : "<bdi>\(words.range(fields.from, fields.to))</bdi>"
    let times = [fields.minutes.total] + data.scheme.shown.map { fields.minutes[$0] }
    return DataTable.Row(
      [day(fields.day, scene), name(fields.aircraft), route]
        + times.map { $0 == 0 ? "" : "<bdi>\(words.logTime($0, data.scheme.style))</bdi>" as HTML })
  }
  return DataTable(words("training.log.import.first"), columns).html(rows)
}
