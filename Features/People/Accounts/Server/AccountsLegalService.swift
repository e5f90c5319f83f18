public import Base
import Crypto
import Foundation
import People

/// The operator's own terms and privacy policy, read once at start.
///
/// A directory of `terms.en.md`, `privacy.en.md` and the like: the server's language must be there, others may.
public struct AccountsLegal: Sendable {
  let texts: [Legal: [Language: String]]
  /// For whoever reads a language that is not there.
  let standard: Language
  /// What a sign-up agrees to: another text is another version.
  let version: String

  /// Why the operator's text cannot be used, in a sentence.
  public struct Unreadable: Error, Sendable {
    public let sentence: String
  }

  /// Longer than any text that somebody reads.
  private static let limit = 200_000

  public init(directory: String, language: Language) throws(Unreadable) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    } catch {
      throw Unreadable(sentence: "The directory \(directory) cannot be read.")
    }
    var (texts, hash) = ([Legal: [Language: String]](), SHA256())
    for name in names where name.hasSuffix(".md") {
      let (legal, spoken) = try Self.parts(of: name, directory)
      let text = try Self.read(directory + "/" + name)
      texts[legal, default: [:]][spoken] = text
      hash.update(data: Array((name + "\n" + text).utf8))
    }
    for legal in [Legal.terms, .privacy] where texts[legal]?[language] == nil {
      throw Unreadable(
        sentence: "\(directory) has no \(legal.rawValue).\(language.rawValue).md, in the language of the server.")
    }
    (self.texts, standard) = (texts, language)
    version = "own-" + hex(Array(hash.finalize())).prefix(12)
  }

  private static func parts(of name: String, _ directory: String) throws(Unreadable) -> (Legal, Language) {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count == 3, let legal = Legal(rawValue: parts[0]), let language = Language(rawValue: parts[1]) else {
      throw Unreadable(
        sentence: "\(directory)/\(name) is neither terms nor privacy in a language: terms.en.md, privacy.he.md.")
    }
    return (legal, language)
  }

  private static func read(_ path: String) throws(Unreadable) -> String {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw Unreadable(sentence: "\(path) cannot be read.")
    }
    guard bytes.count <= limit, let text = String(bytes: bytes, encoding: .utf8) else {
      throw Unreadable(sentence: "\(path) is not a text of at most \(limit) bytes in UTF-8.")
    }
    guard !trimmed(text).isEmpty else { throw Unreadable(sentence: "\(path) is empty.") }
    return text
  }

  /// The text in the reader's language, or else in the server's.
  func text(_ legal: Legal, _ language: Language) -> LegalText? {
    if let text = texts[legal]?[language] { return LegalText(text: text, language: language) }
    return texts[legal]?[standard].map { LegalText(text: $0, language: standard) }
  }
}
