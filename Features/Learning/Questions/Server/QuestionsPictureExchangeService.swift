import Base
import Database
import Kit
import Learning
import Ledger
import People
import PeopleServer
import Router
import School
import Web

/// A question on its way into a file, with what its pictures are kept as.
struct ExportedQuestion: Sendable {
  let content: QuestionContent
  let points: Amount
  let tags: [String]
  let pictures: [(number: Int, file: FileContent)]
}

/// Pictures in the files of other systems.
extension QuestionsServer {
  /// What a file held, with the pictures that are some under ids of their own.
  ///
  /// A file that is no picture stays behind: its words stand in its place, and its line is said.
  /// - Parameter isKept: whether they are taken; otherwise they are only looked at.
  func pictured(_ read: QuestionImport, isKept: Bool) async throws -> (QuestionImport, NewPictures) {
    var (found, new) = (read, NewPictures())
    for place in found.entries.indices where !found.entries[place].pictures.isEmpty {
      var wrong: Set<Int> = []
      for picture in found.entries[place].pictures {
        guard let file = try await files.picture(inside: picture.bytes, side: QuizPictures.side, isKept: isKept) else {
          wrong.insert(picture.number)
          found.remarks.append(.init(picture.line, Phrase("quizzes.import-left.no-picture")))
          continue
        }
        let own = QuestionPicture(id: ledger.world.id(), number: picture.number)
        found.entries[place].content.pictures.append(own)
        new[own.id] = file
      }
      found.entries[place].content = found.entries[place].content.without(pictures: wrong)
      found.entries[place].content.keepNamedPictures()
    }
    found.remarks.sort { $0.line < $1.line }
    return (found, new)
  }

  /// Question by question, so that no more pictures are in memory than one has.
  func writeXML(_ questions: [ExportedQuestion], _ write: (String) async throws -> Void) async throws {
    try await write(QuestionExport.xmlHead)
    for question in questions {
      var pictures: [Int: [UInt8]] = [:]
      for picture in question.pictures {
        // One that is lost leaves its name in the text, and the others their way out.
        do {
          pictures[picture.number] = try await ledger.files.contents(
            picture.file.hash, limit: Int64(Limits.picture.most))
        } catch Refusal.lost {}
      }
      try await write(QuestionExport.xml(question.content, question.points, question.tags, pictures))
    }
    try await write(QuestionExport.xmlFoot)
  }
}
