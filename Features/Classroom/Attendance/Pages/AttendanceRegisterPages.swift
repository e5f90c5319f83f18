package import Base
package import HTML
package import Kit
package import School

/// Everything a register shows.
package struct RegisterPage: Sendable {
  struct Row: Sendable {
    let student: ID<Student>
    let name: String
    let mark: Mark?
    /// Who made the mark.
    let by: String?
    /// Who said beforehand that the child will be away, and why.
    let said: Said?
    /// Where the child's picture is.
    var photo: String?
  }
  struct Said: Sendable {
    let by: String
    let reason: String?
  }
  let session: LessonSession
  let classroom: String
  let rows: [Row]
  /// Why nothing can be marked here; `nil` when it can.
  let refused: Phrase?
  let topics: [String]

  var count: AttendanceCount { AttendanceCount(rows.compactMap { $0.mark?.status }) }
  var left: Int { rows.filter { $0.mark == nil }.count }
  var key: String { sessionKey(session.id) }
  var path: String { AttendancePaths.register(session.period, session.day) }
  func key(_ row: Row) -> String { rowKey(session.id, row.student) }
}

func registerPage(_ data: RegisterPage, _ scene: Scene) -> Page {
  Page(
    "attendance.register", title: scene.words("attendance.register", .text(data.classroom), .text(data.session.title)),
    topics: data.topics, parent: (scene.words("attendance.title"), AttendancePaths.day(data.session.day)),
    body: stack([
      registerHead(data, scene), registerBar(data, scene), registerList(data, scene), registerForms(data, scene),
    ]))
}

/// What one wants at any height of the list: how far it is, and the one tap for the rest.
///
/// It stays below the top bar.
private func registerBar(_ data: RegisterPage, _ scene: Scene) -> HTML {
  guard !data.rows.isEmpty else { return "" }
  let rest = data.refused == nil ? everyonePresent(data, scene) : ""
  return "<div class=\"register__bar\">\(registerCounts(data, scene))\(rest)</div>"
}

private func registerHead(_ data: RegisterPage, _ scene: Scene) -> HTML {
  let when: HTML = """
    <p class="page__lede">\(day(data.session.day, scene, dayStyle(data.session.day, scene))) · \(hours(data.session, scene))</p>
    """
  guard let refused = data.refused else { return when }
  return when + banner(HTML(text: scene.words(refused)), scene, .info)
}

/// How many of each, and how many are still to be marked.
///
/// Replaced as a whole after every mark.
func registerCounts(_ data: RegisterPage, _ scene: Scene) -> HTML {
  let isDone = data.left == 0
  let left =
    isDone
    ? badge(scene.words("attendance.everyone-marked"), .success, icon: icon("check", scene))
    : badge(scene.words("attendance.left", .count(data.left)), .warning)
  return """
    <div class="tallies" id="counts-\(data.key)"\(flag: "data-done", isDone)>\
    \(each: Mark.Status.inPill, { tally($0, data.count[$0], scene) })\(data.rows.isEmpty ? "" : left)</div>
    """
}

/// “12 present”; where there is little room the picture and the number are seen and the word is heard.
private func tally(_ status: Mark.Status, _ count: Int, _ scene: Scene) -> HTML {
  let tone = count > 0 ? status.tone : Tone.neutral
  return """
    <span class="badge badge--\(tone.rawValue)">\(icon(status.symbol, scene))\
    <span class="tallies__number" aria-hidden="true">\(scene.words.number(count))</span>\
    <span class="tallies__word">\(scene.words("attendance.counted." + status.rawValue, .count(count)))</span></span>
    """
}

// words: attendance.counted.*

private func registerList(_ data: RegisterPage, _ scene: Scene) -> HTML {
  guard !data.rows.isEmpty else {
    return emptyState(
      "people", scene.words("attendance.no-students"), scene.words("attendance.no-students-text"), scene)
  }
  let rows = list(data.rows.map { registerRow($0, data, scene) }, id: "register-" + data.key, label: data.classroom)
  return "<div class=\"register\">\(rows)</div>"
}

/// One student: the name, what is known, and the four marks.
///
/// The buttons belong to a form outside the row, so the row can be sent to everybody who watches.
func registerRow(_ row: RegisterPage.Row, _ data: RegisterPage, _ scene: Scene) -> HTML {
  let trail: HTML =
    data.refused == nil
    ? registerPill(row, scene) + rowMenu(row, data, scene)
    : row.mark.map { statusBadge($0.status, scene) } ?? unmarkedBadge(scene)
  return cell(
    name(row.name), meta: meta(row, data, scene), lead: avatar(row.name, row.student, size: .small, photo: row.photo),
    trail: trail,
    scene,
    style: CellStyle(id: "row-" + data.key(row), isRegister: true))
}

