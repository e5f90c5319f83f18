package import Base
import Classroom
package import Database
import Learning
package import People
package import Router
package import School

/// Carries out what people ask about conversations, and answers what they want to know.
public struct MessagesService: Sendable {
  public init() {}

  /// Answers with the conversation that was opened or begun.
  package func handle(_ command: StartConversation, _ request: Request, _ tx: WriteTransaction) throws(Refusal)
    -> Outcome
  {
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
      let access = try EnrolmentStore(tx: tx).access(of: course.cast(), caller)
      return (known?.name ?? "", access?.isStaff ?? false)
    }
    guard let room = command.classroom else { return ("", false) }
    let known = try ClassroomsStore(tx: tx).classroom(room.cast(), in: caller.school)
    let access = try ClassroomsStore(tx: tx).access(of: room.cast(), caller)
    return (known?.name ?? "", access?.isStaff ?? false)
  }

  /// Sends once, however often it is sent: the sending's id is the message's.
  package func handle(
    _ command: SendMessage, _ arrived: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store, id) = (
      try request.caller(), MessagesStore(tx: tx), request.idempotencyKey.cast(to: Message.self)
    )
    let now = try MembersStore(tx: tx).current(caller)
    let participation = try store.participation(command.conversation, now).participation
    let permit = try command.permit(for: now, participation, files: arrived.count, now: tx.now)
    if let known = try store.message(id, in: tx.school) {
      // The receipt may be gone after months in somebody's pocket; the message is not.
      guard known.sender == caller.account else { throw .notFound }
      return .made(known.id)
    }
    let message = try store.save(permit, as: id, in: participation.conversation, files: arrived.count)
    for (place, file) in arrived.enumerated() {
      let kept: ID<KeptFile> = tx.newID()
      _ = try FilesStore(tx: tx).keep(file, as: kept, by: caller.account)
      try store.attach(kept.cast(), to: message, place: place)
    }
    return .made(message.id)
  }

  /// A message of this conversation and how the caller stands to it; “not found” when either is not there for them.
  static func found(_ message: ID<Message>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> (
    message: Message, participation: Participation, caller: Caller
  ) {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(caller))
    guard let known = try store.message(message, in: caller.school) else { throw .notFound }
    let (participation, since) = try store.participation(known.conversation, now)
    guard known.number > since else { throw .notFound }
    return (known, participation, now)
  }

  func handle(_ command: EditMessage, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (known, participation, now) = try Self.found(command.message, request.caller(), tx)
    try MessagesStore(tx: tx).save(command.permit(for: now, participation, known, now: tx.now), of: known)
    return .done
  }

  func handle(_ command: DeleteMessage, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (known, participation, now) = try Self.found(command.message, request.caller(), tx)
    if let permit = try command.permit(for: now, participation, known, now: tx.now) {
      try MessagesStore(tx: tx).save(permit, of: known)
    }
    return .done
  }

  func handle(_ command: SeeMessages, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    let participation = try store.participation(command.conversation, now).participation
    if let permit = try command.permit(for: now, participation, now: tx.now) {
      try store.save(permit, in: participation.conversation)
    }
    return .done
  }

  func handle(_ command: MuteConversation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    try store.save(command.permit(for: now, store.participation(command.conversation, now).participation, now: tx.now))
    return .done
  }

  func handle(_ command: LeaveConversation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (store, now) = (MessagesStore(tx: tx), try MembersStore(tx: tx).current(request.caller()))
    try store.save(command.permit(for: now, store.participation(command.conversation, now).participation, now: tx.now))
    return .done
  }
}
