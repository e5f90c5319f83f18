public import Base
public import Database
import Kit
import People
package import Router
public import School

/// What waits before something is signed: whether the password is the signer's, and the server's key where it seals.
package struct SignatureProof: Sendable {
  var isRight: Bool
  var sealer: SignatureSealer?

  package init(isRight: Bool, sealer: SignatureSealer?) {
    (self.isRight, self.sealer) = (isRight, sealer)
  }
}

/// Shows what is signed, and what would be; signing itself waits for a password, and so is the server's.
public struct SignaturesService: Sendable {
  /// Whole minutes of dual instruction that were entered for a checklist; nothing where no log is kept.
  let dual: @Sendable (Checklist, Caller, Transaction) throws(Refusal) -> Int?

  /// - Parameter dual: where the log stands above, it says what was entered.
  public init(
    dual: @escaping @Sendable (Checklist, Caller, Transaction) throws(Refusal) -> Int? = { _, _, _ in nil }
  ) {
    self.dual = dual
  }

  /// A checklist with what is signed of it; nobody else is told that it is there.
  func known(
    _ id: ID<Checklist>, _ caller: Caller, _ words: Words, _ tx: Transaction
  ) throws(Refusal) -> (checklist: Checklist, trainee: Trainee, signable: SignableChecklist) {
    let (checklist, trainee, access) = try ChecklistsStore(tx: tx).mustSee(id, caller)
    let signatures = try SignaturesStore(tx: tx).signatures(of: id, in: caller.school)
    let record = try record(checklist, trainee, caller, words, tx)
    return (
      checklist, trainee,
      SignableChecklist(access: access, record: record, signatures: signatures, isLocked: checklist.isLocked)
    )
  }

  /// What would be signed now; nothing when the version or the progress is damaged.
  private func record(
    _ checklist: Checklist, _ trainee: Trainee, _ caller: Caller, _ words: Words, _ tx: Transaction
  ) throws(Refusal) -> SignableRecord? {
    let version = try TemplatesStore(tx: tx).version(checklist.version, of: checklist.template, in: caller.school)
    guard let version, let content = version.content, let progress = checklist.progress else { return nil }
    let ticks = content.items.compactMap { progress.tick(of: $0.key) }
    let names = try AccountsStore(tx: tx).names(of: Array(Set(ticks.map { $0.by })))
    let items = content.items.map { item in
      SignedItem(
        key: item.key, title: item.title,
        done: progress.tick(of: item.key).map { tick in
          SignedItem.Done(
            by: tick.by, name: names[tick.by] ?? "", at: checklist.time(of: tick), version: tick.version)
        })
    }
    return SignableRecord(
      checklist: checklist.id, trainee: trainee.id, traineeName: trainee.name, templateName: content.name,
      version: version.number, templateHash: version.hashText, items: items,
      dualMinutes: try dual(checklist, caller, tx),
      statement: words(
        "training.signatures.statement", .text(trainee.name), .text(content.name), .count(version.number)))
  }

  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> SignaturePage {
    let caller = try request.caller()
    let (checklist, trainee, known) = try known(request.id("checklist"), caller, request.scene.words, tx)
    let names = try AccountsStore(tx: tx).names(of: [caller.account])
    return SignaturePage(
      checklist: checklist, trainee: trainee, known: known, me: names[caller.account] ?? "",
      seals: try SignaturesStore(tx: tx).seals(of: checklist.id, in: caller.school),
      today: request.scene.zone.day(of: tx.now),
      topics: .watchingAll([
        ChecklistsTables.checklist.number, SignaturesTables.signature.number, TemplatesTables.version.number,
        SignaturesTables.seal.number,
      ]))
  }

  package func handle(
    _ command: SignChecklist, _ proof: SignatureProof, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, scene) = (try request.caller(), request.scene)
    let (checklist, _, known) = try known(command.checklist, caller, scene.words, tx)
    // Later than the one before, whatever the clock says.
    let last = known.signatures.last?.signedAt.milliseconds ?? 0
    let now = max(tx.now, Instant(milliseconds: last + 1))
    let (permit, record, previous) = try command.permit(
      for: caller, known: known, isRight: proof.isRight, today: scene.zone.day(of: now), now: now)
    // A seal over an amendment would stand for what was put under the seal before it.
    for seal in try SignaturesStore(tx: tx).seals(of: checklist.id, in: caller.school)
    where known.signatures.contains(where: { $0.id == seal.id && $0.hash != seal.hash }) {
      throw .conflict(Phrase("training.seal.other"))
    }
    let names = try AccountsStore(tx: tx).names(of: [caller.account])
    let statement = SignedStatement(
      record: record, number: (previous?.number ?? 0) + 1, signer: caller.account,
      signerName: names[caller.account] ?? "", certificate: command.certificate,
      reason: previous == nil ? nil : command.reason,
      validUntil: command.validUntil, at: permit.at, previous: previous?.hashText)
    let id: ID<TrainingSignature> = tx.newID()
    try SignaturesStore(tx: tx).save(permit, statement, as: id, checklist, sealed: proof.sealer)
    return .made(id)
  }
}
