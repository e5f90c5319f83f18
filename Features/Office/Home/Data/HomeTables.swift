public import Database

/// What somebody has filled in so far of a school they are founding.
public enum HomeTables {
  public static let founding = TableSchema(
    "founding", number: 200,
    [Column("account", .id, onMerge: .ends), Column("body", .text), Column("updatedAt", .instant)],
    key: ["account"], indexes: [["updatedAt"]], foreign: [.init(["account"], to: "account", ["id"])])

  public static let migrations = [
    Migration.baseline("home", founding.schema)
  ]
}
