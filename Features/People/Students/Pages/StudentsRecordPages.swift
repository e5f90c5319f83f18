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
  var topics: [String] = []
  /// What the neighbours know of the child, as its attendance.
  var more: HTML = ""
}

func studentPage(_ data: StudentPage, _ scene: Scene) -> Page {
  let parent: (title: String, path: String)? =
    data.access.isStaff ? (scene.words("students.title"), StudentsPaths.all) : nil
  return Page(
    "students.student", title: data.student.name, actions: acts(data, scene), topics: data.topics, parent: parent,
    body: """
      <div class="stack stack--loose">\(studentIdentity(data.student, scene))\(data.more)\(classes(data, scene))\
      \(data.staff.map { staffParts($0, data, scene) })</div>\(sheets(data, scene))
      """)
}

/// The names and the number: what everybody who sees the child sees.
private func studentIdentity(_ student: Student, _ scene: Scene) -> HTML {
  let words = scene.words
  var facts: [(String, String)] = [(words("students.given"), student.given)]
  if !student.family.isEmpty { facts.append((words("students.family"), student.family)) }
  if let called = student.called { facts.append((words("students.called"), called)) }
  if let number = student.number { facts.append((words("students.number"), number)) }
  let gone: HTML =
    student.leftAt.map {
      badge(words("students.left-on", .text(words.date(scene.zone.day(of: $0)))), .neutral)
    } ?? ""
  return """
    <section class="card"><div class="stack"><div class="cluster">\
    \(avatar(student.name, student.id, size: .large, photo: student.photoPath))\(gone)</div><dl class="stats">\
    \(each: facts, { "<div class=\"stat\"><dt class=\"stat__label\">\($0.0)</dt><dd><bdi>\($0.1)</bdi></dd></div>" })</dl></div></section>
    """
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

/// “since 1 September”, or “1 September – 4 March”.
private func span(_ from: Day, _ until: Day?, _ scene: Scene) -> HTML {
  guard let until else { return HTML(text: scene.words("students.since", .text(scene.words.date(from)))) }
  return HTML(text: scene.words.range(scene.words.date(from), scene.words.date(until)))
}

// MARK: what staff see

private func staffParts(_ staff: StudentPage.Staff, _ data: StudentPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let note: HTML =
    staff.note.map {
      card(words("students.note"), .flat, id: "note", content: "<p class=\"measure\" dir=\"auto\">\($0)</p>")
    } ?? ""
  return "\(guardians(staff.guardians, data, scene))\(login(staff, data, scene))\(note)"
}

private func guardians(_ guardians: [StudentPage.Guardian], _ data: StudentPage, _ scene: Scene) -> HTML {
  let (words, student) = (scene.words, data.student)
  let isOffice = data.access == .office
  let rows = guardians.map { guardian in
    cell(
      name(guardian.name), meta: HTML(text: guardian.relation ?? ""), lead: avatar(guardian.name, guardian.account),
      trail: isOffice ? unlinkButton(guardian, scene) : "", scene,
      style: CellStyle(id: "guardian-" + guardian.account.text))
  }
  let link: (label: String, path: String)? =
    isOffice ? (words("students.add-guardian"), StudentsPaths.newGuardian(student.id)) : nil
  let body: HTML =
    rows.isEmpty
    ? "<p class=\"quiet\">\(words("students.no-guardian-yet"))</p>" : list(rows, label: words("students.guardians"))
  // One form for all rows: a form cannot stand in a row's line.
  let removal: HTML =
    isOffice && !rows.isEmpty
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
  guard data.access.isStaff else { return "" }
  let words = scene.words
  let edit = linkButton(
    words("students.edit"), to: StudentsPaths.edit(data.student.id), .primary, icon: icon("edit", scene),
    style: ButtonStyle(key: "e"))
  return "\(edit)\(iconButton("more", words("kit.more"), scene, popover: "student-menu"))"
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
