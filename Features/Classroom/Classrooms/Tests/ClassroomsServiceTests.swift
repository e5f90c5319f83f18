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

@Suite struct `Keeping classrooms` {
  @Test(arguments: Dialect.allCases)
  func `a classroom opens once, however often it is sent`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    let first = try await fixture.send(
      .post, "/classes", Form(["name": " 9C "]), as: .owner, idempotencyKey: idempotencyKey)
    let counts = try await fixture.counts()
    let again = try await fixture.send(
      .post, "/classes", Form(["name": " 9C "]), as: .owner, idempotencyKey: idempotencyKey)
    #expect(first.json()["id"] == again.json()["id"] && first.status == 201)
    #expect(try await fixture.counts() == counts)
    let entry = try #require(try await fixture.journal().last)
    #expect(entry.command == "classrooms.add-classroom" && entry.account == fixture.account(.owner))
    #expect(entry.rows.split(separator: "\n").count == 1)
  }

  @Test func `a name that is missing, and a field nobody asked for, are refused and nothing is written`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let before = try await fixture.counts()
    #expect(
      await fixture.refusal(.post, "/classes", Form(["name": " "]), as: .owner)
        == .invalid("name", Phrase("form.required")))
    let more: Form = Form(["name": "9C", "school": fixture.other.text])
    #expect(await fixture.refusal(.post, "/classes", more, as: .owner) == .invalid("school", Phrase("form.unknown")))
    #expect(await fixture.refusal(.post, "/classes", Form(["name": "9C"]), as: .okoro) == .notFound)
    #expect(try await fixture.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `a rename for a version that is no more is stale`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let tag = "\"" + (try await fixture.send(.get, fixture.room("7b"), as: .okoro).json().tag) + "\""
    let form: Form = Form(["name": "7B blue"])
    #expect(await fixture.refusal(.post, fixture.room("7b"), form, as: .okoro, ifMatch: "\"old\"") == .stale)
    let seen: Form = Form(["name": "7B", "version": "1"])
    #expect(await fixture.refusal(.post, fixture.room("7b"), seen, as: .okoro) == .stale)
    #expect(await fixture.refusal(.post, fixture.room("7b"), form, as: .okoro, ifMatch: tag) == nil)
    #expect(try await fixture.html(fixture.room("7b"), as: .okoro).contains("7B blue"))
    #expect(try await fixture.journal().last?.detail == "{\"before\":\"7B\"}")
  }

  @Test(arguments: Dialect.allCases)
  func `an archived class is the office's alone, until it is taken out`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    #expect(try await fixture.isMember(.okoro, of: .classStaff(fixture.id("7b"))))
    let before = try await fixture.head()
    _ = try await fixture.send(.post, fixture.room("7b", "/archive"), as: .owner)
    #expect(try await fixture.isToldOf("7b", after: before), "open lists and devices hear of it")
    #expect(await fixture.refusal(.get, fixture.room("7b"), as: .okoro) == .notFound)
    #expect(try await fixture.isMember(.okoro, of: .classStaff(fixture.id("7b"))) == false)
    #expect(try await fixture.sees(.okoro, "ada-record") == nil)
    #expect(try await !fixture.html("/classes", as: .owner).contains(">7B<"))
    #expect(try await fixture.html("/classes", as: .owner, query: Form(["archived": "1"])).contains("7B"))
    #expect(try await fixture.isMember(.ada, of: .classMates(fixture.id("7b"))) == false)
    _ = try await fixture.send(.post, fixture.room("7b", "/archive"), Form(["open": "1"]), as: .owner)
    #expect(try await fixture.sees(.okoro, "ada-record") == .teacher)
    #expect(try await fixture.isMember(.okoro, of: .classStaff(fixture.id("7b"))))
    #expect(try await fixture.isMember(.ada, of: .classMates(fixture.id("7b"))))
  }

  @Test(arguments: Dialect.allCases)
  func `a class somebody was in is not deleted; one made by mistake is`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    #expect(
      await fixture.refusal(.post, fixture.room("7b", "/deletion"), as: .owner)
        == .conflict(Phrase("classrooms.was-used")))
    let made = try await fixture.send(.post, "/classes", Form(["name": "9C"]), as: .owner).json()["id"]
    guard case .text(let id) = made else { return #expect(Bool(false)) }
    _ = try await fixture.send(.post, "/classes/" + id + "/deletion", as: .owner)
    #expect(await fixture.refusal(.get, "/classes/" + id, as: .owner) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `only members who teach become teachers`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    for who in [ClassroomsFixture.Who.leila, .ada, .neighbour] {
      let form: Form = Form(["teacher": fixture.account(who).text])
      #expect(
        await fixture.refusal(.post, fixture.room("7b", "/teachers"), form, as: .owner)
          == .invalid("teacher", Phrase("classrooms.no-teacher")))
    }
    let form: Form = Form(["teacher": fixture.account(.brandt).text])
    #expect(await fixture.refusal(.post, fixture.room("7b", "/teachers"), form, as: .okoro) == .notFound)
    _ = try await fixture.send(.post, fixture.room("7b", "/teachers"), form, as: .owner)
    #expect(try await fixture.sees(.brandt, "ada-record") == .teacher)
  }

  @Test(arguments: Dialect.allCases)
  func `a new student comes to the school and the class in one act, once`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    let form: Form = Form(["given": "Élodie", "family": "Ben-Ami", "number": "17", "added": "2"])
    let answer = try await fixture.send(
      .post, fixture.room("7b", "/students"), form, as: .okoro, idempotencyKey: idempotencyKey)
    guard case .redirect(let path, _) = answer.body else { return #expect(Bool(false)) }
    #expect(path == fixture.room("7b", "/students/new?added=3"))
    let counts = try await fixture.counts()
    _ = try await fixture.send(.post, fixture.room("7b", "/students"), form, as: .okoro, idempotencyKey: idempotencyKey)
    #expect(try await fixture.counts() == counts)
    #expect(try await fixture.html(fixture.room("7b"), as: .okoro).contains("Élodie Ben-Ami"))
    let twice: Form = Form(["given": "Other", "number": "17"])
    #expect(
      await fixture.refusal(.post, fixture.room("7b", "/students"), twice, as: .okoro)
        == .invalid("number", Phrase("students.number-taken")))
    let forged: Form = Form(["given": "X", "id": (fixture.id("ben") as ID<Student>).text])
    #expect(
      await fixture.refusal(.post, fixture.room("7b", "/students"), forged, as: .okoro)
        == .invalid("id", Phrase("form.unknown")))
    #expect(try await fixture.counts() == counts)
  }

  @Test(arguments: Dialect.allCases)
  func `students of the school are brought in by ticking them`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let form = Form([
      .init("student", (fixture.id("cem") as ID<Student>).text),
      .init("student", (fixture.id("ben") as ID<Student>).text),
    ])
    let answer = try await fixture.send(.post, fixture.room("7b", "/enrolment"), form, as: .owner)
    #expect(answer.json()["added"] == .integer(1))
    #expect(try await fixture.sees(.okoro, "cem") == .teacher)
    #expect(
      await fixture.refusal(.post, fixture.room("7b", "/enrolment"), as: .owner)
        == .invalid("student", Phrase("classrooms.choose-students")))
  }

  @Test func `the list counts today's students, and each sees only their own classes`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let all = try await fixture.send(.get, "/classes", as: .owner).json()["classrooms"]
    guard case .list(let rooms) = all else { return #expect(Bool(false)) }
    #expect(rooms.map { $0["students"] } == [.integer(2), .integer(1)])
    for (who, name) in [(ClassroomsFixture.Who.okoro, "7B"), (.brandt, "8A"), (.ada, "7B"), (.leila, "7B")] {
      guard case .list(let own) = try await fixture.send(.get, "/classes", as: who).json()["classrooms"] else {
        continue
      }
      #expect(own.map { $0["name"] } == [.text(name)])
    }
  }

  @Test func `classmates are names to each other, and guardians see their own child`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let mates = try await fixture.send(.get, fixture.room("7b"), as: .ada).json()["students"]
    #expect(mates == .list([.object([("name", .text("Ada Lovelace"))]), .object([("name", .text("Ben Tal"))])]))
    let page = try await fixture.html(fixture.room("7b"), as: .ada)
    #expect(page.contains("Ben Tal") && !page.contains("/students/"))
    let parent = try await fixture.html(fixture.room("7b"), as: .leila)
    #expect(parent.contains("Ada Lovelace") && !parent.contains("Ben Tal"))
  }
}

extension ClassroomsFixture {
  /// Whether the row of a class stands in the change index as of a later command.
  fileprivate func isToldOf(_ room: String, after seq: Int64) async throws -> Bool {
    let id: ID<Classroom> = id(room)
    return try await ledger.read { [school] tx in
      try tx.exists(
        "SELECT 1 FROM \(changeIndex) WHERE school = $1 AND tbl = $2 AND row = $3 AND seq > $4",
        [.id(school), .int(ClassroomsTables.classroom.number), .bytes(id.bytes), .integer(seq)])
    }
  }
}
