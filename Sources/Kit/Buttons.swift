public import HTML

/// What a button is for.
///
/// One primary to a page; destructive only for what cannot be undone.
public enum ButtonKind: String, CaseIterable, Sendable { case plain, primary, secondary, destructive, ghost }

/// What else a button may be; everything has a usual value.
public struct ButtonStyle: Sendable {
  public var isWide = false
  public var isSmall = false
  public var isDisabled = false
  /// What it was pressed for is under way; scripts set it, and the page of all components shows it.
  public var isBusy = false
  /// The key that presses it, printed on it: `n`, or a sequence as `g h`.
  public var key: String?
  /// Shown on phones only, or on desks only, or where scripts run: `phone-only`, `desk-only`, `js-only`.
  public var classes = ""
  public init(
    isWide: Bool = false, isSmall: Bool = false, isDisabled: Bool = false, isBusy: Bool = false, key: String? = nil,
    classes: String = ""
  ) {
    (self.isWide, self.isSmall, self.isDisabled, self.isBusy) = (isWide, isSmall, isDisabled, isBusy)
    (self.key, self.classes) = (key, classes)
  }

  func names(_ kind: ButtonKind) -> String {
    var out = "button"
    if kind != .plain { out += " button--" + kind.rawValue }
    if isWide { out += " button--wide" }
    if isSmall { out += " button--small" }
    return classes.isEmpty ? out : out + " " + classes
  }
}

/// Sends the form it stands in.
///
/// A `name` and `value` say which of several was pressed.
@inline(never) public func submit(
  _ label: String, _ kind: ButtonKind = .primary, icon: HTML = "", name: String? = nil, value: String? = nil,
  style: ButtonStyle = ButtonStyle()
) -> HTML {
  """
  <button class="\(style.names(kind))"\(attribute: "name", name)\(attribute: "value", value)\
  \(attribute: "data-key", style.key)\(flag: "disabled", style.isDisabled)>\(icon)\(label)\(keyMark(style.key))</button>
  """
}

/// Does something on the page itself: opens a dialog (`command: "show-modal"`) or a menu (`popover`).
@inline(never) public func button(
  _ label: String, _ kind: ButtonKind = .plain, icon: HTML = "", command: String? = nil, commandFor: String? = nil,
  popover: String? = nil, style: ButtonStyle = ButtonStyle()
) -> HTML {
  """
  <button type="button" class="\(style.names(kind))"\(attribute: "command", command)\(attribute: "commandfor", commandFor)\
  \(attribute: "popovertarget", popover)\(attribute: "data-key", style.key)\(flag: "disabled", style.isDisabled)\
  \(attribute: "aria-busy", style.isBusy ? "true" : nil)>\(icon)\(label)\(keyMark(style.key))</button>
  """
}

/// A link that looks like a button.
///
/// With `dialog` it opens that dialog where scripts run, and the page where not.
@inline(never) public func linkButton(
  _ label: String, to path: String, _ kind: ButtonKind = .plain, icon: HTML = "", dialog: String? = nil,
  style: ButtonStyle = ButtonStyle()
) -> HTML {
  """
  <a class="\(style.names(kind))" href="\(url: path)"\(attribute: "data-dialog", dialog)\
  \(attribute: "data-key", style.key)>\(icon)\(label)\(keyMark(style.key))</a>
  """
}

/// A button with a picture only; `label` is its name for the ear and its hint for the pointer.
@inline(never) public func iconButton(
  _ name: String, _ label: String, _ scene: Scene, kind: ButtonKind = .plain, isSubmit: Bool = false,
  popover: String? = nil, style: ButtonStyle = ButtonStyle()
) -> HTML {
  """
  <button type="\(isSubmit ? "submit" : "button")" class="\(style.names(kind)) button--icon" aria-label="\(label)" \
  title="\(label)"\(attribute: "popovertarget", popover)\(attribute: "data-key", style.key)\
  \(flag: "disabled", style.isDisabled)>\(icon(name, scene))</button>
  """
}

/// A link with a picture only.
@inline(never) public func iconLink(
  _ name: String, _ label: String, to path: String, _ scene: Scene, kind: ButtonKind = .plain,
  style: ButtonStyle = ButtonStyle()
) -> HTML {
  """
  <a class="\(style.names(kind)) button--icon" href="\(url: path)" aria-label="\(label)" title="\(label)"\
  \(attribute: "data-key", style.key)>\(icon(name, scene))</a>
  """
}

/// The one thing made most on this page, floating on a phone.
///
/// The same stands in the page's actions for desks.
@inline(never) public func fab(_ name: String, _ label: String, to path: String, _ scene: Scene, dialog: String? = nil)
  -> HTML
{
  """
  <a class="fab phone-only" href="\(url: path)" aria-label="\(label)"\(attribute: "data-dialog", dialog)>\
  \(icon(name, scene))</a>
  """
}
