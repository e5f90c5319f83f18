import App
import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Testing

@testable import Classroom
@testable import Web

/// Omar teaches 7B, where Maya sits; Leila is her mother.
///
/// Grace runs another school.
@Suite struct `Pictures of classes` {
  private static let picture = TestSchool.picture

  @Test(arguments: Dialect.allCases)
  func `a teacher puts one in, and exactly those who see the class see it`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let room = "/classes/" + (try await school.classroom("7B"))
    let omar = try await school.signedIn("omar@rimon.example")
    #expect(try await omar.get(room + "/cover").status == 404)
    #expect(try await omar.upload(room + "/cover", "cover", Self.picture).status == 303)
    for name in ["omar@rimon.example", "dana@rimon.example", "leila@rimon.example", "maya"] {
      let browser = try await school.signedIn(name)
      let seen = try await browser.get(room + "/cover")
      #expect(seen.status == 200 && seen.header("Content-Type") == "image/jpeg", "\(name)")
      #expect(try await browser.get(room).text.contains("class=\"cover\" src=\"\(room)/cover?v="), "\(name)")
    }
    #expect(try await omar.get("/classes").text.contains("\(room)/cover?v="))
    #expect(try await school.signedIn("dana@rimon.example").get("/classes").text.contains("\(room)/cover?v="))
    let entry = try #require(try await school.lastEntry("classrooms.set-cover"))
    #expect(Set(entry.named.map(\.table)) == ["file", "classroom_cover", "classroom"])
    let stranger = try await school.signedIn("grace@hill.example")
    for path in [room + "/cover", room + "/cover/edit"] { #expect(try await stranger.get(path).status == 404) }
  }

  @Test(arguments: Dialect.allCases)
  func `who is not the class's staff changes nothing`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let room = "/classes/" + (try await school.classroom("7B"))
    let omar = try await school.signedIn("omar@rimon.example")
    _ = try await omar.upload(room + "/cover", "cover", Self.picture)
    let other = try await school.otherTeacher(than: "7B")
    for browser in [
      try await school.signedIn("maya"), try await school.signedIn("leila@rimon.example"),
      try await school.signedIn("grace@hill.example"), try await school.signedIn(other),
    ] {
      let (head, count) = (try await school.head(), try await school.fileCount())
      #expect(try await browser.upload(room + "/cover", "cover", Self.picture).status == 404)
      #expect(try await browser.post(room + "/cover/removal").status == 404)
      #expect(try await school.head() == head)
      #expect(try await school.fileCount() == count)
    }
    #expect(try await omar.get(room + "/cover").status == 200)
  }

  @Test func `what is no picture is refused where it was chosen; a new one takes the place of the old`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let room = "/classes/" + (try await school.classroom("7B"))
    let omar = try await school.signedIn("omar@rimon.example")
    let (before, head) = (try await school.fileCount(), try await school.head())
    let drawing = Array("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8)
    for wrong in [drawing, Array("GIF89a".utf8), []] {
      let refused = try await omar.upload(room + "/cover", "cover", wrong, name: "picture.png")
      #expect(refused.status == 422 && refused.text.contains("f-cover-error"))
    }
    #expect(try await school.head() == head)
    _ = try await omar.upload(room + "/cover", "cover", Self.picture)
    let first = try await omar.get(room).text
    _ = try await omar.upload(room + "/cover", "cover", Self.picture)
    #expect(try await omar.get(room).text.contains("/cover?v="))
    #expect(first.cover != (try await omar.get(room).text.cover))
    #expect(try await school.fileCount() == before + 1)
    #expect(try await omar.post(room + "/cover/removal").status == 303)
    #expect(try await omar.get(room + "/cover").status == 404)
    #expect(try await omar.post(room + "/cover/removal").status == 303)
    #expect(try await school.fileCount() == before + 1)
    school.clock.advance(seconds: WaitingPicture.regret + 1)
    try await FilesServer(ledger: school.homeroom.ledger).sweep()
    #expect(try await school.fileCount() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `taken out, it comes back to who did it, for as long as nobody has put in another`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    let room = "/classes/" + (try await school.classroom("7B"))
    let (omar, dana) = (
      try await school.signedIn("omar@rimon.example"), try await school.signedIn("dana@rimon.example")
    )
    let before = try await school.fileCount()
    _ = try await omar.upload(room + "/cover", "cover", Self.picture)
    #expect(try await omar.post(room + "/cover/removal").status == 303)
    #expect(try await dana.get(room + "/cover").status == 404)
    let waiting = try #require(try await omar.get(room).text.waiting)
    #expect(try await dana.post(room + "/cover", [("waiting", waiting)]).status == 422)
    let (head, idempotencyKey) = (try await school.head(), school.clock.world.id(IdempotencyKey.self).text)
    for _ in 0..<2 {
      #expect(try await omar.post(room + "/cover", [("waiting", waiting), ("command", idempotencyKey)]).status == 303)
    }
    #expect(try await school.head() == head + 1)
    #expect(try await dana.get(room + "/cover").status == 200)
    #expect(try await school.fileCount() == before + 1)
    _ = try await omar.post(room + "/cover/removal")
    let second = try #require(try await omar.get(room).text.waiting)
    _ = try await dana.upload(room + "/cover", "cover", Self.picture)
    let late = try await school.head()
    #expect(try await omar.post(room + "/cover", [("waiting", second)]).status == 412)
    #expect(try await school.head() == late)
  }

  @Test(arguments: Dialect.allCases)
  func `a class is made with its picture in one act, and takes it along when it is deleted`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    let dana = try await school.signedIn("dana@rimon.example")
    let (before, idempotencyKey) = (try await school.fileCount(), school.clock.world.id(IdempotencyKey.self).text)
    var path = ""
    for _ in 0..<2 {
      let made = try await dana.upload(
        "/classes", "cover", Self.picture, [("name", "Garden room"), ("command", idempotencyKey)])
      path = made.header("Location") ?? ""
      #expect(made.status == 303 && path.hasSuffix("?new=1"))
    }
    #expect(try await school.fileCount() == before + 1)
    let page = try await dana.get(path).text
    #expect(page.contains("The class is open.") && page.contains("empty--done") && page.contains("class=\"cover\""))
    let room = String(path.prefix { $0 != "?" })
    #expect(try await !dana.get(room).text.contains("The class is open."))
    #expect(try await dana.post(room + "/deletion").status == 303)
    #expect(try await school.fileCount() == before)
    let head = try await school.head()
    let refused = try await dana.upload("/classes", "cover", Array("no".utf8), [("name", "Attic")])
    #expect(refused.status == 422 && refused.text.contains("f-cover-error") && refused.text.contains("Attic"))
    // A file without a byte was chosen, and is said; where nothing was chosen, browsers send a file without a name.
    let hollow = try await dana.upload("/classes", "cover", [], [("name", "Attic")])
    #expect(hollow.status == 422 && hollow.text.contains("f-cover-error") && hollow.text.contains("Attic"))
    #expect(try await school.head() == head)
    #expect(try await dana.upload("/classes", "cover", [], [("name", "Attic")], name: "").status == 303)
  }

  @Test func `a teacher's new student comes with a picture, and the form stays for the next`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let room = "/classes/" + (try await school.classroom("7B"))
    let omar = try await school.signedIn("omar@rimon.example")
    #expect(try await omar.get(room + "/students/new").text.contains("name=\"photo\""))
    let made = try await omar.upload(
      room + "/students", "photo", Self.picture, [("given", "Nour"), ("family", "Haddad"), ("added", "0")])
    #expect(made.header("Location") == room + "/students/new?added=1")
    let next = try await omar.get(room + "/students/new?added=1").text
    #expect(next.contains("Add another") && next.contains("Done"))
    #expect(try await omar.get(room).text.contains("/photo?v="))
    let head = try await school.head()
    let refused = try await omar.upload(
      room + "/students", "photo", Array("no".utf8), [("given", "Sami"), ("added", "1")])
    #expect(refused.status == 422 && refused.text.contains("f-photo-error") && refused.text.contains("Add another"))
    #expect(try await school.head() == head)
  }

  @Test func `open pages and lists look again for it`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let id = try await school.classroom("7B")
    let omar = try await school.signedIn("omar@rimon.example")
    let change = try #require(
      try await school.homeroom.ledger.change {
        _ = try await omar.upload("/classes/\(id)/cover", "cover", Self.picture)
      }
    )
    let room = try #require(ID<Classroom>(id))
    #expect(change.entries.contains { $0.bucket == .classMates(room) && ClassroomsTables.watched.contains($0.table) })
    #expect(try await omar.get("/classes/\(id)").text.contains(Bucket.classStaff(room).kind.letter + "." + id))
  }
}

