import Base
import Database
import Foundation
import NIOConcurrencyHelpers

/// How far each tenant's books have come, written down outside of them.
///
/// Books that are behind it were put back from a snapshot or an old copy without `restore`: their epoch moves on, so that
/// devices that know a later state begin anew and send again what is missing.
final class HighWater: Sendable {
  static let name = "heads.txt"
  private let path: String
  private let last = NIOLockedValueBox<String?>(nil)

  /// - Parameter path: best on another disk than the books, or both go back together.
  init(path: String) { self.path = path }

  /// Compares the books with what was noted, and notes them.
  ///
  /// - Returns: the tenants that are behind, with both numbers.
  func recalculate(_ engine: any Engine, now: Instant) throws -> [(tenant: ID<Tenant>, head: Int64, noted: Int64)] {
    let noted = read()
    let behind = try Self.heads(engine).compactMap { tenant, head in
      noted[tenant].flatMap { $0 > head ? (tenant: tenant, head: head, noted: $0) : nil }
    }
    for one in behind { try engine.write { try Epoch.begin(one.tenant, now: now, $0) } }
    try note(engine)
    return behind
  }

  /// Writes down how far the books are, when that has changed.
  func note(_ engine: any Engine) throws {
    let text = try Self.heads(engine).map { "\($0.0.text) \($0.1)\n" }.joined()
    if last.withLockedValue({ $0 == text }) { return }
    let new = path + ".new"
    guard
      FileManager.default.createFile(atPath: new, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]),
      rename(new, path) == 0
    else { throw DatabaseClosed("\(path) cannot be written: \(String(cString: strerror(errno))).") }
    last.withLockedValue { $0 = text }
  }

  private static func heads(_ engine: any Engine) throws -> [(ID<Tenant>, Int64)] {
    var heads: [(ID<Tenant>, Int64)] = []
    try engine.read { connection in
      _ = try connection.run("SELECT id, head FROM tenant ORDER BY id") { heads.append(($0.id(0), $0.integer(1))) }
    }
    return heads
  }

  /// What cannot be read was not noted.
  private func read() -> [ID<Tenant>: Int64] {
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    var noted: [ID<Tenant>: Int64] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let tenant = ID<Tenant>(words[0]), let head = Int64(words[1]) { noted[tenant] = head }
    }
    return noted
  }
}

extension Ledger {
  /// Notes outside of the books how far they are; to be called every few seconds.
  public func noteHeads() async throws {
    let (engine, highWater) = (engine, highWater)
    try await refusing { try await self.aside.run { try highWater?.note(engine) } }
  }
}
