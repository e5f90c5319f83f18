import Base
import HTML
import Kit
import School

/// What the list of students shows.
struct StudentsPage: Sendable {
  var students: [Student]
  /// The names of the classes each is in.
  var classes: [ID<Student>: [String]] = [:]
  var text = ""
  /// Those who left the school are shown, instead of those who are there.
  var left = false
  /// How many there are with this search.
  var total: Int
  var next: ID<Student>? = nil
  /// It is not the first part of the list.
  var isLater = false
  var isOffice = true
  var topics: [String] = []
  /// What stands beside the names, from a neighbour above.
  var beside: StudentListPiece? = nil
}

func studentsPage(_ data: StudentsPage, _ scene: Scene) -> Page {
  let add = scene.words("students.add")
  let actions: HTML =
    !data.isOffice
    ? ""
    : linkButton(
      add, to: StudentsPaths.new, .primary, icon: icon("plus", scene),
      style: ButtonStyle(key: "n"))
  return Page(
    "students.list", title: scene.words("students.title"), actions: actions, topics: data.topics,
    body:
      """
      <div class="stack">\(finder(data, scene))\
      <div class="stack stack--tight" id="students"\(behaviour: .sheet, "sheet")>\(found(data, scene))</div></div>\
      \(pageSheet("sheet", scene.words("students.one"), scene))
      """
  )
}

private func finder(_ data: StudentsPage, _ scene: Scene) -> HTML {
  let kept = data.left ? [Form.Field("left", "1")] : []
  let sifts: HTML =
    !data.isOffice
    ? ""
    : chips([
      chip(scene.words("students.here"), to: StudentsPaths.all, isCurrent: !data.left),
      chip(scene.words("students.gone"), to: StudentsPaths.all + "?left=1", isCurrent: data.left),
    ])
  return searchField(
    scene.words("students.search"), value: data.text, results: "students", scene, action: StudentsPaths.all, kept: kept,
    end: sifts)
}

private func found(_ data: StudentsPage, _ scene: Scene) -> HTML {
  guard !data.students.isEmpty else { return nobody(data, scene) }
  let count = scene.words("students.count", .count(data.total))
  let rows = data.students.map { student in
    studentRow(
      student, classes: data.classes[student.id] ?? [], beside: data.beside?.trail(student, scene) ?? "", scene)
  }
  let next = data.next.map { query(data, after: $0) }
  let first = data.isLater ? query(data, after: nil) : nil
  return """
    <p class="quiet" role="status">\(count)</p>\
    \(list(rows, label: scene.words("students.title"), appears: !data.isLater && data.text.isEmpty))\
    \(data.beside?.forms(scene))\(pager(count, previous: first, next: next, scene))
    """
}

private func query(_ data: StudentsPage, after: ID<Student>?) -> String {
  var parts: [String] = []
  if !data.text.isEmpty { parts.append("q=" + inQuery(data.text)) }
  if data.left { parts.append("left=1") }
  if let after { parts.append("after=" + after.text) }
  return StudentsPaths.all + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
}

/// One row of the list.
///
/// - Parameter beside: what a neighbour shows of the student today.
func studentRow(_ student: Student, classes: [String], beside: HTML = "", _ scene: Scene) -> HTML {
  let about = [
    student.number.map { scene.words("students.number-is", .text($0)) },
    classes.isEmpty ? nil : scene.words.list(classes),
  ]
  let meta = about.compactMap { $0 }.joined(separator: " · ")
  let gone: HTML = student.leftAt == nil ? "" : badge(scene.words("students.gone"), .neutral)
  return cell(
    name(student.name), meta: HTML(text: meta), lead: avatar(student.name, student.id, photo: student.photoPath),
    trail: "\(beside)\(gone)",
    to: StudentsPaths.student(student.id), scene, style: CellStyle(id: studentRowID(student.id)))
}

func studentRowID(_ student: ID<Student>) -> String { "student-" + student.text }

private func nobody(_ data: StudentsPage, _ scene: Scene) -> HTML {
  if !data.text.isEmpty {
    return emptyState("search", scene.words("students.none-found"), scene.words("students.none-found-text"), scene)
  }
  if data.left {
    return emptyState("people", scene.words("students.none-gone"), scene.words("students.none-gone-text"), scene)
  }
  guard data.isOffice else {
    return emptyState("people", scene.words("students.none-mine"), scene.words("students.none-mine-text"), scene)
  }
  return emptyState(
    "people", scene.words("students.none"), scene.words("students.none-text"), scene,
    action: linkButton(scene.words("students.add"), to: StudentsPaths.new, .primary, icon: icon("plus", scene)))
}
