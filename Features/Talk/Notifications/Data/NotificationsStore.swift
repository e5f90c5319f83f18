public import Base
public import Database
import People
package import School

/// All SQL about inboxes.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct NotificationsStore<DB: Transaction> {
  package let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// How many notifications somebody has not read.
  public func unread(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT count(*) FROM notification WHERE school = $1 AND account = $2 AND \"readAt\" IS NULL",
      [.id(school), .id(account)])
  }

  /// Somebody's notifications, newest first, `limit` at a time.
  ///
  /// - Parameter after: the moment and the id of the last one of the part before.
  func inbox(
    _ account: ID<Account>, in school: ID<Tenant>, after: (at: Instant, id: ID<Notification>)? = nil, limit: Int = 50
  ) throws(Refusal) -> [Notification] {
    let end = after ?? (Instant(milliseconds: .max), .none)
    return try tx.all(
      NotificationsTables.notification, in: school,
      """
      AND account = $2 AND "createdAt" <= $3 AND ("createdAt" < $3 OR id < $4)
      ORDER BY "createdAt" DESC, id DESC LIMIT \(max(1, limit))
      """, [.id(account), .instant(end.at), .id(end.id)]
    ).map { $0.item }
  }

  package func notification(_ id: ID<Notification>, in school: ID<Tenant>) throws(Refusal) -> NotificationRow? {
    try tx.find(NotificationsTables.notification, id, in: school)
  }

  /// The last word of a kind that somebody had about a thing of a student's.
  package func last(
    _ kind: NoticeKind, about thing: ID<NoticeThing>, of student: ID<Student>, to account: ID<Account>,
    in school: ID<Tenant>
  ) throws(Refusal) -> Notification? {
    try tx.first(
      NotificationsTables.notification, in: school,
      "AND thing = $2 AND account = $3 AND student = $4 AND kind = $5 ORDER BY moment DESC, id DESC LIMIT 1",
      [.id(thing), .id(account), .id(student), .text(kind.rawValue)])?.item
  }

  /// Which school a notification of somebody's belongs to, wherever they are.
  func home(_ id: ID<Notification>, of account: ID<Account>) throws(Refusal) -> ID<Tenant>? {
    try MembersStore(tx: tx).schools(of: account).map { $0.school.id }.tryFirst { school throws(Refusal) in
      try notification(id, in: school)?.owner == account
    }
  }

  func unreadIDs(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [ID<Notification>] {
    try tx.rows(
      "SELECT id FROM notification WHERE school = $1 AND account = $2 AND \"readAt\" IS NULL",
      [.id(school), .id(account)]
    ) { $0.id(0) }
  }
}

extension NotificationsStore where DB == WriteTransaction {
  /// Tells somebody; whoever was told already is not told again.
  ///
  /// - Parameter id: worked out from what it is about, so that the same word has the same name.
  /// - Parameter about: the course or class, which some have muted.
  /// - Parameter until: after which it is worth nothing outside the inbox.
  package func tell(
    _ account: ID<Account>, _ id: ID<Notification>, kind: String, _ phrase: Phrase, path: String,
    about: ID<NoticeSubject>? = nil, until: Instant? = nil, facts: NoticeFacts = NoticeFacts()
  ) throws(Refusal) {
    guard try notification(id, in: tx.school) == nil else { return }
    let item = Notification(
      id: id, kind: kind, phrase: phrase, path: path, createdAt: tx.now, readAt: nil, facts: facts)
    try tx.put(NotificationsTables.notification, NotificationRow(owner: account, item: item))
    try NotificationsDeliveryStore(tx: tx).begin(id, to: account, about: about, until: until)
  }

  /// Takes a word back that has turned out wrong, unless it has been read.
  package func takeBack(_ id: ID<Notification>) throws(Refusal) {
    guard let known = try notification(id, in: tx.school), known.item.readAt == nil else { return }
    try tx.remove(NotificationsTables.notification, known)
    try NotificationsDeliveryStore(tx: tx).cancel(id)
  }

  /// Takes a word away that another about the same takes the place of, whether it was read or not.
  package func replace(_ id: ID<Notification>) throws(Refusal) {
    guard let known = try notification(id, in: tx.school) else { return }
    try tx.remove(NotificationsTables.notification, known)
    try NotificationsDeliveryStore(tx: tx).cancel(id)
  }

  /// Takes back what nobody has read yet about a thing: it is not there any more, or not for those it was told to.
  ///
  /// - Parameter isWrong: of those, which; all when nothing is said.
  package func takeBack(
    about thing: ID<NoticeThing>, kinds: [NoticeKind],
    if isWrong: (Notification) throws(Refusal) -> Bool = { _ in true }
  ) throws(Refusal) {
    for item in try unread(about: thing) where kinds.contains(NoticeKind(stored: item.kind)) {
      if try isWrong(item) { try takeBack(item.id) }
    }
  }

  private func unread(about thing: ID<NoticeThing>) throws(Refusal) -> [Notification] {
    try tx.all(
      NotificationsTables.notification, in: tx.school, "AND thing = $2 AND \"readAt\" IS NULL ORDER BY id",
      [.id(thing)]
    ).map { $0.item }
  }

  /// What words of some kinds that nobody has read are about.
  package func unreadThings(_ kinds: [NoticeKind], in school: ID<Tenant>) throws(Refusal) -> [ID<NoticeThing>] {
    let list = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try tx.rows(
      """
      SELECT DISTINCT thing FROM notification
      WHERE school = $1 AND kind IN (\(list)) AND thing IS NOT NULL AND "readAt" IS NULL ORDER BY thing
      """, [.id(school)]
    ) { $0.id(0) }
  }

  func save(_ permit: Permit<MarkRead>) throws(Refusal) {
    try read([permit.command.notification])
  }

  func save(_ permit: Permit<MarkAllRead>) throws(Refusal) {
    try read(unreadIDs(permit.caller.account, in: tx.school))
  }

  private func read(_ ids: [ID<Notification>]) throws(Refusal) {
    for id in ids {
      let changed = try tx.execute(
        "UPDATE notification SET \"readAt\" = $3 WHERE school = $1 AND id = $2 AND \"readAt\" IS NULL",
        [.id(tx.school), .id(id), .instant(tx.now)])
      if changed > 0 { try tx.touch(NotificationsTables.notification, key: [.id(tx.school), .id(id)]) }
    }
  }
}

extension Phrase {
  /// As it is kept: the sentence is said anew in whatever language the reader has when it is read.
  var json: JSON {
    let gaps: [JSON] = arguments.map {
      switch $0 {
      case .text(let text): .text(text)
      case .count(let count): .integer(count)
      case .key(let key): .object([("key", .text(key))])
      }
    }
    return .object([("key", .text(key)), ("arguments", .list(gaps))])
  }

  /// What cannot be read says nothing.
  init(stored: String) {
    guard let json = try? JSON(Array(stored.utf8)),  // only this store writes the column
      case .text(let key) = json["key"], case .list(let gaps) = json["arguments"]
    else {
      self.init("notifications.title")
      return
    }
    self.init(
      key,
      all: gaps.compactMap { gap in
        switch gap {
        case .text(let text): .text(text)
        case .number(let digits): Int(digits).map { .count($0) }
        case .object: if case .text(let key) = gap["key"] { .key(key) } else { nil }
        default: nil
        }
      })
  }
}
