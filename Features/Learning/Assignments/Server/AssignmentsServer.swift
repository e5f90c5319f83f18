import Base
import Database
public import Learning
public import Ledger
import People
public import PeopleServer
import Router
import School
import Web

/// What only a server does for assignments: it takes files in and looks at them, and writes down who was seen.
public struct AssignmentsServer: Sendable {
  public let service: AssignmentsService
  let ledger: Ledger
  let files: FilesServer
  let types = ContentType()
  public init(ledger: Ledger, files: FilesServer) {
    (service, self.ledger, self.files) = (AssignmentsService(), ledger, files)
  }

  /// Files that came with the form.
  ///
  /// One that came in pieces may have been taken by the draft while this was on its way: it has the same name there.
  func incoming(_ request: Request) async throws -> [IncomingFile] {
    let plain = try await files.incoming(request, field: "file", orKept: true)
    // Pieces are named by one field whatever they were chosen with.
    var photos = request
    photos.form.fields.removeAll { $0.name == "upload" }
    return plain + (try await files.incoming(photos, field: "photo"))
  }

  /// Files that came with a form of the staff's.
  func sheets(_ request: Request) async throws -> [IncomingFile] {
    try await files.incoming(request, field: "file")
  }

  /// Hands in, and has pictures made small for the desk.
  func handle(
    _ command: HandIn, _ arrived: [IncomingFile], _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let outcome = try service.handle(command, arrived, request, tx)
    guard let id = ID<Submission>(outcome.text) else { return outcome }
    for file in try AssignmentsStore(tx: tx).files(of: [id], in: tx.school)[id] ?? [] {
      try WorkClock.shrink(file, tx)
    }
    return outcome
  }

  /// Puts bytes among the contents; a row has to name them, or the sweep takes them again.
  func keep(_ bytes: [UInt8]) async throws -> FileContent {
    let writing = try ledger.files.begin(limit: Int64(bytes.count))
    try await writing.write(bytes)
    return try await writing.finish()
  }
}
