import Base
import Kit
import Ledger
import People
import School
import Web

/// The teacher's files that come with the work.
extension AssignmentsService {
  /// Files that came with a form of the staff's, under names made before.
  func sheets(_ request: Request) async throws -> [(id: ID<KeptFile>, file: IncomingFile)] {
    try await files.incoming(request, field: "file").map { ($0.ownID ?? world.id(), $0) }
  }

  static func add(
    _ arrived: [(id: ID<KeptFile>, file: IncomingFile)], isCopied: Bool, to item: CourseItem, _ caller: Caller,
    _ tx: WriteTransaction
  ) throws {
    let store = AssignmentsStore(tx: tx)
    for (id, file) in arrived {
      let kept = try FilesStore(tx: tx).keep(file, as: id, by: caller.account)
      try store.put(
        Worksheet(assignment: item.id, file: id.cast(), isCopied: isCopied, addedAt: kept.createdAt))
    }
  }

  func run(_ command: AddWorksheets, _ request: Request) async throws {
    if try await ledger.answered(request.sent(AddWorksheets.self)) != nil { return }
    let (caller, arrived) = (try request.caller(), try await sheets(request))
    guard !arrived.isEmpty else { throw Refusal.invalid("file", Phrase("assignments.choose-files")) }
    try await ledger.write(request.sent(AddWorksheets.self)) { tx in
      let (assignment, item, sight) = try Self.open(command.assignment, caller, tx)
      let count = try AssignmentsStore(tx: tx).sheets(of: item.id, in: caller.school).count + arrived.count
      _ = try command.permit(
        for: caller, sight: sight, count: count, takesFiles: assignment.takesFiles, now: tx.now)
      try Self.add(arrived, isCopied: command.isCopied, to: item, caller, tx)
      return ""
    }
  }

  func run(_ command: RemoveWorksheet, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RemoveWorksheet.self)) { tx in
      let (_, item, sight) = try Self.open(command.assignment, caller, tx)
      let store = AssignmentsStore(tx: tx)
      let isThere = try store.sheets(of: item.id, in: caller.school).contains { $0.sheet.file == command.file }
      try store.save(command.permit(for: caller, sight: sight, isThere: isThere, now: tx.now))
      return ""
    }
  }

  func run(_ command: TakeCopies, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(TakeCopies.self)) { tx in
      let (room, sight, student) = try Self.room(command.assignment, caller, tx)
      let store = AssignmentsStore(tx: tx)
      let own = try store.sheets(of: command.assignment, in: caller.school).filter { $0.sheet.isCopied }
      let permit = try command.permit(for: caller, sight: sight, room: room, count: own.count, now: tx.now)
      _ = try AttachFiles(assignment: command.assignment).permit(
        for: caller, sight: sight, room: room, adding: own.count, now: tx.now)
      try store.save(permit, own, of: student)
      return ""
    }
  }
}
