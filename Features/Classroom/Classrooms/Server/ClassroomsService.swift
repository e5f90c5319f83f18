public import Base
public import Ledger
import People
public import School
import Web

/// Where commands about classrooms are carried out: ask the rules, then write.
///
/// Nothing else.
public struct ClassroomsService: Sendable {
  /// What a neighbour shows on a class's page to this caller; `nil` is nothing.
  public typealias Card = @Sendable (Classroom, ClassSight, Caller, Transaction) throws -> ClassPiece?

  let ledger: Ledger
  let world: World
  let files: FilesService
  public var cards: [Card] = []
  public init(ledger: Ledger, world: World) {
    (self.ledger, self.world) = (ledger, world)
    files = FilesService(ledger: ledger, world: world)
  }

  func run(_ command: AddClassroom, _ request: Request) async throws -> ID<Classroom> {
    let caller = try request.caller()
    let before = try await ledger.answered(request.sent(AddClassroom.self))
    if let id = before.flatMap({ ID<Classroom>($0.text) }) { return id }
    let picture = try await files.picture(request, field: ClassroomCover.field, side: ClassroomCover.side)
    let cover = SetCover(classroom: command.id, cover: world.id())
    let answer = try await ledger.write(request.sent(AddClassroom.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      try store.save(command.permit(for: caller, now: tx.now))
      if let picture { try store.save(cover.permit(for: caller, sight: .office, now: tx.now), picture) }
      return command.id.text
    }
    guard let id = ID<Classroom>(answer.text) else { throw Refusal.unavailable }
    return id
  }

  func run(_ command: RenameClassroom, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RenameClassroom.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      guard let room = try store.classroom(command.classroom, in: caller.school) else { throw Refusal.notFound }
      let sight = try store.sight(of: room.id, caller)
      let permit = try command.permit(for: caller, sight: sight, version: room.version, now: tx.now)
      if let sight { try request.expect { try Self.page(room.id, sight, caller.school, tx)?.json ?? .null } }
      try store.save(permit, over: room)
      return ""
    }
  }

  func run(_ command: ArchiveClassroom, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(ArchiveClassroom.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      let permit = try command.permit(for: caller, sight: store.sight(of: command.classroom, caller), now: tx.now)
      try store.save(permit)
      return ""
    }
  }

  func run(_ command: DeleteClassroom, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(DeleteClassroom.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      let used = try store.wasUsed(command.classroom, in: caller.school)
      let permit = try command.permit(
        for: caller, sight: store.sight(of: command.classroom, caller), wasUsed: used, now: tx.now)
      try store.save(permit)
      return ""
    }
  }

  func run(_ command: AssignTeacher, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(AssignTeacher.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      let permit = try command.permit(
        for: caller, sight: store.sight(of: command.classroom, caller),
        role: MembersStore(tx: tx).membership(command.teacher, in: caller.school)?.role, now: tx.now)
      try store.save(permit)
      return ""
    }
  }

  func run(_ command: UnassignTeacher, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(UnassignTeacher.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      let permit = try command.permit(
        for: caller, sight: store.sight(of: command.classroom, caller),
        teachers: store.teachers(of: command.classroom, in: caller.school), now: tx.now)
      try store.save(permit)
      return ""
    }
  }
}
