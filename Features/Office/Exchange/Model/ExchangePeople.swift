public import Base
public import Delimited

extension Roster {
  /// Reads people from one CSV file in chunks; each good row becomes an entry at once, and nothing is kept.
  ///
  /// Rows with an error are counted and passed over. The same call order serves preview and apply.
  public struct PeopleReader {
    public let file: String
    /// `nil` until the first row is complete.
    public private(set) var headings: Headings?
    public private(set) var problems = Problems()
    /// The rows with something on them, without the headings.
    public private(set) var rows = 0
    /// The rows with an error, each with one.
    public private(set) var failedRows = 0
    public var encoding: CSV.Encoding? { reader.encoding }

    private var reader: CSV.Reader
    /// Nobody was born after it.
    private let today: Day?

    public init(file: String, today: Day? = nil, limits: CSV.Limits = CSV.Limits()) {
      (self.file, self.today) = (file, today)
      reader = CSV.Reader(limits: limits, secrets: Headings.secret(in:))
    }

    /// Takes the next bytes of the file.
    ///
    /// - Throws: what makes the file unreadable from here on; it is among the problems too.
    public mutating func feed(_ bytes: [UInt8], each: (Entry) -> Void) throws(Problem) {
      do { try reader.feed(bytes) } catch { throw try broken(by: error, each) }
      try drain(each)
    }

    /// Says that the file ends here.
    public mutating func finish(each: (Entry) -> Void) throws(Problem) {
      do { try reader.finish() } catch { throw try broken(by: error, each) }
      try drain(each)
      if headings == nil { throw stop(Problem(.empty, file: file)) }
    }

    /// Reads a whole file.
    public mutating func read(_ pieces: Pieces, each: (Entry) -> Void) throws(Problem) {
      while let piece = try pieces() { try feed(piece, each: each) }
      try finish(each: each)
    }

    /// The rows before it are read, in however large a piece they came with it.
    private mutating func broken(by error: CSV.Fault, _ each: (Entry) -> Void) throws(Problem) -> Problem {
      try drain(each)
      return stop(Problem(error, in: file))
    }

    private mutating func stop(_ problem: Problem) -> Problem {
      problems.add(problem)
      return problem
    }

    private mutating func drain(_ each: (Entry) -> Void) throws(Problem) {
      while let row = reader.next() {
        if row.isBlank { continue }
        if let headings {
          rows += 1
          if let entry = entry(row, under: headings) { each(entry) }
        } else {
          try begin(row)
        }
      }
    }

    private mutating func begin(_ row: CSV.Row) throws(Problem) {
      let found = Headings(row.cells)
      headings = found
      for problem in found.problems(file: file, line: row.line) {
        problems.add(problem)
        if problem.severity == .error { throw problem }
      }
    }
  }
}

extension Roster.PeopleReader {
  private mutating func entry(_ row: CSV.Row, under headings: Roster.Headings) -> Roster.Entry? {
    note(row, headings.columns.count)
    do throws(Roster.Problem) {
      let wide = row.cells.dropFirst(headings.columns.count).contains { !$0.isEmpty }
      if wide { throw Roster.Problem(.rowWide, file: file, line: row.line, column: headings.columns.count + 1) }
      var builder = Roster.PersonBuilder(file: file, line: row.line, today: today)
      for (at, column) in headings.columns.enumerated() where at < row.cells.count {
        if let field = column.field { try builder.set(field, row.cells[at], column: at + 1, column.isFamilyFirst) }
      }
      let made = try builder.entry(fields: headings.fields)
      for odd in builder.leftOut { problems.add(odd) }
      return made
    } catch {
      problems.add(error)
      failedRows += 1
      return nil
    }
  }

  private mutating func note(_ row: CSV.Row, _ width: Int) {
    if row.cells.count < width {
      let problem = Roster.Problem(
        .rowShort, file: file, line: row.line, column: row.cells.count + 1, severity: .warning)
      problems.add(problem)
    }
    if row.oddQuote > 0 {
      let problem = Roster.Problem(
        .quoteInside, file: file, line: row.line, column: row.oddQuote, severity: .warning)
      problems.add(problem)
    }
  }
}

