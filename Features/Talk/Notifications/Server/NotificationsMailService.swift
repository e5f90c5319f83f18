import Base
import Database
import HTML
import Kit
import Ledger
import Mail
import People
import Router
import School
import Talk
import Web

extension DeliveryService {
  /// Sends the letters that are due, one after the other.
  ///
  /// Between two batches it looks anew, so that what is urgent does not stand behind what was said to everybody.
  /// - Returns: whether the mail server took what it was given; when it is down, the rest waits without a try being
  ///   counted.
  @discardableResult
  public func sendMail() async throws -> Bool {
    while true {
      let due = try await ledger.read { tx in
        try NotificationsDeliveryStore(tx: tx).due(["mail", "digest", "letter"], limit: Self.letters)
      }
      for bundle in due {
        if Task.isCancelled { return true }
        let isUp = try await send(bundle)
        if !isUp { return false }
      }
      guard due.count == Self.letters else { return true }
      try await sort()
    }
  }

  private func send(_ bundle: DeliveryBundle) async throws -> Bool {
    guard let draft = try await ledger.upkeep(school: bundle.school, { try Self.draft(bundle, $0) }) else {
      return true
    }
    guard let letter = try await letter(draft, bundle) else {
      try await close(draft.deliveries, "parked", reason: "no address")
      return true
    }
    do {
      try await carriers.mailer.send(letter)
      try await close(draft.deliveries, "sent")
      carriers.count("mail_sent")
      return true
    } catch let failure as DeliveryFailure {
      try await fail(draft.deliveries, failure)
      if failure.kind == .gone { try await refuse(draft, letter.to.address.text) }
      return !failure.isUnreachable
    }
  }

  /// What a letter is made of, found and claimed in one transaction.
  struct EmailDraft: Sendable {
    let deliveries: [Delivery]
    let school: School
    let person: AccountRecord?
    let zone: Zone
    let items: [Notification]
    let isDigest: Bool
    /// What the announcements among them say.
    var texts: [ID<Notification>: AnnouncementText] = [:]
    /// For a letter of its own: whom, what.
    let content: String?
  }

  private static func draft(_ bundle: DeliveryBundle, _ tx: WriteTransaction) throws -> EmailDraft? {
    let store = NotificationsDeliveryStore(tx: tx)
    let claimed = try store.claim(bundle)
    guard let first = claimed.first else { return nil }
    guard let school = try SchoolsStore(tx: tx).school(bundle.school), school.lockedAt == nil else {
      for delivery in claimed { try store.close(delivery, "dropped", reason: "no school") }
      return nil
    }
    if bundle.channel == "letter" {
      return EmailDraft(
        deliveries: claimed, school: school, person: nil, zone: .utc, items: [], isDigest: false,
        content: first.content)
    }
    guard let account = bundle.account,
      let reader = try NotificationsPreferencesStore(tx: tx).reader(account, in: school, muting: nil),
      reader.hasAddress,
      let person = try AccountsStore(tx: tx).account(account)
    else {
      for delivery in claimed { try store.close(delivery, "dropped", reason: "no reader") }
      return nil
    }
    let channel: NoticeChannel = bundle.channel == "digest" ? .digest : .mail
    if channel == .digest, let last = try store.lastDigest(account, in: school.id),
      reader.clock.zone.day(of: last) == reader.clock.zone.day(of: tx.now)
    {
      // One a day: what came too late for today's goes with tomorrow's.
      let next = reader.clock.digest(after: tx.now)
      for delivery in claimed { try store.close(delivery, "waiting", dueAt: next, isTried: false) }
      return nil
    }
    let (kept, items) = try NoticeFilter(school, account, reader, channel, tx).pass(claimed)
    return kept.isEmpty
      ? nil
      : EmailDraft(
        deliveries: kept, school: school, person: person, zone: reader.clock.zone, items: items,
        isDigest: channel == .digest,
        texts: try texts(of: items, in: person.language ?? school.language, school.id, tx), content: nil)
  }

  /// An announcement is read in the letter itself, by who reads letters.
  static func texts(
    of items: [Notification], in language: Language, _ school: ID<Tenant>, _ tx: Transaction
  ) throws -> [ID<Notification>: AnnouncementText] {
    var found: [ID<Notification>: AnnouncementText] = [:]
    for item in items where NoticeKind(stored: item.kind) == .announcement {
      guard let id = item.path.split(separator: "/").last.flatMap({ ID<Announcement>(String($0)) }),
        let one = try AnnouncementsStore(tx: tx).announcement(id, in: school), one.isOut
      else { continue }
      found[item.id] = one.said(in: language)
    }
    return found
  }

