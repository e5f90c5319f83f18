public import Base
import HTML
public import Kit
import School

/// The fields of a child's record, with the staff's note when the form is about a child of the school's own list.
func studentFields(_ student: Student?, note: String?, withNote: Bool, _ scene: Scene) -> [Field] {
  let words = scene.words
  var fields: [Field] = [
    Field.text("given", words("students.given"), value: student?.given ?? "", max: 80).focused(),
    Field.text("family", words("students.family"), value: student?.family ?? "", isRequired: false, max: 80),
    Field.text(
      "called", words("students.called"), value: student?.called ?? "", hint: words("students.called-hint"),
      isRequired: false),
    Field.text("number", words("students.number"), value: student?.number ?? "", isRequired: false, max: 40),
    birthdayField(student?.birthday, scene),
  ]
  if withNote {
    fields.append(
      .area("note", words("students.note"), value: note ?? "", hint: words("students.note-hint")))
  }
  return fields
}

/// When the student was born, for every form of a record.
public func birthdayField(_ day: Day?, _ scene: Scene) -> Field {
  .date(
    "birthday", scene.words("students.birthday"), value: day, hint: scene.words("students.birthday-hint"),
    isRequired: false, from: Birthday.first, to: scene.today)
}

func newStudentPage(_ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let photo = Field.picture(StudentPhoto.field, words("students.photo"), hint: words("students.photo-hint"))
  return Page(
    "students.new", title: words("students.new"), parent: (words("students.title"), StudentsPaths.all),
    body: card(
      content: form(
        StudentsPaths.all, studentFields(nil, note: nil, withNote: true, scene) + [photo], draft, scene,
        submit: words("students.add"), cancel: (words("kit.cancel"), StudentsPaths.all),
        style: FormStyle(isMultipart: true))))
}

func editStudentPage(_ student: Student, note: String?, _ draft: Draft, _ scene: Scene) -> Page {
  let path = StudentsPaths.student(student.id)
  let fields = studentFields(student, note: note, withNote: true, scene) + [.hidden("version", student.version)]
  return Page(
    "students.edit", title: scene.words("students.edit-named", .text(student.name)), parent: (student.name, path),
    body: card(
      content: form(
        path, fields, draft, scene, submit: scene.words("students.save"), cancel: (scene.words("kit.cancel"), path))))
}

func deleteStudentPage(_ student: Student, hasRecords: Bool, _ scene: Scene) -> Page {
  let path = StudentsPaths.student(student.id)
  guard !hasRecords else {
    return Page(
      "students.deletion", title: scene.words("students.delete-named", .text(student.name)),
      parent: (student.name, path),
      body: banner(
        HTML(text: scene.words("students.has-records")), scene, .warning,
        action: linkButton(scene.words("students.back"), to: path)))
  }
  return Confirmation(
    scene.words("students.delete-named", .text(student.name)), scene.words("students.delete-text"),
    label: scene.words("students.delete"), action: StudentsPaths.deletion(student.id), back: path
  ).page("students.deletion", scene)
}

/// What the page for linking a guardian shows: members who may be one.
struct NewGuardianPage: Sendable {
  struct Person: Sendable {
    let account: ID<Account>, name: String, identifier: String, role: Role
  }
  var student: Student
  var text = ""
  var people: [Person]
  /// Whether only a search shows the others.
  var hasMore = false
}

func newGuardianPage(_ data: NewGuardianPage, _ draft: Draft, _ scene: Scene) -> Page {
  let (student, words) = (data.student, scene.words)
  let invite = linkButton(
    words("students.invite-guardian"), to: StudentsPaths.invite(student.id, role: .guardian), .primary,
    icon: icon("qr", scene))
  return Page(
    "students.new-guardian", title: words("students.guardian-of", .text(student.name)),
    parent: (student.name, StudentsPaths.student(student.id)),
    body: stack([
      card(
        words("students.by-code"), .tinted, id: "by-code", foot: invite,
        content: "<p>\(words("students.by-code-text"))</p>"),
      sectionTitle(words("students.by-member")),
      searchField(
        words("students.search-guardians"), value: data.text, results: "people", scene,
        action: StudentsPaths.newGuardian(student.id)),
      choosing(data, draft, scene),
    ]))
}

private func choosing(_ data: NewGuardianPage, _ draft: Draft, _ scene: Scene) -> HTML {
  guard !data.people.isEmpty else {
    return """
      <div id="people">\(emptyState("people", scene.words("students.no-guardians"), scene.words("students.no-guardians-text"), scene, isSlot: true))</div>
      """
  }
  let people = data.people.map { person($0, draft, scene) }
  let more: HTML =
    data.hasMore ? "<p class=\"quiet\" role=\"status\">\(scene.words("students.more-members"))</p>" : ""
  let relation = Field.text(
    "relation", scene.words("students.relation"), hint: scene.words("students.relation-hint"), isRequired: false,
    max: 60)
  let content: HTML = """
    \(errorSummary(draft, [relation], scene))<fieldset class="choices"><legend>\(scene.words("students.who"))</legend>\
    \(each: people, { $0 })</fieldset>\(more)\(field(relation, draft, scene))\
    <div class="form__actions">\(submit(scene.words("students.link")))</div>
    """
  return "<div id=\"people\">\(form(StudentsPaths.guardians(data.student.id), scene, content: content))</div>"
}

/// Somebody to choose; whoever is more than a guardian says so.
private func person(_ one: NewGuardianPage.Person, _ draft: Draft, _ scene: Scene) -> HTML {
  // words: role.*
  let role: HTML = one.role == .guardian ? "" : " · \(scene.words("role." + one.role.rawValue))"
  return """
    <label class="choice"><input type="radio" name="account" value="\(one.account.text)"\
    \(flag: "checked", draft["account"] == one.account.text)><span class="choice__body"><span class="choice__title">\
    \(name(one.name))</span><span class="choice__text"><bdi>\(one.identifier)</bdi>\(role)</span></span></label>
    """
}
