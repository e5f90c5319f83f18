import App
import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import Testing

@testable import Office
@testable import People
@testable import School
@testable import Web

@Suite struct `The journal names what was done` {
  /// Every command there is: those that are declared, and those that the server sends by itself.
  private static let commands: Set<String> = {
    let checkout = TestSchool.checkout
    let files = FileManager.default.enumerator(atPath: checkout + "/Features")?.compactMap { $0 as? String } ?? []
    let sources = files.filter { $0.hasSuffix(".swift") && !$0.contains("/Tests/") }
    let pattern = #/(?:static let name = |\.daily\(|CommandEnvelope\([^"\n]*)"(?<name>[a-z-]+\.[a-z-]+)"/#
    return Set(
      sources.flatMap { file -> [String] in
        let text = try? String(contentsOfFile: checkout + "/Features/" + file, encoding: .utf8)
        return (text ?? "").matches(of: pattern).map { String($0.name) }
      })
  }()

  @Test(arguments: Language.allCases)
  func `each command with a sentence in every language, or it is a person's own business`(_ language: Language) {
    #expect(Self.commands.count > 200)
    let words = TestWords.of(language)
    for command in Self.commands where !JournalActs.own.contains(command) {
      let key = JournalActs.key(command) ?? ""
      #expect(words(key) != key && key != "journal.in.other", "\(command) has no sentence")
    }
  }

  @Test func `and no list names a command that is not there`() {
    let named = JournalActs.own + JournalActs.acts.flatMap(\.commands)
    #expect(named.filter { !Self.commands.contains($0) } == [])
    #expect(Set(named).count == named.count, "none twice")
  }
}

@Suite struct `The page of the journal` {
  private static let path = "/settings/journal"

  @Test(arguments: Dialect.allCases)
  func `shows the office who did what and when, the newest first, and never what was in it`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    let (dana, omar) = (
      try await school.signedIn("dana@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    school.clock.advance(seconds: 3600)
    let talk = try #require(try await omar.get("/messages").text.firstMatch(of: #/"/messages/(?<id>[0-9a-f-]{36})"/#))
    let said = try await omar.post("/messages/\(talk.id)", [("text", "the secret of the soup")])
    #expect(said.status == 303)
    let page = try await dana.get(Self.path).text
    #expect(!page.contains("the secret of the soup"))
    let acts = try await dana.acts()
    #expect(acts.count == JournalService.page)
    #expect(acts.first?.command == "messages.send" && acts.first?.name == "Omar Haddad")
    #expect(acts.map(\.seq) == acts.map(\.seq).sorted(by: >))
    #expect(acts.allSatisfy { !JournalActs.own.contains($0.command) && $0.name != nil })
    #expect(page.contains("id=\"act-\(acts[0].seq)\""))
    #expect(acts.first?.about == [], "nobody is told with whom one talks")
    for who in ["omar@rimon.example", "maya", "leila@rimon.example"] {
      #expect(try await school.signedIn(who).get(Self.path).status == 404)
    }
    let avi = try await school.signedIn("avi@rimon.example")
    #expect(try await avi.get(Self.path).status == 200, "administrators run the school, too")
  }

  @Test(arguments: Dialect.allCases)
  func `names whom and what an act was about, and what is gone by the name it had`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let dana = try await school.signedIn("dana@rimon.example")
    let omar = try await school.account("omar@rimon.example")
    #expect(try await dana.post("/members/\(omar)/role", [("role", "guardian")]).status == 303)
    #expect(try await dana.acts().first?.about.first == "Omar Haddad")
    #expect(try await dana.post("/members/\(omar)/remove").status == 303)
    let removed = try #require(try await dana.acts().first { $0.command == "members.remove" })
    #expect(removed.about.first == "Omar Haddad" && removed.name == "Dana Levi")
    let made = try await dana.post("/students", [("given", "Brief"), ("family", "Stay")])
    let path = try #require(made.header("Location"))
    #expect(try await dana.acts().first?.about == ["Brief Stay"])
    #expect(try await dana.post(path + "/deletion").status == 303)
    let gone = try #require(try await dana.acts().first)
    #expect(gone.command == "students.delete-student" && gone.about == ["Brief Stay"])
    #expect(
      try await dana.post("/members/access", [("group", "everybody"), ("days", "7"), ("again", "on")]).status == 201)
    let slips = try #require(try await dana.acts().first)
    #expect(slips.command == "members.give-access" && slips.about.count <= JournalObjects.most)
    let page = try await dana.get(Self.path).text
    #expect(page.contains("<bdi>Brief Stay</bdi>"))
  }

  @Test func `reads keys that are cut, odd or of tables it does not know as naming nothing`() {
    for rows in [
      "", "membership", "membership zz +", "membership 00 +", "and 12 more", "unknown 0011 -",
      "student \(String(repeating: "0", count: 63)) +",
    ] {
      #expect(JournalObjects.things(rows, but: nil).isEmpty, "\(rows)")
    }
    let key = String(repeating: "0", count: 32) + "01" + String(repeating: "0", count: 30)
    #expect(JournalObjects.things("student \(key) +\nstudent_note \(key) +", but: nil).count == 1, "each once")
  }

  @Test(arguments: Dialect.allCases)
  func `goes on part by part, and shows one person, one day, or both`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let dana = try await school.signedIn("dana@rimon.example")
    let omar = try await school.account("omar@rimon.example")
    let all = try await dana.every("?")
    #expect(Set(all.map(\.seq)).count == all.count && all.count > JournalService.page)
    // As many as a part holds are one part, and nothing comes after it.
    let last = try await dana.part("?after=\(all[all.count - JournalService.page - 1].seq)")
    #expect(last.acts.map(\.seq) == all.suffix(JournalService.page).map(\.seq) && last.next == nil)
    let own = try await dana.acts("?person=" + omar)
    #expect(!own.isEmpty && own.allSatisfy { $0.account == omar })
    #expect(own.map(\.seq) == Array(all.filter { $0.account == omar }.map(\.seq).prefix(JournalService.page)))
    let day = String(try #require(own.last).at.prefix(10))
    // A day in Jerusalem begins at ten in the evening by UTC, and nothing of it is missing, neither first nor last.
    let (low, high) = ((Day(day)?.plus(days: -1).text ?? "") + "T22:00", day + "T22:00")
    let those = all.filter { $0.at >= low && $0.at < high }
    #expect(those.contains { $0.account == omar } && those.contains { $0.account != omar })
    #expect(try await dana.every("?day=" + day).map(\.seq) == those.map(\.seq))
    let both = try await dana.every("?person=\(omar)&day=\(day)")
    #expect(both.map(\.seq) == those.filter { $0.account == omar }.map(\.seq))
    #expect(try await dana.acts("?day=1999-01-01").isEmpty)
    #expect(try await dana.get(Self.path + "?day=1999-01-01").text.contains("Nothing found"))
    #expect(try await dana.acts("?q=Omar").map(\.seq) == own.map(\.seq), "one of that name is who was meant")
    let several = try await dana.get(Self.path + "?q=a").text
    #expect(several.contains("Who is meant?") && several.contains("href=\"/settings/journal?person="))
    #expect(try await dana.get(Self.path + "?q=Nobody%20Here").text.contains("Nobody of that name"))
    let grace = try await school.signedIn("grace@hill.example")
    #expect(try await grace.acts("?person=" + omar).isEmpty)
    #expect(try await !grace.get(Self.path + "?person=" + omar).text.contains("Omar"), "another school's teacher")
  }

  @Test func `finds a day and a person by an index, however long the journal is`() async throws {
    let ledger = try TestDatabase.open(.sqlite, migrations: [], world: TestClock().world)
    defer { ledger.close() }
    let (person, tenant) = (ID<Account>(high: 1, low: 1), ID<Tenant>(high: 2, low: 2))
    let plans = try await ledger.read { tx in
      try [
        "SELECT seq FROM journal WHERE school = $1 AND seq >= 1 AND seq <= 9 AND account = $2 ORDER BY seq DESC LIMIT 51",
        "SELECT min(seq), max(seq) FROM journal WHERE school = $1 AND at >= 1 AND at < 2 AND $2 = $2",
      ].map { sql in
        try tx.rows("EXPLAIN QUERY PLAN " + sql, [.id(tenant), .id(person)]) { $0.text(3) }.joined(separator: "; ")
      }
    }
    #expect(plans[0].contains("journal_school_account_seq") && !plans[0].contains("TEMP B-TREE"), "\(plans[0])")
    #expect(plans[1].contains("journal_school_at_seq"), "\(plans[1])")
  }

  private func scene(_ language: Language) -> Scene {
    Scene(words: TestWords.of(language), zone: .utc, now: TestClock.evening)
  }

  @Test(arguments: Language.allCases)
  func `says so when there is nothing, and lets no name do harm`(_ language: Language) {
    let empty = journalPage(JournalData(acts: []), scene(language)).body.string
    #expect(empty.contains(TestWords.of(language)("journal.none")))
    let act = JournalAct(
      seq: 7, at: TestClock.evening, account: ID(high: 1, low: 1), name: "</script><b>\u{202E}",
      command: "members.remove")
    let server = JournalAct(seq: 6, at: TestClock.evening, account: nil, name: "", command: "classrooms.turn-day")
    let html = journalPage(JournalData(acts: [act, server]), scene(language)).body.string
    #expect(!html.contains("<b>") && html.contains("<bdi>&lt;/script&gt;"))
    #expect(html.contains(TestWords.of(language)("journal.did.member-removed")))
    #expect(html.contains(TestWords.of(language)("journal.itself")))
  }
}

