package import Base
package import Database
import Kit
import People
package import Router
package import School

extension DocumentsService {
  func handle(_ command: RecordIdentityConsent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let consents = try store.consents(of: trainee.id, in: caller.school)
    let permit = try command.permit(
      for: caller, access: access,
      isMinor: store.isMinor(trainee.id, in: caller.school),
      known: consents.last { $0.withdrawnAt == nil }, count: consents.count, now: tx.now)
    let id = tx.newID(IdentityConsent.self)
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(
    _ command: WithdrawIdentityConsent, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let known = try store.consent(of: trainee.id, in: caller.school)
    let permit = try command.permit(for: caller, access: access, known: known, now: tx.now)
    if let permit, let known { try store.save(permit, known) }
    return .done
  }

  /// - Parameter isRight: whether the password is the instructor's.
  package func handle(
    _ command: EndorseTrainingDocument, _ isRight: Bool, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), DocumentsStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let known = try store.document(command.document, of: trainee.id, in: caller.school)
    let kind = try known.flatMap { known throws(Refusal) in try store.kind(known.kind, in: caller.school) }
    let permit = try command.permit(
      for: caller, access: access, known: known, kind: kind,
      endorsement: store.endorsement(of: command.document, in: caller.school), isRight: isRight, now: tx.now)
    let names = try AccountsStore(tx: tx).names(of: [caller.account])
    if let known, let kind { try store.save(permit, known, kind, name: names[caller.account] ?? "") }
    return .done
  }
}

func identityRoutes(_ service: DocumentsService) -> [Route] {
  [
    .post(
      "/training/trainees/:trainee/documents/consent", .members,
      "An instructor writes down who lets a minor hand in identity papers.", form: service.listAnswer,
      RecordIdentityConsent.self, service.handle
    ) { handled in
      .done(
        DocumentsPaths.all(handled.command.trainee), toast: Toast(Phrase("training.documents.consent-recorded")),
        created: true)
    },
    .post(
      "/training/trainees/:trainee/documents/consent/withdrawal", .members,
      "The consent holds no more, and the papers handed in under it go.", WithdrawIdentityConsent.self, service.handle
    ) { handled in
      .done(
        DocumentsPaths.all(handled.command.trainee), toast: Toast(Phrase("training.documents.consent-withdrawn")))
    },
  ]
}

extension IdentityConsent {
  var json: JSON {
    .object([
      ("giver", .text(giver.rawValue)), ("name", .text(name)), ("words", .text(words)), ("at", .text(at.text)),
    ])
  }
}

extension DocumentEndorsement {
  /// Words that nobody signed are shown to nobody.
  var json: JSON {
    .object([
      ("number", isSound ? .text(number) : .null), ("name", isSound ? .text(name) : .null), ("at", .text(at.text)),
      ("hash", .text(hex(hash))), ("damaged", .flag(!isSound)),
    ])
  }
}
