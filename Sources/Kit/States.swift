import Base
public import HTML

/// Nothing yet: what will appear here, and the button that makes it.
@inline(never) public func emptyState(
  _ symbol: String, _ title: String, _ message: String, _ scene: Scene, action: HTML = "", isSlot: Bool = false
) -> HTML {
  state(isSlot ? "empty empty--slot" : "empty", "empty", icon(symbol, scene, size: .large), title, message, action)
}

/// Nothing left: the work is done, and that is worth a word.
@inline(never) public func nothingLeft(
  _ title: String, _ message: String, _ scene: Scene, action: HTML = "", symbol: String = "check"
)
  -> HTML
{
  state("empty empty--done", "empty", icon(symbol, scene, size: .large), title, message, action)
}

/// It could not be had.
///
/// “Try again” asks for the same page.
@inline(never) public func errorState(_ title: String, _ message: String, _ scene: Scene, retry: String? = nil) -> HTML
{
  let again = linkButton(scene.words("kit.try-again"), to: retry ?? scene.path, icon: icon("refresh", scene))
  return state("error-state", "error-state", icon("warning", scene, size: .large), title, message, again, role: "alert")
}

private func state(
  _ kind: String, _ part: String, _ picture: HTML, _ title: String, _ message: String, _ action: HTML,
  role: String? = nil
) -> HTML {
  let act: HTML = action.isEmpty ? "" : "<div class=\"\(part)__action\">\(action)</div>"
  return """
    <div class="\(kind)"\(attribute: "role", role)><span class="\(part)__icon">\(picture)</span>\
    <h2 class="\(part)__title">\(title)</h2><p class="\(part)__text">\(message)</p>\(act)</div>
    """
}

/// Where a list will be, while it is on its way.
@inline(never) public func skeleton(_ scene: Scene, rows: Int = 5) -> HTML {
  let row: HTML = """
    <div class="cell"><span class="cell__lead"><span class="skeleton skeleton--circle"></span></span>\
    <span class="cell__body"><span class="skeleton skeleton--line"></span>\
    <span class="skeleton skeleton--line skeleton--short"></span></span></div>
    """
  return """
    <p class="visually-hidden" role="status">\(scene.words("kit.loading"))</p>\
    <div class="list" aria-hidden="true">\(each: 0..<rows, { _ in row })</div>
    """
}

/// What stays true about this page.
///
/// For what has just happened there are toasts.
@inline(never) public func banner(
  _ text: HTML, _ scene: Scene, _ tone: Tone = .info, title: String? = nil, action: HTML = ""
) -> HTML {
  let kind = tone == .info ? "banner" : "banner banner--" + tone.rawValue
  let symbol = tone == .warning || tone == .danger ? "warning" : tone == .success ? "check" : "info"
  let strong: HTML = title.map { "<strong>\($0)</strong>" } ?? ""
  let act: HTML = action.isEmpty ? "" : "<div class=\"banner__action\">\(action)</div>"
  return "<div class=\"\(kind)\">\(icon(symbol, scene))<p class=\"banner__text\">\(strong)\(text)</p>\(act)</div>"
}

/// A short word about what was just done, with the way back.
///
/// Stands in `#toasts`; also what the stream appends there.
@inline(never) public func toast(_ toast: Toast, _ scene: Scene) -> HTML {
  // It would lead away from what is shown once.
  let undo: HTML =
    scene.isOnce ? "" : toast.undo.map { undoForm($0.path, $0.fields, isLive: toast.isUndoneInPlace, scene) } ?? ""
  return """
    <div class="toast" data-feedback="success"><p class="toast__text">\(scene.words(toast.phrase))</p>\(undo)\
    <button type="button" class="toast__close js-only" data-dismiss aria-label="\(scene.words("kit.dismiss"))">\
    \(icon("x", scene))</button></div>
    """
}

private func undoForm(_ path: String, _ fields: [Form.Field], isLive: Bool, _ scene: Scene) -> HTML {
  form(
    path, scene, style: FormStyle(isLive: isLive, classes: ""),
    content: "\(hidden(fields))<button class=\"toast__undo\">\(scene.words("kit.undo"))</button>")
}

/// A piece that the live stream, or the answer to a form, puts into a page that is open.
///
/// What it carries is replaced in place where an element of the same id is there already.
@inline(never) public func fragment(_ op: FragmentOp, _ target: String, _ html: HTML = "") -> HTML {
  let scripts = html.scripts.isEmpty ? nil : html.scripts.joined(separator: " ")
  return """
    <template data-op="\(op.rawValue)" data-target="\(target)"\(attribute: "data-scripts", scripts)>\(html)</template>
    """
}

/// What a fragment does to its target.
///
/// `refresh` asks the page that has the target to fetch itself again.
public enum FragmentOp: String, Sendable { case append, prepend, before, after, replace, update, remove, refresh }
