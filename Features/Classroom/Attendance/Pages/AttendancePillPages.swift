import Base
public import HTML
public import Kit
import School

/// The register that is open in a class now: what one tap in the list of its students is entered in.
struct RunningRegister: Sendable {
  let session: LessonSession
  let marks: [ID<Student>: Mark.Status]

  var path: String { AttendancePaths.register(session.period, session.day) }
}

/// One tap: present, and absent for who was; what is rarer has its place in the register.
///
/// The button belongs to a form outside the list, so the list can be sent to everybody who watches.
///
/// The button names the register itself: a list that arrives after the bell is of the next lesson.
func attendancePill(
  _ student: ID<Student>, _ name: String, _ status: Mark.Status?, in path: String, _ scene: Scene
) -> HTML {
  let next: Mark.Status = status == .present ? .absent : .present
  let shown = status.map { icon($0.symbol, scene) } ?? icon("check", scene)
  let word = status.map { $0.word(scene) } ?? scene.words("attendance.not-marked")
  return """
    <button class="pill__mark pill__mark--alone" id="class-mark-\(student.text)" form="\(markFormID(student))" formaction="\(url: path)" \
    name="marks.\(student.text)" value="\(next.rawValue)" data-mark="\((status ?? .present).rawValue)" \
    data-feedback="light" aria-pressed="\(status == nil ? "false" : "true")" title="\(word)" \
    aria-label="\(word): \(scene.words("attendance.mark-as." + next.rawValue, .text(name)))">\(shown)</button>
    """
}

/// Which lesson a tap is for, and the way to its register.
func attendancePillLesson(_ register: RunningRegister, _ scene: Scene) -> HTML {
  """
  <a href="\(url: register.path)">\(scene.words("attendance.pill-for", .text(register.session.title), .text(hours(register.session, scene))))</a>
  """
}

/// The forms of the pills, which are the reader's own: each goes to the register of its child.
func attendancePillForms(_ students: [(id: ID<Student>, path: String)], _ scene: Scene) -> HTML {
  let forms = students.map {
    form($0.path, scene, style: FormStyle(id: markFormID($0.id), isLive: true, classes: ""), content: "")
  }
  return forms.isEmpty ? "" : "<div hidden>\(each: forms, { $0 })</div>"
}

// MARK: in the list of a guide's students

/// Today's status as a word, and one tap for the other one: who is there was away after all, who is away has come.
///
/// The name says what the tap does, the word what is so; a reader of screens says both.
func attendanceListPill(
  _ student: ID<Student>, _ name: String, _ status: Mark.Status?, in path: String, _ scene: Scene
) -> HTML {
  let next: Mark.Status = status.map { $0.isAway } == true ? .present : .absent
  let id = "list-mark-" + student.text
  let shown: HTML = status.map { icon($0.symbol, scene) } ?? ""
  let word = status.map { $0.word(scene) } ?? scene.words("attendance.not-marked")
  return """
    <button class="pill__mark pill__mark--word" id="\(id)" form="\(markFormID(student))" formaction="\(url: path)" \
    name="marks.\(student.text)" value="\(next.rawValue)"\(attribute: "data-mark", status?.rawValue) data-feedback="light" \
    aria-label="\(scene.words("attendance.mark-as." + next.rawValue, .text(name)))" aria-describedby="\(id)-word">\(shown)\
    <span class="pill__word" id="\(id)-word">\(word)</span></button>
    """
}

// MARK: on the page of all components

/// The four marks of a register and the one of a class's list, in every state, for the page that shows every component.
///
/// They ask for that page again: nobody is marked by looking.
public func attendanceKit(_ scene: Scene) -> HTML {
  let states = [nil] + Mark.Status.inPill.map { Optional($0) }
  let rows = states.enumerated().map { place, status in kitRow(ID(high: 0x7000, low: UInt64(place) + 1), status, scene)
  }
  let forms = rows.map { "<form id=\"\(markFormID($0.student))\" method=\"get\" action=\"/kit\"></form>" as HTML }
  let cells = rows.map {
    cell(
      name($0.name), lead: avatar($0.name, $0.student, size: .small), trail: registerPill($0, scene), scene,
      style: CellStyle(isRegister: true))
  }
  let alone = rows.map { attendancePill($0.student, $0.name, $0.mark?.status, in: "/kit", scene) }
  let listed = rows.map { attendanceListPill($0.student, $0.name, $0.mark?.status, in: "/kit", scene) }
  return """
    <section class="stack" id="kit-register">\(sectionTitle(scene.words("attendance.title")))\
    <div class="register">\(list(cells, label: scene.words("attendance.title")))</div>\(cluster(alone))\(cluster(listed))\
    <div hidden>\(each: forms, { $0 })</div></section>
    """
}

private func kitRow(_ student: ID<Student>, _ status: Mark.Status?, _ scene: Scene) -> RegisterPage.Row {
  let mark = status.map {
    Mark(session: .none, student: student, status: $0, note: nil, by: .none, at: scene.now)
  }
  let word = status.map { "status." + $0.rawValue } ?? "not-marked"
  return RegisterPage.Row(student: student, name: scene.words("attendance." + word), mark: mark, by: nil, said: nil)
}
