import Base
import HTML
import Kit
import School

/// What a person sees who has signed in and belongs to no school yet: two ways on.
func welcomePage(mayFound: Bool, _ scene: Scene) -> Page {
  let words = scene.words
  let found: HTML =
    mayFound
    ? card(
      words("home.welcome.found"),
      content: """
        <p>\(words("home.welcome.found.text"))</p>\
        \(linkButton(words("home.welcome.found.act"), to: "/welcome/school", .primary, icon: icon("school", scene)))
        """) : ""
  let join = card(
    words("home.welcome.join"),
    content: """
      <p>\(words("home.welcome.join.text"))</p>\
      \(linkButton(words("home.welcome.join.act"), to: "/join", .secondary, icon: icon("key", scene)))
      """)
  return Page(
    "home.welcome", title: words("home.welcome.title"), isPlain: true,
    body: stack([found, join]))
}

/// One step of the wizard.
///
/// Everything typed so far travels along as hidden fields.
func wizardPage(_ wizard: HomeWizard, zones: [String], _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let names = HomeWizard.Step.allCases.map { words("home.wizard." + $0.rawValue) }  // words: home.wizard.*
  let current = wizard.step == .school ? 0 : wizard.step == .classroom ? 1 : 2
  let content: HTML =
    switch wizard.step {
    case .school: schoolStep(wizard, zones, draft, scene)
    case .classroom: classroomStep(wizard, draft, scene)
    case .students: studentsStep(wizard, draft, scene)
    }
  let body: HTML = """
    \(steps(words("home.wizard.steps"), names.map { ($0, "") }, current: current))\
    \(form("/welcome/school", scene, style: FormStyle(classes: "form stack"), content: "\(content)\(carried(wizard))"))
    """
  return Page("home.wizard", title: names[current], isPlain: true, body: body)
}

private func schoolStep(_ wizard: HomeWizard, _ zones: [String], _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let fields = [
    Field.text("name", words("home.wizard.school.name"), hint: words("home.wizard.school.name.hint")).focused(),
    Field.cards(
      "kind", words("home.wizard.kind"),
      SchoolKind.allCases.map { kind in  // words: home.kind.*
        Field.Choice(
          kind.rawValue, words("home.kind." + kind.rawValue), text: words("home.kind." + kind.rawValue + ".text"))
      }),
    Field.select(
      "language", words("home.wizard.language"), Language.allCases.map { Field.Choice($0.rawValue, $0.ownName) }),
    Field.select("zone", words("home.wizard.zone"), zones.map { Field.Choice($0, $0) }),
  ]
  let filled = Draft(
    Form([
      "name": wizard.name, "kind": wizard.kind.rawValue, "language": wizard.language.rawValue, "zone": wizard.zone,
    ]), problems: draft.problems)
  return """
    \(errorSummary(filled, fields, scene))\(each: fields, { field($0, filled, scene) })\
    \(acts(scene, back: false, next: words("home.wizard.next"), act: "next"))
    """
}

private func classroomStep(_ wizard: HomeWizard, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let one = Field.text("classroom", words("home.wizard.classroom.name"), hint: words("home.wizard.classroom.hint"))
    .focused()
  let filled = Draft(Form(["classroom": wizard.classroom]), problems: draft.problems)
  return """
    \(errorSummary(filled, [one], scene))\(field(one, filled, scene))\
    \(acts(scene, back: true, next: words("home.wizard.next"), act: "next"))
    """
}

private func studentsStep(_ wizard: HomeWizard, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let rows = wizard.children + [HomeWizard.Child(given: "", family: "")]
  let summary = errorSummary(draft, [Field.text("given", words("home.wizard.given"))], scene)
  return """
    <p>\(words("home.wizard.students.text"))</p>\(summary)\
    \(each: rows.indices, { child(rows[$0], place: $0, isLast: $0 == rows.count - 1, scene) })\
    <div class="cluster">\(button(words("home.wizard.add"), scene, act: "add", kind: "secondary"))</div>\
    \(acts(scene, back: true, next: words("home.wizard.finish"), act: "finish"))
    """
}

private func child(_ child: HomeWizard.Child, place: Int, isLast: Bool, _ scene: Scene) -> HTML {
  let draft = Draft(Form(["given": child.given, "family": child.family]))
  var given = Field.text("given", scene.words("home.wizard.given"), isRequired: false)
  if isLast { given = given.focused() }
  let family = Field.text("family", scene.words("home.wizard.family"), isRequired: false)
  let scope = String(place)
  return fieldRow([field(given, draft, scene, scope: scope), field(family, draft, scene, scope: scope)])
}

/// Enter presses the first submit button of a form, so “next” comes first in the source and last on the screen.
private func acts(_ scene: Scene, back: Bool, next: String, act: String) -> HTML {
  let backButton = back ? button(scene.words("home.wizard.back"), scene, act: "back", kind: "ghost") : ""
  return "<div class=\"split split--reversed\">\(button(next, scene, act: act, kind: "primary"))\(backButton)</div>"
}

private func button(_ label: String, _ scene: Scene, act: String, kind: String) -> HTML {
  "<button class=\"button button--\(kind)\" name=\"act\" value=\"\(act)\">\(label)</button>"
}

/// What other steps hold, kept in the page.
private func carried(_ wizard: HomeWizard) -> HTML {
  var fields = [Form.Field("step", wizard.step.rawValue)]
  if wizard.step != .school {
    fields += [
      Form.Field("name", wizard.name), Form.Field("kind", wizard.kind.rawValue),
      Form.Field("language", wizard.language.rawValue), Form.Field("zone", wizard.zone),
    ]
  }
  if wizard.step != .classroom { fields.append(Form.Field("classroom", wizard.classroom)) }
  if wizard.step != .students {
    for child in wizard.children { fields += [Form.Field("given", child.given), Form.Field("family", child.family)] }
  }
  return hidden(fields)
}
