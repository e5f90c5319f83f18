package import Base
package import Database
import Kit
package import People
package import Router
package import School

/// The teacher's files that come with the work.
extension AssignmentsService {
  static func add(
    _ arrived: [IncomingFile], isCopied: Bool, to item: CourseItem, _ caller: Caller, _ tx: WriteTransaction
  ) throws(Refusal) {
    for file in arrived {
      let id: ID<KeptFile> = file.ownID ?? tx.newID()
      let kept = try FilesStore(tx: tx).keep(file, as: id, by: caller.account)
      try AssignmentsStore(tx: tx).put(
        Worksheet(assignment: item.id, file: id.cast(), isCopied: isCopied, addedAt: kept.createdAt))
    }
  }

  package func handle(
    _ command: AddWorksheets, _ arrived: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    guard !arrived.isEmpty else { throw .invalid("file", Phrase("assignments.choose-files")) }
    let (assignment, item, access) = try Self.open(command.assignment, caller, tx)
    let count = try AssignmentsStore(tx: tx).sheets(of: item.id, in: caller.school).count + arrived.count
    _ = try command.permit(for: caller, access: access, count: count, takesFiles: assignment.takesFiles, now: tx.now)
    try Self.add(arrived, isCopied: command.isCopied, to: item, caller, tx)
    return .done
  }

  func handle(_ command: RemoveWorksheet, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let (_, item, access) = try Self.open(command.assignment, caller, tx)
    let isThere = try store.sheets(of: item.id, in: caller.school).contains { $0.sheet.file == command.file }
    try store.save(command.permit(for: caller, access: access, isThere: isThere, now: tx.now))
    return .done
  }

  func handle(_ command: TakeCopies, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), AssignmentsStore(tx: tx))
    let (room, access, student) = try Self.room(command.assignment, caller, tx)
    let own = try store.sheets(of: command.assignment, in: caller.school).filter { $0.sheet.isCopied }
    let permit = try command.permit(for: caller, access: access, room: room, count: own.count, now: tx.now)
    _ = try AttachFiles(assignment: command.assignment).permit(
      for: caller, access: access, room: room, adding: own.count, now: tx.now)
    try store.save(permit, own, of: student)
    return .done
  }
}
