public import Base
public import Database
public import School

extension ChecklistsStore where DB == WriteTransaction {
  /// An account becomes another one, also as who has ticked; what was signed says who it was then.
  func move(_ old: ID<Account>, to new: ID<Account>) throws(Refusal) {
    for var one in try tx.all(
      ChecklistsTables.checklist, in: tx.school, "AND progress LIKE $2 AND \"signedAt\" IS NULL ORDER BY id",
      [.text("%" + old.text + "%")])
    {
      // One that cannot be read is shown as damaged, and stays what it is.
      guard let progress = one.progress else { continue }
      one.progress(progress.naming(new, insteadOf: old))
      try tx.put(ChecklistsTables.checklist, one)
    }
  }

  @discardableResult
  public func save(
    _ permit: Permit<GiveChecklists>, _ templates: [ID<ChecklistTemplate>: KnownTemplate]
  ) throws(Refusal) -> [Checklist] {
    var made: [Checklist] = []
    for id in permit.command.templates {
      guard let known = templates[id] else { continue }
      let one = Checklist(
        id: tx.newID(), trainee: permit.command.trainee, template: id, version: known.template.version,
        createdBy: permit.caller.account, createdAt: permit.at, updatedAt: permit.at)
      try tx.put(ChecklistsTables.checklist, one)
      made.append(one)
    }
    return made
  }

  public func save(
    _ permit: Permit<TickChecklistItem>, _ progress: ChecklistProgress, _ known: Checklist
  ) throws(Refusal) {
    try put(progress, known, at: permit.at)
  }

  public func save(
    _ permit: Permit<UntickChecklistItem>, _ progress: ChecklistProgress, _ known: Checklist
  ) throws(Refusal) {
    try put(progress, known, at: permit.at)
  }

  private func put(_ progress: ChecklistProgress, _ known: Checklist, at moment: Instant) throws(Refusal) {
    var changed = known
    changed.progress(progress)
    changed.updatedAt = moment
    try tx.put(ChecklistsTables.checklist, changed)
  }

  public func save(_ permit: Permit<WriteChecklistNote>) throws(Refusal) {
    let command = permit.command
    let note = ChecklistNote(
      checklist: command.checklist, item: command.item, by: permit.caller.account, text: command.text,
      updatedAt: permit.at)
    if command.text.isEmpty {
      try tx.remove(ChecklistsTables.note, note)
    } else {
      try tx.put(ChecklistsTables.note, note)
    }
  }

  @discardableResult
  public func save(
    _ permit: Permit<AddChecklistComment>, as id: ID<ChecklistComment>
  ) throws(Refusal) -> ChecklistComment {
    let made = ChecklistComment(
      id: id, checklist: permit.command.checklist, by: permit.caller.account, text: permit.command.text,
      createdAt: permit.at, updatedAt: permit.at)
    try tx.put(ChecklistsTables.comment, made)
    return made
  }

  /// Other words have not been read yet.
  public func save(_ permit: Permit<EditChecklistComment>, _ known: ChecklistComment) throws(Refusal) {
    var changed = known
    (changed.text, changed.updatedAt) = (permit.command.text, permit.at)
    (changed.acknowledgedBy, changed.acknowledgedAt) = (nil, nil)
    try tx.put(ChecklistsTables.comment, changed)
  }

  public func save(_ permit: Permit<AcknowledgeComment>, _ known: ChecklistComment) throws(Refusal) {
    var changed = known
    (changed.acknowledgedBy, changed.acknowledgedAt) = (permit.caller.account, permit.at)
    try tx.put(ChecklistsTables.comment, changed)
  }

  public func save(_ permit: Permit<DeleteChecklist>, _ known: Checklist) throws(Refusal) {
    var gone = known
    (gone.deletedAt, gone.updatedAt) = (permit.at, permit.at)
    try tx.put(ChecklistsTables.checklist, gone)
  }

  public func save(_ permit: Permit<RestoreChecklist>, _ known: Checklist) throws(Refusal) {
    var back = known
    (back.deletedAt, back.updatedAt) = (nil, permit.at)
    try tx.put(ChecklistsTables.checklist, back)
  }

  /// What was done stays as it is: the items have the same keys in all versions.
  public func save(_ permit: Permit<TakeChecklistVersion>, _ all: [Checklist]) throws(Refusal) {
    for known in all {
      var changed = known
      (changed.versionBefore, changed.versionAt) = (known.version, permit.at)
      (changed.version, changed.updatedAt) = (permit.command.version, permit.at)
      try tx.put(ChecklistsTables.checklist, changed)
    }
  }

  public func save(_ permit: Permit<ReturnChecklistVersion>, _ all: [Checklist]) throws(Refusal) {
    for known in all {
      guard let before = known.versionBefore else { continue }
      var changed = known
      (changed.version, changed.updatedAt) = (before, permit.at)
      (changed.versionBefore, changed.versionAt) = (nil, nil)
      try tx.put(ChecklistsTables.checklist, changed)
    }
  }
}
