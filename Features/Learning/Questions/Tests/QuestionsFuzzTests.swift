import Base
import Foundation
import HomeroomTesting
import Router
import School
import Testing
import Web

@testable import Learning
@testable import LearningServer

/// The files of `fixtures/fuzz/quizzes`: none of them stops anything.
@Suite struct `Files that would break a reader` {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "../../../../fixtures/fuzz/quizzes"
  ).standardizedFileURL

  private func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: folder.appending(path: name))) }

  @Test func `are refused with a line or read`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".md") }
    #expect(names.count >= 14)
    var (refused, read) = (0, 0)
    for name in names {
      do throws(Refusal) {
        let found = try QuestionImport(QuestionFile.text(try content(name)))
        // What was taken can be written, and read again.
        _ = try QuestionImport(QuestionExport.xml(found.entries.map { ($0.content, Quiz.usualPoints, $0.tags) }))
        read += 1
      } catch {
        guard case .invalid(let problems) = error, !problems.isEmpty else {
          Issue.record("\(name): \(error)")
          continue
        }
        refused += 1
      }
    }
    #expect(refused > 3 && read > 3)
  }

  private func content(_ name: String) throws(Refusal) -> [UInt8] {
    do { return try bytes(name) } catch { throw .notFound }
  }

  @Test func `in another encoding are read where they name it, and never guessed`() throws {
    let french = try QuestionImport(QuestionFile.text(bytes("windows-1252.xml")))
    #expect(french.entries.first?.content.text == "Où est le café\u{A0}?")
    let wide = try QuestionImport(QuestionFile.text(bytes("utf16.gift")))
    #expect(wide.entries.first?.content.answers == ["là"])
    #expect(throws: Refusal.invalid("file", Phrase("quizzes.import-error.encoding"))) {
      try QuestionFile.text(bytes("bytes.gift"))
    }
  }
}