extension Roster {
  /// Puts one person together from the cells of a row.
  struct PersonBuilder {
    let file: String
    let line: Int
    private let today: Day?
    /// What could not be read and is no reason to refuse the row.
    private(set) var leftOut: [Problem] = []
    private var person = Person()
    private var courseRole: Role?
    private var isRemoval = false
    private var whole = FullName.Parts()

    init(file: String, line: Int, today: Day? = nil) { (self.file, self.line, self.today) = (file, line, today) }

    mutating func set(_ field: Field, _ cell: String, column: Int, _ isFamilyFirst: Bool = false) throws(Problem) {
      let value = Text.trimmed(cell)
      if value.isEmpty { return }
      switch field {
      case .classes, .cohorts, .guardians: for one in Text.list(value) { try check(field, one, column) }
      default: try check(field, value, column)
      }
      switch field {
      case .key: person.key = value
      case .username: person.username = value
      case .given: person.given = value
      case .family: person.family = value
      case .number: person.number = value
      case .birthday: setBirthday(value, column)
      case .email: person.email = try address(value, column)
      case .guardians: for one in Text.list(value) { person.guardians.append(try address(one, column)) }
      case .classes: for one in Text.list(value) where !person.classes.contains(one) { person.classes.append(one) }
      case .cohorts: for one in Text.list(value) where !person.cohorts.contains(one) { person.cohorts.append(one) }
      case .name: whole = FullName.split(value, isFamilyFirst: isFamilyFirst)
      case .role: person.role = try role(value, column)
      case .courseRole: courseRole = Aliases.role(value) == .teacher ? .teacher : courseRole
      case .status: isRemoval = try isGone(value, column)
      case .group, .title, .type, .code, .course, .grades, .terms, .school: break
      case .person, .schoolClass, .isPrimary, .begin, .end: break
      }
    }

    /// A day that some read otherwise than others is left out, and so is one on which nobody was born.
    private mutating func setBirthday(_ value: String, _ column: Int) {
      if let day = Day(value), day.isOfOurTime, today.map({ day <= $0 }) ?? true {
        person.birthday = day.text
      } else {
        leftOut.append(
          Problem(.dateOdd, file: file, line: line, column: column, severity: .warning, found: value))
      }
    }

    mutating func entry(fields: Fields) throws(Problem) -> Entry {
      if !fields.has(.role), let courseRole { person.role = courseRole }
      var fields = fields
      if fields.has(.name) { try settleName(&fields) }
      let names = [person.key, person.number, person.username, person.email]
      guard let key = names.first(where: { !$0.isEmpty }) else { throw problem(.keyMissing, 0, "") }
      if person.given.isEmpty, person.family.isEmpty, !isRemoval, fields.has(.given) || fields.has(.family) {
        throw problem(.nameMissing, 0, key)
      }
      person.key = key
      return Entry(.person(person), file: file, line: line, fields: fields, isRemoval: isRemoval)
    }

    /// A whole name fills in what has no column of its own.
    private mutating func settleName(_ fields: inout Fields) throws(Problem) {
      if !fields.has(.given) {
        (person.given, person.family) = (whole.given, whole.family)
        fields.formUnion(Fields(of: [.given, .family]))
      }
      for part in [person.given, person.family] {
        if let code = Text.fault(part, max: Longest.name) { throw problem(code, 0, part) }
      }
      fields.remove(Fields(.name))
    }

    private func check(_ field: Field, _ value: String, _ column: Int) throws(Problem) {
      if let code = Text.fault(value, max: Longest.of(field)) { throw problem(code, column, value) }
    }

    private func address(_ text: String, _ column: Int) throws(Problem) -> String {
      guard Text.isAddress(text) else { throw problem(.emailMalformed, column, text) }
      return text
    }

    private func role(_ text: String, _ column: Int) throws(Problem) -> Role {
      guard let role = Aliases.role(text) else { throw problem(.roleUnknown, column, text) }
      return role
    }

    private func isGone(_ text: String, _ column: Int) throws(Problem) -> Bool {
      switch text.lowercased() {
      case "tobedeleted", "deleted", "1", "true": return true
      case "active", "0", "false": return false
      default: throw problem(.statusUnknown, column, text)
      }
    }

    private func problem(_ code: Problem.Code, _ column: Int, _ found: String) -> Problem {
      Problem(code, file: file, line: line, column: column, found: found)
    }
  }
}
