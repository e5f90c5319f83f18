import Base
import Database
import Ledger
import People
import Router
import School

/// The picture of a school, on its way in.
extension SchoolsServer {
  /// What came as the picture, made small.
  func incoming(_ command: SetSchoolPicture, _ request: Request) async throws -> IncomingFile {
    // Asked before anything is opened: strangers make the server work for nothing.
    try await ledger.read { tx in
      _ = try command.permit(for: request.caller(), school: service.school(of: request, tx), now: tx.now)
    }
    return try await files.requiredPicture(request, field: SchoolPicture.field, side: SchoolPicture.side)
  }

  func handle(
    _ command: SetSchoolPicture, _ picture: IncomingFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (now, school) = try service.facts(request, tx)
    try SchoolsStore(tx: tx).save(command.permit(for: now, school: school, now: tx.now), picture)
    return .done
  }
}
