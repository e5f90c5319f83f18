import Base
import Database
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Training
import Web

extension DocumentsServer {
  /// A record for programs and people, and the files beside it.
  func package(_ id: ID<Trainee>, _ request: Request) async throws -> Response {
    let account = try request.account()
    let (kept, contents) = try await ledger.read { tx in
      let kept = try service.kept(id, account, tx)
      var contents: [(page: TrainingDocumentPage, number: Int, content: FileContent)] = []
      for (number, one) in kept.documents.enumerated() {
        for page in one.pages {
          guard let file = try tx.file(page.id.cast(), school: kept.school) else { continue }
          contents.append((page, number, file.content))
        }
      }
      return (kept, contents)
    }
    let record = kept.json { kindName($0, request.scene) }.bytes
    // Named by no row: the sweep takes it when it was sent.
    let writing = try ledger.files.begin(limit: Int64(max(1, record.count)))
    try await writing.write(record)
    let entries =
      [FilesArchive.Entry(name: "training.json", content: try await writing.finish())]
      + contents.map { FilesArchive.Entry(name: kept.path(of: $0.page, in: $0.number), content: $0.content) }
    return try FilesArchive(entries, from: ledger).answer(named: "training.zip")
  }
}

func keptServerRoutes(_ server: DocumentsServer) -> [Route] {
  [
    .get(TrainingPaths.kept, .signedIn, "What stays with whoever reads a training along no more.", inAPI: false) {
      request, tx throws(Refusal) in
      let all = try server.service.kept(request.account(), tx)
      return .page { keptTrainingsPage(all, $0) }
    },
    .get(
      "/training/kept/:trainee", .signedIn, "What was signed and one's own documents, as one archive.", inAPI: false
    ) { request in try await server.package(request.id("trainee"), request) },
  ]
}
