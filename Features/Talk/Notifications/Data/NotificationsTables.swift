package import Base
public import Database
import People
package import School

public enum NotificationsTables {
  public static let notification = Table<NotificationRow>(
    "notification", number: 80,
    {
      $0.school()
      $0.id("id") { $0.item.id }
      $0.id("account", onMerge: .follows) { $0.owner }
      $0.text("kind") { $0.item.kind }
      $0.json("phrase") { $0.item.phrase.json.string }
      $0.text("path") { $0.item.path }
      $0.instant("createdAt") { $0.item.createdAt }
      $0.instant("readAt") { $0.item.readAt }
      // What it is about, so that it can be asked again whether it still holds (`NoticeFacts`).
      $0.id("student") { $0.item.facts.student }
      $0.id("thing") { $0.item.facts.thing }
      $0.instant("moment") { $0.item.facts.moment }
    }, key: ["school", "id"],
    indexes: [["school", "account", "createdAt"], ["school", "kind", "moment"], ["school", "thing"]],
    foreign: [.init(["account"], to: "account", ["id"])], seen: .by { row, _ in [.person(row.owner)] }
  ) {
    let (id, owner) = ($0.id(Notification.self), $0.id(Account.self))
    let item = Notification(
      id: id, kind: $0.text(), phrase: Phrase(stored: $0.text()), path: $0.text(), createdAt: $0.instant(),
      readAt: $0.optionalInstant(),
      facts: NoticeFacts(student: $0.optionalID(), thing: $0.optionalID(), moment: $0.optionalInstant()))
    return NotificationRow(owner: owner, item: item)
  }

  /// When somebody wants to be told; who has no row is told as their role begins.
  public static let preference = Table<NoticePreferenceRow>(
    "notice_preference", number: 81,
    {
      $0.school()
      $0.id("account", onMerge: .followsItsFeature) { $0.account }
      $0.integer("digestAt") { $0.preferences.digestAt }
      $0.integer("quietFrom") { $0.preferences.quiet?.from }
      $0.integer("quietUntil") { $0.preferences.quiet?.until }
      $0.flag("restsOnWeekends") { $0.preferences.restsOnWeekends }
      $0.text("leads") { $0.preferences.storedLeads }
      $0.text("refused") { $0.refused }
      $0.instant("updatedAt") { $0.updatedAt }
    }, key: ["school", "account"], foreign: [.init(["account"], to: "account", ["id"])],
    seen: .by { row, _ in [.person(row.account)] }
  ) {
    NoticePreferenceRow(
      account: $0.id(), preferences: NoticePreferences(&$0), refused: $0.optionalText(), updatedAt: $0.instant())
  }

  /// Which ways a kind of thing goes to somebody.
  public static let way = Table<NoticeWayRow>(
    "notice_way", number: 82,
    {
      $0.school()
      $0.id("account", onMerge: .followsItsFeature) { $0.account }
      $0.text("kind") { $0.kind }
      $0.flag("push") { $0.ways.push }
      $0.choice("mail") { $0.ways.mail }
    }, key: ["school", "account", "kind"], foreign: [.init(["account"], to: "account", ["id"])],
    seen: .by { row, _ in [.person(row.account)] }
  ) { cells throws(Refusal) in
    NoticeWayRow(
      account: cells.id(), kind: cells.text(), ways: NoticeWays(push: cells.flag(), mail: try cells.choice()))
  }

  /// Courses and classes of which somebody hears in the inbox only.
  public static let mute = Table<NoticeMute>(
    "notice_mute", number: 83,
    {
      $0.school()
      $0.id("account", onMerge: .follows) { $0.account }
      $0.id("subject") { $0.subject }
    }, key: ["school", "account", "subject"], foreign: [.init(["account"], to: "account", ["id"])],
    seen: .by { mute, _ in [.person(mute.account)] }
  ) { NoticeMute(account: $0.id(), subject: $0.id()) }

  /// Browsers and telephones that ring; a person's, like sessions, and no school's.
  public static let device = Table<PushDevice>(
    "push_device", number: 84,
    {
      $0.id("id") { $0.id }
      $0.id("account", onMerge: .ends) { $0.account }
      $0.choice("kind") { $0.kind }
      $0.text("endpoint") { $0.endpoint }
      $0.bytes("key") { $0.key }
      $0.bytes("secret") { $0.secret }
      $0.id("session") { $0.session }
      $0.text("agent") { $0.agent }
      $0.instant("createdAt") { $0.createdAt }
    }, key: ["id"], unique: [["endpoint"]], indexes: [["account"]], foreign: [.init(["account"], to: "account", ["id"])]
  ) { cells throws(Refusal) in
    PushDevice(
      id: cells.id(), account: cells.id(), kind: try cells.choice(), endpoint: cells.text(), key: cells.bytes(),
      secret: cells.bytes(),
      session: cells.optionalID(), agent: cells.text(), createdAt: cells.instant())
  }

  /// What has to leave the house: one row for each notification, way and place.
  ///
  /// `new` is a notification whose ways have not been worked out; `letter` is none of a notification but of its own,
  /// whose `content` is emptied when it is gone.
  public static let delivery = TableSchema(
    "delivery", number: 85,
    [
      Column("school", .id), Column("notification", .id),
      .choice("channel", of: ["new", "letter"] + NoticeChannel.allCases.map { $0.rawValue }),
      Column("target", .id, onMerge: .followsItsFeature),
      Column("account", .id, optional: true, onMerge: .followsItsFeature), Column("about", .id, optional: true),
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
    Migration.baseline(
      "notifications", notification.schema, preference.schema, way.schema, mute.schema, device.schema, delivery.schema,
      secret.schema)
  ]
}

/// A word in somebody's inbox.
public struct NotificationRow: Sendable {
  package let owner: ID<Account>, item: Notification
}

/// What somebody has chosen; the ways are rows of their own.
public struct NoticePreferenceRow: Sendable {
  let account: ID<Account>, preferences: NoticePreferences
  /// The address that has refused our letters; another one is tried again.
  let refused: String?
  let updatedAt: Instant
}

/// How a kind of thing goes to somebody who has chosen it.
public struct NoticeWayRow: Sendable {
  let account: ID<Account>
  /// A `NoticeKind`, or what was one once.
  let kind: String
  let ways: NoticeWays
}

/// Somebody has muted a course or a class.
public struct NoticeMute: Sendable {
  let account: ID<Account>, subject: ID<NoticeSubject>
}

extension NoticePreferences {
  fileprivate init(_ cells: inout Cells) {
    let (digestAt, from, until) = (cells.int(), cells.optionalInt(), cells.optionalInt())
    self.init(
      digestAt: digestAt, quiet: from.flatMap { from in until.map { (from, $0) } }, restsOnWeekends: cells.flag(),
      leads: NoticePreferences.leads(stored: cells.text()))
  }

  static func leads(stored text: String) -> Set<Int> {
    Set(text.split(separator: ",").compactMap { wholeNumber($0.utf8) })
  }
  fileprivate var storedLeads: String { leads.sorted().map { String($0) }.joined(separator: ",") }
}
