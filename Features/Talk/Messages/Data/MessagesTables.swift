import Base
public import Database
import People
public import School

/// Conversations, who is in them, and what was said.
public enum MessagesTables {
  /// A talk.
  ///
  /// What there is only one of is its `pair`: two people, or the group of a course. `last` is the number of the last
  /// message, `preview` its beginning.
  public static let conversation = Table<Conversation>(
    "conversation", number: 180,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.choice("kind") { $0.kind }
      $0.id("about") { $0.about }
      $0.text("title") { $0.title }
      $0.text("pair") { $0.pair }
      $0.integer("last") { $0.last }
      $0.instant("lastAt") { $0.lastAt }
      $0.id("lastBy", onMerge: .follows) { $0.lastBy }
      $0.text("preview") { $0.preview }
      $0.id("createdBy", onMerge: .follows) { $0.createdBy }
      $0.instant("createdAt") { $0.createdAt }
    }, key: ["school", "id"], unique: [["school", "pair"]], foreign: [.init(["school"], to: "school", ["id"])],
    seen: .by { talk, _ in [.conversation(talk.id)] }
  ) { cells throws(Refusal) in
    Conversation(
      id: cells.id(), kind: try cells.choice(), about: cells.optionalID(), title: cells.text(),
      pair: cells.optionalText(),
      last: cells.int(), lastAt: cells.instant(), lastBy: cells.optionalID(), preview: cells.text(),
      createdBy: cells.id(),
      createdAt: cells.instant())
  }

  /// Somebody's place; it stays when it ends.
  public static let participant = Table<Participant>(
    "talker", number: 181,
    {
      $0.school()
      $0.id("conversation") { $0.conversation }
      $0.id("account", onMerge: .followsItsFeature) { $0.account }
      $0.instant("joinedAt") { $0.joinedAt }
      $0.instant("leftAt") { $0.leftAt }
      $0.integer("read") { $0.read }
      $0.instant("readAt") { $0.readAt }
      $0.flag("muted") { $0.isMuted }
      $0.flag("guest") { $0.isGuest }
      $0.integer("since") { $0.since }
      $0.id("told") { $0.told }
      $0.flag("here", initial: "TRUE") { $0.isHere }
    }, key: ["school", "conversation", "account"], indexes: [["school", "account"]],
    foreign: [
      .init(["school", "conversation"], to: "conversation", ["school", "id"]),
      .init(["account"], to: "account", ["id"]),
    ],
    seen: .by { participant, _ in [.conversation(participant.conversation), .person(participant.account)] }
  ) {
    Participant(
      conversation: $0.id(), account: $0.id(), joinedAt: $0.instant(), leftAt: $0.optionalInstant(), read: $0.int(),
      readAt: $0.optionalInstant(), isMuted: $0.flag(), isGuest: $0.flag(), since: $0.int(), told: $0.optionalID(),
      isHere: $0.flag())
  }

  /// `find` is what a search looks in.
  public static let message = Table<Message>(
    "message", number: 182,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("conversation") { $0.conversation }
      $0.integer("number") { $0.number }
      $0.id("sender", onMerge: .follows) { $0.sender }
      $0.text("text") { $0.text }
      $0.text("find", isRead: false) { Student.fold($0.text) }
      $0.instant("at") { $0.at }
      $0.instant("editedAt") { $0.editedAt }
      $0.instant("deletedAt") { $0.deletedAt }
      $0.id("deletedBy", onMerge: .follows) { $0.deletedBy }
    }, key: ["school", "id"], unique: [["school", "conversation", "number"]],
    foreign: [.init(["school", "conversation"], to: "conversation", ["school", "id"])],
    seen: .by { message, _ in [.conversation(message.conversation)] }
  ) {
    Message(
      id: $0.id(), conversation: $0.id(), number: $0.int(), sender: $0.id(), text: $0.text(), at: $0.instant(),
      editedAt: $0.optionalInstant(), deletedAt: $0.optionalInstant(), deletedBy: $0.optionalID())
  }

  public static let file = Table<AttachedFile>(
    "message_file", number: 183,
    {
      $0.school()
      $0.id("message") { $0.message }
      $0.id("file") { $0.file }
      $0.integer("place") { $0.place }
    }, key: ["school", "message", "file"], foreign: [.init(["school", "message"], to: "message", ["school", "id"])],
    // What came with a message that was taken back is nobody's; the office may still have to judge it.
    seen: .asking { file, tx throws(Refusal) in
      guard let message = try MessagesStore(tx: tx).message(file.message, in: tx.school), message.deletedAt == nil
      else { return [] }
      return [.conversation(message.conversation)]
    }, file: "file"
  ) { AttachedFile(message: $0.id(), file: $0.id(), place: $0.int()) }

  public static let report = Table<MessageReport>(
    "message_report", number: 184,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("message") { $0.message }
      $0.id("conversation") { $0.conversation }
      $0.id("by", onMerge: .follows) { $0.by }
      $0.id("sender", onMerge: .follows) { $0.sender }
      $0.text("reason") { $0.reason }
      $0.text("text") { $0.text }
      $0.instant("at") { $0.at }
      $0.instant("settledAt") { $0.settledAt }
      $0.id("settledBy", onMerge: .follows) { $0.settledBy }
    }, key: ["school", "id"], indexes: [["school", "at"], ["school", "settledAt"]],
    foreign: [.init(["school", "message"], to: "message", ["school", "id"])],
    seen: .by { _, school in [.office(school)] }
  ) {
    MessageReport(
      id: $0.id(), message: $0.id(), conversation: $0.id(), by: $0.id(), sender: $0.id(), reason: $0.text(),
      text: $0.text(), at: $0.instant(), settledAt: $0.optionalInstant(), settledBy: $0.optionalID())
  }

  public static let policy = Table<MessagePolicyRow>(
    "message_policy", number: 185,
    {
      $0.school()
      $0.flag("studentsTalk") { $0.policy.studentsTalk }
      $0.flag("includesGuardians") { $0.policy.includesGuardians }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.flag("groupsIncludeGuardians", initial: "FALSE") { $0.policy.groupsIncludeGuardians }
    }, key: ["school"], foreign: [.init(["school"], to: "school", ["id"])],
    seen: .by { _, school in [.school(school)] }
  ) {
    let (studentsTalk, includesGuardians, updatedAt) = ($0.flag(), $0.flag(), $0.instant())
    return MessagePolicyRow(
      policy: MessagePolicy(
        studentsTalk: studentsTalk, includesGuardians: includesGuardians, groupsIncludeGuardians: $0.flag()),
      updatedAt: updatedAt)
  }

  public static let migrations = [
    Migration.baseline(
      "messages", conversation.schema, participant.schema, message.schema, file.schema,
      report.schema.without(indexes: [["school", "at"]]), policy.schema),
    Migration("2026-11-27 messages: which reports wait is found at once", additive: true) { _ in
      ["CREATE INDEX \"message_report_school_settledAt\" ON \"message_report\" (\"school\", \"settledAt\")"]
    },
  ]
}

/// That a file came with a message.
public struct AttachedFile: Sendable {
  let message: ID<Message>, file: ID<MessageFile>
  /// Where it stands among the message's files.
  let place: Int
}

/// What a school has decided about its conversations, and when.
public struct MessagePolicyRow: Sendable {
  let policy: MessagePolicy, updatedAt: Instant
}
