import Testing

@testable import School

/// Makes archives as honest or as crooked as a test wants.
struct CrookedZIP {
  struct Entry {
    var name: [UInt8]
    var content: [UInt8] = []
    var method = 0
    var flags = 0x0800
    var packed: Int?
    var size: Int?
    var checksum: UInt32?
    var mode = 0
    var offset: Int?
  }

  static func word(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  static func make(_ entries: [Entry], count: Int? = nil) -> [UInt8] {
    var (bytes, directory) = ([UInt8](), [UInt8]())
    for entry in entries {
      var checksum = ZIP.Checksum()
      checksum.add(entry.content)
      let sizes =
        word(Int(entry.checksum ?? checksum.value), 4) + word(entry.packed ?? entry.content.count, 4)
        + word(entry.size ?? entry.content.count, 4)
      let common =
        word(20, 2) + word(entry.flags, 2) + word(entry.method, 2) + word(0, 4) + sizes
        + word(entry.name.count, 2) + word(0, 2)
      let offset = entry.offset ?? bytes.count
      bytes += word(0x0403_4B50, 4) + common + entry.name + entry.content
      directory += word(0x0201_4B50, 4) + word(20, 2) + common + word(0, 6)
      directory += word(entry.mode << 16, 4) + word(offset, 4) + entry.name
    }
    let end = word(0x0605_4B50, 4) + word(0, 4) + word(count ?? entries.count, 2) + word(count ?? entries.count, 2)
    return bytes + directory + end + word(directory.count, 4) + word(bytes.count, 4) + word(0, 2)
  }

  /// Unpacks deflate data that consists of stored blocks only.
  static func inflate(_ packed: ArraySlice<UInt8>) throws(Roster.Problem) -> Roster.Pieces {
    var rest = packed
    var isLast = false
    return { () throws(Roster.Problem) -> [UInt8]? in
      if isLast { return nil }
      let header = Array(rest.prefix(5))
      isLast = header[0] == 1
      let length = Int(header[1]) | Int(header[2]) << 8
      defer { rest = rest.dropFirst(5 + length) }
      return Array(rest.dropFirst(5).prefix(length))
    }
  }

  static func deflated(_ content: [UInt8]) -> [UInt8] {
    [1] + word(content.count, 2) + word(~content.count, 2) + content
  }
}

@Suite struct `Opening an archive` {
  static func code(_ entries: [CrookedZIP.Entry], limits: ZIP.Limits = ZIP.Limits()) -> Roster.Problem.Code? {
    do throws(Roster.Problem) {
      let archive = try ZIP.Archive(CrookedZIP.make(entries), limits: limits)
      for entry in archive.entries { _ = try read(entry, archive) }
      return nil
    } catch {
      return error.code
    }
  }

  static func read(_ entry: ZIP.Entry, _ archive: ZIP.Archive) throws(Roster.Problem) -> [UInt8] {
    let pieces = try archive.pieces(of: entry, inflate: CrookedZIP.inflate)
    var content: [UInt8] = []
    while let piece = try pieces() { content += piece }
    return content
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
    for entry in archive.entries { #expect(try Self.read(entry, archive) == text) }
  }

  @Test(arguments: [
    "../users.csv", "a/../../users.csv", "/etc/passwd", "..\\users.csv", "C:/users.csv", "a\u{0}b.csv", "",
    "./users.csv",
    "a/..", "users.csv\n",
  ])
  func `a name that reaches out of its folder is refused`(_ name: String) {
    #expect(Self.code([Self.named(name)]) == .zipPath)
  }

  @Test func `a link is refused`() {
    var entry = Self.named("users.csv")
    entry.mode = 0xA1FF
    #expect(Self.code([entry]) == .zipPath)
  }

  @Test func `the same name twice is refused, whatever its case and folder`() {
    #expect(Self.code([Self.named("users.csv"), Self.named("a/Users.csv")]) == .zipDuplicate)
  }

  @Test func `too many files, too much and too dense are refused before unpacking`() {
    var limits = ZIP.Limits()
    (limits.entries, limits.total) = (3, 5_000_000)
    #expect(Self.code((0..<4).map { Self.named("f\($0)") }, limits: limits) == .zipTooManyEntries)
    var large = Self.named("a.csv")
    (large.method, large.size) = (8, 6_000_000)
    #expect(Self.code([large], limits: limits) == .zipTooLarge)
    large.size = 4_000_000
    #expect(Self.code([large], limits: limits) == .zipRatio)
  }

  @Test func `content longer or shorter than promised is refused while unpacking`() {
    let packed = CrookedZIP.deflated(Array("abcdef".utf8))
    var entry = CrookedZIP.Entry(name: [97], content: packed, method: 8, packed: packed.count, size: 3)
    #expect(Self.code([entry]) == .zipTooLarge)
    entry.size = 9
    #expect(Self.code([entry]) == .zipMalformed)
    entry.size = 6
    #expect(Self.code([entry]) == .zipChecksum)
  }

  @Test func `files that share their bytes are refused`() {
    var second = Self.named("b.csv")
    second.offset = 0
    #expect(Self.code([Self.named("a.csv"), second]) == .zipMalformed)
  }

  @Test func `secret, exotic and 64-bit archives are refused by name`() {
    var entry = Self.named("a.csv")
    entry.flags = 1
    #expect(Self.code([entry]) == .zipEncrypted)
    (entry.flags, entry.method) = (0, 14)
    #expect(Self.code([entry]) == .zipUnsupported)
    (entry.method, entry.size) = (0, 0xFFFF_FFFF)
    #expect(Self.code([entry]) == .zipUnsupported)
  }

  @Test func `damaged archives are refused and never crash`() {
    let good = CrookedZIP.make([Self.named("users.csv"), Self.named("orgs.csv")])
    #expect(throws: Roster.Problem.self) { try ZIP.Archive([]) }
    #expect(throws: Roster.Problem.self) { try ZIP.Archive(Array("not an archive at all, sorry".utf8)) }
    var generator = SeededGenerator(seed: 7)
    for length in good.indices {
      #expect(throws: Roster.Problem.self) { try ZIP.Archive(Array(good.prefix(length))) }
      for _ in 0..<20 {
        var bad = good
        bad[length] = UInt8(generator.number(0...255))
        guard let archive = try? ZIP.Archive(bad) else { continue }
        for entry in archive.entries where entry.method == .stored { _ = try? Self.read(entry, archive) }
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
    #expect(try Self.read(archive.entries[0], archive) == Array("שרה\n".utf8))
    #expect(try Self.read(archive.entries[1], archive).count == 200_000)
  }

  @Test func `the checksum is the one everybody uses`() {
    var checksum = ZIP.Checksum()
    checksum.add(Array("12345".utf8))
    checksum.add(Array("6789".utf8))
    #expect(checksum.value == 0xCBF4_3926)
  }
}
