import Base
import Database
import People
import School

extension DocumentsStore {
  /// The consent that stands.
  func consent(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> IdentityConsent? {
    try consents(of: trainee, in: school).last { $0.withdrawnAt == nil }
  }

  /// The first first; withdrawn ones among them.
  func consents(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> [IdentityConsent] {
    try tx.all(DocumentsTables.consent, in: school, "AND trainee = $2 ORDER BY \"at\", id", [.id(trainee)])
  }

  /// Whether others answer for a trainee.
  func isMinor(_ trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try TraineesStore(tx: tx).profile(of: trainee, in: school)?.isMinor ?? false
  }

  /// Whether pages of a kind may not be taken yet.
  func needsConsent(
    _ kind: DocumentKind?, of trainee: ID<Trainee>, in school: ID<Tenant>
  ) throws(Refusal) -> Bool {
    guard let kind, kind.isIdentity else { return false }
    return try kind.needsConsent(isMinor: isMinor(trainee, in: school), consent(of: trainee, in: school))
  }

  func endorsement(
    of document: ID<TrainingDocument>, in school: ID<Tenant>
  ) throws(Refusal) -> DocumentEndorsement? {
    try tx.find(DocumentsTables.endorsement, document, in: school)
  }
}

extension DocumentsStore where DB == WriteTransaction {
  func save(_ permit: Permit<RecordIdentityConsent>, as id: ID<IdentityConsent>) throws(Refusal) {
    let command = permit.command
    try tx.put(
      DocumentsTables.consent,
      IdentityConsent(
        id: id, trainee: command.trainee, giver: command.giver, name: command.who, words: command.words,
        by: permit.caller.account, at: permit.at))
  }

  /// What was handed in under it goes as what a trainee takes away: out of sight now, and for good within the hour.
  func save(_ permit: Permit<WithdrawIdentityConsent>, _ known: IdentityConsent) throws(Refusal) {
    var ended = known
    ended.withdrawnAt = permit.at
    try tx.put(DocumentsTables.consent, ended)
    let identity = Set(try kinds(in: tx.school).filter { $0.isIdentity }.map { $0.id })
    for var document in try documents(of: known.trainee, in: tx.school) where identity.contains(document.kind) {
      // Of what was endorsed there may be no page left that anybody could see.
      if try pages(of: document.id, in: tx.school).isEmpty { continue }
      document.deletedAt = permit.at
      try tx.put(DocumentsTables.document, document)
    }
  }

  /// Where the school says so the pages go, of the document before it too, and the endorsement stands in their place.
  func save(
    _ permit: Permit<EndorseTrainingDocument>, _ known: TrainingDocument, _ kind: DocumentKind, name: String
  ) throws(Refusal) {
    let endorsement = DocumentEndorsement(
      document: known.id, trainee: known.trainee, number: permit.command.number, by: permit.caller.account, name: name,
      at: permit.at)
    try tx.put(DocumentsTables.endorsement, endorsement)
    tx.detail("hash", hex(endorsement.hash))
    guard kind.isEndorsed else { return }
    try forgetPages(of: known.id)
    for old in try documents(of: known.trainee, in: tx.school) where old.kind == known.kind && old.replacedAt != nil {
      // What was signed for stands, as the one before this; it has no pages to keep.
      if try self.endorsement(of: old.id, in: tx.school) == nil { try forget(old) } else { try forgetPages(of: old.id) }
    }
  }

  /// For good, with their files.
  func forgetPages(of document: ID<TrainingDocument>) throws(Refusal) {
    for page in try pages(of: document, in: tx.school) {
      try tx.remove(DocumentsTables.page, page)
      try tx.forgetFile(page.id.cast())
    }
  }
}
