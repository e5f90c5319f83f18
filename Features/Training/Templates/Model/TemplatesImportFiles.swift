import Base
import Delimited

// How a template is read from files, and written to them. The canonical JSON is `ChecklistContent.text`.

extension TemplateImport {
  private static var limits: CSV.Limits {
    var limits = CSV.Limits()
    (limits.cell, limits.row, limits.cells, limits.rows) = (32_768, 262_144, 60, 20_000)
    return limits
  }

  /// Reads a file whose first row names at least the column of titles.
  mutating func readTable(_ bytes: [UInt8]) {
    var reader = CSV.Reader(limits: Self.limits)
    var rows: [CSV.Row] = []
    do throws(CSV.Fault) {
      try reader.feed(bytes)
      try reader.finish()
      while let row = reader.next() { rows.append(row) }
    } catch {
      // What stands before a fault is not lost.
      while let row = reader.next() { rows.append(row) }
      tell(error.line, Self.phrase(error.code))
    }
    guard let head = rows.first else { return }
    let columns = head.cells.map { Column($0) }
    guard columns.contains(.title) else {
      tell(head.line, Phrase("training.templates.import.no-column"))
      return
    }
    for (place, column) in columns.enumerated() {
      let name = Self.heading(head.cells, place)
      if let column {
        if columns[..<place].contains(column) {
          tell(head.line, Phrase("training.templates.import.column-twice", .text(name)))
        }
      } else if !name.isEmpty {
        tellExtra(name)
      }
    }
    for row in rows.dropFirst() where !row.isBlank {
      guard take(row, columns, head.cells) else { return }
    }
  }

  private static func heading(_ cells: [String], _ place: Int) -> String {
    String(TrackImport.unmarked(cells[place]).prefix(60).filter { $0 != "\n" && $0 != "\r\n" })
  }

  private mutating func take(_ row: CSV.Row, _ columns: [Column?], _ head: [String]) -> Bool {
    var (title, notes): (String?, String?)
    var extras: [(name: String, value: String)] = []
    var isOfItem = false
    for (place, cell) in row.cells.enumerated() where !cell.isEmpty {
      guard columns.indices.contains(place) else {
        tell(row.line, Phrase("training.templates.import.cells-many", .count(columns.count)))
        return true
      }
      switch columns[place] {
      case .title?: title = title ?? cell
      case .notes?: notes = notes ?? cell
      // Keys are counted anew: another template's say nothing here.
      case .key?: continue
      case let column?:
        // Where a file says it of every row, what differs from the first stays with its item.
        if !set(column, cell, line: row.line) { extras.append((Self.heading(head, place), cell)) }
        continue
      case nil: extras.append((Self.heading(head, place), cell))
      }
      isOfItem = true
    }
    // A row that says only what the whole is called is no item.
    return isOfItem ? take(title ?? "", notes ?? "", extras: extras, line: row.line) : true
  }

  private static func phrase(_ code: CSV.Fault.Code) -> Phrase {
    switch code {
    case .quoteOpen, .quoteStray: Phrase("training.templates.import.quote")
    case .cellTooLong, .rowTooLong: Phrase("training.templates.import.cell-long")
    case .tooManyRows: Phrase("training.templates.items-many", .count(ChecklistContent.mostItems))
    default: Phrase("training.templates.import.unreadable")
    }
  }

  /// Reads what `ChecklistContent.text` wrote, and what others wrote like it.
  mutating func readJSON(_ bytes: [UInt8]) {
    guard let json = try? JSON(bytes), case .object(let members) = json else {
      return tell(0, Phrase("training.templates.import.json"))
    }
    for (name, value) in members {
      switch name {
      case "items": continue
      case "name": _ = set(.name, value.said, line: 0)
      case "category": _ = set(.category, value.said, line: 0)
      case "phase": _ = set(.phase, value.said, line: 0)
      case "relevantData": _ = set(.relevantData, value.said, line: 0)
      default: tell(0, Phrase("training.templates.import.member", .text(String(name.prefix(60)))))
      }
    }
    guard case .list(let items)? = json["items"] else {
      return tell(0, Phrase("training.templates.import.no-items"))
    }
    for (place, item) in items.enumerated() {
      guard case .object(let members) = item else {
        tell(place + 1, Phrase("training.templates.import.no-title"))
        continue
      }
      var extras: [(name: String, value: String)] = []
      for (name, value) in members where name != "key" && name != "title" && name != "notes" {
        let short = String(TrackImport.unmarked(name).prefix(60))
        tellExtra(short)
        extras.append((short, value.said))
      }
      guard take(item["title"]?.said ?? "", item["notes"]?.said ?? "", extras: extras, line: place + 1) else { return }
    }
  }
}

extension JSON {
  /// As one reads it: a text without its quotes.
  fileprivate var said: String {
    switch self {
    case .text(let text): text
    case .null: ""
    default: string
    }
  }
}

extension ChecklistContent {
  /// The same as a table: what the whole is called stands in the first row alone.
  public var table: [UInt8] {
    var writer = CSV.Writer(CSV.Style(hasMark: true))
    writer.row(["name", "category", "phase", "relevantData", "key", "title", "notes"])
    for (place, item) in items.enumerated() {
      let head = place == 0 ? [name, category, phase, relevantData] : ["", "", "", ""]
      writer.row(head + [String(item.key), item.title, item.notes])
    }
    if items.isEmpty { writer.row([name, category, phase, relevantData, "", "", ""]) }
    return writer.drain()
  }
}
