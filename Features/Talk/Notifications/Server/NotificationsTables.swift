public import Ledger
import School

public enum NotificationsTables {
  public static let notification = inboxes(atFirst + facts, [["school", "kind", "moment"], ["school", "thing"]])

  private static let atFirst = [
    Column("school", .id), Column("id", .id), Column("account", .id), Column("kind", .text), Column("phrase", .json),
    Column("path", .text), Column("createdAt", .instant), Column("readAt", .instant, optional: true),
  ]

  /// What it is about, so that it can be asked again whether it still holds (`NoticeFacts`).
  private static let facts = [
    Column("student", .id, optional: true), Column("thing", .id, optional: true),
    Column("moment", .instant, optional: true),
  ]

  private static func inboxes(_ columns: [Column], _ indexes: [[String]] = []) -> TableSchema {
    TableSchema(
      "notification", number: 80, columns, key: ["school", "id"],
      indexes: [["school", "account", "createdAt"]] + indexes, foreign: [.init(["account"], to: "account", ["id"])])
  }

  /// When somebody wants to be told; who has no row is told as their role begins.
  public static let preference = preferences([])

  /// - Parameter zone: where it was kept before accounts had one.
  private static func preferences(_ zone: [Column]) -> TableSchema {
    TableSchema(
      "notice_preference", number: 81,
      [
        Column("school", .id), Column("account", .id), Column("digestAt", .integer),
        Column("quietFrom", .integer, optional: true), Column("quietUntil", .integer, optional: true),
        Column("restsOnWeekends", .flag),
      ] + zone + [
        Column("leads", .text),
        // The address that has refused our letters; another one is tried again.
        Column("refused", .text, optional: true), Column("updatedAt", .instant),
      ], key: ["school", "account"], foreign: [.init(["account"], to: "account", ["id"])])
  }

  /// Which ways a kind of thing goes to somebody.
  public static let way = TableSchema(
    "notice_way", number: 82,
    [
      Column("school", .id), Column("account", .id), Column("kind", .text), Column("push", .flag),
      .choice("mail", of: MailWay.allCases.map(\.rawValue)),
    ], key: ["school", "account", "kind"], foreign: [.init(["account"], to: "account", ["id"])])

  /// Courses and classes of which somebody hears in the inbox only.
  public static let mute = TableSchema(
    "notice_mute", number: 83,
    [Column("school", .id), Column("account", .id), Column("subject", .id)], key: ["school", "account", "subject"],
    foreign: [.init(["account"], to: "account", ["id"])])

  /// Browsers and telephones that ring; a person's, like sessions, and no school's.
  public static let device = TableSchema(
    "push_device", number: 84,
    [
      Column("id", .id), Column("account", .id), .choice("kind", of: ["web", "apple"]), Column("endpoint", .text),
      Column("key", .bytes), Column("secret", .bytes),
      // The session it was added in, or the token: signing out silences it.
      Column("session", .id, optional: true), Column("agent", .text), Column("createdAt", .instant),
    ], key: ["id"], unique: [["endpoint"]], indexes: [["account"]], foreign: [.init(["account"], to: "account", ["id"])]
  )

  /// What has to leave the house: one row for each notification, way and place.
  ///
  /// `new` is a notification whose ways have not been worked out; `letter` is none of a notification but of its own,
  /// whose `content` is emptied when it is gone.
  public static let delivery = TableSchema(
    "delivery", number: 85,
    [
      Column("school", .id), Column("notification", .id),
      .choice("channel", of: ["new", "letter"] + NoticeChannel.allCases.map(\.rawValue)), Column("target", .id),
      Column("account", .id, optional: true), Column("about", .id, optional: true),
      .choice("state", of: ["waiting", "sent", "dropped", "parked"]), Column("dueAt", .instant),
      Column("until", .instant, optional: true), Column("tries", .integer),
      Column("leaseUntil", .instant, optional: true),
      Column("why", .text, optional: true), Column("sentAt", .instant, optional: true),
      Column("content", .json, optional: true),
    ], key: ["school", "notification", "channel", "target"],
    indexes: [["state", "channel", "dueAt"], ["school", "account"]])

  /// Secrets of the server that are made once: who it is to push services, and what its links are signed with.
  public static let secret = TableSchema(
    "post_secret", number: 86, [Column("name", .text), Column("value", .bytes)], key: ["name"])

  public static let migrations = [
    Migration("2026-11-21 notifications: an inbox for each person", create: inboxes(atFirst)),
    Migration(
      "2026-11-21 notifications: ways out of the house, as people like them",
      create: preferences([Column("zone", .text, optional: true)]), way, mute, device,
      delivery, secret),
    Migration("2026-11-21 notifications: what is told can be asked again whether it holds") { dialect in
      facts.map { dialect.add($0, to: "notification") } + [
        "CREATE INDEX notification_school_kind_moment ON notification (school, kind, moment)",
        "CREATE INDEX notification_school_thing ON notification (school, thing)",
      ]
    },
    // Who had chosen in several schools goes on with what was chosen last.
    Migration("2026-11-22 notifications: the clock is the person's, not the letters'") { _ in
      [
        """
        UPDATE account SET zone = (
          SELECT p.zone FROM notice_preference p WHERE p.account = account.id AND p.zone IS NOT NULL
          ORDER BY p."updatedAt" DESC LIMIT 1)
        WHERE id IN (SELECT account FROM notice_preference WHERE zone IS NOT NULL)
        """,
        "ALTER TABLE notice_preference DROP COLUMN zone",
      ]
    },
  ]
}
