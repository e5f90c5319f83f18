public import Ledger

public enum SchoolsTables {
  public static let school = schools(atFirst + settings + [picture] + work)

  private static let atFirst = [
    Column("id", .id), Column("name", .text), Column.choice("kind", of: ["k12", "montessori", "training", "study"]),
    Column("zone", .text), Column("language", .text), Column("theme", .text), Column("createdAt", .instant),
    Column("updatedAt", .instant),
  ]

  /// What the office has chosen; nothing is as it usually is. `
  ///
  /// lockedAt` is when the school was deleted.
  private static let settings = [
    Column("correctionDays", .integer, optional: true), Column("rate", .text, optional: true),
    Column("lockedAt", .instant, optional: true),
  ]

  /// Its file is the ledger's.
  private static let picture = Column("picture", .id, optional: true)

  /// In megabytes and hours; nothing is as it usually is.
  private static let work = [
    Column("fileSize", .integer, optional: true), Column("personSize", .integer, optional: true),
    Column("dayStart", .integer, optional: true),
  ]

  private static func schools(_ columns: [Column]) -> TableSchema {
    TableSchema("school", number: 30, columns, key: ["id"], foreign: [.init(["id"], to: "tenant", ["id"])])
  }

  /// The terms of the year, which never share a day.
  public static let term = TableSchema(
    "school_term", number: 31,
    [Column("school", .id), Column("id", .id), Column("name", .text), Column("from", .day), Column("until", .day)],
    key: ["school", "id"], foreign: [.init(["school"], to: "school", ["id"])])

  public static let migrations = [
    Migration("2026-11-21 schools: a school has a name, a kind and a zone", create: schools(atFirst)),
    Migration("2026-11-21 schools: the office says how registers are kept, and a school can end") { dialect in
      settings.map { dialect.add($0, to: "school") }
    },
    Migration("2026-11-21 schools: a year has terms", create: term),
    Migration("2026-11-22 schools: a school may have a picture") { [$0.add(picture, to: "school")] },
    Migration("2026-11-22 schools: the office says how large files are, and when a day of study begins") { dialect in
      work.map { dialect.add($0, to: "school") }
    },
  ]
}
