package import Base
package import Database
import Kit
package import People
package import Router
package import School

/// Carries out what is asked of observations, and answers what pages ask.
public struct ObservationsService: Sendable {
  public init() {}

  func handle(_ command: WriteObservation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    // One of the device's own making is there too when the same sending comes after its receipt is gone.
    if let id = command.id, let known = try store.observation(id, in: caller.school) {
      guard known.author == caller.account else { throw .taken }
      return .made(id)
    }
    let ground = try store.ground(command.fields, known: nil, request, caller)
    let permit = try command.permit(for: caller, ground, now: tx.now)
    let id: ID<Observation> = command.id ?? tx.newID()
    try store.save(permit, as: id, at: ground.moment)
    return .made(id)
  }

  func handle(_ command: EditObservation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (known, access, _) = try store.mustSee(command.observation, caller)
    try request.expect(version: known.version)
    let ground = try store.ground(command.fields, known: known, request, caller)
    let permit = try command.permit(for: caller, access: access, known: known, ground, now: known.moment(tx.now))
    try store.save(permit, known, at: ground.moment)
    return .done
  }

  func handle(_ command: DeleteObservation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (known, access, _) = try store.mustSee(command.observation, caller, isDeleted: true)
    let permit = try command.permit(for: caller, access: access, known: known, now: known.moment(tx.now))
    if let permit { try store.save(permit, known) }
    return .done
  }

  func handle(_ command: RestoreObservation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (known, access, _) = try store.mustSee(command.observation, caller, isDeleted: true)
    let permit = try command.permit(for: caller, access: access, known: known, now: known.moment(tx.now))
    if let permit { try store.save(permit, known) }
    return .done
  }

  // MARK: files

  package func handle(
    _ command: AddObservationFile, _ incoming: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (known, access, children) = try store.mustSee(command.observation, caller)
    guard !incoming.isEmpty else { throw .invalid("file", Phrase("observations.file-needed")) }
    let all = try store.files(of: [known.id], isRemoved: true, in: caller.school)
    let new = incoming.filter { file in file.ownID.map { id in !all.contains { $0.id == id.cast() } } ?? true }
    for file in new {
      // What has its place elsewhere does not come here by its name.
      if let id = file.ownID, try tx.file(id, school: caller.school) != nil { throw .notFound }
    }
    let count = all.count { $0.deletedAt == nil } + new.count
    let lacking = try store.lacking(
      command.answer.children, types: new.map { $0.type }, in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, known: known, count: count,
      lacking: names(lacking, among: children), now: known.moment(tx.now))
    if !new.isEmpty { try store.save(permit, new, of: known) }
    return .done
  }

  func handle(
    _ command: DescribeObservationFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (known, access, children) = try store.mustSee(command.observation, caller)
    let file = try store.mustSee(command.file, of: known, in: caller.school)
    let isShared = try store.shares(of: known.id, in: caller.school).contains {
      $0.withdrawnAt == nil && $0.files.contains(file.id)
    }
    let lacking = try store.lacking(command.answer.children, types: [file.type], in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, known: known, isShared: isShared, lacking: names(lacking, among: children),
      now: known.moment(tx.now))
    try store.save(permit, file, of: known)
    return .done
  }

  func handle(
    _ command: RemoveObservationFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (known, access, _) = try store.mustSee(command.observation, caller)
    let file = try store.mustSee(command.file, of: known, isRemoved: true, in: caller.school)
    let count = try store.files(of: [known.id], in: caller.school).count
    let permit = try command.permit(
      for: caller, access: access, known: known, count: count, now: known.moment(tx.now))
    if (file.deletedAt != nil) != command.isRemoved { try store.save(permit, file, of: known) }
    return .done
  }

  // MARK: families

