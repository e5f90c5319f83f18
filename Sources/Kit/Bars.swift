import Base
public import HTML

/// The place that this page belongs to: the longest path that leads here.
func currentPlace(_ scene: Scene) -> String? {
  var best: String?
  for place in scene.places where isBelow(scene.path, place.path) {
    if place.path.utf8.count > best?.utf8.count ?? -1 { best = place.path }
  }
  return best
}

private func isBelow(_ path: String, _ place: String) -> Bool {
  path == place || place != "/" && path.hasPrefix(place + "/")
}

func topBar(_ page: Page, _ scene: Scene) -> HTML {
  """
  <header class="top">\(brand(scene))\(switcher(scene))\
  <p class="top__title" aria-hidden="true">\(page.title)</p><div class="top__end">\(devicePill(scene))\(bell(unread: scene.reader?.unread ?? 0, scene))\(meButton(scene))</div></header>
  """
}

/// A dot when anything is unread; the number is for the page behind it.
@inline(never) public func bell(unread count: Int, _ scene: Scene) -> HTML {
  let unread = count > 0
  let label = scene.words(unread ? "kit.notifications-unread" : "kit.notifications")
  return """
    <a class="top__button" id="bell" href="/notifications" aria-label="\(label)"\(flag: "data-dot", unread)>\(icon("bell", scene))</a>
    """
}

/// The dot beside a place in the bars; there, but not seen, when nothing is new.
@inline(never) public func placeDot(_ id: String, _ isOn: Bool, _ scene: Scene) -> HTML {
  let heard: HTML = isOn ? "<span class=\"visually-hidden\">\(scene.words("kit.has-news"))</span>" : ""
  return "<span class=\"place-dot\" id=\"\(id)\"\(flag: "data-on", isOn)>\(heard)</span>"
}

private func dot(_ bar: String, _ place: Place, _ scene: Scene) -> HTML {
  place.dot.map { placeDot(bar + "-dot-" + $0, place.hasNews, scene) } ?? ""
}

private func meButton(_ scene: Scene) -> HTML {
  guard let reader = scene.reader else { return "" }
  return """
    <button type="button" class="top__button" popovertarget="menu-me" aria-label="\(scene.words("kit.your-account"))">\
    \(avatar(reader.name, reader.account, size: .small))</button>
    """
}

func sideBar(_ scene: Scene) -> HTML {
  guard !scene.places.isEmpty else { return "" }
  let here = currentPlace(scene)
  return """
    <nav class="side" aria-label="\(scene.words("kit.main"))">\
    \(each: scene.places.indices, { sideLink(scene.places[$0], $0, here, scene) })</nav>
    """
}

/// The first nine places have the keys 1 to 9, printed on them.
private func sideLink(_ place: Place, _ index: Int, _ here: String?, _ scene: Scene) -> HTML {
  let key = index < 9 ? String(index + 1) : nil
  return """
    <a href="\(url: place.path)"\(attribute: "aria-current", place.path == here ? "page" : nil)\
    \(attribute: "data-key", key)>\(icon(place.icon, scene))\(scene.words(place.key))\(dot("side", place, scene))\(keyMark(key))</a>
    """
}

/// Five places fit a phone; of more, the first four and the way to the rest.
private func tabCount(_ scene: Scene) -> Int { scene.places.count > 5 ? 4 : scene.places.count }

func tabBar(_ scene: Scene) -> HTML {
  guard !scene.places.isEmpty else { return "" }
  let here = currentPlace(scene)
  let shown = scene.places.prefix(tabCount(scene))
  let isElsewhere = here != nil && !shown.contains { $0.path == here }
  let more: HTML =
    shown.count == scene.places.count
    ? ""
    : """
    <button type="button" popovertarget="menu-more"\(attribute: "aria-current", isElsewhere ? "true" : nil)>\
    \(icon("more", scene))<span class="word">\(scene.words("kit.more"))</span>\
    \(each: scene.places.dropFirst(shown.count), { dot("rest", $0, scene) })</button>
    """
  return """
    <nav class="tabbar" data-count="\(shown.count + (more.isEmpty ? 0 : 1))" aria-label="\(scene.words("kit.main"))">\(each: shown, { tabLink($0, here, scene) })\(more)</nav>
    """
}

private func tabLink(_ place: Place, _ here: String?, _ scene: Scene) -> HTML {
  """
  <a href="\(url: place.path)"\(attribute: "aria-current", place.path == here ? "page" : nil)>\
  \(icon(place.icon, scene))<span class="word">\(scene.words(place.key))</span>\(dot("tab", place, scene))</a>
  """
}

func moreMenu(_ scene: Scene) -> HTML {
  let rest = scene.places.dropFirst(tabCount(scene))
  guard !rest.isEmpty else { return "" }
  let here = currentPlace(scene)
  let items = rest.map {
    menuLink(
      scene.words($0.key), to: $0.path, icon: icon($0.icon, scene), trail: dot("more", $0, scene),
      isCurrent: $0.path == here)
  }
  return menu("menu-more", scene.words("kit.more"), items)
}

func accountMenu(_ scene: Scene) -> HTML {
  guard let reader = scene.reader else { return "" }
  let role = reader.school.map { scene.words("role." + $0.role.rawValue) } ?? ""
  return menu(
    "menu-me", scene.words("kit.your-account"),
    [
      menuLink(scene.words("kit.account"), to: "/account", icon: icon("person", scene)),
      keysButton(scene), menuLine,
    ] + (scene.isOnce ? [] : [languageItems(scene), menuLine, schemeItems(scene), menuLine]) + [
      signOutForm(
        scene,
        button: """
          <button class="menu__item menu__item--danger">\(icon("sign-out", scene))\(scene.words("kit.sign-out"))</button>
          """)
    ], title: "<strong><bdi>\(reader.name)</bdi></strong><span>\(role)</span>")
}

private func languageItems(_ scene: Scene) -> HTML {
  languageForm(scene) { name, language in
    menuChoice(
      HTML(text: language.ownName), name: name, value: language.rawValue,
      isCurrent: language == scene.words.language, icon: icon("globe", scene), language: language.rawValue)
  }
}

/// Light, dark, or as the device says.
///
/// The theme itself is chosen on the account's page.
private func schemeItems(_ scene: Scene) -> HTML {
  if scene.isOnce { return "" }
  let buttons = Appearance.Scheme.allCases.map {
    menuChoice(
      HTML(text: scene.words("scheme." + $0.rawValue)), name: "scheme", value: $0.rawValue,
      isCurrent: $0 == scene.look.scheme,
      icon: icon($0 == .light ? "sun" : $0 == .dark ? "moon" : "settings", scene))
  }
  return """
    <form method="post" action="/look">\(proof(scene))<input type="hidden" name="back" value="\(scene.back)">\
    \(each: buttons, { $0 })</form>
    """
}

private func keysButton(_ scene: Scene) -> HTML {
  """
  <button type="button" class="menu__item js-only" command="show-modal" commandfor="keys" data-keys data-key="?">\
  \(icon("keyboard", scene))\(scene.words("kit.keys"))<kbd aria-hidden="true">?</kbd></button>
  """
}
