import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import School
@testable import Study
@testable import StudyServer

@Suite struct `A package on its way into a deck` {
  private func begin(_ school: PackageSchool) async throws -> String {
    let upload = try #require(try await school.look("latest").json().readText("upload"))
    try await school.begin(upload)
    return upload
  }

  private func job(_ upload: String, _ school: PackageSchool) async throws -> Job {
    let id = try #require(ID<Job>(upload))
    return try #require(try await school.ledger.job(id, of: school.school))
  }

  private func shown(_ upload: String, _ school: PackageSchool) async throws -> String {
    try await school.send(.get, school.path(upload), as: .omar).page(school.scene(.en))?.body.string ?? ""
  }

  private func run(_ school: PackageSchool) async throws {
    try await JobRunner(school.ledger, school.server.jobHandlers).runDue()
  }

  @Test(arguments: Dialect.allCases)
  func `says how far it has come, without a script too`(_ dialect: Dialect) async throws {
    let school = try await PackageSchool.open(dialect)
    let upload = try #require(try await school.look("latest").json().readText("upload"))
    let answer = try await school.begin(upload)
    #expect(answer.path == school.path(upload))
    #expect(try await school.notes().isEmpty, "the request puts nothing in")
    let before = try await shown(upload, school)
    for part in ["<progress value=\"0\"", "Look again", "href=\"\(school.path(upload))\""] {
      #expect(before.contains(part), "\(part)")
    }
    let page = try await school.send(.get, school.path(upload), as: .omar).page(school.scene(.en))
    #expect(page?.topics.contains(FlashcardsPackageRun.topic(try #require(ID(upload)))) == true)
    try await run(school)
    let after = try await shown(upload, school)
    #expect(after.contains("Imported: 4 cards and 8 reviews") && !after.contains("<progress"))
    #expect(try await school.notes().count == 4)
  }

  @Test(arguments: Dialect.allCases)
  func `goes in by pieces, and goes on after the last one when its server died`(_ dialect: Dialect) async throws {
    let school = try await PackageSchool.open(dialect)
    let upload = try await begin(school)
    // Its room is looked at, then two files come, then notes one by one.
    try await school.server.put(try await job(upload, school), atOnce: 1, most: 4)
    let half = try await school.send(.get, school.path(upload), as: .omar).json()
    #expect(half.readText("state") == "running")
    #expect(half.counts("done", "total", "new", "media") == [4, 6, 2, 2])
    #expect(try await school.notes().count == 2)
    #expect(try await shown(upload, school).contains("<progress value=\"4\" max=\"6\""))
    // Begun anew from what was known at first, and once more when it is over.
    try await run(school)
    try await school.server.put(try await job(upload, school))
    let whole = try await school.send(.get, school.path(upload), as: .omar).json()
    #expect(whole.readText("state") == "done")
    #expect(whole.counts("new", "changed", "kept", "reviews", "media") == [4, 0, 0, 8, 2])
    let notes = try await school.notes()
    #expect(notes.map(\.guid) == [1, 2, 3, 5].map { "homeroom-\($0)" }, "each once, in the order of the package")
    #expect(try await school.state(notes[0])?.reviews == 4)
    #expect(try await school.media().count == 2)
  }

  @Test(arguments: Dialect.allCases)
  func `is one however often it is asked for`(_ dialect: Dialect) async throws {
    let school = try await PackageSchool.open(dialect)
    let upload = try await begin(school)
    try await school.begin(upload)
    #expect(try await school.ledger.jobs(of: school.school).count == 1)
    try await run(school)
    #expect(try await school.notes().count == 4)
    let over = await school.refusal(.post, school.path(upload) + "/continuation", as: .omar)
    #expect(over == .conflict(Phrase("flashcards.package.over")))
  }