  private func letter(_ draft: EmailDraft, _ bundle: DeliveryBundle) async throws -> EmailMessage? {
    let from = Mailbox(draft.school.name, carriers.from)
    guard let person = draft.person else { return ownEmail(draft, from) }
    guard let email = person.email, let address = Address(email), let first = draft.items.first else { return nil }
    let words = Words(
      person.language ?? draft.school.language, variant: draft.school.kind.rawValue, catalogue: carriers.catalogue)
    let stop =
      carriers.origin + NotificationsPaths.unsubscribe + "?t="
      + (try await unsubscribeToken(person.id, in: draft.school.id))
    let page = NoticeEmail(
      school: draft.school.name, reader: person.name, items: draft.items, isDigest: draft.isDigest, zone: draft.zone,
      origin: carriers.origin, unsubscribe: stop, texts: draft.texts)
    // The same letter after a crash has the same name: that of what it begins with, and how many there are.
    let id = Notification.id(
      .other, first.id, .none, mark: Int64(draft.items.count) << 1 | (draft.isDigest ? 1 : 0), to: person.id)
    return EmailMessage(
      id: id.cast(), from: from, to: Mailbox(person.name, address), subject: page.subject(words),
      language: words.language, text: page.text(words), html: page.html(words).string, date: ledger.world.now(),
      unsubscribe: stop)
  }

  private func ownEmail(_ draft: EmailDraft, _ from: Mailbox) -> EmailMessage? {
    guard let content = draft.content.flatMap(OwnEmail.init(stored:)), let address = Address(content.to),
      let id = draft.deliveries.first?.notification
    else { return nil }
    let words = Words(
      content.language ?? draft.school.language, variant: draft.school.kind.rawValue, catalogue: carriers.catalogue)
    let page = ActionEmail(content, origin: carriers.origin)
    return EmailMessage(
      id: id.cast(), from: from, to: Mailbox(content.name, address), subject: withoutIsolates(words(content.subject)),
      language: words.language, text: page.text(words), html: page.html(words).string, date: ledger.world.now())
  }

  private func refuse(_ draft: EmailDraft, _ address: String) async throws {
    guard let person = draft.person else { return }
    try await ledger.upkeep(school: draft.school.id) { tx in
      guard let role = try MembersStore(tx: tx).membership(person.id, in: draft.school.id)?.role else { return }
      try NotificationsPreferencesStore(tx: tx).refuse(address, of: person.id, role)
    }
  }

  // MARK: how it ended

  func close(_ deliveries: [Delivery], _ state: String, reason: String? = nil) async throws {
    try await ledger.upkeep { tx in
      for delivery in deliveries { try NotificationsDeliveryStore(tx: tx).close(delivery, state, reason: reason) }
    }
    if state == "parked" { carriers.count("post_parked") }
  }

  /// Another try later, or none.
  ///
  /// Where nobody was met no try is counted: a mail server that is down for a night loses nothing.
  func fail(_ deliveries: [Delivery], _ failure: DeliveryFailure) async throws {
    carriers.log(failure.description)
    let parked = try await ledger.upkeep { tx in
      var parked = 0
      for delivery in deliveries where try !putOff(delivery, failure, tx) { parked += 1 }
      return parked
    }
    if parked > 0 { carriers.count("post_parked") }
    if parked < deliveries.count { carriers.count("post_delayed") }
  }

  /// - Returns: whether it is tried again.
  private func putOff(_ delivery: Delivery, _ failure: DeliveryFailure, _ tx: WriteTransaction) throws -> Bool {
    let store = NotificationsDeliveryStore(tx: tx)
    let isPatient = failure.isUnreachable || delivery.tries < NoticeDelay.maxTries
    guard failure.kind == .passing, isPatient else {
      try store.close(delivery, "parked", reason: failure.description)
      return false
    }
    let then = tx.now.plus(seconds: NoticeDelay.pause(after: delivery.tries, asked: failure.retryAfter))
    try store.close(delivery, "waiting", reason: failure.description, dueAt: then, isTried: !failure.isUnreachable)
    // A place that is asked again the next second, for something else, has not had its pause.
    try store.hold(delivery.channel, delivery.target, until: then)
    return true
  }
}
