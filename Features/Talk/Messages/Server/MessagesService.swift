import Base
import Classroom
import Database
import Learning
public import Ledger
public import People
import Router
import School
import Synchronization
public import Web

/// Carries out what people ask about conversations, and answers what they want to know.
public struct MessagesService: Sendable {
  let ledger: Ledger
  let world: World
  let files: FilesService
  let typists = MessagesTypists()
  public init(ledger: Ledger, files: FilesService) {
    (self.ledger, world, self.files) = (ledger, ledger.world, files)
  }

  /// Shows who is typing on open pages from now on.
  ///
  /// App calls it when the stream is there.
  public func connect(_ live: Live) { typists.connect(live) }

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

  /// Who tried to reach somebody out of reach is entered in the journal; the refusal stays what it was.
  func logging<C: Command>(
    _ command: C, with whom: [String], _ request: Request, _ handle: @escaping CommandHandler<C>
  ) async throws -> Handled<C> {
    do { return try await ledger.handle(command, request, handle) } catch let refusal as Refusal {
      guard refusal.isOutOfReach, let caller = try? request.caller() else { throw refusal }
      let sent = CommandEnvelope(world.id(), "messages.refused", school: caller.school, by: caller.account)
      // Best effort: the refusal holds whether it can be written down or not.
      _ = try? await ledger.write(sent) { tx in
        tx.detail("command", C.name)
        tx.detail("with", whom.joined(separator: " "))
        return ""
      }
      throw refusal
    }
  }
}

extension Refusal {
  /// Whether it was refused for whom it was meant for.
  fileprivate var isOutOfReach: Bool {
    switch self {
    case .notAllowed(let why): why.key == "messages.cannot-reach"
    case .invalid(let problems):
      problems.contains { $0.why.key == "messages.nobody" || $0.why.key == "messages.staff-only" }
    default: false
    }
  }
}

/// Who is typing where: in no books, in this process only, and over by itself.
final class MessagesTypists: Sendable {
  /// So often one person is heard in one conversation, in milliseconds.
  ///
  /// A page says it every three seconds; on a slow network two of them arrive closer together.
  static let pause: Int64 = 1000
  private struct Key: Hashable {
    let account: ID<Account>, conversation: ID<Conversation>
  }
  private struct State {
    var live: Live?
    var heard: [Key: Instant] = [:]
  }
  private let state = Mutex(State())

  func connect(_ live: Live) { state.withLock { $0.live = live } }

  /// - Returns: the stream, or `nil` when the person was heard just now.
  func hear(_ account: ID<Account>, in conversation: ID<Conversation>, at now: Instant) -> (isDue: Bool, live: Live?) {
    state.withLock { state in
      let key = Key(account: account, conversation: conversation)
      if let last = state.heard[key], now.since(last) >= 0, now.since(last) < Self.pause { return (false, nil) }
      // Those who were heard long ago are nobody's concern.
      if state.heard.count > 5000 { state.heard = state.heard.filter { now.since($0.value) < Self.pause } }
      state.heard[key] = now
      return (true, state.live)
    }
  }
}
