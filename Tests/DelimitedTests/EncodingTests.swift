import Delimited
import Testing

@Suite struct `The encoding of a file` {
  static let text = "name,class\r\nשרה,ז1\r\nعمر,ب٢\r\nÉloïse,5e\r\n😀,𝒜\r\n"
  static let expected = [["name", "class"], ["שרה", "ז1"], ["عمر", "ب٢"], ["Éloïse", "5e"], ["😀", "𝒜"]]

  static func pairs(_ text: String, bigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `UTF-16 is read with and without its mark`(_ bigEndian: Bool, _ hasMark: Bool) throws {
    let bytes = Self.pairs((hasMark ? "\u{FEFF}" : "") + Self.text, bigEndian: bigEndian)
    for chunk in [1, 3, Int.max] { #expect(try rows(bytes, chunk: chunk).map { $0.cells } == Self.expected) }
  }

  @Test func `UTF-16 without a mark is known from Hebrew and Arabic headings too`() throws {
    let bytes = Self.pairs("שם פרטי,שם משפחה\nשרה,לוי\n", bigEndian: false)
    #expect(try rows(bytes).map { $0.cells } == [["שם פרטי", "שם משפחה"], ["שרה", "לוי"]])
  }

  @Test(arguments: ["", "\u{FEFF}"])
  func `UTF-8 is read with and without its mark`(_ mark: String) throws {
    #expect(try rows(mark + Self.text).map { $0.cells } == Self.expected)
  }

  @Test func `the encoding found is told`() throws {
    var reader = CSV.Reader()
    try reader.feed(Self.pairs("\u{FEFF}a,b\n", bigEndian: true))
    try reader.finish()
    #expect(reader.encoding == .utf16BigEndian)
  }

  @Test func `half a pair at the end is refused`() {
    #expect(fault([0xFF, 0xFE, 0x61, 0, 0x62])?.code == .encodingBroken)
    #expect(fault([0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8])?.code == .encodingBroken)
    #expect(fault([0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0x61, 0])?.code == .encodingBroken)
  }

  static let hebrew: [UInt8] =
    Array("name\n".utf8) + [0xF9, 0xF8, 0xE4, 0x20, 0xEC, 0xE5, 0xE9, 0x0A, 0xF0, 0xF2, 0xE5, 0xEE, 0xE9]
  static let arabic: [UInt8] =
    Array("name\n".utf8) + [0xDA, 0xE3, 0xD1, 0x20, 0xC7, 0xE1, 0xDA, 0xE1, 0xED, 0x0A, 0xE3, 0xCD, 0xE3, 0xCF]
  static let french: [UInt8] =
    Array("nom,prénom\nLef".utf8.prefix(5)) + [
      0x72, 0xE9, 0x6E, 0x6F, 0x6D, 0x0A, 0x46, 0x72, 0x61, 0x6E, 0xE7, 0x6F, 0x69, 0x73,
    ]
  static let mac: [UInt8] =
    Array("nom,pr".utf8) + [0x8E, 0x6E, 0x6F, 0x6D, 0x0A, 0x46, 0x72, 0x61, 0x6E, 0x8D, 0x6F, 0x69, 0x73]

  @Test(arguments: [
    (hebrew, CSV.Fault.Code.encodingWindows1255), (arabic, .encodingWindows1256),
    (french, .encodingWindows1252), (mac, .encodingMacRoman),
    ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], .encodingUTF32), ([0x50, 0x4B, 3, 4, 1], .notTextZIP),
    ([0xD0, 0xCF, 0x11, 0xE0], .notTextXLS), (Array("%PDF-1.7".utf8), .notTextPDF),
  ])
  func `every other encoding is refused by name`(_ bytes: [UInt8], _ code: CSV.Fault.Code) {
    for chunk in [1, Int.max] { #expect(fault(bytes, chunk: chunk)?.code == code) }
  }

  @Test(
    arguments: [[0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0xAF], [0x80]] as [[UInt8]])
  func `overlong forms and lone surrogates are no UTF-8`(_ bytes: [UInt8]) {
    #expect(fault(Array("a\n".utf8) + bytes + Array("\n".utf8)) != nil)
  }
}
