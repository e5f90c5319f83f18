public import Base
public import HTML

/// How a form behaves, besides being sent.
public struct FormStyle: Sendable {
  public var id: String?
  /// Sent without leaving the page; the answer is fragments.
  public var isLive = false
  /// Emptied after it was sent, for the next one.
  public var resets = false
  /// What is typed survives a reload, under this name.
  public var draft: String?
  /// It carries a file.
  public var isMultipart = false
  /// The answer is a file: the button must not turn for ever.
  public var isDownload = false
  public var classes = "form"
  /// What a script of its own does with it.
  public var behaviour: Behaviour?
  public init(
    id: String? = nil, isLive: Bool = false, resets: Bool = false, draft: String? = nil, isMultipart: Bool = false,
    isDownload: Bool = false, classes: String = "form", behaviour: Behaviour? = nil
  ) {
    (self.id, self.isLive, self.resets, self.draft) = (id, isLive, resets, draft)
    (self.isMultipart, self.isDownload, self.classes) = (isMultipart, isDownload, classes)
    self.behaviour = behaviour
  }
}

/// The proof that a form is ours and the id of this one sending.
///
/// Every form that posts carries both.
@inline(never) public func proof(_ scene: Scene) -> HTML {
  let csrf: HTML = scene.csrf.isEmpty ? "" : "<input type=\"hidden\" name=\"csrf\" value=\"\(scene.csrf)\">"
  return "\(csrf)<input type=\"hidden\" name=\"command\" value=\"\(scene.newIdempotencyKey().text)\">"
}

/// A form that posts.
///
/// What is wrong is said by the server in the reader's words, all at once, so the browser's own checks are off.
@inline(never) public func form(_ action: String, _ scene: Scene, style: FormStyle = FormStyle(), content: HTML) -> HTML
{
  """
  <form\(attribute: "id", style.id)\(attribute: "class", style.classes.isEmpty ? nil : style.classes) method="post" \
  action="\(url: action)" novalidate\(attribute: "enctype", style.isMultipart ? "multipart/form-data" : nil)\
  \(flag: "data-live", style.isLive)\(flag: "data-reset", style.resets)\(flag: "data-download", style.isDownload)\
  \(behaviour: .draft, style.draft)\(behaviour: style.behaviour)>\(proof(scene))\(content)</form>
  """
}

/// A whole form: what was wrong, the fields, the button, and the way back.
@inline(never) public func form(
  _ action: String, _ fields: [Field], _ draft: Draft, _ scene: Scene, submit label: String,
  cancel: (label: String, path: String)? = nil, style: FormStyle = FormStyle(), scope: String = ""
) -> HTML {
  let back: HTML = cancel.map { linkButton($0.label, to: $0.path, .ghost) } ?? ""
  return form(
    action, scene, style: style,
    content: """
      \(errorSummary(draft, fields, scene, scope: scope))\(each: fields, { field($0, draft, scene, scope: scope) })\
      <div class="form__actions">\(Kit.submit(label))\(back)</div>
      """)
}

/// A form of one button, for an act that needs no words: mark as read, withdraw an invite.
@inline(never) public func postButton(
  _ label: String, to action: String, _ scene: Scene, fields: [Form.Field] = [], _ kind: ButtonKind = .plain,
  icon: HTML = "", isLive: Bool = false, style: ButtonStyle = ButtonStyle()
) -> HTML {
  form(
    action, scene, style: FormStyle(isLive: isLive, classes: ""),
    content: "\(hidden(fields))\(submit(label, kind, icon: icon, style: style))")
}

/// Fields nobody sees.
@inline(never) public func hidden(_ fields: [Form.Field]) -> HTML {
  "\(each: fields, { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" })"
}

/// Everything that is wrong, on top, each a link to its field.
///
/// Nothing when nothing is wrong.
@inline(never) public func errorSummary(_ draft: Draft, _ fields: [Field], _ scene: Scene, scope: String = "") -> HTML {
  guard !draft.problems.isEmpty else { return "" }
  return """
    <div class="error-summary" role="alert" tabindex="-1"><h2 class="error-summary__title">\(icon("warning", scene))\
    \(scene.words("kit.problems", .count(draft.problems.count)))</h2><ul>\
    \(each: draft.problems, { "<li>\(summaryLine($0, fields, scene, scope))</li>" })</ul></div>
    """
}

private func summaryLine(_ problem: Problem, _ fields: [Field], _ scene: Scene, _ scope: String) -> HTML {
  let reason = scene.words(problem.reason)
  guard let field = fields.first(where: { $0.name == problem.field }) else {
    // A field's key is for programs; to a person it says nothing.
    return HTML(text: reason)
  }
  if case .hidden = field.control { return HTML(text: reason) }
  return "<a href=\"#\(field.id(in: scope))\">\(scene.words("kit.problem", .text(field.label), .text(reason)))</a>"
}
