import Base
public import Database
public import School

/// Files on their way; what has arrived and belongs somewhere is in the ledger's own `file`.
public enum FilesTables {
  /// The server's alone: the device that sends asks how much has come, and what nobody fetched goes at night.
  public static let arrival = Table<Arrival>(
    "arrival", number: 94,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.text("name") { $0.name }
      $0.integer64("size") { $0.size }
      $0.integer64("received") { $0.received }
      $0.bytes("hash") { $0.hash }
      $0.text("type") { $0.type }
      $0.instant("createdAt") { $0.createdAt }
    }, key: ["school", "id"], indexes: [["school", "account"], ["createdAt"]],
    foreign: [.init(["school"], to: "school", ["id"]), .init(["account"], to: "account", ["id"])], holdsFiles: true
  ) {
    Arrival(
      id: $0.id(), account: $0.id(), name: $0.text(), size: $0.integer64(), received: $0.integer64(),
      hash: $0.optionalBytes(), type: $0.optionalText(), createdAt: $0.instant())
  }

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
    [Column("school", .id), Column("file", .id), Column("account", .id, onMerge: .follows), Column("until", .instant)],
    key: ["school", "file"], indexes: [["school", "account"], ["until"]],
    foreign: [.init(["school"], to: "tenant", ["id"]), .init(["account"], to: "account", ["id"])])

  public static let migrations = [
    Migration.baseline("files", arrival.schema, piece.schema, waiting.schema)
  ]
}
