import Archive
import Base
import School
import Study
import Web

/// A file of texts as one text, or a sentence that says why it is none.
enum TrackFile {
  static var limits: ZIP.Limits {
    var limits = ZIP.Limits()
    (limits.entries, limits.total, limits.hasFolders) = (TrackImport.maxTexts, TrackImport.maxBytes, true)
    return limits
  }

  /// - Returns: also the files of an archive that are no texts, which were passed over.
  static func read(_ bytes: [UInt8]) throws(Refusal) -> (text: String, passed: [String]) {
    guard bytes.starts(with: [0x50, 0x4B]) else { return (try text(bytes), []) }
    let files: [(name: String, content: [UInt8])]
    let passed: [String]
    do throws(ZIP.Fault) { (files, passed) = try unpacked(bytes) } catch { throw refusal(error) }
    var texts: [(name: String, text: String)] = []
    for file in files { texts.append((file.name, try text(file.content))) }
    return (TrackImport.joined(texts), passed)
  }

  private static func unpacked(
    _ bytes: [UInt8]
  ) throws(ZIP.Fault) -> (files: [(name: String, content: [UInt8])], passed: [String]) {
    let archive = try ZIP.Archive(bytes, limits: limits)
    var files: [(name: String, content: [UInt8])] = []
    var passed: [String] = []
    for entry in archive.entries {
      guard [".md", ".markdown", ".txt"].contains(where: { entry.name.lowercased().hasSuffix($0) }) else {
        passed.append(String(entry.path.prefix(80)))
        continue
      }
      let next = try archive.pieces(of: entry, inflate: ZIP.inflate)
      var content: [UInt8] = []
      while let piece = try next() { content += piece }
      files.append((entry.path, content))
    }
    return (files, passed)
  }

  private static func refusal(_ fault: ZIP.Fault) -> Refusal {
    switch fault.code {
    case .tooLarge, .tooManyEntries, .ratio: .invalid("file", Phrase("tracks.import.zip-large"))
    default: .invalid("file", Phrase("tracks.import.zip"))
    }
  }

  /// UTF-8 as most write it, and UTF-16 with its mark; nothing is guessed, because a letter that was guessed wrong is
  /// learned wrong.
  private static func text(_ bytes: [UInt8]) throws(Refusal) -> String {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    if isLittle || bytes.starts(with: [0xFE, 0xFF]), bytes.count.isMultiple(of: 2) {
      let units = stride(from: 2, to: bytes.count, by: 2).map { at in
        UInt16(bytes[isLittle ? at : at + 1]) | UInt16(bytes[isLittle ? at + 1 : at]) << 8
      }
      return String(decoding: units, as: UTF16.self)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw .invalid("file", Phrase("tracks.import.encoding"))
    }
    return text
  }
}
