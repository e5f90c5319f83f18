public import Ledger

/// Uploaded rosters, and what other systems call the people, classes and enrolments we have.
///
/// The school's own facts stay with their features. Here are only the other systems' keys, and the few things they say
/// that have no other place with us: cohorts, codes, terms, and sign-in names that are not ours to give.
public enum ExchangeTables {
  static let rosterImport = imports([answers])
  /// What was answered to what a preview asked.
  private static let answers = Column("answers", .json, optional: true)

  private static func imports(_ later: [Column]) -> TableSchema {
    TableSchema(
      "roster_import", number: 90,
      [
        Column("school", .id), Column("id", .id), Column("hash", .bytes), Column("name", .text),
        Column("size", .integer), Column("removes", .flag),
        Column.choice("state", of: ["waiting", "ready", "refused", "applying", "done", "failed"]),
        Column("confirmed", .integer, optional: true), Column("report", .json, optional: true), Column("by", .id),
        Column("createdAt", .instant), Column("appliedAt", .instant, optional: true),
      ] + later, key: ["school", "id"], indexes: [["school", "createdAt"]])
  }

  /// Either a student's record or an account stands behind a key.
  static let rosterPerson = TableSchema(
    "roster_person", number: 91,
    [
      Column("school", .id), Column("key", .text), Column("student", .id, optional: true),
      Column("account", .id, optional: true), Column.choice("role", of: ["student", "teacher", "guardian", "admin"]),
      Column("given", .text), Column("family", .text), Column("username", .text), Column("email", .text),
      Column("number", .text), Column("cohorts", .text),
    ], key: ["school", "key"],
    indexes: [
      ["school", "student"], ["school", "account"], ["school", "username"], ["school", "email"], ["school", "number"],
    ])

  static let rosterClass = TableSchema(
    "roster_class", number: 92,
    [
      Column("school", .id), Column("key", .text), Column("classroom", .id), Column("code", .text),
      Column("course", .text), Column("courseTitle", .text), Column("grades", .text), Column("terms", .text),
      Column("org", .text),
    ], key: ["school", "key"], indexes: [["school", "classroom"]])

  static let rosterEnrolment = TableSchema(
    "roster_enrolment", number: 93,
    [
      Column("school", .id), Column("key", .text), Column("classroom", .id), Column("student", .id, optional: true),
      Column("account", .id, optional: true), Column.choice("role", of: ["student", "teacher", "guardian", "admin"]),
      Column("isPrimary", .flag), Column("begin", .text), Column("end", .text),
    ], key: ["school", "key"],
    indexes: [["school", "classroom", "student"], ["school", "classroom", "account"]])

  /// The schools that classes of a roster name, as their sender described them.
  static let rosterOrganisation = TableSchema(
    "roster_organisation", number: 97,
    [
      Column("school", .id), Column("key", .text), Column("name", .text), Column("type", .text),
      Column("parent", .text),
    ],
    key: ["school", "key"])

  /// The years and terms that classes of a roster name, with their days.
  static let rosterTerm = TableSchema(
    "roster_term", number: 98,
    [
      Column("school", .id), Column("key", .text), Column("title", .text), Column("type", .text),
      Column("begin", .text), Column("end", .text), Column("parent", .text), Column("year", .text),
    ], key: ["school", "key"])

  public static let migrations = [
    Migration(
      "2026-11-21 exchange: rosters come in, and keep the keys of their senders", create: imports([]), rosterPerson,
      rosterClass, rosterEnrolment),
    Migration(
      "2026-11-22 exchange: the schools and terms of a roster keep their names and days", create: rosterOrganisation,
      rosterTerm),
    Migration("2026-11-22 exchange: what a preview asks is answered") { [$0.add(answers, to: "roster_import")] },
  ]
}
