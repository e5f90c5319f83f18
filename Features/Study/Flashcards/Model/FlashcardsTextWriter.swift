import Base
import Delimited

/// Notes as a file for other programs, which come back to the same notes when it is read again.
public enum FlashcardsTextFile: String, CaseIterable, Sendable {
  case csv, tsv, anki

  public var name: String { self == .csv ? "flashcards.csv" : self == .tsv ? "flashcards.tsv" : "flashcards.txt" }
  public var type: String { self == .csv ? "text/csv; charset=utf-8" : "text/tab-separated-values; charset=utf-8" }

  public func write(_ notes: [FlashcardNote], deck: String) -> [UInt8] {
    if self == .anki { return FlashcardsTextFile.anki(notes, deck: deck) }
    // Excel takes a file without a mark for the local code page.
    var writer = CSV.Writer(CSV.Style(hasMark: self == .csv, delimiter: self == .csv ? 0x2C : 0x09))
    writer.row(["front", "back", "kind", "tags", "guid"])
    for note in notes {
      writer.row([note.front, note.back, note.kind.rawValue, note.tags.joined(separator: " "), note.guid])
    }
    return writer.drain()
  }

  /// For Anki, which runs no formulas and would show the guard of a spreadsheet.
  private static func anki(_ notes: [FlashcardNote], deck: String) -> [UInt8] {
    let head = [
      "#separator:tab", "#html:false", "#guid column:1", "#notetype column:2", "#deck column:3", "#tags column:6",
    ]
    var bytes = Array((head.joined(separator: "\n") + "\n").utf8)
    for note in notes {
      let cells = [note.guid, note.kind.inAnki, deck, note.front, note.back, note.tags.joined(separator: " ")]
      for (at, cell) in cells.enumerated() {
        if at > 0 { bytes.append(0x09) }
        append(cell, to: &bytes)
      }
      bytes.append(0x0A)
    }
    return bytes
  }

  private static func append(_ cell: String, to bytes: inout [UInt8]) {
    let isQuoted =
      cell.utf8.first == 0x23 || cell.utf8.contains { $0 == 0x22 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    if isQuoted { bytes.append(0x22) }
    // Whoever reads takes one such sign off before what looks like a formula.
    let rest = cell.utf8.drop { $0 == 0x27 }
    if cell.utf8.first == 0x27, let sign = rest.first, "=+-@\t\r".utf8.contains(sign) { bytes.append(0x27) }
    for byte in cell.utf8 {
      if byte == 0x22 { bytes.append(byte) }
      bytes.append(byte)
    }
    if isQuoted { bytes.append(0x22) }
  }
}

extension FlashcardNote.Kind {
  /// What Anki calls the kind that comes with it.
  fileprivate var inAnki: String {
    switch self {
    case .basic: "Basic"
    case .bothWays: "Basic (and reversed card)"
    case .cloze: "Cloze"
    }
  }
}
