package import Base
import HTML
package import Kit
import School

// The phrases of the rules and of the machinery, which no page spells out:
// words: accounts.terms.* accounts.privacy.*

/// Where accounts live.
///
/// Used by the routes and by the pages.
public enum AccountsPaths {
  public static let signIn = "/sign-in"
  public static let signOut = "/sign-out"
  /// The way in as one of the demo's people.
  public static let enterDemo = "/sign-in/as"
  public static let signUp = "/sign-up"
  /// The way to the first account of a new server.
  public static let first = "/first"
  public static let terms = "/terms"
  public static let privacy = "/privacy"
  public static let account = "/account"
  public static let name = "/account/name"
  public static let password = "/account/password"
  public static let language = "/account/language"
  public static let look = "/account/look"
  public static let zone = "/account/zone"
  public static let sessions = "/account/sessions"
  public static let others = "/account/sessions/others/revoke"
  public static let tokens = "/account/tokens"
  /// Posted by the frame around every page.
  public static let anyLanguage = "/language"
  public static let anyAppearance = "/look"
  /// The page of Members for who was given a code.
  public static let join = "/join"
}

// MARK: in

package struct SignInPage: Sendable {
  /// Where to go then.
  let next: String
  let maySignUp: Bool
  /// Whether nobody has an account on this server yet.
  var isNew = false
  /// The demo's people, as whom everybody may enter; nobody on any other server.
  var cards: [DemoCard] = []
  /// Where one goes on without an account; `nil` where there is nothing for guests.
  var guestPath: String?
  let draft: Draft

  package init(
    next: String, maySignUp: Bool, isNew: Bool = false, cards: [DemoCard] = [], guestPath: String? = nil, draft: Draft
  ) {
    (self.next, self.maySignUp, self.isNew, self.cards, self.guestPath, self.draft) = (
      next, maySignUp, isNew, cards, guestPath, draft
    )
  }
}

package func signInPage(_ data: SignInPage, _ scene: Scene) -> Page {
  let words = scene.words
  var identifier = Field.text("identifier", words("accounts.identifier"), autocomplete: "username", max: 254)
  // Where one enters by a card, a keyboard over it would be in the way.
  if data.cards.isEmpty { identifier = identifier.focused() }
  (identifier.direction, identifier.autocapitalize) = ("ltr", "none")
  let fields = [
    identifier, Field.password("password", words("accounts.password")), Field.hidden("next", data.next),
  ]
  let wide = ButtonStyle(isWide: true)
  let signUp: HTML = data.maySignUp ? linkButton(words("accounts.sign-up"), to: AccountsPaths.signUp, style: wide) : ""
  let guest: HTML = data.guestPath.map { linkButton(words("accounts.guest"), to: $0, style: wide) } ?? ""
  let more: HTML = """
    <p class="or">\(words("accounts.or"))</p>\
    \(stack([linkButton(words("accounts.have-code"), to: AccountsPaths.join, style: wide), signUp, guest], isTight: true))
    """
  return Page(
    "accounts.sign-in", title: words("accounts.sign-in"), isPlain: true,
    body: stack([
      "<div class=\"greeting\">\(greetingPicture)<p>\(words("accounts.benefit"))</p></div>",
      data.isNew ? firstAccountNotice(scene) : "", demoEntrances(data.cards, scene),
      card(
        content: """
          \(wholeForm(AccountsPaths.signIn, fields, data.draft, scene, submit: words("accounts.sign-in")))\(more)
          """),
      legalLinks(scene),
    ]))
}

/// A school on a hill in the morning, in the colours of the look; it says nothing that words do not.
private let greetingPicture: HTML = """
  <svg class="greeting__picture" viewBox="0 0 240 72" aria-hidden="true" focusable="false">\
  <circle class="greeting__sun" cx="184" cy="26" r="14"/>\
  <path class="greeting__hill" d="M0 72c30-26 74-34 120-22s84 8 120-10v32Z"/>\
  <path class="greeting__house" d="M92 52V34l28-18 28 18v18Z"/>\
  <path class="greeting__line" d="M86 37l34-22 34 22M114 52V41h12v11M100 39h6M134 39h6M120 15V6h9v5h-9"/></svg>
  """

