import Base
import Database

/// Which sendings have been carried out, with their answers.
enum Receipts {
  static func find(_ sent: CommandEnvelope, _ tx: Transaction) throws(Refusal) -> Answered? {
    let found = try tx.first(
      "SELECT account, command, answer, seq, digest FROM receipt WHERE school = $1 AND sending = $2",
      [.id(sent.school), .id(sent.receipt)]
    ) { row in
      (
        row.optionalID(0, Account.self), row.text(1), row.isNull(4) ? nil : row.bytes(4),
        Answered(text: row.text(2), seq: row.integer(3), again: true)
      )
    }
    guard let found else { return nil }
    // Somebody else's id: not a repetition, and nobody may read the first answer.
    guard found.0 == sent.account else { throw Refusal.conflict(Phrase("ledger.sending-used")) }
    // One's own, with something else to do: "done" would be no answer to that. Receipts of before have no hash.
    guard found.1 == sent.command, found.2 == nil || sent.digest == nil || found.2 == sent.digest else {
      throw Refusal.invalid("Idempotency-Key", Phrase("ledger.sending-used"))
    }
    return found.3
  }

  static func keep(_ sent: CommandEnvelope, _ text: String, _ seq: Int64, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute(
      "INSERT INTO receipt (school, sending, account, command, answer, seq, at, digest) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
      [
        .id(sent.school), .id(sent.receipt), .id(sent.account), .text(sent.command), .text(text), .integer(seq),
        .instant(tx.now), sent.digest.map { .bytes($0) } ?? .null,
      ])
  }
}
