import Base
import Classroom
import Database
import Learning
import People
import Router
import School

/// Carries out what people ask about conversations, and answers what they want to know.
public struct MessagesService: Sendable {
  public init() {}

  /// Answers with the conversation that was opened or begun.
  func handle(_ command: StartConversation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    let (title, isStaff) = try Self.group(command, now, tx)
    let permit = try command.permit(
      for: now, people: store.candidates(command.with, for: now), isStaffThere: isStaff,
      policy: store.policy(of: tx.school), now: tx.now)
    return .made(try store.save(permit, as: tx.newID(), title: title))
  }

  /// What the course or class is called, and whether the caller is its staff.
  private static func group(
    _ command: StartConversation, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (title: String, isStaff: Bool) {
    if let course = command.course {
      let known = try CoursesStore(tx: tx).course(course.cast(), in: caller.school)
      let sight = try EnrolmentStore(tx: tx).sight(of: course.cast(), caller)
      return (known?.name ?? "", sight?.isStaff ?? false)
    }
    guard let room = command.classroom else { return ("", false) }
    let known = try ClassroomsStore(tx: tx).classroom(room.cast(), in: caller.school)
    let sight = try ClassroomsStore(tx: tx).sight(of: room.cast(), caller)
    return (known?.name ?? "", sight?.isStaff ?? false)
  }

  /// Sends once, however often it is sent: the sending's id is the message's.
  func handle(
    _ command: SendMessage, _ arrived: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store, id) = (
      try request.caller(), MessagesStore(tx: tx), request.idempotencyKey.cast(to: Message.self)
    )
    let now = try MembersStore(tx: tx).current(caller)
    let standing = try store.standing(command.conversation, now).standing
    let permit = try command.permit(for: now, standing, files: arrived.count, now: tx.now)
    if let known = try store.message(id, in: tx.school) {
      // The receipt may be gone after months in somebody's pocket; the message is not.
      guard known.sender == caller.account else { throw .notFound }
      return .made(known.id)
    }
    let message = try store.save(permit, as: id, in: standing.conversation, files: arrived.count)
    for (place, file) in arrived.enumerated() {
      let kept: ID<KeptFile> = tx.newID()
      _ = try FilesStore(tx: tx).keep(file, as: kept, by: caller.account)
      try store.attach(kept.cast(), to: message, place: place)
    }
    return .made(message.id)
  }

  /// A message of this conversation and how the caller stands to it; “not found” when either is not there for them.
  static func found(_ message: ID<Message>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> (
    message: Message, standing: Standing, caller: Caller
  ) {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(caller))
    guard let known = try store.message(message, in: caller.school) else { throw .notFound }
    let (standing, since) = try store.standing(known.conversation, now)
    guard known.number > since else { throw .notFound }
    return (known, standing, now)
  }

  func handle(_ command: EditMessage, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (known, standing, now) = try Self.found(command.message, request.caller(), tx)
    try MessagesStore(tx: tx).save(command.permit(for: now, standing, known, now: tx.now), of: known)
    return .done
  }

  func handle(_ command: DeleteMessage, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (known, standing, now) = try Self.found(command.message, request.caller(), tx)
    if let permit = try command.permit(for: now, standing, known, now: tx.now) {
      try MessagesStore(tx: tx).save(permit, of: known)
    }
    return .done
  }

  func handle(_ command: SeeMessages, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    let standing = try store.standing(command.conversation, now).standing
    if let permit = try command.permit(for: now, standing, now: tx.now) {
      try store.save(permit, in: standing.conversation)
    }
    return .done
  }

  func handle(_ command: MuteConversation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    try store.save(command.permit(for: now, store.standing(command.conversation, now).standing, now: tx.now))
    return .done
  }

  func handle(_ command: LeaveConversation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    try store.save(command.permit(for: now, store.standing(command.conversation, now).standing, now: tx.now))
    return .done
  }
}
