extension Roster {
  /// What the columns of a file hold.
  public struct Headings: Equatable, Sendable {
    public struct Column: Equatable, Sendable {
      public var heading: String
      /// `nil` when the column is unknown or dropped.
      public var field: Field?
      /// The values are thrown away as they are read.
      public var isSecret: Bool
      /// Whether a whole name is written with the family's first.
      public var isFamilyFirst = false
    }

    public let columns: [Column]
    /// The fields there are columns for.
    public let fields: Fields

    /// Whether the headings are those of courses, cohorts, groups or terms, and nothing in them is a person's.
    let isOfThings: Bool

    public init(_ cells: [String]) {
      let folded = cells.map { Headings.fold($0) }
      var columns = zip(cells, folded).map { cell, folded in
        let isSecret = Aliases.isSecret(folded.text)
        var field = isSecret ? nil : Aliases.field(folded.text)
        if field == .role, folded.hasNumber { field = .courseRole }
        let isFamilyFirst = field == .name && Aliases.isFamilyFirst(folded.text)
        return Column(heading: cell, field: field, isSecret: isSecret, isFamilyFirst: isFamilyFirst)
      }
      Headings.settleNames(&columns)
      var fields = Fields()
      for column in columns { if let field = column.field { fields.add(field) } }
      let isOfPeople = [Field.given, .family, .username, .email, .number, .guardians].contains { fields.has($0) }
      isOfThings = !isOfPeople && folded.contains { Aliases.isOfThings($0.text) }
      (self.columns, self.fields) = (columns, fields)
    }

    /// Whether a column tells what people are called.
    public var hasNames: Bool { [Field.name, .given, .family].contains { fields.has($0) } }

    /// “Name” beside “Surname” is the first name; beside “First name” it is the family's, as French “Nom” is; alone it is
    /// the whole, as “Nom” is where there is no “Prénom”.
    private static func settleNames(_ columns: inout [Column]) {
      let fields = columns.map { $0.field }
      let (hasName, hasGiven, hasFamily) = (fields.contains(.name), fields.contains(.given), fields.contains(.family))
      for at in columns.indices {
        if columns[at].field == .name, hasGiven != hasFamily { columns[at].field = hasGiven ? .family : .given }
        let isNom = Headings.fold(columns[at].heading).text == "nom"
        if columns[at].field == .family, isNom, !hasGiven, !hasName { columns[at].field = .name }
      }
    }

    /// The columns, from 0, that hold passwords.
    static func secret(in cells: [String]) -> [Int] {
      cells.indices.filter { Aliases.isSecret(fold(cells[$0]).text) }
    }

    /// Everything to be said of the headings; an error when there is nothing to identify a person by.
    func problems(file: String, line: Int) -> [Problem] {
      if isOfThings { return [Problem(.notPeople, file: file, line: line)] }
      if fields.isEmpty { return [Problem(.headingsUnknown, file: file, line: line)] }
      var found: [Problem] = []
      var once = Fields()
      for (at, column) in columns.enumerated() {
        if let code = code(of: column, after: &once) {
          let severity: Problem.Severity = code == .headingTwice ? .error : .warning
          let heading = column.heading
          found.append(Problem(code, file: file, line: line, column: at + 1, severity: severity, found: heading))
        }
      }
      if ![Field.key, .number, .username, .email].contains(where: { fields.has($0) }) {
        found.append(Problem(.headingMissing, file: file, line: line, found: "student number"))
      }
      return found
    }

    private func code(of column: Column, after once: inout Fields) -> Problem.Code? {
      if column.isSecret { return .passwordDropped }
      guard let field = column.field else { return column.heading.isEmpty ? nil : .headingUnknown }
      let isRepeatable = [.classes, .cohorts, .guardians, .group, .courseRole].contains(field)
      if once.has(field), !isRepeatable { return .headingTwice }
      once.add(field)
      if field == .name { return fields.has(.given) ? .headingUnused : .nameSplit }
      return field == .group || field == .courseRole && fields.has(.role) ? .headingUnused : nil
    }
  }
}

extension Roster.Headings {
  /// Reduces a heading to what people agree on: letters without case, accents, vowel points, spaces and signs.
  ///
  /// - Returns: the letters, and whether digits were left out, as in `course1`.
  static func fold(_ heading: String) -> (text: String, hasNumber: Bool) {
    var view = String.UnicodeScalarView()
    var hasNumber = false
    for scalar in heading.lowercased().unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x660...0x669: hasNumber = true
      case 0x61...0x7A: view.append(scalar)
      case 0..<0xC0, 0xD7, 0xF7, 0x300...0x36F, 0x591...0x5CF, 0x5F0...0x60C: break
      case 0x61B...0x61F, 0x640, 0x64B...0x65F, 0x670: break
      case 0x2000...0x206F, 0xFEFF: break
      default: view.append(plain(scalar))
      }
    }
    return (String(view), hasNumber)
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xE0...0xE5: "a"
    case 0xE7: "c"
    case 0xE8...0xEB: "e"
    case 0xEC...0xEF: "i"
    case 0xF2...0xF6: "o"
    case 0xF9...0xFC: "u"
    case 0x622, 0x623, 0x625, 0x671: "\u{627}"
    case 0x629: "\u{647}"
    case 0x649: "\u{64A}"
    default: scalar
    }
  }
}
