import Base
import HTML
package import Kit
import School

/// Where whoever started a new server makes their account; the school comes after it.
package func firstAccountPage(code: String, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let fields = [
    Field.text("name", words("accounts.name"), autocomplete: "name", max: 80).focused(),
    Field.email("email", words("accounts.email")),
    Field.password("password", words("accounts.password"), isNew: true, hint: words("accounts.password-hint")),
    Field.hidden("code", code),
  ]
  return Page(
    "accounts.first", title: words("accounts.first"), isPlain: true,
    body: stack([
      card(
        content: """
          <p>\(words("accounts.first.text"))</p>\
          \(wholeForm(AccountsPaths.first, fields, draft, scene, submit: words("accounts.first.act")))
          """),
      legalLinks(scene),
    ]))
}

/// What a new server says to somebody who cannot have an account yet: who shows them the way.
func firstAccountNotice(_ scene: Scene) -> HTML {
  banner("\(scene.words("accounts.new-server.text"))", scene, .info, title: scene.words("accounts.new-server"))
}
