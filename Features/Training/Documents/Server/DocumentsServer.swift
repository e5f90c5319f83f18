import Base
import Database
import Kit
public import Ledger
import People
public import PeopleServer
public import Router
import School
public import Training
import Web

/// What documents have to wait for: their contents.
public struct DocumentsServer: Sendable {
  public let service: DocumentsService
  let ledger: Ledger
  let files: FilesServer
  let proof: SignaturesServer.Proof
  /// - Parameter proof: whether a password is the account's; throttled.
  public init(
    ledger: Ledger, files: FilesServer, service: DocumentsService, proof: @escaping SignaturesServer.Proof
  ) {
    (self.ledger, self.files, self.service, self.proof) = (ledger, files, service, proof)
  }

  /// What a camera took comes under a name of its own, and is seen before what was chosen beside it.
  func incoming(_ request: Request) async throws -> [IncomingFile] {
    var camera = request
    // What came in pieces is counted once.
    camera.form.fields.removeAll { $0.name == "upload" }
    let photos = try await files.incoming(camera, field: "photo")
    return Array((photos + (try await files.incoming(request))).prefix(TrainingDocument.mostPages + 1))
  }

  /// Forgets for good what trainees took away and did not bring back, in all schools.
  @Sendable public func forgetDeleted() async throws {
    let before = ledger.world.now().plus(seconds: -TrainingDocument.regret)
    for one in try await ledger.read({ try DocumentsStore(tx: $0).deleted(before: before) }) {
      try await ledger.upkeep(school: one.school) { try DocumentsStore(tx: $0).forget(one.document, before: before) }
    }
  }
}

public func documentServerRoutes(_ server: DocumentsServer) -> [Route] {
  keptServerRoutes(server) + [
    .post(
      "/training/trainees/:trainee/documents/:document/endorsement", .members,
      "An instructor has checked an identity paper and signs for it, with the password again.",
      form: { request, tx throws(Refusal) in try server.service.pageAnswer(request, tx) },
      EndorseTrainingDocument.self,
      prepare: { command, request in try await server.proof(command.password, request.caller().account) },
      server.service.handle
    ) { handled in
      .done(
        DocumentsPaths.document(handled.command.document, of: handled.command.trainee),
        toast: Toast(Phrase("training.documents.endorsed")), created: true)
    },
    .post(
      "/training/trainees/:trainee/documents", .members, "A trainee hands in a document, with its pages.",
      inputs: [
        Input("file", "Photos or a PDF, as multipart.", required: false),
        Input("photo", "Or as a camera took them.", required: false),
        Input("upload", "Or files that came in pieces.", required: false),
      ], form: server.service.formAnswer, AddTrainingDocument.self,
      prepare: { try await server.incoming($1) },
      server.service.handle
    ) { handled in
      let id: ID<TrainingDocument> = handled.id()
      return .done(
        DocumentsPaths.document(id, of: handled.command.trainee), toast: Toast(Phrase("training.documents.added")),
        created: true, json: { .object([("id", .id(id))]) })
    }.taking(FilesTaken(["file", "photo"], count: TrainingDocument.mostPages)),
  ]
}
