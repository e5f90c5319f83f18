import Base
import Classroom
import Database
import Delimited
import Kit
import Ledger
import People
import PeopleServer
public import Router
import School
import Web

/// What comes with files, and goes as one.
public func observationServerRoutes(_ server: ObservationsServer) -> [Route] {
  let (service, ledger) = (server.service, server.ledger)
  return [
    .post(
      "/observations/:observation/files", .staff, "Puts pictures and sounds beside an observation.",
      inputs: [
        Input("file", "Files, as multipart.", required: false),
        Input("upload", "Or files that came in pieces.", required: false),
      ], form: service.pageAnswer, AddObservationFile.self, prepare: { try await server.incoming($1) }, service.handle
    ) { handled in
      .done(ObservationsPaths.observation(handled.command.observation), toast: Toast(Phrase("observations.file-added")))
    }.taking(FilesTaken()),
    .post(
      "/students/:student/shared", .members, "A guardian sends what was seen at home, with pictures and sounds.",
      inputs: [
        Input("file", "Files, as multipart.", required: false),
        Input("upload", "Or files that came in pieces.", required: false),
      ], form: service.sharedAnswer, SendHomeObservation.self, prepare: { try await server.incoming($1) },
      service.handle
    ) { handled in
      let id: ID<Observation> = handled.id()
      return .done(
        ObservationsPaths.shared(handled.command.student), toast: Toast(Phrase("observations.home-sent")),
        created: true, json: { .object([("id", .id(id))]) })
    }.taking(FilesTaken()),
    .get(ObservationsPaths.export, .staff, "The list as CSV.", inAPI: false) { request in
      let bytes = try await ledger.read { try service.table(request, $0) }
      return .download("observations.csv", type: "text/csv; charset=utf-8") { try await $0(bytes) }
    },
  ]
}

extension ObservationsServer {
  /// The files that came, the pictures among them upright and without what cameras write into them.
  ///
  /// What may not be opened as a picture is a file like any other: nobody is shown it as one.
  fileprivate func incoming(_ request: Request) async throws -> [IncomingFile] {
    let sent = try await files.incoming(request, orKept: true)
    guard sent.count <= Observation.mostFiles else {
      throw Refusal.invalid("file", Phrase("observations.files-many", .count(Observation.mostFiles)))
    }
    guard sent.allSatisfy({ $0.content.size <= Int64(Observation.mostMegabytes) * 1_000_000 }) else {
      throw Refusal.invalid("file", Phrase("files.too-large", .count(Observation.mostMegabytes)))
    }
    var made: [IncomingFile] = []
    for file in sent {
      guard ObservationFile.kind(of: file.type) == .picture else {
        made.append(file)
        continue
      }
      guard let small = try await files.small(file, side: Self.side) else {
        throw Refusal.invalid("file", Phrase("files.no-picture"))
      }
      made.append(small)
    }
    return made
  }
}

extension ObservationsService {
  /// The filtered list as a table that a spreadsheet reads.
  func table(_ request: Request, _ tx: Transaction) throws(Refusal) -> [UInt8] {
    let (caller, store, words) = (try request.caller(), ObservationsStore(tx: tx), request.scene.words)
    var query = try ObservationsQuery(request.query)
    query.after = nil
    if let room = query.classroom {
      guard let access = try ClassroomsStore(tx: tx).access(of: room, caller), access.isStaff else { throw .notFound }
    }
    let tags = try store.tags(in: caller.school)
    let filter = query.filter(tags, zone: request.scene.zone, now: tx.now)
    var out = CSV.Writer(CSV.Style(hasMark: true))
    out.row(
      ["happened", "children", "text", "tags", "author", "written"].map { words("observations.column." + $0) })
    // words: observations.column.*
    let found = try store.list(filter, for: caller, limit: Self.mostExported)
    for part in found.chunks(of: 200) {
      for card in try store.cards(Array(part), for: caller, tags) {
        out.row([
          WallTime(card.one.happenedAt, in: request.scene.zone).text,
          card.children.map { $0.student?.name ?? words("observations.another-child") }.joined(separator: ", "),
          card.one.text, card.tags.map { $0.name }.joined(separator: ", "), card.author,
          WallTime(card.one.writtenAt, in: request.scene.zone).text,
        ])
      }
    }
    return out.drain()
  }
}
