import Base
import Core
import Database
import Foundation
import Ledger
import People
import PeopleServer
import Router
import School
import Sync
import Synchronization
import Web

extension Homeroom {
  /// Writes what a device of somebody's would hold of a school, by way of the server when one runs.
  ///
  /// For support, who are asked why a phone shows what it shows, and for tests.
  public static func writeReplica(
    _ settings: Settings, of account: String, in school: String, to file: String
  ) async throws -> String {
    let target = URL(fileURLWithPath: file).path
    let fields = [("account", account), ("school", school), ("file", target)]
    return try await ControlCommand(name: "replica", fields: fields).carryOut(settings) {
      try await $0.writeReplica(of: account, in: school, to: target)
    }
  }

  func writeReplica(of identifier: String, in named: String, to file: String) async throws -> String {
    if FileManager.default.fileExists(atPath: file) { throw DatabaseClosed("\(file) is there already.") }
    let school = try await self.school(named)
    let (assets, settings) = (assets, settings)
    let bytes = try await ledger.read { tx -> [UInt8]? in
      guard let account = try AccountsStore(tx: tx).find(identifier: identifier), account.closedAt == nil,
        let identity = try Features.deviceIdentity(account, in: school.id, tx)
      else { return nil }
      return try Self.replica(of: identity, in: school, assets: assets.base, settings, tx)
    }
    guard let bytes else { throw DatabaseClosed("“\(identifier)” is nobody's account in \(school.name).") }
    try Self.writeNew(bytes, to: file)
    return "\(bytes.count) bytes in \(file): what a device of “\(identifier)” would hold of \(school.name)."
  }

  private static func replica(
    of identity: Identity, in school: School, assets: String, _ settings: Settings, _ tx: Transaction
  ) throws -> [UInt8] {
    let connection = try LiteConnection(inMemory: ())
    let replica = try Replica(connection, Device.tables, school: school.id, account: identity.account)
    let pull = SyncPull(tx, Device.tables, school: school.id, account: identity.account)
    var isComplete = false
    while !isComplete {
      guard case .page(let page) = try pull.answer(replica.cursor) else { throw Refusal.unavailable }
      try replica.take(page)
      isComplete = page.isComplete
    }
    let session = DeviceSession(
      identity, assets: assets, zones: zones([school.zone, identity.zone], around: tx.now),
      sendsMail: settings.sendsMail, mayFound: settings.mayFound)
    try replica.keep(session: session?.json.string ?? "")
    return try connection.bytes()
  }

  /// What the clocks of these zones do in the years that a school speaks of.
  static func zones(_ names: [String?], around now: Instant) -> [ZoneChanges] {
    let today = Zone.utc.day(of: now)
    return Set(names.compactMap { $0 }).sorted().compactMap { KnownZones.shared.changes(of: $0, around: today) }
  }

  /// A new file that only its owner reads; one that is there already stays as it is.
  private static func writeNew(_ bytes: [UInt8], to path: String) throws {
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw DatabaseClosed("\(path) cannot be made: \(String(cString: strerror(errno))).")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }
}

/// What the clocks of zones do, worked out once: forty years of it are some eighty questions to the system, and each device asks.
private final class KnownZones: Sendable {
  static let shared = KnownZones()
  private struct Key: Hashable {
    let name: String, period: Int
  }
  private static let period = 365
  private let known = Mutex<[Key: ZoneChanges]>([:])

  /// From thirty years before until ten years after the period of a year that the day is in.
  func changes(of name: String, around day: Day) -> ZoneChanges? {
    let key = Key(name: name, period: day.number / Self.period)
    if let found = known.withLock({ $0[key] }) { return found }
    guard let zone = ZoneTable.system.named(name) else { return nil }
    let first = Day(number: key.period * Self.period)
    let made = ZoneChanges(
      of: zone, from: first.plus(days: -30 * Self.period), until: first.plus(days: 11 * Self.period))
    known.withLock { $0[key] = made }
    return made
  }
}
