import Base
import HTML
import Kit
import Ledger
import People
import Post
import School
import Web

extension PostDesk {
  /// Sends the letters that are due, one after the other.
  ///
  /// - Returns: whether the mail server took what it was given; when it is down, the rest waits without a try being
  ///   counted.
  @discardableResult
  public func sendMail() async throws -> Bool {
    let due = try await ledger.read { tx in
      try NotificationsDeliveryStore(tx: tx).due(["mail", "digest", "letter"], limit: Self.letters)
    }
    for bundle in due {
      if Task.isCancelled { return true }
      let isUp = try await send(bundle)
      if !isUp { return false }
    }
    return true
  }

  private func send(_ bundle: DeliveryBundle) async throws -> Bool {
    guard let draft = try await ledger.upkeep(school: bundle.school, { try Self.draft(bundle, $0) }) else {
      return true
    }
    guard let letter = try await letter(draft, bundle) else {
      try await settle(draft.deliveries, "parked", why: "no address")
      return true
    }
    do {
      try await carriers.mailer.send(letter)
      try await settle(draft.deliveries, "sent")
      carriers.count("mail_sent")
      return true
    } catch let failure as PostFailure {
      try await fail(draft.deliveries, failure)
      if failure.kind == .gone { try await refuse(draft, letter.to.address.text) }
      return !failure.isUnreachable
    }
  }

  /// What a letter is made of, found and claimed in one transaction.
  struct LetterDraft: Sendable {
    let deliveries: [Delivery]
    let school: School
    let person: AccountRecord?
    let items: [Notification]
    let isDigest: Bool
    /// For a letter of its own: whom, what.
    let content: String?
  }

  private static func draft(_ bundle: DeliveryBundle, _ tx: WriteTransaction) throws -> LetterDraft? {
    let store = NotificationsDeliveryStore(tx: tx)
    let claimed = try store.claim(bundle)
    guard let first = claimed.first else { return nil }
    guard let school = try SchoolsStore(tx: tx).school(bundle.school) else {
      for delivery in claimed { try store.settle(delivery, "dropped", why: "no school") }
      return nil
    }
    if bundle.channel == "letter" {
      return LetterDraft(
        deliveries: claimed, school: school, person: nil, items: [], isDigest: false, content: first.content)
    }
    guard let account = bundle.account,
      let reader = try NotificationsPreferencesStore(tx: tx).reader(account, in: school, muting: nil),
      reader.hasAddress,
      let person = try AccountsStore(tx: tx).account(account)
    else {
      for delivery in claimed { try store.settle(delivery, "dropped", why: "no reader") }
      return nil
    }
    let isDigest = bundle.channel == "digest"
    if isDigest, let last = try store.lastDigest(account, in: school.id),
      reader.clock.zone.day(of: last) == reader.clock.zone.day(of: tx.now)
    {
      // One a day: what came too late for today's goes with tomorrow's.
      let next = reader.clock.digest(after: tx.now)
      for delivery in claimed { try store.settle(delivery, "waiting", dueAt: next) }
      return nil
    }
    let (kept, items) = try unread(claimed, tx)
    return kept.isEmpty
      ? nil
      : LetterDraft(deliveries: kept, school: school, person: person, items: items, isDigest: isDigest, content: nil)
  }

  /// What has been read or taken back meanwhile needs no letter and no ring.
  static func unread(_ claimed: [Delivery], _ tx: WriteTransaction) throws -> ([Delivery], [Notification]) {
    var (kept, items) = ([Delivery](), [Notification]())
    for delivery in claimed {
      let item = try NotificationsStore(tx: tx).notification(delivery.notification, in: delivery.school)?.item
      if let item, item.readAt == nil {
        kept.append(delivery)
        items.append(item)
      } else {
        try NotificationsDeliveryStore(tx: tx).settle(delivery, "dropped", why: item == nil ? "taken back" : "read")
      }
    }
    items.sort { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    return (kept, items)
  }

  private func letter(_ draft: LetterDraft, _ bundle: DeliveryBundle) async throws -> Letter? {
    let from = Mailbox(draft.school.name, carriers.from)
    guard let person = draft.person else { return ownLetter(draft, from) }
    guard let email = person.email, let address = Address(email), let first = draft.items.first else { return nil }
    let words = Words(
      person.language ?? draft.school.language, variant: draft.school.kind.rawValue, catalogue: carriers.catalogue)
    let stop =
      carriers.origin + NotificationsPaths.unsubscribe + "?t="
      + (try await unsubscribeToken(person.id, in: draft.school.id))
    let page = NoticeLetter(
      school: draft.school.name, reader: person.name, items: draft.items, isDigest: draft.isDigest,
      origin: carriers.origin, unsubscribe: stop)
    // The same letter after a crash has the same name: that of what it begins with, and how many there are.
    let id = Notification.id(
      .other, first.id, .none, mark: Int64(draft.items.count) << 1 | (draft.isDigest ? 1 : 0), to: person.id)
    return Letter(
      id: id.cast(), from: from, to: Mailbox(person.name, address), subject: page.subject(words),
      language: words.language, text: page.text(words), html: page.html(words).string, date: ledger.world.now(),
      unsubscribe: stop)
  }

  private func ownLetter(_ draft: LetterDraft, _ from: Mailbox) -> Letter? {
    guard let content = draft.content.flatMap(OwnLetter.init(stored:)), let address = Address(content.to),
      let id = draft.deliveries.first?.notification
    else { return nil }
    let words = Words(
      content.language ?? draft.school.language, variant: draft.school.kind.rawValue, catalogue: carriers.catalogue)
    let page = ActionLetter(content, origin: carriers.origin)
    return Letter(
      id: id.cast(), from: from, to: Mailbox(content.name, address), subject: words(content.subject),
      language: words.language, text: page.text(words), html: page.html(words).string, date: ledger.world.now())
  }

  private func refuse(_ draft: LetterDraft, _ address: String) async throws {
    guard let person = draft.person else { return }
    try await ledger.upkeep(school: draft.school.id) { tx in
      guard let role = try MembersStore(tx: tx).membership(person.id, in: draft.school.id)?.role else { return }
      try NotificationsPreferencesStore(tx: tx).refuse(address, of: person.id, role)
    }
  }

  // MARK: how it ended

  func settle(_ deliveries: [Delivery], _ state: String, why: String? = nil) async throws {
    try await ledger.upkeep { tx in
      for delivery in deliveries { try NotificationsDeliveryStore(tx: tx).settle(delivery, state, why: why) }
    }
    if state == "parked" { carriers.count("post_parked") }
  }

  /// Another try later, or none.
  func fail(_ deliveries: [Delivery], _ failure: PostFailure) async throws {
    let tries = deliveries.map(\.tries).max() ?? 1
    carriers.log(failure.description)
    guard failure.kind == .passing, tries < NoticePatience.mostTries else {
      return try await settle(deliveries, "parked", why: failure.description)
    }
    carriers.count("post_delayed")
    let pause = NoticePatience.pause(after: tries, asked: failure.retryAfter)
    try await ledger.upkeep { tx in
      for delivery in deliveries {
        try NotificationsDeliveryStore(tx: tx)
          .settle(delivery, "waiting", why: failure.description, dueAt: tx.now.plus(seconds: pause))
      }
    }
  }
}
