import Base
import HTML

/// What the keys that scripts answer to do, by the names in `Public/js/keys.js`; a test holds the two together.
///
/// Keys that are printed on a control are not here: the help reads them from the page.
enum Shortcuts {
  static let names: [String] = [
    "register.next", "register.previous", "register.first", "register.last", "register.present", "register.absent",
    "register.late", "register.excused", "sheet.up", "sheet.down", "sheet.left", "sheet.right",
    "sheet.page-up", "sheet.page-down", "sheet.first", "sheet.last", "sheet.enter",
    "sheet.edit", "sheet.next", "sheet.cancel", "sheet.clear", "sheet.fill", "sheet.undo",
    "player.play", "player.back", "player.on", "player.slower", "player.faster", "player.mute", "player.full",
    "player.captions", "card.show", "spelling.check", "drawing.redo", "drawing.undo",
    "capture.choose", "scanner.up", "scanner.down", "scanner.left", "scanner.right", "order.up", "order.down",
    "menu.next",
    "menu.previous",
    "menu.close",
    "writing.send",
  ]
}

/// The keys of the page, filled in by the browser, and the switch for those of a single character.
func keysDialog(_ scene: Scene) -> HTML {
  // words: kit.key.*
  let spoken = Shortcuts.names.map {
    "<span data-does=\"\($0)\">\(scene.words("kit.key." + $0))</span>" as HTML
  }
  return dialog(
    "keys", scene.words("kit.keys"), scene,
    content: """
      <div class="dialog__body"><dl class="keys" data-key-list></dl>\
      <template id="key-words">\(each: spoken, { $0 })</template>\(keysSwitch(scene))</div>
      """)
}

private func keysSwitch(_ scene: Scene) -> HTML {
  guard scene.reader != nil, !scene.isOnce else { return "" }
  let (words, isOn) = (scene.words, scene.look.hasKeys)
  return """
    <p class="quiet">\(words(isOn ? "kit.keys-on" : "kit.keys-off"))</p>\
    \(postButton(
      words(isOn ? "kit.keys-turn-off" : "kit.keys-turn-on"), to: "/look", scene,
      fields: [Form.Field("keys", isOn ? "off" : "on"), Form.Field("back", scene.back)]))
    """
}