private func meta(_ row: RegisterPage.Row, _ data: RegisterPage, _ scene: Scene) -> HTML {
  let said = saidLine(row.said, data.session.day, row.student, data.refused == nil, row.mark, scene)
  guard let mark = row.mark else { return said }
  let marked = scene.words(
    "attendance.marked-by", .text(scene.words.time(mark.at, in: scene.zone)), .text(row.by ?? "—"))
  let note: HTML = mark.note.map { " · <span dir=\"auto\">\($0)</span>" } ?? ""
  let word = mark.status.word(scene)
  return "<span class=\"register__by\"><span class=\"register__word\">\(word) · </span>\(marked)\(note)</span>\(said)"
}

/// “Leila says: ill”, with one tap to take it over.
///
/// Stands by itself so that it can arrive while the register is open.
func saidLine(
  _ said: RegisterPage.Said?, _ day: Day, _ student: ID<Student>, _ mayMark: Bool, _ mark: Mark?, _ scene: Scene
) -> HTML {
  let id = saidID(day, student)
  guard let said else { return "<span class=\"register__said\" id=\"\(id)\"></span>" }
  let words =
    said.reason.map { scene.words("attendance.says", .text(said.by), .text($0)) }
    ?? scene.words("attendance.says-away", .text(said.by))
  let accept: HTML =
    !mayMark || mark?.status == .excused
    ? ""
    : """
    <button class="button button--small" form="\(markFormID(student))" name="marks.\(student.text)" value="excused">\
    \(icon("check", scene))\(scene.words("attendance.accept-excuse"))</button>
    """
  return "<span id=\"\(id)\" class=\"register__said cluster\"><span>\(words)</span>\(accept)</span>"
}

func saidID(_ day: Day, _ student: ID<Student>) -> String { "said-" + String(day.number) + "-" + student.text }

func registerPill(_ row: RegisterPage.Row, _ scene: Scene) -> HTML {
  """
  <div class="pill" role="group" aria-label="\(row.name)">\
  \(each: Mark.Status.inPill, { pillMark($0, row, scene) })</div>
  """
}

private func pillMark(_ status: Mark.Status, _ row: RegisterPage.Row, _ scene: Scene) -> HTML {
  """
  <button class="pill__mark" form="\(markFormID(row.student))" name="marks.\(row.student.text)" value="\(status.rawValue)" \
  data-mark="\(status.rawValue)" data-feedback="light" aria-pressed="\(row.mark?.status == status ? "true" : "false")" \
  aria-label="\(scene.words("attendance.mark-as." + status.rawValue, .text(row.name)))">\(icon(status.symbol, scene))\
  <span class="pill__word">\(status.word(scene))</span>\
  <kbd aria-hidden="true">\(status.key)</kbd></button>
  """
}

/// What is wanted less often: late and excused where the row has room for two marks only, a note, no mark at all, the
/// history.
///
/// Its button shows the mark that it holds.
private func rowMenu(_ row: RegisterPage.Row, _ data: RegisterPage, _ scene: Scene) -> HTML {
  let key = data.key(row)
  var items = [Mark.Status.late, .excused].map { menuMark($0, row, scene) }
  items.append("<hr class=\"register__narrow\">")
  if let mark = row.mark { items += [noteField(row, mark, key, scene), clearButton(row, key, scene), menuLine] }
  items.append(
    menuLink(scene.words("attendance.history"), to: AttendancePaths.history(row.student), icon: icon("history", scene)))
  let label = scene.words("attendance.more-for", .text(row.name))
  return moreButton(row, key, label, scene)
    + menu("menu-" + key, label, items, title: "<strong>\(name(row.name))</strong>")
}

private func moreButton(_ row: RegisterPage.Row, _ key: String, _ label: String, _ scene: Scene) -> HTML {
  let held = row.mark.flatMap { $0.status == .late || $0.status == .excused ? $0.status : nil }
  let picture: HTML = held.map { icon($0.symbol, scene) } ?? ""
  return """
    <button type="button" class="button button--ghost button--icon register__more" aria-label="\(label)" title="\(label)" \
    popovertarget="menu-\(key)"\(attribute: "data-held", held?.rawValue)>\(picture)\(icon("more", scene))</button>
    """
}

private func menuMark(_ status: Mark.Status, _ row: RegisterPage.Row, _ scene: Scene) -> HTML {
  """
  <button class="menu__item register__narrow" form="\(markFormID(row.student))" name="marks.\(row.student.text)" \
  value="\(status.rawValue)" data-feedback="light"\(attribute: "aria-current", row.mark?.status == status ? "true" : nil)>\
  \(icon(status.symbol, scene))\(status.word(scene))</button>
  """
}

