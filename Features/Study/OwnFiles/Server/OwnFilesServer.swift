import Base
import Database
import Kit
public import Ledger
import People
public import PeopleServer
public import Router
import School
public import Study
import Web

/// What one's own files have to wait for: their contents.
public struct OwnFilesServer: Sendable {
  public let service = OwnFilesService()
  let ledger: Ledger
  let files: FilesServer
  public init(ledger: Ledger, files: FilesServer) { (self.ledger, self.files) = (ledger, files) }

  /// How many pixels a small copy has each way at most.
  private static let side = 320

  func incoming(_ command: KeepOwnFiles, _ request: Request) async throws -> [IncomingOwnFile] {
    var incoming: [IncomingOwnFile] = []
    for file in try await files.incoming(request).prefix(OwnFile.mostAtOnce + 1) {
      incoming.append(IncomingOwnFile(file: file, small: await small(file)))
    }
    // With more than one file the rule says no.
    if incoming.count == 1, !command.strokes.isEmpty { incoming[0].strokes = try await strokes(command) }
    return incoming
  }

  private func strokes(_ command: KeepOwnFiles) async throws -> FileContent {
    let bytes = try DrawingStrokes(command.strokes).json.bytes
    let writing = try ledger.files.begin(limit: Int64(bytes.count))
    try await writing.write(bytes)
    return try await writing.finish()
  }

  /// A copy for lists, of a picture that is too large for them; without one a list shows the sign of its kind.
  private func small(_ file: IncomingFile) async -> FileContent? {
    guard file.type.hasPrefix("image/"), file.content.size > OwnFile.small else { return nil }
    do {
      guard let made = try await PictureProcess().small(file.content, of: ledger.files, side: Self.side) else {
        return nil
      }
      let writing = try ledger.files.begin(limit: Int64(made.count))
      try await writing.write(made)
      return try await writing.finish()
    } catch { return nil }
  }

  /// Forgets for good what was deleted and not brought back, in all schools.
  @Sendable public func forgetDeleted() async throws {
    let before = ledger.world.now().plus(seconds: -OwnFile.regret)
    for one in try await ledger.read({ try OwnFilesStore(tx: $0).deleted(before: before) }) {
      try await ledger.upkeep(school: one.school) { try OwnFilesStore(tx: $0).forget(one.file, before: before) }
    }
  }
}

public func ownFileServerRoutes(_ server: OwnFilesServer) -> [Route] {
  [
    .post(
      OwnFilesPaths.all, .members, "Keeps files for the caller.",
      inputs: [
        Input("file", "Files, as multipart.", required: false),
        Input("upload", "Or files that came in pieces.", required: false),
      ], bodyLimit: DrawingStrokes.maxBytes + Limits.formBody.most, form: server.service.listAnswer, KeepOwnFiles.self,
      prepare: { try await server.incoming($0, $1) },
      server.service.handle
    ) { _ in
      .done(OwnFilesPaths.all, toast: Toast(Phrase("own-files.kept")), created: true)
    }.taking(FilesTaken(count: OwnFile.mostAtOnce))
  ]
}
