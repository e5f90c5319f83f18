public import Delimited

extension OneRoster {
  /// The school itself, as an organisation in OneRoster's sense.
  public struct School: Equatable, Sendable {
    public var key: String
    public var name: String
    public init(key: String, name: String) { (self.key, self.name) = (key, name) }
  }

  /// The school year the export speaks of; `begin` and `end` are calendar days, `YYYY-MM-DD`.
  public struct Term: Equatable, Sendable {
    public var key: String
    public var title: String
    public var begin: String
    public var end: String
    /// The year in which it ends, four digits.
    public var year: String

    public init(key: String, title: String, begin: String, end: String, year: String) {
      (self.key, self.title, self.begin, self.end, self.year) = (key, title, begin, end, year)
    }
  }

  /// Writes a complete ("bulk") OneRoster 1.2 set of files, which `Reader` reads back without a difference.
  ///
  /// Classes without a course, term or school are given one of their own, this term and this school.
  public struct Writer {
    private let school: School
    private let term: Term
    private let system: String
    private var courses: CSV.Writer
    private var courseKeys = Set<String>()
    /// Schools and terms that classes name, and what is known of them and of others.
    private var otherSchools: [String: Roster.Organisation] = [:]
    private var otherTerms: [String: Roster.Term] = [:]
    private var classes: CSV.Writer
    private var users: CSV.Writer
    private var roles: CSV.Writer
    private var enrollments: CSV.Writer

    /// - Parameter system: the program's name, for the manifest.
    public init(school: School, term: Term, system: String, style: CSV.Style = CSV.Style()) {
      (self.school, self.term, self.system) = (school, term, system)
      courses = CSV.Writer(style)
      classes = CSV.Writer(style)
      users = CSV.Writer(style)
      roles = CSV.Writer(style)
      enrollments = CSV.Writer(style)
      writeHeadings()
    }

    public mutating func add(_ one: Roster.Class) {
      let course = one.course.isEmpty ? one.key : one.course
      let home = one.school.isEmpty ? school.key : one.school
      if courseKeys.insert(course).inserted {
        let title = one.courseTitle.isEmpty ? one.title : one.courseTitle
        courses.row([course, "", "", term.key, title, "", "", home, "", ""])
      }
      let terms = one.terms.isEmpty ? term.key : Writer.list(one.terms)
      if home != school.key, otherSchools[home] == nil { otherSchools[home] = .init(key: home, name: home) }
      for key in one.terms where key != term.key && otherTerms[key] == nil { otherTerms[key] = unknownTerm(key) }
      classes.row([
        one.key, "", "", one.title, Writer.list(one.grades), course, one.code, "scheduled", "", home, terms, "", "", "",
      ])
    }

    /// A school as its sender described it.
    public mutating func add(_ one: Roster.Organisation) {
      if one.key != school.key { otherSchools[one.key] = one }
    }

    /// A term as its sender described it.
    public mutating func add(_ one: Roster.Term) {
      if one.key != term.key { otherTerms[one.key] = one }
    }

    /// - Parameter agents: the keys of the person's guardians.
    public mutating func add(_ person: Roster.Person, agents: [String] = []) {
      users.row([
        person.key, "", "", "true", person.username, "", person.given, person.family, "", person.number, person.email,
        "", "", Writer.list(agents), "", "", "", "", "", "", "", school.key, "",
      ])
      let role = person.role == .admin ? "siteAdministrator" : person.role.rawValue
      roles.row(["role-\(person.key)", "", "", person.key, "primary", role, "", "", school.key, ""])
    }

    public mutating func add(_ one: Roster.Enrollment) {
      let role = one.role == .admin ? "administrator" : one.role.rawValue
      enrollments.row([
        one.key.isEmpty ? "\(one.schoolClass)/\(one.person)" : one.key, "", "", one.schoolClass, school.key, one.person,
        role, one.isPrimary ? "true" : "false", one.begin,
        one.end,
      ])
    }

