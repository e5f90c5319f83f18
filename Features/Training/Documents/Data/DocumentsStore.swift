public import Base
public import Database
import People
public import School

/// All SQL about the documents of trainees.
public struct DocumentsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  // MARK: kinds

  /// What every school begins with, as this one has changed it, and then its own in the order they came; removed ones among them.
  public func kinds(in school: ID<Tenant>) throws(Refusal) -> [DocumentKind] {
    let rows = try tx.all(DocumentsTables.kind, in: school, "ORDER BY id", [])
    let standard = DocumentKind.standard.map { kind in rows.first { $0.id == kind.id } ?? kind }
    return standard + rows.filter { $0.standardNumber == nil }
  }

  public func kind(_ id: ID<DocumentKind>, in school: ID<Tenant>) throws(Refusal) -> DocumentKind? {
    if let row = try tx.find(DocumentsTables.kind, id, in: school) { return row }
    return DocumentKind.standard.first { $0.id == id }
  }

  // MARK: documents

  /// The newest first; what was taken away is not there.
  func documents(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> [TrainingDocument] {
    try tx.all(
      DocumentsTables.document, in: school,
      "AND trainee = $2 AND \"deletedAt\" IS NULL ORDER BY \"uploadedAt\" DESC, id DESC", [.id(trainee)])
  }

  public func all(of trainee: ID<Trainee>, in school: ID<Tenant>) throws(Refusal) -> TrainingDocuments {
    TrainingDocuments(kinds: try kinds(in: school), documents: try documents(of: trainee, in: school))
  }

  /// The same of several, each with an entry, in two queries.
  func all(of trainees: [ID<Trainee>], in school: ID<Tenant>) throws(Refusal) -> [ID<Trainee>: TrainingDocuments] {
    guard !trainees.isEmpty else { return [:] }
    let kinds = try kinds(in: school)
    let documents = try tx.all(
      DocumentsTables.document, in: school,
      """
      AND trainee IN (\(placeholders(trainees.count, from: 2))) AND "deletedAt" IS NULL
      ORDER BY "uploadedAt" DESC, id DESC
      """, trainees.map { .id($0) })
    let own = Dictionary(grouping: documents) { $0.trainee }
    return trainees.keyed(by: { $0 }) { TrainingDocuments(kinds: kinds, documents: own[$0] ?? []) }
  }

  /// - Parameter deleted: also one that was taken away.
  func document(
    _ id: ID<TrainingDocument>, of trainee: ID<Trainee>, deleted: Bool = false, in school: ID<Tenant>
  ) throws(Refusal) -> TrainingDocument? {
    guard let found = try tx.find(DocumentsTables.document, id, in: school), found.trainee == trainee else {
      return nil
    }
    return deleted || found.deletedAt == nil ? found : nil
  }

  func current(
    _ kind: ID<DocumentKind>, of trainee: ID<Trainee>, in school: ID<Tenant>
  ) throws(Refusal) -> TrainingDocument? {
    try documents(of: trainee, in: school).first { $0.kind == kind && $0.replacedAt == nil }
  }

  /// Of the whole school, what stands and ends on one of these days; for those who remind of it.
  public func ending(from first: Day, until last: Day, in school: ID<Tenant>) throws(Refusal) -> [TrainingDocument] {
    // The plus keeps SQLite from looking through all that were never taken away.
    try tx.all(
      DocumentsTables.document, in: school,
      "AND expires >= $2 AND expires <= $3 AND \"replacedAt\" IS NULL AND +\"deletedAt\" IS NULL ORDER BY expires, id",
      [.day(first), .day(last)])
  }

  /// Whether anybody ever handed in anything that is still there.
  public func hasAny(in school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists("SELECT 1 FROM training_document WHERE school = $1", [.id(school)])
  }

  /// In all schools, those that were taken away before a moment.
  package func deleted(before: Instant) throws(Refusal) -> [(school: ID<Tenant>, document: ID<TrainingDocument>)] {
    try tx.rows(
      "SELECT school, id FROM training_document WHERE \"deletedAt\" < $1 ORDER BY \"deletedAt\" LIMIT 1000",
      [.instant(before)]
    ) { (school: $0.id(0), document: $0.id(1)) }
  }

  func pages(of document: ID<TrainingDocument>, in school: ID<Tenant>) throws(Refusal) -> [TrainingDocumentPage] {
    try tx.all(DocumentsTables.page, in: school, "AND document = $2 ORDER BY place, id", [.id(document)])
  }

  func page(
    _ id: ID<TrainingDocumentPage>, of document: ID<TrainingDocument>, in school: ID<Tenant>
  ) throws(Refusal) -> TrainingDocumentPage? {
    let found = try tx.find(DocumentsTables.page, id, in: school)
    return found?.document == document ? found : nil
  }
}

