import Base
import HTML
import Kit
import School

/// What the page of joining knows before anything is sent.
struct JoinData: Sendable {
  /// The code as it came in the address, in its groups.
  let code: String
  /// What an open code leads to.
  let invitation: (school: String, role: Role)?
  let isSignedIn: Bool
}

/// One field for the code; who has no account makes one in the same go.
func joinPage(_ data: JoinData, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let greeting: HTML =
    data.invitation.map {
      banner(
        HTML(text: words("members.invited-to", .text($0.school), .key("role." + $0.role.rawValue))), scene, .success)
    } ?? "<p class=\"quiet\">\(words("members.join-text"))</p>"
  let body = data.isSignedIn ? joinCard(data, draft, scene) : newcomerCards(data, draft, scene)
  return Page(
    "members.join", title: words("members.join-title"), isPlain: true, body: stack([greeting, body]))
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
  fileprivate static func identifier(_ label: String, hint: String) -> Field {
    var field = Field(
      "identifier", label, .line(type: "text"), hint: hint, autocomplete: "username", direction: "ltr", max: 254)
    field.autocapitalize = "none"
    return field
  }
}
