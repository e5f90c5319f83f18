import Archive
import HomeroomTesting
import Testing

@Suite struct `Opening an archive` {
  static func code(_ entries: [CrookedZIP.Entry], limits: ZIP.Limits = ZIP.Limits()) -> ZIP.Fault.Code? {
    do throws(ZIP.Fault) {
      let archive = try ZIP.Archive(CrookedZIP.make(entries), limits: limits)
      for entry in archive.entries { _ = try archive.content(of: entry) }
      return nil
    } catch {
      return error.code
    }
  }

  static func named(_ name: String) -> CrookedZIP.Entry { .init(name: Array(name.utf8), content: [65]) }

  @Test func `stored and deflated files are read, in folders too`() throws {
    let text = Array("sourcedId\nu1\n".utf8)
    let packed = CrookedZIP.deflated(text)
    var checksum = ZIP.Checksum()
    checksum.add(text)
    let archive = try ZIP.Archive(
      CrookedZIP.make([
        .init(name: Array("export/".utf8)), .init(name: Array("export/users.csv".utf8), content: text),
        .init(name: Array("__MACOSX/export/._users.csv".utf8), content: [1]),
        .init(
          name: Array("export/orgs.csv".utf8), content: packed, method: 8, packed: packed.count, size: text.count,
          checksum: checksum.value),
      ]))
    #expect(archive.entries.map { $0.name } == ["users.csv", "orgs.csv"])
    for entry in archive.entries { #expect(try archive.content(of: entry) == text) }
  }

  @Test(arguments: [
    "../users.csv", "a/../../users.csv", "/etc/passwd", "..\\users.csv", "C:/users.csv", "a\u{0}b.csv", "",
    "./users.csv",
    "a/..", "users.csv\n",
  ])
  func `a name that reaches out of its folder is refused`(_ name: String) {
    #expect(Self.code([Self.named(name)]) == .path)
  }

  @Test func `a link is refused`() {
    var entry = Self.named("users.csv")
    entry.mode = 0xA1FF
    #expect(Self.code([entry]) == .path)
  }

  @Test func `the same name twice is refused, whatever its case and folder`() {
    #expect(Self.code([Self.named("users.csv"), Self.named("a/Users.csv")]) == .duplicate)
  }

  @Test func `too many files, too much and too dense are refused before unpacking`() {
    var limits = ZIP.Limits()
    (limits.entries, limits.total) = (3, 5_000_000)
    #expect(Self.code((0..<4).map { Self.named("f\($0)") }, limits: limits) == .tooManyEntries)
    var large = Self.named("a.csv")
    (large.method, large.size) = (8, 6_000_000)
    #expect(Self.code([large], limits: limits) == .tooLarge)
    large.size = 4_000_000
    #expect(Self.code([large], limits: limits) == .ratio)
  }

  @Test func `content longer or shorter than promised is refused while unpacking`() {
    let packed = CrookedZIP.deflated(Array("abcdef".utf8))
    var entry = CrookedZIP.Entry(name: [97], content: packed, method: 8, packed: packed.count, size: 3)
    #expect(Self.code([entry]) == .tooLarge)
    entry.size = 9
    #expect(Self.code([entry]) == .malformed)
    entry.size = 6
    #expect(Self.code([entry]) == .checksum)
  }

  @Test func `files that share their bytes are refused`() {
    var second = Self.named("b.csv")
    second.offset = 0
    #expect(Self.code([Self.named("a.csv"), second]) == .malformed)
  }

  @Test func `secret, exotic and 64-bit archives are refused by name`() {
    var entry = Self.named("a.csv")
    entry.flags = 1
    #expect(Self.code([entry]) == .encrypted)
    (entry.flags, entry.method) = (0, 14)
    #expect(Self.code([entry]) == .unsupported)
    (entry.method, entry.size) = (0, 0xFFFF_FFFF)
    #expect(Self.code([entry]) == .unsupported)
  }

  @Test func `damaged archives are refused and never crash`() {
    let good = CrookedZIP.make([Self.named("users.csv"), Self.named("orgs.csv")])
    #expect(throws: ZIP.Fault.self) { try ZIP.Archive([]) }
    #expect(throws: ZIP.Fault.self) { try ZIP.Archive(Array("not an archive at all, sorry".utf8)) }
    var generator = SeededGenerator(seed: 7)
    for length in good.indices {
      #expect(throws: ZIP.Fault.self) { try ZIP.Archive(Array(good.prefix(length))) }
      for _ in 0..<20 {
        var bad = good
        bad[length] = UInt8(generator.number(0...255))
        guard let archive = try? ZIP.Archive(bad) else { continue }
        for entry in archive.entries where entry.method == .stored { _ = try? archive.content(of: entry) }
      }
    }
  }

  @Test func `what we pack we read back, and packing twice gives the same bytes`() throws {
    func make() -> [UInt8] {
      var writer = ZIP.Writer()
      writer.add("users.csv", Array("שרה\n".utf8))
      let start = writer.drain()
      writer.add("טבלה.csv", [UInt8](repeating: 65, count: 200_000))
      return start + writer.finish()
    }
    let archive = try ZIP.Archive(make())
    #expect(make() == make())
    #expect(archive.entries.map { $0.path } == ["users.csv", "טבלה.csv"])
    #expect(try archive.content(of: archive.entries[0]) == Array("שרה\n".utf8))
    #expect(try archive.content(of: archive.entries[1]).count == 200_000)
  }

  @Test func `the checksum is the one everybody uses`() {
    var checksum = ZIP.Checksum()
    checksum.add(Array("12345".utf8))
    checksum.add(Array("6789".utf8))
    #expect(checksum.value == 0xCBF4_3926)
  }
}
