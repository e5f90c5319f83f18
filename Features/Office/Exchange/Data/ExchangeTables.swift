import Base
public import Database
import People
package import School

/// Uploaded rosters, and what other systems call the people, classes and enrolments we have.
///
/// The school's own facts stay with their features. Here are only the other systems' keys, and the few things they say
/// that have no other place with us: cohorts, codes, terms, and sign-in names that are not ours to give.
public enum ExchangeTables {
  package static let rosterImport = Table<RosterImport>(
    "roster_import", number: 90,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.bytes("hash") { $0.hash }
      $0.text("name") { $0.name }
      $0.integer("size") { $0.size }
      $0.flag("removes") { $0.removes }
      $0.choice("state") { $0.state }
      $0.integer("confirmed") { $0.confirmed }
      $0.json("report") { $0.report?.json.string }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("appliedAt") { $0.appliedAt }
      $0.json("answers") { $0.answers?.json.string }
    }, key: ["school", "id"], indexes: [["school", "createdAt"]],
    // Its file goes before it does, and is shown and hidden by whoever keeps and forgets it.
    seen: .by { _, school in [.office(school)] }
  ) { cells throws(Refusal) in
    try RosterImport(&cells)
  }

  /// Either a student's record or an account stands behind a key.
  static let rosterPerson = Table<RosterPersonRow>(
    "roster_person", number: 91,
    {
      $0.school()
      $0.text("key") { $0.key }
      $0.id("student") { $0.student }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.choice("role") { $0.role }
      $0.text("given") { $0.given }
      $0.text("family") { $0.family }
      $0.text("username") { $0.username }
      $0.text("email") { $0.email }
      $0.text("number") { $0.number }
      $0.text("cohorts") { RosterLines.joined($0.cohorts) }
    }, key: ["school", "key"],
    indexes: [
      ["school", "student"], ["school", "account"], ["school", "username"], ["school", "email"], ["school", "number"],
    ]
  ) { cells throws(Refusal) in
    RosterPersonRow(
      key: cells.text(), student: cells.optionalID(), account: cells.optionalID(), role: try cells.choice(),
      given: cells.text(),
      family: cells.text(), username: cells.text(), email: cells.text(), number: cells.text(),
      cohorts: RosterLines.split(cells.text()))
  }

  static let rosterClass = Table<RosterClassRow>(
    "roster_class", number: 92,
    {
      $0.school()
      $0.text("key") { $0.key }
      $0.id("classroom") { $0.classroom }
      $0.text("code") { $0.code }
      $0.text("course") { $0.course }
      $0.text("courseTitle") { $0.courseTitle }
      $0.text("grades") { RosterLines.joined($0.grades) }
      $0.text("terms") { RosterLines.joined($0.terms) }
      $0.text("org") { $0.org }
    }, key: ["school", "key"], indexes: [["school", "classroom"]]
  ) {
    RosterClassRow(
      key: $0.text(), classroom: $0.id(), code: $0.text(), course: $0.text(), courseTitle: $0.text(),
      grades: RosterLines.split($0.text()), terms: RosterLines.split($0.text()), org: $0.text())
  }

  package static let rosterEnrolment = Table<RosterEnrolmentRow>(
    "roster_enrolment", number: 93,
    {
      $0.school()
      $0.text("key") { $0.key }
      $0.id("classroom") { $0.classroom }
      $0.id("student") { $0.student }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.choice("role") { $0.role }
      $0.flag("isPrimary") { $0.isPrimary }
      $0.text("begin") { $0.begin }
      $0.text("end") { $0.end }
    }, key: ["school", "key"],
    indexes: [["school", "classroom", "student"], ["school", "classroom", "account"]]
  ) { cells throws(Refusal) in
    RosterEnrolmentRow(
      key: cells.text(), classroom: cells.id(), student: cells.optionalID(), account: cells.optionalID(),
      role: try cells.choice(),
      isPrimary: cells.flag(), begin: cells.text(), end: cells.text())
  }

  /// The schools that classes of a roster name, as their sender described them.
  static let rosterOrganisation = Table<Roster.Organisation>(
    "roster_organisation", number: 97,
    {
      $0.school()
      $0.text("key") { $0.key }
      $0.text("name") { $0.name }
      $0.text("type") { $0.type }
      $0.text("parent") { $0.parent }
    }, key: ["school", "key"]
  ) { Roster.Organisation(key: $0.text(), name: $0.text(), type: $0.text(), parent: $0.text()) }

  /// The years and terms that classes of a roster name, with their days.
  static let rosterTerm = Table<Roster.Term>(
    "roster_term", number: 98,
    {
      $0.school()
      $0.text("key") { $0.key }
      $0.text("title") { $0.title }
      $0.text("type") { $0.type }
      $0.text("begin") { $0.begin }
      $0.text("end") { $0.end }
      $0.text("parent") { $0.parent }
      $0.text("year") { $0.year }
    }, key: ["school", "key"]
  ) { Roster.Term(&$0) }

  public static let migrations = [
    Migration.baseline(
      "exchange", rosterImport.schema, rosterPerson.schema, rosterClass.schema, rosterEnrolment.schema,
      rosterOrganisation.schema, rosterTerm.schema)
  ]
}

extension RosterImport {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    self.init(
      id: cells.id(), hash: cells.bytes(), name: cells.text(), size: cells.int(), removes: cells.flag(),
      state: try cells.choice(), confirmed: cells.optionalInt(), report: try cells.json().map { RosterReport($0) },
      by: cells.id(), createdAt: cells.instant(), appliedAt: cells.optionalInstant(),
      answers: try cells.json().map { RosterAnswers($0) })
  }
}

extension Roster.Term {
  fileprivate init(_ cells: inout Cells) {
    self.init(key: cells.text(), title: cells.text())
    (type, begin, end) = (cells.text(), cells.text(), cells.text())
    (parent, year) = (cells.text(), cells.text())
  }
}

extension Cells {
  fileprivate mutating func json() throws(Refusal) -> JSON? {
    guard let text = optionalText() else { return nil }
    return try JSON(Array(text.utf8))
  }
}
