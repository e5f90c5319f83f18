import Base
import Foundation
import HTML
import Kit
import Testing

/// The parts of a document that a machine can hold against each other, without a browser.
private struct Outline {
  var ids: [String] = []
  var names: Set<String> = []
  var targets: [String] = []
  var unclosed: [String] = []
  var stray: [String] = []
  static let void: Set<String> = ["meta", "link", "input", "hr", "br", "img", "!doctype"]

  init(_ html: String) {
    for match in html.matches(of: /<(\/?)([!a-zA-Z][\w-]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*(\/?)>/) {
      let (closing, tag, attributes, own) = (!match.1.isEmpty, String(match.2), String(match.3), !match.4.isEmpty)
      names.insert(tag)
      for attribute in attributes.matches(of: /([\w-]+)="([^"]*)"/) {
        if attribute.1 == "id" { ids.append(String(attribute.2)) }
        if ["for", "popovertarget", "commandfor", "data-dialog", "aria-labelledby", "data-copy", "data-results"]
          .contains(attribute.1)
        {
          targets.append(String(attribute.2))
        }
        if attribute.1 == "aria-describedby" { targets += attribute.2.split(separator: " ").map(String.init) }
        if attribute.1 == "href", attribute.2.hasPrefix("#") { targets.append(String(attribute.2.dropFirst())) }
      }
      if Outline.void.contains(tag) || own { continue }
      if !closing {
        unclosed.append(tag)
      } else if unclosed.last == tag {
        unclosed.removeLast()
      } else {
        stray.append(tag)
      }
    }
  }
}

@Suite struct `The page of every component` {
  @Test(arguments: Language.allCases)
  func `is whole: tags closed, ids once, every reference found, every word said`(language: Language) {
    let html = frame(kitPage(scene(language)), scene(language)).string
    let outline = Outline(html)
    #expect(outline.unclosed.isEmpty && outline.stray.isEmpty, "\(outline.unclosed) \(outline.stray)")
    let doubled = Dictionary(grouping: outline.ids) { $0 }.filter { $0.value.count > 1 }.keys
    #expect(doubled.isEmpty, "\(doubled)")
    #expect(Set(outline.targets).subtracting(outline.ids) == [])
    #expect(
      html.matches(of: /\b(?:kit|form|role|scheme|theme|date|number|refusal)\.[a-z][a-z.-]+\b/).map { String($0.0) }
        == ["kit.page"])
  }
  @Test func `shows a button that is at work, and what features add`() {
    let html = frame(kitPage(scene(), more: "<section id=\"kit-more\"></section>"), scene()).string
    #expect(html.times("class=\"button button--primary\" aria-busy=\"true\"") == 1)
    #expect(html.contains("<section id=\"kit-more\">"))
  }
  @Test func `keeps the hostile name a name`() {
    let html = frame(kitPage(scene()), scene()).string
    #expect(!html.contains("<b>Bobby") && html.contains("&lt;/script&gt;&lt;b&gt;Bobby&lt;/b&gt;"))
  }
  @Test func `needs no inline script or style`() {
    let html = frame(kitPage(scene()), scene()).string
    #expect(!html.contains("style=\"") && html.matches(of: /\son[a-z]+=/).isEmpty)
    #expect(
      html.times("<script") > 1
        && html.times("<script") == html.matches(of: /<script type="module" src="[^"]+"><\/script>/).count)
  }
  @Test func `uses only symbols that exist`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Public/icons.svg")
    let symbols = Set(
      try String(contentsOf: file, encoding: .utf8).matches(of: /<symbol id="([\w-]+)"/).map { String($0.1) })
    let used = Set(
      frame(kitPage(scene()), scene(unread: 1)).string.matches(of: /icons\.svg#([\w-]+)/).map { String($0.1) })
    #expect(used.subtracting(symbols) == [])
  }
  @Test func `uses only classes that the styles know`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Public/css")
    var css = ""
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "css" {
      css += try String(contentsOf: file, encoding: .utf8)
    }
    let known = Set(css.matches(of: /\.([a-z][\w-]*)/).map { String($0.1) })
    let html = frame(kitPage(scene()), scene(schools: [school(1, "A"), school(2, "B")])).string
    let used = Set(html.matches(of: /\sclass="([^"]*)"/).flatMap { $0.1.split(separator: " ").map(String.init) })
    // A plain state of a thing may need no rule of its own.
    #expect(used.subtracting(known).subtracting(["keys", "stat--neutral", "word"]) == [])
  }
}
