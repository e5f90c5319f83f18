import Base
import HTML
package import Kit
package import School

/// What a person sees who has signed in and belongs to no school yet: two ways on.
func welcomePage(mayFound: Bool, _ scene: Scene) -> Page {
  let words = scene.words
  let found: HTML =
    mayFound
    ? card(
      words("home.welcome.found"),
      content: """
        <p>\(words("home.welcome.found.text"))</p>\
        \(linkButton(words("home.welcome.found.act"), to: "/welcome/school", .primary, icon: icon("office", scene)))
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
///
/// - Parameter isFresh: whether nothing is chosen yet, so that the browser may say where it is.
package func wizardPage(
  _ wizard: HomeWizard, zones: [String], isFresh: Bool = false, _ draft: Draft, _ scene: Scene
) -> Page {
  let words = scene.words
  let names = HomeWizard.Step.allCases.map { words("home.wizard." + $0.rawValue) }  // words: home.wizard.*
  let current = wizard.step == .school ? 0 : wizard.step == .classroom ? 1 : 2
  let content: HTML =
    switch wizard.step {
    case .school: schoolStep(wizard, zones, isFresh: isFresh, draft, scene)
    case .classroom: classroomStep(wizard, draft, scene)
    case .students: studentsStep(wizard, draft, scene)
    }
  let body: HTML = """
    \(steps(words("home.wizard.steps"), names.map { ($0, "") }, current: current))\
    \(form("/welcome/school", scene, style: FormStyle(draft: wizard.step == .students ? nil : "founding-" + wizard.step.rawValue, isMultipart: true, classes: "form stack"), content: "\(content)\(carried(wizard))"))
    """
  return Page("home.wizard", title: names[current], isPlain: true, body: body)
}

private func schoolStep(
  _ wizard: HomeWizard, _ zones: [String], isFresh: Bool, _ draft: Draft, _ scene: Scene
) -> HTML {
  let words = scene.words
  let name = Field.text("name", words("home.wizard.school.name"), hint: words("home.wizard.school.name.hint")).focused()
  let picture = Field.picture(WizardField.picture, words("schools.picture"), hint: words("schools.picture-hint"))
  let fields = [
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
  let mark: HTML = isFresh ? "<span hidden\(behaviour: .ownZone, "f-zone")></span>" : ""
  return """
    \(enter(wizard, "next"))\(errorSummary(filled, [name, picture] + fields, scene))\(field(name, filled, scene))\
    \(choice(picture, wizard.picture, as: wizard.name, filled, scene))\(each: fields, { field($0, filled, scene) })\
    \(mark)\
    \(acts(scene, back: false, next: words("home.wizard.next"), act: "next"))
    """
}

private func classroomStep(_ wizard: HomeWizard, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let name = Field.text("classroom", words("home.wizard.classroom.name"), hint: words("home.wizard.classroom.hint"))
    .focused()
  let cover = Field.picture(WizardField.cover, words("classrooms.cover"), hint: words("classrooms.cover-hint"))
  let filled = Draft(Form(["classroom": wizard.classroom]), problems: draft.problems)
  return """
    \(enter(wizard, "next"))\(errorSummary(filled, [name, cover], scene))\(field(name, filled, scene))\
    \(choice(cover, wizard.cover, as: wizard.classroom, filled, scene))\
    \(acts(scene, back: true, next: words("home.wizard.next"), act: "next"))
    """
}

private func studentsStep(_ wizard: HomeWizard, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let hasBlank = wizard.hasRoom || wizard.children.isEmpty
  let rows = wizard.children + (hasBlank ? [HomeWizard.Child(given: "", family: "")] : [])
  let fields = rows.indices.flatMap { place in
    [
      Field.text(WizardField.of("given", place), words("home.wizard.given")),
      Field.text(WizardField.of("family", place), words("home.wizard.family")), photoField(place, scene),
    ]
  }
  return """
    \(enter(wizard, "add"))<p>\(words("home.wizard.students.text"))</p>\(errorSummary(draft, fields, scene))\
    \(each: rows.indices, { child(rows[$0], place: $0, isBlank: $0 == wizard.children.count, draft, scene) })\
    <div class="cluster">\(button(words("home.wizard.add"), scene, act: "add", kind: "secondary"))</div>\
    \(acts(scene, back: true, next: words("home.wizard.finish"), act: "finish"))
    """
}

private func child(_ child: HomeWizard.Child, place: Int, isBlank: Bool, _ all: Draft, _ scene: Scene) -> HTML {
  let own = ["given", "family"].flatMap { name in
    all.problems.filter { $0.field == WizardField.of(name, place) }.map { Problem(name, $0.reason) }
  }
  let draft = Draft(Form(["given": child.given, "family": child.family]), problems: own)
  var given = Field.text("given", scene.words("home.wizard.given"))
  if isBlank { given = given.focused() }
  let family = Field.text("family", scene.words("home.wizard.family"), isRequired: false)
  let scope = String(place)
  let names = fieldRow([field(given, draft, scene, scope: scope), field(family, draft, scene, scope: scope)])
  let carried = hidden([Form.Field(WizardField.waiting(WizardField.photo), child.photo?.text ?? "")])
  return """
    <div class="new-child">\(names)\
    \(choice(photoField(place, scene), child.photo, as: child.given, all, scene))\(carried)</div>
    """
}

private func photoField(_ place: Int, _ scene: Scene) -> Field {
  .picture(WizardField.photo(place), scene.words("students.photo"))
}

/// A field for a picture, beside the one that waits.
private func choice(_ one: Field, _ waiting: ID<Photo>?, as name: String, _ draft: Draft, _ scene: Scene) -> HTML {
  guard let waiting else { return field(one, draft, scene) }
  let remove = scene.words("home.wizard.picture.remove")
  return """
    <div class="picture-choice">\
    \(avatar(name, waiting, size: .large, photo: HomeWizard.picturePath(waiting)))\
    <div class="picture-choice__field">\(field(one, draft, scene))\
    <button class="button button--ghost button--small" name="remove" value="\(one.name)">\
    \(icon("trash", scene))\(remove)</button></div></div>
    """
}

/// The button that Enter presses: the first of the form, and nobody's to see, where one that takes a picture out stands
/// before those that lead on.
private func enter(_ wizard: HomeWizard, _ act: String) -> HTML {
  let isNeeded =
    switch wizard.step {
    case .school: wizard.picture != nil
    case .classroom: wizard.cover != nil
    case .students: wizard.children.contains { $0.photo != nil }
    }
  return isNeeded
    ? "<button class=\"visually-hidden\" name=\"act\" value=\"\(act)\" tabindex=\"-1\" aria-hidden=\"true\"></button>"
    : ""
}

/// Enter presses the first submit button of a form, so “next” comes first in the source and last on the screen.
private func acts(_ scene: Scene, back: Bool, next: String, act: String) -> HTML {
  let backButton = back ? button(scene.words("home.wizard.back"), scene, act: "back", kind: "ghost") : ""
  return "<div class=\"split split--reversed\">\(button(next, scene, act: act, kind: "primary"))\(backButton)</div>"
}

private func button(_ label: String, _ scene: Scene, act: String, kind: String) -> HTML {
  "<button class=\"button button--\(kind)\" name=\"act\" value=\"\(act)\">\(label)</button>"
}

/// What other steps hold, kept in the page, and the pictures that wait.
private func carried(_ wizard: HomeWizard) -> HTML {
  var fields = [Form.Field("step", wizard.step.rawValue)]
  if wizard.step != .school {
    fields += [
      Form.Field("name", wizard.name), Form.Field("kind", wizard.kind.rawValue),
      Form.Field("language", wizard.language.rawValue), Form.Field("zone", wizard.zone),
    ]
  }
  if wizard.step != .classroom { fields.append(Form.Field("classroom", wizard.classroom)) }
  for (name, picture) in [(WizardField.picture, wizard.picture), (WizardField.cover, wizard.cover)] {
    if let picture { fields.append(Form.Field(WizardField.waiting(name), picture.text)) }
  }
  if wizard.step != .students {
    for child in wizard.children {
      fields += [
        Form.Field("given", child.given), Form.Field("family", child.family),
        Form.Field(WizardField.waiting(WizardField.photo), child.photo?.text ?? ""),
      ]
    }
  }
  return hidden(fields)
}

extension Behaviour {
  /// The choice of a zone begins with the device's own.
  static let ownZone = Behaviour("zone", on: "data-own-zone")
}
