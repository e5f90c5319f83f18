package import Base
package import Database
package import Router
package import School

/// Carries out what is asked of the library of templates.
public struct TemplatesService: Sendable {
  public init() {}

  /// An id that is free: the sender's own, or a new one.
  private func free(
    _ asked: ID<ChecklistTemplate>?, _ caller: Caller, _ tx: WriteTransaction
  ) throws(Refusal) -> ID<ChecklistTemplate> {
    let id = asked ?? tx.newID()
    guard try TemplatesStore(tx: tx).template(id, in: caller.school) == nil else { throw .taken }
    return id
  }

  func handle(
    _ command: CreateChecklistTemplate, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let permit = try command.permit(for: caller, count: store.count(in: caller.school), now: tx.now)
    let id = try free(command.id, caller, tx)
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(_ command: AddShippedTemplate, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let permit = try command.permit(for: caller, count: store.count(in: caller.school), now: tx.now)
    let id = try free(command.id, caller, tx)
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(
    _ command: EditChecklistTemplate, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let known = try store.mustKnow(command.template, caller)
    try request.expect(version: known.template.versionTag)
    let (permit, draft, nextKey) = try command.permit(
      for: caller, known: known, now: known.template.moment(tx.now))
    try store.save(permit, draft, nextKey: nextKey, known.template)
    // What was removed goes with the answer, so that it can come back.
    guard let removed = command.removed(from: known.draft) else { return .done }
    return Outcome(String(removed.place) + "\n" + removed.item.title + "\n" + removed.item.notes)
  }

  func handle(_ command: RestoreTemplateItem, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let known = try store.mustKnow(command.template, caller)
    if let (permit, draft) = try command.permit(for: caller, known: known, now: known.template.moment(tx.now)) {
      try store.save(permit, draft, known.template)
    }
    return .done
  }

  func handle(
    _ command: PublishChecklistTemplate, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let known = try store.mustKnow(command.template, caller)
    try request.expect(version: known.template.versionTag)
    let (permit, content) = try command.permit(for: caller, known: known, now: known.template.moment(tx.now))
    try store.save(permit, content, known.template)
    return Outcome(String(known.template.version + 1))
  }

  func handle(
    _ command: RetireChecklistTemplate, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let known = try store.mustKnow(command.template, caller)
    if let permit = try command.permit(for: caller, known: known, now: known.template.moment(tx.now)) {
      try store.save(permit, known.template)
    }
    return .done
  }

  func handle(
    _ command: DuplicateChecklistTemplate, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let known = try store.mustKnow(command.template, caller)
    let (permit, content) = try command.permit(
      for: caller, known: known, count: store.count(in: caller.school), now: tx.now)
    let id = try free(command.id, caller, tx)
    try store.save(permit, content, as: id)
    return .made(id)
  }

  package func handle(
    _ command: ImportChecklistTemplate, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    try handle(command, TemplateImport(command.text), request, tx)
  }

  /// - Parameter file: what the text says; the server reads it before it begins to write.
  package func handle(
    _ command: ImportChecklistTemplate, _ file: TemplateImport, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let (permit, content) = try command.permit(
      for: caller, file: file, count: store.count(in: caller.school), now: tx.now)
    let id = try free(command.id, caller, tx)
    try store.save(permit, content, as: id)
    return .made(id)
  }
}
