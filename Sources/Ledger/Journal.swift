public import Base
import Crypto
public import Database

/// The append-only history of a school: one entry for each command that changed something, each sealed with the
/// hash of the one before.
///
/// Old and new values lie in detail rows of their own, of which the entry keeps only the hash, so erasing a
/// person's details leaves the chain whole.
public enum Journal {
  public struct Entry: Sendable {
    public let school: ID<Tenant>
    public let seq: Int64
    public let at: Instant
    public let account: ID<Account>?
    public let command: String
    /// Table, key in hexadecimal, and `+` or `-`: `mark 0190… +`, one a line; long lists end in a count.
    public let rows: String
    public let detail: String?
  }

  /// An import may touch 200,000 rows; the entry names the first of them and counts the rest.
  static let namedRows = 200

  static func append(_ tx: WriteTransaction, seq: Int64, after chain: [UInt8], in envelope: CommandEnvelope)
    throws(Refusal)
  {
    var lines = tx.named.map { "\($0.table) \(hex($0.key)) \($0.removed ? "-" : "+")" }
    if tx.writtenCount > namedRows { lines.append("and \(tx.writtenCount - namedRows) more") }
    let rows = lines.joined(separator: "\n")
    let detail = tx.details.isEmpty ? "" : JSON.object(tx.details.map { ($0.0, .text($0.1)) }).string
    let detailHash = detail.isEmpty ? [] : Array(SHA256.hash(data: Array(detail.utf8)))
    let hash = seal(
      chain, seq: seq, at: tx.now, account: envelope.account, command: envelope.command,
      idempotencyKey: envelope.id, rows: rows,
      detailHash: detailHash)
    try tx.execute(
      """
      INSERT INTO journal (school, seq, at, account, command, sending, rows, detailHash, hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """,
      [
        .id(tx.school), .integer(seq), .instant(tx.now), .id(envelope.account), .text(envelope.command),
        .id(envelope.id),
        .text(rows), .bytes(detailHash), .bytes(hash),
      ])
    if !detail.isEmpty {
      try tx.execute(
        "INSERT INTO journal_detail (school, seq, body) VALUES ($1, $2, $3)",
        [.id(tx.school), .integer(seq), .text(detail)])
    }
    try tx.execute("UPDATE tenant SET chain = $2 WHERE id = $1", [.id(tx.school), .bytes(hash)])
  }

  /// SHA-256 over the last hash and the entry's fields, each with its length before it so that none can slide.
  static func seal(
    _ chain: [UInt8], seq: Int64, at: Instant, account: ID<Account>?, command: String,
    idempotencyKey: ID<IdempotencyKey>,
    rows: String, detailHash: [UInt8]
  ) -> [UInt8] {
    var hash = SHA256()
    let fields: [[UInt8]] = [
      chain, Array(String(seq).utf8), Array(String(at.milliseconds).utf8), account?.bytes ?? [], Array(command.utf8),
      idempotencyKey.bytes, Array(rows.utf8), detailHash,
    ]
    for field in fields {
      hash.update(data: Array("\(field.count):".utf8))
      hash.update(data: field)
    }
    return Array(hash.finalize())
  }

  /// The entries after `seq`, oldest first.
  public static func entries(
    _ tx: Transaction, school: ID<Tenant>, after seq: Int64, limit: Int
  ) throws(Refusal) -> [Entry] {
    try tx.rows(
      """
      SELECT j.seq, j.at, j.account, j.command, j.rows, d.body FROM journal j
      LEFT JOIN journal_detail d ON d.school = j.school AND d.seq = j.seq
      WHERE j.school = $1 AND j.seq > $2 ORDER BY j.seq LIMIT \(limit)
      """, [.id(school), .integer(seq)]
    ) { row in
      Entry(
        school: school, seq: row.integer(0), at: row.instant(1), account: row.optionalID(2), command: row.text(3),
        rows: row.text(4), detail: row.optionalText(5))
    }
  }

  /// The same without the details, and without the rows unless they are asked for: for finding something.
  static func outline(
    _ tx: Transaction, school: ID<Tenant>, after seq: Int64, limit: Int, rows: Bool
  ) throws(Refusal) -> [Entry] {
    try tx.rows(
      """
      SELECT seq, at, account, command, \(rows ? "rows" : "''") FROM journal
      WHERE school = $1 AND seq > $2 ORDER BY seq LIMIT \(limit)
      """, [.id(school), .integer(seq)]
    ) { row in
      Entry(
        school: school, seq: row.integer(0), at: row.instant(1), account: row.optionalID(2), command: row.text(3),
        rows: row.text(4), detail: nil)
    }
  }

  /// Follows the whole chain of a school.
  ///
  /// - Returns: the first entry that is not what it was when it was written, or `nil` when all are.
  public static func firstBroken(_ tx: Transaction, school: ID<Tenant>) throws(Refusal) -> Int64? {
    var (chain, expected, broken) = ([UInt8](), Int64(1), Int64?.none)
    try tx.each(
      """
      SELECT j.seq, j.at, j.account, j.command, j.sending, j.rows, j.detailHash, j.hash, d.body FROM journal j
      LEFT JOIN journal_detail d ON d.school = j.school AND d.seq = j.seq WHERE j.school = $1 ORDER BY j.seq
      """, [.id(school)]
    ) { row in
      guard broken == nil else { return }
      let seq = row.integer(0)
      let (detailHash, body) = (row.bytes(6), row.optionalText(8))
      let hash = seal(
        chain, seq: seq, at: row.instant(1), account: row.optionalID(2), command: row.text(3),
        idempotencyKey: row.id(4),
        rows: row.text(5), detailHash: detailHash)
      // A detail may have been erased; one that is there must be the one that was written.
      let detailHolds = body.map { Array(SHA256.hash(data: Array($0.utf8))) == detailHash } ?? true
      if seq != expected || hash != row.bytes(7) || !detailHolds { broken = seq }
      (chain, expected) = (hash, seq + 1)
    }
    let end = try tx.first("SELECT head, chain FROM tenant WHERE id = $1", [.id(school)]) {
      ($0.integer(0), $0.bytes(1))
    }
    if broken == nil, let end, end.0 != expected - 1 || end.1 != chain { return end.0 }
    return broken
  }
}
