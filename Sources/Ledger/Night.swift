public import Base
public import Database
import Foundation
import Logging

extension Ledger {
  /// Looks through the pages of the books and all that people have sent: what a disk changes by and by is found before
  /// the last good backup is gone.
  ///
  /// Damaged books are a ruin; a damaged file is logged, each night until it is put right.
  ///
  /// - Returns: how many files are lost or damaged.
  @discardableResult
  public func examineByNight() async throws -> Int {
    let (engine, now) = (engine, world.now())
    if dialect == .sqlite {
      let damage = try await refusing {
        try await self.aside.run { try engine.read { try Examination.damage(Transaction($0, now: now)) } }
      }
      if let first = damage.first { writer.end(with: .damaged(first)) }
    }
    let findings = try await refusing { try await self.examineContents() }
    for finding in findings { logger.error("file lost", metadata: ["why": "\(finding.description)"]) }
    return findings.count
  }

  /// Whether this node is the one that looks through everything now; nobody else is then for a while.
  ///
  /// - Parameters:
  ///   - pause: no sooner after the last time, in seconds.
  ///   - longest: at any hour when it has been so long, because some servers sleep at night.
  public func takesNight(isNight: Bool, pause: Int64 = 20 * 3600, longest: Int64 = 72 * 3600) async throws -> Bool {
    try await upkeep { tx in
      let last = try tx.first("SELECT value FROM place_mark WHERE name = 'night'") { Int64($0.text(0)) ?? 0 }
      let since = (tx.now.milliseconds - (last ?? 0)) / 1000
      // A clock that was set back must not keep it waiting.
      let isDue = since < 0 || since >= (isNight ? pause : longest)
      if last != nil, !isDue { return false }
      try tx.execute(
        """
        INSERT INTO place_mark (name, value) VALUES ('night', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, [.text(String(tx.now.milliseconds))])
      return last != nil
    }
  }

  /// How many bytes are free where the data lies; `nil` when nobody knows.
  public var freeBytes: Int64? {
    var facts = statvfs()
    guard statvfs(files.directory, &facts) == 0 else { return nil }
    return Int64(clamping: UInt64(facts.f_bavail) * UInt64(facts.f_frsize))
  }
}

extension Transaction {
  /// How far people vouch for the clock: a day beyond the last entry of a person's, of those that are a day old.
  ///
  /// A clock that is a month ahead for one start, or one afternoon, does not end what was to be kept for a month.
  public func vouched() throws(Refusal) -> Instant? {
    let tenants = try rows("SELECT id FROM tenant") { $0.id(0, Tenant.self) }
    var last: Instant?
    for tenant in tenants {
      let found = try first(
        """
        SELECT at FROM journal WHERE school = $1 AND account IS NOT NULL AND at <= $2 ORDER BY seq DESC LIMIT 1
        """, [.id(tenant), .instant(now.plus(days: -1))]
      ) { $0.instant(0) }
      if let found { last = Swift.max(last ?? found, found) }
    }
    return last?.plus(days: 1)
  }
}
