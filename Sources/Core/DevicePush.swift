public import Base
import Router
import Sync

/// What was done on a device, on its way into the books: up to a hundred in one round trip, in the order in which it was done.
extension Device {
  /// The form of a push; `nil` when nothing waits to be sent.
  ///
  /// - Parameters:
  ///   - sent: what was sent by itself, and waits for its rows.
  ///   - most: how many bytes of forms at most; one goes in any case.
  public func pushForm(
    now: Instant, besides sent: Set<ID<IdempotencyKey>> = [], bytes most: Int = .max
  ) throws(Refusal) -> String? {
    let waiting = try unsent(now: now).filter { !sent.contains($0.key) }
    guard !waiting.isEmpty else { return nil }
    var (fields, bytes) = ([Form.Field("account", session.identity.account.text)], 0)
    for request in waiting.prefix(PendingRequest.mostPushed) {
      bytes += request.body.count
      // One alone goes, however long it is: the server says what is too long.
      if bytes > min(most, Self.mostBytes), fields.count > 1 { break }
      fields += [
        Form.Field("key", request.key.text), Form.Field("path", request.path),
        Form.Field("body", String(decoding: request.body, as: UTF8.self)),
      ]
    }
    return Form(fields).urlEncoded
  }

  private static let mostBytes = 500_000

  /// Takes what a push was answered with.
  ///
  /// What was accepted stays until the rows of it are here, what was refused for good goes to the tray, and what cannot be
  /// answered now is sent again later.
  ///
  /// - Returns: whether all of it was answered, and the next may go.
  public func pushed(_ answer: JSON) throws(Refusal) -> Bool {
    guard let epoch = answer.readInteger("epoch") else { throw .invalid("epoch", Phrase("json.malformed")) }
    var (receipts, isWhole) = ([RequestReceipt](), true)
    for one in answer.readList("results") {
      guard let key = one.readID("key", IdempotencyKey.self), let status = one.readInteger("status") else {
        throw .invalid("results", Phrase("json.malformed"))
      }
      switch status {
      case 200..<300: receipts.append(RequestReceipt(key: key, outcome: .accepted(seq: one.readInteger("seq") ?? 0)))
      case 429, 500...: isWhole = false
      default: receipts.append(RequestReceipt(key: key, outcome: .refused(one.readText("reason") ?? "")))
      }
    }
    // Together: each by itself would have the others carried out on the rows again.
    try answered(receipts, epoch: epoch)
    return isWhole
  }
}