private func noteField(_ row: RegisterPage.Row, _ mark: Mark, _ key: String, _ scene: Scene) -> HTML {
  """
  <div class="field"><label class="field__label" for="note-field-\(key)">\(scene.words("attendance.note"))</label>\
  <span class="field__hint" id="note-hint-\(key)">\(scene.words("attendance.note-hint"))</span>\
  <input id="note-field-\(key)" form="\(noteFormID(row.student))" name="note.\(row.student.text)" value="\(mark.note ?? "")" dir="auto" \
  maxlength="300" autocomplete="off" enterkeyhint="done" aria-describedby="note-hint-\(key)">\
  <button class="button button--small" form="\(noteFormID(row.student))">\(scene.words("attendance.save-note"))</button></div>
  """
}

private func clearButton(_ row: RegisterPage.Row, _ key: String, _ scene: Scene) -> HTML {
  """
  <button class="menu__item" form="\(markFormID(row.student))" name="marks.\(row.student.text)" value="none">\
  \(icon("undo", scene))\(scene.words("attendance.clear-mark"))</button>
  """
}

// MARK: the forms, which are the reader's own

/// Unique on the page, which is all a button's `form` asks; rows that arrive find them whatever the register.
func markFormID(_ student: ID<Student>) -> String { "mark-" + student.text }
private func noteFormID(_ student: ID<Student>) -> String { "note-" + student.text }

/// One form for each student, so that a quick thumb never waits for the answer about another child.
private func registerForms(_ data: RegisterPage, _ scene: Scene) -> HTML {
  guard data.refused == nil else { return "" }
  return "<div hidden>\(each: data.rows, { markForm($0, data, scene) + noteForm($0, data, scene) })</div>"
}

private func markForm(_ row: RegisterPage.Row, _ data: RegisterPage, _ scene: Scene) -> HTML {
  form(data.path, scene, style: FormStyle(id: markFormID(row.student), isLive: true, classes: ""), content: "")
}

private func noteForm(_ row: RegisterPage.Row, _ data: RegisterPage, _ scene: Scene) -> HTML {
  form(data.path, scene, style: FormStyle(id: noteFormID(row.student), isLive: true, classes: ""), content: "")
}

private func everyonePresent(_ data: RegisterPage, _ scene: Scene) -> HTML {
  form(
    AttendancePaths.rest(data.session.period, data.session.day), scene,
    style: FormStyle(id: "rest-" + data.key, isLive: true, classes: ""),
    content: submit(
      scene.words("attendance.everyone-present"), icon: icon("check", scene), style: ButtonStyle(key: "r")))
}

// MARK: what changes in place

/// For everybody who watches: the rows that are different now, and the counts.
package func registerFragments(_ data: RegisterPage, _ students: [ID<Student>], _ scene: Scene) -> HTML {
  let changed = data.rows.filter { students.contains($0.student) }
  return """
    \(each: changed, { fragment(.replace, "row-" + data.key($0), registerRow($0, data, scene)) })\
    \(fragment(.replace, "counts-" + data.key, registerCounts(data, scene)))
    """
}

/// For the one who tapped: the same, the word about it, and forms that can be sent again.
func registerAnswer(_ data: RegisterPage, _ students: [ID<Student>], _ said: Toast?, _ scene: Scene) -> HTML {
  let sent = data.rows.filter { students.contains($0.student) }
  let word: HTML = said.map { fragment(.update, "toasts", toast($0, scene)) } ?? ""
  // The list of students has pills in one kind of schools only (`attendanceBeside`).
  let listed = scene.words.variant == SchoolKind.montessori.rawValue ? sent : []
  return """
    \(registerFragments(data, students, scene))\
    \(each: sent, { fragment(.replace, markFormID($0.student), markForm($0, data, scene)) })\
    \(each: sent, { fragment(.replace, noteFormID($0.student), noteForm($0, data, scene)) })\
    \(each: sent, { fragment(.replace, "class-mark-" + $0.student.text, attendancePill($0.student, $0.name, $0.mark?.status, in: data.path, scene)) })\
    \(each: listed, { fragment(.replace, "list-mark-" + $0.student.text, attendanceListPill($0.student, $0.name, $0.mark?.status, in: data.path, scene)) })\
    \(fragment(.replace, "rest-" + data.key, everyonePresent(data, scene)))\(word)
    """
}

/// What a family said, into every register of these days that is open.
package func saidFragments(_ absence: Absence, _ by: String, _ scene: Scene) -> HTML {
  let window = scene.today.number - 1...scene.today.number + 14
  let days = (absence.from.number...max(absence.from.number, absence.until.number)).filter { window.contains($0) }
  let said = absence.withdrawnAt == nil ? RegisterPage.Said(by: by, reason: absence.reason) : nil
  return """
    \(each: days, { number in
      fragment(
        .replace, saidID(Day(number: number), absence.student),
        saidLine(said, Day(number: number), absence.student, true, nil, scene))
    })
    """
}
