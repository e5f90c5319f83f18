public import Base
import HTML

/// The page that says no: the same header, a sentence, and a way on.
@inline(never) public func refusalPage(_ refusal: Refusal, _ scene: Scene) -> Page {
  var message = scene.words("refusal." + refusal.code + ".text")
  switch refusal {
  case .notAllowed(let reason), .conflict(let reason): message = scene.words(reason)
  case .tooLarge(let problem): message = scene.words(problem.reason)
  case .tooMany(let seconds): message = scene.words("refusal.too-many.text", .count(max(1, (seconds + 59) / 60)))
  case .invalid(let problems):
    if let first = problems.first, problems.count == 1 { message = scene.words(first.reason) }
  case .notFound, .stale, .full, .lost, .unavailable: break
  }
  return page(refusal.code, message, scene)
}

/// The page for a mistake of ours.
///
/// `trace` is what the office can tell us to find it by.
@inline(never) public func failurePage(_ scene: Scene, trace: String = "") -> Page {
  page("500", scene.words("refusal.500.text"), scene, trace: trace)
}

/// The page for what was sent after the session had ended: the way to sign in, and from there back to `back`.
@inline(never) public func signInPage(back: String, _ scene: Scene) -> Page {
  let way = linkButton(
    scene.words("kit.sign-in"), to: "/sign-in?next=" + inQuery(back), .primary, icon: icon("key", scene))
  return page("sign-in", scene.words("refusal.sign-in.text"), scene, way: way)
}

private func page(_ code: String, _ message: String, _ scene: Scene, trace: String = "", way: HTML? = nil) -> Page {
  let title = scene.words("refusal." + code + ".title")
  let retries = code == "stale" || code == "unavailable" || code == "full" || code == "500" || code == "too-many"
  let again: HTML =
    retries
    ? linkButton(scene.words("kit.try-again"), to: scene.path, .primary, icon: icon("refresh", scene)) : ""
  let home = linkButton(scene.words("kit.home"), to: "/", retries ? .plain : .primary, icon: icon("home", scene))
  // Nothing is wrong where something is not, or no longer: that needs no warning, only the ways from here.
  let isCalm = code == "not-found" || code == "sign-in"
  let back: HTML =
    code == "not-found"
    ? """
    <button type="button" class="button button--secondary js-only" data-back hidden>\(icon("back", scene))\(scene.words("kit.back"))</button>
    """ : ""
  let sign = icon(code == "not-found" ? "search" : code == "sign-in" ? "key" : "warning", scene, size: .large)
  let detail: HTML =
    trace.isEmpty ? "" : "<p class=\"error-state__detail\">\(scene.words("kit.trace", .text(trace)))</p>"
  return Page(
    "kit.refusal." + code, title: title,
    body: """
      <div class="error-state\(isCalm ? " error-state--calm" : "")"><span class="error-state__icon">\(sign)</span>\
      <p class="error-state__text">\(message)</p>\(detail)<div class="error-state__action">\(way ?? again + home + back)</div></div>
      """)
}
