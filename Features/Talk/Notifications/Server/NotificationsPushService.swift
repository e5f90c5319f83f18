import Base
import Database
import Kit
import Ledger
import Mail
import People
import Router
import School
import Talk
import Web

extension DeliveryService {
  /// Rings the devices that are to ring, a few at a time; one that is slow holds up nobody for more than its time-out.
  ///
  /// Between two batches it looks anew, so that what is urgent does not stand behind what was said to everybody.
  public func sendPushes() async throws {
    while !Task.isCancelled {
      let due = try await ledger.read { try NotificationsDeliveryStore(tx: $0).due(["push"], limit: Self.pushes) }
      if !due.isEmpty { try await ring(due) }
      guard due.count == Self.pushes else { return }
      while try await sort() == Self.batch {}
    }
  }

  private func ring(_ due: [DeliveryBundle]) async throws {
    let push = try await push()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (place, bundle) in due.enumerated() {
        if place >= 4 { try await group.next() }
        group.addTask { try await self.ring(bundle, push) }
      }
      try await group.waitForAll()
    }
  }

  private struct Ring: Sendable {
    let deliveries: [Delivery]
    let device: PushDevice
    let items: [Notification]
    let words: Words
    let unread: Int

    /// What cannot wait for a device to wake up by itself.
    var isUrgent: Bool { items.contains { NoticeKind.urgent.contains(NoticeKind(stored: $0.kind)) } }

    /// After which it need not ring: when the first of it is worth nothing any more, a day from now at the latest.
    func until(_ now: Instant) -> Instant {
      NoticeDelay.end(of: deliveries.compactMap(\.until), at: now)
    }

    /// That there is something, and nothing of any child: what happened stands behind the path, for who signs in.
    var said: String {
      let isTalk = items.allSatisfy { $0.kind == NoticeKind.message.rawValue }
      return words(isTalk ? "notifications.push.message" : "notifications.push", .count(items.count))
    }
  }

  private func ring(_ bundle: DeliveryBundle, _ push: WebPush) async throws {
    let catalogue = carriers.catalogue
    let claimed = try await ledger.upkeep(school: bundle.school) { try Self.ring(bundle, catalogue, $0) }
    guard let ring = claimed, let last = ring.items.last else { return }
    let path = ring.items.count == 1 ? NotificationsPaths.open(last.id) : NotificationsPaths.inbox
    let now = ledger.world.now()
    let until = ring.until(now)
    do {
      switch ring.device.kind {
      case .web:
        guard
          let subscription = PushSubscription(
            endpoint: ring.device.endpoint, key: ring.device.key, secret: ring.device.secret)
        else { throw DeliveryFailure(.gone, "push: no key") }
        let words = JSON.object([
          ("title", .text(ring.words("kit.brand"))), ("body", .text(ring.said)), ("path", .text(path)),
          ("tag", .text(last.id.text)), ("language", .text(ring.words.language.rawValue)),
          ("direction", .text(ring.words.language.direction)), ("unread", .integer(ring.unread)),
        ])
        try await push.send(
          words, to: subscription, topic: String(Base64URL.text(last.id.bytes).prefix(32)),
          seconds: Int(until.since(now) / 1000), isUrgent: ring.isUrgent, now: now)
      case .apple:
        guard let apns = carriers.apns else { throw DeliveryFailure(.final, "push: no key of Apple's") }
        try await apns.send(
          title: ring.words("kit.brand"), body: ring.said, path: path, badge: ring.unread, to: ring.device.endpoint,
          id: last.id.text, until: until, isUrgent: ring.isUrgent, now: now)
      }
      try await close(ring.deliveries, "sent")
      carriers.count("push_sent")
    } catch let failure as DeliveryFailure {
      try await end(ring, failure)
    }
  }

  /// A device that is not there any more is forgotten, with all that waits for it.
  private func end(_ ring: Ring, _ failure: DeliveryFailure) async throws {
    guard failure.kind == .gone else { return try await fail(ring.deliveries, failure) }
    try await close(ring.deliveries, "dropped", reason: failure.description)
    try await ledger.upkeep { try NotificationsDevicesStore(tx: $0).remove(ring.device.id) }
    carriers.count("push_gone")
  }

  private static func ring(_ bundle: DeliveryBundle, _ catalogue: Catalogue, _ tx: WriteTransaction) throws -> Ring? {
    let store = NotificationsDeliveryStore(tx: tx)
    let claimed = try store.claim(bundle)
    guard !claimed.isEmpty else { return nil }
    guard let account = bundle.account, let school = try SchoolsStore(tx: tx).school(bundle.school),
      school.lockedAt == nil,
      let reader = try NotificationsPreferencesStore(tx: tx).reader(account, in: school, muting: nil),
      let person = try AccountsStore(tx: tx).account(account),
      let device = try NotificationsDevicesStore(tx: tx).ringing(for: account)
        .first(where: { $0.id == bundle.target.cast() })
    else {
      for delivery in claimed { try store.close(delivery, "dropped", reason: "no device") }
      return nil
    }
    let (kept, items) = try NoticeFilter(school, account, reader, .push, tx).pass(claimed)
    guard !kept.isEmpty else { return nil }
    return Ring(
      deliveries: kept, device: device, items: items,
      words: Words(person.language ?? school.language, variant: school.kind.rawValue, catalogue: catalogue),
      unread: try NotificationsStore(tx: tx).unread(account, in: school.id))
  }
}
