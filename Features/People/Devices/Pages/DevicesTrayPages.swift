import Base
import HTML
import Kit

/// What a request was about, by the beginning of its path, in which a star is any one name.
///
/// The first that fits counts.
let requestKinds: [(path: String, kind: String)] = [
  ("/attendance", "attendance"), ("/students/*/absences", "attendance"), ("/messages", "message"), ("/study", "study"),
  ("/observations", "observation"), ("/capture", "observation"), ("/training/checklists", "checklist"),
  ("/training", "training"), ("/quizzes/*/attempts", "quiz"), ("/students/*/tasks", "task"),
  ("/students/*/habits", "habit"), ("/assignments", "work"), ("/lessons", "lesson"),
  ("/classes/*/presentations", "presentation"), ("/classes/*/plan", "presentation"), ("/schedule", "calendar"),
  ("/announcements", "announcement"), ("/notifications", "notification"),
]

/// The words for them, for scripts: the last is for what is none of these.
func kinds(_ scene: Scene) -> HTML {
  // words: device.kind.*
  let known = requestKinds.map { entry -> HTML in
    "<span data-path=\"\(entry.path)\">\(scene.words("device.kind." + entry.kind))</span>"
  }
  return """
    <template data-kinds>\(each: known, { $0 })<span data-path="">\(scene.words("device.kind.other"))</span></template>
    """
}

/// One that waits, was refused or was begun; the script takes out what does not belong to it.
func entryTemplate(_ scene: Scene) -> HTML {
  let words = scene.words
  return """
    <template data-entry><li class="device-entry"><p class="device-entry__head"><strong data-entry-what></strong>\
    <span class="quiet" data-entry-when></span></p><p data-entry-why></p>\
    <p class="device-entry__text" dir="auto" data-entry-text></p>\
    <p class="cluster" data-entry-acts>\(act(words("device.retry"), .secondary, does: "retry"))\
    \(act(words("device.edit"), does: "edit"))\
    \(act(words("kit.copy"), does: "copy"))\(act(words("device.let-go"), .ghost, does: "let-go"))</p></li></template>
    """
}

/// One file that lies here.
func fileTemplate(_ scene: Scene) -> HTML {
  """
  <template data-file-entry>\(cell(
    "<a data-file-link dir=\"auto\"></a>", meta: "<span data-file-size></span>", lead: icon("file", scene),
    trail: """
        <button type="button" class="button button--ghost button--icon" data-do="drop-file" \
        aria-label="\(scene.words("device.file-drop"))">\(icon("x", scene))</button>
        """, scene))</template>
  """
}

func forgetDialog(_ scene: Scene) -> HTML {
  let words = scene.words
  return question(
    "device-forget", words("device.forget-title"), words("device.forget-act"), does: "forget-now", scene,
    """
    <p>\(words("device.forget-text"))</p><p data-part="unsent" hidden></p>\
    \(countedForms("unsent", "device.forget-unsent", scene))
    """)
}

func lettingDialog(_ scene: Scene) -> HTML {
  let words = scene.words
  return question(
    "device-letting", words("device.let-go-title"), words("device.let-go"), does: "let-go-now", scene,
    """
    <p>\(words("device.let-go-text"))</p><p class="device-entry__text" dir="auto" data-letting-text></p>
    """)
}

/// A question before what cannot be taken back; the script does it, where `Confirmation` posts a form.
private func question(
  _ id: String, _ title: String, _ label: String, does way: String, _ scene: Scene, _ content: HTML
) -> HTML {
  let cancel = button(scene.words("kit.cancel"), command: "close", commandFor: id)
  return dialog(
    id, title, scene,
    content: "\(dialogBody(content))\(dialogFoot("\(cancel)\(act(label, .destructive, does: way))"))")
}

/// The question at signing out; `Public/js/leaving.js` brings it from here to whatever page one signs out on.
func leavingDialog(_ scene: Scene) -> HTML {
  let words = scene.words
  return dialog(
    "leaving", words("device.leaving.title"), scene,
    content: """
      \(dialogBody("""
      <p data-leaving-text></p>\
      <fieldset class="device-names"><legend>\(words("device.leaving.named"))</legend>\
      <div data-leaving-names></div></fieldset>\
      <p role="status" data-leaving-note></p>\
      <template data-leaving-name><label class="check"><input type="checkbox">\
      <span class="check__text" dir="auto"></span></label></template>\
      \(countedForms("leaving", "device.leaving.text", scene))\(countedForms("discard", "device.leaving.discard", scene))
      """))\
      \(dialogFoot("""
      \(act(words("device.leaving.stay"), .ghost, "data-leave", does: "stay"))\
      \(act("", .plain, "data-leave", does: "discard"))\
      \(act(words("device.leaving.save"), .secondary, "data-leave", does: "save"))\
      \(act(words("device.leaving.send"), .primary, "data-leave", does: "send"))
      """))\
      <span hidden data-word-sending="\(words("device.leaving.sending"))" \
      data-word-unsent="\(words("device.leaving.unsent"))" data-word-begun="\(words("device.leaving.begun"))"></span>
      """)
}
