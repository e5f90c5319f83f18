package import Base
package import Database
package import School

/// The server's own key for seals.
package struct SignatureKeyStore<DB: Transaction> {
  let tx: DB
  package init(tx: DB) { self.tx = tx }

  package func key() throws(Refusal) -> [UInt8]? {
    try tx.first("SELECT value FROM signature_key WHERE name = $1", [.text("ed25519")]) { $0.bytes(0) }
  }
}

extension SignatureKeyStore where DB == WriteTransaction {
  /// - Returns: the key that is kept, which may have been there before.
  package func keep(_ made: [UInt8]) throws(Refusal) -> [UInt8] {
    try tx.execute(
      "INSERT INTO signature_key (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
      [.text("ed25519"), .bytes(made)])
    return try key() ?? made
  }
}

extension SignaturesStore {
  /// Of the signatures of a checklist, those that were sealed.
  package func seals(of checklist: ID<Checklist>, in school: ID<Tenant>) throws(Refusal) -> [SignatureSeal] {
    try tx.all(SignaturesTables.seal, in: school, "AND checklist = $2 ORDER BY id", [.id(checklist)])
  }
}
