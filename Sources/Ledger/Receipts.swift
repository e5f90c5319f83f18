import Base

/// Which sendings have been carried out, with their answers.
enum Receipts {
  static func find(_ sent: Sent, _ tx: Transaction) throws -> Answered? {
    let found = try tx.first(
      "SELECT account, command, answer, seq FROM receipt WHERE school = $1 AND sending = $2",
      [.id(sent.school), .id(sent.id)]
    ) { row in
      (row.optionalID(0, Account.self), row.text(1), Answered(text: row.text(2), seq: row.integer(3), again: true))
    }
    guard let found else { return nil }
    // Somebody else's id, or another command under it: not a repetition, and nobody may read the first answer.
    guard found.0 == sent.account, found.1 == sent.command else {
      throw Refusal.conflict(Phrase("ledger.sending-used"))
    }
    return found.2
  }

  static func keep(_ sent: Sent, _ text: String, _ seq: Int64, _ tx: WriteTransaction) throws {
    try tx.execute(
      "INSERT INTO receipt (school, sending, account, command, answer, seq, at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
      [
        .id(sent.school), .id(sent.id), .id(sent.account), .text(sent.command), .text(text), .integer(seq),
        .instant(tx.now),
      ])
  }
}
