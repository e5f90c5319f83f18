package import Base
package import HTML
package import Kit
package import School

/// A slip of paper for one person: the one time its code is shown.
package struct Slip: Sendable {
  package let id: ID<Invite>
  package let name: String
  package let role: Role
  package let code: String
  /// Of a student: the school's own number, and the classes of today.
  package var number: String?
  package var classes: [String] = []

  package init(id: ID<Invite>, name: String, role: Role, code: String, number: String?, classes: [String] = []) {
    (self.id, self.name, self.role, self.code, self.number, self.classes) = (id, name, role, code, number, classes)
  }
}

/// Who has never signed in.
struct AccessData: Sendable {
  struct Group: Sendable {
    let role: Role
    let count: Int
    /// Those of them who hold a slip.
    let held: Int
  }
  let groups: [Group]
  let classes: [(id: ID<Classroom>, name: String)]
  let invites: Int
}

/// Slips that have just been made, ready for the printer.
package struct SlipsData: Sendable {
  let slips: [(slip: Slip, qr: HTML)]
  let school: String
  /// Where one types the code: the address of the page of joining.
  let address: String
  /// Who is still without a slip, because a sheet holds only so many.
  let left: Int
  let until: Instant
  /// The language of the school: the office prints in its own, and the slips go home.
  let language: Language
  /// The form that makes the next sheet.
  let again: [Form.Field]

  package init(
    slips: [(slip: Slip, qr: HTML)], school: String, address: String, left: Int, until: Instant, language: Language,
    again: [Form.Field]
  ) {
    (self.slips, self.school, self.address, self.left, self.until, self.language, self.again) = (
      slips, school, address, left, until, language, again
    )
  }
}

/// Slips for a class, for a role, for everybody who has never signed in.
func accessPage(_ data: AccessData, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let waiting = data.groups.map { $0.count }.reduce(0, +)
  let body: HTML =
    waiting == 0 && data.classes.isEmpty
    ? nothingLeft(words("members.all-in"), words("members.all-in-text"), scene)
    : stack([groupCard(data, draft, scene), classCard(data, draft, scene)])
  return Page(
    "members.access", title: words("members.access"), parent: (words("members.title"), "/members"),
    body: """
      <div class="stack">\(memberTabs(.access, invites: data.invites, scene))\
      <p class="quiet measure">\(words("members.access-text"))</p>\(body)</div>
      """)
}

private func groupCard(_ data: AccessData, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.groups.isEmpty else { return "" }
  let everybody = data.groups.map { $0.count }.reduce(0, +)
  let choices =
    [Field.Choice("everybody", words("members.everybody-waiting", .count(everybody)))]
    + data.groups.map {
      Field.Choice(
        $0.role.rawValue,
        words("members.role-waiting", .key("role." + $0.role.rawValue), .text(words.number($0.count))))
    }
  let held = data.groups.map { $0.held }.reduce(0, +)
  let fields: [Field] = [
    .select("group", words("members.for-whom"), choices, value: "everybody"), daysField(scene),
    .check("again", words("members.again"), hint: words("members.again-hint", .count(held))),
  ]
  return card(
    words("members.by-group"), id: "by-group",
    content: form(
      "/members/access", fields, draft["group"] == nil ? Draft() : draft, scene, submit: words("members.make-slips"),
      scope: "group"))
}

private func classCard(_ data: AccessData, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  guard !data.classes.isEmpty else { return "" }
  let fields: [Field] = [
    .select("classroom", words("members.class"), data.classes.map { Field.Choice($0.id.text, $0.name) }),
    daysField(scene), .hidden("again", "1"),
  ]
  return card(
    words("members.by-class"), id: "by-class",
    content: """
      <p class="quiet">\(words("members.by-class-text"))</p>\
      \(form("/members/access", fields, draft["classroom"] == nil ? Draft() : draft, scene, submit: words("members.make-slips"), scope: "class"))
      """)
}

private func daysField(_ scene: Scene) -> Field {
  .select(
    "days", scene.words("members.days"),
    CreateInvite.lifetimes.map { Field.Choice(String($0), scene.words("members.days-count", .count($0))) },
    value: "30")
}

/// A sheet to print and cut: name, QR and code for each.
package func slipsPage(_ data: SlipsData, _ scene: Scene) -> Page {
  let words = scene.words
  guard !data.slips.isEmpty else {
    return Page(
      "members.slips", title: words("members.slips"), parent: (words("members.access"), "/members/access"),
      body: banner(HTML(text: words("members.slips-before")), scene, .warning))
  }
  let next: HTML =
    data.left == 0
    ? ""
    : form(
      "/members/access", scene, style: FormStyle(classes: "no-print"),
      content: """
        \(hidden(data.again))\(submit(words("members.next-slips", .count(data.left)), .secondary))
        """)
  let print: HTML = """
    <button type="button" class="button button--primary js-only"\(behaviour: .print) data-key="p">\(icon("print", scene))\
    \(words("members.print"))<kbd aria-hidden="true">p</kbd></button>
    """
  return Page(
    "members.slips", title: words("members.slips-count", .count(data.slips.count)), actions: print,
    parent: (words("members.access"), "/members/access"),
    body: """
      <div class="stack"><div class="no-print">\(banner(HTML(text: words("members.slips-once")), scene))</div>\
      <ul class="slips" role="list">\(each: data.slips, { slip($0.slip, $0.qr, data, scene) })</ul>\(next)</div>
      """)
}

private func slip(_ slip: Slip, _ qr: HTML, _ data: SlipsData, _ reader: Scene) -> HTML {
  var scene = reader
  scene.words = reader.words.speaking(data.language)
  let words = scene.words
  let number = slip.number.map { words("members.slip-number", .text($0)) }
  let place = (slip.classes + [number].compactMap { $0 }).joined(separator: " · ")
  let placed: HTML = place.isEmpty ? "" : "<p class=\"slip__place\">\(name(place))</p>"
  return """
    <li class="slip" id="slip-\(slip.id.text)" lang="\(data.language.rawValue)" dir="\(data.language.direction)">\
    <div class="slip__qr">\(qr)</div><div class="slip__body">\
    <h2 class="slip__name">\(name(slip.name))</h2>\(placed)\
    <p class="slip__meta">\(words("role." + slip.role.rawValue)) · \(name(data.school))</p>\
    <p class="slip__how">\(words("members.slip-how"))</p>\
    <p class="slip__how" dir="ltr">\(data.address)</p><p class="slip__code" dir="ltr">\(slip.code)</p>\
    <p class="slip__how">\(words("members.until")) \(time(data.until, scene))</p></div></li>
    """
}

/// On a member's page: that they have never signed in, and the button that lets them.
func accessCard(_ access: MemberAccessState, _ account: ID<Account>, _ scene: Scene) -> HTML {
  let words = scene.words
  let state: HTML =
    switch access {
    case .never: HTML(text: words("members.never-in"))
    case .waiting(let until): "\(words("members.slip-out")) \(time(until, scene))"
    }
  return card(
    words("members.sign-in-of"), id: "access",
    content: """
      <p class="quiet">\(state)</p>\
      \(postButton(words("members.give-access"), to: "/members/access", scene, fields: [Form.Field("account", account.text), Form.Field("days", "30")], .secondary, icon: icon("qr", scene)))
      """)
}

/// What the office knows of somebody who has never signed in.
enum MemberAccessState: Hashable, Sendable {
  /// No slip is out.
  case never
  /// A slip is out, and can be used until then.
  case waiting(until: Instant)
}