    /// All files by name, for an archive or a folder.
    public mutating func files() -> [(name: String, content: [UInt8])] {
      [
        ("manifest.csv", manifest()), ("orgs.csv", orgs()), ("academicSessions.csv", sessions()),
        ("courses.csv", courses.drain()), ("classes.csv", classes.drain()), ("users.csv", users.drain()),
        ("roles.csv", roles.drain()), ("enrollments.csv", enrollments.drain()),
      ]
    }
  }
}

extension OneRoster.Writer {
  private mutating func writeHeadings() {
    courses.row(
      OneRoster.headings(
        "schoolYearSourcedId title courseCode grades orgSourcedId subjects subjectCodes"))
    classes.row(
      OneRoster.headings(
        "title grades courseSourcedId classCode classType location schoolSourcedId termSourcedIds subjects subjectCodes "
          + "periods"))
    users.row(
      OneRoster.headings(
        "enabledUser username userIds givenName familyName middleName identifier email sms phone agentSourcedIds grades "
          + "password userMasterIdentifier resourceSourcedIds preferredGivenName preferredMiddleName "
          + "preferredFamilyName primaryOrgSourcedId pronouns"))
    roles.row(OneRoster.headings("userSourcedId roleType role beginDate endDate orgSourcedId userProfileSourcedId"))
    enrollments.row(OneRoster.headings("classSourcedId schoolSourcedId userSourcedId role primary beginDate endDate"))
  }

  private func manifest() -> [UInt8] {
    var writer = CSV.Writer(courses.style)
    writer.row(["propertyName", "value"])
    writer.row(["manifest.version", "1.0"])
    writer.row(["oneroster.version", "1.2"])
    let present = ["academicSessions", "classes", "courses", "enrollments", "orgs", "roles", "users"]
    let absent = [
      "categories", "classResources", "courseResources", "demographics", "lineItems", "lineItemLearningObjectiveIds",
      "lineItemScoreScales", "resources", "results", "resultLearningObjectiveIds", "resultScoreScales", "scoreScales",
      "userProfiles", "userResources",
    ]
    for name in present { writer.row(["file.\(name)", "bulk"]) }
    for name in absent { writer.row(["file.\(name)", "absent"]) }
    writer.row(["source.systemName", system])
    writer.row(["source.systemCode", school.key])
    return writer.drain()
  }

  private func orgs() -> [UInt8] {
    var writer = CSV.Writer(courses.style)
    writer.row(OneRoster.headings("name type identifier parentSourcedId"))
    writer.row([school.key, "", "", school.name, "school", "", ""])
    for (key, one) in otherSchools.sorted(by: { $0.key < $1.key }) {
      writer.row([key, "", "", one.name, one.type.isEmpty ? "school" : one.type, "", one.parent])
    }
    return writer.drain()
  }

  /// A term that nobody described lies within this one.
  private func unknownTerm(_ key: String) -> Roster.Term {
    var one = Roster.Term(key: key, title: key)
    (one.type, one.begin, one.end, one.parent, one.year) = ("term", term.begin, term.end, term.key, term.year)
    return one
  }

  private func sessions() -> [UInt8] {
    var writer = CSV.Writer(courses.style)
    writer.row(OneRoster.headings("title type startDate endDate parentSourcedId schoolYear"))
    writer.row([term.key, "", "", term.title, "schoolYear", term.begin, term.end, "", term.year])
    for (key, one) in otherTerms.sorted(by: { $0.key < $1.key }) {
      let type = one.type.isEmpty ? "term" : one.type
      writer.row([key, "", "", one.title, type, one.begin, one.end, one.parent, one.year])
    }
    return writer.drain()
  }

  private static func list(_ items: [String]) -> String {
    items.reduce("") { $0.isEmpty ? $1 : "\($0),\($1)" }
  }
}

extension OneRoster {
  fileprivate static func headings(_ names: String) -> [String] {
    ["sourcedId", "status", "dateLastModified"] + names.split(separator: " ").map { String($0) }
  }
}
