package import Base
package import Database
import Kit
package import People
package import Router
package import School

/// Carries out what is asked of the documents of trainees, and answers what pages ask.
public struct DocumentsService: Sendable {
  public init() {}

  // MARK: what the school wants

  func handle(_ command: AddDocumentKind, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store, id) = (try request.caller(), DocumentsStore(tx: tx), tx.newID(DocumentKind.self))
    let count = try store.kinds(in: caller.school).count { $0.deletedAt == nil }
    try store.save(command.permit(for: caller, count: count, now: tx.now), as: id)
    return .made(id)
  }

  func handle(_ command: EditDocumentKind, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let known = try store.kind(command.kind, in: caller.school)
    if let known { try request.expect(version: known.version) }
    try store.save(command.permit(for: caller, known: known, now: known?.moment(tx.now) ?? tx.now))
    return .done
  }

  func handle(_ command: RemoveDocumentKind, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let known = try store.kind(command.kind, in: caller.school)
    let count = try store.kinds(in: caller.school).count { $0.deletedAt == nil }
    let permit = try command.permit(
      for: caller, known: known, count: count, now: known?.moment(tx.now) ?? tx.now)
    if let permit, let known { try store.save(permit, known) }
    return .done
  }

  // MARK: what a trainee brings

  package func handle(
    _ command: AddTrainingDocument, _ incoming: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let (_, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let kind = try store.kind(command.kind, in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, kind: kind, types: incoming.map { $0.type },
      needsConsent: store.needsConsent(kind, of: command.trainee, in: caller.school), now: tx.now)
    let id = tx.newID(TrainingDocument.self)
    try store.save(permit, as: id, incoming)
    return .made(id)
  }

  func handle(_ command: RejectTrainingDocument, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome
  {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let known = try store.document(command.document, of: trainee.id, in: caller.school)
    let permit = try command.permit(for: caller, access: access, known: known, now: tx.now)
    if let known { try store.save(permit, known) }
    return .done
  }

  func handle(_ command: RemoveTrainingDocument, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome
  {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let known = try store.document(command.document, of: trainee.id, deleted: true, in: caller.school)
    let current = try known.flatMap { known throws(Refusal) in
      try store.current(known.kind, of: trainee.id, in: caller.school)
    }
    let kind = try known.flatMap { known throws(Refusal) in try store.kind(known.kind, in: caller.school) }
    let permit = try command.permit(
      for: caller, access: access, known: known, current: current,
      needsConsent: store.needsConsent(kind, of: trainee.id, in: caller.school), now: tx.now)
    if let permit, let known { try store.save(permit, known) }
    return .done
  }
}

// MARK: what pages show

extension DocumentsService {
  static let watched = [
    DocumentsTables.kind.number, DocumentsTables.document.number, DocumentsTables.page.number,
    DocumentsTables.consent.number, DocumentsTables.endorsement.number,
  ]

  private func topics(_ caller: Caller) -> [String] {
    .watching(
      [.person(caller.account), .school(caller.school)],
      Self.watched + [TraineesTables.trainee.number, TraineesTables.profile.number])
  }

  func kinds(_ request: Request, _ tx: Transaction) throws(Refusal) -> DocumentKindsPage {
    let caller = try request.caller()
    guard caller.role.isStaff else { throw .notFound }
    return DocumentKindsPage(
      kinds: try DocumentsStore(tx: tx).kinds(in: caller.school).filter { $0.deletedAt == nil },
      topics: .watching([.school(caller.school)], [DocumentsTables.kind.number]))
  }

  func kind(_ request: Request, _ tx: Transaction) throws(Refusal) -> DocumentKind {
    let caller = try request.caller()
    guard caller.role.isStaff, let kind = try DocumentsStore(tx: tx).kind(request.id("kind"), in: caller.school),
      kind.deletedAt == nil
    else { throw .notFound }
    return kind
  }

  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrainingDocumentsPage {
    let caller = try request.caller()
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(request.id("trainee"), caller)
    let store = DocumentsStore(tx: tx)
    return TrainingDocumentsPage(
      trainee: trainee, access: access, documents: try store.all(of: trainee.id, in: caller.school),
      isMinor: try store.isMinor(trainee.id, in: caller.school),
      consent: try store.consent(of: trainee.id, in: caller.school), topics: topics(caller))
  }

  /// The form is the trainee's alone.
  func form(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrainingDocumentForm {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(request.id("trainee"), caller)
    guard access == .trainee else { throw .notFound }
    let kinds = try store.kinds(in: caller.school).filter { $0.deletedAt == nil }
    let asked = (request.draft["kind"] ?? request.query["kind"]).flatMap { ID<DocumentKind>($0) }
    let kind = kinds.first { $0.id == asked }
    let isMinor = try store.isMinor(trainee.id, in: caller.school)
    let consent = try store.consent(of: trainee.id, in: caller.school)
    let taken = kinds.filter { !$0.needsConsent(isMinor: isMinor, consent) }
    let waits = kind?.needsConsent(isMinor: isMinor, consent) ?? (taken.isEmpty && !kinds.isEmpty)
    return TrainingDocumentForm(trainee: trainee, kinds: taken, kind: kind ?? taken.first, needsConsent: waits)
  }

  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> TrainingDocumentView {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(request.id("trainee"), caller)
    guard let document = try store.document(request.id("document"), of: trainee.id, in: caller.school),
      let kind = try store.kind(document.kind, in: caller.school)
    else { throw .notFound }
    return TrainingDocumentView(
      trainee: trainee, access: access, kind: kind, document: document,
      pages: try store.pages(of: document.id, in: caller.school),
      endorsement: try store.endorsement(of: document.id, in: caller.school),
      needsConsent: try store.needsConsent(kind, of: trainee.id, in: caller.school), topics: topics(caller))
  }

  func content(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let (trainee, _) = try TraineesStore(tx: tx).mustSee(request.id("trainee"), caller)
    guard let document = try store.document(request.id("document"), of: trainee.id, in: caller.school),
      let page = try store.page(request.id("page"), of: document.id, in: caller.school),
      let kept = try tx.file(page.id.cast(), school: caller.school)
    else { throw .notFound }
    let answer = KeptFile(
      id: kept.id, content: kept.content, type: page.type, name: page.name, account: kept.account,
      createdAt: kept.createdAt)
    return .file(answer, inline: request.query["save"] == nil)
  }

  /// What the page of a trainee shows of them: what is missing first, for both.
  public static let piece = TraineePieceSource(
    short: { trainees, caller, tx throws(Refusal) in
      try DocumentsStore(tx: tx).all(of: trainees, in: caller.school).mapValues { all in
        TraineePiece(tables: watched) { missingShort(all, $0) }
      }
    }
  ) { trainee, access, caller, tx throws(Refusal) in
    let all = try DocumentsStore(tx: tx).all(of: trainee.id, in: caller.school)
    return TraineePiece(tables: watched) { documentsCard(trainee, access, all, $0) }
  }
}
