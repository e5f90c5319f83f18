import Foundation
import Testing

/// One sign, one meaning: a tick is done, a pencil changes or is a draft, a lock is locked.
@Suite struct `Signs` {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")

  private func pages() throws -> [(name: String, text: String)] {
    let folder = root.appending(path: "Features")
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (found?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "swift" && $0.path.contains("/Pages/") }
      .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
  }

  @Test func `that features name are all drawn`() throws {
    let drawn = try String(contentsOf: root.appending(path: "Public/icons.svg"), encoding: .utf8)
    let symbols = Set(drawn.matches(of: /<symbol id="([\w-]+)"/).map { String($0.1) })
    let all = try pages()
    #expect(all.count > 50)
    for page in all {
      for use in page.text.matches(of: /(?:icon|iconButton|iconLink|emptyState)\("([\w-]+)"/) {
        #expect(symbols.contains(String(use.1)), "\(page.name): \(use.1)")
      }
    }
  }

  @Test func `stand for one thing each`() throws {
    for page in try pages() {
      for line in page.text.split(separator: "\n") {
        let says = { (part: String) in line.contains(part) }
        #expect(!(says("icon(\"lock\"") && (says("archive") || says("draft") || says("hide"))), "\(page.name): \(line)")
        #expect(!(says("icon(\"chart\"") && says("history")), "\(page.name): \(line)")
        #expect(!(says("icon(\"edit\"") && (says("to-grade") || says("messages.new"))), "\(page.name): \(line)")
        #expect(!(says("case .quiz: \"") && !says("\"quiz\"")), "\(page.name): \(line)")
      }
    }
  }
}
