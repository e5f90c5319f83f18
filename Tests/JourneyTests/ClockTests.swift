import Base
import Database
import HomeroomTesting
import Ledger
import Router
import Testing
import Web

/// Leila reads from New York what is due in Jerusalem; Omar travels.
@Suite struct `Somebody who reads by a clock of their own` {
  @Test(arguments: Dialect.allCases)
  func `sees moments by it, and the school's day by the school's`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let (omar, leila) = (
      try await school.signedIn("omar@rimon.example"), try await school.signedIn("leila@rimon.example")
    )
    let work = try await omar.essay(due: "2026-03-27T23:59")
    #expect(try await leila.post("/account/language", [("language", "en"), ("back", "/account")]).status == 303)
    #expect(try await leila.get(work).text.contains("Mar 27, 2026, 11:59\u{202F}PM"))
    #expect(try await !leila.get("/schedule").text.contains("Hours are by your clock"))

    // Clocks in Israel go on in the night before; in New York they have for three weeks.
    #expect(try await leila.post("/account/zone", [("zone", "America/New_York")]).status == 303)
    #expect(try await leila.get(work).text.contains("Mar 27, 2026, 4:59\u{202F}PM"))
    let day = try await leila.get("/schedule?view=day&on=2026-03-27").text
    #expect(day.contains("Essay on clocks") && day.contains("4:59\u{202F}PM"))
    #expect(day.contains("Hours are by your clock") && day.contains("Asia/Jerusalem"))
    #expect(try await leila.get("/settings/notifications").text.contains("America/New_York"))

    let register = try await omar.register()
    let before = try await omar.get(register).text.stable
    #expect(try await omar.post("/account/zone", [("zone", "Asia/Tokyo")]).status == 303)
    _ = try await omar.get("/account")  // where it says that this was saved
    #expect(try await omar.get(register).text.stable == before)
    #expect(try await omar.get("/schedule?view=day&on=2026-03-28").text.contains("Essay on clocks"))
    // What a form shows is what it reads, and it says by whose clock.
    let form = try await omar.get(work + "/edit").text
    #expect(form.contains("value=\"2026-03-27T23:59\"") && form.contains("By the school’s clock"))
    #expect(try await omar.post("/account/zone", [("zone", "")]).status == 303)
    #expect(try await !omar.get(work + "/edit").text.contains("By the school’s clock"))
  }
}

extension TestBrowser {
  /// The path of work that is handed out at once.
  fileprivate func essay(due: String) async throws -> String {
    let found = try await get("/api/v1/courses", accept: "application/json").json()
    guard case .list(let courses)? = found["courses"],
      case .text(let course)? = courses.first(where: { $0["name"] == .text("Math 7") })?["id"]
    else { throw Refusal.notFound }
    let made = try await post(
      "/api/v1/courses/\(course)/assignments",
      [("title", "Essay on clocks"), ("due", due), ("accepts", "text"), ("points", "10"), ("publish", "1")],
      accept: "application/json")
    guard case .text(let id)? = try made.json()["id"] else { throw Refusal.notFound }
    return "/assignments/" + id
  }

  fileprivate func register() async throws -> String {
    let home = try await get("/attendance").text
    let links = home.split(separator: "href=\"/attendance/").dropFirst().map {
      "/attendance/" + $0.prefix { $0 != "\"" }
    }
    return try #require(links.first { $0.utf8.count > 40 })
  }
}

extension String {
  /// Without what is new on every look: proofs and the ids of sendings.
  fileprivate var stable: String {
    split(separator: "<main").dropFirst().joined().split(separator: " value=\"").map { part in
      part.contains("\"") && part.prefix(while: { $0 != "\"" }).count >= 30
        ? String(part.drop { $0 != "\"" }) : String(part)
    }.joined(separator: " value=\"")
  }
}
