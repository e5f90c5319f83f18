public import Delimited

extension OneRoster {
  /// Reads a set of OneRoster files into entries: classes, people, enrolments, then guardians.
  ///
  /// Liberal with what real files get wrong, and says so in warnings; strict with references, which are never
  /// guessed. Keeps the keys of what it read, and no records.
  public struct Reader {
    /// Opens a file by one of the names given to `init`.
    public typealias Open = (_ name: String) throws(Roster.Problem) -> Roster.Pieces

    public internal(set) var problems = Roster.Problems()
    /// From the manifest; else 1.2 when there is a `roles.csv`.
    public internal(set) var version = Version.v11
    public internal(set) var modes: [File: Mode] = [:]

    /// How many rows had an error, by what they are about.
    public internal(set) var failed: [Roster.Kind: Int] = [:]

    let limits: CSV.Limits
    /// The school's day, `YYYY-MM-DD`: what ended before it gives nobody anything.
    let today: String
    let open: Open
    let isKnown: (File, String) -> Bool
    var names: [File: String] = [:]
    var keys: [File: Set<String>] = [:]
    var courseTitles: [String: String] = [:]
    var roles: [String: HeldRole] = [:]
    /// Who had a role that is over, or only a secondary one to run the school by.
    var unheld: [String: Roster.Problem.Code] = [:]
    var userRoles: [String: Roster.Role] = [:]
    var agents: [(user: String, agent: String, line: Int)] = []
    var unchecked = Set<File>()

    struct HeldRole {
      var role: Roster.Role
      var isPrimary: Bool
      var line: Int
    }

    /// - Parameters:
    ///   - today: the school's day, `YYYY-MM-DD`.
    ///   - names: all files there are, with or without folders.
    ///   - isKnown: whether the school has a record already; asked for references that a delta, or an absent file,
    ///     leaves open.
    public init(
      names: [String], today: String = "", limits: CSV.Limits = CSV.Limits(),
      isKnown: @escaping (File, String) -> Bool = { _, _ in false }, open: @escaping Open
    ) {
      (self.limits, self.today, self.isKnown, self.open) = (limits, today, isKnown, open)
      for name in names { place(name) }
    }

    /// Reads all files, in the order of their dependence.
    ///
    /// - Throws: what makes a file unreadable; it is among the problems too.
    public mutating func read(each: (Roster.Entry) -> Void) throws(Roster.Problem) {
      do throws(Roster.Problem) {
        try readManifest()
        try settleModes()
        for file in File.allCases where file != .manifest { try readFile(file, each) }
        readAgents(each)
      } catch {
        problems.add(error)
        throw error
      }
    }

    /// The kinds whose file is complete, so that what it lacks may be proposed for removal.
    public var complete: [Roster.Kind] {
      var kinds: [Roster.Kind] = []
      if modes[.users] == .bulk { kinds.append(.person) }
      if modes[.classes] == .bulk { kinds.append(.schoolClass) }
      if modes[.enrollments] == .bulk { kinds.append(.enrollment) }
      if modes[.users] == .bulk { kinds.append(.guardian) }
      return kinds
    }
  }
}

extension OneRoster.Reader {
  private mutating func place(_ path: String) {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    guard name.lowercased().hasSuffix(".csv") else { return }
    guard let file = OneRoster.File.allCases.first(where: { $0.name.lowercased() == name.lowercased() }) else {
      return warn(.fileIgnored, path, found: name)
    }
    if file.name != name { warn(.fileNameCase, path, found: name) }
    names[file] = path
  }

  private mutating func readManifest() throws(Roster.Problem) {
    if names[.roles] != nil { version = .v12 }
    guard var table = try table(.manifest) else { return warn(.manifestMissing, OneRoster.File.manifest.name) }
    while let cells = try table.next() { readProperty(cells, table.name) }
    problems.merge(table.problems)
    failed[OneRoster.Reader.kind(.manifest), default: 0] += table.problems.errorCount
  }

  private mutating func readProperty(_ cells: OneRoster.Table.Cells, _ name: String) {
    let (property, value) = (cells["propertyName"], cells["value"].lowercased())
    if property.lowercased() == "oneroster.version" {
      if let stated = OneRoster.Version(rawValue: value) { return version = stated }
      return warn(.versionUnknown, name, cells.line, 2, found: value)
    }
    guard property.lowercased().hasPrefix("file.") else { return }
    let mode = OneRoster.Mode(rawValue: value)
    if mode == nil || mode == .unstated { warn(.manifestBlank, name, cells.line, 2, found: property) }
    let wanted = "\(property.lowercased().dropFirst(5)).csv"
    let file = OneRoster.File.allCases.first { $0.name.lowercased() == wanted }
    if let file { modes[file] = mode ?? .unstated }
  }

  /// What is there and what was announced must agree; where they do not, nothing is read or removed on a guess.
  private mutating func settleModes() throws(Roster.Problem) {
    for file in OneRoster.File.allCases where file != .manifest {
      let stated = modes[file]
      if names[file] != nil {
        if stated == .absent { warn(.fileUnannounced, file.name) }
        modes[file] = stated ?? .unstated
      } else {
        if stated == .bulk || stated == .delta { warn(.fileMissing, file.name) }
        modes[file] = .absent
      }
    }
    let isUseless = [OneRoster.File.users, .classes, .enrollments].allSatisfy { modes[$0] == .absent }
    if isUseless { throw Roster.Problem(.fileMissing, file: OneRoster.File.users.name) }
  }

  func table(_ file: OneRoster.File) throws(Roster.Problem) -> OneRoster.Table? {
    guard let name = names[file], modes[file] != .absent || file == .manifest else { return nil }
    return OneRoster.Table(file, name: name, pieces: try open(name), limits: limits)
  }

  private mutating func readFile(
    _ file: OneRoster.File, _ each: (Roster.Entry) -> Void
  ) throws(Roster.Problem) {
    guard var table = try table(file) else { return }
    while let cells = try table.next() {
      do throws(Roster.Problem) {
        if let entry = try readRow(cells, table) { each(entry) }
      } catch {
        fail(error, file)
      }
    }
    problems.merge(table.problems)
    failed[OneRoster.Reader.kind(file), default: 0] += table.problems.errorCount
    if file == .users { readUnclaimedRoles(each) }
  }

  /// Notes a row that is left out.
  mutating func fail(_ problem: Roster.Problem, _ file: OneRoster.File) {
    problems.add(problem)
    failed[OneRoster.Reader.kind(file), default: 0] += 1
  }

  /// What the rows of a file are about: a role is a person's, a course its classes'.
  private static func kind(_ file: OneRoster.File) -> Roster.Kind {
    switch file {
    case .users, .roles, .manifest: .person
    case .classes, .courses: .schoolClass
    case .enrollments: .enrollment
    case .orgs: .organisation
    case .academicSessions: .term
    }
  }

  mutating func warn(
    _ code: Roster.Problem.Code, _ file: String, _ line: Int = 0, _ column: Int = 0, found: String = ""
  ) {
    problems.add(
      Roster.Problem(code, file: file, line: line, column: column, severity: .warning, found: found))
  }
}
