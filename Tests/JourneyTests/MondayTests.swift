import App
import Base
import Database
import HomeroomTesting
import Ledger
import Router
import Testing
import Web

/// A school morning through the real server, on both engines: what no single feature can promise alone.
@Suite struct `A morning at Rimon School` {
  @Test(arguments: Dialect.allCases)
  func `everybody's first page is there, in their language and direction`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let people = [
      ("dana@rimon.example", "en", "ltr"), ("avi@rimon.example", "he", "rtl"), ("omar@rimon.example", "en", "ltr"),
      ("yusuf", "ar", "rtl"), ("camille", "fr", "ltr"), ("leila@rimon.example", "ar", "rtl"),
    ]
    for (who, language, direction) in people {
      let home = try await school.signedIn(who).get("/")
      #expect(home.status == 200)
      #expect(home.text.contains("<html lang=\"\(language)\" dir=\"\(direction)\""))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `a mark travels from the teacher's tap to the guardian's inbox, once`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let (omar, leila) = (
      try await school.signedIn("omar@rimon.example"), try await school.signedIn("leila@rimon.example")
    )
    let register = try await Register(as: omar)
    let maya = try register.student("مايا خوري")
    try await school.runFollowers()
    // What the demo school has told her fills more than a page.
    #expect(try await leila.post("/notifications/read").status == 303)
    school.clock.advance(seconds: 60)
    let before = try await leila.get("/notifications").text.components(of: "data-unread")
    for _ in 0..<2 {
      let reply = try await omar.post(
        register.path, [("marks." + maya, "absent"), ("command", register.idempotencyKey)])
      #expect(reply.status == 303)
    }
    try await school.runFollowers()
    let inbox = try await leila.get("/notifications")
    #expect(inbox.text.components(of: "data-unread") == before + 1)
    #expect(try await leila.get("/students/\(maya)/attendance").status == 200)
  }

  @Test(arguments: Dialect.allCases)
  func `another school cannot see it, and hears what it would hear of nothing`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let register = try await Register(as: try await school.signedIn("omar@rimon.example"))
    let maya = try register.student("مايا خوري")
    let nothing = "01900000-0000-7000-8000-000000000000"
    for who in ["grace@hill.example", "anna@hill.example", "mary@hill.example", "ada"] {
      let stranger = try await school.signedIn(who)
      for path in ["/students/ID", "/students/ID/attendance"] {
        let (there, missing) = (
          try await stranger.get(path.filling(maya), accept: "application/json"),
          try await stranger.get(path.filling(nothing), accept: "application/json")
        )
        #expect(there.status == 404)
        #expect(there.body == missing.body)
      }
      let write = try await stranger.post(register.path, [("marks." + maya, "present")])
      #expect(write.status == 404)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `somebody with a new name stands where it belongs in the list`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let omar = try await school.signedIn("omar@rimon.example")
    #expect(try await omar.post("/account/name", [("name", "Aaron Haddad")]).status == 303)
    let list = try await school.signedIn("dana@rimon.example").get("/members").text
    let first = try #require(list.split(separator: "<li class=\"cell").dropFirst().first)
    #expect(first.contains("Aaron Haddad"))
  }

  @Test func `an address that leads nowhere says so in the reader's language and frame`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let leila = try await school.signedIn("leila@rimon.example")
    let nowhere = try await leila.get("/no/such/page")
    #expect(nowhere.status == 404)
    #expect(nowhere.text.contains("<html lang=\"ar\" dir=\"rtl\""))
    #expect(nowhere.text.contains("class=\"tabbar\""))
  }

  @Test(arguments: Dialect.allCases)
  func `a form from elsewhere, without its proof or with another's, changes nothing`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let omar = try await school.signedIn("omar@rimon.example")
    let register = try await Register(as: omar)
    let marks = [("marks." + (try register.student("مايا خوري")), "absent")]
    let before = try await school.head()
    #expect(try await omar.post(register.path, marks, headers: [("Origin", "https://evil.example")]).status == 403)
    #expect(try await omar.post(register.path, marks, headers: [("Sec-Fetch-Site", "cross-site")]).status == 403)
    #expect(try await omar.post(register.path, marks + [("csrf", "guessed")]).status == 403)
    let other = try await school.signedIn("noa@rimon.example")
    #expect(try await omar.post(register.path, marks + [("csrf", other.csrf)]).status == 403)
    #expect(try await school.head() == before)
  }
}

/// Today's register of 7B, as the page shows it.
private struct Register {
  let path: String
  let idempotencyKey: String
  private let page: String

  init(as teacher: TestBrowser) async throws {
    let day = try await teacher.get("/attendance").text
    let links = day.split(separator: "href=\"/attendance/").dropFirst().map {
      "/attendance/" + $0.prefix { $0 != "\"" }
    }
    var found: (String, String)?
    for link in links where link.utf8.count > 40 {
      let text = try await teacher.get(link).text
      if text.contains("مايا خوري") { found = (link, text) }
    }
    let (path, page) = try #require(found)
    self.path = path
    self.page = page
    idempotencyKey = "01900000-0000-7000-8000-00000000beef"
  }

  /// The id in the row that names the student.
  func student(_ name: String) throws -> String {
    let rows = page.split(separator: "<li class=\"cell")
    let row = try #require(rows.first { $0.contains(name) })
    let mark = try #require(row.split(separator: "name=\"marks.").dropFirst().first)
    return String(mark.prefix { $0 != "\"" })
  }
}

extension String {
  fileprivate func components(of mark: String) -> Int {
    split(separator: mark, omittingEmptySubsequences: false).count - 1
  }
  fileprivate func filling(_ id: String) -> String { replacing("ID", with: id) }
}
