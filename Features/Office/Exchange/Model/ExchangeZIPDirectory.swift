extension ZIP {
  /// Reads an archive's central directory.
  ///
  /// - Note: Source: PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4. Bombs with overlapping files: Fifield 2019.
  struct Directory {
    let bytes: [UInt8]
    let file: String
    let limits: Limits
    private var names = Set<String>()
    private var total = 0

    init(bytes: [UInt8], file: String, limits: Limits) {
      (self.bytes, self.file, self.limits) = (bytes, file, limits)
    }

    mutating func read() throws(Roster.Problem) -> [Entry] {
      let end = try endRecord()
      let (count, size, start) = (bytes.word16(end + 10), bytes.length(end + 12), bytes.length(end + 16))
      if count == 0xFFFF || bytes.word32(end + 16) == .max { throw problem(.zipUnsupported) }
      if count > limits.entries { throw problem(.zipTooManyEntries, "\(count)") }
      guard start + size <= end else { throw problem(.zipMalformed) }
      var entries: [Entry] = []
      var at = start
      for _ in 0..<count {
        guard at + 46 <= end, bytes.word32(at) == 0x0201_4B50 else { throw problem(.zipMalformed) }
        if let entry = try entry(at, end: end) { entries.append(entry) }
        at += 46 + bytes.word16(at + 28) + bytes.word16(at + 30) + bytes.word16(at + 32)
      }
      try checkOverlap(entries, end: start)
      return entries
    }

    /// The record stands at the very end, before a comment of at most 65,535 bytes.
    private func endRecord() throws(Roster.Problem) -> Int {
      guard bytes.count >= 22 else { throw problem(.zipMalformed) }
      let lowest = max(0, bytes.count - 22 - 0xFFFF)
      for at in stride(from: bytes.count - 22, through: lowest, by: -1)
      where bytes.word32(at) == 0x0605_4B50 && at + 22 + bytes.word16(at + 20) == bytes.count {
        return at
      }
      throw problem(.zipMalformed)
    }

    private mutating func entry(_ at: Int, end: Int) throws(Roster.Problem) -> Entry? {
      let nameEnd = at + 46 + bytes.word16(at + 28)
      guard nameEnd <= end else { throw problem(.zipMalformed) }
      let path = try safePath(bytes[(at + 46)..<nameEnd])
      let isLink = bytes.word16(at + 40) & 0xF000 == 0xA000
      if isLink { throw problem(.zipPath, path) }
      if path.utf8.last == 0x2F || Directory.isLitter(path) { return nil }
      if bytes.word16(at + 8) & 1 == 1 { throw problem(.zipEncrypted, path) }
      let entry = Entry(
        path: path, method: try method(bytes.word16(at + 10), path), checksum: bytes.word32(at + 16),
        packed: bytes.length(at + 20), size: bytes.length(at + 24), offset: bytes.length(at + 42))
      if bytes.word32(at + 20) == .max || bytes.word32(at + 24) == .max { throw problem(.zipUnsupported, path) }
      try checkSize(entry)
      let known = limits.hasFolders ? path.lowercased() : entry.name.lowercased()
      guard names.insert(known).inserted else { throw problem(.zipDuplicate, path) }
      return entry
    }

    private func method(_ number: Int, _ path: String) throws(Roster.Problem) -> Entry.Method {
      switch number {
      case 0: return .stored
      case 8: return .deflated
      default: throw problem(.zipUnsupported, path)
      }
    }

    private mutating func checkSize(_ entry: Entry) throws(Roster.Problem) {
      if entry.method == .stored, entry.size != entry.packed { throw problem(.zipMalformed, entry.path) }
      if entry.size > limits.total - total { throw problem(.zipTooLarge, entry.path) }
      total += entry.size
      if entry.size > 1_048_576, entry.size / limits.ratio >= max(entry.packed, 1) {
        throw problem(.zipRatio, entry.path)
      }
    }

    private func checkOverlap(_ entries: [Entry], end: Int) throws(Roster.Problem) {
      var free = 0
      for entry in entries.sorted(by: { $0.offset < $1.offset }) {
        guard entry.offset >= free else { throw problem(.zipMalformed, entry.path) }
        free = entry.offset + 30 + entry.path.utf8.count + entry.packed
        guard free <= end else { throw problem(.zipMalformed, entry.path) }
      }
    }

    /// Only plain relative paths: no step up, no root, no drive, no backslash, no control character.
    private func safePath(_ name: ArraySlice<UInt8>) throws(Roster.Problem) -> String {
      let path = String(decoding: name, as: UTF8.self)
      let hasOddByte = name.contains { $0 < 0x20 || $0 == 0x5C || $0 == 0x3A || $0 == 0x7F }
      let parts = path.split(separator: "/")
      if name.isEmpty || hasOddByte || name.first == 0x2F || parts.contains(where: { $0 == ".." || $0 == "." }) {
        throw problem(.zipPath, path)
      }
      return path
    }

    private static func isLitter(_ path: String) -> Bool {
      path.hasPrefix("__MACOSX/") || path == ".DS_Store" || path.hasSuffix("/.DS_Store")
    }

    private func problem(_ code: Roster.Problem.Code, _ found: String = "") -> Roster.Problem {
      Roster.Problem(code, file: file, found: found)
    }
  }
}
