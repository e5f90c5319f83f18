import Testing

@testable import School

/// What a set of OneRoster files was read into.
struct OneRosterReading {
  var entries: [Roster.Entry] = []
  var problems = Roster.Problems()
  var reader: OneRoster.Reader
  var failure: Roster.Problem?

  /// The named files of a fixture folder, with some replaced.
  init(
    folder: String, names: [String], replacing: [String: String] = [:],
    isKnown: @escaping (OneRoster.File, String) -> Bool = { _, _ in false }
  ) {
    self.init(names: names, isKnown: isKnown) { name in
      replacing[name].map { Array($0.utf8) } ?? RosterFixture.bytes("\(folder)/\(name)")
    }
  }

  init(
    names: [String], isKnown: @escaping (OneRoster.File, String) -> Bool = { _, _ in false },
    content: @escaping (String) -> [UInt8]
  ) {
    reader = OneRoster.Reader(names: names, isKnown: isKnown) { name throws(Roster.Problem) in
      RosterFixture.pieces(content(name))
    }
    var found: [Roster.Entry] = []
    do throws(Roster.Problem) { try reader.read { found.append($0) } } catch { failure = error }
    (entries, problems) = (found, reader.problems)
  }

  var people: [Roster.Person] { entries.compactMap { if case .person(let one) = $0.record { one } else { nil } } }
  var classes: [Roster.Class] { entries.compactMap { if case .schoolClass(let one) = $0.record { one } else { nil } } }
  var enrollments: [Roster.Enrollment] {
    entries.compactMap { if case .enrollment(let one) = $0.record { one } else { nil } }
  }
  var links: [Roster.GuardianLink] {
    entries.compactMap { if case .guardian(let one) = $0.record { one } else { nil } }
  }
  var organisations: [Roster.Organisation] {
    entries.compactMap { if case .organisation(let one) = $0.record { one } else { nil } }
  }
  var terms: [Roster.Term] { entries.compactMap { if case .term(let one) = $0.record { one } else { nil } } }
  var known: Roster.Known {
    Roster.Known(
      people: people, classes: classes, enrollments: enrollments, links: links, organisations: organisations,
      terms: terms)
  }

  func codes(_ severity: Roster.Problem.Severity) -> Set<Roster.Problem.Code> {
    Set((severity == .error ? problems.errors : problems.warnings).map { $0.code })
  }
}

@Suite struct `Reading OneRoster` {
  static let base = ["manifest.csv", "orgs.csv", "academicSessions.csv", "classes.csv", "users.csv", "enrollments.csv"]
  static let full = base + ["courses.csv", "roles.csv"]

  static func old(_ replacing: [String: String] = [:]) -> OneRosterReading {
    OneRosterReading(folder: "oneroster-1.1", names: base, replacing: replacing)
  }

  static func new(_ replacing: [String: String] = [:], and more: [String] = []) -> OneRosterReading {
    OneRosterReading(folder: "oneroster-1.2", names: full + more, replacing: replacing)
  }

  @Test func `rows before a stray quote are read, and the fault is said`() {
    let whole = Self.old(), users = String(decoding: RosterFixture.bytes("oneroster-1.1/users.csv"), as: UTF8.self)
    let broken = Self.old(["users.csv": users + "\"a\"b,stray\n"])
    #expect(broken.failure?.code == .quoteStray)
    #expect(broken.people.map { $0.key } == whole.people.map { $0.key } && !whole.people.isEmpty)
  }

  @Test func `version 1.1 is read with its roles and guardians`() {
    let reading = Self.old()
    #expect(reading.failure == nil)
    #expect(reading.reader.version == .v11)
    #expect(reading.people.map { $0.key } == ["u1", "u2", "t1", "g1", "g2", "a1"])
    #expect(reading.people.map { $0.role } == [.student, .student, .teacher, .guardian, .guardian, .admin])
    #expect(reading.classes.map { $0.grades } == [["07"], ["07", "08"]])
    #expect(reading.links == [.init(guardian: "g1", student: "u1"), .init(guardian: "g2", student: "u1")])
  }

  @Test func `references that lead nowhere cost their row and nothing else`() {
    let reading = Self.old()
    let errors = reading.problems.errors
    #expect(errors.map { $0.code } == [.referenceUnknown, .referenceUnknown, .referenceUnknown])
    #expect(errors.map { $0.excerpt } == ["u99", "c9", "g3"])
    #expect(errors.map { $0.line } == [5, 6, 3])
    #expect(reading.enrollments.map { $0.key } == ["e1", "e2", "e3"])
  }

