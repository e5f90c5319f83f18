public import Base
public import Database
import People
public import School

/// All SQL about conversations.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct MessagesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func policy(of school: ID<Tenant>) throws(Refusal) -> MessagePolicy {
    try tx.first(MessagesTables.policy, in: school)?.policy ?? MessagePolicy()
  }

  public func conversation(_ id: ID<Conversation>, in school: ID<Tenant>) throws(Refusal) -> Conversation? {
    try tx.find(MessagesTables.conversation, id, in: school)
  }

  func conversation(pair: String, in school: ID<Tenant>) throws(Refusal) -> Conversation? {
    try tx.first(MessagesTables.conversation, in: school, "AND pair = $2", [.text(pair)])
  }

  /// Somebody's place, whether it still holds or not.
  package func place(
    of account: ID<Account>, in conversation: ID<Conversation>, school: ID<Tenant>
  ) throws(Refusal) -> Participant? {
    try tx.first(
      MessagesTables.participant, in: school, "AND conversation = $2 AND account = $3",
      [.id(conversation), .id(account)])
  }

  /// Everybody who ever had a place.
  package func places(in conversation: ID<Conversation>, school: ID<Tenant>) throws(Refusal) -> [Participant] {
    try tx.all(
      MessagesTables.participant, in: school, "AND conversation = $2 ORDER BY \"joinedAt\", account",
      [.id(conversation)])
  }

  /// Everybody who takes part now; who left the school does not, whatever their place says.
  public func participants(in conversation: ID<Conversation>, school: ID<Tenant>) throws(Refusal) -> [Participant] {
    let here = try places(in: conversation, school: school).filter { $0.leftAt == nil && $0.isHere }
    let roles = try MembersStore(tx: tx).roles(of: here.map { $0.account }, in: school)
    return here.filter { roles[$0.account] != nil }
  }

  /// The number after which everybody who takes part sees what is said.
  package func latestStart(in conversation: ID<Conversation>, school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT coalesce(max(since), 0) FROM talker WHERE school = $1 AND conversation = $2 AND \"leftAt\" IS NULL",
      [.id(school), .id(conversation)])
  }

  public func message(_ id: ID<Message>, in school: ID<Tenant>) throws(Refusal) -> Message? {
    try tx.find(MessagesTables.message, id, in: school)
  }

  /// The messages of a conversation between two numbers, neither included, the last `limit` of them, in their order.
  func messages(
    of conversation: ID<Conversation>, in school: ID<Tenant>, after: Int, before: Int? = nil, limit: Int
  ) throws(Refusal) -> [Message] {
    try tx.all(
      MessagesTables.message, in: school,
      "AND conversation = $2 AND number > $3 AND number < $4 ORDER BY number DESC LIMIT \(max(1, limit))",
      [.id(conversation), .int(after), .integer(before.map { Int64($0) } ?? .max)]
    ).reversed()
  }

  /// The messages that follow a number, the first `limit` of them.
  func messages(
    of conversation: ID<Conversation>, in school: ID<Tenant>, from after: Int, limit: Int
  ) throws(Refusal) -> [Message] {
    try tx.all(
      MessagesTables.message, in: school,
      "AND conversation = $2 AND number > $3 ORDER BY number LIMIT \(max(1, limit))", [.id(conversation), .int(after)])
  }

  /// The first thing others said that somebody has not seen and that is still there.
  package func firstUnread(of participant: Participant, in conversation: ID<Conversation>, school: ID<Tenant>)
    throws(Refusal)
    -> Message?
  {
    try tx.first(
      MessagesTables.message, in: school,
      """
      AND conversation = $2 AND number > $3 AND sender <> $4 AND "deletedAt" IS NULL ORDER BY number LIMIT 1
      """, [.id(conversation), .int(participant.read), .id(participant.account)])
  }

  /// Every message as it passes, for a copy of the whole.
  package func each(
    of conversation: ID<Conversation>, in school: ID<Tenant>, _ body: (Message) throws(Refusal) -> Void
  ) throws(Refusal) {
    let table = MessagesTables.message
    try tx.each(table.select("AND conversation = $2 ORDER BY number"), [.id(school), .id(conversation)]) {
      row throws(Refusal) in try body(table.record(row))
    }
  }

  /// The messages that have all the words in them, newest first.
  func search(
    _ text: String, in conversation: ID<Conversation>, school: ID<Tenant>, after: Int, before: Int? = nil, limit: Int
  ) throws(Refusal) -> [Message] {
    var (sql, values) = ("", [Value.id(conversation), .int(after), .int(before ?? Int(Int32.max))])
    for word in Student.fold(text).split(separator: " ").prefix(6) {
      values.append(.text("%" + messageLikePart(word) + "%"))
      sql += " AND find LIKE $\(values.count + 1) ESCAPE '!'"
    }
    guard !sql.isEmpty else { return [] }
    return try tx.all(
      MessagesTables.message, in: school,
      """
      AND conversation = $2 AND number > $3 AND number < $4 AND "deletedAt" IS NULL\(sql)
      ORDER BY number DESC LIMIT \(max(1, limit))
      """, values)
  }

  /// The files of some messages, in the order they were added.
  package func files(of messages: [ID<Message>], in school: ID<Tenant>) throws(Refusal) -> [ID<Message>: [MessageFile]]
  {
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
