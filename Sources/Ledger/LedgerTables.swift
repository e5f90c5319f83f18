import Database

/// The tables the machinery keeps for itself.
package enum LedgerTables {
  /// The change index as it was until buckets had numbers.
  private static let bucketRowByName = TableSchema(
    "bucket_row", number: 2,
    [
      Column("school", .id), Column("kind", .text), Column("bucket", .id), Column("tbl", .integer),
      Column("row", .bytes),
      Column("seq", .integer), Column("op", .integer, check: "\"op\" IN (0, 1)"),
    ], key: ["school", "kind", "bucket", "tbl", "row"], indexes: [["school", "kind", "bucket", "seq"]])

  /// What was sent, as a hash; receipts from before it was kept have none.
  private static let digest = Column("digest", .bytes, optional: true)

  static func receipt(_ later: [Column] = [digest]) -> TableSchema {
    TableSchema(
      "receipt", number: 4,
      [
        Column("school", .id), Column("sending", .id), Column("account", .id, optional: true, onMerge: .stays),
        Column("command", .text),
        Column("answer", .text), Column("seq", .integer), Column("at", .instant),
      ] + later, key: ["school", "sending"], indexes: [["at"]])
  }

  static let journal = TableSchema(
    "journal", number: 5,
    [
      Column("school", .id), Column("seq", .integer), Column("at", .instant),
      Column("account", .id, optional: true, onMerge: .stays),
      Column("command", .text), Column("sending", .id), Column("rows", .text), Column("detailHash", .bytes),
      Column("hash", .bytes),
    ], key: ["school", "seq"])

  static let journalDetail = TableSchema(
    "journal_detail", number: 6, [Column("school", .id), Column("seq", .integer), Column("body", .json)],
    key: ["school", "seq"], foreign: [.init(["school", "seq"], to: "journal", ["school", "seq"])])

  static let follower = TableSchema(
    "follower", number: 7,
    [
      Column("name", .text), Column("school", .id), Column("seq", .integer), Column("tries", .integer),
      Column("parked", .integer),
    ], key: ["name", "school"])

  static let parked = TableSchema(
    "parked", number: 8,
    [
      Column("follower", .text), Column("school", .id), Column("seq", .integer), Column("why", .text),
      Column("at", .instant),
    ], key: ["follower", "school", "seq"])

  static let job = TableSchema(
    "job", number: 9,
    [
      Column("id", .id), Column("school", .id), Column("kind", .text), Column("payload", .json),
      Column.choice("state", of: ["waiting", "running", "done", "parked"]), Column("runAt", .instant),
      Column("tries", .integer), Column("leaseUntil", .instant, optional: true),
      Column("progress", .json, optional: true),
      Column("why", .text, optional: true), Column("account", .id, optional: true, onMerge: .stays),
      Column("createdAt", .instant),
    ], key: ["id"], indexes: [["state", "runAt"], ["school", "createdAt"]])

  /// Which node does what only one of them should do, and until when unless it says so again.
  static let lease = TableSchema(
    "lease", number: 12, [Column("name", .text), Column("holder", .id), Column("until", .integer)], key: ["name"])

  /// What the books know of the place they are kept in.
  static let placeMark = TableSchema(
    "place_mark", number: 13, [Column("name", .text), Column("value", .text)], key: ["name"])

  /// Buckets as they were until they knew what is new in them.
  private static let numberedBucket = DatabaseTables.bucket.without("head", "floor", "count", "sum")

  private static func numberBuckets(_ dialect: Dialect) -> [String] {
    let school = dialect == .sqlite ? "r.school" : "uuid_send(r.school)"
    let steps =
      dialect.create(numberedBucket) + [
        """
        INSERT INTO bucket (num, school, kind, id)
        SELECT row_number() OVER (ORDER BY school, kind, bucket), school, kind, bucket
        FROM (SELECT DISTINCT school, kind, bucket FROM bucket_row) AS named
        """,
        "ALTER TABLE bucket_row RENAME TO bucket_row_by_name",
      ] + dialect.create(DatabaseTables.bucketRow) + [
        """
        INSERT INTO bucket_row (bucket, tbl, row, seq, op)
        SELECT b.num, r.tbl,
          CASE WHEN length(r.row) > 16 AND substr(r.row, 1, 16) = \(school) THEN substr(r.row, 17) ELSE r.row END,
          r.seq, r.op
        FROM bucket_row_by_name r JOIN bucket b ON b.school = r.school AND b.kind = r.kind AND b.id = r.bucket
        ORDER BY 1, 2, 3
        """,
        "DROP TABLE bucket_row_by_name",
      ]
    if dialect == .sqlite { return steps }
    // A node reads what other nodes committed by its number.
    return steps + [
      "CREATE INDEX bucket_row_seq ON bucket_row (seq)", "CREATE SEQUENCE bucket_num",
      "SELECT setval('bucket_num', (SELECT coalesce(max(num), 0) + 1 FROM bucket), false)",
    ]
  }

  static let migrations = [
    Migration(
      "2026-11-21 ledger: the books open", create: DatabaseTables.tenant.without("memberFloor", "compaction"),
      bucketRowByName.schema,
      DatabaseTables.member.schema,
      receipt([]), journal.schema, journalDetail.schema,
      follower.schema,
      parked.schema, job.schema, DatabaseTables.file.schema),
    Migration("2026-11-21 ledger: the server is a tenant of its own") { dialect in
      let none = dialect == .sqlite ? "zeroblob(16)" : "'00000000-0000-0000-0000-000000000000'"
      let empty = dialect == .sqlite ? "x''" : "''"
      return ["INSERT INTO tenant (id, head, chain, epoch) VALUES (\(none), 0, \(empty), 1)"]
    },
    Migration("2026-11-21 ledger: a node reads what other nodes committed") { dialect in
      // SQLite has one node, which knows what it committed.
      dialect == .sqlite ? [] : ["CREATE INDEX bucket_row_school_seq ON bucket_row (school, seq)"]
    },
    Migration("2026-11-21 ledger: a seat is found without reading its whole bucket") { dialect in
      // PostgreSQL takes every bucket to be small, the whole school's too, and reads either index as gladly. SQLite is
      // told what they hold and takes the key.
      dialect == .sqlite
        ? []
        : [
          "DROP INDEX member_school_kind_bucket",
          "CREATE INDEX member_school_kind_bucket_account ON member (school, kind, bucket, account)",
        ]
    },
    Migration(
      "2026-11-21 ledger: numbers are kept that nobody should have to count", create: DatabaseTables.tally.schema),
    Migration("2026-11-22 ledger: receipts know what was sent") { [$0.add(digest, to: "receipt")] },
    Migration("2026-11-22 ledger: of several nodes one does what is done once", create: lease.schema),
    Migration("2026-11-22 ledger: a job that ends with its process is given up", additive: true) { dialect in
      [dialect.add(Column("deaths", .integer, initial: "0"), to: "job")]
    },
    Migration("2026-11-22 ledger: the books know their folder of files", create: placeMark.schema),
    Migration(
      "2026-11-23 ledger: a bucket is a number in the change index",
      anew: [DatabaseTables.bucket, DatabaseTables.bucketRow], numberBuckets),
    Migration("2026-11-26 ledger: a bucket knows what is new in it") { dialect in
      dialect.add("head", "floor", "count", "sum", to: DatabaseTables.bucket)
        + dialect.add("memberFloor", "compaction", to: DatabaseTables.tenant) + [
          "UPDATE bucket SET head = coalesce((SELECT max(r.seq) FROM bucket_row r WHERE r.bucket = bucket.num), 0)"
        ]
    },
    Migration("2026-11-26 ledger: an earlier epoch is known by its end", create: DatabaseTables.epochCut),
    Migration("2026-11-26 ledger: buckets of before are added up", enqueue: BucketSums.fill),
  ]
}