extension DocumentsStore where DB == WriteTransaction {
  func save(_ permit: Permit<AddDocumentKind>, as id: ID<DocumentKind>) throws(Refusal) {
    try put(id, permit.command.fields, at: permit.at)
  }

  func save(_ permit: Permit<EditDocumentKind>) throws(Refusal) {
    try put(permit.command.kind, permit.command.fields, at: permit.at)
  }

  private func put(_ id: ID<DocumentKind>, _ fields: DocumentKindFields, at: Instant) throws(Refusal) {
    try tx.put(
      DocumentsTables.kind,
      DocumentKind(
        id: id, name: fields.name, isRequired: fields.isRequired, needsFile: fields.needsFile,
        needsDate: fields.needsDate, warningDays: fields.warningDays, isIdentity: fields.isIdentity,
        isEndorsed: fields.isEndorsed, updatedAt: at))
  }

  func save(_ permit: Permit<RemoveDocumentKind>, _ known: DocumentKind) throws(Refusal) {
    try tx.put(
      DocumentsTables.kind, permit.command.isRemoved ? known.deleted(at: permit.at) : known.restored(at: permit.at))
  }

  /// The new one stands, the one before it is kept, and what was before that goes with its files.
  func save(
    _ permit: Permit<AddTrainingDocument>, as id: ID<TrainingDocument>, _ files: [IncomingFile]
  ) throws(Refusal) {
    let (command, by) = (permit.command, permit.caller.account)
    for var old in try documents(of: command.trainee, in: tx.school) where old.kind == command.kind {
      if old.replacedAt == nil {
        old.replacedAt = permit.at
        try tx.put(DocumentsTables.document, old)
      } else {
        try forget(old)
      }
    }
    try tx.put(
      DocumentsTables.document,
      TrainingDocument(
        id: id, trainee: command.trainee, kind: command.kind, expires: command.expires, notes: command.notes,
        uploadedBy: by, uploadedAt: permit.at))
    for (place, file) in files.enumerated() {
      let page = tx.newID(TrainingDocumentPage.self)
      let kept = try FilesStore(tx: tx).keep(file, as: page.cast(), by: by)
      try tx.put(
        DocumentsTables.page,
        TrainingDocumentPage(
          id: page, trainee: command.trainee, document: id, place: place + 1, name: kept.name, type: kept.type,
          size: kept.content.size, hash: kept.content.hash))
    }
  }

  /// For good, with its files; one that came back meanwhile stays.
  package func forget(_ id: ID<TrainingDocument>, before: Instant) throws(Refusal) {
    guard let known = try tx.find(DocumentsTables.document, id, in: tx.school), let deleted = known.deletedAt,
      deleted < before
    else { return }
    try forget(known)
  }

  func forget(_ document: TrainingDocument) throws(Refusal) {
    try forgetPages(of: document.id)
    if let known = try endorsement(of: document.id, in: tx.school) { try tx.remove(DocumentsTables.endorsement, known) }
    try tx.remove(DocumentsTables.document, document)
  }

  func save(_ permit: Permit<RejectTrainingDocument>, _ known: TrainingDocument) throws(Refusal) {
    var rejected = known
    (rejected.rejectedAt, rejected.rejectedBy) = (permit.at, permit.caller.account)
    rejected.reason = permit.command.reason
    try tx.put(DocumentsTables.document, rejected)
  }

  func save(_ permit: Permit<RemoveTrainingDocument>, _ known: TrainingDocument) throws(Refusal) {
    var changed = known
    changed.deletedAt = permit.command.isRemoved ? permit.at : nil
    try tx.put(DocumentsTables.document, changed)
  }
}
