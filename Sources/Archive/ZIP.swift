import Base

/// Archives of files: read with suspicion, written plainly.
public enum ZIP {}

extension ZIP {
  /// How much of an archive is believed before it is refused.
  public struct Limits: Sendable {
    public var entries = Base.Limits.archiveEntries.most
    /// Bytes of all entries together, unpacked.
    public var total = Base.Limits.archiveUnpacked.most
    /// Unpacked size over packed size, of any entry larger than a megabyte.
    public var ratio = 200
    /// Whether a name may come again in another folder; else files are told apart by their names alone.
    public var hasFolders = false

    public init() {}
  }

  /// Unpacks raw deflate data (RFC 1951): takes the packed bytes and answers with the unpacked ones, in pieces.
  ///
  /// The pieces decide how much memory an archive costs; 64 KB each is plenty.
  public typealias Inflate = (_ packed: ArraySlice<UInt8>) throws(Fault) -> Pieces

  /// A file's bytes as they come: each call gives the next piece, of any size, and `nil` after the last.
  public typealias Pieces = () throws(Fault) -> [UInt8]?

  /// One file in an archive.
  public struct Entry: Equatable, Sendable {
    public enum Method: Sendable { case stored, deflated }

    /// As the archive has it, with folders.
    public var path: String
    public var method: Method
    public var checksum: UInt32
    public var packed: Int
    public var size: Int
    /// Where its local header stands.
    var offset: Int
    /// How many bytes its name takes in the archive, in whatever encoding.
    var nameLength: Int

    /// The path's last part.
    public var name: String { path.split(separator: "/").last.map { String($0) } ?? path }
  }

  /// The directory of an archive, checked: safe names, honest sizes, nothing overlapping.
  public struct Archive: Sendable {
    /// The files, in the order of the directory, without folders and without what macOS leaves behind.
    public let entries: [Entry]
    let bytes: [UInt8]
    let limits: Limits

    /// - Throws: every code but `.checksum`.
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Fault) {
      (self.bytes, self.limits) = (bytes, limits)
      var directory = Directory(bytes: bytes, limits: limits)
      entries = try directory.read()
    }

    public func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

    /// An entry's content in pieces, whose length and checksum are checked on the way.
    ///
    /// - Throws: `.malformed`; the pieces throw `.tooLarge` or `.malformed` when there is more or less than the
    ///   directory says, and `.checksum` at the end.
    public func pieces(of entry: Entry, inflate: Inflate) throws(Fault) -> Pieces {
      let start = try content(of: entry)
      let packed = bytes[start..<(start + entry.packed)]
      let next = entry.method == .stored ? ZIP.slices(of: packed) : try inflate(packed)
      var (checksum, count) = (Checksum(), 0)
      return { () throws(Fault) -> [UInt8]? in
        guard let piece = try next() else {
          if count != entry.size { throw Fault(.malformed, found: entry.path) }
          if checksum.value != entry.checksum { throw Fault(.checksum, found: entry.path) }
          return nil
        }
        count += piece.count
        if count > entry.size { throw Fault(.tooLarge, found: entry.path) }
        checksum.add(piece)
        return piece
      }
    }

    /// The local header repeats the name and may have other extra fields than the directory.
    private func content(of entry: Entry) throws(Fault) -> Int {
      let at = entry.offset
      guard at + 30 <= bytes.count, bytes.word32(at) == 0x0403_4B50 else {
        throw Fault(.malformed, found: entry.path)
      }
      let start = at + 30 + bytes.word16(at + 26) + bytes.word16(at + 28)
      guard start + entry.packed <= bytes.count else {
        throw Fault(.malformed, found: entry.path)
      }
      return start
    }
  }
}

extension ZIP {
  private static func slices(of bytes: ArraySlice<UInt8>) -> Pieces {
    var rest = bytes
    return { () throws(Fault) -> [UInt8]? in
      if rest.isEmpty { return nil }
      defer { rest = rest.dropFirst(65_536) }
      return Array(rest.prefix(65_536))
    }
  }
}

extension ZIP {
  /// CRC-32 as ZIP counts it.
  public struct Checksum {
    private var state: UInt32 = .max
    private let table: [UInt32]

    public init() {
      table = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
      }
    }

    public var value: UInt32 { ~state }

    public mutating func add(_ bytes: [UInt8]) {
      for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) }
    }
  }
}

extension [UInt8] {
  func word16(_ at: Int) -> Int { Int(self[at]) | Int(self[at + 1]) << 8 }
  /// A length or place, at most a gigabyte, so that sums cannot overflow where `Int` has 32 bits.
  func length(_ at: Int) -> Int { Int(Swift.min(word32(at), 0x3FFF_FFFF)) }
  func word32(_ at: Int) -> UInt32 { UInt32(word16(at)) | UInt32(word16(at + 2)) << 16 }
}
