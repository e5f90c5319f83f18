import Base
import HTML
import Kit
import School

/// Who is in a course and who teaches it, to whom it is shown.
struct PeoplePage: Sendable {
  struct Teacher: Sendable {
    let account: ID<Account>, name: String
  }
  struct Waiter: Sendable {
    let student: Student, seat: Seat, position: Int
  }
  var course: Course
  var access: CourseAccess
  var teachers: [Teacher]
  /// Those who could teach it, for its staff.
  var candidates: [Teacher] = []
  /// Staff and classmates see everybody; guardians their own children.
  var students: [Student]
  /// Students who asked to leave.
  var leaving: Set<ID<Student>> = []
  /// For the staff, the first to come first.
  var line: [Waiter] = []
  /// The students whose record the reader may open.
  var known: Set<ID<Student>> = []
  var counts = SeatCounts()
  var topics: [String] = []

  var isOpen: Bool { access.isStaff && !course.isArchived }
  var isFull: Bool { course.capacity.map { counts.enrolled >= $0 } ?? false }
}

func peoplePage(_ data: PeoplePage, _ scene: Scene) -> Page {
  let (words, course) = (scene.words, data.course)
  let add: HTML =
    !data.isOpen
    ? ""
    : linkButton(
      words("enrolment.add"), to: EnrolmentPaths.newPeople(course.id), .primary, icon: icon("plus", scene),
      style: ButtonStyle(key: "n"))
  return Page(
    "enrolment.people", title: words("enrolment.people"), actions: add, topics: data.topics,
    space: courseSpace(course, data.access, current: .people, scene),
    body: """
      <div class="stack stack--loose">\(asked(data, scene))\(overfull(data, scene))<section class="stack stack--tight">\(teachers(data, scene))</section>\
      <section class="stack stack--tight"\(behaviour: .sheet, "sheet")>\(roster(data, scene))</section>\(waiting(data, scene))</div>\
      \(formsOfRows(data, scene))\(sheet(data, scene))\(rowMenus(data, scene))
      """)
}

/// Whoever asks to come in or to leave waits for a word of the staff.
private func asked(_ data: PeoplePage, _ scene: Scene) -> HTML {
  guard data.access.isStaff, data.counts.requests > 0 else { return "" }
  return banner(
    HTML(text: scene.words("progress.requests", .count(data.counts.requests))), scene,
    action: linkButton(
      scene.words("enrolment.requests"), to: EnrolmentPaths.requests(data.course.id), .secondary,
      style: ButtonStyle(isSmall: true)))
}

/// More are in than the course takes: nobody goes out, nobody comes in.
private func overfull(_ data: PeoplePage, _ scene: Scene) -> HTML {
  guard data.access.isStaff, let capacity = data.course.capacity, data.counts.enrolled > capacity else { return "" }
  return banner(
    HTML(text: scene.words("enrolment.overfull", .count(data.counts.enrolled - capacity))), scene, .warning)
}

private func teachers(_ data: PeoplePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = data.teachers.map { teacher in
    cell(
      name(teacher.name), lead: avatar(teacher.name, teacher.account),
      trail: mayRemoveTeachers(data) ? rowMore(teacher.name, teacher.account.text, scene) : "", scene)
  }
  let body: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("enrolment.no-teachers"))</p>" : list(rows, label: words("enrolment.teachers"))
  return "\(sectionTitle(words("enrolment.teachers")))\(body)\(assignment(data, scene))"
}

private func assignment(_ data: PeoplePage, _ scene: Scene) -> HTML {
  guard data.isOpen, !data.candidates.isEmpty else { return "" }
  let who = Field.select(
    "teacher", scene.words("courses.teacher"), data.candidates.map { Field.Choice($0.account.text, $0.name) },
    empty: scene.words("enrolment.choose-teacher"))
  return form(
    CoursesPaths.teachers(data.course.id), [who], Draft(), scene, submit: scene.words("enrolment.add-teacher"),
    scope: "teacher")
}

/// A small button at the end of a row; the form it belongs to stands outside and holds the reader's proof.
func rowButton(_ label: String, named: String, _ form: String, _ field: String, _ value: String) -> HTML {
  """
  <button class="button button--ghost button--small" form="\(form)" name="\(field)" value="\(value)" aria-label="\(named)">\
  \(label)</button>
  """
}

private func mayRemoveTeachers(_ data: PeoplePage) -> Bool {
  data.access.isStaff && (data.access == .office || data.isOpen && data.teachers.count > 1)
}

/// What is seldom done to somebody is behind the row's sign.
private func rowMore(_ name: String, _ id: String, _ scene: Scene) -> HTML {
  iconButton(
    "more", scene.words("classrooms.more", .text(name)), scene, kind: .ghost, popover: "menu-seat-" + id)
}

