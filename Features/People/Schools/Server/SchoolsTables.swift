public import Ledger

public enum SchoolsTables {
  public static let school = Table(
    "school", number: 30,
    [
      Column("id", .id), Column("name", .text), Column.choice("kind", of: ["k12", "montessori", "training", "study"]),
      Column("zone", .text), Column("language", .text), Column("theme", .text), Column("createdAt", .instant),
      Column("updatedAt", .instant),
    ], key: ["id"], foreign: [.init(["id"], to: "tenant", ["id"])])

  public static let migrations = [
    Migration("2026-11-21 schools: a school has a name, a kind and a zone", create: school)
  ]
}
