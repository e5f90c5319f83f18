import Base
import Delimited

extension TrackImport {
  /// What a column, or a line under a heading, says of a text.
  enum Field: Hashable, CaseIterable, Sendable {
    case label, reference, source, language, commentary, commentaryLanguage, date

    /// What it is called, as `plain` writes it.
    private var names: String {
      switch self {
      case .label: "label title name heading titre intitule libelle nom כותרת שם תווית العنوان عنوان الاسم"
      case .reference: "reference ref where place renvoi emplacement מראהמקום מקום הפניה مرجع المرجع الموضع"
      case .source: "source text sourcetext content body texte textesource contenu מקור טקסט תוכן النص نص المتن المصدر"
      case .language: "language lang langue שפה שפתהמקור اللغه لغه لغهالنص"
      case .commentary:
        "commentary comment comments summary notes commentaire commentaires resume פירוש פרשנות סיכום סיכוםפרשנויות الشرح شرح التعليق ملخصالشروح"
      case .commentaryLanguage:
        "commentarylanguage commentarylang languageofcommentary langueducommentaire שפתהפירוש שפתהפרשנות לשוןהפירוש لغهالشرح لغهالتعليق"
      case .date: "date day jour תאריך יום التاريخ تاريخ اليوم"
      }
    }

    init?(_ heading: String) {
      let name = TrackImport.plain(heading)
      guard !name.isEmpty,
        let found = Field.allCases.first(where: { $0.names.split(separator: " ").contains { $0 == name } })
      else { return nil }
      self = found
    }
  }

  private static var limits: CSV.Limits {
    var limits = CSV.Limits()
    (limits.cell, limits.row, limits.cells, limits.rows) = (maxSource * 4, maxSource * 12, 50, 20_000)
    return limits
  }

  /// Reads a file whose first row names at least the columns of label and source.
  ///
  /// - Returns: `false` when it is no such table, and nothing was read.
  mutating func readTable(_ bytes: [UInt8]) -> Bool {
    var reader = CSV.Reader(limits: Self.limits)
    var columns: [Field?] = []
    var (count, isTable, isOpen) = (0, false, true)
    /// Rows are taken as they come, so that what stands before a fault is not lost.
    func take(_ row: CSV.Row, _ into: inout TrackImport) {
      count += 1
      if count == 1 {
        columns = into.columns(row)
        isTable = columns.contains(.label) && columns.contains(.source)
        if !isTable { isOpen = false }
      } else if isOpen, !row.isBlank {
        isOpen = into.take(row, columns)
      }
    }
    do throws(CSV.Fault) {
      // Piece by piece, so that a table which is none is left after its first row.
      var at = 0
      while at < bytes.count, isOpen {
        let end = min(at + 65_536, bytes.count)
        try reader.feed(Array(bytes[at..<end]))
        while let row = reader.next() { take(row, &self) }
        at = end
      }
      if at >= bytes.count, count == 0 || isOpen {
        try reader.finish()
        while let row = reader.next() { take(row, &self) }
      }
    } catch {
      while let row = reader.next() { take(row, &self) }
      if isTable { tell(error.line, Self.phrase(error.code)) }
    }
    if !isTable { self = TrackImport() }
    return isTable
  }

  private static func phrase(_ code: CSV.Fault.Code) -> Phrase {
    switch code {
    case .quoteOpen: Phrase("tracks.import.quote-open")
    case .quoteStray: Phrase("tracks.import.quote-stray")
    case .cellTooLong, .rowTooLong: Phrase("tracks.import.cell-long", .count(maxSource))
    case .tooManyRows: Phrase("tracks.import.too-many", .count(maxTexts))
    default: Phrase("tracks.import.unreadable")
    }
  }

  /// What the columns are; one that comes twice, or that nobody knows, is said.
  private mutating func columns(_ head: CSV.Row) -> [Field?] {
    var found: [Field?] = []
    for cell in head.cells {
      let field = Field(cell)
      if let field, found.contains(field) {
        tell(head.line, Phrase("tracks.import.column-twice", .text(String(cell.prefix(60)))))
        found.append(nil)
      } else {
        if field == nil, !Self.unmarked(cell).isEmpty {
          tell(head.line, Phrase("tracks.import.column-unknown", .text(String(cell.prefix(60)))))
        }
        found.append(field)
      }
    }
    return found
  }

  private mutating func take(_ row: CSV.Row, _ columns: [Field?]) -> Bool {
    var text = ImportedText("", line: row.line)
    if row.cells.count > columns.count, row.cells[columns.count...].contains(where: { !$0.isEmpty }) {
      tell(row.line, Phrase("tracks.import.cells-many", .count(columns.count)))
      return true
    }
    for (column, cell) in zip(columns, row.cells) {
      guard let column, let wrong = text.set(column, cell) else { continue }
      tell(row.line, wrong)
      return true
    }
    return take(text)
  }
}

extension ImportedText {
  /// - Returns: what is wrong with the value, which was not taken then.
  mutating func set(_ field: TrackImport.Field, _ value: String) -> Phrase? {
    let line = TrackImport.unmarked(value)
    switch field {
    case .label: label = line
    case .reference: reference = line
    case .source: source = TrackImport.body(value)
    case .commentary: commentary = TrackImport.body(value)
    case .language, .commentaryLanguage:
      if line.isEmpty { return nil }
      guard let code = TrackImport.language(line) else {
        return Phrase("tracks.import.language", .text(String(line.prefix(60))))
      }
      if field == .language { language = code } else { commentaryLanguage = code }
    case .date:
      if line.isEmpty { return nil }
      guard let day = Day(line), day.isOfOurTime else {
        return Phrase("tracks.import.date", .text(String(line.prefix(60))))
      }
      date = day
    }
    return nil
  }
}

extension TrackImport {
  /// A text of several lines: ends of lines as they are kept here, nothing empty before and after.
  static func body(_ text: String) -> String {
    guard text.utf8.contains(13) else { return trimmed(text) }
    return trimmed(String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }))
  }
}
