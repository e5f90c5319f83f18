import Base
public import Ledger
import People
import School

/// Conversations, who is in them, and what was said.
public enum MessagesTables {
  /// A talk.
  ///
  /// What there is only one of is its `pair`: two people, or the group of a course. `last` is the number of the last
  /// message, `preview` its beginning.
  public static let conversation = TableSchema(
    "conversation", number: 180,
    [
      Column("school", .id), Column("id", .id), .choice("kind", of: Conversation.Kind.allCases.map(\.rawValue)),
      Column("about", .id, optional: true), Column("title", .text), Column("pair", .text, optional: true),
      Column("last", .integer), Column("lastAt", .instant), Column("lastBy", .id, optional: true),
      Column("preview", .text), Column("createdBy", .id), Column("createdAt", .instant),
    ], key: ["school", "id"], unique: [["school", "pair"]], foreign: [.init(["school"], to: "school", ["id"])])

  /// Somebody's place; it stays when it ends.
  ///
  /// In `since` is the number after which they see messages.
  public static let talker = TableSchema(
    "talker", number: 181,
    [
      Column("school", .id), Column("conversation", .id), Column("account", .id), Column("joinedAt", .instant),
      Column("leftAt", .instant, optional: true), Column("read", .integer), Column("readAt", .instant, optional: true),
      Column("muted", .flag), Column("guest", .flag), Column("since", .integer), Column("told", .id, optional: true),
    ], key: ["school", "conversation", "account"], indexes: [["school", "account"]],
    foreign: [
      .init(["school", "conversation"], to: "conversation", ["school", "id"]),
      .init(["account"], to: "account", ["id"]),
    ])

  /// `find` is what a search looks in.
  public static let message = TableSchema(
    "message", number: 182,
    [
      Column("school", .id), Column("id", .id), Column("conversation", .id), Column("number", .integer),
      Column("sender", .id), Column("text", .text), Column("find", .text), Column("at", .instant),
      Column("editedAt", .instant, optional: true), Column("deletedAt", .instant, optional: true),
      Column("deletedBy", .id, optional: true),
    ], key: ["school", "id"], unique: [["school", "conversation", "number"]],
    foreign: [.init(["school", "conversation"], to: "conversation", ["school", "id"])])

  public static let file = TableSchema(
    "message_file", number: 183,
    [Column("school", .id), Column("message", .id), Column("file", .id), Column("place", .integer)],
    key: ["school", "message", "file"], foreign: [.init(["school", "message"], to: "message", ["school", "id"])])

  public static let report = TableSchema(
    "message_report", number: 184,
    [
      Column("school", .id), Column("id", .id), Column("message", .id), Column("conversation", .id), Column("by", .id),
      Column("sender", .id), Column("reason", .text), Column("text", .text), Column("at", .instant),
      Column("settledAt", .instant, optional: true), Column("settledBy", .id, optional: true),
    ], key: ["school", "id"], indexes: [["school", "at"]],
    foreign: [.init(["school", "message"], to: "message", ["school", "id"])])

  public static let policy = policies([groups])

  private static let groups = Column("groupsIncludeGuardians", .flag, initial: "FALSE")

  private static func policies(_ more: [Column]) -> TableSchema {
    TableSchema(
      "message_policy", number: 185,
      [
        Column("school", .id), Column("studentsTalk", .flag), Column("includesGuardians", .flag),
        Column("updatedAt", .instant),
      ] + more, key: ["school"], foreign: [.init(["school"], to: "school", ["id"])])
  }

  public static let migrations = [
    Migration(
      "2026-11-21 messages: people of a school talk with each other", create: conversation, talker, message, file,
      report, policies([])),
    Migration("2026-11-22 messages: guardians are in the groups of classes only by a choice that says so") { dialect in
      [dialect.add(groups, to: "message_policy"), endGuests]
    },
  ]

  /// The guardians who are in groups now go out of them.
  ///
  /// No school was asked whether they may read other people's children. Their places stay, for where a school decides so.
  static var endGuests: String {
    """
    UPDATE member SET revoked = (SELECT head FROM tenant WHERE tenant.id = member.school)
    WHERE kind = '\(Bucket.conversation(.none).kind.letter)' AND revoked IS NULL AND EXISTS
      (SELECT 1 FROM talker t JOIN conversation c ON c.school = t.school AND c.id = t.conversation
       WHERE t.school = member.school AND t.conversation = member.bucket AND t.account = member.account
         AND t.guest AND c.kind IN ('course', 'class'))
    """
  }
}
