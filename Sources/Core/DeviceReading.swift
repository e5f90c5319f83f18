public import Base
public import Database
import Kit
import Router
import Sync

/// One look at a device's rows, for a program that shows them by itself.
public struct DeviceReading {
  public let tx: Transaction
  public let caller: Caller
  /// The school's: its days go by it.
  public let zone: Zone
  public let services: Services
}

extension Device {
  /// What a program asks, as the handlers of pages do: by the services' methods, in one snapshot.
  public func read<Answer>(
    now: Instant, _ body: (DeviceReading) throws(Refusal) -> Answer
  ) throws(Refusal) -> Answer {
    let services = Services(sendsMail: session.sendsMail, mayFound: session.mayFound)
    return try replica.read(now: now, zones: zones) { tx throws(Refusal) in
      let identity = try session.identity(tx)
      let caller = Caller(account: identity.account, school: session.school.id, role: session.school.role)
      let zone = zones.named(session.school.zone) ?? .utc
      return try body(DeviceReading(tx: tx, caller: caller, zone: zone, services: services))
    }
  }

  /// In which epoch of the books it is; 0 before the first answer.
  public var epoch: Int64 { replica.cursor?.epoch ?? 0 }

  /// How many wait to be sent.
  public func waitingCount() throws(Refusal) -> Int {
    do throws(SQLFailure) { return try replica.count(.outbox) } catch { throw error.refusal }
  }

  /// All rows, for those who compare.
  package func contents() throws(SQLFailure) -> [String: [[Value]]] { try replica.contents() }
}
