// What each row of each OneRoster file becomes.

extension OneRoster.Reader {
  /// - Returns: `nil` for rows that only others refer to.
  mutating func readRow(
    _ cells: OneRoster.Table.Cells, _ table: OneRoster.Table
  ) throws(Roster.Problem) -> Roster.Entry? {
    var row = OneRoster.RowReader(cells: cells, table: table, isDelta: modes[table.file] == .delta)
    defer { for problem in row.warnings { problems.add(problem) } }
    let isGone = try row.isGone()
    try row.checkTexts()
    switch table.file {
    case .manifest: return nil
    case .orgs: return try readOrganisation(row, isGone)
    case .academicSessions: return try readTerm(&row, isGone)
    case .courses:
      if !isGone { try check(.orgs, "orgSourcedId", row) }
      keep(row, isGone)
      courseTitles[row.key] = cells["title"]
      return nil
    case .roles:
      try holdRole(row, isGone)
      return nil
    case .classes: return try readClass(row, isGone)
    case .users: return try readUser(row, isGone)
    case .enrollments: return try readEnrollment(&row, isGone)
    }
  }

  /// What has gone stays known by its name: classes may still speak of it.
  private mutating func readOrganisation(
    _ row: OneRoster.RowReader, _ isGone: Bool
  ) throws(Roster.Problem) -> Roster.Entry? {
    let cells = row.cells
    keep(row, isGone)
    if isGone || cells["name"].isEmpty { return nil }
    let one = Roster.Organisation(
      key: try row.required("sourcedId"), name: cells["name"], type: cells["type"].isEmpty ? "school" : cells["type"],
      parent: cells["parentSourcedId"])
    return row.entry(.organisation(one), false)
  }

  private mutating func readTerm(
    _ row: inout OneRoster.RowReader, _ isGone: Bool
  ) throws(Roster.Problem) -> Roster.Entry? {
    let cells = row.cells
    keep(row, isGone)
    if isGone || cells["title"].isEmpty { return nil }
    var one = Roster.Term(key: try row.required("sourcedId"), title: cells["title"])
    (one.parent, one.year) = (cells["parentSourcedId"], cells["schoolYear"])
    one.type = cells["type"].isEmpty ? "term" : cells["type"]
    (one.begin, one.end) = (row.day("startDate"), row.day("endDate"))
    return row.entry(.term(one), false)
  }

  private mutating func keep(_ row: OneRoster.RowReader, _ isGone: Bool) {
    if !isGone { keys[row.file, default: []].insert(row.key) }
  }

  private mutating func readClass(_ row: OneRoster.RowReader, _ isGone: Bool) throws(Roster.Problem) -> Roster.Entry {
    let cells = row.cells
    var one = Roster.Class(key: try row.required("sourcedId"), title: cells["title"])
    (one.code, one.course, one.school) = (cells["classCode"], cells["courseSourcedId"], cells["schoolSourcedId"])
    (one.grades, one.terms) = (cells.list("grades"), cells.list("termSourcedIds"))
    one.courseTitle = courseTitles[one.course] ?? ""
    if !isGone {
      try check(.courses, "courseSourcedId", row)
      try check(.orgs, "schoolSourcedId", row)
      for term in one.terms { try check(.academicSessions, term, "termSourcedIds", row) }
    }
    keep(row, isGone)
    return row.entry(.schoolClass(one), isGone)
  }

  /// 1.2 keeps roles in a file of their own; the primary one counts, else the first.
  ///
  /// A role that is over gives nothing, and a secondary one alone runs no school.
  private mutating func holdRole(_ row: OneRoster.RowReader, _ isGone: Bool) throws(Roster.Problem) {
    if isGone { return }
    let user = try row.required("userSourcedId")
    try check(.orgs, "orgSourcedId", row)
    let isPrimary = row.cells["roleType"].lowercased() == "primary"
    let (end, role) = (try row.end(), try row.role())
    if !end.isEmpty, end <= today { return note(.roleOver, of: user) }
    if role == .admin, !isPrimary { return note(.roleSecondary, of: user) }
    if let held = roles[user], held.isPrimary || !isPrimary { return }
    roles[user] = HeldRole(role: role, isPrimary: isPrimary, line: row.cells.line)
  }

  private mutating func note(_ code: Roster.Problem.Code, of user: String) { unheld[user] = code }

  private mutating func readUser(_ row: OneRoster.RowReader, _ isGone: Bool) throws(Roster.Problem) -> Roster.Entry {
    let cells = row.cells
    var person = Roster.Person(key: try row.required("sourcedId"))
    (person.given, person.family) = (cells["givenName"], cells["familyName"])
    (person.username, person.number) = (cells["username"], cells["identifier"])
    person.email = try row.address("email")
    var fields = row.fields
    if isGone { return gone(person, row) }
    if isOver(person.key, row) {
      // Others of the file may still name them.
      keep(row, false)
      return gone(person, row)
    }
    if person.given.isEmpty, person.family.isEmpty { throw row.problem(.nameMissing, "givenName", person.key) }
    if let role = try role(of: person.key, row) { person.role = role } else { fields.remove(Roster.Fields(.role)) }
    for org in cells.list("orgSourcedIds") { try check(.orgs, org, "orgSourcedIds", row) }
    keep(row, false)
    userRoles[person.key] = person.role
    for agent in cells.list("agentSourcedIds") { agents.append((person.key, agent, cells.line)) }
    return Roster.Entry(.person(person), file: row.name, line: cells.line, fields: fields)
  }

