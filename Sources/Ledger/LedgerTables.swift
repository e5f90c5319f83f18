import Database

/// The tables the machinery keeps for itself.
package enum LedgerTables {
  static let receipt = TableSchema(
    "receipt", number: 4,
    [
      Column("school", .id), Column("sending", .id), Column("account", .id, optional: true, onMerge: .stays),
      Column("command", .text), Column("answer", .text), Column("seq", .integer), Column("at", .instant),
      // What was sent, as a hash; receipts from before it was kept have none.
      Column("digest", .bytes, optional: true),
    ], key: ["school", "sending"], indexes: [["at"]])

  static let journal = TableSchema(
    "journal", number: 5,
    [
      Column("school", .id), Column("seq", .integer), Column("at", .instant),
      Column("account", .id, optional: true, onMerge: .stays),
      Column("command", .text), Column("sending", .id), Column("rows", .text), Column("detailHash", .bytes),
      Column("hash", .bytes),
    ], key: ["school", "seq"],
    // What a person did, and what was done on a day, are found.
    indexes: [["school", "account", "seq"], ["school", "at", "seq"]])

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
      Column("createdAt", .instant), Column("deaths", .integer, initial: "0"),
    ], key: ["id"], indexes: [["state", "runAt"], ["school", "createdAt"]])

  /// Which node does what only one of them should do, and until when unless it says so again.
  static let lease = TableSchema(
    "lease", number: 12, [Column("name", .text), Column("holder", .id), Column("until", .integer)], key: ["name"])

  /// What the books know of the place they are kept in.
  static let placeMark = TableSchema(
    "place_mark", number: 13, [Column("name", .text), Column("value", .text)], key: ["name"])

  static let migrations = [
    Migration.baseline(
      "ledger", DatabaseTables.tenant.without("memberFloor", "compaction"),
      DatabaseTables.bucket.without("head", "floor", "count", "sum"), DatabaseTables.bucketRow, DatabaseTables.member,
      receipt, journal, journalDetail, follower, parked, job, DatabaseTables.file, DatabaseTables.tally, lease,
      placeMark, more: indexes),
    Migration("2026-11-26 ledger: a bucket knows what is new in it") { dialect in
      dialect.add("head", "floor", "count", "sum", to: DatabaseTables.bucket)
        + dialect.add("memberFloor", "compaction", to: DatabaseTables.tenant) + [
          "UPDATE bucket SET head = coalesce((SELECT max(r.seq) FROM bucket_row r WHERE r.bucket = bucket.num), 0)"
        ]
    },
    Migration("2026-11-26 ledger: an earlier epoch is known by its end", create: DatabaseTables.epochCut),
    Migration("2026-11-26 ledger: buckets of before are added up", enqueue: BucketSums.fill),
  ]

  /// What differs between the engines; and the server, which is a tenant of its own.
  private static func indexes(_ dialect: Dialect) -> [String] {
    switch dialect {
    case .sqlite:
      [
        "CREATE INDEX member_school_kind_bucket ON member (school, kind, bucket)",
        "INSERT INTO tenant (id, head, chain, epoch) VALUES (zeroblob(16), 0, x'', 1)",
      ]
    case .postgres:
      [
        // PostgreSQL takes every bucket to be small, the whole school's too, and reads an index without the account as
        // gladly as the key. SQLite is told what they hold and takes the key.
        "CREATE INDEX member_school_kind_bucket_account ON member (school, kind, bucket, account)",
        // A node reads what other nodes committed by its number; SQLite has one node, which knows what it committed.
        "CREATE INDEX bucket_row_seq ON bucket_row (seq)", "CREATE SEQUENCE bucket_num",
        "INSERT INTO tenant (id, head, chain, epoch) VALUES ('00000000-0000-0000-0000-000000000000', 0, '', 1)",
      ]
    }
  }
}
