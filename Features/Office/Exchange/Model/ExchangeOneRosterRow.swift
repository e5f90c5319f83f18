extension OneRoster {
  /// Reads the values of one row, liberally, and keeps what is to be said about them.
  struct RowReader {
    let cells: Table.Cells
    let name: String
    let file: File
    let isDelta: Bool
    /// The fields of ours that the table has columns for.
    let fields: Roster.Fields
    private(set) var warnings: [Roster.Problem] = []

    init(cells: Table.Cells, table: Table, isDelta: Bool) {
      (self.cells, name, file, self.isDelta) = (cells, table.name, table.file, isDelta)
      fields = RowReader.fields(table)
    }

    var key: String { cells["sourcedId"] }

    /// `tobedeleted`, in any case; blank is active, though a delta should say so.
    mutating func isGone() throws(Roster.Problem) -> Bool {
      noteDate()
      switch cells["status"].lowercased() {
      case "tobedeleted": return true
      case "active": return false
      case "":
        if isDelta { warn(.statusMissing, "status") }
        return false
      default: throw problem(.statusUnknown, "status", cells["status"])
      }
    }

    func required(_ heading: String) throws(Roster.Problem) -> String {
      let value = cells[heading]
      if value.isEmpty { throw problem(heading == "sourcedId" ? .keyMissing : .referenceUnknown, heading, "") }
      return value
    }

    func role() throws(Roster.Problem) -> Roster.Role {
      guard let role = Roster.Aliases.role(cells["role"]) else { throw problem(.roleUnknown, "role", cells["role"]) }
      return role
    }

    func address(_ heading: String) throws(Roster.Problem) -> String {
      let value = cells[heading]
      guard value.isEmpty || Roster.Text.isAddress(value) else { throw problem(.emailMalformed, heading, value) }
      return value
    }

    mutating func flag(_ heading: String) -> Bool {
      switch cells[heading].lowercased() {
      case "true", "1": return true
      case "false", "0", "": return false
      default:
        warn(.flagOdd, heading)
        return false
      }
    }

    /// A calendar day, or nothing and a warning: `1/05/2023` is May to some and January to others.
    mutating func day(_ heading: String) -> String {
      let value = cells[heading]
      if value.isEmpty { return "" }
      if let day = RowReader.isoDay(value) { return day }
      warn(.dateOdd, heading)
      return ""
    }

    func entry(_ record: Roster.Entry.Record, _ isGone: Bool) -> Roster.Entry {
      Roster.Entry(record, file: name, line: cells.line, fields: fields, isRemoval: isGone)
    }

    func problem(_ code: Roster.Problem.Code, _ heading: String, _ found: String) -> Roster.Problem {
      Roster.Problem(code, file: name, line: cells.line, column: cells.column(heading), found: found)
    }

    private mutating func noteDate() {
      let value = cells["dateLastModified"]
      if !value.isEmpty, RowReader.isoDay(value) == nil { warn(.dateOdd, "dateLastModified") }
    }

    private mutating func warn(_ code: Roster.Problem.Code, _ heading: String) {
      var problem = problem(code, heading, cells[heading])
      problem.severity = .warning
      warnings.append(problem)
    }

    /// The day of `2026-09-01` and of `2026-09-01T08:00:00Z`; `nil` for everything else.
    static func isoDay(_ text: String) -> String? {
      let bytes = Array(text.utf8)
      guard bytes.count == 10 || bytes.count > 10 && bytes[10] == 0x54 else { return nil }
      for (at, byte) in bytes.prefix(10).enumerated() {
        let isSign = at == 4 || at == 7
        guard isSign ? byte == 0x2D : (0x30...0x39).contains(byte) else { return nil }
      }
      func number(_ at: Int) -> Int { Int(bytes[at] - 0x30) * 10 + Int(bytes[at + 1] - 0x30) }
      guard (1...12).contains(number(5)), (1...31).contains(number(8)) else { return nil }
      return String(decoding: bytes.prefix(10), as: UTF8.self)
    }

    /// The first day without it, when it ends.
    ///
    /// - Throws: `.endOdd`: nobody keeps a right because its end could not be read.
    func end() throws(Roster.Problem) -> String {
      let value = cells["endDate"]
      if value.isEmpty { return "" }
      guard let day = RowReader.isoDay(value) else { throw problem(.endOdd, "endDate", value) }
      return day
    }

    /// Refuses what the forms refuse: names and keys of one line, without what hides or turns them.
    func checkTexts() throws(Roster.Problem) {
      for heading in RowReader.names {
        if let code = Roster.Text.fault(cells[heading], max: Roster.Longest.name) {
          throw problem(code, heading, cells[heading])
        }
      }
      for heading in RowReader.keys {
        if let code = Roster.Text.fault(cells[heading], max: Roster.Longest.key) {
          throw problem(code, heading, cells[heading])
        }
      }
      if let code = Roster.Text.fault(cells["identifier"], max: Roster.Longest.number) {
        throw problem(code, "identifier", cells["identifier"])
      }
    }

    private static var names: [String] { ["givenName", "familyName", "title", "name"] }
    private static var keys: [String] {
      [
        "sourcedId", "username", "email", "classCode", "courseSourcedId", "schoolSourcedId", "type", "schoolYear",
        "parentSourcedId", "classSourcedId", "userSourcedId", "grades", "termSourcedIds",
      ]
    }

    private static func fields(_ table: Table) -> Roster.Fields {
      var fields = Roster.Fields(.key)
      for (heading, field) in columns(table.file) where table.has(heading) { fields.add(field) }
      if table.file == .users { fields.add(.role) }
      return fields
    }

    private static func columns(_ file: File) -> [(String, Roster.Field)] {
      switch file {
      case .users:
        [
          ("givenName", .given), ("familyName", .family), ("username", .username), ("email", .email),
          ("identifier", .number),
        ]
      case .classes:
        [
          ("title", .title), ("classCode", .code), ("courseSourcedId", .course), ("grades", .grades),
          ("termSourcedIds", .terms), ("schoolSourcedId", .school),
        ]
      case .enrollments:
        [
          ("userSourcedId", .person), ("classSourcedId", .schoolClass), ("role", .role), ("primary", .isPrimary),
          ("beginDate", .begin), ("endDate", .end),
        ]
      case .orgs: [("name", .title), ("type", .type), ("parentSourcedId", .school)]
      case .academicSessions:
        [
          ("title", .title), ("type", .type), ("schoolYear", .type), ("startDate", .begin), ("endDate", .end),
          ("parentSourcedId", .terms),
        ]
      case .manifest, .courses, .roles: []
      }
    }
  }
}
