public import Ledger

/// Files on their way; what has arrived and belongs somewhere is in the ledger's own `file`.
public enum FilesTables {
  public static let arrival = TableSchema(
    "arrival", number: 94,
    [
      Column("school", .id), Column("id", .id), Column("account", .id), Column("name", .text), Column("size", .integer),
      Column("received", .integer), Column("hash", .bytes, optional: true), Column("type", .text, optional: true),
      Column("createdAt", .instant),
    ], key: ["school", "id"], indexes: [["school", "account"], ["createdAt"]],
    foreign: [.init(["school"], to: "school", ["id"]), .init(["account"], to: "account", ["id"])], holdsFiles: true)

  /// Each piece is a content of its own until all are here.
  public static let piece = TableSchema(
    "arrival_piece", number: 95,
    [Column("school", .id), Column("arrival", .id), Column("place", .integer), Column("hash", .bytes)],
    key: ["school", "arrival", "place"], indexes: [["hash"]],
    foreign: [.init(["school", "arrival"], to: "arrival", ["school", "id"])], holdsFiles: true)

  /// Pictures that are nowhere yet, or nowhere any more: until then, whoever has one may put it in its place.
  ///
  /// Of a school, or of the server where there is no school yet.
  public static let waiting = TableSchema(
    "waiting_picture", number: 96,
    [Column("school", .id), Column("file", .id), Column("account", .id), Column("until", .instant)],
    key: ["school", "file"], indexes: [["school", "account"], ["until"]],
    foreign: [.init(["school"], to: "tenant", ["id"]), .init(["account"], to: "account", ["id"])])

  public static let migrations = [
    Migration("2026-11-21 files: large files arrive in pieces", create: arrival, piece),
    Migration("2026-11-21 files: what one person has sent can be summed") { _ in
      ["CREATE INDEX file_school_account ON file (school, account)"]
    },
    Migration("2026-11-22 files: pictures wait for their place", create: waiting),
  ]
}
