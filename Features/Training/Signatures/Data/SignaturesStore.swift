public import Base
public import Database
import People
public import School

/// All SQL about what was signed off.
public struct SignaturesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// The first first.
  public func signatures(of checklist: ID<Checklist>, in school: ID<Tenant>) throws(Refusal) -> [TrainingSignature] {
    try tx.all(
      SignaturesTables.signature, in: school, "AND checklist = $2 ORDER BY number", [.id(checklist)])
  }

  /// The newest of each checklist of somebody that is signed, the newest first.
  func newest(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> [TrainingSignature] {
    try tx.all(
      SignaturesTables.signature, in: school,
      """
      AND checklist IN (SELECT id FROM checklist c WHERE c.school = $1 AND c.trainee = $2 AND c."deletedAt" IS NULL)
      AND NOT EXISTS (SELECT 1 FROM training_signature n WHERE n.school = $1
        AND n.checklist = training_signature.checklist AND n.number > training_signature.number)
      ORDER BY "signedAt" DESC, id
      """, [.id(trainee)])
  }
}

extension SignaturesStore where DB == WriteTransaction {
  /// The checklist is locked with the first one; its hash goes into the journal too.
  func save(
    _ permit: Permit<SignChecklist>, _ statement: SignedStatement, as id: ID<TrainingSignature>, _ known: Checklist,
    sealed sealer: SignatureSealer?
  ) throws(Refusal) {
    let signature = TrainingSignature(id: id, statement)
    try tx.put(SignaturesTables.signature, signature)
    tx.detail("hash", signature.hashText)
    if let sealer { try tx.put(SignaturesTables.seal, try sealer.seal(signature, in: tx.school)) }
    guard known.signedAt == nil else { return }
    var locked = known
    (locked.signedAt, locked.updatedAt) = (permit.at, max(permit.at, known.updatedAt))
    try tx.put(ChecklistsTables.checklist, locked)
  }
}
