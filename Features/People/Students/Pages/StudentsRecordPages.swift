import Base
import HTML
import Kit
import School

/// What a child's page shows, to whom it shows it.
struct StudentPage: Sendable {
  /// A time in a class.
  struct Class: Sendable {
    let classroom: ID<Classroom>, name: String, from: Day, until: Day?
  }
  struct Guardian: Sendable {
    let account: ID<Account>, name: String, relation: String?
    /// Whether the reader may write to them.
    var isReachable = false
  }
  /// What only staff see; `nil` for the family, so that nothing of it can slip through.
  struct Staff: Sendable {
    var note: String?
    var guardians: [Guardian]
    var login: String?
    /// The account of the login, when nobody has ever signed in with it.
    var waiting: ID<Account>?
  }
  var student: Student
  var access: StudentAccess
  var classes: [Class] = []
  var staff: Staff?
  /// Whether the reader may see what is allowed of the child: everybody here but the child.
  var showsConsents = false
  var topics: [String] = []
  /// What the neighbours know of the child, as its attendance.
  var parts: [PortraitParts] = []
}

/// What one opens before a talk with the parents: who the child is, how it stands, and then the record.
///
/// The record stays off paper, the staff's note above all: the sheet lies on the table between the teacher and the parents.
func studentPage(_ data: StudentPage, _ scene: Scene) -> Page {
  let parent: (title: String, path: String)? =
    data.access.isStaff ? (scene.words("students.title"), StudentsPaths.all) : nil
  let asOf = scene.words("students.as-of", .text(scene.words.date(scene.today, .long)))
  return Page(
    "students.student", title: data.student.name, actions: acts(data, scene), topics: data.topics, parent: parent,
    body: """
      <div class="portrait"><p class="portrait__date">\(asOf)</p>\(portraitHead(data, scene))\(each: data.parts, { $0.today })\(portraitFigures(data.parts, scene))\
      \(each: data.parts, { $0.year })<div class="portrait__columns">\(each: data.parts.flatMap { $0.parts }, { $0 })\
      <div class="portrait__record no-print">\(data.staff.map { note($0, scene) })\(classes(data, scene))\(consents(data, scene))\
      \(data.staff.map { staffParts($0, data, scene) })</div></div></div>\(sheets(data, scene))
      """)
}

private func classes(_ data: StudentPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let title = sectionTitle(words("students.classes"))
  guard !data.classes.isEmpty else {
    return "<section>\(title)<p class=\"quiet\">\(words("students.no-class"))</p></section>"
  }
  let rows = data.classes.map { time in
    cell(
      name(time.name), meta: span(time.from, time.until, scene),
      to: data.access == .family && time.until != nil ? nil : ClassroomsPaths.classroom(time.classroom), scene)
  }
  return "<section>\(title)\(list(rows, label: words("students.classes")))</section>"
}

private func consents(_ data: StudentPage, _ scene: Scene) -> HTML {
  guard data.showsConsents else { return "" }
  let link = cell(
    HTML(text: scene.words("consents.title")), meta: HTML(text: scene.words("consents.link-text")),
    lead: icon("picture", scene), to: ConsentsPaths.of(data.student.id), scene)
  return "<section>\(sectionTitle(scene.words("consents.section")))\(list([link]))</section>"
}

/// “since 1 September”, or “1 September – 4 March”.
private func span(_ from: Day, _ until: Day?, _ scene: Scene) -> HTML {
  guard let until else { return HTML(text: scene.words("students.since", .text(scene.words.date(from)))) }
  return HTML(text: scene.words.range(scene.words.date(from), scene.words.date(until)))
}

// MARK: what staff see

private func staffParts(_ staff: StudentPage.Staff, _ data: StudentPage, _ scene: Scene) -> HTML {
  "\(when: data.access == .office, guardians(staff.guardians, data, scene))\(login(staff, data, scene))"
}

private func note(_ staff: StudentPage.Staff, _ scene: Scene) -> HTML {
  staff.note.map {
    card(scene.words("students.note"), .flat, id: "note", content: "<p class=\"measure\" dir=\"auto\">\($0)</p>")
  } ?? ""
}

