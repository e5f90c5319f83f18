import Base
public import Classroom
import Database
import Kit
import Ledger
import People
public import PeopleServer
public import Router
import School
import Web

/// Takes in what comes with a capture: pictures, upright and without what cameras write into them, and sound.
public struct CaptureServer: Sendable {
  public let service = CaptureService()
  let files: FilesServer
  public init(files: FilesServer) { self.files = files }

  /// So much a picture or a sound may have; what of it is still too much, the rules say.
  static let most = Limits.picture.most
  /// All pictures and one sound, and some too many, so that it is the rules that say how many there may be.
  static let count = 60
}

public func captureServerRoutes(_ server: CaptureServer) -> [Route] {
  let service = server.service
  return [
    .post(
      CapturePaths.capture, .staff, "Writes down an observation with its files, a presentation or a task.",
      inputs: [
        Input("file", "Pictures, as multipart.", required: false),
        Input("sound", "Sound, as multipart.", required: false),
      ], bodyLimit: Limits.textBody.most, form: service.pageAnswer, Capture.self,
      prepare: { try await server.incoming($1) }, service.handle
    ) { handled in
      let (command, outcome) = (handled.command, handled.outcome)
      let child = command.fields.children.first ?? .none
      switch command.kind {
      case .observation:
        let path = ObservationsPaths.observation(handled.id())
        return command.answer(outcome, path: path, undo: path + "/deletion")
      case .presentation:
        return command.answer(outcome, path: PresentationsPaths.of(child), undo: nil)
      case .task:
        let isOne = command.fields.children.count == 1
        let undo = isOne ? TasksPaths.task(handled.id(), of: child) + "/deletion" : nil
        return command.answer(outcome, path: TasksPaths.of(child), undo: undo)
      }
    }.taking(FilesTaken(["file", "sound"], most: CaptureServer.most, count: CaptureServer.count))
  ]
}

extension CaptureServer {
  fileprivate func incoming(_ request: Request) async throws -> [IncomingFile] {
    var made: [IncomingFile] = []
    for file in try await files.incoming(request) {
      // What is no picture goes on as it is: the rules refuse it with a sentence.
      guard ObservationFile.kind(of: file.type) == .picture else {
        made.append(file)
        continue
      }
      guard let small = try await files.small(file, side: ObservationsServer.side) else {
        throw Refusal.invalid("file", Phrase("files.no-picture"))
      }
      made.append(small)
    }
    var sounds = request
    sounds.form = Form()
    return made + (try await files.incoming(sounds, field: "sound"))
  }
}
