/// The tables without which no row is seen, on the server and on a device.
package enum DatabaseTables {
  package static let tenant = TableSchema(
    "tenant", number: 1,
    [
      Column("id", .id), Column("head", .integer), Column("chain", .bytes), Column("epoch", .integer),
      // Who was a member until this commit or before may be forgotten.
      Column("memberFloor", .integer, initial: "0"),
      // How often it was forgotten that rows left their buckets.
      Column("compaction", .integer, initial: "0"),
    ], key: ["id"])

  /// Where the books stood when an earlier epoch ended: up to there, what was said in it is still so.
  package static let epochCut = TableSchema(
    "epoch_cut", number: 16, [Column("school", .id), Column("epoch", .integer), Column("head", .integer)],
    key: ["school", "epoch"])

  /// The change index: which rows lie in a bucket, and since which commit.
  ///
  /// `row` is the row's key without the school (`TableSchema.indexKey`). Nobody reads it but by bucket, table and row.
  package static let bucketRow = TableSchema(
    "bucket_row", number: 2,
    [
      Column("bucket", .integer), Column("tbl", .integer), Column("row", .bytes), Column("seq", .integer),
      Column("op", .integer, check: "\"op\" IN (0, 1)"),
    ], key: ["bucket", "tbl", "row"],
    proofs: [
      Proof(
        "bucket_row.bucket points to a row of bucket that is not there.",
        sql: "SELECT 1 FROM bucket_row r WHERE NOT EXISTS (SELECT 1 FROM bucket b WHERE b.num = r.bucket) LIMIT 1")
    ])

  /// The buckets in which rows lie or lay, each by a number: three bytes where its name takes thirty-three.
  ///
  /// `head` is the last commit that changed what lies in it, so that whoever has come so far need not look inside. That rows
  /// left it is forgotten up to `floor`. `count` and `sum` are those of the rows that lie in it (`BucketSum`); without a sum
  /// neither is known yet.
  package static let bucket = TableSchema(
    "bucket", number: 14,
    [
      Column("num", .integer), Column("school", .id), Column("kind", .text), Column("id", .id),
      Column("head", .integer, initial: "0"), Column("floor", .integer, initial: "0"),
      Column("count", .integer, initial: "0"), Column("sum", .integer, optional: true),
    ], key: ["num"], unique: [["school", "kind", "id"]])

  package static let member = TableSchema(
    "member", number: 3,
    [
      Column("school", .id), Column("account", .id, onMerge: .ends), Column("kind", .text), Column("bucket", .id),
      Column("granted", .integer), Column("revoked", .integer, optional: true),
    ], key: ["school", "account", "kind", "bucket", "granted"])

  package static let file = TableSchema(
    "file", number: 10,
    [
      Column("school", .id), Column("id", .id), Column("hash", .bytes), Column("size", .integer), Column("type", .text),
      Column("name", .text), Column("account", .id, optional: true, onMerge: .follows), Column("createdAt", .instant),
    ], key: ["school", "id"], indexes: [["hash"], ["school", "account"]], holdsFiles: true)

  package static let tally = TableSchema(
    "tally", number: 11, [Column("school", .id), Column("name", .text), Column("number", .integer)],
    key: ["school", "name"])
}
