import Base
import HTML
import Kit
import School

/// What the page of joining knows before anything is sent.
struct JoinData: Sendable {
  struct Invitation: Sendable {
    let school: String
    let role: Role
    /// Whose account waits behind the code, when it is bound to one.
    var person: String?
    /// What that account would be signed in with.
    var identifier: String?
  }
  /// The code as it came in the address, in its groups.
  let code: String
  /// What an open code leads to.
  var invitation: Invitation?
  let isSignedIn: Bool
  /// Why the code leads nowhere: said before anybody fills in a form for it.
  var trouble: Phrase?
}

/// One field for the code; who has no account makes one in the same go, and whose account waits takes it over.
func joinPage(_ data: JoinData, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let greeting: HTML =
    data.invitation.map {
      banner(
        HTML(text: words("members.invited-to", .text($0.school), .key("role." + $0.role.rawValue))), scene, .success)
    } ?? "<p class=\"quiet\">\(words("members.join-text"))</p>"
  let person = data.invitation?.person
  let body: HTML
  if let trouble = data.trouble, draft.form.fields.isEmpty {
    return Page(
      "members.join", title: words("members.join-title"), isPlain: true,
      body: stack([banner(HTML(text: words(trouble)), scene, .warning), otherCodeCards(data, scene), scanSheet(scene)]))
  }
  if data.isSignedIn {
    body = stack([person.map { boundHint($0, scene) } ?? "", joinCard(data, draft, scene)])
  } else if let person {
    body = claimCards(data, person, draft, scene)
  } else {
    body = newcomerCards(data, draft, scene)
  }
  return Page(
    "members.join", title: words("members.join-title"), isPlain: true,
    body: stack([greeting, body, scanSheet(scene)]))
}

/// A code that leads nowhere: another one, or the account that it may have made.
private func otherCodeCards(_ data: JoinData, _ scene: Scene) -> HTML {
  let words = scene.words
  let other = Field.code("code", words("members.code"), hint: words("members.code-hint"), max: 400).focused()
  let form: HTML = """
    <form class="form" method="get" action="/join">\(field(other, Draft(), scene))\
    <div class="form__actions">\(submit(words("members.try-code")))</div></form>
    """
  let signIn: HTML =
    data.isSignedIn
    ? ""
    : card(
      words("members.have-account"),
      content: linkButton(words("members.sign-in"), to: "/sign-in", icon: icon("person", scene)))
  return stack([card(words("members.other-code"), content: form), signIn])
}

/// Somebody is signed in and holds a slip: whose it is must be plain before it is added to the account at hand.
private func boundHint(_ person: String, _ scene: Scene) -> HTML {
  banner(
    HTML(text: scene.words("members.slip-of", .text(person), .text(scene.reader?.name ?? ""))), scene, .warning)
}

/// The account is there; what it lacks is a password.
private func claimCards(_ data: JoinData, _ person: String, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let known = data.invitation?.identifier ?? ""
  let fields: [Field] = [
    .hidden("code", data.code),
    .identifier(words("accounts.identifier"), value: known, hint: words("members.identifier-hint")),
    .password("password", words("accounts.password"), isNew: true, hint: words("accounts.password-hint")),
    .check("terms", words("accounts.agree")),
  ]
  let back = "/join?code=" + data.code
  return stack([
    card(
      words("members.claim-title", .text(person)), id: "claim",
      foot: """
        <a href="/terms">\(words("accounts.terms"))</a><a href="/privacy">\(words("accounts.privacy"))</a>
        """,
      content: """
        <p class="quiet">\(words("members.claim-text"))</p>\
        \(form("/join/claim", fields, draft, scene, submit: words("members.claim")))
        """),
    card(
      words("members.have-account"),
      content: """
        <p class="quiet">\(words("members.claim-instead"))</p>\
        \(linkButton(words("members.sign-in"), to: "/sign-in?next=" + inQuery(back), icon: icon("person", scene)))
        """),
  ])
}

private func codeField(_ data: JoinData, _ scene: Scene) -> Field {
  let field = Field.code(
    "code", scene.words("members.code"), value: data.code, hint: scene.words("members.code-hint"), max: 400)
  return data.code.isEmpty ? field.focused() : field
}

private func joinCard(_ data: JoinData, _ draft: Draft, _ scene: Scene) -> HTML {
  card(
    content: form(
      "/join", [codeField(data, scene)], draft, scene, submit: scene.words("members.join"),
      cancel: (scene.words("kit.cancel"), "/")))
}

/// Signing in comes back here with the code; the form makes the account and joins.
private func newcomerCards(_ data: JoinData, _ draft: Draft, _ scene: Scene) -> HTML {
  let words = scene.words
  let back = data.code.isEmpty ? "/join" : "/join?code=" + data.code
  let fields: [Field] = [
    codeField(data, scene),
    .text("name", words("members.your-name"), autocomplete: "name", max: 80),
    .identifier(words("accounts.identifier"), hint: words("members.identifier-hint")),
    .password("password", words("accounts.password"), isNew: true, hint: words("accounts.password-hint")),
    .check("terms", words("accounts.agree")),
  ]
  return stack([
    card(
      words("members.have-account"),
      content: linkButton(words("members.sign-in"), to: "/sign-in?next=" + inQuery(back), icon: icon("person", scene))),
    card(
      words("members.new-here"),
      foot: """
        <a href="/terms">\(words("accounts.terms"))</a><a href="/privacy">\(words("accounts.privacy"))</a>
        """, content: form("/join/account", fields, draft, scene, submit: words("members.make-account"))),
  ])
}

extension Field {
  /// A username or an e-mail address, as the person likes.
  fileprivate static func identifier(_ label: String, value: String = "", hint: String) -> Field {
    var field = Field(
      "identifier", label, .line(type: "text"), value: value, hint: hint, autocomplete: "username", direction: "ltr",
      max: 254)
    field.autocapitalize = "none"
    return field
  }
}

/// Reads a code with the camera, where the browser can: the button shows itself then (`scan.js`), and what was read
/// goes into the field of the code.
private func scanSheet(_ scene: Scene) -> HTML {
  let words = scene.words
  let opener: HTML = """
    <button type="button" class="button"\(behaviour: .scan, "scan") hidden>\(icon("qr", scene))\(words("members.scan"))</button>
    """
  return opener
    + dialog(
      "scan", words("members.scan-title"), scene,
      content: """
        <div class="dialog__body stack"><video class="scan" data-scan-view muted playsinline></video>\
        <p class="quiet" role="status" data-scan-say data-word-refused="\(words("members.scan-refused"))" \
        data-word-other="\(words("members.scan-other"))">\(words("members.scan-text"))</p></div>
        """)
}

extension Behaviour {
  /// A button that reads a code with the camera.
  static let scan = Behaviour("scan", on: "data-scan")
}
