import Base
import Foundation
import HTML
import Testing

@testable import Kit

/// A page loads the scripts that its elements need, and no others (docs/decisions/0032).
@Suite struct `Behaviours` {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
  private var scripts: URL { root.appending(path: "Public/js") }

  private func sources() throws -> [(name: String, text: String)] {
    try ["Sources", "Features"].flatMap { folder -> [(name: String, text: String)] in
      let all = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.compactMap { $0 as? String }
      return try (all ?? []).filter { $0.hasSuffix(".swift") && !$0.contains("/Tests/") }.map {
        ($0, try String(contentsOf: root.appending(path: folder + "/" + $0), encoding: .utf8))
      }
    }
  }

  private struct Declared: Hashable { let script: String, attribute: String }

  private func declared() throws -> Set<Declared> {
    Set(
      try sources().flatMap { file in
        file.text.matches(
          of: /^  (?:public )?static let \w+ = Behaviour\("([a-z]+)", on: "(data-[a-z-]+)"\)/.anchorsMatchLineEndings()
        )
        .map { Declared(script: String($0.1), attribute: String($0.2)) }
      })
  }

  private func text(_ script: String) throws -> String {
    try String(contentsOf: scripts.appending(path: script + ".js"), encoding: .utf8)
  }

  /// The script and all that it imports, and they.
  private func reached(from script: String, _ known: inout Set<String>) throws {
    guard known.insert(script).inserted else { return }
    for found in try text(script).matches(of: /^import (?:.* from )?"\.\/([a-z]+)\.js"/.anchorsMatchLineEndings()) {
      try reached(from: String(found.1), &known)
    }
  }

  @Test func `every script is on every page or named by what it works on`() throws {
    var core = Set<String>()
    try reached(from: "app", &core)
    let named = Set(try declared().map(\.script))
    #expect(named.count > 20 && named.isDisjoint(with: core), "\(named.intersection(core)) is on every page already")
    var all = core
    for script in named { try reached(from: script, &all) }
    // What is fetched only when there is something to do for it.
    for script in all {
      for found in try text(script).matches(of: /import\("\.\/([a-z]+)\.js"\)/) {
        try reached(from: String(found.1), &all)
      }
    }
    let there = try FileManager.default.contentsOfDirectory(atPath: scripts.path).filter { $0.hasSuffix(".js") }
    #expect(Set(there) == Set(all.map { $0 + ".js" }))
  }

  @Test func `a script knows its elements by the attribute that it is named for`() throws {
    for one in try declared() {
      let parts = one.attribute.dropFirst("data-".count).split(separator: "-")
      let camel = String(parts[0]) + parts.dropFirst().map(\.capitalized).joined()
      let script = try text(one.script)
      #expect(script.contains("[" + one.attribute) || script.contains("dataset." + camel), "\(one)")
    }
  }

  @Test func `nobody writes such an attribute without naming its script`() throws {
    let attributes = try declared().map(\.attribute)
    for (name, text) in try sources() {
      for line in text.split(separator: "\n") where !line.contains("= Behaviour(") && !line.contains("///") {
        for attribute in attributes where line.contains(attribute) {
          let bare = line.ranges(of: attribute).contains { range in
            let next = range.upperBound == line.endIndex ? " " : line[range.upperBound]
            return !next.isLetter && next != "-"
          }
          #expect(!bare, "\(name): \(attribute) is written by \\(behaviour:), which names its script")
        }
      }
    }
  }

  static let player = Behaviour("player", on: "data-player")
  static let copy = Behaviour("copy", on: "data-copy")

  @Test func `is written as its attribute`() {
    let isThere = false, none: String? = nil, nobody: Behaviour? = nil
    #expect(("<a\(behaviour: Self.player)>" as HTML).string == "<a data-player>")
    #expect(("<a\(behaviour: Self.copy, "x\"y")>" as HTML).string == "<a data-copy=\"x&quot;y\">")
    for html: HTML in [
      "<a\(behaviour: Self.player, isThere)>", "<a\(behaviour: Self.copy, none)>", "<a\(behaviour: nobody)>",
    ] {
      #expect(html.string == "<a>" && html.scripts.isEmpty)
    }
  }

  @Test func `goes along into whatever the piece becomes a part of`() {
    let piece: HTML = "<a\(behaviour: Self.player)></a>", maybe: HTML? = piece
    var sum: HTML = "<p></p>"
    sum += piece
    let all: [HTML] = [
      "\(piece)", "\(maybe)", "\(each: [1, 2], { _ in piece })", "\(when: true, piece)", sum, "" + piece,
      stack([piece]), card("A film", content: piece), dialog("d", "A film", scene(), content: piece),
    ]
    for html in all { #expect(html.scripts == ["player"], "\(html.string)") }
    #expect(("\(when: false, piece)" as HTML).scripts.isEmpty)
  }

  @Test func `a page names each of its scripts once, after what every page has`() {
    let body: HTML =
      "\(copyText("a", id: "a", scene()))\(copyText("b", id: "b", scene()))<a\(behaviour: Self.player)></a>"
    let html = frame(Page("kit.page", title: "Kit", body: body), scene()).string
    let found = html.matches(of: /<script type="module" src="[^"]*\/js\/([a-z]+)\.js"><\/script>/).map { String($0.1) }
    #expect(found == ["app", "copy", "player"])
    #expect(frame(Page("kit.page", title: "Kit", body: "<p></p>"), scene()).string.times("<script") == 1)
  }

  @Test func `a fragment names what the page it comes into may be without`() {
    let html = fragment(.append, "list", copyText("a", id: "a", scene())).string
    #expect(html.hasPrefix("<template data-op=\"append\" data-target=\"list\" data-scripts=\"copy\">"))
    #expect(fragment(.remove, "list").string == "<template data-op=\"remove\" data-target=\"list\"></template>")
  }
}
