import Base
import Foundation
import HomeroomTesting
import Testing

@testable import Web

@Suite struct `Files of the site` {
  @Test func `hand a device the words of its language, under another path when a word has changed`() throws {
    let place = try Self.site(words: "Hello")
    let before = try Assets(directory: place, words: WordsDirectory(place))
    #expect(before.names == ["app.css", "sw.js", "words/ar.json", "words/en.json", "words/fr.json", "words/he.json"])
    let file = try #require(before.file(before.base + "/words/fr.json"))
    let words = try Catalogue.read(file: try #require(file.file.bytes()))
    #expect(file.isNamed && words.language == .fr && words.words["hello"]?.texts == ["Hello"])
    let packed = try #require(file.file.packed())
    #expect(Gzip.inflate(raw: Array(packed.dropFirst(10).dropLast(8)), limit: 10_000) == file.file.bytes())
    _ = try Self.site(words: "Good morning", at: place)
    let after = try Assets(directory: place, words: WordsDirectory(place))
    #expect(after.base != before.base && after.file(before.base + "/words/fr.json")?.isNamed == false)
  }

  /// A browser keeps what stands under the hash for ever, so another program must not come in its place.
  @Test func `give no program that was put in the place of the one their path names`() throws {
    let place = try Self.site(words: "Hello")
    let module = place + "/homeroom.wasm"
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: module))
    try Data([9]).write(to: URL(fileURLWithPath: module + ".br"))
    let assets = try Assets(directory: place, module: module)
    let file = try #require(assets.named(Assets.module))
    #expect(file.bytes() == [1, 2, 3] && file.brotli == [9] && file.packed() == nil)
    try Data([4, 5, 6]).write(to: URL(fileURLWithPath: module))
    #expect(file.bytes() == nil && file.brotli == [9])
    #expect(try Assets(directory: place, module: module).base != assets.base)
  }

  /// The least a site is made of, with one word.
  private static func site(words: String, at place: String? = nil) throws -> String {
    let place = try place ?? TestFolder.make()
    let files = [
      ("css/_order.txt", "a.css"), ("css/a.css", "p { color: red; }"), ("worker/1.js", "let one = 1\n"),
      (
        "kit.xcstrings",
        #"{"strings": {"hello": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "\#(words)"}}}}}}"#
      ),
    ]
    for (name, text) in files {
      let file = URL(fileURLWithPath: place + "/" + name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return place
  }
}
