import Base
public import HTML
public import Kit
import School

/// What a class's own page shows, to whom it shows it.
struct ClassroomPage: Sendable {
  struct Teacher: Sendable {
    let account: ID<Account>, name: String
  }
  var classroom: Classroom
  var access: ClassAccess
  /// Staff and classmates see everybody; guardians their own children.
  var students: [Student]
  var count: Int
  var teachers: [Teacher]
  /// Those who could teach it, for the office.
  var candidates: [Teacher] = []
  /// Each student's latest mark of today.
  var marks: [ID<Student>: Mark.Status] = [:]
  /// What one tap beside a name is entered in, for the staff while a lesson is on, and after it.
  var running: RunningRegister?
  var topics: [String] = []
  /// It was made a moment ago.
  var isNew = false
  /// What the neighbours show above the students.
  var cards: [ClassPiece] = []

  /// Whether the reader may bring students in and take them out.
  var isOpen: Bool { access.isStaff && classroom.archivedAt == nil }
}

/// A piece of a class's page that a neighbour draws, and what the page then listens to.
public struct ClassPiece: Sendable {
  let topics: [String]
  let draw: @Sendable (Scene) -> HTML
  public init(topics: [String] = [], _ draw: @escaping @Sendable (Scene) -> HTML) {
    (self.topics, self.draw) = (topics, draw)
  }
}

func classroomPage(_ data: ClassroomPage, _ scene: Scene) -> Page {
  let away: HTML =
    data.classroom.archivedAt == nil ? "" : banner(HTML(text: scene.words("classrooms.is-archived")), scene)
  return Page(
    "classrooms.classroom", title: data.classroom.name, actions: acts(data, scene), topics: data.topics,
    parent: (scene.words("classrooms.title"), ClassroomsPaths.all),
    body: """
      <div class="stack stack--loose">\(classroomCover(data.classroom))\(away)\(ways(data, scene))\(each: data.cards, { $0.draw(scene) })<section\(behaviour: .sheet, "sheet")>\(rosterTitle(data, scene))\
      \(classroomRoster(data, scene))</section><section>\(classroomTeachers(data, scene))\(assignment(data, scene))</section></div>\
      \(formsOfRows(data, scene))\(menus(data, scene))\(capture(data, scene)?.float)
      """)
}

/// Where records of children are kept, the staff of a class writes one down from here.
private func capture(_ data: ClassroomPage, _ scene: Scene) -> (act: HTML, float: HTML)? {
  guard data.access.isStaff, data.isOpen, !data.students.isEmpty,
    scene.words.variant == SchoolKind.montessori.rawValue
  else { return nil }
  return captureWays(CapturePaths.of(data.classroom.id), scene)
}

private func acts(_ data: ClassroomPage, _ scene: Scene) -> HTML {
  guard data.access.isStaff else { return "" }
  let more = iconButton(
    "more", scene.words("classrooms.more", .text(data.classroom.name)), scene, popover: "class-menu")
  guard data.isOpen else { return more }
  // A page has one thing to do first: where records are kept that is to write one down.
  let kind: ButtonKind = capture(data, scene) == nil ? .primary : .secondary
  let add = linkButton(
    scene.words("classrooms.add-student"), to: ClassroomsPaths.newStudent(data.classroom.id), kind,
    icon: icon("plus", scene), style: ButtonStyle(key: "n"))
  return "\(add)\(more)"
}

/// The ways to the register, to the week and to what was seen of the children, for the staff.
private func ways(_ data: ClassroomPage, _ scene: Scene) -> HTML {
  guard data.isOpen else { return "" }
  // Other kinds of schools have no record of what a child does; whoever keeps one finds it by its address.
  let captured: HTML = capture(data, scene)?.act ?? ""
  let observed: HTML =
    scene.words.variant == SchoolKind.montessori.rawValue
    ? linkButton(
      scene.words("observations.title"), to: ObservationsPaths.of(data.classroom.id), icon: icon("eye", scene)) : ""
  let presented: HTML =
    scene.words.variant == SchoolKind.montessori.rawValue
    ? linkButton(scene.words("presentations.grid"), to: PresentationsPaths.grid(data.classroom.id)) : ""
  return cluster([
    captured, observed, presented,
    linkButton(
      scene.words("attendance.title"), to: AttendancePaths.today, .secondary, icon: icon("check", scene),
      style: ButtonStyle(key: "r")),
    linkButton(
      scene.words("attendance.timetable-of", .text(data.classroom.name)),
      to: AttendancePaths.timetable(data.classroom.id),
      icon: icon("calendar", scene)),
  ])
}

private func rosterTitle(_ data: ClassroomPage, _ scene: Scene) -> HTML {
  let link: (label: String, path: String)? =
    data.isOpen ? (scene.words("classrooms.add-existing"), ClassroomsPaths.enrolment(data.classroom.id)) : nil
  return sectionTitle(scene.words("classrooms.the-students"), link: link)
}

