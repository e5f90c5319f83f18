package import Base
package import HTML
package import Kit
package import School

/// A course's gradebook: every student, every column.
package struct GradebookPage: Sendable {
  /// One student's line; the cells are in the order of the columns.
  struct Row: Sendable {
    let student: ID<Student>
    let name: String
    let cells: [Cell]
    let total: GradeTotal
    let isOverridden: Bool
    var standing: GradeStanding?
  }
  package struct Cell: Hashable, Sendable {
    /// What it shows, as it is typed.
    let text: String
    var isMissing = false
    var isLate = false
    var hasComment = false
    var isPending = false
    /// What counts of a late score.
    var left: Amount?
    /// What was probably meant, where it is more than there is to get.
    var meant: Amount?
  }
  struct Column: Sendable {
    let item: GradeItem
    let category: GradeCategory?
    /// How many scores there are, and how many of them families see.
    let given: Int
    let posted: Int
    /// How the class lies, search or not.
    var spread = GradeSpread()
  }
  enum Show: String, CaseIterable, Sendable { case all, missing, ungraded }

  let course: Course
  let settings: GradeSettings
  let categories: [GradeCategory]
  let columns: [Column]
  let rows: [Row]
  let category: ID<GradeCategory>?
  let show: Show
  let search: String
  /// How many students there are without any sift.
  let students: Int

  var path: String { GradesPaths.gradebook(course.id) }
  /// Its cells stay true one by one; other columns or settings make the page fetch itself again.
  var topics: [String] = []
  var places: Int { settings.rounding.places }

  /// Where the page is with what it is sifted by, and without what is searched for.
  var unsearched: String {
    path + "?show=" + show.rawValue + (category.map { "&category=" + $0.text } ?? "")
  }
}

func gradebookPage(_ data: GradebookPage, _ scene: Scene) -> Page {
  Page(
    "grades.gradebook", title: scene.words("grades.gradebook"), topics: data.topics, isWide: true,
    space: courseSpace(data.course, .teacher, current: .grades, scene),
    body: """
      <div class="book">\(gradebookToolbar(data, scene))\(gradebookTold(scene))\
      <div class="book__results" id="gradebook-results">\(gradebookTable(data, scene))</div></div>\(gradebookForm(data, scene))
      """)
}

/// What was turned away, with what was typed and why: filled by the script, and there until it was read.
private func gradebookTold(_ scene: Scene) -> HTML {
  """
  <section class="card" id="gradebook-told" aria-labelledby="gradebook-told-title" hidden>\
  <div class="card__head"><h2 class="card__title" id="gradebook-told-title">\(scene.words("grades.look-again"))</h2>\
  <button type="button" class="button button--small" data-told-away>\(scene.words("grades.told-away"))</button></div>\
  <ul class="stack stack--tight" role="list"></ul></section>
  """
}

/// The table itself.
///
/// Twelve thousand cells must fit a phone's memory: a cell is its text and nothing else, and where it is follows from
/// its row and its column.
func gradebookTable(_ data: GradebookPage, _ scene: Scene) -> HTML {
  if data.students == 0 {
    return emptyState(
      "people", scene.words("grades.no-students"), scene.words("grades.no-students-text"), scene,
      action: linkButton(scene.words("grades.to-course"), to: CoursesPaths.course(data.course.id)))
  }
  if data.columns.isEmpty {
    return emptyState(
      "table", scene.words("grades.no-columns"), scene.words("grades.no-columns-text"), scene,
      action: linkButton(scene.words("grades.add-column"), to: GradesPaths.newColumn(data.course.id), .primary))
  }
  if data.rows.isEmpty { return nothingLeft(scene.words("grades.nobody"), scene.words("grades.nobody-text"), scene) }
  let caption = scene.words("grades.gradebook-of", .text(data.course.name))
  var table = HTML()
  table.reserve(data.rows.count * (data.columns.count * 12 + 400) + data.columns.count * 900)
  table += """
    <div class="gradebook" tabindex="0" role="region" aria-label="\(caption)"><table id="gradebook"\(behaviour: .gradebook) \
    data-path="\(data.path)"><caption class="visually-hidden">\(caption)</caption><thead><tr>\
    <th scope="col">\(scene.words("grades.student"))<th scope="col">\(scene.words("grades.total"))
    """
  for column in data.columns { table += columnHead(column, data, scene) }
  table += "<tbody>"
  for row in data.rows { table += gradebookRow(row, data, scene) }
  table += "</table></div>"
  return table
}

/// Two lines of its title, what there is to get, whether families see it, and how the class lies.
private func columnHead(_ column: GradebookPage.Column, _ data: GradebookPage, _ scene: Scene) -> HTML {
  let item = column.item
  let state: HTML =
    column.given == 0
    ? ""
    : column.posted >= column.given
      ? icon("eye", scene, size: .small, label: scene.words("grades.posted"))
      : icon("eye-off", scene, size: .small, label: scene.words("grades.not-posted"))
  let counts: HTML = item.counts ? "" : " <small>\(scene.words("grades.does-not-count"))</small>"
  let ticks: HTML =
    column.spread.median.map { median in
      tickStrip(
        column.spread.percents, median: median,
        scene.words("grades.median-is", .text(scene.words.percent(median))), scene)
    } ?? ""
  return """
    <th scope="col" data-i="\(item.id.text)"><a href="\(url: GradesPaths.column(data.course.id, item.id))" dir="auto" \
    title="\(item.title)">\(item.title)</a>\
    <small>\(scene.words("grades.out-of", .text(scene.words.number(item.possible)))) \(state)</small>\(counts)\(ticks)
    """
}

