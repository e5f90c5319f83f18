public import Base
public import HTML

/// A sheet over the page.
///
/// The content brings its own `dialogBody` and `dialogFoot`, in a form or not. Its opener is a link to a page with the
/// same content (`linkButton(…, dialog: id)`), so nothing is lost without scripts.
@inline(never) public func dialog(_ id: String, _ title: String, _ scene: Scene, isTall: Bool = false, content: HTML)
  -> HTML
{
  """
  <dialog class="dialog\(isTall ? " dialog--tall" : "")" id="\(id)" closedby="any" aria-labelledby="\(id)-title">\
  <span class="dialog__grabber" aria-hidden="true"></span>\
  <div class="dialog__head"><h2 class="dialog__title" id="\(id)-title">\(title)</h2>\
  <form method="dialog"><button class="top__button" aria-label="\(scene.words("kit.close"))">\(icon("x", scene))</button>\
  </form></div>\(content)</dialog>
  """
}

/// The place a page opens in over the list it was opened from: rows inside `data-sheet` with this id lead there.
///
/// What it says while the page is on its way, and when it does not come, is in it already.
@inline(never) public func pageSheet(_ id: String, _ title: String, _ scene: Scene) -> HTML {
  dialog(
    id, title, scene, isTall: true,
    content: """
      <div class="dialog__body stack" data-sheet-body></div>\
      <template data-sheet-waiting>\(skeleton(scene))</template>\
      <template data-sheet-failed>\(errorState(scene.words("kit.offline.title"), scene.words("kit.offline.text"), scene))</template>
      """)
}

@inline(never) public func dialogBody(_ content: HTML) -> HTML { "<div class=\"dialog__body stack\">\(content)</div>" }
@inline(never) public func dialogFoot(_ content: HTML) -> HTML { "<div class=\"dialog__foot\">\(content)</div>" }

/// A dialog around one form; the same fields stand on the form's own page.
///
/// The answer to what was wrong is the form again, as a fragment for `formID`.
@inline(never) public func formDialog(
  _ id: String, _ title: String, _ action: String, _ fields: [Field], _ draft: Draft, _ scene: Scene,
  submit label: String
) -> HTML {
  dialog(id, title, scene, content: dialogForm(id, action, fields, draft, scene, submit: label))
}

/// The form inside `formDialog`: what a 422 sends back to replace it.
///
/// Its id is the dialog's with `-form`.
@inline(never) public func dialogForm(
  _ id: String, _ action: String, _ fields: [Field], _ draft: Draft, _ scene: Scene, submit label: String
) -> HTML {
  let drawn: HTML =
    "\(errorSummary(draft, fields, scene, scope: id))\(each: fields, { field($0, draft, scene, scope: id) })"
  return form(
    action, scene, style: FormStyle(id: id + "-form", isLive: true, resets: true, classes: ""),
    content: "\(dialogBody(drawn))\(dialogFoot(submit(label)))")
}

/// A question before what cannot be taken back: the words, the act, and the way out.
///
/// It is a page with its own address, and the same thing as a dialog where scripts run.
public struct Confirmation: Sendable {
  public let title: String, message: String, label: String
  /// Where the act is posted, and what with it.
  public let action: String
  public let fields: [Form.Field]
  /// Where “Cancel” leads on the page of its own.
  public let back: String
  public let kind: ButtonKind

  public init(
    _ title: String, _ message: String, label: String, action: String, fields: [Form.Field] = [], back: String,
    kind: ButtonKind = .destructive
  ) {
    (self.title, self.message, self.label, self.action) = (title, message, label, action)
    (self.fields, self.back, self.kind) = (fields, back, kind)
  }

  /// The dialog; open it by a link to the page with `dialog: id`.
  @inline(never) public func dialog(_ id: String, _ scene: Scene) -> HTML {
    let foot: HTML = "\(button(scene.words("kit.cancel"), command: "close", commandFor: id))\(submit(label, kind))"
    return Kit.dialog(
      id, title, scene,
      content: form(
        action, scene, style: FormStyle(classes: ""),
        content: "\(hidden(fields))\(dialogBody("<p>\(message)</p>"))\(dialogFoot(foot))"))
  }

  /// The same question as a page, for where no script opens the dialog.
  @inline(never) public func page(_ name: String, _ scene: Scene) -> Page {
    let acts: HTML = """
      <p>\(message)</p><div class="form__actions">\(submit(label, kind))\
      \(linkButton(scene.words("kit.cancel"), to: back, .ghost))</div>
      """
    return Page(
      name, title: title, isPlain: true,
      body: card(content: form(action, scene, content: "\(hidden(fields))\(acts)")))
  }
}