/// Linking and letting go, for the office; whom one speaks to stands in the head.
private func guardians(_ guardians: [StudentPage.Guardian], _ data: StudentPage, _ scene: Scene) -> HTML {
  let (words, student) = (scene.words, data.student)
  let rows = guardians.map { guardian in
    cell(
      name(guardian.name), meta: HTML(text: guardian.relation ?? ""), lead: avatar(guardian.name, guardian.account),
      trail: unlinkButton(guardian, scene), scene, style: CellStyle(id: "guardian-" + guardian.account.text))
  }
  let link = (words("students.add-guardian"), StudentsPaths.newGuardian(student.id))
  let body: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("students.no-guardian-yet"))</p>" : list(rows, label: words("students.guardians"))
  // One form for all rows: a form cannot stand in a row's line.
  let removal: HTML =
    !rows.isEmpty
    ? form(
      StudentsPaths.guardianRemoval(student.id), scene, style: FormStyle(id: "guardian-removal", classes: ""),
      content: "")
    : ""
  return "<section>\(sectionTitle(words("students.guardians"), link: link))\(body)\(removal)</section>"
}

private func unlinkButton(_ guardian: StudentPage.Guardian, _ scene: Scene) -> HTML {
  let words = scene.words
  return """
    <button class="button button--ghost button--small" form="guardian-removal" name="account" \
    value="\(guardian.account.text)" aria-label="\(words("students.unlink-named", .text(guardian.name)))">\
    \(words("students.unlink"))</button>
    """
}

/// Whether the child can sign in, and the way to let it, for the office.
private func login(_ staff: StudentPage.Staff, _ data: StudentPage, _ scene: Scene) -> HTML {
  let (words, student, name) = (scene.words, data.student, staff.login)
  let act: HTML
  if data.access != .office {
    act = ""
  } else if let waiting = staff.waiting {
    act = postButton(
      words("members.give-access"), to: "/members/access", scene,
      fields: [Form.Field("account", waiting.text), Form.Field("days", "30")], .secondary, icon: icon("qr", scene))
  } else if name == nil {
    act = linkButton(
      words("students.give-login"), to: StudentsPaths.invite(student.id, role: .student), .secondary,
      icon: icon("qr", scene))
  } else {
    act = postButton(words("students.end-login"), to: StudentsPaths.loginRemoval(student.id), scene, .ghost)
  }
  let state =
    staff.waiting != nil
    ? words("members.never-in") : name.map { words("students.login-is", .text($0)) } ?? words("students.no-login")
  return card(words("students.login"), .flat, id: "login", foot: act, content: "<p>\(state)</p>")
}

private func acts(_ data: StudentPage, _ scene: Scene) -> HTML {
  guard data.access.isStaff else { return portraitPrint(scene) }
  let words = scene.words
  let edit = linkButton(
    words("students.edit"), to: StudentsPaths.edit(data.student.id), .primary, icon: icon("edit", scene),
    style: ButtonStyle(key: "e"))
  return "\(edit)\(portraitPrint(scene))\(iconButton("more", words("kit.more"), scene, popover: "student-menu"))"
}

private func sheets(_ data: StudentPage, _ scene: Scene) -> HTML {
  guard data.access.isStaff else { return "" }
  let (words, student) = (scene.words, data.student)
  let picture = menuLink(
    words("students.photo-change"), to: StudentsPaths.photoEdit(student.id), icon: icon("picture", scene))
  guard data.access == .office else { return menu("student-menu", words("kit.more"), [picture]) }
  let moving: HTML =
    student.leftAt == nil
    ? menuAct(words("students.leave"), to: StudentsPaths.leaving(student.id), scene, icon: icon("forward", scene))
    : menuAct(words("students.return"), to: StudentsPaths.returning(student.id), scene, icon: icon("back", scene))
  return menu(
    "student-menu", words("kit.more"),
    [
      picture, moving, menuLine,
      menuLink(
        words("students.delete"), to: StudentsPaths.deletion(student.id), icon: icon("trash", scene), isDanger: true),
    ])
}
