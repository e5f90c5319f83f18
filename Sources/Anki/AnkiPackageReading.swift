public import Archive
import Base
import Crypto
import Foundation

extension AnkiPackage {
  /// Reads a package of any generation.
  public init(
    _ bytes: [UInt8], limits: Limits = Limits(), inflate: @escaping ZIP.Inflate
  ) throws(AnkiFault) {
    guard bytes.count <= limits.packed else { throw AnkiFault(.tooLarge) }
    var bounds = ZIP.Limits()
    (bounds.entries, bounds.total, bounds.hasFolders) = (limits.files + 4, limits.unpacked, true)
    let archive: ZIP.Archive
    do throws(ZIP.Fault) { archive = try ZIP.Archive(bytes, limits: bounds) } catch { throw AnkiFault(error) }
    let packing = Packing(archive: archive, limits: limits, inflate: inflate)
    let (generation, entry) = try packing.collection()
    guard entry.size <= limits.collection else { throw AnkiFault(.tooLarge, found: entry.path) }
    var content = try packing.content(of: entry)
    if generation == .latest {
      content = try Zstandard.unpack(content, most: min(limits.collection, limits.unpacked), named: entry.path)
    }
    let collection = try AnkiCollection(AnkiDatabase(content), limits)
    self.init(
      generation: generation, decks: collection.decks, types: collection.types, notes: collection.notes,
      cards: collection.cards, reviews: collection.reviews, leavesReviews: collection.leavesReviews,
      media: try packing.media(generation), archive: archive)
  }

  /// A file, when it is the one that the package lists.
  public func content(of media: Media, inflate: @escaping ZIP.Inflate) throws(AnkiFault) -> [UInt8] {
    let packing = Packing(archive: archive, limits: Limits(), inflate: inflate)
    var bytes = try packing.content(of: media.entry)
    if generation == .latest { bytes = try Zstandard.unpack(bytes, most: media.size, named: media.name) }
    guard bytes.count == media.size else { throw AnkiFault(.mismatch, found: media.name) }
    if !media.digest.isEmpty, !Insecure.SHA1.hash(data: bytes).elementsEqual(media.digest) {
      throw AnkiFault(.mismatch, found: media.name)
    }
    return bytes
  }
}

extension AnkiFault {
  fileprivate init(_ fault: ZIP.Fault) {
    switch fault.code {
    case .malformed where fault.found.isEmpty, .unsupported, .encrypted: self.init(.notPackage, found: fault.found)
    case .malformed, .checksum, .duplicate: self.init(.damaged, found: fault.found)
    case .path: self.init(.name, found: fault.found)
    case .tooManyEntries: self.init(.tooMany, found: fault.found)
    case .tooLarge: self.init(.tooLarge, found: fault.found)
    case .ratio: self.init(.ratio, found: fault.found)
    }
  }
}

/// An archive, and which of its files is what.
private struct Packing {
  let archive: ZIP.Archive
  let limits: AnkiPackage.Limits
  let inflate: ZIP.Inflate

  init(archive: ZIP.Archive, limits: AnkiPackage.Limits, inflate: @escaping ZIP.Inflate) {
    (self.archive, self.limits, self.inflate) = (archive, limits, inflate)
  }

  func entry(_ path: String) -> ZIP.Entry? { archive.entries.first { $0.path == path } }

  func content(of entry: ZIP.Entry) throws(AnkiFault) -> [UInt8] {
    do throws(ZIP.Fault) {
      let next = try archive.pieces(of: entry, inflate: inflate)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(entry.size)
      while let piece = try next() { bytes += piece }
      return bytes
    } catch { throw AnkiFault(error) }
  }

  /// By what the package says of itself; older ones say nothing, and the newer collection stands beside one for old programs.
  func collection() throws(AnkiFault) -> (AnkiPackage.Generation, ZIP.Entry) {
    var generation = entry("collection.anki21") == nil ? AnkiPackage.Generation.first : .second
    if let meta = entry("meta") {
      guard meta.size <= 1000 else { throw AnkiFault(.newer) }
      generation = try stated(try content(of: meta))
    }
    let path =
      switch generation {
      case .first: "collection.anki2"
      case .second: "collection.anki21"
      case .latest: "collection.anki21b"
      }
    guard let found = entry(path) else { throw AnkiFault(.notPackage, found: path) }
    return (generation, found)
  }

