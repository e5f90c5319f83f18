import Delimited
import HomeroomTesting
import Testing

@testable import School

@Suite struct `Writing and reading back` {
  /// A text that may be a name: what the forms refuse is refused in files, too.
  static func name(_ generator: inout SeededGenerator) -> String {
    let name = Roster.Text.trimmed(generator.oddText())
    return Roster.Text.fault(name, max: 60) == nil ? name : "x"
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
    #expect(line == "k;student;שרה;عمر;;;;;;;")
  }

  @Test func `an excerpt shows no bidi controls and at most forty scalars`() {
    let problem = Roster.Problem(
      .roleUnknown, found: "\u{202E}a\u{0}\u{2066}b" + String(repeating: "\u{301}", count: 100))
    #expect(problem.excerpt.unicodeScalars.count == 41)
    #expect(Array(problem.excerpt.utf8.prefix(2)) == Array("ab".utf8))
    #expect(!problem.excerpt.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x2066 || $0.value == 0 })
  }
}
