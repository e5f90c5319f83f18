import Base
import Foundation
import HTML
import Testing

@testable import Kit

/// The keys that scripts answer to stand in one table, which the scripts ask and the help lists.
@Suite struct `Keys` {
  let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Public/js")

  private func table() throws -> [String] {
    try String(contentsOf: scripts.appending(path: "keys.js"), encoding: .utf8)
      .matches(of: /"([a-z]+\.[a-z-]+)": \[/).map { String($0.1) }
  }

  @Test func `every key of the scripts has its words in the help, and no other`() throws {
    let known = try table()
    #expect(known.count > 30 && Set(known) == Set(Shortcuts.names) && known.count == Shortcuts.names.count)
    for language in Language.allCases {
      let html = keysDialog(scene(language)).string
      for name in known { #expect(html.contains("data-does=\"\(name)\">" + words(language)("kit.key." + name) + "<")) }
    }
  }

  @Test func `no script answers to a key that is not in the table`() throws {
    let key = /Key[A-Z]\b|Arrow(Up|Down|Left|Right)|Page(Up|Down)|"(Home|End|Enter|Escape|Tab|Delete|Backspace|F\d+)"/
    for file in try FileManager.default.contentsOfDirectory(at: scripts, includingPropertiesForKeys: nil)
    where file.pathExtension == "js" && file.lastPathComponent != "keys.js" {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.matches(of: key).isEmpty, "\(file.lastPathComponent)")
      let asked = text.matches(of: /pressed\(event, "([a-z]+)"\)/).map { String($0.1) }
      for place in asked { #expect(try table().contains { $0.hasPrefix(place + ".") }, "\(place)") }
      #expect(!text.contains("\"keydown\"") || !asked.isEmpty, "\(file.lastPathComponent) reads keys by itself")
    }
  }

  @Test func `the switch says how it stands and goes the other way`() {
    for (isOn, goes) in [(true, "off"), (false, "on")] {
      var scene = scene()
      scene.look.hasKeys = isOn
      let html = keysDialog(scene).string
      #expect(html.contains("action=\"/look\"") && html.contains("name=\"keys\" value=\"\(goes)\""))
      let page = frame(page(), scene).string
      #expect(page.contains("data-keys=\"off\"") == !isOn && page.contains("data-keys data-key=\"?\""))
    }
  }
}