extension String {
  /// What the way back of a removal carries.
  fileprivate var waiting: String? {
    firstRange(of: "name=\"waiting\" value=\"").map { found in String(self[found.upperBound...].prefix { $0 != "\"" }) }
  }

  /// The address of the first cover in a page.
  fileprivate var cover: Substring? {
    firstRange(of: "/cover?v=").map { self[$0.upperBound...].prefix { $0 != "\"" } }
  }
}

extension TestSchool {
  fileprivate func classroom(_ name: String) async throws -> String {
    let id = try await homeroom.ledger.read { tx in
      try tx.first("SELECT id FROM classroom WHERE name = $1 ORDER BY id", [.text(name)]) { $0.id(0, Classroom.self) }
    }
    return try #require(id).text
  }

  /// Who signs in as a teacher of the same school who does not teach the class.
  fileprivate func otherTeacher(than room: String) async throws -> String {
    let found = try await homeroom.ledger.read { tx in
      try tx.first(
        """
        SELECT a.email FROM membership m JOIN account a ON a.id = m.account
        JOIN classroom c ON c.school = m.school AND c.name = $1
        WHERE m.role = 'teacher' AND a.email IS NOT NULL AND NOT EXISTS
          (SELECT 1 FROM class_teacher t WHERE t.school = m.school AND t.classroom = c.id AND t.account = m.account)
        ORDER BY a.email
        """, [.text(room)]
      ) { $0.text(0) }
    }
    return try #require(found)
  }

  fileprivate func lastEntry(_ command: String) async throws -> Journal.Entry? {
    try await homeroom.ledger.read { tx in
      let schools = try tx.rows("SELECT id FROM school") { $0.id(0, Tenant.self) }
      return try schools.flatMap { try Journal.entries(tx, school: $0, after: 0, limit: 5000) }
        .last { $0.command == command }
    }
  }
}
