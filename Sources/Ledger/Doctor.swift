public import Base
import CSQLite
public import Database
import Foundation

/// Something the doctor found.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Sendable {
    case database, chain, counts, files, jobs, followers, durability, disk
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
    let first = try await aside.run {
      let durability = try engine.write { try Examination.durability($0) }
      return try durability + Examination.disk(files.directory)
        + engine.readLong { try Examination.inside(Transaction($0, now: now), tables, more) }
    }
    let contents = try await examineContents()
    return first + contents
      + (try await aside.run { try engine.read { try Examination.stuck(Transaction($0, now: now)) } })
  }

  /// The contents that the books name, compared with their hashes: a few hundred at a time, each outside of any look
  /// into the books, which may not stay open for so long.
  func examineContents() async throws -> [Finding] {
    let (engine, files, now) = (engine, files, world.now())
    var (findings, after) = ([Finding](), [UInt8]())
    while true {
      let start = after
      let part = try await aside.run {
        try engine.read { try Examination.named(Transaction($0, now: now), after: start) }
      }
      guard let last = part.last else { return findings }
      findings += try await aside.run { try Examination.contents(part, engine, files, now: now) }
      after = last.hash
    }
  }

  /// Looks through books that cannot be opened for writing, as on a full disk, or beside a server that cannot be asked.
  ///
  /// Writes nothing.
  ///
  /// - Throws: `DatabaseClosed` with a sentence for the operator.
  public static func look(at place: DatabaseLocation, migrations: [Migration], world: World) throws -> [Finding] {
    guard case .directory(let directory) = place else {
      throw DatabaseClosed("PostgreSQL is looked at by a running server: start Homeroom once the disk has room again.")
    }
    try place.check(.never)
    let path = "\(directory)/\(DatabaseLocation.database)"
    let files = try Files(looking: directory + "/files", world: world)
    defer { files.close() }
    let tables = (LedgerTables.migrations + migrations).tables
    // Without a log nobody writes there, and all there is lies in the file itself. Opening it on a full disk leaves an empty one.
    let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    let isStill = (log?[.size] as? Int ?? 0) == 0
    let still = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
    let connection =
      isStill
      ? try LiteConnection(opening: still, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI)
      : try LiteConnection(reading: path)
    let tx = Transaction(connection, now: world.now())
    return try Examination.disk(directory) + Examination.inside(tx, tables) + Examination.files(tx, files)
      + Examination.stuck(tx)
  }
}

/// The doctor's questions, one by one.
enum Examination {
  static func inside(_ tx: Transaction, _ tables: [TableSchema], _ more: [Proof] = []) throws -> [Finding] {
    try database(tx) + chains(tx) + counts(tx, tables, more) + visibility(tx, tables) + sums(tx)
  }

  static func database(_ tx: Transaction) throws -> [Finding] {
    guard tx.dialect == .sqlite else { return [] }
    let strays = try tx.rows("PRAGMA foreign_key_check") {
      "\($0.text(0)) points to a row of \($0.text(2)) that is not there."
    }
    return try damage(tx).map { Finding(.database, "The books are damaged: \($0)") }
      + Set(strays).sorted().map { Finding(.database, $0) }
  }

  /// Pages that are not what was written.
  ///
  /// `integrity_check` and not `quick_check`, which missed 24 of 40 damaged databases (spec/security.md §5.2).
  static func damage(_ tx: Transaction) throws -> [String] {
    do { return try tx.rows("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" } } catch {
      guard let failure = tx.failure?.failure, failure.kind == .damaged else { throw error }
      return [failure.description]
    }
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
  static func counts(_ tx: Transaction, _ tables: [TableSchema], _ more: [Proof]) throws -> [Finding] {
    try (tables.flatMap { $0.proofs + $0.tallyProofs } + more).compactMap { proof in
      let values: [Value] = proof.takesNobody ? [.id(ID<Tenant>.none)] : []
      return try tx.exists(proof.sql, values) ? Finding(.counts, proof.says) : nil
    }
  }

  /// A content that the books name, and for whom.
  struct Named: Sendable {
    let hash: [UInt8], name: String, count: Int, size: Int64
  }
  private static let part = 200

  static func named(_ tx: Transaction, after hash: [UInt8]) throws -> [Named] {
    try tx.rows(
      "SELECT hash, min(name), count(*), min(size) FROM file WHERE hash > $1 GROUP BY hash ORDER BY hash LIMIT \(part)",
      [.bytes(hash)]
    ) { Named(hash: $0.bytes(0), name: $0.text(1), count: $0.int(2), size: $0.integer(3)) }
  }

  static func content(_ one: Named, _ files: Files) -> Finding? {
    let what = "The file \(hex(one.hash)) (\(one.name), kept \(one.count) times)"
    return switch files.isWhole(one.hash) {
    case true?: nil
    case false?: Finding(.files, "\(what) has changed on the disk. Put it back from a backup: \(files.path(one.hash))")
    case nil: Finding(.files, "\(what) is not there. Put it back from a backup: \(files.path(one.hash))")
    }
  }

  /// What is wrong with some of them.
  static func contents(_ some: [Named], _ engine: any Engine, _ files: Files, now: Instant) throws -> [Finding] {
    var findings: [Finding] = []
    for one in some {
      guard let wrong = content(one, files) else { continue }
      // Forgotten and swept away meanwhile, it is missed by nobody.
      let isNamed = try engine.read {
        try Transaction($0, now: now).exists("SELECT 1 FROM file WHERE hash = $1", [.bytes(one.hash)])
      }
      if isNamed { findings.append(wrong) }
    }
    return findings
  }

  /// A few hundred at a time, and no snapshot is held while they are read: that takes hours where there are many, and
  /// a snapshot that old keeps the database from tidying up.
  static func files(_ engine: any Engine, _ files: Files, now: Instant) throws -> [Finding] {
    var (findings, after) = ([Finding](), [UInt8]())
    while true {
      let some = try engine.read { try named(Transaction($0, now: now), after: after) }
      guard let last = some.last else { return findings }
      findings += try contents(some, engine, files, now: now)
      after = last.hash
    }
  }

  /// The same from one look into books that nobody writes.
  static func files(_ tx: Transaction, _ files: Files) throws -> [Finding] {
    var (findings, after) = ([Finding](), [UInt8]())
    while let part = try Optional(named(tx, after: after)), let last = part.last {
      findings += part.compactMap { content($0, files) }
      after = last.hash
    }
    return findings
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
