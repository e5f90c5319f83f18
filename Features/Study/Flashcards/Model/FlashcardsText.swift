public import Base
import Delimited

/// A note as a file says it.
public struct ImportedNote: Hashable, Sendable {
  public var line: Int
  public var front: String
  public var back: String
  public var kind: FlashcardNote.Kind
  public var tags: [String]
  /// Empty when the file names none: then it is known again by its front.
  public var guid: String

  public init(
    line: Int = 0, front: String, back: String, kind: FlashcardNote.Kind = .basic, tags: [String] = [],
    guid: String = ""
  ) {
    (self.line, self.front, self.back) = (line, front, back)
    (self.kind, self.tags, self.guid) = (kind, tags, guid)
  }

  public static let longestGUID = 100
  /// All tags of a note together, in characters.
  public static let longestTags = 400
}

/// Notes out of a table as text: comma or tab between its cells, or as Anki writes its notes.
///
/// A line that is not understood is left out and told; nothing is shortened in silence.
public struct FlashcardsText: Sendable {
  /// Why a line is left out.
  public struct Fault: Hashable, Sendable {
    public enum Reason: String, CaseIterable, Sendable {
      case empty, long, back, gaps, twice, guid, tags, control
    }
    public let line: Int
    public let reason: Reason
    public init(line: Int, reason: Reason) { (self.line, self.reason) = (line, reason) }

    public var phrase: Phrase {
      let key = "flashcards.import.fault." + reason.rawValue  // words: flashcards.import.fault.*
      return reason == .long ? Phrase(key, .count(FlashcardNote.longest)) : Phrase(key)
    }
  }

  public static let maxBytes = 8_000_000
  public static let maxNotes = 10_000
  /// So many left-out lines are named; all are counted.
  public static let maxFaults = 200

  public private(set) var notes: [ImportedNote] = []
  public private(set) var faults: [Fault] = []
  public private(set) var faultCount = 0
  /// Pictures and sounds that the text names: they are not in it.
  public private(set) var media = 0
  /// What is in the deck already stays as it is.
  public let keepsKnown: Bool

  /// The pictures and sounds that its notes call, by the names that the package has for them.
  public private(set) var called: Set<String> = []

  private var guids: Set<String> = []
  private var fronts: Set<String> = []

  /// Throws when the file as a whole cannot be read, and says from which line on.
  public init(_ bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= FlashcardsText.maxBytes else { throw .tooLarge("file", most: FlashcardsText.maxBytes) }
    let head = FlashcardsHead(bytes)
    keepsKnown = head.keepsKnown
    guard let separator = head.separator else { throw .invalid("file", Phrase("flashcards.import.separator")) }
    var limits = CSV.Limits()
    // A long cell is told by its line, and the lines after it are read.
    (limits.cell, limits.row) = (FlashcardsText.maxBytes, FlashcardsText.maxBytes)
    limits.rows = FlashcardsText.maxNotes + FlashcardsText.maxNotes / 10
    var reader = CSV.Reader(limits: limits)
    do throws(CSV.Fault) {
      try reader.feed(Array("sep=".utf8) + [separator, 0x0A])
      try reader.feed(Array(bytes[head.end...]))
      try reader.finish()
    } catch {
      if error.code == .tooManyRows { throw FlashcardsText.tooMany }
      // The line that names the separator is ours.
      throw .invalid("file", Phrase("flashcards.import.unreadable", .count(max(1, error.line + head.lines - 1))))
    }
    var columns = head.columns
    var isFirst = !head.isStated
    while let row = reader.next() {
      if row.isBlank { continue }
      defer { isFirst = false }
      if isFirst, let named = FlashcardsHead.Columns(headings: row.cells) {
        columns = named
        continue
      }
      take(row.cells, line: row.line + head.lines - 1, head, columns)
      if notes.count > FlashcardsText.maxNotes { throw FlashcardsText.tooMany }
    }
  }

  /// The notes of a package; the line of each is its place among them, from 1.
  ///
  /// - Parameter names: how pictures and sounds are called here that are called otherwise there.
  public init(_ package: FlashcardsPackage, names: [String: String] = [:]) throws(Refusal) {
    keepsKnown = false
    guard package.notes.count <= FlashcardsText.maxNotes else { throw FlashcardsText.tooMany }
    for (place, note) in package.notes.enumerated() { take(note, line: place + 1, names) }
  }

  private mutating func take(_ packed: FlashcardsPackage.Note, line: Int, _ names: [String: String]) {
    let fields = packed.front + packed.back
    if fields.contains(where: { $0.utf8.count > FlashcardNote.longest * 8 }) { return leaveOut(line, .long) }
    let front = packed.front.map { side($0, isHTML: true, names) }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    let back = packed.back.map { side($0, isHTML: true, names) }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    add(
      ImportedNote(line: line, front: front, back: back, kind: packed.kind, tags: packed.tags, guid: packed.guid),
      hasGap: FlashcardsText.hasGap(front))
  }

