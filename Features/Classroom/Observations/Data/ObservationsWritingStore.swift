import Base
import Database
import People
import School

/// Writing. Each function takes a permit.
extension ObservationsStore where DB == WriteTransaction {
  func save(_ permit: Permit<WriteObservation>, as id: ID<Observation>, at moment: Instant) throws(Refusal) {
    let fields = permit.command.fields
    let made = Observation(
      id: id, author: permit.caller.account, state: fields.act.state, text: fields.text, happenedAt: moment,
      writtenAt: permit.at, primary: fields.primary, children: fields.children, tags: fields.tags,
      updatedAt: permit.at)
    try write(made, over: nil)
  }

  func save(_ permit: Permit<EditObservation>, _ known: Observation, at moment: Instant) throws(Refusal) {
    let fields = permit.command.fields
    var changed = known
    (changed.text, changed.happenedAt, changed.state) = (fields.text, moment, fields.act.state)
    (changed.primary, changed.children, changed.tags) = (fields.primary, fields.children, fields.tags)
    changed.updatedAt = permit.at
    // A draft is nobody's but its author's: what it said before is nobody's to know.
    if known.state == .complete, changed.text != known.text {
      try tx.put(
        ObservationsTables.before,
        ObservationBefore(observation: known.id, at: permit.at, by: permit.caller.account, text: known.text))
    }
    try write(changed, over: known)
  }

  func save(_ permit: Permit<DeleteObservation>, _ known: Observation) throws(Refusal) {
    try write(known.deleted(at: permit.at), over: known)
    for share in try shares(of: known.id, in: tx.school) where share.withdrawnAt == nil {
      try withdraw(share, at: permit.at)
    }
  }

  func save(_ permit: Permit<RestoreObservation>, _ known: Observation) throws(Refusal) {
    try write(known.restored(at: permit.at), over: known)
  }

  // MARK: files

  func save(
    _ permit: Permit<AddObservationFile>, _ incoming: [IncomingFile], of known: Observation
  ) throws(Refusal) {
    let (answer, caller) = (permit.command.answer, permit.caller)
    for file in incoming {
      let id: ID<ObservationFile> = file.ownID.map { $0.cast() } ?? tx.newID()
      // What came in pieces is kept under its own name: a second sending finds it where it is.
      if try self.file(id, in: tx.school) != nil { continue }
      let kept = try FilesStore(tx: tx).keep(file, as: id.cast(), by: caller.account)
      try tx.put(
        ObservationsTables.file,
        ObservationFile(
          id: id, observation: known.id, kind: ObservationFile.kind(of: kept.type), name: kept.name, type: kept.type,
          size: kept.content.size, children: answer.children, isOnlyThese: answer.isOnlyThese, by: caller.account,
          at: permit.at))
    }
    try touch(known, at: permit.at)
  }

  func save(
    _ permit: Permit<DescribeObservationFile>, _ file: ObservationFile, of known: Observation
  ) throws(Refusal) {
    var changed = file
    let answer = permit.command.answer
    (changed.children, changed.isOnlyThese) = (answer.children, answer.isOnlyThese)
    // Whoever is on it now allows it: that was asked a moment ago.
    changed.isHidden = false
    try tx.put(ObservationsTables.file, changed)
    try touch(known, at: permit.at)
  }

  func save(
    _ permit: Permit<RemoveObservationFile>, _ file: ObservationFile, of known: Observation
  ) throws(Refusal) {
    var changed = file
    changed.deletedAt = permit.command.isRemoved ? permit.at : nil
    try tx.put(ObservationsTables.file, changed)
    for share in try shares(of: known.id, in: tx.school) where share.files.contains(file.id) {
      var less = share
      // Brought back, it is shown to a family only when somebody chooses so again.
      less.kinds = zip(share.files, share.kinds).filter { $0.0 != file.id }.map { $0.1 }
      less.files = share.files.filter { $0 != file.id }
      less.hidden = share.hidden.filter { $0 != file.id }
      try tx.put(ObservationsTables.share, less)
    }
    try touch(known, at: permit.at)
  }

  // MARK: families

  func save(
    _ permit: Permit<ShareObservation>, _ known: Observation, _ chosen: [ObservationFile], over old: ObservationShare?
  ) throws(Refusal) {
    let command = permit.command
    try RecordsStore(tx: tx).open(command.student)
    let share = ObservationShare(
      id: old?.id ?? tx.newID(), observation: known.id, student: command.student, text: command.text,
      happenedAt: known.happenedAt, files: chosen.map { $0.id }, kinds: chosen.map { $0.kind },
      by: permit.caller.account, at: permit.at)
    try tx.put(ObservationsTables.share, share)
  }

  func save(_ permit: Permit<WithdrawShare>, _ known: ObservationShare) throws(Refusal) {
    try withdraw(known, at: permit.at)
  }

  private func withdraw(_ share: ObservationShare, at moment: Instant) throws(Refusal) {
    var gone = share
    gone.withdrawnAt = moment
    try tx.put(ObservationsTables.share, gone)
  }

  // MARK: tags

  func save(_ permit: Permit<AddTag>, as id: ID<RecordTag>) throws(Refusal) {
    let command = permit.command
    try tx.put(ObservationsTables.tag, RecordTag(id: id, taxonomy: command.taxonomy, name: command.tag))
  }
  func save(_ permit: Permit<RenameTag>, _ tag: RecordTag) throws(Refusal) {
    var changed = tag
    changed.name = permit.command.called
    tx.detail("name", tag.name)
    try tx.put(ObservationsTables.tag, changed)
  }
  func save(_ permit: Permit<ArchiveTag>, _ tag: RecordTag) throws(Refusal) {
    var changed = tag
    changed.archivedAt = permit.command.isArchived ? permit.at : nil
    try tx.put(ObservationsTables.tag, changed)
  }
  func save(_ permit: Permit<MergeTags>, _ tag: RecordTag) throws(Refusal) {
    var changed = tag
    changed.mergedInto = permit.command.into
    try tx.put(ObservationsTables.tag, changed)
  }

  // MARK: rows

  /// Writes one with the rows by which its children find it; what follows a child's record comes after the record.
  func write(_ one: Observation, over known: Observation?) throws(Refusal) {
    for child in one.children { try RecordsStore(tx: tx).open(child) }
    try tx.put(ObservationsTables.observation, one)
    for child in known?.children ?? [] where !one.children.contains(child) {
      try tx.remove(
        ObservationsTables.child,
        ObservationChild(observation: one.id, student: child, happenedAt: known?.happenedAt ?? one.happenedAt))
    }
    let isMoved = known.map { $0.happenedAt != one.happenedAt } ?? true
    for child in one.children where isMoved || known?.children.contains(child) != true {
      try tx.put(
        ObservationsTables.child,
        ObservationChild(observation: one.id, student: child, happenedAt: one.happenedAt))
    }
  }

  /// Its files have changed.
  private func touch(_ known: Observation, at moment: Instant) throws(Refusal) {
    var changed = known
    changed.updatedAt = moment
    try tx.put(ObservationsTables.observation, changed)
  }
}

extension ObservationFields.Act {
  fileprivate var state: Observation.State { self == .draft ? .draft : .complete }
}
