public import Base
import Database
import People
package import School

/// A conversation as its list shows it.
struct ConversationRow: Sendable {
  let conversation: Conversation
  let read: Int, since: Int
  let isMuted: Bool, isGuest: Bool
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
      let part = try batch(of: account, in: school, isSeen: caller != nil, after: end, limit: limit)
      guard let caller else { return part }
      let here = try parts(of: part.map { ($0.conversation, $0.isGuest) }, caller)
      found += part.filter { here.contains($0.conversation.id) }
      // What is there no more is rare: the part is whole with the first question.
      guard part.count == limit, let last = part.last?.conversation else { break }
      end = (last.lastAt, last.id)
    }
    return Array(found.prefix(limit))
  }

  private func batch(
    of account: ID<Account>, in school: ID<Tenant>, isSeen: Bool, after: (at: Instant, id: ID<Conversation>)?,
    limit: Int
  ) throws(Refusal) -> [ConversationRow] {
    let table = MessagesTables.conversation
    let end = after ?? (Instant(milliseconds: .max), .none)
    return try tx.rows(
      """
      SELECT \(table.columns(of: "c")), t.read, t.since, t.muted, t.guest \(Self.holds)
        AND (c.last > t.since OR c."createdBy" = $2 OR c.kind <> 'direct')
        AND c."lastAt" <= $3 AND (c."lastAt" < $3 OR c.id < $4)\(isSeen ? " AND " + Self.seen : "")
      ORDER BY c."lastAt" DESC, c.id DESC LIMIT \(max(1, limit))
      """, [.id(school), .id(account), .instant(end.at), .id(end.id)]
    ) { row throws(Refusal) in
      ConversationRow(
        conversation: try table.record(row), read: row.int(table.width), since: row.int(table.width + 1),
        isMuted: row.flag(table.width + 2), isGuest: row.flag(table.width + 3))
    }
  }

  /// Whether anything waits to be read, muted conversations aside.
  public func hasUnread(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    let table = MessagesTables.conversation
    let waiting = try tx.rows(
      """
      SELECT \(table.columns(of: "c")), t.guest \(Self.holds)
        AND t.muted = $3 AND c.last > t.read AND \(Self.seen)
      """, [.id(school), .id(account), .flag(false)]
    ) { row throws(Refusal) -> (conversation: Conversation, isGuest: Bool) in
      (conversation: try table.record(row), isGuest: row.flag(table.width))
    }
    if waiting.contains(where: { $0.conversation.kind == .direct && !$0.isGuest }) { return true }
    guard !waiting.isEmpty, let me = try person(account, in: school) else { return false }
    return try !parts(of: waiting, Caller(account: account, school: school, role: me.role)).isEmpty
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

  package func report(_ id: ID<MessageReport>, in school: ID<Tenant>) throws(Refusal) -> MessageReport? {
    try tx.find(MessagesTables.report, id, in: school)
  }

  /// Whether somebody's report of a message waits for the office.
  func hasReported(_ message: ID<Message>, _ by: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists(
      """
      SELECT 1 FROM message_report
      WHERE school = $1 AND message = $2 AND "by" = $3 AND "settledAt" IS NULL
      """, [.id(school), .id(message), .id(by)])
  }

  /// How many reports wait for the office.
  public func waitingReports(in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT count(*) FROM message_report WHERE school = $1 AND \"settledAt\" IS NULL", [.id(school)])
  }

  /// Reports, those that wait first, the newest of each before the others.
  ///
  /// - Parameter after: the last one of the part before.
  func reports(in school: ID<Tenant>, after: ReportPlace? = nil, limit: Int) throws(Refusal) -> [MessageReport] {
    var found: [MessageReport] = []
    for isSettled in [false, true] where found.count < limit && (isSettled || after?.isSettled != true) {
      let end = after?.isSettled == isSettled ? after : nil
      found += try tx.all(
        MessagesTables.report, in: school,
        """
        AND "settledAt" IS \(isSettled ? "NOT NULL" : "NULL") AND at <= $2 AND (at < $2 OR id < $3)
        ORDER BY at DESC, id DESC LIMIT \(limit - found.count)
        """, [.instant(end?.at ?? Instant(milliseconds: .max)), .id(end?.id ?? .none)])
    }
    return found
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