  func handle(_ command: ShareObservation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (known, access, children) = try store.mustSee(command.observation, caller)
    let files = try store.files(of: [known.id], in: caller.school)
    let chosen = files.filter { command.files.contains($0.id) }
    let lacking = try store.unshared(chosen, with: command.student, in: caller.school)
    let redacted = try store.familyText(
      command.text, for: command.student, among: store.classmates(of: known, nil, in: caller.school),
      request.scene.words.language, in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, known: known, chosen: chosen, lacking: names(lacking, among: children),
      named: redacted?.replaced ?? [], suspected: redacted?.suspected ?? [], now: tx.now)
    // That somebody looked at it is kept with their name, and not what stood there.
    if let count = redacted?.suspected.count, count > 0 { tx.detail(asItIsField, String(count)) }
    try store.save(permit, known, chosen, over: store.share(of: known.id, with: command.student, in: caller.school))
    return .done
  }

  func handle(_ command: WithdrawShare, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let (known, _, _) = try store.mustSee(command.observation, caller)
    let share = try store.share(of: known.id, with: command.student, in: caller.school)
    if let permit = try command.permit(for: caller, known: share, now: tx.now), let share {
      try store.save(permit, share)
    }
    return .done
  }

  // MARK: tags

  func handle(_ command: AddTag, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    if let id = command.id, try store.tag(id, in: caller.school) != nil { throw .taken }
    let permit = try command.permit(for: caller, tags: store.tags(in: caller.school), now: tx.now)
    let id: ID<RecordTag> = command.id ?? tx.newID()
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(_ command: RenameTag, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let tag = try store.mustFind(command.tag, in: caller.school)
    let permit = try command.permit(for: caller, known: tag, tags: store.tags(in: caller.school), now: tx.now)
    if tag.name != command.called { try store.save(permit, tag) }
    return .done
  }

  func handle(_ command: ArchiveTag, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let tag = try store.mustFind(command.tag, in: caller.school)
    let permit = try command.permit(for: caller, now: tx.now)
    if (tag.archivedAt != nil) != command.isArchived { try store.save(permit, tag) }
    return .done
  }

  func handle(_ command: MergeTags, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ObservationsStore(tx: tx))
    let tag = try store.mustFind(command.tag, in: caller.school)
    let all = try store.tags(in: caller.school)
    let permit = try command.permit(
      for: caller, known: tag, target: all.first { $0.id == command.into },
      isTarget: all.contains { $0.mergedInto == tag.id }, now: tx.now)
    if tag.mergedInto != command.into { try store.save(permit, tag) }
    return .done
  }
}

private func names(_ ids: [ID<Student>], among children: [Student]) -> [String] {
  ids.map { id in children.first { $0.id == id }?.name ?? "—" }
}

extension ObservationsStore {
  func mustFind(_ tag: ID<RecordTag>, in school: ID<Tenant>) throws(Refusal) -> RecordTag {
    guard let found = try self.tag(tag, in: school) else { throw .notFound }
    return found
  }

  /// A file of that observation and no other.
  func mustSee(
    _ file: ID<ObservationFile>, of one: Observation, isRemoved: Bool = false, in school: ID<Tenant>
  ) throws(Refusal) -> ObservationFile {
    guard let found = try self.file(file, in: school), found.observation == one.id,
      isRemoved || found.deletedAt == nil
    else { throw .notFound }
    return found
  }

  /// What the rules of writing ask beside the form.
  fileprivate func ground(
    _ fields: ObservationFields, known: Observation?, _ request: Request, _ caller: Caller
  ) throws(Refusal) -> ObservationGround {
    // What was not typed anew stays to the second: a field of minutes would move it.
    let typed = fields.happenedAt
    let isKept = known.map { typed == nil || typed == WallTime($0.happenedAt, in: request.scene.zone) } ?? false
    let moment = isKept ? known?.happenedAt : typed?.instant(in: request.scene.zone)
    var ground = ObservationGround(
      seen: Set(try seen(fields.children, by: caller).map { $0.id }), tags: try tags(in: caller.school),
      moment: moment ?? tx.now)
    if let known {
      for share in try shares(of: known.id, in: caller.school) where share.withdrawnAt == nil {
        ground.bound.insert(share.student)
      }
      for file in try files(of: [known.id], in: caller.school) { ground.bound.formUnion(file.children) }
    }
    return ground
  }
}
