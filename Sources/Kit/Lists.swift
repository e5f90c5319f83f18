import Base
public import HTML

/// Rows on one quiet surface.
///
/// Each row is a `cell` or another `li`.
@inline(never) public func list(
  _ rows: [HTML], id: String? = nil, label: String? = nil, isPlain: Bool = false, appears: Bool = false
)
  -> HTML
{
  let kind = "list" + (isPlain ? " list--plain" : "") + (appears ? " appear" : "")
  return """
    <ul class="\(kind)" role="list"\(attribute: "id", id)\(attribute: "aria-label", label)>\(each: rows, { $0 })</ul>
    """
}

/// What a row is, besides its words.
public struct CellStyle: Sendable {
  /// Makes the row replaceable by live fragments.
  public var id: String?
  public var isUnread = false
  public var isCurrent = false
  /// Sent, but not yet on the server.
  public var isPending = false
  /// A row one walks through with arrow keys, its marks below the name on phones.
  public var isRegister = false
  /// Whether a row that leads on says so at its end; where something else stands there, it need not.
  public var hasChevron = true
  public init(
    id: String? = nil, isUnread: Bool = false, isCurrent: Bool = false, isPending: Bool = false,
    isRegister: Bool = false, hasChevron: Bool = true
  ) {
    (self.id, self.isUnread, self.isCurrent) = (id, isUnread, isCurrent)
    (self.isPending, self.isRegister, self.hasChevron) = (isPending, isRegister, hasChevron)
  }
}

/// A row: something to look at, a title with a quiet line below, something at the end.
///
/// With a path the whole row is the link in its title, and buttons at the end stay their own.
@inline(never) public func cell(
  _ title: HTML, meta: HTML = "", lead: HTML = "", trail: HTML = "", to path: String? = nil, _ scene: Scene,
  style: CellStyle = CellStyle()
) -> HTML {
  let kind = "cell" + (path == nil ? "" : " cell--link") + (style.isRegister ? " cell--register" : "")
  let words: HTML = path.map { "<a href=\"\(url: $0)\">\(title)</a>" } ?? title
  let before: HTML = lead.isEmpty ? "" : "<span class=\"cell__lead\">\(lead)</span>"
  let below: HTML = meta.isEmpty ? "" : "<div class=\"cell__meta\">\(meta)</div>"
  let onward: HTML = path == nil || !style.hasChevron ? "" : icon("chevron", scene)
  let end: HTML = trail.isEmpty && onward.isEmpty ? "" : "<div class=\"cell__trail\">\(trail)\(onward)</div>"
  return """
    <li class="\(kind)"\(attribute: "id", style.id)\(flag: "data-unread", style.isUnread)\
    \(attribute: "aria-current", style.isCurrent ? "true" : nil)\(attribute: "data-state", style.isPending ? "pending" : nil)\
    \(behaviour: .row, style.isRegister)\(attribute: "tabindex", style.isRegister ? "-1" : nil)>\(before)\
    <div class="cell__body"><span class="cell__title">\(words)</span>\(below)</div>\(end)</li>
    """
}

/// How a card stands out: not at all, flat, or tinted as the one next step.
public enum CardKind: String, Sendable { case usual, flat, tinted }

/// A surface with a title and what belongs together.
///
/// `id` names its title for the ear.
@inline(never) public func card(
  _ title: String? = nil, _ kind: CardKind = .usual, id: String? = nil, head: HTML = "", foot: HTML = "", content: HTML
) -> HTML {
  let names = kind == .usual ? "card" : "card card--" + kind.rawValue
  let titleID = id.map { $0 + "-title" }
  let heading: HTML = title.map { "<h2 class=\"card__title\"\(attribute: "id", titleID)>\($0)</h2>" } ?? ""
  let top: HTML = title == nil && head.isEmpty ? "" : "<div class=\"card__head\">\(heading)\(head)</div>"
  let bottom: HTML = foot.isEmpty ? "" : "<div class=\"card__foot cluster\">\(foot)</div>"
  let inside: HTML = "\(top)\(content)\(bottom)"
  guard title != nil else { return "<div class=\"\(names)\"\(attribute: "id", id)>\(inside)</div>" }
  return """
    <section class="\(names)"\(attribute: "id", id)\(attribute: "aria-labelledby", titleID)>\(inside)</section>
    """
}

/// A card that is one link as a whole.
@inline(never) public func cardLink(_ title: HTML, to path: String, content: HTML = "", _ kind: CardKind = .usual)
  -> HTML
{
  let names = kind == .usual ? "card" : "card card--" + kind.rawValue
  return "<a class=\"\(names)\" href=\"\(url: path)\"><h2 class=\"card__title\">\(title)</h2>\(content)</a>"
}

/// The title of a part of a page, with a link at its end.
@inline(never) public func sectionTitle(_ title: String, link: (label: String, path: String)? = nil) -> HTML {
  let end: HTML = link.map { "<a href=\"\(url: $0.path)\">\($0.label)</a>" } ?? ""
  return "<h2 class=\"section-title\"><span>\(title)</span>\(end)</h2>"
}

/// Things under each other, with room between them.
@inline(never) public func stack(_ parts: [HTML], isTight: Bool = false, isLoose: Bool = false) -> HTML {
  let kind = "stack" + (isTight ? " stack--tight" : "") + (isLoose ? " stack--loose" : "")
  return "<div class=\"\(kind)\">\(each: parts, { $0 })</div>"
}

/// What the page is about, and beside it from 64 rem on what one glances at; on a phone the side follows.
@inline(never) public func columns(_ main: [HTML], side: [HTML]) -> HTML {
  guard !side.isEmpty else { return stack(main, isLoose: true) }
  return """
    <div class="columns"><div class="stack stack--loose">\(each: main, { $0 })</div>\
    <div class="stack stack--loose columns__side">\(each: side, { $0 })</div></div>
    """
}

/// A long page of cards, and before it from 64 rem what they are, by their ids and titles.
@inline(never) public func indexed(_ parts: [(id: String, title: String)], _ scene: Scene, content: HTML) -> HTML {
  """
  <div class="indexed"><nav class="indexed__index" aria-label="\(scene.words("kit.on-this-page"))"><ul role="list">\
  \(each: parts, { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>" })</ul></nav>\
  <div class="indexed__parts">\(content)</div></div>
  """
}

/// Short pieces in one line, with a dot between them; what is empty has none.
@inline(never) public func dotted(_ all: [HTML]) -> HTML {
  let pieces = all.filter { !$0.isEmpty }
  guard let first = pieces.first else { return "" }
  return pieces.dropFirst().reduce(first) { "\($0) · \($1)" }
}

/// Things beside each other, wrapping.
@inline(never) public func cluster(_ parts: [HTML], isBetween: Bool = false, isEnd: Bool = false) -> HTML {
  let kind = "cluster" + (isBetween ? " cluster--between" : "") + (isEnd ? " cluster--end" : "")
  return "<div class=\"\(kind)\">\(each: parts, { $0 })</div>"
}

/// Cards in as many columns as there is room for.
@inline(never) public func grid(_ parts: [HTML], isSmall: Bool = false) -> HTML {
  "<div class=\"\(isSmall ? "grid grid--small" : "grid")\">\(each: parts, { $0 })</div>"
}
