import Base
import Testing

private func read(_ text: String) -> JSON? { try? JSON(Array(text.utf8)) }

/// The key of the reason it was refused for.
private func reason(_ bytes: [UInt8]) -> String? {
  do throws(Refusal) {
    _ = try JSON(bytes)
    return nil
  } catch {
    guard case .invalid(let problems) = error else { return "\(error)" }
    return problems.first?.reason.key
  }
}

@Suite struct `Reading JSON` {
  @Test func `takes every kind of value`() {
    #expect(
      read(" {\"a\":[1,true,false,null,\"x\"],\"b\":{}} ")
        == .object([("a", .list([.number("1"), .flag(true), .flag(false), .null, .text("x")])), ("b", .object([]))]))
    #expect(read("[]") == .list([]) && read("\"\"") == .text("") && read("-0") == .number("-0"))
    #expect(read("{\"a\":1}")?["a"] == .number("1") && read("{}")?["a"] == nil && read("[]")?["a"] == nil)
  }
  @Test(arguments: [
    "83.4", "0.1", "1e5", "1E-7", "-0.50", "12345678901234567890.123456789", "100000000000000000000000000000000000000",
  ])
  func `keeps the digits of a number`(digits: String) {
    #expect(read(digits) == .number(digits) && read("[\(digits)]")?.string == "[\(digits)]")
  }

  @Test(arguments: [
    "", " ", "{", "[", "\"", "[1,]", "[,1]", "{\"a\":1,}", "{,}", "{\"a\"}", "{a:1}", "{'a':1}", "[1 2]", "1 2", "tru",
    "TRUE", "nul", "NaN", "Infinity",
    "01", "-", "+1", "1.", ".1", "1e", "1e+", "0x1", "-01", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"a\nb\"", "\"\t\"",
    "[\"a]", "{\"a\":1}}", "\u{FEFF}1",
    "// x\n1", "\"\\", "\"\\u", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}",
    "12345678901234567890123456789012345678901",
  ])
  func `refuses what is no JSON`(text: String) { #expect(reason(Array(text.utf8)) == "json.malformed") }

  @Test func `joins surrogates, and refuses a half`() {
    #expect(read("\"\\ud83d\\ude00 \\u05d0\"") == .text("😀 א"))
    #expect(read("\"\\u0000\"") == .text("\u{0}"))
    for half in ["\\ud83d", "\\ude00", "\\ud83d\\u0041", "\\ud83dx", "\\ud83d\\ud83d", "\\udbff\\ue000"] {
      #expect(reason(Array("\"\(half)\"".utf8)) == "json.malformed", "\(half)")
    }
    #expect(read("\"\\udbff\\udfff\"") == .text("\u{10FFFF}"))
  }
  @Test(
    arguments: [
      [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xC3], [0xE2, 0x82], [0xFF],
      [0xF0, 0x80, 0x80, 0xAF],
    ] as [[UInt8]])
  func `refuses bytes that are no UTF-8`(bytes: [UInt8]) {
    #expect(reason([0x22] + bytes + [0x22]) == "json.malformed")
  }

  @Test func `is not buried by depth`() {
    #expect(reason(Array((String(repeating: "[", count: 1_000_000)).utf8)) == "json.deep")
    #expect(reason(Array((String(repeating: "{\"a\":", count: 100_000)).utf8)) == "json.deep")
    #expect(reason(Array((String(repeating: "[", count: 16) + String(repeating: "]", count: 16)).utf8)) == nil)
  }
  @Test func `is not drowned by number`() {
    #expect(reason(Array(("[" + String(repeating: "1,", count: 1_000_000)).utf8)) == "json.many")
    #expect(reason(Array(("[" + String(repeating: "1,", count: 19_000) + "1]").utf8)) == nil)
  }
  @Test func `comes back as it was written, whatever the text`() {
    var dice = Dice(9)
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<20 {
        if let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: dice.next()) % 0x2FFF) {
          text.unicodeScalars.append(scalar)
        }
      }
      let json = JSON.object([("k" + text, .list([.text(text), .number("1"), .null]))])
      #expect(read(json.string) == json)
      #expect(!json.string.contains("<") && !json.string.contains("&"))
    }
  }
  @Test func `chance never stops the reader`() {
    var dice = Dice(10)
    let alphabet = Array("{}[]\",:\\u0123456789eE+-.truefalsn \u{D7}א".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int(dice.next() % 24)).map { _ in alphabet[Int(dice.next() % UInt64(alphabet.count))] }
      #expect([nil, "json.malformed", "json.deep", "json.many"].contains(reason(bytes)))
    }
  }
}

@Suite struct `The flat form of JSON` {
  @Test func `joins names by dots and repeats names for lists`() throws {
    let json = try JSON(
      Array("{\"guardian\":{\"name\":\"Leila\",\"age\":41.50},\"ids\":[\"a\",\"b\"],\"open\":true,\"gone\":null}".utf8))
    #expect(
      try json.form().fields == [
        .init("guardian.name", "Leila"), .init("guardian.age", "41.50"), .init("ids", "a"), .init("ids", "b"),
        .init("open", "true"),
      ])
  }
  @Test func `numbers a list of objects`() throws {
    let json = try JSON(Array("{\"marks\":[{\"id\":1},{\"id\":2}]}".utf8))
    #expect(try json.form().fields == [.init("marks.0.id", "1"), .init("marks.1.id", "2")])
  }
  @Test func `is made of an object only`() {
    #expect(throws: Refusal.invalid("", Phrase("json.object"))) { try JSON.list([]).form() }
  }
}
