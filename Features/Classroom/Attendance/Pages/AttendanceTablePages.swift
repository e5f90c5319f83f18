import Base
import HTML
package import Kit
import School

/// The timetables of all classes as a table: out, and in.
func timetableFilePage(_ today: Day, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let fields: [Field] = [
    .file("file", words("attendance.file"), accept: ".csv,text/csv", hint: words("attendance.file-hint")),
    .date("from", words("attendance.week-from"), value: today, hint: words("attendance.week-from-hint"), from: today),
    .check("whole", words("attendance.file-whole"), hint: words("attendance.file-whole-hint")),
  ]
  let out = card(
    words("attendance.file-out"),
    content: """
      <p>\(words("attendance.file-out-text"))</p>\
      <p>\(linkButton(words("attendance.file-download"), to: AttendancePaths.tableFile, icon: icon("download", scene)))</p>
      """)
  return Page(
    "attendance.timetables", title: words("attendance.timetable-file"),
    parent: (words("attendance.title"), AttendancePaths.today),
    body: stack([
      card(
        words("attendance.file-in"),
        content: form(
          AttendancePaths.tables, fields, draft, scene, submit: words("attendance.week-look"),
          style: FormStyle(isMultipart: true))), out,
    ]))
}

/// What a table would do.
package struct TimetableImportPage: Sendable {
  let command: ImportTimetable
  let plans: [(Classroom, WeekPlan)]
  let faults: [TimetableFile.Fault]
  let hasTeachers: Bool
  var steps: Int { plans.reduce(0) { $0 + $1.1.steps.count } }
  /// Lines are listed up to here.
  static let shown = 50
}

package func timetableImportPage(_ data: TimetableImportPage, isOther: Bool, _ scene: Scene) -> Page {
  let words = scene.words
  var parts: [HTML] = []
  if isOther { parts.append(banner(HTML(text: words("attendance.week-other")), scene, .warning)) }
  if !data.faults.isEmpty { parts.append(faultList(data.faults, scene)) }
  if data.hasTeachers { parts.append(banner(HTML(text: words("attendance.file-teachers")), scene, .info)) }
  parts.append(
    data.steps == 0 ? banner(HTML(text: words("attendance.week-same")), scene, .info) : applyForm(data, scene))
  parts += data.plans.filter { !$0.1.steps.isEmpty }.map { planCard($0.0, $0.1, scene) }
  return Page(
    "attendance.timetables-look", title: words("attendance.week-changes"),
    parent: (words("attendance.timetable-file"), AttendancePaths.tables), body: stack(parts))
}

/// What is left out is said before the rest comes in.
private func faultList(_ faults: [TimetableFile.Fault], _ scene: Scene) -> HTML {
  let words = scene.words
  let lines = faults.prefix(TimetableImportPage.shown).map { fault in
    "<li>\(words("attendance.line", .text(words.number(fault.line)), .text(words(fault.reason))))</li>" as HTML
  }
  let rest = faults.count - lines.count
  let more: HTML = rest > 0 ? "<li>\(words("attendance.lines-more", .count(rest)))</li>" : ""
  return banner(HTML(text: words("attendance.lines-left", .count(faults.count))), scene, .warning)
    + card(content: "<ul class=\"prose\">\(each: lines, { $0 })\(more)</ul>")
}

private func applyForm(_ data: TimetableImportPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let fields = [
    Form.Field("file", data.command.file), Form.Field("from", data.command.from.text),
    Form.Field("whole", data.command.isWhole ? "on" : ""),
  ]
  return form(
    AttendancePaths.tableImport, scene,
    content: """
      \(hidden(fields))<div class="form__actions">\
      \(submit(words("attendance.week-save", .count(data.steps)), name: "agreed", value: WeekPlan.digest(data.plans.map { $0.1 })))\
      \(linkButton(words("kit.cancel"), to: AttendancePaths.tables, .ghost))</div>
      """)
}
