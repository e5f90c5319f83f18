import Base
import Foundation

/// Something the doctor found.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Sendable {
    case books, chain, counts, files, jobs, followers, durability, disk
  }
  public let kind: Kind
  /// A sentence for the person who runs the server.
  public let description: String

  init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }
}

extension Ledger {
  /// Looks at everything that can be wrong without anybody noticing.
  ///
  /// Takes minutes on a large school; others go on.
  ///
  /// - Returns: what is wrong; empty when all is well.
  /// - Parameter more: what must hold besides what the tables themselves say.
  public func doctor(_ more: [Proof] = []) async throws -> [Finding] {
    let (engine, files, tables, now) = (engine, files, tables, world.now())
    return try await aside.run {
      let durability = try engine.write { try Examination.durability($0) }
      let books = try engine.readLong { connection in
        let tx = Transaction(connection, now: now)
        return try Examination.books(tx) + Examination.chains(tx) + Examination.counts(tx, tables, more)
          + Examination.stuck(tx)
      }
      return try durability + Examination.disk(files.directory) + books + Examination.files(engine, files, now: now)
    }
  }
}

/// The doctor's questions, one by one.
enum Examination {
  /// `integrity_check` and not `quick_check`, which missed 24 of 40 damaged databases (spec/security.md §5.2).
  static func books(_ tx: Transaction) throws -> [Finding] {
    guard tx.dialect == .sqlite else { return [] }
    let damage = try tx.rows("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
    let strays = try tx.rows("PRAGMA foreign_key_check") {
      "\($0.text(0)) points to a row of \($0.text(2)) that is not there."
    }
    return damage.map { Finding(.books, "The books are damaged: \($0)") }
      + Set(strays).sorted().map { Finding(.books, $0) }
  }

  static func chains(_ tx: Transaction) throws -> [Finding] {
    let schools = try tx.rows("SELECT id FROM tenant ORDER BY id") { $0.id(0, Tenant.self) }
    return try schools.compactMap { school in
      try Journal.firstBroken(tx, school: school).map { seq in
        Finding(.chain, "The journal of \(school.text) is not what it was when it was written, from entry \(seq) on.")
      }
    }
  }

  /// Numbers that are kept with the rows they count, counted.
  static func counts(_ tx: Transaction, _ tables: [Table], _ more: [Proof]) throws -> [Finding] {
    try (tables.flatMap { $0.proofs + $0.tallyProofs } + more).compactMap { proof in
      let values: [Value] = proof.takesNobody ? [.id(ID<Tenant>.none)] : []
      return try tx.exists(proof.sql, values) ? Finding(.counts, proof.says) : nil
    }
  }

  /// A few hundred at a time, and no snapshot is held while they are read: that takes hours where there are many, and
  /// a snapshot that old keeps the database from tidying up.
  static func files(_ engine: any Engine, _ files: Files, now: Instant) throws -> [Finding] {
    var (findings, last) = ([Finding](), [UInt8]())
    while true {
      let some = try engine.read { try named(Transaction($0, now: now), after: last) }
      guard let end = some.last else { return findings }
      last = end.hash
      for file in some {
        guard let wrong = finding(file, files) else { continue }
        // Forgotten and swept away meanwhile, it is missed by nobody.
        let isNamed = try engine.read {
          try Transaction($0, now: now).exists("SELECT 1 FROM file WHERE hash = $1", [.bytes(file.hash)])
        }
        if isNamed { findings.append(wrong) }
      }
    }
  }

  struct NamedFile { let hash: [UInt8], name: String, count: Int }

  private static func named(_ tx: Transaction, after hash: [UInt8]) throws -> [NamedFile] {
    try tx.rows(
      "SELECT hash, min(name), count(*) FROM file WHERE hash > $1 GROUP BY hash ORDER BY hash LIMIT 500",
      [.bytes(hash)]
    ) { NamedFile(hash: $0.bytes(0), name: $0.text(1), count: $0.int(2)) }
  }

  private static func finding(_ file: NamedFile, _ files: Files) -> Finding? {
    let what = "The file \(hex(file.hash)) (\(file.name), kept \(file.count) times)"
    switch files.isWhole(file.hash) {
    case true?: return nil
    case false?: return Finding(.files, what + " has changed on the disk.")
    case nil: return Finding(.files, what + " is not there.")
    }
  }

  static func stuck(_ tx: Transaction) throws -> [Finding] {
    let jobs = try tx.rows(
      "SELECT kind, count(*) FROM job WHERE state = 'parked' GROUP BY kind ORDER BY kind"
    ) { Finding(.jobs, "\($0.int(1)) jobs of the kind \($0.text(0)) are parked.") }
    let late = try tx.rows(
      "SELECT kind, count(*) FROM job WHERE state = 'waiting' AND runAt < $1 GROUP BY kind ORDER BY kind",
      [.instant(tx.now.plus(seconds: -86_400))]
    ) { Finding(.jobs, "\($0.int(1)) jobs of the kind \($0.text(0)) have waited for more than a day.") }
    let followers = try tx.rows(
      "SELECT follower, count(*) FROM parked GROUP BY follower ORDER BY follower"
    ) { Finding(.followers, "\($0.int(1)) entries are parked that \($0.text(0)) could not follow.") }
    return jobs + late + followers
  }

  /// Read back from the living writer: settings in files are not what counts.
  static func durability(_ writer: Connection) throws -> [Finding] {
    let expected: [(ask: String, want: String)] =
      writer.dialect == .sqlite
      ? [("PRAGMA synchronous", "2"), ("PRAGMA foreign_keys", "1"), ("PRAGMA journal_mode", "wal")]
      : [("SHOW synchronous_commit", "on"), ("SHOW fsync", "on"), ("SHOW full_page_writes", "on")]
    return try expected.compactMap { ask, want in
      var found = ""
      try writer.run(ask) { found = $0.text(0) }
      guard found != want else { return nil }
      return Finding(.durability, "\(ask) answers \(found) and should answer \(want): a power cut may cost commits.")
    }
  }

  static func disk(_ directory: String) throws -> [Finding] {
    var facts = statvfs()
    guard statvfs(directory, &facts) == 0 else { return [Finding(.disk, "\(directory) cannot be looked at.")] }
    let free = UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
    let isShort = free < 1 << 30 || UInt64(facts.f_bavail) * 10 < UInt64(facts.f_blocks)
    return isShort ? [Finding(.disk, "Only \(free >> 20) MB are free where the books are.")] : []
  }
}
