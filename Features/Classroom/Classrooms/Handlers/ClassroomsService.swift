public import Base
public import Database
package import People
package import Router
public import School

/// Where commands about classrooms are carried out: ask the rules, then write.
///
/// Nothing else.
public struct ClassroomsService: Sendable {
  /// What a neighbour shows on a class's page to this caller; `nil` is nothing.
  public struct Card: Sendable {
    let draw: @Sendable (Classroom, ClassAccess, Caller, Transaction) throws(Refusal) -> ClassPiece?
    public init(
      _ draw: @escaping @Sendable (Classroom, ClassAccess, Caller, Transaction) throws(Refusal) -> ClassPiece?
    ) { self.draw = draw }
  }

  public var cards: [Card] = []
  public init() {}

  package func handle(
    _ command: AddClassroom, _ picture: IncomingFile?, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    let id: ID<Classroom> = tx.newID()
    try store.save(command.permit(for: caller, now: tx.now), as: id)
    if let picture {
      try store.save(SetCover(classroom: id).permit(for: caller, access: .office, now: tx.now), picture)
    }
    return .made(id)
  }

  func handle(_ command: RenameClassroom, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    guard let room = try store.classroom(command.classroom, in: caller.school) else { throw .notFound }
    let access = try store.access(of: room.id, caller)
    let permit = try command.permit(for: caller, access: access, version: room.version, now: tx.now)
    if let access {
      try request.expect { () throws(Refusal) in try Self.page(room.id, access, caller.school, tx)?.json ?? .null }
    }
    try store.save(permit, over: room)
    return .done
  }

  func handle(_ command: ArchiveClassroom, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    try store.save(command.permit(for: caller, access: store.access(of: command.classroom, caller), now: tx.now))
    return .done
  }

  func handle(_ command: DeleteClassroom, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    let used = try store.wasUsed(command.classroom, in: caller.school)
    try store.save(
      command.permit(
        for: caller, access: store.access(of: command.classroom, caller), wasUsed: used, now: tx.now))
    return .done
  }

  func handle(_ command: AssignTeacher, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    try store.save(
      command.permit(
        for: caller, access: store.access(of: command.classroom, caller),
        role: MembersStore(tx: tx).membership(command.teacher, in: caller.school)?.role, now: tx.now))
    return .done
  }

  func handle(_ command: UnassignTeacher, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    try store.save(
      command.permit(
        for: caller, access: store.access(of: command.classroom, caller),
        teachers: store.teachers(of: command.classroom, in: caller.school), now: tx.now))
    return .done
  }
}