private func rowMenu(_ name: String, _ id: String, _ form: String, _ field: String, _ scene: Scene) -> HTML {
  let remove: HTML = """
    <button class="menu__item menu__item--danger" form="\(form)" name="\(field)" value="\(id)" \
    aria-label="\(scene.words("enrolment.remove-named", .text(name)))">\(icon("x", scene))\(scene.words("enrolment.remove"))</button>
    """
  return menu("menu-seat-" + id, scene.words("classrooms.more", .text(name)), [remove])
}

private func rowMenus(_ data: PeoplePage, _ scene: Scene) -> HTML {
  let teachers =
    !mayRemoveTeachers(data)
    ? [] : data.teachers.map { rowMenu($0.name, $0.account.text, "course-teachers", "teacher", scene) }
  let students =
    !data.isOpen
    ? [] : data.students.map { rowMenu($0.name, $0.id.text, "course-removal", "student", scene) }
  return "\(each: teachers + students, { $0 })"
}

private func roster(_ data: PeoplePage, _ scene: Scene) -> HTML {
  let words = scene.words
  let title = sectionTitle(words("enrolment.students"))
  guard !data.students.isEmpty else {
    let add: HTML =
      data.isOpen
      ? linkButton(
        words("enrolment.add"), to: EnrolmentPaths.newPeople(data.course.id), .secondary, icon: icon("plus", scene))
      : ""
    return title
      + emptyState(
        "people", words("enrolment.nobody"), words("enrolment.nobody-text"), scene, action: add, isSlot: true)
  }
  let card = CourseCard(course: data.course, teachers: [], meetings: [], counts: data.counts)
  let count: HTML = data.access.isStaff ? "<p class=\"quiet\">\(placesText(card, scene))</p>" : ""
  return
    "\(title)\(count)\(list(data.students.map { studentRow($0, data, scene) }, label: words("enrolment.students")))"
}

private func studentRow(_ student: Student, _ data: PeoplePage, _ scene: Scene) -> HTML {
  let state: HTML =
    data.leaving.contains(student.id) ? seatBadge(.dropRequested, position: nil, of: nil, scene) : ""
  let remove: HTML = data.isOpen ? rowMore(student.name, student.id.text, scene) : ""
  return cell(
    name(student.name), lead: avatar(student.name, student.id), trail: "\(state)\(remove)",
    to: data.known.contains(student.id) ? StudentsPaths.student(student.id) : nil, scene,
    style: CellStyle(id: "seat-" + student.id.text))
}

/// The line: who comes next, since when.
private func waiting(_ data: PeoplePage, _ scene: Scene) -> HTML {
  guard data.access.isStaff, !data.line.isEmpty else { return "" }
  let words = scene.words
  let rows = data.line.map { waiter in
    cell(
      name(waiter.student.name),
      meta: HTML(
        text: words("enrolment.asked", .text(words.moment(waiter.seat.requestedAt, in: scene.ownZone)))),
      lead: avatar(waiter.student.name, waiter.student.id),
      trail: "\(seatBadge(.waitlisted, position: waiter.position, of: nil, scene))\(waiterActs(waiter, data, scene))",
      scene, style: CellStyle(id: "seat-" + waiter.student.id.text))
  }
  return """
    <section class="stack stack--tight">\(sectionTitle(words("enrolment.line")))\
    \(lineText(data, scene))\(list(rows, label: words("enrolment.line")))</section>
    """
}

/// How the line moves; when it does not, a place that is free is the teacher's to give.
private func lineText(_ data: PeoplePage, _ scene: Scene) -> HTML {
  let today = scene.zone.day(of: scene.now)
  guard !data.course.movesUp(on: today) else { return "<p class=\"quiet\">\(scene.words("enrolment.line-text"))</p>" }
  let text = scene.words(data.isFull ? "enrolment.line-still" : "enrolment.line-still-free")
  return banner(HTML(text: text), scene, data.isFull ? .info : .warning)
}

private func waiterActs(_ waiter: PeoplePage.Waiter, _ data: PeoplePage, _ scene: Scene) -> HTML {
  guard data.isOpen else { return "" }
  let words = scene.words
  let take: HTML =
    data.isFull
    ? ""
    : rowButton(
      words("enrolment.take-in"), named: words("enrolment.take-in-named", .text(waiter.student.name)), "course-adding",
      "student", waiter.student.id.text)
  return take
    + rowButton(
      words("enrolment.remove"), named: words("enrolment.remove-named", .text(waiter.student.name)), "course-removal",
      "student", waiter.student.id.text)
}

private func formsOfRows(_ data: PeoplePage, _ scene: Scene) -> HTML {
  guard data.access.isStaff else { return "" }
  let id = data.course.id
  let forms = [
    (EnrolmentPaths.removal(id), "course-removal"), (CoursesPaths.people(id), "course-adding"),
    (CoursesPaths.teacherRemoval(id), "course-teachers"),
  ]
  return "\(each: forms, { form($0.0, scene, style: FormStyle(id: $0.1, classes: ""), content: "") })"
}

private func sheet(_ data: PeoplePage, _ scene: Scene) -> HTML {
  data.known.isEmpty ? "" : pageSheet("sheet", scene.words("students.one"), scene)
}
