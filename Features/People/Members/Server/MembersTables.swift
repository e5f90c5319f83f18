public import Ledger

public enum MembersTables {
  public static let membership = TableSchema(
    "membership", number: 40,
    [
      Column("school", .id), Column("account", .id),
      Column.choice("role", of: ["owner", "admin", "teacher", "student", "guardian"]), Column("joinedAt", .instant),
      // The folded name and identifier as they were when the account joined or was renamed: for order and search.
      Column("sort", .text),
    ], key: ["school", "account"], indexes: [["account"], ["school", "sort"]],
    foreign: [.init(["school"], to: "school", ["id"]), .init(["account"], to: "account", ["id"])], tallies: [all])

  /// How many belong to the school.
  static let all = KeptNumber("members")

  public static let invite = invites(atFirst + [account])

  /// The account that whoever uses the code takes over.
  private static let account = Column("account", .id, optional: true)

  private static let atFirst = [
    Column("school", .id), Column("id", .id), Column("hash", .bytes),
    Column.choice("role", of: ["admin", "teacher", "student", "guardian"]), Column("label", .text),
    Column("student", .id, optional: true), Column("createdBy", .id), Column("createdAt", .instant),
    Column("expiresAt", .instant), Column("revokedAt", .instant, optional: true),
    Column("redeemedAt", .instant, optional: true), Column("redeemedBy", .id, optional: true),
  ]

  private static func invites(_ columns: [Column]) -> TableSchema {
    TableSchema(
      "invite", number: 41, columns, key: ["school", "id"], unique: [["hash"]], indexes: [["school", "createdAt"]],
      foreign: [.init(["school"], to: "school", ["id"])])
  }

  public static let migrations = [
    Migration(
      "2026-11-21 members: accounts belong to schools, by invitation", create: membership, invites(atFirst)),
    Migration("2026-11-21 members: a code may be bound to an account that waits for its person") { dialect in
      [
        dialect.add(account, to: "invite"),
        "CREATE INDEX invite_school_account ON invite (school, account)",
        "CREATE INDEX invite_school_student ON invite (school, student)",
      ]
    },
    Migration("2026-11-22 members: each role sees what is said to it") { _ in
      [("teacher", "h"), ("student", "l"), ("guardian", "g")].map { role, kind in
        """
        INSERT INTO member (school, account, kind, bucket, granted, revoked)
        SELECT m.school, m.account, '\(kind)', m.school, t.head, NULL
        FROM membership m JOIN tenant t ON t.id = m.school WHERE m.role = '\(role)'
        """
      }
    },
    Migration("2026-11-21 members: they are counted as they come and go") { _ in
      membership.startTallies() + [
        "CREATE INDEX membership_school_role_account ON membership (school, role, account)",
        "CREATE INDEX \"invite_school_redeemedAt_revokedAt\" ON invite (school, \"redeemedAt\", \"revokedAt\")",
      ]
    },
  ]
}
