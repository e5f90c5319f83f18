public import Base

/// A checklist as its rules must know it.
public struct ChecklistKnown: Sendable {
  public let checklist: Checklist
  public let access: TraineeAccess
  public init(_ checklist: Checklist, _ access: TraineeAccess) { (self.checklist, self.access) = (checklist, access) }

  /// A trainee reads along, sees that, and so is told.
  func instructorsMay() throws(Refusal) {
    guard access.isInstructor else { throw .notAllowed(Phrase("training.checklists.instructors-only")) }
  }

  /// What was signed is amended, and not changed.
  func mayChange() throws(Refusal) {
    try instructorsMay()
    guard !checklist.isLocked else { throw .conflict(Phrase("training.checklists.is-signed")) }
  }

  /// What is damaged is shown as that, and nothing is guessed.
  func progress() throws(Refusal) -> ChecklistProgress {
    guard let progress = checklist.progress else { throw .conflict(Phrase("training.checklists.is-damaged")) }
    return progress
  }
}

/// The version that somebody works by; what is damaged is worked through by nobody.
private func content(_ version: ChecklistVersion?) throws(Refusal) -> ChecklistContent {
  guard let content = version?.content else { throw .conflict(Phrase("training.checklists.is-damaged")) }
  return content
}

extension GiveChecklists {
  /// - Parameters:
  ///   - count: how many the trainee has.
  ///   - open: the templates of those that are not signed yet.
  ///   - found: those of the templates that are there.
  public func permit(
    for caller: Caller, access: TraineeAccess, count: Int, open: Set<ID<ChecklistTemplate>>,
    found: [ID<ChecklistTemplate>: KnownTemplate], now: Instant
  ) throws(Refusal) -> Permit<GiveChecklists> {
    guard access.isInstructor else { throw .notAllowed(Phrase("training.checklists.instructors-only")) }
    guard count + templates.count <= Checklist.most else {
      throw .invalid("template", Phrase("training.checklists.too-many", .count(Checklist.most)))
    }
    for template in templates {
      guard let known = found[template], known.template.version > 0 else {
        throw .invalid("template", Phrase("training.checklists.not-published"))
      }
      if known.template.retiredAt != nil { throw .invalid("template", Phrase("training.checklists.retired")) }
      guard known.isSound, let content = known.published else {
        throw .invalid("template", Phrase("training.checklists.is-damaged"))
      }
      if open.contains(template) {
        throw .invalid("template", Phrase("training.checklists.has-it", .text(content.name)))
      }
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension TickChecklistItem {
  /// - Parameters:
  ///   - version: the one under which it was done.
  ///   - mark: made of the request.
  /// - Returns: nothing when it is there already, or the caller has ticked it under that version.
  public func permit(
    for caller: Caller, known: ChecklistKnown, version: ChecklistVersion?, mark: UInt32, now: Instant
  ) throws(Refusal) -> (Permit<TickChecklistItem>, ChecklistProgress)? {
    try known.mayChange()
    var progress = try known.progress()
    guard let version else { throw .invalid("version", Phrase("form.choice")) }
    guard try content(version).item(item) != nil else { throw .invalid("item", Phrase("form.choice")) }
    if progress.ticks(of: item).contains(where: { $0.by == caller.account && $0.version == version.number }) {
      return nil
    }
    try progress.mustHaveRoom(for: caller.account)
    let act = ChecklistAct(
      mark: mark, by: caller.account, minute: known.checklist.minute(of: min(at ?? now, now)), version: version.number)
    guard progress.add(act, to: item) else { return nil }
    return (Permit(self, caller: caller, at: now), progress)
  }
}

extension UntickChecklistItem {
  /// - Returns: nothing when none of what was seen counts any more.
  public func permit(
    for caller: Caller, known: ChecklistKnown, mark: UInt32, now: Instant
  ) throws(Refusal) -> (Permit<UntickChecklistItem>, ChecklistProgress)? {
    try known.mayChange()
    var progress = try known.progress()
    let live = progress.ticks(of: item)
    let taken = live.filter { seen.contains($0.mark) }
    guard !taken.isEmpty else { return nil }
    try progress.mustHaveRoom(for: caller.account)
    let act = ChecklistAct(
      mark: mark, by: caller.account, minute: known.checklist.minute(of: min(at ?? now, now)),
      version: known.checklist.version, takesBack: taken.map { $0.mark })
    guard progress.add(act, to: item) else { return nil }
    return (Permit(self, caller: caller, at: now), progress)
  }
}

extension ChecklistProgress {
  /// One digit names an author.
  fileprivate func mustHaveRoom(for account: ID<Account>) throws(Refusal) {
    let authors = authors
    guard authors.contains(account) || authors.count < Self.mostAuthors else {
      throw .conflict(Phrase("training.checklists.too-many-authors", .count(Self.mostAuthors)))
    }
  }
}

extension WriteChecklistNote {
  /// - Parameters:
  ///   - version: the checklist's own.
  ///   - note: the caller's own, as it is.
  /// - Returns: nothing when it says that already.
  public func permit(
    for caller: Caller, known: ChecklistKnown, version: ChecklistVersion?, note: ChecklistNote?, now: Instant
  ) throws(Refusal) -> Permit<WriteChecklistNote>? {
    try known.mayChange()
    let progress = try known.progress()
    let isThere = try content(version).item(item) != nil
    // What was done under an earlier version still stands below, and so does its note.
    guard isThere || note != nil || !progress.acts(of: item).isEmpty else {
      throw .invalid("item", Phrase("form.choice"))
    }
    return (note?.text ?? "") == text ? nil : Permit(self, caller: caller, at: now)
  }
}

extension AddChecklistComment {
  /// - Parameters:
  ///   - version: the checklist's own.
  ///   - count: how many comments the checklist has.
  public func permit(
    for caller: Caller, known: ChecklistKnown, version: ChecklistVersion?, count: Int, now: Instant
  ) throws(Refusal) -> Permit<AddChecklistComment> {
    try known.mayChange()
    _ = try known.progress()
    _ = try content(version)
    guard count < ChecklistComment.most else {
      throw .invalid("text", Phrase("training.checklists.too-many-comments", .count(ChecklistComment.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditChecklistComment {
  /// - Returns: nothing when it says that already: nobody is told of nothing new.
  public func permit(
    for caller: Caller, known: ChecklistKnown, version: ChecklistVersion?, comment: ChecklistComment, now: Instant
  ) throws(Refusal) -> Permit<EditChecklistComment>? {
    try known.mayChange()
    _ = try known.progress()
    _ = try content(version)
    guard comment.by == caller.account else { throw .notAllowed(Phrase("training.checklists.comment-own")) }
    return comment.text == text ? nil : Permit(self, caller: caller, at: now)
  }
}

extension AcknowledgeComment {
  /// - Returns: nothing when that was said already.
  public func permit(
    for caller: Caller, access: TraineeAccess, comment: ChecklistComment, now: Instant
  ) throws(Refusal) -> Permit<AcknowledgeComment>? {
    guard access == .trainee else { throw .notAllowed(Phrase("training.checklists.trainee-only")) }
    // Other words than those that were shown have been read by nobody.
    if let seen, seen != comment.version { throw .stale }
    return comment.acknowledgedAt == nil ? Permit(self, caller: caller, at: now) : nil
  }
}

extension DeleteChecklist {
  public func permit(
    for caller: Caller, known: ChecklistKnown, now: Instant
  ) throws(Refusal) -> Permit<DeleteChecklist>? {
    try known.mayChange()
    return known.checklist.deletedAt == nil ? Permit(self, caller: caller, at: now) : nil
  }
}

extension RestoreChecklist {
  /// - Parameters:
  ///   - others: those that the trainee has.
  ///   - version: its own.
  public func permit(
    for caller: Caller, known: ChecklistKnown, others: [Checklist], version: ChecklistVersion?, now: Instant
  ) throws(Refusal) -> Permit<RestoreChecklist>? {
    try known.instructorsMay()
    guard known.checklist.deletedAt != nil else { return nil }
    guard others.count < Checklist.most else {
      throw .conflict(Phrase("training.checklists.too-many", .count(Checklist.most)))
    }
    // It may have been given again meanwhile: two open ones of one template would share out what is done.
    guard !others.contains(where: { $0.template == known.checklist.template && !$0.isLocked }) else {
      throw .conflict(Phrase("training.checklists.has-it", .text(version?.content?.name ?? "")))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension TakeChecklistVersion {
  /// - Parameter newest: the version that was published last.
  /// - Returns: nothing when it has that version.
  public func permit(
    for caller: Caller, known: ChecklistKnown, newest: ChecklistVersion?, now: Instant
  ) throws(Refusal) -> Permit<TakeChecklistVersion>? {
    try known.mayChange()
    _ = try known.progress()
    _ = try content(newest)
    // What was shown beforehand is what is taken: another one has other changes.
    guard newest?.number == version else { throw .stale }
    guard reach == .all || known.checklist.version < version else { return nil }
    return Permit(self, caller: caller, at: now)
  }
}

extension ReturnChecklistVersion {
  public func permit(
    for caller: Caller, known: ChecklistKnown, now: Instant
  ) throws(Refusal) -> Permit<ReturnChecklistVersion>? {
    try known.mayChange()
    return known.checklist.versionBefore == nil ? nil : Permit(self, caller: caller, at: now)
  }
}
