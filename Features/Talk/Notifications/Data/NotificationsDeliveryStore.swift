package import Base
package import Database
import People
package import School

/// One thing that has to leave the house for one place.
package struct Delivery: Hashable, Sendable {
  let school: ID<Tenant>
  package let notification: ID<Notification>
  package let channel: String
  package let target: ID<NoticeTarget>
  let account: ID<Account>?
  /// The course or class, which some have muted.
  package let about: ID<NoticeSubject>?
  package let until: Instant?
  package let tries: Int
  /// Until when it is ours: what another has claimed since ends later.
  let lease: Instant?
  package let content: String?

  var key: [Value] { [.id(school), .id(notification), .text(channel), .id(target)] }
}

/// The kind of `ID` of where something goes: a device, or the person where there is one mailbox.
package enum NoticeTarget {}

/// What goes to one place in one go, the oldest first.
package struct DeliveryBundle: Hashable, Sendable {
  package let school: ID<Tenant>
  package let channel: String
  package let target: ID<NoticeTarget>
  package let account: ID<Account>?
}

/// All SQL about what has to leave the house.
///
/// None of it is anybody's page, so it lies in no bucket; sending is a fact of the machine and not journaled.
package struct NotificationsDeliveryStore<DB: Transaction> {
  let tx: DB
  package init(tx: DB) { self.tx = tx }

  static var open: String {
    "state = 'waiting' AND (\"leaseUntil\" IS NULL OR \"leaseUntil\" < $1 OR \"leaseUntil\" > $2)"
  }

  /// A lease that ends later than any lease can end was given by a clock that has been set back.
  func clock() -> [Value] { [.instant(tx.now), .instant(tx.now.plus(seconds: 2 * DeliveryTimes.lease))] }

  /// Notifications whose ways are not worked out, the oldest first.
  package func fresh(limit: Int) throws(Refusal) -> [(school: ID<Tenant>, id: ID<Notification>)] {
    try tx.rows(
      """
      SELECT school, notification FROM delivery WHERE state = 'waiting' AND channel = 'new'
      ORDER BY "dueAt", notification LIMIT \(limit)
      """
    ) { ($0.id(0), $0.id(1)) }
  }

  /// What cannot wait behind an announcement to everybody.
  private static var urgent: String { NoticeKind.urgent.map { "'\($0.rawValue)'" }.joined(separator: ", ") }

  /// Places for which something is due: what is urgent first, and what waits longest.
  package func due(_ channels: [String], limit: Int) throws(Refusal) -> [DeliveryBundle] {
    let list = channels.map { "'\($0)'" }.joined(separator: ", ")
    let found = try tx.rows(
      """
      SELECT d.school, d.channel, d.target, d.account FROM delivery d
      LEFT JOIN notification n ON n.school = d.school AND n.id = d.notification
      WHERE \(Self.open) AND d.channel IN (\(list)) AND d."dueAt" <= $1
      ORDER BY CASE WHEN n.kind IN (\(Self.urgent)) THEN 0 ELSE 1 END, d."dueAt", d.notification LIMIT \(limit * 4)
      """, clock()
    ) { DeliveryBundle(school: $0.id(0), channel: $0.text(1), target: $0.id(2), account: $0.optionalID(3)) }
    var seen: Set<DeliveryBundle> = []
    return Array(found.filter { seen.insert($0).inserted }.prefix(limit))
  }

  /// How many wait, and how many nobody tries any more.
  package func counts() throws(Refusal) -> (waiting: Int, parked: Int) {
    (
      try tx.count("SELECT count(*) FROM delivery WHERE state = 'waiting' AND channel <> 'digest'"),
      try tx.count("SELECT count(*) FROM delivery WHERE state = 'parked'")
    )
  }

  /// When the last letter of the day went to somebody.
  package func lastDigest(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Instant? {
    try tx.first(
      """
      SELECT max("sentAt") FROM delivery WHERE school = $1 AND account = $2 AND channel = 'digest' AND state = 'sent'
      """, [.id(school), .id(account)]
    ) { $0.optionalInstant(0) } ?? nil
  }
}

/// How long a sender that died keeps its work from others, and how long what was sent is remembered.
enum DeliveryTimes {
  static let lease: Int64 = 180
  static let kept: Int64 = 90
}

extension NotificationsDeliveryStore where DB == WriteTransaction {
  /// A notification has to find its ways; in the transaction that makes it.
  func begin(_ id: ID<Notification>, to account: ID<Account>, about: ID<NoticeSubject>?, until: Instant?)
    throws(Refusal)
  {
    try add(id, "new", target: account.cast(), to: account, about: about, dueAt: tx.now, until: until)
  }

  /// Once for each notification, way and place, whatever happens.
  package func add(
    _ id: ID<Notification>, _ channel: String, target: ID<NoticeTarget>, to account: ID<Account>?,
    about: ID<NoticeSubject>? = nil, dueAt: Instant, until: Instant? = nil, content: String? = nil
  ) throws(Refusal) {
    try tx.execute(
      """
      INSERT INTO delivery (school, notification, channel, target, account, about, state, "dueAt", until, tries,
        "leaseUntil", why, "sentAt", content)
      VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, 0, NULL, NULL, NULL, $9)
      ON CONFLICT (school, notification, channel, target) DO NOTHING
      """,
      [
        .id(tx.school), .id(id), .text(channel), .id(target), .id(account), .id(about), .instant(dueAt),
        .instant(until),
        .text(content),
      ])
  }

  /// What was taken back before it left does not leave.
  func cancel(_ id: ID<Notification>) throws(Refusal) {
    try tx.execute(
      "DELETE FROM delivery WHERE school = $1 AND notification = $2 AND state = 'waiting' AND \"leaseUntil\" IS NULL",
      [.id(tx.school), .id(id)])
  }

  package func takeFresh(_ school: ID<Tenant>, _ id: ID<Notification>) throws(Refusal) -> (
    account: ID<Account>, about: ID<NoticeSubject>?, until: Instant?
  )? {
    try tx.first(
      """
      DELETE FROM delivery WHERE school = $1 AND notification = $2 AND channel = 'new'
      RETURNING account, about, until
      """, [.id(school), .id(id)]
    ) { ($0.id(0), $0.optionalID(1), $0.optionalInstant(2)) }
  }

  /// All that is due for one place, ours for the length of a lease; empty when somebody else was faster.
  package func claim(_ bundle: DeliveryBundle) throws(Refusal) -> [Delivery] {
    try tx.execute(
      """
      UPDATE delivery SET state = 'dropped', why = 'late', "leaseUntil" = NULL
      WHERE school = $1 AND channel = $2 AND target = $3 AND state = 'waiting' AND until < $4
      """, [.id(bundle.school), .text(bundle.channel), .id(bundle.target), .instant(tx.now)])
    return try tx.rows(
      """
      UPDATE delivery SET tries = tries + 1, "leaseUntil" = $6
      WHERE \(Self.open) AND "dueAt" <= $1 AND school = $3 AND channel = $4 AND target = $5
      RETURNING school, notification, channel, target, account, about, until, tries, "leaseUntil", content
      """,
      clock() + [
        .id(bundle.school), .text(bundle.channel), .id(bundle.target),
        .instant(tx.now.plus(seconds: DeliveryTimes.lease)),
      ]
    ) { row in
      Delivery(
        school: row.id(0), notification: row.id(1), channel: row.text(2), target: row.id(3), account: row.optionalID(4),
        about: row.optionalID(5), until: row.optionalInstant(6), tries: row.int(7), lease: row.optionalInstant(8),
        content: row.optionalText(9))
    }
  }

  /// How it ended; nothing happens when the lease was lost to another.
  ///
  /// What a letter of its own says is kept until it is sent or dropped: who runs the server may let a parked one go.
  /// - Parameter isTried: whether the try counts; none does that never met the other side.
  package func close(
    _ delivery: Delivery, _ state: String, reason: String? = nil, dueAt: Instant? = nil, isTried: Bool = true
  ) throws(Refusal) {
    try tx.execute(
      """
      UPDATE delivery SET state = $6, why = $7, "dueAt" = coalesce($8, "dueAt"), "leaseUntil" = NULL,
        tries = tries - $10, "sentAt" = CASE WHEN $6 = 'sent' THEN $9 ELSE "sentAt" END,
        content = CASE WHEN $6 IN ('waiting', 'parked') THEN content ELSE NULL END
      WHERE school = $1 AND notification = $2 AND channel = $3 AND target = $4 AND "leaseUntil" = $5
        AND state = 'waiting'
      """,
      delivery.key + [
        .instant(delivery.lease), .text(state), .text(reason.map { String($0.prefix(300)) }), .instant(dueAt),
        .instant(tx.now), .int(isTried ? 0 : 1),
      ])
  }

  /// A place that asked for a pause has it for everything that waits for it.
  package func hold(_ channel: String, _ target: ID<NoticeTarget>, until then: Instant) throws(Refusal) {
    try tx.execute(
      """
      UPDATE delivery SET "dueAt" = $3
      WHERE channel = $1 AND target = $2 AND state = 'waiting' AND "leaseUntil" IS NULL AND "dueAt" < $3
      """, [.text(channel), .id(target), .instant(then)])
  }

  /// Lets everything that was parked try again from the start.
  ///
  /// - Returns: how much there was.
  package func unpark() throws(Refusal) -> Int {
    try tx.execute(
      """
      UPDATE delivery SET state = 'waiting', tries = 0, "dueAt" = $1, why = NULL, "leaseUntil" = NULL
      WHERE state = 'parked'
      """, [.instant(tx.now)])
  }

  /// Forgets what was settled long ago.
  package func sweep() throws(Refusal) {
    try tx.execute(
      "DELETE FROM delivery WHERE state IN ('sent', 'dropped', 'parked') AND \"dueAt\" < $1",
      [.instant(tx.now.plus(days: -DeliveryTimes.kept))])
  }
}
