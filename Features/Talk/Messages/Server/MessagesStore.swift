public import Base
public import Ledger
import People
public import School

/// All SQL about conversations.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct MessagesStore<Books: Transaction> {
  let tx: Books
  public init(tx: Books) { self.tx = tx }

  static var columns: String {
    "c.id, c.kind, c.about, c.title, c.last, c.\"lastAt\", c.\"createdBy\", c.\"createdAt\""
  }
  static var talkerColumns: String {
    "t.account, t.\"joinedAt\", t.\"leftAt\", t.read, t.\"readAt\", t.muted, t.guest, t.told"
  }
  static var messageColumns: String {
    "id, conversation, number, sender, text, at, \"editedAt\", \"deletedAt\", \"deletedBy\""
  }

  public func policy(of school: ID<Tenant>) throws(Refusal) -> MessagePolicy {
    try tx.first(
      """
      SELECT "studentsTalk", "includesGuardians", "groupsIncludeGuardians" FROM message_policy WHERE school = $1
      """, [.id(school)]
    ) {
      MessagePolicy(studentsTalk: $0.flag(0), includesGuardians: $0.flag(1), groupsIncludeGuardians: $0.flag(2))
    } ?? MessagePolicy()
  }

  public func conversation(_ id: ID<Conversation>, in school: ID<Tenant>) throws(Refusal) -> Conversation? {
    try tx.first(
      "SELECT \(Self.columns) FROM conversation c WHERE c.school = $1 AND c.id = $2", [.id(school), .id(id)],
      Conversation.init(row:))
  }

  func conversation(pair: String, in school: ID<Tenant>) throws(Refusal) -> Conversation? {
    try tx.first(
      "SELECT \(Self.columns) FROM conversation c WHERE c.school = $1 AND c.pair = $2", [.id(school), .text(pair)],
      Conversation.init(row:))
  }

  /// Somebody's place, whether it still holds or not.
  func place(of account: ID<Account>, in conversation: ID<Conversation>, school: ID<Tenant>) throws(Refusal) -> (
    talker: Talker, since: Int
  )? {
    try tx.first(
      """
      SELECT \(Self.talkerColumns), t.since FROM talker t
      WHERE t.school = $1 AND t.conversation = $2 AND t.account = $3
      """, [.id(school), .id(conversation), .id(account)]
    ) { (Talker(row: $0), $0.int(8)) }
  }

  /// Everybody who ever had a place.
  func places(in conversation: ID<Conversation>, school: ID<Tenant>) throws(Refusal) -> [Talker] {
    try tx.rows(
      """
      SELECT \(Self.talkerColumns) FROM talker t WHERE t.school = $1 AND t.conversation = $2
      ORDER BY t."joinedAt", t.account
      """, [.id(school), .id(conversation)], Talker.init(row:))
  }

  /// Everybody who takes part now.
  public func talkers(in conversation: ID<Conversation>, school: ID<Tenant>) throws(Refusal) -> [Talker] {
    let here = Set(try tx.members(of: .conversation(conversation), school: school))
    return try places(in: conversation, school: school).filter { $0.leftAt == nil && here.contains($0.account) }
  }

  /// The number after which everybody who takes part sees what is said.
  func latestStart(in conversation: ID<Conversation>, school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT coalesce(max(since), 0) FROM talker WHERE school = $1 AND conversation = $2 AND \"leftAt\" IS NULL",
      [.id(school), .id(conversation)])
  }

  public func message(_ id: ID<Message>, in school: ID<Tenant>) throws(Refusal) -> Message? {
    try tx.first(
      "SELECT \(Self.messageColumns) FROM message WHERE school = $1 AND id = $2", [.id(school), .id(id)],
      Message.init(row:))
  }

  /// The messages of a conversation between two numbers, neither included, the last `limit` of them, in their order.
  func messages(
    of conversation: ID<Conversation>, in school: ID<Tenant>, after: Int, before: Int? = nil, limit: Int
  ) throws(Refusal) -> [Message] {
    try tx.rows(
      """
      SELECT \(Self.messageColumns) FROM message
      WHERE school = $1 AND conversation = $2 AND number > $3 AND number < $4
      ORDER BY number DESC LIMIT \(max(1, limit))
      """, [.id(school), .id(conversation), .int(after), .integer(before.map { Int64($0) } ?? .max)],
      Message.init(row:)
    ).reversed()
  }

  /// The messages that follow a number, the first `limit` of them.
  func messages(
    of conversation: ID<Conversation>, in school: ID<Tenant>, from after: Int, limit: Int
  ) throws(Refusal) -> [Message] {
    try tx.rows(
      """
      SELECT \(Self.messageColumns) FROM message
      WHERE school = $1 AND conversation = $2 AND number > $3 ORDER BY number LIMIT \(max(1, limit))
      """, [.id(school), .id(conversation), .int(after)], Message.init(row:))
  }

  /// The first thing others said that somebody has not seen and that is still there.
  func firstUnread(of talker: Talker, in conversation: ID<Conversation>, school: ID<Tenant>) throws(Refusal) -> Message?
  {
    try tx.first(
      """
      SELECT \(Self.messageColumns) FROM message
      WHERE school = $1 AND conversation = $2 AND number > $3 AND sender <> $4 AND "deletedAt" IS NULL
      ORDER BY number LIMIT 1
      """, [.id(school), .id(conversation), .int(talker.read), .id(talker.account)], Message.init(row:))
  }

  /// Every message as it passes, for a copy of the whole.
  func each(
    of conversation: ID<Conversation>, in school: ID<Tenant>, _ body: (Message) throws(Refusal) -> Void
  ) throws(Refusal) {
    try tx.each(
      """
      SELECT \(Self.messageColumns) FROM message WHERE school = $1 AND conversation = $2 ORDER BY number
      """, [.id(school), .id(conversation)]
    ) { row throws(Refusal) in try body(Message(row: row)) }
  }

  /// The messages that have all the words in them, newest first.
  func search(
    _ text: String, in conversation: ID<Conversation>, school: ID<Tenant>, after: Int, before: Int? = nil, limit: Int
  ) throws(Refusal) -> [Message] {
    var (sql, values) = ("", [Value.id(school), .id(conversation), .int(after), .int(before ?? Int(Int32.max))])
    for word in Student.fold(text).split(separator: " ").prefix(6) {
      values.append(.text("%" + messageLikePart(word) + "%"))
      sql += " AND find LIKE $\(values.count) ESCAPE '!'"
    }
    guard values.count > 4 else { return [] }
    return try tx.rows(
      """
      SELECT \(Self.messageColumns) FROM message
      WHERE school = $1 AND conversation = $2 AND number > $3 AND number < $4 AND "deletedAt" IS NULL\(sql)
      ORDER BY number DESC LIMIT \(max(1, limit))
      """, values, Message.init(row:))
  }

  /// The files of some messages, in the order they were added.
  func files(of messages: [ID<Message>], in school: ID<Tenant>) throws(Refusal) -> [ID<Message>: [MessageFile]] {
    var found: [ID<Message>: [MessageFile]] = [:]
    for part in messages.chunks(of: 200) {
      let rows = try tx.rows(
        """
        SELECT message, file FROM message_file
        WHERE school = $1 AND message IN (\(placeholders(part.count, from: 2))) ORDER BY message, place
        """, [.id(school)] + part.map { .id($0) }
      ) { ($0.id(0, Message.self), $0.id(1, KeptFile.self)) }
      for (message, file) in rows {
        guard let kept = try tx.file(file, school: school) else { continue }
        found[message, default: []].append(
          MessageFile(id: file.cast(), name: kept.name, type: kept.type, size: Int(kept.content.size)))
      }
    }
    return found
  }

  /// The conversation whose message has the file; `nil` when none has.
  func message(with file: ID<MessageFile>, in conversation: ID<Conversation>, school: ID<Tenant>) throws(Refusal)
    -> Message?
  {
    let message: ID<Message>? = try tx.first(
      """
      SELECT f.message FROM message_file f JOIN message m ON m.school = f.school AND m.id = f.message
      WHERE f.school = $1 AND m.conversation = $2 AND f.file = $3 AND m."deletedAt" IS NULL
      """, [.id(school), .id(conversation), .id(file)]
    ) { $0.id(0) }
    guard let message else { return nil }
    return try self.message(message, in: school)
  }
}

/// The wildcards of LIKE as the letters they are.
func messageLikePart(_ word: Substring) -> String {
  var out = ""
  for letter in word {
    if letter == "%" || letter == "_" || letter == "!" { out.append("!") }
    out.append(letter)
  }
  return out
}

extension Conversation {
  init(row: Row) throws(Refusal) {
    self.init(
      id: row.id(0), kind: Kind(rawValue: row.text(1)) ?? .direct, about: row.optionalID(2), title: row.text(3),
      last: row.int(4), lastAt: row.instant(5), createdBy: row.id(6), createdAt: row.instant(7))
  }
}

extension Talker {
  init(row: Row) {
    self.init(
      account: row.id(0), joinedAt: row.instant(1), leftAt: row.optionalInstant(2), read: row.int(3),
      readAt: row.optionalInstant(4), isMuted: row.flag(5), isGuest: row.flag(6), told: row.optionalID(7))
  }
}

extension Message {
  init(row: Row) {
    self.init(
      id: row.id(0), conversation: row.id(1), number: row.int(2), sender: row.id(3), text: row.text(4),
      at: row.instant(5), editedAt: row.optionalInstant(6), deletedAt: row.optionalInstant(7),
      deletedBy: row.optionalID(8))
  }
}
