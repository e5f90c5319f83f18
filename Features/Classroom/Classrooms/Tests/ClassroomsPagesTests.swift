import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom
@testable import Web

@Suite struct `What the classes' pages show` {
  @Test func `with no classroom yet the page is the form that makes the first`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let page = try await fixture.html("/classes", as: .neighbour)
    #expect(page.hasPrefix("Your first class"))
    #expect(page.contains("action=\"/classes\"") && page.contains("name=\"name\""))
  }

  @Test func `the office may press more than a teacher, a teacher more than a family`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let office = try await fixture.html("/classes", as: .owner)
    // Nothing floats over the rows: adding stands in the head.
    #expect(!office.contains("class=\"fab") && office.contains("data-dialog=\"new-classroom\""))
    #expect(office.contains("popovertarget=\"menu-class-") && office.contains("Archive"))
    let teacher = try await fixture.html("/classes", as: .okoro)
    #expect(teacher.contains("Edit class") && !teacher.contains("Archive") && !teacher.contains("class=\"fab"))
    let family = try await fixture.html("/classes", as: .leila)
    #expect(!family.contains("popovertarget") && family.contains("7B"))
    #expect(try await !fixture.html(fixture.room("7b"), as: .okoro).contains("Add teacher"))
    #expect(try await fixture.html(fixture.room("7b"), as: .owner).contains("Add teacher"))
  }

  @Test func `a school with many classes sees them in parts, and finds one by its name`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    try await fixture.write { tx in
      for number in 10..<90 {
        try fixture.addClass(
          fixture.id("c\(number)"), "Room \(number)", teachers: [], students: [], from: Day(number: 20_000), tx)
      }
    }
    let first = try await fixture.html("/classes", as: .owner)
    #expect(first.components(separatedBy: "id=\"class-").count - 1 == 60 && first.contains("rel=\"next\""))
    #expect(first.contains("role=\"search\"") && first.contains("82 classes"))
    var (seen, after) = (Set<String>(), String?.none)
    repeat {
      let query = Form(after.map { [Form.Field("after", $0)] } ?? [])
      let part = try await fixture.send(.get, "/classes", as: .owner, query: query, wants: .json)
      guard case .list(let rooms)? = part.json()["classrooms"] else { break }
      for case .text(let name)? in rooms.map({ $0["name"] }) { #expect(seen.insert(name).inserted) }
      after = part.next
    } while after != nil
    #expect(seen.count == 82)
    let found = try await fixture.html("/classes", as: .owner, query: Form(["q": "room 77"]))
    #expect(found.contains("Room 77") && !found.contains("Room 76"))
    #expect(try await fixture.html("/classes", as: .owner, query: Form(["q": "nowhere"])).contains("No class found"))
    let small = try await fixture.html("/classes", as: .okoro)
    #expect(!small.contains("role=\"search\"") && small.contains("7B"))
  }

  @Test func `after the first student the form stays, with “Add another” and “Done”`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let first = try await fixture.html(fixture.room("7b", "/students/new"), as: .okoro)
    #expect(!first.contains("Add another") && first.contains("Cancel"))
    let next = try await fixture.html(fixture.room("7b", "/students/new"), as: .okoro, query: Form(["added": "2"]))
    #expect(next.contains("Add another") && next.contains("Done") && next.contains("2 students added"))
  }

  @Test func `hostile names are text, and rows hold no secret of a form`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let name = "</script><b onload=x>"
    _ = try await fixture.send(.post, fixture.room("7b", "/students"), Form(["given": name]), as: .okoro)
    for (path, who) in [
      (fixture.room("7b"), ClassroomsFixture.Who.okoro), ("/students", .owner), ("/students", .okoro),
    ] {
      let page = try await fixture.html(path, as: who)
      #expect(!page.contains(name) && page.contains("&lt;/script&gt;&lt;b onload=x&gt;"))
    }
    let scene = fixture.scene()
    let (school, id) = (fixture.school, fixture.id("7b") as ID<Classroom>)
    let page = try await fixture.ledger.read { try ClassroomsService.page(id, .teacher, school, $0) }
    let rows = classroomRoster(try #require(page), scene).string
    #expect(!rows.contains("name=\"command\"") && !rows.contains("csrf") && rows.contains("form=\"class-removal\""))
  }

  @Test(arguments: Language.allCases) func `every word is there in every language`(_ language: Language) async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let unsaid = /\b(classrooms|students)\.[a-z]+(-[a-z]+)*\b/
    for path in [
      "/classes", "/students", "/classes/new", "/students/new", fixture.room("7b"), fixture.room("7b", "/enrolment"),
      fixture.room("7b", "/edit"), fixture.room("7b", "/deletion"), fixture.path("ada-record"),
      fixture.path("ada-record", "/edit"),
      fixture.path("ada-record", "/deletion"), fixture.path("ada-record", "/guardians/new"),
    ] {
      let page = try await fixture.html(path, as: .owner, language)
      #expect(page.firstMatch(of: unsaid) == nil, "\(path)")
    }
  }

  @Test(arguments: [SchoolKind.k12, .montessori])
  func `a class's page has one primary button, whatever is kept there`(_ kind: SchoolKind) async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let (school, id) = (fixture.school, fixture.id("7b") as ID<Classroom>)
    let data = try #require(
      try await fixture.ledger.read { try ClassroomsService.page(id, .teacher, school, $0) })
    let world = fixture.ledger.world
    let scene = Scene(
      words: TestWords.of(.en, variant: kind.rawValue), zone: ClassroomsFixture.zone, now: world.now(), csrf: "proof",
      newIdempotencyKey: { world.id() })
    let page = classroomPage(data, scene)
    let html = page.actions.string + page.body.string
    #expect(html.components(separatedBy: "button--primary").count - 1 == 1)
    #expect(html.contains("Add student"))
  }

  @Test func `rooms are in the order people count, 9B before 10A`() {
    let names = ["10A", "9B", "Élan", "Eden"].map {
      Classroom(id: .none, name: $0, updatedAt: Instant(milliseconds: 0))
    }
    #expect(names.sorted { $0.sort < $1.sort }.map(\.name) == ["9B", "10A", "Eden", "Élan"])
  }
}
