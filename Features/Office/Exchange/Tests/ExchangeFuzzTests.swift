import Archive
import Foundation
import HomeroomTesting
import Testing

@testable import School

/// Files of `fixtures/fuzz`, damaged in many ways: a fixed number of turns from a fixed seed.
///
/// `make faults` asks for more of both, in `.build/fuzz`: turns and a seed, which it says, so that what is found can be
/// found again.
struct Fuzz {
  let corpus: [[UInt8]]
  private(set) var generator: SeededGenerator
  private let turns: Int

  init(_ folder: String, turns: Int) {
    let fixtures = RosterFixture.folder + "../"
    let path = fixtures + "fuzz/" + folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    corpus = names.compactMap { FileManager.default.contents(atPath: path + "/" + $0).map { Array($0) } }
    let asked = FileManager.default.contents(atPath: fixtures + "../.build/fuzz") ?? Data("1 20270613".utf8)
    let numbers = String(decoding: asked, as: UTF8.self).split { !$0.isNumber }.compactMap { UInt64($0) }
    generator = SeededGenerator(seed: numbers.last ?? 0)
    self.turns = turns * Int(numbers.first ?? 1)
  }

  /// - Parameter body: what every file must stand.
  mutating func run(_ body: ([UInt8], inout SeededGenerator) -> Void) -> Int {
    guard !corpus.isEmpty else { return 0 }
    for _ in 0..<turns {
      let file = damaged(generator.pick(corpus))
      body(file, &generator)
    }
    return turns
  }

  private mutating func damaged(_ file: [UInt8]) -> [UInt8] {
    var file = file
    for _ in 0..<generator.number(1...6) {
      let at = generator.number(0...max(0, file.count - 1))
      switch generator.number(0...7) {
      case 0: if !file.isEmpty { file[at] = UInt8(generator.number(0...255)) }
      case 1: if !file.isEmpty { file[at] ^= UInt8(1 << generator.number(0...7)) }
      case 2: file.insert(contentsOf: Array(generator.pick(Self.words).utf8), at: min(at, file.count))
      case 3: file.removeSubrange(at..<min(file.count, at + generator.number(0...40)))
      case 4:
        file.insert(contentsOf: file[at..<min(file.count, at + generator.number(0...200))], at: min(at, file.count))
      case 5: file = Array(file.prefix(at))
      case 6: file += generator.pick(corpus).suffix(generator.number(0...300))
      default: number(&file, at)
      }
    }
    return file
  }

  /// A length or place of a binary format becomes an extreme one.
  private mutating func number(_ file: inout [UInt8], _ at: Int) {
    let value = generator.pick([UInt64(0), 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF])
    for step in 0..<generator.pick([1, 2, 4]) where at + step < file.count {
      file[at + step] = UInt8(truncatingIfNeeded: value >> (step * 8))
    }
  }

  private static let words = [
    ",", ";", "\t", "\"", "\"\"", "\n", "\r\n", "\u{0}", "\u{FEFF}", "'=", "\\", "\u{202E}", "username", "Name",
    "email",
    "tobedeleted", "שם", "الاسم", "،", "2026-09-01", "PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "../", "sourcedId",
  ]
}

@Suite struct `Parsers under damaged files` {
  @Test func `people are read or refused, the same in pieces of any size, and nothing unfit comes through`() {
    var fuzz = Fuzz("csv", turns: 3000)
    let turns = fuzz.run { file, generator in
      let (whole, reader) = Self.people(file, size: max(1, file.count))
      let (parts, other) = Self.people(file, size: generator.number(1...50))
      #expect(whole == parts && reader.problems == other.problems)
      for person in whole {
        for text in [person.given, person.family, person.key, person.username, person.number] + person.classes {
          #expect(Roster.Text.fault(text, max: Roster.Longest.key) == nil)
        }
      }
    }
    #expect(turns > 0)
  }

  @Test func `rows before a stray quote are read, in however large a piece they come with it`() {
    let file = Array("username,first name\nada,Ada\n\"a\"b,Stray\n".utf8)
    for size in [1, file.count] {
      let (people, reader) = Self.people(file, size: size)
      #expect(people.map(\.given) == ["Ada"] && reader.problems.errors.map(\.code) == [.quoteStray])
    }
  }

  static func people(_ file: [UInt8], size: Int) -> ([Roster.Person], Roster.PeopleReader) {
    var (reader, people) = (Roster.PeopleReader(file: "fuzz"), [Roster.Person]())
    // What is wrong with the file is among the reader's problems.
    try? reader.read(RosterFixture.pieces(file, size: size)) {
      if case .person(let one) = $0.record { people.append(one) }
    }
    return (people, reader)
  }

