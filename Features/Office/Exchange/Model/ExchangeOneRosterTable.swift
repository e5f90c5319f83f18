import Delimited

extension OneRoster {
  /// One of the files, row by row, its columns found by name.
  struct Table {
    /// One row; a column that is not there reads as empty.
    struct Cells {
      let line: Int
      fileprivate let row: [String]
      fileprivate let index: [String: Int]

      subscript(_ heading: String) -> String {
        guard let at = index[heading], at < row.count else { return "" }
        return Roster.Text.trimmed(row[at])
      }

      /// The column's number for a problem, from 1.
      func column(_ heading: String) -> Int { index[heading].map { $0 + 1 } ?? 0 }

      func list(_ heading: String) -> [String] {
        let cell = self[heading]
        if cell.isEmpty { return [] }
        return cell.split(separator: ",").map { Roster.Text.trimmed(String($0)) }.filter { !$0.isEmpty }
      }
    }

    let name: String
    let file: File
    private(set) var problems = Roster.Problems()
    private var reader: CSV.Reader
    private let pieces: Roster.Pieces
    private var isEnded = false
    /// What made the file unreadable, said when the rows before it have been given out.
    private var fault: CSV.Fault?
    private var index: [String: Int]?
    private var width = 0

    init(_ file: File, name: String, pieces: @escaping Roster.Pieces, limits: CSV.Limits) {
      (self.file, self.name, self.pieces) = (file, name, pieces)
      reader = CSV.Reader(limits: limits, secrets: Roster.Headings.secret(in:))
    }

    func has(_ heading: String) -> Bool { index?[heading] != nil }

    /// - Throws: what makes the file unreadable, a missing column included.
    mutating func next() throws(Roster.Problem) -> Cells? {
      while true {
        while let row = reader.next() {
          if row.isBlank { continue }
          guard let index else {
            try begin(row)
            continue
          }
          if row.oddQuote > 0 { note(.quoteInside, row.line, row.oddQuote, .warning) }
          if row.cells.count <= width { return Cells(line: row.line, row: row.cells, index: index) }
          note(.rowWide, row.line, width + 1, .error)
        }
        if isEnded { return try ended() }
        try pull()
      }
    }

    private mutating func pull() throws(Roster.Problem) {
      let piece = try pieces()
      isEnded = piece == nil
      do throws(CSV.Fault) {
        if let piece { try reader.feed(piece) } else { try reader.finish() }
      } catch { (fault, isEnded) = (error, true) }
    }

    private func ended() throws(Roster.Problem) -> Cells? {
      if let fault { throw Roster.Problem(fault, in: name) }
      if index == nil { throw Roster.Problem(.empty, file: name) }
      return nil
    }

    private mutating func note(
      _ code: Roster.Problem.Code, _ line: Int, _ column: Int, _ severity: Roster.Problem.Severity, _ found: String = ""
    ) {
      problems.add(
        Roster.Problem(code, file: name, line: line, column: column, severity: severity, found: found))
    }
  }
}

extension OneRoster.Table {
  private mutating func begin(_ row: CSV.Row) throws(Roster.Problem) {
    let standard = file.columns.split(separator: " ").map { String($0) }
    var found: [String: Int] = [:]
    var strange: [Int] = []
    for (at, cell) in row.cells.enumerated() {
      let heading = Roster.Text.trimmed(cell)
      if reader.secret.contains(at) {
        note(.passwordDropped, row.line, at + 1, .warning, heading)
      } else if let name = standard.first(where: { $0.lowercased() == heading.lowercased() }), found[name] == nil {
        found[name] = at
      } else {
        strange.append(at)
      }
    }
    for at in strange { judge(row, at, standard, &found) }
    if let missing = file.required.first(where: { found[$0] == nil }) {
      throw Roster.Problem(.headingMissing, file: name, line: row.line, found: missing)
    }
    (index, width) = (found, row.cells.count)
  }

  /// A heading two letters away from one that is missing is taken for it, and said so.
  private mutating func judge(_ row: CSV.Row, _ at: Int, _ standard: [String], _ found: inout [String: Int]) {
    let heading = Roster.Text.trimmed(row.cells[at])
    if heading.isEmpty || heading.hasPrefix("metadata.") { return }
    let near = standard.first { found[$0] == nil && $0.utf8.count > 5 && OneRoster.isNear($0, heading) }
    if let near { found[near] = at }
    note(near == nil ? .headingUnknown : .headingMisspelt, row.line, at + 1, .warning, heading)
  }
}

extension OneRoster {
  /// Whether two words are at most two letters apart.
  static func isNear(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.lowercased().utf8), Array(other.lowercased().utf8))
    if one.count > other.count + 2 || other.count > one.count + 2 { return false }
    var costs = Array(0...other.count)
    for (at, letter) in one.enumerated() {
      var diagonal = costs[0]
      costs[0] = at + 1
      for place in other.indices {
        let above = costs[place + 1]
        let change = diagonal + (letter == other[place] ? 0 : 1)
        costs[place + 1] = min(change, above + 1, costs[place] + 1)
        diagonal = above
      }
    }
    return costs[other.count] <= 2
  }
}
