package import Base
import HTML
import Kit
import School

// words: accounts.demo.*

/// One of the demo's people, as the page to sign in on shows them.
package struct DemoCard: Hashable, Sendable {
  package let role: Role, account: ID<Account>, name: String
  let language: Language?

  package init(role: Role, account: ID<Account>, name: String, language: Language?) {
    (self.role, self.account, self.name, self.language) = (role, account, name, language)
  }

  /// Owners and administrators sit in one office.
  var kind: String { role == .owner || role == .admin ? "office" : role.rawValue }
}

/// A teacher, a student, a parent and somebody of the office: of each kind whoever speaks the reader's language, or
/// else the first.
func demoCards(_ all: [DemoCard], _ language: Language) -> [DemoCard] {
  ["teacher", "student", "guardian", "office"].compactMap { kind in
    let fitting = all.filter { $0.kind == kind }
    return fitting.first { $0.language == language } ?? fitting.first
  }
}

/// The ways in that only a demo school has.
func demoEntrances(_ all: [DemoCard], _ scene: Scene) -> HTML {
  let cards = demoCards(all, scene.words.language)
  if cards.isEmpty { return "" }
  return card(
    scene.words("accounts.demo.title"), id: "enter-as",
    content: """
      <p class="quiet">\(scene.words("accounts.demo.hint"))</p>\
      <ul class="visitors">\(each: cards, { "<li>\(entrance($0, scene))</li>" })</ul>
      """)
}

private func entrance(_ card: DemoCard, _ scene: Scene) -> HTML {
  form(
    AccountsPaths.enterDemo, scene, style: FormStyle(classes: ""),
    content: """
      \(hidden([Form.Field("account", card.account.text)]))\
      <button class="visitor visitor--\(card.kind)" type="submit">\(portrait(card.kind))\
      <span class="visitor__body"><span class="visitor__name">\(name(card.name))</span>\
      <span class="visitor__text">\(scene.words("accounts.demo." + card.kind))</span></span></button>
      """)
}

/// Head and shoulders, and what they have with them: a board, a bag, a child, a desk.
private func portrait(_ kind: String) -> HTML {
  let more: HTML =
    switch kind {
    case "teacher": "<path class=\"visitor__thing\" d=\"M40 12h18v14H40zM44 17h10M44 21h6\"/>"
    case "student": "<path class=\"visitor__thing\" d=\"M24 46v18M40 46v18M24 54h16\"/>"
    case "guardian":
      "<circle class=\"visitor__head\" cx=\"48\" cy=\"38\" r=\"6\"/><path class=\"visitor__coat\" d=\"M37 64c0-11 5-17 11-17s11 6 11 17Z\"/>"
    default: "<path class=\"visitor__thing\" d=\"M8 56h48M46 56V44h10v12\"/>"
    }
  return """
    <svg class="visitor__picture" viewBox="0 0 64 64" aria-hidden="true" focusable="false">\
    <circle class="visitor__ground" cx="32" cy="32" r="32"/>\
    <path class="visitor__coat" d="M10 64c0-15 8-24 20-24s20 9 20 24Z"/>\
    <circle class="visitor__head" cx="30" cy="26" r="11"/>\
    <path class="visitor__hair" d="M18 25c0-9 5-14 12-14s12 5 12 13c-4 0-8-2-10-5-3 4-8 6-14 6Z"/>\(more)</svg>
    """
}