func gradebookRow(_ row: GradebookPage.Row, _ data: GradebookPage, _ scene: Scene) -> HTML {
  var out: HTML = """
    <tr data-s="\(row.student.text)"><th scope="row"><a href="\(url: GradesPaths.course(data.course.id, row.student))">\
    <bdi>\(row.name)</bdi></a>\(row.standing.map { standingMark($0, scene) } ?? "")<td>\(totalText(row.total, places: data.places, isOverridden: row.isOverridden, scene))
    """
  for cell in row.cells { out += gradebookCell(cell, scene) }
  return out
}

/// Percent and letter in one line, for the narrow column of totals.
package func totalText(_ total: GradeTotal, places: Int, isOverridden: Bool = false, _ scene: Scene) -> String {
  guard let percent = total.percent else { return "—" }
  // a letter's minus stays behind it, whatever the direction of the line
  let letter = total.letter.map { " \u{2066}" + $0.letter + "\u{2069}" } ?? ""
  return percentText(percent, places: places, scene) + letter + (isOverridden ? " *" : "")
}

private func gradebookCell(_ cell: GradebookPage.Cell, _ scene: Scene) -> HTML {
  let kind = cellClass(cell)
  if kind.isEmpty { return cell.text.isEmpty ? "<td>" : "<td>\(cell.text)" }
  let note = cellNote(cell, scene)
  return "<td class=\"\(kind)\">\(cell.text)\(when: !note.isEmpty, "<small>\(note)</small>")"
}

/// The word beside what a cell says: a colour alone is no word.
func cellNote(_ cell: GradebookPage.Cell, _ scene: Scene) -> String {
  if cell.isMissing { return scene.words("grades.missing") }
  if let left = cell.left { return scene.words("grades.late-left", .text(scene.words.number(left))) }
  if cell.meant != nil { return scene.words("grades.over-short") }
  if cell.isPending { return scene.words("grades.pending-short") }
  return cell.isLate ? scene.words("grades.late") : ""
}

/// One letter for each thing that is so: missing, late, commented, waiting, over what there is to get.
func cellClass(_ cell: GradebookPage.Cell) -> String {
  var out = ""
  if cell.isMissing { out += "m" }
  if cell.isLate { out += out.isEmpty ? "l" : " l" }
  if cell.hasComment { out += out.isEmpty ? "c" : " c" }
  if cell.isPending { out += out.isEmpty ? "p" : " p" }
  if cell.meant != nil { out += out.isEmpty ? "o" : " o" }
  return out
}

/// What the script of the gradebook sends with, and where answers and other people's changes arrive.
private func gradebookForm(_ data: GradebookPage, _ scene: Scene) -> HTML {
  """
  \(form(data.path, scene, style: FormStyle(id: "gradebook-form", classes: ""), content: ""))\
  <div id="gradebook-feed" hidden></div><p id="gradebook-status" class="visually-hidden" role="status"></p>\
  <template id="gradebook-words" data-saving="\(scene.words("grades.saving"))" \
  data-offline="\(scene.words("grades.unsaved"))" data-conflict="\(scene.words("grades.conflict"))" \
  data-beyond="\(scene.words("grades.beyond", .text("#")))" data-again="\(scene.words("grades.type-again"))" \
  data-mend="\(scene.words("grades.mend", .text("#")))"></template>
  """
}

/// A cell as it is now, for those who have the table open.
package struct GradebookNews: Sendable {
  package enum Kind: String, Sendable { case now, refused, conflict }
  let item: ID<GradeItem>
  let student: ID<Student>
  let kind: Kind
  let cell: GradebookPage.Cell
  var reason = ""

  package init(item: ID<GradeItem>, student: ID<Student>, kind: Kind, cell: GradebookPage.Cell, reason: String = "") {
    (self.item, self.student, self.kind, self.cell, self.reason) = (item, student, kind, cell, reason)
  }
}

/// What changed, as data that the table's script puts in its place.
package func gradebookFeed(_ news: [GradebookNews], totals: [(student: ID<Student>, text: String)], _ scene: Scene)
  -> HTML
{
  let cells = news.map { one -> HTML in
    """
    <data value="\(one.cell.text)" data-i="\(one.item.text)" data-s="\(one.student.text)" data-kind="\(one.kind.rawValue)" \
    class="\(cellClass(one.cell))" title="\(one.reason)" data-note="\(cellNote(one.cell, scene))"\(overFacts(one.cell, scene))></data>
    """
  }
  let sums = totals.map { one -> HTML in
    "<data value=\"\(one.text)\" data-s=\"\(one.student.text)\" data-kind=\"total\"></data>"
  }
  return fragment(.update, "gradebook-feed", "\(each: cells, { $0 })\(each: sums, { $0 })")
}

private func overFacts(_ cell: GradebookPage.Cell, _ scene: Scene) -> HTML {
  guard let meant = cell.meant else { return "" }
  return " data-mend=\"\(meant.text)\" data-over=\"\(scene.words("grades.over"))\""
}

/// What the one who wrote sees: the verdicts, and a word with the way back.
func gradebookAnswer(
  _ news: [GradebookNews], totals: [(student: ID<Student>, text: String)], _ said: Toast?, _ scene: Scene
) -> HTML {
  let word: HTML = said.map { fragment(.update, "toasts", toast($0, scene)) } ?? ""
  return gradebookFeed(news, totals: totals, scene) + word
}

extension Behaviour {
  static let gradebook = Behaviour("gradebook", on: "data-gradebook")
}
