import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Talk

@Suite struct `A group of the staff` {
  @Test func `is chosen among the staff alone; a search keeps who is ticked`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let (omar, leila) = (
      try await school.signedIn("omar@rimon.example"), try await school.signedIn("leila@rimon.example")
    )
    let found = try await omar.get(MessagesPaths.newStaff)["people"]?.items ?? []
    #expect(!found.isEmpty && found.allSatisfy { ["owner", "admin", "teacher"].contains($0.string("role")) })
    #expect(!found.contains { $0.string("name") == "Omar Haddad" })
    let (dana, noa) = (try await omar.account("Dana Levi"), try await omar.account("נועה פרץ"))
    let page = try await omar.browser.get(MessagesPaths.newStaff + "?q=noa&with=" + dana).text
    #expect(page.contains("value=\"\(dana)\" checked") && page.contains("value=\"\(noa)\">"))
    #expect(try await leila.status(MessagesPaths.newStaff) == 404)
    // Without a name it comes back as it was.
    let refused = try await omar.browser.post("/messages", [("with", dana), ("with", noa), ("title", "")])
    #expect(refused.status == 422 && refused.text.contains("value=\"\(dana)\" checked"))
  }

  @Test func `and anybody else is found in another alphabet, by a whole address, and only among those one may reach`()
    async throws
  {
    let school = try await MessagesSchool.open(.sqlite)
    let (omar, leila, dana) = (
      try await school.signedIn("omar@rimon.example"), try await school.signedIn("leila@rimon.example"),
      try await school.signedIn("dana@rimon.example")
    )
    func found(_ search: String, by who: Talking, in path: String = "/messages/new") async throws -> [String] {
      try await who.get(path + "?q=" + search)["people"]?.items.compactMap { $0.string("name") } ?? []
    }
    #expect(try await found("leila", by: omar).contains("ليلى خوري"))
    #expect(try await found("leila", by: dana).contains("ليلى خوري"))
    #expect(try await found("leila@rimon.example", by: omar) == ["ليلى خوري"])
    #expect(try await found("leila@rimon", by: omar).isEmpty)
    #expect(try await found("LEILA@rimon.example", by: dana).contains("ليلى خوري"))
    #expect(try await found("%D7%A2%D7%95%D7%9E%D7%A8", by: leila).contains("Omar Haddad"))
    #expect(try await found("%D7%93%D7%A0%D7%94", by: omar, in: MessagesPaths.newStaff).contains("Dana Levi"))
    // Another family is nobody one may write to, whatever is typed.
    for search in ["claire", "claire@rimon.example", "%D9%83%D9%84%D9%8A%D8%B1"] {
      #expect(try await found(search, by: leila).isEmpty, "\(search)")
    }
    let talks = try await omar.get("/messages?q=leila")["conversations"]?.items.compactMap { $0.string("title") } ?? []
    #expect(talks.contains("ليلى خوري") && !talks.contains("Claire Laurent"))
  }

  @Test(arguments: Dialect.allCases)
  func `takes in others later, by who is responsible for it`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (omar, noa, avi) = (
      try await school.signedIn("omar@rimon.example"), try await school.signedIn("noa@rimon.example"),
      try await school.signedIn("avi@rimon.example")
    )
    let (dana, noas, avis) = (
      try await omar.account("Dana Levi"), try await omar.account("נועה פרץ"), try await omar.account("אבי מזרחי")
    )
    let made = try await omar.post("/messages", [("with", dana), ("with", noas), ("title", "Trip")])
    let talk = try #require(try made.json().string("id"))
    try await omar.say("Who drives?", in: talk)
    let add = "/messages/\(talk)/people/new"
    #expect(try await avi.post(add, [("with", avis)]).status == 404)
    #expect(try await noa.post(add, [("with", avis)]).status == 403)
    let maya = try await omar.account("مايا خوري")
    #expect(try await omar.post(add, [("with", maya)]).status == 422)
    let offered = try await omar.get(add)["people"]?.items.compactMap { $0.string("account") } ?? []
    #expect(offered.contains(avis) && !offered.contains(noas))
    #expect(try await omar.post(add, [("with", avis)]).status == 200)
    // Nobody is left: said at once, in place of a search and a button that can do nothing.
    let full = try await omar.browser.get(add)
    #expect(full.text.contains("empty--done") && !full.text.contains("id=\"staff\""))
    #expect(try await omar.browser.get(add + "?q=zz").text.contains("id=\"staff\""))
    try await school.school.runFollowers()
    #expect(try await avi.texts(talk) == ["Who drives?"])
    let group = try await omar.talk(with: "אבי מזרחי")
    #expect(try await omar.post("/messages/\(group)/people/new", [("with", noas)]).status == 404)
  }

  @Test func `of a course or a class is the office's to begin too`() async throws {
    let school = try await MessagesSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    let groups = try await dana.get("/messages/new?q=7b")["groups"]?.items ?? []
    let room = try #require(groups.first { $0.string("title") == "7B" && $0.string("kind") == "class" })
    let reply = try await dana.post("/messages", [("class", room.string("id") ?? "")])
    #expect(reply.status == 201)
    let all = try await dana.get("/messages/new")["groups"]?.items.compactMap { $0.string("kind") } ?? []
    #expect(Set(all) == ["course", "class"])
  }
}
