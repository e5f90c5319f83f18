public import Base
public import Ledger
import People
import School

/// A conversation as its list shows it.
struct ConversationRow: Sendable {
  let conversation: Conversation
  let read: Int, since: Int
  let isMuted: Bool
  let lastBy: ID<Account>?
  let preview: String
}

/// Lists of conversations, and whether something in them is new.
extension MessagesStore {
  private static var holds: String {
    """
    FROM talker t JOIN conversation c ON c.school = t.school AND c.id = t.conversation
    WHERE t.school = $1 AND t.account = $2 AND t."leftAt" IS NULL
    """
  }

  /// Somebody's conversations, the latest first; one in which nothing was said is its maker's alone, unless it is a group.
  ///
  /// - Parameter after: the last one of the part before.
  func list(
    of account: ID<Account>, in school: ID<Tenant>, after: (at: Instant, id: ID<Conversation>)? = nil, limit: Int
  ) throws -> [ConversationRow] {
    let end = after ?? (Instant(milliseconds: .max), .none)
    let rows = try tx.rows(
      """
      SELECT \(Self.columns), t.read, t.since, t.muted, c."lastBy", c.preview \(Self.holds)
        AND (c.last > t.since OR c."createdBy" = $2 OR c.kind <> 'direct')
        AND c."lastAt" <= $3 AND (c."lastAt" < $3 OR c.id < $4)
      ORDER BY c."lastAt" DESC, c.id DESC LIMIT \(max(1, limit))
      """, [.id(school), .id(account), .instant(end.at), .id(end.id)]
    ) {
      ConversationRow(
        conversation: try Conversation(row: $0), read: $0.int(8), since: $0.int(9), isMuted: $0.flag(10),
        lastBy: $0.optionalID(11), preview: $0.text(12))
    }
    return rows
  }

  /// Whether anything waits to be read, muted conversations aside.
  public func hasUnread(_ account: ID<Account>, in school: ID<Tenant>) throws -> Bool {
    let waiting: [ID<Conversation>] = try tx.rows(
      "SELECT c.id \(Self.holds) AND t.muted = \(tx.dialect == .sqlite ? "0" : "false") AND c.last > t.read",
      [.id(school), .id(account)]
    ) { $0.id(0) }
    // A place whose bucket was taken away, as with the school or the course, counts no more.
    return try waiting.contains { try tx.isMember(account, of: .conversation($0), school: school) }
  }

  /// What stands in the list about some conversations now.
  func row(_ id: ID<Conversation>, in school: ID<Tenant>) throws -> (
    conversation: Conversation, lastBy: ID<Account>?, preview: String
  )? {
    try tx.first(
      """
      SELECT \(Self.columns), c."lastBy", c.preview FROM conversation c WHERE c.school = $1 AND c.id = $2
      """, [.id(school), .id(id)]
    ) { (try Conversation(row: $0), $0.optionalID(8), $0.text(9)) }
  }

  /// Who is in each of some conversations, those who left not among them.
  func accounts(in conversations: [ID<Conversation>], school: ID<Tenant>) throws -> [ID<Conversation>: [ID<Account>]] {
    guard !conversations.isEmpty else { return [:] }
    var found: [ID<Conversation>: [ID<Account>]] = [:]
    for start in stride(from: 0, to: conversations.count, by: 200) {
      let part = conversations[start..<min(start + 200, conversations.count)]
      try tx.each(
        """
        SELECT conversation, account FROM talker WHERE school = $1 AND "leftAt" IS NULL
          AND conversation IN (\(placeholders(part.count, from: 2))) ORDER BY conversation, guest, "joinedAt", account
        """, [.id(school)] + part.map { .id($0) }
      ) { found[$0.id(0), default: []].append($0.id(1)) }
    }
    return found
  }

  // MARK: what the office sees

  func report(_ id: ID<MessageReport>, in school: ID<Tenant>) throws -> MessageReport? {
    try tx.first(
      "SELECT \(Self.reportColumns) FROM message_report WHERE school = $1 AND id = $2", [.id(school), .id(id)],
      MessageReport.init(row:))
  }

  /// Reports, those that wait first, the newest of each before the others.
  func reports(in school: ID<Tenant>, limit: Int = 200) throws -> [MessageReport] {
    let all = try tx.rows(
      """
      SELECT \(Self.reportColumns) FROM message_report WHERE school = $1 ORDER BY at DESC, id LIMIT \(max(1, limit))
      """, [.id(school)], MessageReport.init(row:))
    return all.filter { $0.settledAt == nil } + all.filter { $0.settledAt != nil }
  }

  private static var reportColumns: String {
    "id, message, conversation, \"by\", sender, reason, text, at, \"settledAt\""
  }
}

extension MessageReport {
  init(row: Row) {
    self.init(
      id: row.id(0), message: row.id(1), conversation: row.id(2), by: row.id(3), sender: row.id(4),
      reason: row.text(5), text: row.text(6), at: row.instant(7), settledAt: row.optionalInstant(8))
  }
}
