import Base
import HTML
import Kit

/// What this browser keeps: one page with all that it may have to say, of which `Public/js/thisdevice.js` shows what is so.
///
/// Nothing in it depends on who reads it, so that a device draws the same bytes as the server.
func devicePage(_ scene: Scene) -> Page {
  let words = scene.words
  let parts: [HTML] = [
    "<div class=\"no-js\">\(banner(HTML(text: words("device.no-script")), scene))</div>",
    "<p class=\"quiet js-only\" role=\"status\" data-part=\"looking\">\(words("device.looking"))</p>",
    // whoever comes by the pill comes for what waits, also where there is something to offer
    unable(scene), standings(scene), kept(scene), refusedCard(scene), waitingCard(scene), begunCard(scene),
    offer(scene), filesCard(scene),
  ]
  return Page(
    "devices.this", title: words("device.title"), parent: (words("schools.settings"), "/settings"),
    body: """
      <div class="stack" id="device"\(behaviour: .thisDevice) data-word-as-of="\(words("device.as-of", .text("%s")))" \
      data-word-never="\(words("device.never"))" data-word-why="\(words("device.why", .text("%s")))" \
      data-word-typed="\(words("device.typed", .text("%s")))" data-word-no-words="\(words("device.no-words"))" \
      data-word-low="\(words("device.storage-low", .text("%s")))" data-word-copied="\(words("kit.copied"))">\
      \(each: parts, { $0 })</div>\
      \(kinds(scene))\(entryTemplate(scene))\(fileTemplate(scene))\(forgetDialog(scene))\(lettingDialog(scene))\(leavingDialog(scene))
      """)
}

/// A part that is not shown until the script finds it to be so.
private func part(_ name: String, _ content: HTML) -> HTML { "<div data-part=\"\(name)\" hidden>\(content)</div>" }

/// A button of a script, which knows it by this attribute.
func act(_ label: String, _ kind: ButtonKind = .plain, _ attribute: StaticString = "data-do", does: String) -> HTML {
  """
  <button type="button" class="button\(kind == .plain ? "" : " button--" + kind.rawValue)"\(attribute: attribute, does)>\(label)</button>
  """
}

private func unable(_ scene: Scene) -> HTML {
  let words = scene.words
  // words: device.unable.*
  let whys = ["browser", "server", "line"].map { why -> HTML in
    "<span data-why=\"\(why)\" hidden>\(words("device.unable." + why))</span>"
  }
  return part("unable", banner("\(each: whys, { $0 })", scene, title: words("device.unable")))
}

/// What is the matter with the device, where something is.
private func standings(_ scene: Scene) -> HTML {
  let words = scene.words
  return """
    \(part("failed", banner(HTML(text: words("device.state.failed")), scene, .danger)))\
    \(part("locked", banner(HTML(text: words("device.state.locked")), scene, .warning)))\
    \(part("lapsed", banner(HTML(text: words("device.state.lapsed")), scene, .warning)))\
    \(part("stale", banner(HTML(text: words("device.stale")), scene, .warning)))
    """
}

private func offer(_ scene: Scene) -> HTML {
  let words = scene.words
  let fetching: HTML = """
    <div class="progress" role="status" data-part="keeping" hidden>\
    <progress aria-label="\(words("device.fetching"))"></progress><span>\(words("device.fetching"))</span></div>
    """
  return part(
    "offer",
    card(
      foot: act(words("device.keep"), .primary, does: "keep"),
      content: """
        <div class="stack stack--tight"><p>\(words("device.text"))</p><p class="quiet">\(words("device.whose"))</p>\
        \(fetching)<p role="alert" data-part="keep-failed" hidden>\(words("device.keep-failed"))</p></div>
        """))
}

private func kept(_ scene: Scene) -> HTML {
  let words = scene.words
  return part(
    "kept",
    card(
      words("device.kept"), id: "device-kept",
      foot:
        "\(act(words("device.sync"), .secondary, does: "sync"))\(act(words("device.forget"), .ghost, does: "forget"))",
      content: """
        <div class="stack stack--tight"><p role="status" data-part="as-of"></p>\
        <p class="quiet" data-part="line-off" hidden>\(words("device.line-off"))</p>\
        <p class="quiet" data-part="not-lasting" hidden>\(words("device.not-lasting"))</p>\
        <p data-part="low" hidden></p></div>
        """))
}

private func waitingCard(_ scene: Scene) -> HTML {
  entries(
    "waiting", "<p class=\"quiet\" data-part=\"waiting-none\" hidden>\(scene.words("device.waiting-none"))</p>", scene)
}

private func refusedCard(_ scene: Scene) -> HTML {
  entries("refused", "<p class=\"quiet\">\(scene.words("device.refused-text"))</p>", scene)
}

/// What stands in a form and was never sent, which nobody but its writer can finish.
private func begunCard(_ scene: Scene) -> HTML {
  entries("begun", "<p class=\"quiet\">\(scene.words("device.begun-text"))</p>", scene)
}

/// The files that lie here because somebody asked for them; the script fills the list.
private func filesCard(_ scene: Scene) -> HTML {
  let words = scene.words
  return part(
    "files",
    card(
      words("device.files"), id: "device-files",
      content: """
        <p class="quiet">\(words("device.files-text"))</p>\
        <ul class="list" role="list" data-files aria-labelledby="device-files-title"></ul>
        """))
}

/// What waits, was refused, or was begun, with a word above it; the script fills the list.
private func entries(_ name: String, _ above: HTML, _ scene: Scene) -> HTML {
  // words: device.waiting device.refused device.begun
  part(
    name,
    card(
      scene.words("device." + name), id: "device-" + name,
      content: """
        \(above)<ul class="device-entries" data-entries="\(name)" aria-labelledby="device-\(name)-title"></ul>
        """))
}

extension Behaviour {
  /// Shows how it stands with this browser, and does what its buttons say.
  static let thisDevice = Behaviour("thisdevice", on: "data-this-device")
}
