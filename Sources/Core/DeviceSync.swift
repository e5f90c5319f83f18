public import Base
import Database
import Router
public import Sync

/// How a device comes to have what the server has, and the server what the device has (spec/sync.md §2).
///
/// Whoever has the network asks and tells; nothing here waits for anything.
extension Device {
  /// What is left to do after an answer was taken.
  public enum Progress: Int32, Sendable {
    /// All that was there is here.
    case complete = 0
    /// There is more: the same question again, from where this one ended.
    case more = 1
    /// The server has another program: its module is to be fetched first.
    case otherProgram = 2
    /// All that was there was here already: there is nothing to show, and nothing that has to be kept now.
    case idle = 3
  }

  /// The form of the question what is new.
  ///
  /// - Parameter now: the hour, by which all is compared once a day.
  public func pullForm(now: Instant) throws(Refusal) -> String {
    do throws(SQLFailure) {
      var fields = [
        Form.Field("account", session.identity.account.text), Form.Field("schema", String(Self.tables.schema)),
      ]
      if let cursor = replica.cursor { fields.append(Form.Field("cursor", cursor.text)) }
      if try replica.wantsAllSums(now: now) { fields.append(Form.Field("sums", "all")) }
      for key in try replica.waiting() { fields.append(Form.Field("waiting", key.text)) }
      return Form(fields).urlEncoded
    } catch { throw error.refusal }
  }

  /// Takes what a pull was answered with.
  public func take(_ bytes: [UInt8]) throws(Refusal) -> Progress {
    let answer = try SyncAnswer(bytes: bytes)
    if case .news(let news) = answer { return try hear(news) }
    let isFirstPage = !replica.isGathering
    do throws(SQLFailure) {
      try replica.take(answer, zones: zones) { pending, tx throws(Refusal) in try self.replay(pending, tx) }
    } catch { throw error.refusal }
    switch answer {
    case .page(let page):
      // A bucket that adds up to something else is asked for anew.
      guard page.isComplete, replica.cursor?.lag.isEmpty ?? true else { return .more }
      return isFirstPage && page.isEmpty ? .idle : .complete
    case .reset, .news: return .more
    case .otherProgram: return .otherProgram
    }
  }

  /// - Returns: `more` when it is to be asked for instead.
  private func hear(_ news: SyncNews) throws(Refusal) -> Progress {
    do throws(SQLFailure) {
      switch try replica.hear(news) {
      case .taken: return replica.cursor?.lag.isEmpty == true ? .complete : .more
      case .known: return .idle
      case .refused: return .more
      }
    } catch { throw error.refusal }
  }

  /// What waits to be sent, the oldest first; the server has it under each one's key once only.
  public func unsent(now: Instant) throws(Refusal) -> [PendingRequest] {
    do throws(SQLFailure) { return try replica.unsent(now: now) } catch { throw error.refusal }
  }

  /// The server has refused a request for good; why, as it said it to the person.
  public func refused(_ key: ID<IdempotencyKey>, _ reason: String) throws(Refusal) {
    try refused([(key, reason)])
  }

  /// The same of many at once.
  public func refused(_ requests: [(key: ID<IdempotencyKey>, reason: String)]) throws(Refusal) {
    try answered(
      requests.map { RequestReceipt(key: $0.key, outcome: .refused($0.reason)) }, epoch: replica.cursor?.epoch ?? 0)
  }

  func answered(_ receipts: [RequestReceipt], epoch: Int64) throws(Refusal) {
    do throws(SQLFailure) {
      try replica.answered(
        receipts, epoch: epoch, zones: zones
      ) { pending, tx throws(Refusal) in try self.replay(pending, tx) }
    } catch { throw error.refusal }
  }

  /// How many wait, how many were refused, and how far the books are here.
  public func standing() throws(Refusal) -> DeviceStanding {
    let tooLong = words()("device.waited-too-long", .count(Int(PendingRequest.freshDays)))
    do throws(SQLFailure) {
      return DeviceStanding(
        waiting: try replica.requests(.outbox),
        refused: try replica.requests(.tray).map { $0.hasWaitedTooLong ? $0.saying(tooLong) : $0 },
        cursor: replica.cursor)
    } catch { throw error.refusal }
  }

  /// Sends once more what was refused, under its old key, or lets it go.
  public func retry(_ key: ID<IdempotencyKey>, now: Instant) throws(Refusal) {
    do throws(SQLFailure) { try replica.retry(key, now: now) } catch { throw error.refusal }
  }

  public func discard(_ key: ID<IdempotencyKey>) throws(Refusal) {
    do throws(SQLFailure) { try replica.discard(key) } catch { throw error.refusal }
  }

  /// The device as a file, to be kept where the person is.
  public func file() throws(Refusal) -> [UInt8] {
    do throws(SQLFailure) { return try replica.file() } catch { throw error.refusal }
  }
}

/// How it stands with a device.
public struct DeviceStanding: Sendable {
  public let waiting: [PendingRequest]
  public let refused: [PendingRequest]
  public let cursor: SyncCursor?
}
