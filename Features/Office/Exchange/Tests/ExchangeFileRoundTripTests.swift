import Testing

@testable import School

/// The same numbers on every machine (SplitMix64).
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  mutating func flip() -> Bool { number(0...1) == 1 }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[number(0...(items.count - 1))] }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

@Suite struct `Writing and reading back` {
  static let scraps = [
    "=", "+", "-", "@", "'", "''=", "\t", "\r", "\n", "\r\n", "\"", "\"\"", ",", ";", "\\", "\\;", "|", " ", "a", "Ada",
    "שרה", "عمر", "É", "e\u{301}", "😀", "\u{202E}", "\u{200F}", "</script>", "\u{FEFF}", "0", "\u{A0}", "=HYPERLINK(1)",
    String(repeating: "\u{300}", count: 100),
  ]

  static func text(_ generator: inout SeededGenerator) -> String {
    (0..<generator.number(0...5)).map { _ in generator.pick(scraps) }.joined()
  }

  /// A text that may be a name: what the forms refuse is refused in files, too.
  static func name(_ generator: inout SeededGenerator) -> String {
    let name = Roster.Text.trimmed(text(&generator))
    return Roster.Text.fault(name, max: 60) == nil ? name : "x"
  }

  @Test(arguments: [UInt8(0x2C), 0x3B, 0x09], [false, true])
  func `any cells come back byte for byte`(_ delimiter: UInt8, _ hasMark: Bool) throws {
    var generator = SeededGenerator(seed: 2026)
    for _ in 0..<300 {
      let width = generator.number(1...4)
      var table = [(0..<width).map { "h\($0)" }]
      for _ in 0..<4 { table.append((0..<width).map { _ in Self.text(&generator) }) }
      var writer = CSV.Writer(CSV.Style(hasMark: hasMark, delimiter: delimiter))
      for row in table { writer.row(row) }
      let read = try rows(writer.drain(), chunk: generator.number(1...50)).map { $0.cells }
      #expect(read.map { $0.map { Array($0.utf8) } } == table.map { $0.map { Array($0.utf8) } })
    }
  }

  @Test func `any people come back as they were, and export after import is the same file`() throws {
    var generator = SeededGenerator(seed: 613)
    for _ in 0..<60 {
      let people = (0..<8).map { number in
        var one = Roster.Person(
          key: "k\(number)", role: generator.pick(Roster.Role.allCases))
        (one.given, one.family) = (Self.name(&generator) + "x", Self.name(&generator))
        (one.username, one.number) = (Self.name(&generator), Self.name(&generator))
        one.email = generator.flip() ? "=cmd@example.org" : ""
        one.classes = (0..<3).map { Self.name(&generator) + "\($0)" }.map { Roster.Text.trimmed($0) }
        one.guardians = generator.flip() ? ["a@b.c", "'+d@e.f"] : []
        return one
      }
      let written = Self.write(people)
      let (read, reader) = RosterFixture.people(written)
      #expect(read == people)
      #expect(reader.problems == Roster.Problems())
      #expect(Self.write(read) == written)
    }
  }

  static func write(_ people: [Roster.Person], _ style: CSV.Style = CSV.Style()) -> [UInt8] {
    var writer = Roster.PeopleWriter(style)
    for person in people { writer.add(person) }
    return writer.drain()
  }

  @Test(arguments: [
    "=HYPERLINK(\"http://x\",\"y\")", "+972 50", "-1+2", "@SUM(A1)", "'=quoted", "''=twice", "</script><b>",
    "a" + String(repeating: "\u{0301}", count: 6), "' plain apostrophe", "Robert'); DROP TABLE pupils;--",
  ])
  func `a hostile name comes back as it was and starts no formula`(_ name: String) throws {
    var person = Roster.Person(key: "k")
    person.given = name
    let bytes = Self.write([person])
    let (read, _) = RosterFixture.people(bytes)
    #expect(read.map { Array($0.given.utf8) } == [Array(name.utf8)])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(![",=", ",+", ",-", ",@", ",\"=", ",\"+", ",\"-", ",\"@"].contains { text.contains($0) })
  }

  @Test func `a file with a mark starts with it once, and right-to-left text gets nothing added`() {
    var person = Roster.Person(key: "k")
    (person.given, person.family) = ("שרה", "عمر")
    let bytes = Self.write([person], CSV.Style(hasMark: true, delimiter: 0x3B))
    #expect(bytes.prefix(3) == [0xEF, 0xBB, 0xBF])
    let line = String(decoding: bytes.dropFirst(3), as: UTF8.self).split(separator: "\r\n")[1]
    #expect(line == "k;student;שרה;عمر;;;;;;")
  }

  @Test func `an excerpt shows no bidi controls and at most forty scalars`() {
    let problem = Roster.Problem(
      .roleUnknown, found: "\u{202E}a\u{0}\u{2066}b" + String(repeating: "\u{301}", count: 100))
    #expect(problem.excerpt.unicodeScalars.count == 41)
    #expect(Array(problem.excerpt.utf8.prefix(2)) == Array("ab".utf8))
    #expect(!problem.excerpt.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x2066 || $0.value == 0 })
  }

  @Test func `random bytes are read or refused, never a crash`() {
    var generator = SeededGenerator(seed: 99)
    for _ in 0..<500 {
      let alphabet: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x61, 0xD7, 0xA9, 0, 0xFF, 0xFE, 0xEF, 0xBB, 0xBF, 0x27, 0x3D]
      let bytes = (0..<generator.number(0...40)).map { _ in
        generator.pick(alphabet)
      }
      let whole = fault(bytes)
      #expect(whole == fault(bytes, chunk: 1))
    }
  }
}
