import Base
import Database
import People
import Router
import School

/// Carries out what is asked of tracks, and answers what pages ask.
public struct TracksService: Sendable {
  public init() {}

  // MARK: tracks

  func handle(_ command: CreateTrack, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let count = try store.count(by: caller.account, in: caller.school)
    let (permit, audience) = try command.permit(for: caller, reach: store.reach(of: caller), count: count, now: tx.now)
    // One of our own making is there too when the same sending comes after its receipt is gone.
    let id = command.id ?? tx.newID()
    guard try store.track(id, in: caller.school) == nil else { throw .taken }
    let made = try store.save(permit, as: id, for: audience)
    // Who makes one for themselves studies it; when they study too many already, it waits to be joined.
    if case .person = audience {
      let joined = try store.joinedCount(of: caller.account, in: caller.school)
      if joined < Track.mostJoined { try join(JoinTrack(track: id), made, caller, tx) }
    }
    return .made(id)
  }

  func handle(_ command: EditTrack, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (known, access) = try store.mustSee(command.track, caller)
    try request.expect(version: known.version)
    let permit = try command.permit(for: caller, access: access, known: known, now: known.moment(tx.now))
    try store.save(permit, known)
    return .done
  }

  func handle(_ command: DeleteTrack, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (known, access) = try store.mustSee(command.track, caller)
    let permit = try command.permit(for: caller, access: access, known: known, now: known.moment(tx.now))
    if let permit { try store.save(permit, known) }
    return .done
  }

  /// The days that have come since it was deleted are written too.
  func handle(_ command: RestoreTrack, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (known, access) = try store.mustSee(command.track, caller)
    let count = try store.count(by: known.author, in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, known: known, count: count, now: known.moment(tx.now))
    guard let permit else { return .done }
    try store.save(permit, known)
    try store.extend(known.id, today: today(caller, tx))
    return .done
  }

  // MARK: who studies them

  func handle(_ command: JoinTrack, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (known, _) = try TracksStore(tx: tx).mustSee(command.track, caller)
    try join(command, known, caller, tx)
    return .done
  }

  private func join(
    _ command: JoinTrack, _ known: Track, _ caller: Caller, _ tx: WriteTransaction
  ) throws(Refusal) {
    let store = TracksStore(tx: tx)
    let member = try store.membership(known.id, of: caller.account, in: caller.school)
    let count = try store.joinedCount(of: caller.account, in: caller.school)
    let permit = try command.permit(for: caller, known: known, member: member, count: count, now: tx.now)
    if let permit { try store.save(permit, member, today: today(caller, tx)) }
  }

  /// One may leave also what one sees no more, or what was deleted.
  func handle(_ command: LeaveTrack, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let member = try store.membership(command.track, of: caller.account, in: caller.school)
    if member == nil { _ = try store.mustSee(command.track, caller) }
    let permit = command.permit(for: caller, member: member, now: tx.now)
    if let permit, let member { try store.save(permit, member) }
    return .done
  }

  // MARK: texts

  func handle(_ command: AddTrackItem, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (known, access) = try store.mustSee(command.track, caller)
    let count = try store.count(of: known.id, in: caller.school)
    let permit = try command.permit(for: caller, access: access, known: known, count: count, now: tx.now)
    let id = command.id ?? tx.newID()
    guard try tx.find(TracksTables.item, id, in: caller.school) == nil else { throw .taken }
    try store.save(permit, as: id)
    try recompile(known, caller, tx)
    return .made(id)
  }

  func handle(_ command: EditTrackItem, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (known, access) = try store.mustSee(command.track, caller)
    let item = try mustHave(command.item, known, tx)
    try request.expect(version: item.version)
    try store.save(
      command.permit(for: caller, access: access, known: known, item: item, now: tx.now), item)
    return .done
  }

  func handle(_ command: MoveTrackItem, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (known, access) = try store.mustSee(command.track, caller)
    let item = try mustHave(command.item, known, tx)
    try store.save(command.permit(for: caller, access: access, known: known, item: item, now: tx.now))
    try recompile(known, caller, tx)
    return .done
  }

  func handle(_ command: RemoveTrackItem, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (known, access) = try store.mustSee(command.track, caller)
    let item = try mustHave(command.item, known, tx)
    let count = try store.count(of: known.id, in: caller.school)
    let permit = try command.permit(
      for: caller, access: access, known: known, item: item, count: count, now: tx.now)
    guard let permit else { return .done }
    try store.save(permit, item)
    try recompile(known, caller, tx)
    return .done
  }

  private func mustHave(
    _ item: ID<TrackItem>, _ track: Track, _ tx: WriteTransaction
  ) throws(Refusal) -> TrackItem {
    guard let found = try TracksStore(tx: tx).item(item, of: track.id, in: tx.school) else { throw .notFound }
    return found
  }

  // MARK: days

  func handle(_ command: SetCycle, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (known, access) = try store.mustSee(command.track, caller)
    let today = try today(caller, tx)
    let permit = try command.permit(
      for: caller, access: access, known: known, items: store.count(of: known.id, in: caller.school),
      hasDays: store.hasDays(known.id, in: caller.school), today: today, now: tx.now)
    try store.save(permit, today: today)
    return .done
  }

  func handle(_ command: EditTrackDay, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TracksStore(tx: tx))
    let (known, access) = try store.mustSee(command.track, caller)
    let today = try today(caller, tx)
    let permit = try command.permit(
      for: caller, access: access, known: known, items: store.count(of: known.id, in: caller.school), today: today,
      now: tx.now)
    try store.save(permit, today: today)
    return .done
  }

  /// Today has perhaps been begun: other texts fall on days from tomorrow.
  func recompile(_ track: Track, _ caller: Caller, _ tx: WriteTransaction) throws(Refusal) {
    let today = try today(caller, tx)
    try TracksStore(tx: tx).compile(track.id, from: today.plus(days: 1), today: today)
  }

  /// The day of study, by the school's clock.
  func today(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> Day {
    try SchoolsStore(tx: tx).studyDay(of: tx.now, in: caller.school)
  }
}
