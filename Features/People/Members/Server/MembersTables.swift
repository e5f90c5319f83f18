public import Ledger

public enum MembersTables {
  public static let membership = Table(
    "membership", number: 40,
    [
      Column("school", .id), Column("account", .id),
      Column.choice("role", of: ["owner", "admin", "teacher", "student", "guardian"]), Column("joinedAt", .instant),
      // The folded name and identifier as they were when the account joined or was renamed: for order and search.
      Column("sort", .text),
    ], key: ["school", "account"], indexes: [["account"], ["school", "sort"]],
    foreign: [.init(["school"], to: "school", ["id"]), .init(["account"], to: "account", ["id"])])

  public static let invite = Table(
    "invite", number: 41,
    [
      Column("school", .id), Column("id", .id), Column("hash", .bytes),
      Column.choice("role", of: ["admin", "teacher", "student", "guardian"]), Column("label", .text),
      Column("student", .id, optional: true), Column("createdBy", .id), Column("createdAt", .instant),
      Column("expiresAt", .instant), Column("revokedAt", .instant, optional: true),
      Column("redeemedAt", .instant, optional: true), Column("redeemedBy", .id, optional: true),
    ], key: ["school", "id"], unique: [["hash"]], indexes: [["school", "createdAt"]],
    foreign: [.init(["school"], to: "school", ["id"])])

  public static let migrations = [
    Migration("2026-11-21 members: accounts belong to schools, by invitation", create: membership, invite)
  ]
}
