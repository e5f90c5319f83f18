import Base
import Database
import People
import Router
import School

/// Carries out what is asked of trainees, and answers what pages ask.
public struct TraineesService: Sendable {
  /// What the neighbours show on a trainee's page, in this order.
  let pieces: [TraineePieceSource]
  public init(pieces: [TraineePieceSource] = []) { self.pieces = pieces }

  func handle(_ command: AddTrainee, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TraineesStore(tx: tx))
    let count = try store.count(by: caller.account, in: caller.school)
    let permit = try command.permit(for: caller, count: count, now: tx.now)
    // One of our own making is there too when the same sending comes after its receipt is gone.
    let id = command.id ?? tx.newID()
    guard try store.trainee(id, in: caller.school) == nil else { throw .taken }
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(_ command: EditTrainee, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TraineesStore(tx: tx))
    let (known, access) = try store.mustSee(command.trainee, caller)
    guard let profile = try store.profile(of: known.id, in: caller.school) else { throw .notFound }
    try request.expect(version: profile.version)
    let permit = try command.permit(for: caller, access: access, known: profile, now: profile.moment(tx.now))
    try store.save(permit, known)
    return .done
  }

  // MARK: who trains them

  func handle(_ command: AddTraineeInstructor, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TraineesStore(tx: tx))
    let (known, access) = try store.mustSee(command.trainee, caller)
    let permit = try command.permit(
      for: caller, access: access, known: known, role: store.role(of: command.account, in: caller.school),
      instructors: store.instructors(of: known.id, in: caller.school),
      count: store.count(by: command.account, in: caller.school), now: tx.now)
    if let permit { try store.save(permit) }
    return .done
  }

  /// Somebody who goes sees the trainee no more: the answer leads where they may be.
  func handle(
    _ command: RemoveTraineeInstructor, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TraineesStore(tx: tx))
    let (known, access) = try store.mustSee(command.trainee, caller)
    let instructors = try store.instructors(of: known.id, in: caller.school)
    try store.save(command.permit(for: caller, access: access, instructors: instructors, now: tx.now))
    return .done
  }

  func handle(_ command: HandTraineeOver, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TraineesStore(tx: tx))
    guard let known = try store.trainee(command.trainee, in: caller.school) else { throw .notFound }
    let permit = try command.permit(
      for: caller, known: known, role: store.role(of: command.account, in: caller.school),
      instructors: store.instructors(of: known.id, in: caller.school),
      count: store.count(by: command.account, in: caller.school), now: tx.now)
    try store.save(permit)
    return .done
  }

  // MARK: beginning and end

  func handle(_ command: EndTraining, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TraineesStore(tx: tx))
    let (known, access) = try store.mustSee(command.trainee, caller)
    let permit = try command.permit(for: caller, access: access, known: known, now: tx.now)
    if let permit { try store.save(permit, known) }
    return .done
  }

  func handle(_ command: ReopenTraining, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TraineesStore(tx: tx))
    let (known, access) = try store.mustSee(command.trainee, caller)
    var counts: [Int] = []
    for one in try store.instructors(of: known.id, in: caller.school) {
      counts.append(try store.count(by: one.account, in: caller.school))
    }
    let permit = try command.permit(for: caller, access: access, known: known, counts: counts, now: tx.now)
    if let permit { try store.save(permit, known) }
    return .done
  }
}
