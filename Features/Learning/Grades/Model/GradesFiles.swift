public import Base
public import Delimited

/// A gradebook as a spreadsheet has it: a row for each student, a column for each item.
public enum GradeFile {
  /// A line of a file that could not be taken, and why.
  public struct Problem: Hashable, Sendable {
    public let line: Int
    public let reason: Phrase
  }

  /// What a file says: cells that are not as they are here, what was not understood, and headings that name nothing.
  public struct Reading: Sendable {
    public var edits: [CellEdit] = []
    public var problems: [Problem] = []
    public var unknown: [String] = []
    public var rows = 0
  }

  /// A student as files name one.
  public struct Person: Hashable, Sendable {
    public let id: ID<Student>
    public let name: String
    public let number: String?
    public init(id: ID<Student>, name: String, number: String?) {
      (self.id, self.name, self.number) = (id, name, number)
    }
  }

  /// The heading of a column: its title and what it gives, and a number where two would be the same.
  public static func headings(_ items: [GradeItem]) -> [String] {
    var seen: [String: Int] = [:]
    return items.map { item in
      let heading = item.title + " (" + item.possible.text + ")"
      let count = (seen[heading] ?? 0) + 1
      seen[heading] = count
      return count == 1 ? heading : heading + " #" + String(count)
    }
  }

  public static let heads = ["id", "number", "student"]
  /// What a heading ends in that says what counts of late scores; nobody reads such a column back.
  private static let counted = " counts"

  /// Writes the whole book; formulas are guarded.
  public static func write(_ book: GradeBook, _ people: [Person], style: CSV.Style = CSV.Style()) -> [UInt8] {
    var writer = CSV.Writer(style)
    // Beside a column in which late work lost points stands what counts of it, or its sum would be nobody's.
    let late = book.items.indices.filter { place in
      people.contains { person in
        guard let score = book.scores[person.id]?[book.items[place].id] else { return false }
        return book.left(score, book.items[place]) != nil
      }
    }
    let names = headings(book.items)
    writer.row(heads + names + late.map { names[$0] + counted } + ["total", "letter"])
    let policy = book.policy
    for person in people {
      let total = book.headline(of: person.id, policy)
      let cells = book.items.map { book.scores[person.id]?[$0.id]?.cellText ?? "" }
      var row = [person.id.text, person.number ?? "", person.name] + cells
      for place in late { row.append(counts(person.id, book.items[place], book)) }
      row += [total.percent?.text ?? "", total.letter?.letter ?? ""]
      writer.row(row)
    }
    return writer.drain()
  }

  private static func counts(_ student: ID<Student>, _ item: GradeItem, _ book: GradeBook) -> String {
    guard let score = book.scores[student]?[item.id] else { return "" }
    return book.left(score, item)?.text ?? score.cellText
  }

  /// Reads a file like it, or one that has only some of the columns.
  ///
  /// Students are found by id, number or name; an empty cell changes nothing.
  public static func read(_ bytes: [UInt8], _ book: GradeBook, _ people: [Person]) -> Reading {
    var reading = Reading()
    var rows: [CSV.Row] = []
    var reader = CSV.Reader(secrets: Roster.Headings.secret(in:))
    do throws(CSV.Fault) {
      try reader.feed(bytes)
      while let row = reader.next() { rows.append(row) }
      try reader.finish()
      while let row = reader.next() { rows.append(row) }
    } catch {
      reading.problems.append(Problem(line: error.line, reason: Phrase("grades.file-unreadable")))
      return reading
    }
    guard let head = rows.first else { return reading }
    let columns = columns(head.cells, book.items, &reading)
    var seen: Set<ID<Student>> = []
    for row in rows.dropFirst() where row.cells.contains(where: { !$0.isEmpty }) {
      reading.rows += 1
      take(row, head.cells, columns, book, people, &seen, &reading)
    }
    return reading
  }

  /// Where each item stands; what names none is said.
  private static func columns(_ head: [String], _ items: [GradeItem], _ reading: inout Reading) -> [(Int, GradeItem)] {
    let known = headings(items)
    var found: [(Int, GradeItem)] = []
    for (place, heading) in head.enumerated() {
      let plain = Student.fold(heading)
      if heads.contains(plain) || plain == "total" || plain == "letter" || plain.isEmpty { continue }
      if known.contains(where: { Student.fold($0 + counted) == plain }) { continue }
      let at = known.firstIndex { Student.fold($0) == plain } ?? items.firstIndex { Student.fold($0.title) == plain }
      if let at { found.append((place, items[at])) } else { reading.unknown.append(heading) }
    }
    return found
  }

  private static func take(
    _ row: CSV.Row, _ head: [String], _ columns: [(Int, GradeItem)], _ book: GradeBook, _ people: [Person],
    _ seen: inout Set<ID<Student>>, _ reading: inout Reading
  ) {
    func value(_ name: String) -> String? {
      guard let place = head.firstIndex(where: { Student.fold($0) == name }), place < row.cells.count else {
        return nil
      }
      return row.cells[place].isEmpty ? nil : row.cells[place]
    }
    guard let person = person(value("id"), value("number"), value("student"), people) else {
      reading.problems.append(Problem(line: row.line, reason: Phrase("grades.file-no-student")))
      return
    }
    // The first row of a student counts: which of two was meant, nobody can know.
    guard seen.insert(person.id).inserted else {
      reading.problems.append(Problem(line: row.line, reason: Phrase("grades.file-twice", .text(person.name))))
      return
    }
    for (place, item) in columns where place < row.cells.count && !row.cells[place].isEmpty {
      let was = book.scores[person.id]?[item.id]?.cellText ?? ""
      let typed = String(row.cells[place].prefix(40))
      if ScoreText(typed) == ScoreText(was) { continue }
      if ScoreText(typed) == nil {
        reading.problems.append(
          Problem(line: row.line, reason: Phrase("grades.file-cell", .text(typed), .text(item.title))))
        continue
      }
      reading.edits.append(CellEdit(item: item.id, student: person.id, typed: typed, was: was))
    }
  }

  /// By id, else by number, else by a name that only one has.
  private static func person(_ id: String?, _ number: String?, _ name: String?, _ people: [Person]) -> Person? {
    if let id, let wanted = ID<Student>(id) { return people.first { $0.id == wanted } }
    if let number, let found = people.first(where: { $0.number == number }) { return found }
    guard let name else { return nil }
    let same = people.filter { Student.fold($0.name) == Student.fold(name) }
    return same.count == 1 ? same.first : nil
  }
}

extension RecordScores {
  /// The lines that `cells` reads; a last column keeps what is empty at the end of a line.
  public static func lines(_ edits: [CellEdit]) -> String {
    var out = ""
    for edit in edits {
      out += edit.item.text + "\t" + edit.student.text + "\t" + edit.typed + "\t" + (edit.was ?? "") + "\t.\n"
    }
    return out
  }
}
