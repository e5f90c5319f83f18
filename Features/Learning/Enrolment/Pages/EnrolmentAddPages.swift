import Base
import Classroom
import HTML
import Kit
import School

/// Who can be put into a course: by name, or a whole class at once.
struct AddPeoplePage: Sendable {
  var course: Course
  var text = ""
  var students: [Student]
  var classes: [ID<Student>: [String]] = [:]
  var rooms: [(id: ID<Classroom>, name: String)] = []
  /// How many more the course takes; `nil` is no limit.
  var free: Int?
  var next: ID<Student>?
}

func addPeoplePage(_ data: AddPeoplePage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, course) = (scene.words, data.course)
  let finder = searchField(
    words("students.search"), value: data.text, results: "candidates", scene,
    action: EnrolmentPaths.newPeople(course.id))
  let room: HTML =
    data.free.map { banner(HTML(text: words("enrolment.free", .count(max(0, $0)))), scene, $0 > 0 ? .info : .warning) }
    ?? ""
  return Page(
    "enrolment.add", title: words("enrolment.add"),
    parent: (words("enrolment.people-of", .text(course.name)), CoursesPaths.people(course.id)),
    body: stack([
      room, errorSummary(draft, [], scene), wholeClass(data, scene),
      card(
        words("enrolment.by-name"), id: "by-name",
        content: "\(finder)<div id=\"candidates\">\(choosing(data, draft, scene))</div>"),
    ]))
}

private func wholeClass(_ data: AddPeoplePage, _ scene: Scene) -> HTML {
  guard !data.rooms.isEmpty else { return "" }
  let words = scene.words
  let field = Field.select(
    "classroom", words("enrolment.class"), data.rooms.map { Field.Choice($0.id.text, $0.name) },
    empty: words("enrolment.choose-class"))
  return card(
    words("enrolment.whole-class"), id: "whole-class",
    content: form(
      CoursesPaths.people(data.course.id), [field], Draft(), scene, submit: words("enrolment.add-class"), scope: "class"
    ))
}

private func choosing(_ data: AddPeoplePage, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.course.id)
  guard !data.students.isEmpty else {
    return emptyState("people", words("enrolment.nobody-to-add"), words("enrolment.nobody-to-add-text"), scene)
  }
  let chosen = Set(draft.form.all("student"))
  let boxes = data.students.map {
    studentBox($0, data.classes[$0.id] ?? [], isChosen: chosen.contains($0.id.text), scene)
  }
  let next = data.next.map {
    EnrolmentPaths.newPeople(id) + "?after=" + $0.text + (data.text.isEmpty ? "" : "&q=" + inQuery(data.text))
  }
  let content: HTML = """
    <fieldset class="choices"><legend>\(words("enrolment.who"))</legend>\(each: boxes, { $0 })</fieldset>\
    <div class="form__actions">\(submit(words("enrolment.add-chosen")))\
    \(linkButton(words("kit.cancel"), to: CoursesPaths.people(id), .ghost))</div>
    """
  return "\(form(CoursesPaths.people(id), scene, content: content))\(pager("", previous: nil, next: next, scene))"
}