package func signUpPage(_ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let fields = [
    Field.text("name", words("accounts.name"), autocomplete: "name", max: 80).focused(),
    Field.email("email", words("accounts.email")),
    Field.password("password", words("accounts.password"), isNew: true, hint: words("accounts.password-hint")),
    Field.date("birth", words("accounts.birth"), hint: words("accounts.birth-hint"), to: scene.today),
    Field.check("terms", words("accounts.agree")),
  ]
  return Page(
    "accounts.sign-up", title: words("accounts.sign-up"), isPlain: true,
    body: stack([
      card(
        content: """
          \(wholeForm(AccountsPaths.signUp, fields, draft, scene, submit: words("accounts.sign-up")))\
          <p class="or">\(words("accounts.or"))</p>\
          \(linkButton(words("accounts.sign-in"), to: AccountsPaths.signIn, style: ButtonStyle(isWide: true)))
          """),
      legalLinks(scene),
    ]))
}

/// A form whose one button is as wide as its fields.
func wholeForm(
  _ action: String, _ fields: [Field], _ draft: Draft, _ scene: Scene, submit label: String
) -> HTML {
  form(
    action, scene,
    content: """
      \(errorSummary(draft, fields, scene))\(each: fields, { field($0, draft, scene) })\
      <div class="form__actions">\(submit(label, style: ButtonStyle(isWide: true)))</div>
      """)
}

/// Both can be read before anybody agrees to them.
func legalLinks(_ scene: Scene) -> HTML {
  cluster([
    "<a href=\"\(url: AccountsPaths.terms)\">\(scene.words("accounts.terms"))</a>",
    "<a href=\"\(url: AccountsPaths.privacy)\">\(scene.words("accounts.privacy"))</a>",
  ])
}

// MARK: what one agrees to

package enum Legal: String, Sendable {
  case terms, privacy
  var sections: Int { self == .terms ? 5 : 6 }
}

/// The operator's own words, in Markdown, and the language they are in.
package struct LegalText: Hashable, Sendable {
  let text: String
  let language: Language

  package init(text: String, language: Language) {
    (self.text, self.language) = (text, language)
  }
}

/// - Parameter own: the operator's text, in the place of ours.
package func legalPage(_ legal: Legal, own: LegalText? = nil, _ scene: Scene) -> Page {
  let key = "accounts." + legal.rawValue
  let other: Legal = legal == .terms ? .privacy : .terms
  let path = legal == .terms ? AccountsPaths.privacy : AccountsPaths.terms
  return Page(
    key, title: scene.words(key), isPlain: scene.reader == nil,
    body: card(
      content: """
        <div class="stack">\(own.map { legalText($0) } ?? legalText(legal, scene))\
        <p><a href="\(url: path)">\(scene.words("accounts." + other.rawValue))</a></p></div>
        """))
}

private func legalText(_ own: LegalText) -> HTML {
  let direction = own.language.isRightToLeft ? "rtl" : "ltr"
  return "<div lang=\"\(own.language.rawValue)\" dir=\"\(direction)\">\(markdown(own.text))</div>"
}

private func legalText(_ legal: Legal, _ scene: Scene) -> HTML {
  let key = "accounts." + legal.rawValue
  let parts = (1...legal.sections).map { number -> HTML in
    let section = key + "." + String(number)
    return "<h2>\(scene.words(section + ".title"))</h2><p>\(scene.words(section + ".text"))</p>"
  }
  return """
    <p class="quiet">\(scene.words("accounts.legal-version"))</p>\
    <p>\(scene.words(key + ".0"))</p>\(each: parts, { $0 })
    """
}
