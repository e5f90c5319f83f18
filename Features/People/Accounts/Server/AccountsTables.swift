public import Ledger

/// Accounts belong to people and not to a school, so these tables alone carry no school.
public enum AccountsTables {
  public static let account = accounts(atFirst + [zone, shelf, keys])
  private static let zone = Column("zone", .text, optional: true)

  private static let shelf = Column("shelf", .text, optional: true)

  private static let keys = Column("keys", .text, optional: true)

  private static func accounts(_ columns: [Column]) -> TableSchema {
    TableSchema("account", number: 20, columns, key: ["id"], unique: [["username"], ["email"]])
  }

  private static let atFirst = [
    Column("id", .id), Column("username", .text, optional: true), Column("email", .text, optional: true),
    Column("name", .text), Column("password", .text, optional: true), Column("language", .text, optional: true),
    Column("theme", .text, optional: true), Column("scheme", .text, optional: true),
    Column("terms", .text, optional: true), Column("termsAt", .instant, optional: true),
    Column("lastSchool", .id, optional: true), Column("createdAt", .instant),
    Column("closedAt", .instant, optional: true),
  ]

  public static let session = sessions([lastSchool])

  /// The school this device was in last.
  ///
  /// Not named `school`: a session belongs to a person, and stays when a school is erased.
  private static let lastSchool = Column("lastSchool", .id, optional: true)

  private static func sessions(_ later: [Column]) -> TableSchema {
    TableSchema(
      "session", number: 21,
      [
        Column("hash", .bytes), Column("id", .id), Column("account", .id), Column("csrf", .text),
        Column("createdAt", .instant),
        Column("seenAt", .instant), Column("agent", .text), Column("source", .text),
      ] + later, key: ["hash"], unique: [["id"]], indexes: [["account"]],
      foreign: [.init(["account"], to: "account", ["id"])])
  }

  public static let token = tokens(limits)

  /// When it ends, whether it only reads, and the one feature it is for; none of them is no limit.
  private static let limits = [
    Column("expiresAt", .instant, optional: true), Column("scope", .text, optional: true),
    Column("area", .text, optional: true),
  ]

  private static func tokens(_ later: [Column]) -> TableSchema {
    TableSchema(
      "token", number: 22,
      [
        Column("hash", .bytes), Column("id", .id), Column("account", .id), Column("label", .text),
        Column("createdAt", .instant),
        Column("seenAt", .instant, optional: true),
      ] + later, key: ["hash"], unique: [["id"]], indexes: [["account"]],
      foreign: [.init(["account"], to: "account", ["id"])])
  }

  /// Where each account has signed in before, as hashes of addresses and of the proofs that browsers hold.
  public static let familiar = TableSchema(
    "familiar", number: 24, [Column("key", .bytes), Column("account", .id), Column("seenAt", .instant)], key: ["key"],
    indexes: [["account", "seenAt"], ["seenAt"]], foreign: [.init(["account"], to: "account", ["id"])])

  /// How often something was tried in a window of time; survives a restart.
  public static let throttle = TableSchema(
    "throttle", number: 23, [Column("key", .text), Column("count", .integer), Column("since", .instant)], key: ["key"],
    indexes: [["since"]])

  public static let migrations = [
    Migration("2026-11-21 accounts: people can sign in", create: accounts(atFirst), sessions([]), tokens([]), throttle),
    Migration("2026-11-22 accounts: people read moments by their own clock") { [$0.add(zone, to: "account")] },
    Migration("2026-11-22 accounts: each device has a school of its own") { dialect in
      [
        dialect.add(lastSchool, to: "session"),
        """
        UPDATE session SET "lastSchool" = (SELECT a."lastSchool" FROM account a WHERE a.id = session.account)
        """,
      ]
    },
    Migration("2026-11-23 accounts: where one has signed in before is familiar", create: familiar),
    Migration("2026-11-23 accounts: tokens end, and may be for reading or for one feature only") { dialect in
      limits.map { dialect.add($0, to: "token") }
    },
    Migration("2026-11-23 accounts: what waits on a device is sealed for its writer") {
      [$0.add(shelf, to: "account")]
    },
    Migration("2026-11-23 accounts: keys of a single character can be switched off") { [$0.add(keys, to: "account")] },
  ]
}
