import Base
import Database
import People
import Router
import School

/// Carries out what is asked of checklists, and answers what pages ask.
public struct ChecklistsService: Sendable {
  public init() {}

  // MARK: giving, and taking away

  func handle(_ command: GiveChecklists, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let (trainee, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let had = try store.checklists(of: trainee.id, in: caller.school)
    var found: [ID<ChecklistTemplate>: KnownTemplate] = [:]
    for id in command.templates { found[id] = try TemplatesStore(tx: tx).known(id, in: caller.school) }
    let permit = try command.permit(
      for: caller, access: access, count: had.count, open: Set(had.filter { !$0.isLocked }.map { $0.template }),
      found: found, now: tx.now)
    let made = try store.save(permit, found)
    return Outcome(made.map { $0.id.text }.joined(separator: ","))
  }

  func handle(_ command: DeleteChecklist, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let (checklist, trainee, access) = try store.mustSeeAlsoDeleted(command.checklist, caller)
    let permit = try command.permit(for: caller, known: ChecklistKnown(checklist, access), now: tx.now)
    if let permit { try store.save(permit, checklist) }
    return .made(trainee.id)
  }

  func handle(_ command: RestoreChecklist, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let (checklist, _, access) = try store.mustSeeAlsoDeleted(command.checklist, caller)
    let permit = try command.permit(
      for: caller, known: ChecklistKnown(checklist, access),
      others: store.checklists(of: checklist.trainee, in: caller.school), version: version(of: checklist, tx),
      now: tx.now)
    if let permit { try store.save(permit, checklist) }
    return .done
  }

  // MARK: items

  /// - Returns: the mark of the tick that was made, for the way back.
  func handle(_ command: TickChecklistItem, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let (known, checklist) = try self.known(command.checklist, caller, tx)
    let version = try TemplatesStore(tx: tx).version(
      command.version ?? checklist.version, of: checklist.template, in: caller.school)
    let mark = ChecklistAct.mark(tx.newID())
    let permit = try command.permit(for: caller, known: known, version: version, mark: mark, now: tx.now)
    guard let (permit, progress) = permit else { return .done }
    try store.save(permit, progress, checklist)
    return Outcome(String(mark))
  }

  func handle(_ command: UntickChecklistItem, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let (known, checklist) = try self.known(command.checklist, caller, tx)
    let permit = try command.permit(for: caller, known: known, mark: ChecklistAct.mark(tx.newID()), now: tx.now)
    if let (permit, progress) = permit { try store.save(permit, progress, checklist) }
    return .done
  }

  func handle(_ command: WriteChecklistNote, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let (known, checklist) = try self.known(command.checklist, caller, tx)
    let permit = try command.permit(
      for: caller, known: known, version: version(of: checklist, tx),
      note: store.note(of: command.item, checklist.id, by: caller.account, in: caller.school), now: tx.now)
    if let permit { try store.save(permit) }
    return .done
  }

  // MARK: comments

  func handle(_ command: AddChecklistComment, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let (known, checklist) = try self.known(command.checklist, caller, tx)
    let count = try store.comments(of: checklist.id, in: caller.school).count
    let permit = try command.permit(
      for: caller, known: known, version: version(of: checklist, tx), count: count, now: tx.now)
    return .made(try store.save(permit, as: tx.newID()).id)
  }

  func handle(_ command: EditChecklistComment, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (known, checklist) = try self.known(command.checklist, caller, tx)
    let comment = try comment(command.comment, of: checklist, tx)
    let permit = try command.permit(
      for: caller, known: known, version: version(of: checklist, tx), comment: comment,
      now: comment.moment(tx.now))
    if let permit { try ChecklistsStore(tx: tx).save(permit, comment) }
    return .done
  }

  func handle(_ command: AcknowledgeComment, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (known, checklist) = try self.known(command.checklist, caller, tx)
    let comment = try comment(command.comment, of: checklist, tx)
    let permit = try command.permit(for: caller, access: known.access, comment: comment, now: tx.now)
    if let permit { try ChecklistsStore(tx: tx).save(permit, comment) }
    return .done
  }

  // MARK: versions

  /// - Returns: for how many it was.
  func handle(_ command: TakeChecklistVersion, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let (known, checklist) = try self.known(command.checklist, caller, tx)
    let newest = try store.newest(of: checklist.template, in: caller.school)
    let permit = try command.permit(for: caller, known: known, newest: newest, now: tx.now)
    guard let permit else { return Outcome("0") }
    let all =
      command.reach == .one
      ? [checklist]
      : try store.older(than: command.version, of: checklist.template, caller).filter { $0.progress != nil }
    try store.save(permit, all)
    return Outcome(String(all.count))
  }

  func handle(
    _ command: ReturnChecklistVersion, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ChecklistsStore(tx: tx))
    let (known, checklist) = try self.known(command.checklist, caller, tx)
    let permit = try command.permit(for: caller, known: known, now: tx.now)
    guard let permit, let moment = checklist.versionAt else { return .done }
    let all =
      command.reach == .one ? [checklist] : try store.taken(at: moment, of: checklist.template, caller)
    try store.save(permit, all)
    return .done
  }

  // MARK: what they know

  private func known(
    _ id: ID<Checklist>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (ChecklistKnown, Checklist) {
    let (checklist, _, access) = try ChecklistsStore(tx: tx).mustSee(id, caller)
    return (ChecklistKnown(checklist, access), checklist)
  }

  private func version(of checklist: Checklist, _ tx: WriteTransaction) throws(Refusal) -> ChecklistVersion? {
    try TemplatesStore(tx: tx).version(checklist.version, of: checklist.template, in: tx.school)
  }

  /// One of this checklist, for an id of another one is no id of this.
  func comment(
    _ id: ID<ChecklistComment>, of checklist: Checklist, _ tx: WriteTransaction
  ) throws(Refusal) -> ChecklistComment {
    guard let found = try ChecklistsStore(tx: tx).comment(id, in: tx.school), found.checklist == checklist.id else {
      throw .notFound
    }
    return found
  }
}