  @Test func `OneRoster is read or refused, and every row that fails is counted once`() {
    var fuzz = Fuzz("oneroster", turns: 600)
    let names = OneRoster.File.allCases.map(\.name)
    let turns = fuzz.run { file, generator in
      let damaged = generator.pick(names)
      var reader = OneRoster.Reader(names: names, today: "2026-11-22") { name throws(Roster.Problem) in
        RosterFixture.pieces(name == damaged ? file : RosterFixture.bytes("../fuzz/oneroster/" + name))
      }
      var isWhole = true
      do throws(Roster.Problem) { try reader.read { _ in } } catch { isWhole = false }
      if isWhole { #expect(reader.failed.values.reduce(0, +) == reader.problems.errorCount) }
    }
    #expect(turns > 0)
  }

  @Test func `archives are opened or refused, and give no more than they promise`() {
    var fuzz = Fuzz("zip", turns: 4000)
    let turns = fuzz.run { file, _ in
      guard let archive = try? ZIP.Archive(file) else { return }
      for entry in archive.entries where entry.method == .stored {
        let content = try? archive.content(of: entry)
        #expect(content?.count ?? entry.size == entry.size)
        #expect(!entry.path.split(separator: "/").contains(".."))
      }
    }
    #expect(turns > 0)
  }
}

@Suite(.serialized) struct `Parsers of files four times as long` {
  /// Processor time of this thread, so that whoever else works on the machine does not count.
  static func cost(_ body: () -> Void) -> Double {
    (0..<3).map { _ in
      let start = now()
      body()
      return now() - start
    }.min() ?? 0
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Four times the bytes may cost four times as much and some; what is quadratic costs sixteen times.
  static func grows(_ make: (Int) -> [UInt8], _ read: ([UInt8]) -> Void) -> [Double] {
    let files = [1, 2, 4].map(make)
    let costs = files.map { file in cost { read(file) } }
    return [costs[1] / costs[0], costs[2] / costs[0]]
  }

  @Test(arguments: [
    "u%,Ada Marsh,\"6A, 6B; 6C\",a@b.c\n", "u%,\"a\"\"b\",\"\",\"\"\n", ",,,\n", "u%,\"x\ny\",bad,bad\n",
  ])
  func `people cost no more a row`(_ row: String) {
    let ratios = Self.grows { times in
      let rows = (0..<(3000 * times)).map { row.replacing("%", with: "\($0)") }.joined()
      return Array(("username,name,class,email\n" + rows).utf8)
    } _: {
      _ = `Parsers under damaged files`.people($0, size: 65_536)
    }
    #expect(ratios[1] < 10, "\(ratios)")
  }

  @Test func `one row of many columns, one long cell and one long name cost no more a byte`() {
    let makes: [(Int) -> String] = [
      { times in "username,name\n" + String(repeating: ",", count: 240 * times) + "\n" },
      { times in "username,class\nada,\"" + String(repeating: "6A,", count: 2500 * times) + "\"\n" },
      { times in (0..<(240 * times)).map { "h\($0)" }.joined(separator: ",") + ",username\n" },
    ]
    for make in makes {
      let ratios = Self.grows { times in
        Array(make(times).utf8)
      } _: { file in
        for _ in 0..<20 { _ = `Parsers under damaged files`.people(file, size: 65_536) }
      }
      #expect(ratios[1] < 10, "\(ratios)")
    }
  }

  @Test func `OneRoster costs no more a row`() {
    let ratios = Self.grows { times in
      let rows = (0..<(1500 * times)).map { "u\($0),Given,Family,student,\"u\($0 + 1),g\($0)\"\n" }.joined()
      return Array(("sourcedId,givenName,familyName,role,agentSourcedIds\n" + rows).utf8)
    } _: { file in
      var reader = OneRoster.Reader(names: ["users.csv"], today: "2026-11-22") { _ throws(Roster.Problem) in
        RosterFixture.pieces(file, size: 65_536)
      }
      try? reader.read { _ in }
    }
    #expect(ratios[1] < 10, "\(ratios)")
  }

  @Test func `an archive costs no more a file`() {
    var limits = ZIP.Limits()
    limits.entries = 5000
    let ratios = Self.grows { times in
      CrookedZIP.make(
        (0..<(1000 * times)).map { .init(name: Array("f\($0)".utf8) + [0x80, 0x81], content: [65], flags: 0) })
    } _: {
      _ = try? ZIP.Archive($0, limits: limits)
    }
    #expect(ratios[1] < 10, "\(ratios)")
  }
}