/// The students with the menus of their rows.
func classroomRoster(_ data: ClassroomPage, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.students.isEmpty else {
    let add: HTML =
      !data.isOpen
      ? ""
      : linkButton(
        words("classrooms.add-student"), to: ClassroomsPaths.newStudent(data.classroom.id), .secondary,
        icon: icon("plus", scene))
    let text = words("classrooms.no-students-text")
    let empty: HTML =
      data.isNew
      ? "<div class=\"scale-in\">\(nothingLeft(words("classrooms.created"), text, scene, action: add))</div>"
      : emptyState("people", words("classrooms.no-students"), text, scene, action: add, isSlot: true)
    return "<div id=\"class-\(data.classroom.id.text)-students\">\(empty)</div>"
  }
  let rows = data.students.map { studentRow($0, data, scene) }
  let menus = data.access.isStaff ? data.students.map { studentMenu($0, data, scene) } : []
  let lesson: HTML = data.running.map { " · \(attendancePillLesson($0, scene))" } ?? ""
  return """
    <div id="class-\(data.classroom.id.text)-students"><p class="quiet">\(words("classrooms.students", .count(data.count)))\(lesson)</p>\
    \(list(rows, label: words("classrooms.the-students")))\(each: menus, { $0 })</div>
    """
}

private func studentRow(_ student: Student, _ data: ClassroomPage, _ scene: Scene) -> HTML {
  let more: HTML =
    !data.access.isStaff
    ? ""
    : iconButton(
      "more", scene.words("classrooms.more", .text(student.name)), scene, kind: .ghost,
      popover: "menu-student-" + student.id.text)
  let mark: HTML =
    if let running = data.running {
      attendancePill(student.id, student.name, running.marks[student.id], in: running.path, scene)
    } else {
      data.marks[student.id].map { statusBadge($0, scene) } ?? ""
    }
  // Classmates are names to each other, not records.
  let path = data.access == .mate ? nil : StudentsPaths.student(student.id)
  return cell(
    name(student.name), lead: avatar(student.name, student.id, photo: student.photoPath), trail: "\(mark)\(more)",
    to: path, scene,
    style: CellStyle(id: "class-student-" + student.id.text))
}

private func studentMenu(_ student: Student, _ data: ClassroomPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let removal: HTML = """
    <button class="menu__item menu__item--danger" form="class-removal" name="student" value="\(student.id.text)">\
    \(icon("x", scene))\(words("classrooms.remove-student"))</button>
    """
  let edit = menuLink(words("students.edit"), to: StudentsPaths.edit(student.id), icon: icon("edit", scene))
  return menu(
    "menu-student-" + student.id.text, words("classrooms.more", .text(student.name)),
    data.isOpen ? [edit, removal] : [edit])
}

// MARK: teachers

private func classroomTeachers(_ data: ClassroomPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = data.teachers.map { teacher in
    cell(
      name(teacher.name), lead: avatar(teacher.name, teacher.account),
      trail: data.access == .office ? dismissal(teacher, scene) : "", scene,
      style: CellStyle(id: "teacher-" + teacher.account.text))
  }
  let body: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("classrooms.no-teachers"))</p>" : list(rows, label: words("classrooms.teachers"))
  return
    "<div id=\"class-\(data.classroom.id.text)-teachers\">\(sectionTitle(words("classrooms.teachers")))\(body)</div>"
}

private func dismissal(_ teacher: ClassroomPage.Teacher, _ scene: Scene) -> HTML {
  """
  <button class="button button--ghost button--small" form="teacher-removal" name="teacher" value="\(teacher.account.text)" \
  aria-label="\(scene.words("classrooms.remove-teacher-named", .text(teacher.name)))">\
  \(scene.words("classrooms.remove-teacher"))</button>
  """
}

private func assignment(_ data: ClassroomPage, _ scene: Scene) -> HTML {
  guard data.access == .office, !data.candidates.isEmpty, data.isOpen else { return "" }
  let choices = data.candidates.map { Field.Choice($0.account.text, $0.name) }
  let who = Field.select(
    "teacher", scene.words("classrooms.teacher"), choices, empty: scene.words("classrooms.choose-teacher"))
  return form(
    ClassroomsPaths.teachers(data.classroom.id), [who], Draft(), scene, submit: scene.words("classrooms.add-teacher"),
    scope: "teacher")
}

/// The forms that the buttons in rows and menus belong to: they hold the reader's proof, the rows do not.
private func formsOfRows(_ data: ClassroomPage, _ scene: Scene) -> HTML {
  guard data.access.isStaff else { return "" }
  let id = data.classroom.id
  let marks =
    data.running.map { running in
      attendancePillForms(data.students.map { (id: $0.id, path: running.path) }, scene)
    } ?? ""
  let removal =
    marks + form(ClassroomsPaths.removal(id), scene, style: FormStyle(id: "class-removal", classes: ""), content: "")
  guard data.access == .office else { return removal }
  return """
    \(removal)\(form(ClassroomsPaths.teacherRemoval(id), scene, style: FormStyle(id: "teacher-removal", classes: ""), content: ""))\
    \(form(ClassroomsPaths.archive(id), scene, style: FormStyle(id: "classroom-deeds", classes: ""), content: ""))
    """
}

private func menus(_ data: ClassroomPage, _ scene: Scene) -> HTML {
  let (words, room) = (scene.words, data.classroom)
  guard data.access != .mate else { return "" }
  let sheet = pageSheet("sheet", words("students.one"), scene)
  guard data.access.isStaff else { return sheet }
  var items = [
    menuLink(words("classrooms.rename"), to: ClassroomsPaths.edit(room.id), icon: icon("edit", scene)),
    coverItem(room, scene),
  ]
  if data.access == .office { items += [archiveItem(room, scene), menuLine, deleteItem(room, scene)] }
  return "\(menu("class-menu", words("classrooms.more", .text(room.name)), items))\(sheet)"
}