  /// Some of its notes, and nothing of what is told of the others.
  public func part(_ places: Range<Int>) -> FlashcardsText {
    var part = self
    part.notes = Array(notes[places.clamped(to: notes.indices)])
    return part
  }

  static let tooMany = Refusal.invalid("file", Phrase("flashcards.import.too-many", .count(maxNotes)))

  private mutating func leaveOut(_ line: Int, _ reason: Fault.Reason) {
    faultCount += 1
    if faults.count < FlashcardsText.maxFaults { faults.append(Fault(line: line, reason: reason)) }
  }

  private mutating func take(_ cells: [String], line: Int, _ head: FlashcardsHead, _ columns: FlashcardsHead.Columns) {
    func cell(_ at: Int?) -> String { at.flatMap { cells.indices.contains($0) ? trimmed(cells[$0]) : nil } ?? "" }
    if cells.contains(where: { $0.utf8.count > FlashcardNote.longest * 8 }) { return leaveOut(line, .long) }
    var sides: [String] = []
    for at in columns.fields ?? Array(cells.indices) where columns.fields != nil || !columns.isSpecial(at) {
      sides.append(head.isHTML ? side(cell(at), isHTML: true) : FlashcardsText.plain(cell(at)))
    }
    let front = sides.first ?? ""
    // What a note has beyond two sides stands under the second.
    let back = sides.dropFirst().filter { !$0.isEmpty }.joined(separator: "\n\n")
    let hasGap = FlashcardsText.hasGap(front)
    let kind = FlashcardsText.kind(cell(columns.kind).isEmpty ? head.noteType : cell(columns.kind), hasGap: hasGap)
    var tags: [String] = []
    for tag in (head.tags + " " + cell(columns.tags)).split(whereSeparator: { $0.isWhitespace }) {
      if !tags.contains(String(tag)), tags.count < 100 { tags.append(String(tag)) }
    }
    let note = ImportedNote(line: line, front: front, back: back, kind: kind, tags: tags, guid: cell(columns.guid))
    add(note, hasGap: hasGap)
  }

  private mutating func add(_ note: ImportedNote, hasGap: Bool) {
    if let reason = note.fault(hasGap: hasGap) { return leaveOut(note.line, reason) }
    let isNew = note.guid.isEmpty ? fronts.insert(note.front).inserted : guids.insert(note.guid).inserted
    guard isNew else { return leaveOut(note.line, .twice) }
    notes.append(note)
  }

  private mutating func side(_ text: String, isHTML: Bool, _ names: [String: String]? = nil) -> String {
    let converted = FlashcardsHTML(text, isHTML: isHTML, names: names)
    media += converted.media
    called.formUnion(converted.called)
    return converted.markdown
  }

  /// Text that is no HTML keeps what it calls, for the deck may have it: what went out comes back the same.
  private static func plain(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    for (at, byte) in bytes.enumerated() {
      if byte != 0x0D { out.append(byte) } else if at + 1 == bytes.count || bytes[at + 1] != 0x0A { out.append(0x0A) }
    }
    return trimmed(String(decoding: out, as: UTF8.self))
  }

  /// Whether there is a `{{c1::…}}` in it.
  static func hasGap(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var at = 0
    while at + 5 < bytes.count {
      if bytes[at] == 0x7B, bytes[at + 1] == 0x7B, bytes[at + 2] == 0x63 {
        var end = at + 3
        while end < bytes.count, end < at + 6, (0x30...0x39).contains(bytes[end]) { end += 1 }
        if end > at + 3, end + 1 < bytes.count, bytes[end] == 0x3A, bytes[end + 1] == 0x3A { return true }
      }
      at += 1
    }
    return false
  }

  private static func kind(_ name: String, hasGap: Bool) -> FlashcardNote.Kind {
    if let kind = FlashcardNote.Kind(rawValue: name) { return kind }
    let words = name.lowercased().split { !$0.isLetter }
    if words.contains("cloze") || hasGap { return .cloze }
    return words.contains("reversed") ? .bothWays : .basic
  }
}

extension ImportedNote {
  /// What keeps it out.
  fileprivate func fault(hasGap: Bool) -> FlashcardsText.Fault.Reason? {
    if front.isEmpty { return .empty }
    if back.isEmpty, kind != .cloze { return .back }
    if kind == .cloze, !hasGap || FlashcardNote.ordinals(.cloze, front: front).isEmpty { return .gaps }
    let longest = FlashcardNote.longest
    if front.unicodeScalars.count > longest || back.unicodeScalars.count > longest { return .long }
    if guid.unicodeScalars.count > ImportedNote.longestGUID { return .guid }
    let length = tags.joined(separator: " ").unicodeScalars.count
    if tags.count > FlashcardFields.maxTags || length > ImportedNote.longestTags { return .tags }
    let isClean = [front, back, guid].allSatisfy { text in
      text.unicodeScalars.allSatisfy { ($0.value >= 0x20 && $0.value != 0x7F) || $0.value == 0x0A || $0.value == 0x09 }
    }
    return isClean ? nil : .control
  }
}
