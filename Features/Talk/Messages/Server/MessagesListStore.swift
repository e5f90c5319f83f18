public import Base
import Ledger
import People
import School

/// A conversation as its list shows it.
struct ConversationRow: Sendable {
  let conversation: Conversation
  let read: Int, since: Int
  let isMuted: Bool, isGuest: Bool
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

  /// A place whose bucket was taken away, as with the school or the course, counts no more.
  private static var seen: String {
    """
    EXISTS (SELECT 1 FROM member b WHERE b.school = t.school AND b.account = t.account
      AND b.kind = '\(Bucket.conversation(.none).kind.letter)' AND b.bucket = t.conversation AND b.revoked IS NULL)
    """
  }

  /// Somebody's conversations, the latest first; one in which nothing was said is its maker's alone, unless it is a group.
  ///
  /// - Parameter caller: for whom they must be there; without one, every place that was not given up.
  /// - Parameter after: the last one of the part before.
  func list(
    of account: ID<Account>, in school: ID<Tenant>, for caller: Caller? = nil,
    after: (at: Instant, id: ID<Conversation>)? = nil, limit: Int
  ) throws(Refusal) -> [ConversationRow] {
    var (found, end) = ([ConversationRow](), after)
    while found.count < limit {
      let part = try portion(of: account, in: school, isSeen: caller != nil, after: end, limit: limit)
      guard let caller else { return part }
      let here = try parts(of: part.map { ($0.conversation, $0.isGuest) }, caller)
      found += part.filter { here.contains($0.conversation.id) }
      // What is there no more is rare: the part is whole with the first question.
      guard part.count == limit, let last = part.last?.conversation else { break }
      end = (last.lastAt, last.id)
    }
    return Array(found.prefix(limit))
  }

  private func portion(
    of account: ID<Account>, in school: ID<Tenant>, isSeen: Bool, after: (at: Instant, id: ID<Conversation>)?,
    limit: Int
  ) throws(Refusal) -> [ConversationRow] {
    let end = after ?? (Instant(milliseconds: .max), .none)
    return try tx.rows(
      """
      SELECT \(Self.columns), t.read, t.since, t.muted, c."lastBy", c.preview, t.guest \(Self.holds)
        AND (c.last > t.since OR c."createdBy" = $2 OR c.kind <> 'direct')
        AND c."lastAt" <= $3 AND (c."lastAt" < $3 OR c.id < $4)\(isSeen ? " AND " + Self.seen : "")
      ORDER BY c."lastAt" DESC, c.id DESC LIMIT \(max(1, limit))
      """, [.id(school), .id(account), .instant(end.at), .id(end.id)]
    ) { row throws(Refusal) in
      ConversationRow(
        conversation: try Conversation(row: row), read: row.int(8), since: row.int(9), isMuted: row.flag(10),
        isGuest: row.flag(13), lastBy: row.optionalID(11), preview: row.text(12))
    }
  }

  /// Whether anything waits to be read, muted conversations aside.
  public func hasUnread(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    let waiting = try tx.rows(
      "SELECT \(Self.columns), t.guest \(Self.holds) AND t.muted = $3 AND c.last > t.read AND \(Self.seen)",
      [.id(school), .id(account), .flag(false)]
    ) { row throws(Refusal) -> (conversation: Conversation, isGuest: Bool) in
      (conversation: try Conversation(row: row), isGuest: row.flag(8))
    }
    if waiting.contains(where: { $0.conversation.kind == .direct && !$0.isGuest }) { return true }
    guard !waiting.isEmpty, let me = try person(account, in: school) else { return false }
    return try !parts(of: waiting, Caller(account: account, school: school, role: me.role)).isEmpty
  }

  /// What stands in the list about some conversations now.
  func row(_ id: ID<Conversation>, in school: ID<Tenant>) throws(Refusal) -> (
    conversation: Conversation, lastBy: ID<Account>?, preview: String
  )? {
    try tx.first(
      """
      SELECT \(Self.columns), c."lastBy", c.preview FROM conversation c WHERE c.school = $1 AND c.id = $2
      """, [.id(school), .id(id)]
    ) { row throws(Refusal) in (try Conversation(row: row), row.optionalID(8), row.text(9)) }
  }

  /// Who is in each of some conversations, those who left not among them.
  func accounts(in conversations: [ID<Conversation>], school: ID<Tenant>) throws(Refusal) -> [ID<Conversation>: [ID<
    Account
  >]] {
    guard !conversations.isEmpty else { return [:] }
    var found: [ID<Conversation>: [ID<Account>]] = [:]
    for part in conversations.chunks(of: 200) {
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

  func report(_ id: ID<MessageReport>, in school: ID<Tenant>) throws(Refusal) -> MessageReport? {
    try tx.first(
      "SELECT \(Self.reportColumns) FROM message_report WHERE school = $1 AND id = $2", [.id(school), .id(id)],
      MessageReport.init(row:))
  }

  /// Whether somebody's report of a message waits for the office.
  func hasReported(_ message: ID<Message>, _ by: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists(
      """
      SELECT 1 FROM message_report
      WHERE school = $1 AND message = $2 AND "by" = $3 AND "settledAt" IS NULL
      """, [.id(school), .id(message), .id(by)])
  }

  /// Reports, those that wait first, the newest of each before the others.
  ///
  /// - Parameter after: the last one of the part before.
  func reports(in school: ID<Tenant>, after: ReportPlace? = nil, limit: Int) throws(Refusal) -> [MessageReport] {
    var found: [MessageReport] = []
    for isSettled in [false, true] where found.count < limit && (isSettled || after?.isSettled != true) {
      let end = after?.isSettled == isSettled ? after : nil
      found += try tx.rows(
        """
        SELECT \(Self.reportColumns) FROM message_report
        WHERE school = $1 AND "settledAt" IS \(isSettled ? "NOT NULL" : "NULL")
          AND at <= $2 AND (at < $2 OR id < $3) ORDER BY at DESC, id DESC LIMIT \(limit - found.count)
        """, [.id(school), .instant(end?.at ?? Instant(milliseconds: .max)), .id(end?.id ?? .none)],
        MessageReport.init(row:))
    }
    return found
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

/// Where a part of the reports ends, as the address says it.
struct ReportPlace: Sendable {
  let isSettled: Bool
  let at: Instant
  let id: ID<MessageReport>

  init(_ report: MessageReport) {
    (isSettled, at, id) = (report.settledAt != nil, report.at, report.id)
  }

  init?(_ text: String) {
    let parts = text.split(separator: ".")
    guard parts.count == 3, let at = Int64(parts[1]), let id = ID<MessageReport>(parts[2]) else { return nil }
    (isSettled, self.at, self.id) = (parts[0] == "settled", Instant(milliseconds: at), id)
  }

  var text: String { (isSettled ? "settled." : "waiting.") + String(at.milliseconds) + "." + id.text }
}
