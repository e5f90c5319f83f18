import Base
import Database
public import Learning
public import Ledger
import People
public import PeopleServer
import Router
import School

/// What only a server does for lessons: it takes their files in, and writes bookmarks beside the journal.
public struct LessonsServer: Sendable {
  public let service: LessonsService
  let ledger: Ledger
  let files: FilesServer
  public init(ledger: Ledger, files: FilesServer) {
    (service, self.ledger, self.files) = (LessonsService(), ledger, files)
  }

  func incoming(_ request: Request) async throws -> IncomingLessonFile {
    guard let file = try await files.incoming(request).first else {
      throw Refusal.invalid("file", Phrase("form.required"))
    }
    let use = LessonFile.Use(type: file.type, name: file.name)
    return IncomingLessonFile(
      file: file, use: use, problem: use == .captions ? try await problem(inCaptions: file) : nil)
  }

  private func problem(inCaptions file: IncomingFile) async throws -> Phrase? {
    guard file.content.size <= Int64(LessonsCaptions.limit) else { return Phrase("lessons.captions.large") }
    return LessonsCaptions.problem(in: try await ledger.files.contents(file.content.hash))
  }

  func run(_ command: KeepPlace, _ request: Request) async throws -> VideoPlace {
    let caller = try request.caller()
    return try await ledger.upkeep(school: caller.school) { try service.keep(command, caller, $0) }
  }
}
