public import Base
public import HTML

/// One of a row of tabs; each is a page of its own.
public struct Tab: Sendable {
  public let title: String, path: String, isCurrent: Bool, count: Int?
  public init(_ title: String, path: String, isCurrent: Bool, count: Int? = nil) {
    (self.title, self.path, self.isCurrent, self.count) = (title, path, isCurrent, count)
  }
}

@inline(never) public func tabs(_ label: String, _ tabs: [Tab], _ scene: Scene) -> HTML {
  "<nav class=\"tabs\" aria-label=\"\(label)\">\(each: tabs, { tab($0, scene) })</nav>"
}

/// - Parameter current: what the tab that holds says of itself: the page, or that the page stands below it.
func tab(_ tab: Tab, current: String = "page", _ scene: Scene) -> HTML {
  let count: HTML = tab.count.map { " <span class=\"tabs__count\">\(scene.words.number($0))</span>" } ?? ""
  return
    "<a href=\"\(url: tab.path)\"\(attribute: "aria-current", tab.isCurrent ? current : nil)>\(tab.title)\(count)</a>"
}

/// Where this page stands; the last is the page itself.
@inline(never) public func breadcrumb(_ steps: [(title: String, path: String)], here: String, _ scene: Scene) -> HTML {
  """
  <nav class="breadcrumb" aria-label="\(scene.words("kit.breadcrumb"))"><ol>\
  \(each: steps, { "<li><a href=\"\(url: $0.path)\">\(icon("back", scene, size: .small))<bdi>\($0.title)</bdi></a></li>" })\
  <li aria-current="page"><bdi>\(here)</bdi></li></ol></nav>
  """
}

/// On to the next part of a long list and back, by cursors; an end has no link rather than a dead one.
@inline(never) public func pager(_ now: String, previous: String?, next: String?, _ scene: Scene) -> HTML {
  guard previous != nil || next != nil else { return "" }
  let back: HTML =
    previous.map {
      "<a class=\"button button--small\" rel=\"prev\" href=\"\(url: $0)\">\(icon("back", scene))\(scene.words("kit.previous"))</a>"
    } ?? ""
  let on: HTML =
    next.map {
      "<a class=\"button button--small\" rel=\"next\" href=\"\(url: $0)\">\(scene.words("kit.next"))\(icon("forward", scene))</a>"
    } ?? ""
  return """
    <nav class="pager" aria-label="\(scene.words("kit.pages"))"><span class="pager__now">\(now)</span>\
    <span class="pager__links">\(back)\(on)</span></nav>
    """
}

/// Where one is in a wizard: the steps before `current` are done and lead back, if they have a path.
@inline(never) public func steps(_ label: String, _ steps: [(title: String, path: String)], current: Int) -> HTML {
  "<ol class=\"steps\" role=\"list\" aria-label=\"\(label)\">\(each: steps.indices, { step(steps[$0], $0, current) })</ol>"
}

private func step(_ step: (title: String, path: String), _ place: Int, _ current: Int) -> HTML {
  if place < current {
    return step.path.isEmpty
      ? "<li data-done><span class=\"steps__word\">\(step.title)</span></li>"
      : "<li data-done><a class=\"steps__word\" href=\"\(url: step.path)\">\(step.title)</a></li>"
  }
  let here = place == current ? "step" : nil
  return "<li\(attribute: "aria-current", here)><span class=\"steps__word\">\(step.title)</span></li>"
}

/// A link that sifts the list below; the one that holds is marked.
@inline(never) public func chip(_ title: String, to path: String, isCurrent: Bool) -> HTML {
  "<a class=\"chip\" href=\"\(url: path)\"\(attribute: "aria-current", isCurrent ? "true" : nil)>\(title)</a>"
}

/// Finds in the list below as one types; Enter works without scripts.
///
/// `results` is the id of what is replaced, and the answer must hold the same id.
@inline(never) public func searchField(
  _ label: String, value: String, results: String, _ scene: Scene, action: String? = nil, name: String = "q",
  kept: [Form.Field] = [], keeps: String? = nil, end: HTML = ""
) -> HTML {
  let path = action ?? scene.path
  let far: HTML = end.isEmpty ? "" : "<div class=\"toolbar__end\">\(end)</div>"
  return """
    <form role="search" method="get" action="\(url: path)"\(behaviour: .search) data-results="\(results)"\
    \(attribute: "data-keep", keeps) class="toolbar">\
    \(hidden(kept))<div class="search">\(icon("search", scene))\
    <input class="search__input" type="search" name="\(name)" value="\(value)" placeholder="\(label)" \
    aria-label="\(label)" autocomplete="off" enterkeyhint="search" dir="auto" data-key="s">\
    <a class="search__clear" href="\(url: path)" aria-label="\(scene.words("kit.clear"))">\(icon("x", scene))</a>\
    </div>\(far)</form>
    """
}

/// What can be done with the list below it.
@inline(never) public func toolbar(_ start: HTML, end: HTML = "") -> HTML {
  let far: HTML = end.isEmpty ? "" : "<div class=\"toolbar__end\">\(end)</div>"
  return "<div class=\"toolbar\">\(start)\(far)</div>"
}

@inline(never) public func chips(_ chips: [HTML]) -> HTML { "<div class=\"chips\">\(each: chips, { $0 })</div>" }

/// Text as the value of an address's query; slashes may stay there, and paths are read more easily with them.
public func inQuery(_ text: String) -> String {
  var out: [UInt8] = []
  for byte in text.utf8 {
    let isPlain =
      byte >= 48 && byte <= 57 || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122 || byte == 45 || byte == 47
    if isPlain { out.append(byte) } else { out += [37, hexDigit(byte >> 4), hexDigit(byte & 15)] }
  }
  return String(decoding: out, as: UTF8.self)
}