  /// Who goes is whoever has the key: without a role in the row nothing is said of what they were.
  private func gone(_ person: Roster.Person, _ row: OneRoster.RowReader) -> Roster.Entry {
    var (person, fields) = (person, row.fields)
    if let role = Roster.Aliases.role(row.cells["role"]) {
      person.role = role
    } else {
      fields.remove(Roster.Fields(.role))
    }
    return Roster.Entry(.person(person), file: row.name, line: row.cells.line, fields: fields, isRemoval: true)
  }

  /// - Returns: `nil` when the files do not say and the school knows the person: the role stays as it is.
  private mutating func role(of key: String, _ row: OneRoster.RowReader) throws(Roster.Problem) -> Roster.Role? {
    let held = roles.removeValue(forKey: key)
    if let held, version == .v12 || row.cells["role"].isEmpty { return held.role }
    if row.cells["role"].isEmpty, isKnown(.users, key) { return nil }
    if row.cells["role"].isEmpty, let code = unheld[key] { throw row.problem(code, "sourcedId", key) }
    return try row.role()
  }

  /// Whether every role that the files give somebody is over: then the person goes, as if the files said so.
  private func isOver(_ key: String, _ row: OneRoster.RowReader) -> Bool {
    unheld[key] == .roleOver && roles[key] == nil && row.cells["role"].isEmpty && isKnown(.users, key)
  }

  private mutating func readEnrollment(
    _ row: inout OneRoster.RowReader, _ isGone: Bool
  ) throws(Roster.Problem) -> Roster.Entry {
    let cells = row.cells
    var one = Roster.Enrollment(
      key: try row.required("sourcedId"), person: cells["userSourcedId"], schoolClass: cells["classSourcedId"])
    if isGone { return row.entry(.enrollment(one), true) }
    _ = try row.required("userSourcedId")
    _ = try row.required("classSourcedId")
    try check(.users, "userSourcedId", row)
    try check(.classes, "classSourcedId", row)
    try check(.orgs, "schoolSourcedId", row)
    one.role = try row.role()
    one.isPrimary = row.flag("primary")
    (one.begin, one.end) = (row.day("beginDate"), try row.end())
    return row.entry(.enrollment(one), false)
  }
}

extension OneRoster.Reader {
  /// Refuses a row whose reference leads nowhere.
  private mutating func check(
    _ file: OneRoster.File, _ heading: String, _ row: OneRoster.RowReader
  ) throws(Roster.Problem) {
    try check(file, row.cells[heading], heading, row)
  }

  private mutating func check(
    _ file: OneRoster.File, _ key: String, _ heading: String, _ row: OneRoster.RowReader
  ) throws(Roster.Problem) {
    if key.isEmpty || keys[file]?.contains(key) == true { return }
    if modes[file] != .bulk, isKnown(file, key) { return }
    let mayBeAbsent = file != .users && file != .classes
    guard mayBeAbsent, modes[file] == .absent else { throw row.problem(.referenceUnknown, heading, key) }
    if unchecked.insert(file).inserted { warn(.referenceUnchecked, row.name, row.cells.line, found: file.name) }
  }

  /// A role whose user is in no row of `users.csv` changes somebody the school has, or is an error.
  mutating func readUnclaimedRoles(_ each: (Roster.Entry) -> Void) {
    let name = names[.roles] ?? ""
    let unclaimed = roles.sorted { $0.value.line < $1.value.line }
    for (key, held) in unclaimed where userRoles[key] == nil {
      if modes[.users] != .bulk, isKnown(.users, key) {
        let fields = Roster.Fields(of: [.key, .role])
        let person = Roster.Person(key: key, role: held.role)
        each(Roster.Entry(.person(person), file: name, line: held.line, fields: fields))
      } else {
        fail(Roster.Problem(.referenceUnknown, file: name, line: held.line, found: key), .roles)
      }
    }
    (roles, unheld) = ([:], [:])
  }

  /// Agents tie students and guardians in either direction; other ties are not ours.
  mutating func readAgents(_ each: (Roster.Entry) -> Void) {
    let name = names[.users] ?? ""
    var seen = Set<Roster.GuardianLink>()
    for (user, agent, line) in agents {
      guard let role = userRoles[user] else { continue }
      if userRoles[agent] == nil, modes[.users] == .bulk || !isKnown(.users, agent) {
        problems.add(Roster.Problem(.referenceUnknown, file: name, line: line, found: agent))
        failed[.guardian, default: 0] += 1
        continue
      }
      let other = userRoles[agent]
      let link: Roster.GuardianLink
      if role == .student, other == .guardian || other == nil {
        link = Roster.GuardianLink(guardian: agent, student: user)
      } else if role == .guardian, other == .student || other == nil {
        link = Roster.GuardianLink(guardian: user, student: agent)
      } else {
        continue
      }
      if seen.insert(link).inserted { each(Roster.Entry(.guardian(link), file: name, line: line, fields: [])) }
    }
    agents = []
  }
}