  @Test(arguments: Dialect.allCases)
  func `that stopped says why, and goes on or is taken back whole`(_ dialect: Dialect) async throws {
    let school = try await PackageSchool.open(dialect)
    let upload = try await begin(school)
    let early = await school.refusal(.post, school.path(upload) + "/return", as: .omar)
    #expect(early == .conflict(Phrase("flashcards.package.under-way")))
    try await school.server.put(try await job(upload, school), atOnce: 1, most: 4)
    try await hide(true, upload, school)
    try await run(school)
    let stopped = try await shown(upload, school)
    for part in ["The import stopped", "/continuation", "/return"] { #expect(stopped.contains(part), "\(part)") }
    #expect(try await school.notes().count == 2)
    try await hide(false, upload, school)
    try await school.send(.post, school.path(upload) + "/continuation", as: .omar)
    try await run(school)
    #expect(try await school.notes().count == 4)
    try await school.send(.post, school.path(upload) + "/return", as: .omar)
    try await school.send(.post, school.path(upload) + "/return", as: .omar)
    #expect(try await school.notes().isEmpty)
    #expect(try await school.media().isEmpty)
    #expect(try await school.send(.get, school.path(upload), as: .omar).json().readText("state") == "taken-back")
    let again = await school.refusal(.post, school.path(upload) + "/continuation", as: .omar)
    #expect(again == .conflict(Phrase("flashcards.package.over")))
  }

  @Test func `that brought deleted notes back takes them away again, and leaves the others`() async throws {
    let school = try await PackageSchool.open(.sqlite)
    _ = try await school.put("latest")
    let first = try #require(try await school.notes().first)
    try await school.send(.post, FlashcardsPaths.note(first) + "/deletion", as: .omar)
    let upload = try #require(try await school.look("latest").json().readText("upload"))
    let counts = try await school.apply(upload)
    #expect(counts.counts("new", "kept") == [1, 3])
    try await school.send(.post, school.path(upload) + "/return", as: .omar)
    let left = try await school.notes()
    #expect(left.count == 3 && !left.map(\.id).contains(first.id))
    #expect(try await school.media().count == 2, "those came with the first import")
  }

  @Test func `is seen and moved by nobody else`() async throws {
    let school = try await PackageSchool.open(.sqlite)
    let upload = try await begin(school)
    try await run(school)
    for who in [PackageSchool.Person.dana, .maya, .yusuf] {
      #expect(await school.refusal(.get, school.path(upload), as: who) == .notFound, "\(who)")
      for act in ["/continuation", "/return"] {
        #expect(await school.refusal(.post, school.path(upload) + act, as: who) == .notFound, "\(who)")
      }
    }
    #expect(try await school.notes().count == 4)
    let other = FlashcardsPaths.run(try #require(ID(upload)), of: PackageSchool.id(99, Deck.self))
    #expect(await school.refusal(.get, other, as: .omar) == .notFound)
  }

  @Test func `comes back from its JSON as it was`() throws {
    var run = FlashcardsPackageRun(deck: PackageSchool.id(31, Deck.self), upload: PackageSchool.id(32, Arrival.self))
    (run.state, run.notes, run.files, run.place, run.new) = (.stopped, 7, 2, 5, 4)
    (run.changed, run.kept, run.reviews, run.media) = (1, 2, 3, 2)
    run.back = [PackageSchool.id(33, FlashcardNote.self), PackageSchool.id(34, FlashcardNote.self)]
    run.reason = Phrase("flashcards.import.full", .count(3))
    #expect(FlashcardsPackageRun(try JSON(run.json.bytes)) == run)
    #expect(FlashcardsPackageRun(.object([])) == nil)
    let ids = (0..<500).map { FlashcardsPackageRun.note(at: $0, of: run.upload) }
    #expect(
      Set(ids).count == 500 && ids.allSatisfy { $0.high >> 12 & 0xF == 7 && $0.high >> 16 == run.upload.high >> 16 })
  }

  /// Makes the waiting file somebody else's, and gives it back.
  private func hide(_ isHidden: Bool, _ upload: String, _ school: PackageSchool) async throws {
    let account = school.account(isHidden ? .dana : .omar)
    try await school.write { tx in
      _ = try tx.execute(
        "UPDATE arrival SET account = $2 WHERE id = $1", [.id(try #require(ID<Arrival>(upload))), .id(account)])
    }
  }
}
