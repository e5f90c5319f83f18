import Base

extension ZIP {
  /// Reads an archive's central directory.
  ///
  /// - Note: Source: PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4. Bombs with overlapping files: Fifield 2019.
  struct Directory {
    let bytes: [UInt8]
    let limits: Limits
    private var names = Set<String>()
    private var total = 0
    private var page = CodePage.latin

    init(bytes: [UInt8], limits: Limits) { (self.bytes, self.limits) = (bytes, limits) }

    mutating func read() throws(Fault) -> [Entry] {
      let end = try endRecord()
      let (count, size, start) = (bytes.word16(end + 10), bytes.length(end + 12), bytes.length(end + 16))
      if count == 0xFFFF || bytes.word32(end + 16) == .max { throw fault(.unsupported) }
      if count > limits.entries { throw fault(.tooManyEntries, "\(count)") }
      guard start + size <= end else { throw fault(.malformed) }
      let places = try places(count, from: start, end: end)
      // One program wrote all the names, so together they tell in which alphabet.
      page = CodePage.likely(places.reduce(into: []) { $0 += unmarked($1) })
      var entries: [Entry] = []
      for at in places {
        if let entry = try entry(at) { entries.append(entry) }
      }
      try checkOverlap(entries, end: start)
      return entries
    }

    /// Where each entry of the directory begins; its name lies within the directory.
    private func places(_ count: Int, from start: Int, end: Int) throws(Fault) -> [Int] {
      var places: [Int] = []
      var at = start
      for _ in 0..<count {
        guard at + 46 <= end, bytes.word32(at) == 0x0201_4B50 else { throw fault(.malformed) }
        let next = at + 46 + bytes.word16(at + 28) + bytes.word16(at + 30) + bytes.word16(at + 32)
        guard at + 46 + bytes.word16(at + 28) <= end, next <= end else { throw fault(.malformed) }
        places.append(at)
        at = next
      }
      return places
    }

    private func rawName(_ at: Int) -> ArraySlice<UInt8> { bytes[(at + 46)..<(at + 46 + bytes.word16(at + 28))] }

    /// The bytes of a name whose alphabet the archive does not say.
    private func unmarked(_ at: Int) -> [UInt8] {
      let raw = rawName(at)
      let isMarked = bytes.word16(at + 8) & 0x0800 != 0
      return isMarked || UTF8Check.wellFormedEnd(of: Array(raw), from: 0).end == raw.count ? [] : Array(raw) + [0x20]
    }

    /// UTF-8 where the archive says so or the bytes do; what Info-ZIP keeps beside; else the likely old code page.
    private func name(_ at: Int) -> String {
      let raw = rawName(at)
      if unmarked(at).isEmpty { return String(decoding: raw, as: UTF8.self) }
      return unicodePath(at, raw) ?? page.decode(raw)
    }

    /// The extra field 0x7075: version, checksum of the plain name, the name in UTF-8.
    private func unicodePath(_ at: Int, _ raw: ArraySlice<UInt8>) -> String? {
      var field = at + 46 + bytes.word16(at + 28)
      let end = field + bytes.word16(at + 30)
      while field + 4 <= end {
        let next = field + 4 + bytes.word16(field + 2)
        guard next <= end else { return nil }
        if bytes.word16(field) == 0x7075, next - field > 9, bytes[field + 4] == 1 {
          var checksum = Checksum()
          checksum.add(Array(raw))
          let path = Array(bytes[(field + 9)..<next])
          let isText = UTF8Check.wellFormedEnd(of: path, from: 0).end == path.count
          return isText && checksum.value == bytes.word32(field + 5) ? String(decoding: path, as: UTF8.self) : nil
        }
        field = next
      }
      return nil
    }

    /// The record stands at the very end, before a comment of at most 65,535 bytes.
    private func endRecord() throws(Fault) -> Int {
      guard bytes.count >= 22 else { throw fault(.malformed) }
      let lowest = max(0, bytes.count - 22 - 0xFFFF)
      for at in stride(from: bytes.count - 22, through: lowest, by: -1)
      where bytes.word32(at) == 0x0605_4B50 && at + 22 + bytes.word16(at + 20) == bytes.count {
        return at
      }
      throw fault(.malformed)
    }

    private mutating func entry(_ at: Int) throws(Fault) -> Entry? {
      let path = try safePath(name(at))
      let isLink = bytes.word16(at + 40) & 0xF000 == 0xA000
      if isLink { throw fault(.path, path) }
      if path.utf8.last == 0x2F || Directory.isLitter(path) { return nil }
      if bytes.word16(at + 8) & 1 == 1 { throw fault(.encrypted, path) }
      let entry = Entry(
        path: path, method: try method(bytes.word16(at + 10), path), checksum: bytes.word32(at + 16),
        packed: bytes.length(at + 20), size: bytes.length(at + 24), offset: bytes.length(at + 42),
        nameLength: bytes.word16(at + 28))
      if bytes.word32(at + 20) == .max || bytes.word32(at + 24) == .max { throw fault(.unsupported, path) }
      try checkSize(entry)
      let known = limits.hasFolders ? path.lowercased() : entry.name.lowercased()
      guard names.insert(known).inserted else { throw fault(.duplicate, path) }
      return entry
    }

    private func method(_ number: Int, _ path: String) throws(Fault) -> Entry.Method {
      switch number {
      case 0: return .stored
      case 8: return .deflated
      default: throw fault(.unsupported, path)
      }
    }

    private mutating func checkSize(_ entry: Entry) throws(Fault) {
      if entry.method == .stored, entry.size != entry.packed { throw fault(.malformed, entry.path) }
      if entry.size > limits.total - total { throw fault(.tooLarge, entry.path) }
      total += entry.size
      if entry.size > 1_048_576, entry.size / limits.ratio >= max(entry.packed, 1) {
        throw fault(.ratio, entry.path)
      }
    }

    private func checkOverlap(_ entries: [Entry], end: Int) throws(Fault) {
      var free = 0
      for entry in entries.sorted(by: { $0.offset < $1.offset }) {
        guard entry.offset >= free else { throw fault(.malformed, entry.path) }
        free = entry.offset + 30 + entry.nameLength + entry.packed
        guard free <= end else { throw fault(.malformed, entry.path) }
      }
    }

    /// Only plain relative paths: no step up, no root, no drive, no backslash, no control character.
    private func safePath(_ path: String) throws(Fault) -> String {
      let hasOddByte = path.utf8.contains { $0 < 0x20 || $0 == 0x5C || $0 == 0x3A || $0 == 0x7F }
      let parts = path.split(separator: "/")
      if path.isEmpty || hasOddByte || path.utf8.first == 0x2F || parts.contains(where: { $0 == ".." || $0 == "." }) {
        throw fault(.path, path)
      }
      return path
    }

    private static func isLitter(_ path: String) -> Bool {
      path.hasPrefix("__MACOSX/") || path == ".DS_Store" || path.hasSuffix("/.DS_Store")
    }

    private func fault(_ code: Fault.Code, _ found: String = "") -> Fault { Fault(code, found: found) }
  }
}
