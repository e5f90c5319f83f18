public import Base
public import HTML

/// What the pages of one thing share, as those of a course: a coloured head, and the bar of its pages.
///
/// On the first of them the head is tall: the title, a line of facts, and what one comes for at its end. On those below
/// it is one line, the title is the way back, and the page's own acts stand at its end.
public struct Space: Sendable {
  public let title: String
  public let path: String
  /// One of the eight hues; it means nothing that a word does not say.
  public let hue: Int
  /// Said in one line below the title of the first page.
  public let facts: [HTML]
  /// What stands at the end of the first page's head, before its acts.
  public let end: HTML
  public let bar: [Tab]
  /// At the end of the bar, on every page: what is seldom needed, behind one button.
  public let menu: HTML
  /// Whether the page is the thing's own, and not one of those below.
  public let isFirst: Bool

  public init(
    _ title: String, path: String, hue: Int, facts: [HTML] = [], end: HTML = "", bar: [Tab], menu: HTML = "",
    isFirst: Bool
  ) {
    (self.title, self.path, self.hue, self.facts, self.end) = (title, path, hue & 7, facts, end)
    (self.bar, self.menu, self.isFirst) = (bar, menu, isFirst)
  }

  /// The page's place in the bar.
  var current: Tab? { bar.first { $0.isCurrent } }
}

/// The hue of a thing, one of eight, by its id: it keeps its colour on every page.
public func hue<Thing>(of id: ID<Thing>) -> Int { Int(id.low & 7) }

/// A dot in a thing's colour, beside its name.
@inline(never) public func hueDot<Thing>(_ id: ID<Thing>) -> HTML {
  "<span class=\"hue-dot\" data-hue=\"\(hue(of: id))\" aria-hidden=\"true\"></span>"
}

/// The head, the bar, and the page's own title where neither says it.
func spaceHead(_ space: Space, _ page: Page, _ scene: Scene) -> HTML {
  let acts: HTML = page.actions.isEmpty ? "" : "<div class=\"page__actions\">\(page.actions)</div>"
  let isSaid = page.title == space.current?.title
  let own: HTML =
    space.isFirst ? "" : "<div class=\"\(isSaid ? "visually-hidden" : "space__own")\"><h1>\(page.title)</h1></div>"
  return """
    <div class="space\(space.isFirst ? "" : " space--below")" data-hue="\(space.hue)">\
    <div class="space__head">\(space.isFirst ? firstNames(space, page) : namesBelow(space, page, scene))\
    <div class="space__end">\(when: space.isFirst, space.end)\(acts)</div></div>\
    <div class="space__bar">\(spaceTabs(space, isHere: space.isFirst || isSaid, scene))\(space.menu)</div></div>\(own)
    """
}

private func firstNames(_ space: Space, _ page: Page) -> HTML {
  let facts: HTML =
    space.facts.isEmpty
    ? "" : "<ul class=\"space__facts\" role=\"list\">\(each: space.facts, { "<li>\($0)</li>" })</ul>"
  return "<div class=\"space__names\"><h1>\(page.title)</h1>\(facts)</div>"
}

/// The way back to the first page, and to the page between where there is one.
private func namesBelow(_ space: Space, _ page: Page, _ scene: Scene) -> HTML {
  let between: HTML =
    page.parent.map { "<li><a href=\"\(url: $0.path)\"><bdi>\($0.title)</bdi></a></li>" } ?? ""
  return """
    <nav class="space__names" aria-label="\(scene.words("kit.breadcrumb"))"><ol role="list">\
    <li><a href="\(url: space.path)">\(icon("back", scene, size: .small))<bdi>\(space.title)</bdi></a></li>\(between)</ol></nav>
    """
}

/// - Parameter isHere: whether the page is the tab's own; it may stand below it.
private func spaceTabs(_ space: Space, isHere: Bool, _ scene: Scene) -> HTML {
  let links: HTML = "\(each: space.bar, { tab($0, current: isHere ? "page" : "true", scene) })"
  return "<nav class=\"tabs\" aria-label=\"\(space.title)\">\(links)</nav>"
}
