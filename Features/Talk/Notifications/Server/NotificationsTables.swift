public import Ledger

public enum NotificationsTables {
  public static let notification = Table(
    "notification", number: 80,
    [
      Column("school", .id), Column("id", .id), Column("account", .id), Column("kind", .text), Column("phrase", .json),
      Column("path", .text), Column("createdAt", .instant), Column("readAt", .instant, optional: true),
    ], key: ["school", "id"], indexes: [["school", "account", "createdAt"]],
    foreign: [.init(["account"], to: "account", ["id"])])

  public static let migrations = [Migration("2026-11-21 notifications: an inbox for each person", create: notification)]
}
