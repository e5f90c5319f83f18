import Base
public import HTML
public import Kit
import People
public import School

/// What the form for a student new to the school shows.
struct NewClassStudentPage: Sendable {
  var classroom: Classroom
  /// How many it has made.
  var added = 0
  /// Who is in the class, once it has made one.
  var students: [Student] = []
  /// Whether it is the first step of somebody who has just come to the school: then it ends at home.
  var isBeginning = false

  var way: String { isBeginning ? "/" : ClassroomsPaths.classroom(classroom.id) }
}

/// The form for a student new to the school; after the first it stays, for the next.
func newClassStudentPage(_ data: NewClassStudentPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, room) = (scene.words, data.classroom)
  let lede: HTML =
    data.isBeginning && data.added == 0
    ? "<p class=\"page__lede\">\(words("classrooms.begin-text", .text(room.name)))</p>" : ""
  let known: HTML = """
    <p class="quiet"><a href="\(url: ClassroomsPaths.enrolment(room.id))">\(words("classrooms.add-existing"))</a></p>
    """
  return Page(
    "classrooms.new-student", title: words("classrooms.new-student"),
    parent: (room.name, ClassroomsPaths.classroom(room.id)),
    body: stack([lede, saved(data, scene), card(content: creation(data, draft, scene)), known]))
}

/// How many the form has made, and who is in the class now.
private func saved(_ data: NewClassStudentPage, _ scene: Scene) -> HTML {
  guard data.added > 0 else { return "" }
  let words = scene.words
  let names = data.students.map { student in
    "<a href=\"\(url: StudentsPaths.student(student.id))\">\(name(student.name))</a>" as HTML
  }
  let here: HTML =
    names.isEmpty
    ? "" : "<p id=\"here-so-far\"><span class=\"quiet\">\(words("classrooms.here-so-far"))</span> \(dotted(names))</p>"
  return banner(HTML(text: words("classrooms.added-count", .count(data.added))), scene, .success) + here
}

private func creation(_ data: NewClassStudentPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, room, added) = (scene.words, data.classroom, data.added)
  var fields: [Field] = [
    Field.text("given", words("students.given"), max: 80).focused(),
    Field.text("family", words("students.family"), isRequired: false, max: 80),
    Field.text("called", words("students.called"), hint: words("students.called-hint"), isRequired: false),
    Field.text("number", words("students.number"), isRequired: false, max: 40),
    birthdayField(nil, scene),
    Field.picture(StudentPhoto.field, words("students.photo"), hint: words("students.photo-hint")),
    .hidden("added", String(added)),
  ]
  if data.isBeginning { fields.append(.hidden("begin", "1")) }
  let skip = words(data.isBeginning ? "classrooms.skip" : "kit.cancel")
  let done =
    added > 0
    ? linkButton(words("classrooms.done"), to: data.way, .secondary) : linkButton(skip, to: data.way, .ghost)
  let add = submit(added > 0 ? words("classrooms.add-another") : words("classrooms.add-student"))
  return form(
    ClassroomsPaths.students(room.id), scene, style: FormStyle(isMultipart: true),
    content: """
      \(errorSummary(draft, fields, scene))\(each: fields, { field($0, draft, scene) })\
      <div class="form__actions">\(add)\(done)</div>
      """)
}
// words: classrooms.skip kit.cancel

/// What the page for bringing known students into a class shows.
struct EnrolmentPage: Sendable {
  var classroom: Classroom
  var text = ""
  /// Those who are ticked already: they stay on top, whatever is searched for next.
  var chosen: [Student] = []
  var students: [Student]
  var classes: [ID<Student>: [String]] = [:]
  var next: ID<Student>?
}

func enrolmentPage(_ data: EnrolmentPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, room) = (scene.words, data.classroom)
  let finder = searchField(
    words("students.search"), value: data.text, results: "candidates", scene,
    action: ClassroomsPaths.enrolment(room.id), keeps: "student")
  return Page(
    "classrooms.enrolment", title: words("classrooms.add-existing"),
    parent: (room.name, ClassroomsPaths.classroom(room.id)),
    body: "\(finder)<div id=\"candidates\">\(choosing(data, draft, scene))</div>")
}

private func choosing(_ data: EnrolmentPage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.classroom.id)
  guard !data.students.isEmpty || !data.chosen.isEmpty else {
    return emptyState(
      "people", words("classrooms.nobody-to-add"), words("classrooms.nobody-to-add-text"), scene,
      action: linkButton(
        words("classrooms.new-student"), to: ClassroomsPaths.newStudent(id), .primary, icon: icon("plus", scene)))
  }
  let boxes =
    data.chosen.map { studentBox($0, data.classes[$0.id] ?? [], isChosen: true, scene) }
    + data.students.map { studentBox($0, data.classes[$0.id] ?? [], isChosen: false, scene) }
  let text = data.text.isEmpty ? "" : "&q=" + inQuery(data.text)
  let next = data.next.map { ClassroomsPaths.enrolment(id) + "?after=" + $0.text + text }
  let content: HTML = """
    \(errorSummary(draft, [], scene))<fieldset class="choices"><legend>\(words("classrooms.who"))</legend>\
    \(each: boxes, { $0 })</fieldset><div class="form__actions">\(submit(words("classrooms.add-chosen")))\
    \(linkButton(words("kit.cancel"), to: ClassroomsPaths.classroom(id), .ghost))</div>
    """
  return "\(form(ClassroomsPaths.enrolment(id), scene, content: content))\(pager("", previous: nil, next: next, scene))"
}

/// One of the school's students to tick, with the classes they are in.
public func studentBox(_ student: Student, _ classes: [String], isChosen: Bool, _ scene: Scene) -> HTML {
  let hint: HTML = classes.isEmpty ? "" : "<span class=\"check__hint\">\(scene.words.list(classes))</span>"
  return """
    <label class="check"><input type="checkbox" name="student" value="\(student.id.text)"\(flag: "checked", isChosen)>\
    <span class="check__text">\(name(student.name))\(hint)</span></label>
    """
}
