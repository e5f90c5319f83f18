import Base
import Database
import People
import Router
import School

/// Carries out what is asked of the log of study, and answers what pages ask.
public struct StudyLogService: Sendable {
  public init() {}

  /// Whoever sees a track may log a day of it, also of one that was deleted while the tap was on its way: nothing that was
  /// studied is lost.
  func handle(_ command: MarkStudied, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudyLogStore(tx: tx))
    let track = try TracksStore(tx: tx).mustSee(command.track, caller).track
    let schools = SchoolsStore(tx: tx)
    let today = try schools.studyDay(of: tx.now, in: caller.school)
    let known = try store.entry(track.id, command.day, of: caller.account, in: caller.school)
    let items = try store.rows(of: [track.id], on: command.day, in: caller.school)[track.id]?.items
    guard let permit = try command.permit(for: caller, items: items, known: known, today: today, now: tx.now) else {
      return .done
    }
    try store.save(
      permit, items: items ?? [], over: known, today: today, schoolZone: schools.zone(of: caller.school).name)
    return .done
  }

  func handle(_ command: UndoStudied, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudyLogStore(tx: tx))
    let track = try TracksStore(tx: tx).mustSee(command.track, caller).track
    let known = try store.entry(track.id, command.day, of: caller.account, in: caller.school)
    if let permit = try command.permit(for: caller, known: known, now: tx.now), let known {
      try store.save(permit, known)
    }
    return .done
  }

  func handle(_ command: AddStudyPause, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudyLogStore(tx: tx))
    let count = try store.pauses(of: caller.account, in: caller.school).count
    let permit = try command.permit(for: caller, count: count, now: tx.now)
    let id: ID<StudyPause> = command.id ?? tx.newID()
    guard try store.pause(id, in: caller.school) == nil else { throw .taken }
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(_ command: RemoveStudyPause, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudyLogStore(tx: tx))
    let known = try store.pause(command.pause, in: caller.school)
    if let permit = try command.permit(for: caller, known: known, now: tx.now), let known {
      try store.save(permit, known)
    }
    return .done
  }
}