extension TestSchool {
  fileprivate func account(_ email: String) async throws -> String {
    try await homeroom.ledger.read { tx in
      try tx.first("SELECT id FROM account WHERE email = $1", [.text(email)]) { $0.id(0, Account.self).text } ?? ""
    }
  }
}

extension TestBrowser {
  fileprivate struct Act {
    let seq: Int, at: String, account: String?, name: String?, command: String, about: [String]
  }

  fileprivate func acts(_ query: String = "") async throws -> [Act] { try await part(query).acts }

  /// Part by part, to the end.
  fileprivate func every(_ query: String) async throws -> [Act] {
    var (all, after) = ([Act](), String?.none)
    repeat {
      let (acts, next) = try await part(query + (after.map { "&after=" + $0 } ?? ""))
      all += acts
      after = next
    } while after != nil
    return all
  }

  fileprivate func part(_ query: String) async throws -> (acts: [Act], next: String?) {
    let json = try await get("/api/v1/settings/journal" + query, accept: "application/json").json()
    guard case .list(let list)? = json["acts"] else { return ([], nil) }
    func text(_ one: JSON, _ key: String) -> String? { if case .text(let text)? = one[key] { text } else { nil } }
    func texts(_ list: JSON?) -> [String] {
      guard case .list(let all)? = list else { return [] }
      return all.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
    let acts = list.map { one -> Act in
      var seq = 0
      if case .number(let digits)? = one["seq"] { seq = Int(digits) ?? 0 }
      return Act(
        seq: seq, at: text(one, "at") ?? "", account: text(one, "account"), name: text(one, "name"),
        command: text(one, "command") ?? "", about: texts(one["about"]))
    }
    return (acts, text(json, "next"))
  }
}
