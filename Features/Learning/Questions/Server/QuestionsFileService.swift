import Base
import Foundation
import Learning

/// The text of a file of questions, or a sentence that says what is wrong with it.
enum QuestionFile {
  /// UTF-8 as most write it, UTF-16 with its mark, and what an XML file names itself; nothing is guessed, because a letter
  /// that was guessed wrong stands in a test.
  static func text(_ bytes: [UInt8]) throws(Refusal) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      if let text = String(bytes: bytes, encoding: .utf16) { return text }
    } else if let text = String(validating: bytes, as: UTF8.self) {
      return text
    } else if let encoding = named(bytes), let text = String(bytes: bytes, encoding: encoding) {
      return text
    }
    throw .invalid("file", Phrase("quizzes.import-error.encoding"))
  }

  /// What stands in `<?xml … encoding="…"?>`.
  private static func named(_ bytes: [UInt8]) -> String.Encoding? {
    let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
    guard head.hasPrefix("<?xml"), let end = head.range(of: "?>") else { return nil }
    let declaration = head[..<end.lowerBound]
    let known: [(String, String.Encoding)] = [
      ("windows-1252", .windowsCP1252), ("iso-8859-1", .windowsCP1252), ("windows-1250", .windowsCP1250),
    ]
    return known.first { declaration.contains("\"" + $0.0 + "\"") || declaration.contains("'" + $0.0 + "'") }?.1
  }
}