  @Test func `what real files get wrong is warned of and read`() {
    #expect(
      Self.old().codes(.warning) == [
        .manifestBlank, .dateOdd, .passwordDropped, .headingMisspelt, .referenceUnchecked,
      ])
  }

  @Test func `an odd date is never guessed`() {
    let enrollments = Self.old().enrollments
    #expect(enrollments[0].begin == "2026-09-01")
    #expect(enrollments[1].begin == "")
  }

  @Test func `version 1.2 takes roles from their own file, the primary one first`() {
    let reading = Self.new()
    #expect(reading.failure == nil)
    #expect(reading.reader.version == .v12)
    #expect(reading.people.map { $0.role } == [.student, .student, .teacher, .guardian])
    #expect(reading.classes.first?.courseTitle == "Mathematics 7")
    #expect(reading.links.map { $0.student } == ["u1", "u3"])
    #expect(reading.problems.errorCount == 0)
    #expect(reading.enrollments.map { $0.isPrimary } == [false, false, true])
  }

  @Test func `files we do not read are named, whatever the case of their names`() {
    let reading = Self.new(and: ["userprofiles.csv", "readme.txt"])
    #expect(reading.problems.warnings.contains { $0.code == .fileIgnored && $0.excerpt == "userprofiles.csv" })
    #expect(reading.people.count == 4)
    let upper = OneRosterReading(names: ["set/Users.CSV"]) { _ in
      Array("sourcedId,givenName,familyName,role\nu,A,B,student\n".utf8)
    }
    #expect(upper.people.count == 1)
    #expect(upper.codes(.warning) == [.fileNameCase, .manifestMissing])
  }

  @Test func `a role for nobody is an error`() {
    let roles =
      "sourcedId,userSourcedId,roleType,role\nr1,u1,primary,student\nr3,u3,primary,student\n"
      + "r5,t1,primary,teacher\nr6,g1,primary,parent\nr9,u99,primary,student\n"
    let reading = Self.new(["roles.csv": roles])
    #expect(reading.problems.errors.map { $0.excerpt } == ["u99"])
  }

  @Test func `nobody becomes a teacher by a role we do not know`() {
    let roles = "sourcedId,userSourcedId,roleType,role\nr1,u1,primary,proctor\n"
    let reading = Self.new(["roles.csv": roles])
    #expect(reading.people.isEmpty)
    #expect(reading.codes(.error) == [.roleUnknown, .referenceUnknown])
  }

  @Test func `a file that was announced and is missing is a warning, and proposes no removals`() {
    let reading = OneRosterReading(folder: "oneroster-1.2", names: Self.full.filter { $0 != "enrollments.csv" })
    #expect(reading.codes(.warning).contains(.fileMissing))
    #expect(reading.reader.complete == [.person, .schoolClass, .guardian])
  }

  @Test func `an archive with nothing to read is refused`() {
    let reading = OneRosterReading(names: ["readme.txt"]) { _ in [] }
    #expect(reading.failure?.code == .fileMissing)
  }

  @Test func `a delta removes exactly what it marks, and twice is once`() {
    let before = Self.new().known
    func weigh(_ known: Roster.Known) -> (Roster.Plan, OneRosterReading) {
      let names = ["manifest.csv", "users.csv", "enrollments.csv"]
      let reading = OneRosterReading(folder: "oneroster-1.2-delta", names: names) { file, key in
        file == .users && ["t1", "u1"].contains(key) || file == .classes && key == "c1"
      }
      var plan = Roster.Plan(against: known)
      for entry in reading.entries { _ = plan.add(entry) }
      return (plan, reading)
    }
    let (plan, reading) = weigh(before)
    #expect(reading.problems.errorCount == 0)
    #expect(
      plan.changes == [
        .init(kind: .person, key: "u3", verdict: .removed),
        .init(kind: .person, key: "u1", verdict: .changed(Roster.Fields(.family))),
        .init(kind: .enrollment, key: "e2", verdict: .removed),
      ])
    #expect(reading.reader.complete.isEmpty)
    var people = Self.new().people.filter { $0.key != "u3" }
    people[0].family = "Marsh-Bell"
    let after = Roster.Known(
      people: people, classes: Self.new().classes, enrollments: Self.new().enrollments.filter { $0.key != "e2" })
    #expect(weigh(after).0.isEmpty)
  }

  @Test func `in a delta a reference the school does not know is an error`() {
    let names = ["manifest.csv", "users.csv", "enrollments.csv"]
    let reading = OneRosterReading(folder: "oneroster-1.2-delta", names: names)
    #expect(reading.problems.errors.contains { $0.code == .referenceUnknown })
  }

  @Test func `an export read back is the same school, and a plan over it is empty`() {
    let first = Self.new()
    var writer = OneRoster.Writer(
      school: .init(key: "home", name: "=Oasis"),
      term: .init(key: "year", title: "=2027", begin: "2026-09-01", end: "2027-08-31", year: "2027"),
      system: "Homeroom")
    for one in first.organisations { writer.add(one) }
    for one in first.terms { writer.add(one) }
    for one in first.classes { writer.add(one) }
    for one in first.people {
      writer.add(one, agents: first.links.filter { $0.student == one.key }.map { $0.guardian })
    }
    for one in first.enrollments { writer.add(one) }
    let files = Dictionary(uniqueKeysWithValues: writer.files().map { ($0.name, $0.content) })
    let second = OneRosterReading(names: files.keys.sorted()) { files[$0] ?? [] }
    #expect(second.problems.errorCount == 0)
    #expect(second.codes(.warning) == [.passwordDropped])
    #expect(second.people == first.people)
    #expect(second.classes == first.classes)
    #expect(second.enrollments == first.enrollments)
    #expect(second.links == first.links)
    #expect(second.organisations.filter { $0.key != "home" } == first.organisations)
    #expect(second.terms.filter { $0.key != "year" } == first.terms)
    var plan = Roster.Plan(against: first.known)
    for entry in second.entries { _ = plan.add(entry) }
    for kind in second.reader.complete { plan.proposeRemovals(kind) }
    let total = RosterReport(plan).total
    #expect(plan.counts(.organisation).new == 1 && plan.counts(.term).new == 1, "the school itself and its year")
    #expect(total.new == 2 && total.changed == 0 && plan.removalCount == 0)
  }
}
