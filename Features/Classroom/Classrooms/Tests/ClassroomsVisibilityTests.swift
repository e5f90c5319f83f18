import Base
import Database
import HomeroomTesting
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom
@testable import Web

@Suite struct `Who sees a student` {
  @Test(arguments: Dialect.allCases)
  func `office, the class's teacher and the family, each as what they are, and nobody else`(_ dialect: Dialect)
    async throws
  {
    let books = try await ClassroomsBooks.open(dialect)
    defer { books.ledger.close() }
    #expect(try await books.sees(.owner, "ada-record") == .office)
    #expect(try await books.sees(.okoro, "ada-record") == .teacher)
    #expect(try await books.sees(.brandt, "ada-record") == nil)
    #expect(try await books.sees(.ada, "ada-record") == .family)
    #expect(try await books.sees(.leila, "ada-record") == .family)
    #expect(try await books.sees(.ada, "ben") == nil)
    #expect(try await books.sees(.leila, "ben") == nil)
    #expect(try await books.sees(.neighbour, "ada-record") == nil)
  }

  @Test func `what may not be seen answers like what does not exist, on every route`() async throws {
    let books = try await ClassroomsBooks.open(.sqlite)
    defer { books.ledger.close() }
    let before = try await books.counts()
    let missing = "/students/0198e2f0-0000-7000-8000-000000000001"
    for (who, path) in [
      (ClassroomsBooks.Who.leila, books.path("ben")), (.ada, books.path("ben")), (.brandt, books.path("ada-record")),
      (.neighbour, books.path("ada-record")), (.owner, missing), (.brandt, books.room("7b")),
      (.leila, books.room("8a")),
      (.ada, books.room("8a")), (.neighbour, books.room("7b")), (.brandt, books.path("ada-record", "/edit")),
    ] {
      #expect(await books.refusal(.get, path, as: who) == .notFound, "\(who) \(path)")
    }
    let names: Form = Form(["given": "Mallory"])
    for (who, path) in [
      (ClassroomsBooks.Who.brandt, books.path("ada-record")), (.leila, books.path("ada-record")),
      (.ada, books.path("ada-record")),
      (.neighbour, books.path("ada-record")), (.okoro, "/students"), (.leila, books.room("7b", "/students")),
      (.brandt, books.room("7b", "/students")), (.neighbour, books.room("7b", "/students")),
    ] {
      #expect(await books.refusal(.post, path, names, as: who) == .notFound, "\(who) \(path)")
    }
    #expect(try await books.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `the note is for staff: no page and no program of the family ever gets it`(_ dialect: Dialect) async throws {
    let books = try await ClassroomsBooks.open(dialect)
    defer { books.ledger.close() }
    let secret = "Allergic to hazelnuts"
    let form: Form = Form(["given": "Ada", "family": "Lovelace", "note": secret])
    _ = try await books.send(.post, books.path("ada-record"), form, as: .okoro)
    for who in [ClassroomsBooks.Who.owner, .okoro] {
      #expect(try await books.html(books.path("ada-record"), as: who).contains(secret))
      #expect(try await books.send(.get, books.path("ada-record"), as: who).json()["note"] == .text(secret))
    }
    for who in [ClassroomsBooks.Who.ada, .leila] {
      #expect(try await !books.html(books.path("ada-record"), as: who).contains("hazelnuts"))
      let json = try await books.send(.get, books.path("ada-record"), as: who).json()
      #expect(json["note"] == nil && json["guardians"] == nil && json["login"] == nil)
    }
    let entries = try await books.ledger.read { tx in
      try tx.rows("SELECT kind FROM \(changeIndex) WHERE tbl = 52 ORDER BY kind") { $0.text(0) }
    }
    #expect(entries == ["c", "o"])
  }

  @Test(arguments: Dialect.allCases)
  func `leaving a class takes access away at once, and the undo gives it back`(_ dialect: Dialect) async throws {
    let books = try await ClassroomsBooks.open(dialect)
    defer { books.ledger.close() }
    let form: Form = Form(["student": (books.id("ada-record") as ID<Student>).text])
    _ = try await books.send(.post, books.room("7b", "/students/removal"), form, as: .okoro)
    #expect(try await books.sees(.okoro, "ada-record") == nil)
    #expect(try await books.isMember(.ada, of: .classMates(books.id("7b"))) == false)
    #expect(await books.refusal(.get, books.room("7b"), as: .ada) == .notFound)
    #expect(await books.refusal(.get, books.room("7b"), as: .leila) == .notFound)
    #expect(await books.refusal(.post, books.room("7b", "/students/removal"), form, as: .okoro) == .notFound)
    _ = try await books.send(.post, books.room("7b", "/students/rejoining"), form, as: .okoro)
    #expect(try await books.sees(.okoro, "ada-record") == .teacher)
    #expect(try await books.isMember(.ada, of: .classMates(books.id("7b"))))
  }

  @Test(arguments: Dialect.allCases)
  func `a teacher who no longer teaches the class sees neither it nor its students`(_ dialect: Dialect) async throws {
    let books = try await ClassroomsBooks.open(dialect)
    defer { books.ledger.close() }
    let form: Form = Form(["teacher": books.account(.okoro).text])
    _ = try await books.send(.post, books.room("7b", "/teachers/removal"), form, as: .owner)
    #expect(try await books.sees(.okoro, "ada-record") == nil)
    #expect(try await books.isMember(.okoro, of: .classStaff(books.id("7b"))) == false)
    #expect(await books.refusal(.get, books.room("7b"), as: .okoro) == .notFound)
  }

  @Test func `a teacher cannot bring in a student of somebody else's, and so come to see the record`() async throws {
    let books = try await ClassroomsBooks.open(.sqlite)
    defer { books.ledger.close() }
    let before = try await books.counts()
    let form: Form = Form(["student": (books.id("cem") as ID<Student>).text])
    #expect(await books.refusal(.post, books.room("7b", "/enrolment"), form, as: .okoro) == .notFound)
    #expect(await books.refusal(.post, books.room("7b", "/students/rejoining"), form, as: .okoro) == .notFound)
    #expect(try await books.counts() == before)
    #expect(try await !books.html(books.room("7b", "/enrolment"), as: .okoro).contains("Cem"))
    #expect(try await books.html(books.room("7b", "/enrolment"), as: .owner).contains("Cem"))
  }

  @Test(arguments: Dialect.allCases)
  func `whoever leaves the school keeps no link to children or classes`(_ dialect: Dialect) async throws {
    let books = try await ClassroomsBooks.open(dialect)
    defer { books.ledger.close() }
    for who in [ClassroomsBooks.Who.okoro, .ada, .leila] {
      try await books.ledger.write(
        CommandEnvelope(books.ledger.world.id(), "test.leave", school: books.school, by: nil)
      ) { tx in
        try leavingClassrooms(books.account(who), tx)
        try leavingStudents(books.account(who), tx)
        return ""
      }
      #expect(try await books.sees(who, "ada-record") == nil)
    }
    #expect(try await books.student("ada-record")?.account == nil)
    #expect(try await books.isMember(.okoro, of: .classStaff(books.id("7b"))) == false)
    #expect(try await books.isMember(.ada, of: .classMates(books.id("7b"))) == false)
    #expect(try await books.isMember(.leila, of: .family(books.id("ada-record"))) == false)
  }
}
