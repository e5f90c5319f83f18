public import Base
public import HTML

/// What opens beside a button: under it, or from the bottom of a phone.
///
/// Needs no script. Open it with a button whose `popover` is this id.
@inline(never) public func menu(_ id: String, _ label: String, _ items: [HTML], title: HTML = "") -> HTML {
  let head: HTML = title.isEmpty ? "" : "<div class=\"menu__title\">\(title)</div><hr>"
  return """
    <div class="menu" id="\(id)" popover role="group" aria-label="\(label)">\(head)\(each: items, { $0 })</div>
    """
}

/// A line between the items of a menu.
public let menuLine: HTML = "<hr>"

@inline(never) public func menuLink(
  _ label: String, to path: String, icon: HTML = "", trail: HTML = "", isCurrent: Bool = false, isDanger: Bool = false
) -> HTML {
  let kind = isDanger ? "menu__item menu__item--danger" : "menu__item"
  return """
    <a class="\(kind)" href="\(url: path)"\(attribute: "aria-current", isCurrent ? "page" : nil)>\(icon)\(label)\(trail)</a>
    """
}

/// An item that does something: a form of one button.
@inline(never) public func menuAct(
  _ label: String, to action: String, _ scene: Scene, fields: [Form.Field] = [], icon: HTML = "", isDanger: Bool = false
) -> HTML {
  let kind = isDanger ? "menu__item menu__item--danger" : "menu__item"
  return form(
    action, scene, style: FormStyle(classes: ""),
    content: "\(hidden(fields))<button class=\"\(kind)\">\(icon)\(label)</button>")
}

/// One of several, chosen by pressing it; the one that holds is marked.
func menuChoice(_ label: HTML, name: String, value: String, isCurrent: Bool, icon: HTML = "", language: String? = nil)
  -> HTML
{
  """
  <button class="menu__item" name="\(name)" value="\(value)"\(attribute: "lang", language)\
  \(attribute: "aria-current", isCurrent ? "true" : nil)>\(icon)\(label)</button>
  """
}

/// The sign-out form; every tab of the browser follows.
func signOutForm(_ scene: Scene, button: HTML) -> HTML {
  """
  <form method="post" action="/sign-out" data-sign-out data-word-later="\(scene.words("kit.signed-out-later"))">\
  \(proof(scene))\(button)</form>
  """
}

/// A choice of language that posts to `/language` and comes back here, and nothing where there is no coming back.
///
/// A page that a refused form came back on is had again by sending the same with `speak`.
///
/// - Parameter button: what one chooses with, by the name it is sent under.
func languageForm(_ scene: Scene, classes: String? = nil, _ button: (_ name: String, Language) -> HTML) -> HTML {
  if scene.isOnce { return "" }
  let (action, name) = scene.refused.map { ($0.action, "speak") } ?? ("/language", "language")
  let kept = scene.refused.map { hidden($0.fields) } ?? hidden([Form.Field("back", scene.back)])
  return """
    <form\(attribute: "class", classes) method="post" action="\(url: action)">\(proof(scene))\(kept)\
    \(each: Language.allCases, { button(name, $0) })</form>
    """
}

/// Which school one is in.
///
/// With one school it is a plain link; with more, a button that opens their menu.
@inline(never) public func switcher(_ scene: Scene) -> HTML {
  guard let reader = scene.reader, let school = reader.school else { return "" }
  let picture = reader.schools.first { $0.id == school.id }?.picture
  let sign: HTML =
    picture.map { "<img src=\"\(url: $0)\" alt=\"\" width=\"28\" height=\"28\">" } ?? "\(String(school.name.prefix(1)))"
  let mark: HTML = "<span class=\"switcher__mark\" aria-hidden=\"true\">\(sign)</span>"
  let words: HTML = "\(mark)<span class=\"switcher__name\"><bdi>\(school.name)</bdi></span>"
  guard reader.schools.count > 1 else { return "<a class=\"switcher\" href=\"/\">\(words)</a>" }
  return """
    <button type="button" class="switcher" popovertarget="menu-schools" \
    aria-label="\(scene.words("kit.school-named", .text(school.name)))">\(words)\(icon("chevron-down", scene, size: .small))\
    </button>
    """
}

/// The menu of the switcher: one form, a button for each school.
func schoolsMenu(_ scene: Scene) -> HTML {
  guard let reader = scene.reader, reader.schools.count > 1 else { return "" }
  let buttons = reader.schools.map {
    menuChoice(
      "<span><bdi>\($0.name)</bdi></span><span class=\"menu__trail quiet\">\(scene.words("role." + $0.role.rawValue))</span>",
      name: "school", value: $0.id.text, isCurrent: $0.id == reader.school?.id, icon: icon("office", scene))
  }
  let form: HTML = "<form method=\"post\" action=\"/switch\">\(proof(scene))\(each: buttons, { $0 })</form>"
  return menu("menu-schools", scene.words("kit.schools"), [form])
}
