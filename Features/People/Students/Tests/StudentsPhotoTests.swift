import App
import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import People
@testable import PeopleServer

/// Omar teaches Maya; Leila is her mother, Claire somebody else's.
@Suite struct StudentsPhotoTests {
  @Test(arguments: Dialect.allCases)
  func `A teacher puts a picture in, and exactly those who see the child see it`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let maya = try await school.student("maya")
    let omar = try await school.signedIn("omar@rimon.example")
    #expect(try await omar.upload("/students/\(maya)/photo", "photo", TestSchool.picture).status == 303)
    try await school.runFollowers()
    for name in ["omar@rimon.example", "dana@rimon.example", "leila@rimon.example", "maya"] {
      let seen = try await school.signedIn(name).get("/students/\(maya)/photo")
      #expect(seen.status == 200 && seen.header("Content-Type") == "image/jpeg", "\(name)")
      #expect(seen.header("Content-Security-Policy")?.contains("sandbox") == true)
    }
    let missing = try await school.signedIn("grace@hill.example").get(
      "/students/\(school.clock.world.id(Student.self).text)/photo")
    for name in ["claire@rimon.example", "grace@hill.example"] {
      let denied = try await school.signedIn(name).get("/students/\(maya)/photo")
      #expect(denied.status == 404 && denied.body.count == missing.body.count || denied.status == 404, "\(name)")
    }
    #expect(try await omar.get("/students/\(maya)").text.contains("/students/\(maya)/photo?v="))
  }

  @Test func `A part of it can be asked for, and what is known already is not sent again`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let maya = try await school.student("maya")
    let omar = try await school.signedIn("omar@rimon.example")
    _ = try await omar.upload("/students/\(maya)/photo", "photo", TestSchool.picture)
    let whole = try await omar.get("/students/\(maya)/photo")
    let part = try await omar.get("/students/\(maya)/photo", headers: [("Range", "bytes=2-9")])
    #expect(part.status == 206 && part.body == Array(whole.body[2...9]))
    #expect(part.header("Content-Range") == "bytes 2-9/\(whole.body.count)")
    let tail = try await omar.get("/students/\(maya)/photo", headers: [("Range", "bytes=-4")])
    #expect(tail.status == 206 && tail.body == Array(whole.body.suffix(4)))
    let beyond = try await omar.get("/students/\(maya)/photo", headers: [("Range", "bytes=999999-")])
    #expect(beyond.status == 416 && beyond.header("Content-Range") == "bytes */\(whole.body.count)")
    let odd = try await omar.get("/students/\(maya)/photo", headers: [("Range", "bytes=9-2")])
    #expect(odd.status == 200 && odd.body == whole.body)
    let known = try await omar.get("/students/\(maya)/photo", headers: [("If-None-Match", whole.header("ETag") ?? "")])
    #expect(known.status == 304 && known.body.isEmpty)
  }

  @Test func `Families and strangers cannot put one in or take it out`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let maya = try await school.student("maya")
    _ = try await school.signedIn("omar@rimon.example").upload(
      "/students/\(maya)/photo", "photo", TestSchool.picture)
    let head = try await school.head()
    for name in ["maya", "leila@rimon.example", "grace@hill.example"] {
      let browser = try await school.signedIn(name)
      let before = try await school.head()
      #expect(
        [403, 404].contains(try await browser.upload("/students/\(maya)/photo", "photo", TestSchool.picture).status),
        "\(name)")
      #expect([403, 404].contains(try await browser.post("/students/\(maya)/photo/removal").status), "\(name)")
      #expect(try await school.head() == before)
    }
    #expect(try await school.head() >= head)
    #expect(try await school.signedIn("maya").get("/students/\(maya)/photo").status == 200)
  }

  @Test(arguments: Dialect.allCases)
  func `A new student comes with a picture, in one act, and sending it twice keeps one`(_ dialect: Dialect) async throws
  {
    let school = try await TestSchool.open(dialect)
    let dana = try await school.signedIn("dana@rimon.example")
    let (before, idempotencyKey) = (try await school.fileCount(), school.clock.world.id(IdempotencyKey.self).text)
    let fields = [("given", "Nour"), ("family", "Haddad"), ("called", ""), ("number", ""), ("note", "")]
    for _ in 0..<2 {
      let made = try await dana.upload("/students", "photo", TestSchool.picture, fields + [("command", idempotencyKey)])
      #expect(made.status == 303)
      let path = made.header("Location") ?? ""
      let seen = try await dana.get(path + "/photo")
      #expect(seen.status == 200 && seen.header("Content-Type") == "image/jpeg")
    }
    #expect(try await school.fileCount() == before + 1)
    let head = try await school.head()
    let text = Array("no picture at all".utf8)
    let refused = try await dana.upload("/students", "photo", text, fields)
    #expect(refused.status == 422 && refused.text.contains("f-photo-error") && refused.text.contains("Nour"))
    // A file without a byte was chosen, and is said; where nothing was chosen, browsers send a file without a name.
    let hollow = try await dana.upload("/students", "photo", [], fields)
    #expect(hollow.status == 422 && hollow.text.contains("f-photo-error") && hollow.text.contains("Nour"))
    #expect(try await school.head() == head)
    #expect(try await dana.upload("/students", "photo", [], fields, name: "").status == 303)
  }

  @Test func `What is no picture is refused where it was chosen; taking it out leaves nothing`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let maya = try await school.student("maya")
    let omar = try await school.signedIn("omar@rimon.example")
    let before = try await school.fileCount()
    let refused = try await omar.upload("/students/\(maya)/photo", "photo", Array("<svg onload=alert(1)>".utf8))
    #expect(refused.status == 422 && refused.text.contains("f-photo-error"))
    _ = try await omar.upload("/students/\(maya)/photo", "photo", TestSchool.picture)
    #expect(try await omar.post("/students/\(maya)/photo/removal").status == 303)
    #expect(try await omar.get("/students/\(maya)/photo").status == 404)
    let page = try await omar.get("/students/\(maya)").text
    let waiting = try #require(page.split(separator: "name=\"waiting\" value=\"").last?.prefix { $0 != "\"" })
    #expect(try await omar.post("/students/\(maya)/photo", [("waiting", String(waiting))]).status == 303)
    #expect(try await omar.get("/students/\(maya)/photo").status == 200)
    _ = try await omar.post("/students/\(maya)/photo/removal")
    school.clock.advance(seconds: WaitingPicture.regret + 1)
    try await FilesServer(ledger: school.homeroom.ledger).sweep()
    #expect(try await school.fileCount() == before)
  }
}

extension TestSchool {
  /// The id of the record of somebody who signs in as a student.
  fileprivate func student(_ username: String) async throws -> String {
    let id = try await homeroom.ledger.read { tx in
      try tx.first(
        "SELECT s.id FROM student s JOIN account a ON a.id = s.account WHERE a.username = $1", [.text(username)]
      ) { $0.id(0, Student.self) }
    }
    return id?.text ?? ""
  }
}