  private func stated(_ meta: [UInt8]) throws(AnkiFault) -> AnkiPackage.Generation {
    var (reader, version) = (Protobuf(meta), UInt64(0))
    while let (field, value) = try reader.next() {
      if field == 1, case .number(let number) = value { version = number }
    }
    guard let known = Int(exactly: version).flatMap({ AnkiPackage.Generation(rawValue: $0) }) else {
      throw AnkiFault(.newer, found: String(version))
    }
    return known
  }

  // MARK: files

  func media(_ generation: AnkiPackage.Generation) throws(AnkiFault) -> [AnkiPackage.Media] {
    guard let map = entry("media") else { return [] }
    guard map.size <= limits.list else { throw AnkiFault(.tooLarge, found: "media") }
    let bytes = try content(of: map)
    let files: [AnkiPackage.Media]
    if generation == .latest {
      files = try listed(Zstandard.unpack(bytes, most: limits.list, named: "media"))
    } else {
      files = try named(bytes)
    }
    guard files.count <= limits.files else { throw AnkiFault(.tooMany, found: String(limits.files)) }
    var left = limits.unpacked
    for file in files {
      guard file.size <= left else { throw AnkiFault(.tooLarge, found: file.name) }
      left -= file.size
    }
    return files
  }

  /// JSON: the name in the archive, and the name.
  private func named(_ bytes: [UInt8]) throws(AnkiFault) -> [AnkiPackage.Media] {
    var bounds = JSON.Limits()
    bounds.values = limits.files + 1
    // Whatever is wrong with it, it is damaged.
    guard let map = try? JSON(bytes, limits: bounds), case .object(let members) = map else {
      throw AnkiFault(.damaged, found: "media")
    }
    let entries = byPath()
    var files: [AnkiPackage.Media] = []
    for (place, name) in members {
      guard case .text(let text) = name, Int(place) != nil else { throw AnkiFault(.damaged, found: "media") }
      let safe = try Self.safe(text)
      guard let entry = entries[place] else { continue }
      files.append(AnkiPackage.Media(name: safe, size: entry.size, digest: [], entry: entry))
    }
    return files.sorted { $0.name < $1.name }
  }

  /// Protobuf: entries whose place is their name in the archive.
  private func listed(_ bytes: [UInt8]) throws(AnkiFault) -> [AnkiPackage.Media] {
    let entries = byPath()
    var (reader, files, place) = (Protobuf(bytes), [AnkiPackage.Media](), 0)
    while let (field, value) = try reader.next() {
      guard field == 1, case .bytes(let message) = value else { continue }
      guard place < limits.files else { throw AnkiFault(.tooMany, found: String(limits.files)) }
      if let file = try listed(message, at: place, entries) { files.append(file) }
      place += 1
    }
    return files.sorted { $0.name < $1.name }
  }

  private func listed(
    _ message: ArraySlice<UInt8>, at place: Int, _ entries: [String: ZIP.Entry]
  ) throws(AnkiFault) -> AnkiPackage.Media? {
    var (reader, name, size, digest, path) = (Protobuf(message), "", UInt64(0), [UInt8](), String(place))
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (1, .bytes(let text)): name = String(decoding: text, as: UTF8.self)
      case (2, .number(let number)): size = number
      case (3, .bytes(let hash)): digest = Array(hash)
      case (255, .number(let number)): path = String(number)
      default: break
      }
    }
    let safe = try Self.safe(name)
    guard digest.isEmpty || digest.count == 20, let size = Int(exactly: size) else {
      throw AnkiFault(.damaged, found: safe)
    }
    return entries[path].map { AnkiPackage.Media(name: safe, size: size, digest: digest, entry: $0) }
  }

  private func byPath() -> [String: ZIP.Entry] {
    var known: [String: ZIP.Entry] = [:]
    for entry in archive.entries { known[entry.path] = entry }
    return known
  }

  /// A name and no path, in the form that is the same on every system.
  private static func safe(_ name: String) throws(AnkiFault) -> String {
    let isOdd = name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "/" || $0 == "\\" }
    guard !name.isEmpty, name != ".", name != "..", name.utf8.count <= 1000, !isOdd else {
      throw AnkiFault(.name, found: String(name.prefix(100)))
    }
    return name.precomposedStringWithCanonicalMapping
  }
}
