import Base
import Foundation
import HTML
import HomeroomTesting
import Kit
import School
import Testing

@testable import People
@testable import PeopleServer

@Suite struct `The operator's own terms` {
  private func directory(_ files: [String: String]) throws -> String {
    let folder = try TestFolder.make() + "/legal"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    return folder
  }

  private func scene(_ language: Language) -> Scene {
    Scene(words: TestWords.of(language), zone: .utc, now: TestClock.evening)
  }

  @Test func `are read in the reader's language, or else in the server's`() throws {
    let folder = try directory([
      "terms.he.md": "# כללים\n\nלא **רצים** במסדרון.", "privacy.he.md": "פרטיות", "terms.en.md": "Do *not* run.",
      "notes.txt": "mine",
    ])
    let legal = try AccountsLegal(directory: folder, language: .he)
    #expect(legal.text(.terms, .en) == LegalText(text: "Do *not* run.", language: .en))
    #expect(legal.text(.terms, .fr)?.language == .he && legal.text(.privacy, .en)?.language == .he)
    let own = legalPage(.terms, own: legal.text(.terms, .en), scene(.en)).body.string
    #expect(own.contains("lang=\"en\" dir=\"ltr\"") && own.contains("<em>not</em>"))
    #expect(!own.contains("Version") && own.contains("href=\"/privacy\""))
    let other = legalPage(.terms, own: legal.text(.terms, .fr), scene(.fr)).body.string
    #expect(other.contains("lang=\"he\" dir=\"rtl\"") && other.contains("<strong>רצים</strong>"))
  }

  @Test func `bring no markup of their own to the page`() throws {
    let folder = try directory(["terms.en.md": "<script>alert(1)</script> [x](javascript:y)", "privacy.en.md": "p"])
    let legal = try AccountsLegal(directory: folder, language: .en)
    let html = legalPage(.terms, own: legal.text(.terms, .en), scene(.en)).body.string
    #expect(!html.contains("<script") && !html.contains("href=\"javascript"))
  }

  @Test func `are another version when they are another text`() throws {
    let one = try AccountsLegal(
      directory: directory(["terms.en.md": "a", "privacy.en.md": "b"]), language: .en
    ).version
    let same = try AccountsLegal(
      directory: directory(["terms.en.md": "a", "privacy.en.md": "b"]), language: .en
    ).version
    let other = try AccountsLegal(
      directory: directory(["terms.en.md": "a", "privacy.en.md": "c"]), language: .en
    ).version
    #expect(one == same && one != other && one.hasPrefix("own-"))
    #expect(AccountsSettings().terms == "2026-11-21")
  }

  @Test(arguments: [
    (["terms.en.md": "a"], "has no privacy.en.md, in the language of the server."),
    (["terms.fr.md": "a", "privacy.fr.md": "b"], "has no terms.en.md, in the language of the server."),
    (["terms.en.md": "a", "privacy.en.md": " \n"], "privacy.en.md is empty."),
    (["terms.en.md": "a", "privacy.en.md": "b", "term.he.md": "c"], "is neither terms nor privacy in a language"),
    (["terms.en.md": "a", "privacy.en.md": "b", "terms.de.md": "c"], "is neither terms nor privacy in a language"),
  ])
  func `are refused with a sentence when something is missing or wrong`(_ files: [String: String], _ reason: String)
    throws
  {
    let folder = try directory(files)
    do {
      _ = try AccountsLegal(directory: folder, language: .en)
      Issue.record("read all the same")
    } catch {
      #expect(error.sentence.contains(reason), "\(error.sentence)")
    }
  }

  @Test func `are refused when they are no text, or not there`() throws {
    let folder = try directory(["privacy.en.md": "b"])
    try Data([0xFF, 0xFE, 0xC3]).write(to: URL(fileURLWithPath: folder + "/terms.en.md"))
    for (directory, reason) in [(folder, "terms.en.md is not a text"), (folder + "/nowhere", "cannot be read.")] {
      do {
        _ = try AccountsLegal(directory: directory, language: .en)
        Issue.record("read all the same")
      } catch {
        #expect(error.sentence.contains(reason), "\(error.sentence)")
      }
    }
  }
}
