import Base
import Database
public import Ledger
public import People
import Router
import School

/// Pictures of children, made small.
public struct StudentsServer: Sendable {
  public let service: StudentsService
  let ledger: Ledger
  let files: FilesServer
  public init(ledger: Ledger, reach: StudentsReach) {
    (service, self.ledger) = (StudentsService(reach: reach), ledger)
    files = FilesServer(ledger: ledger)
  }

  func picture(_ command: SetPhoto, _ request: Request) async throws -> IncomingFile {
    let (caller, student) = (try request.caller(), command.student)
    // Asked before anything is opened: strangers make the server work for nothing.
    guard try await ledger.read({ try service.reach.access(student, caller, $0)?.isStaff }) == true else {
      throw Refusal.notFound
    }
    return try await files.requiredPicture(request, field: StudentPhoto.field, side: StudentPhoto.side)
  }
}
