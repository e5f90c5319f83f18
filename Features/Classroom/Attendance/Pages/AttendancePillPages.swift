import Base
import HTML
import Kit
import School

/// The register that is open in a class now: what one tap in the list of its students is entered in.
struct RunningRegister: Sendable {
  let sitting: Sitting
  let marks: [ID<Student>: Mark.Status]

  var path: String { AttendancePaths.register(sitting.slot, sitting.day) }
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
  let word = status.map { scene.words("attendance.status." + $0.rawValue) } ?? scene.words("attendance.not-marked")
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
  <a href="\(url: register.path)">\(scene.words("attendance.pill-for", .text(register.sitting.title), .text(hours(register.sitting, scene))))</a>
  """
}

/// The forms of the pills, which are the reader's own.
func attendancePillForms(_ students: [Student], _ register: RunningRegister, _ scene: Scene) -> HTML {
  let forms = students.map {
    form(register.path, scene, style: FormStyle(id: markFormID($0.id), isLive: true, classes: ""), content: "")
  }
  return "<div hidden>\(each: forms, { $0 })</div>"
}
