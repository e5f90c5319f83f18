import App
import Base
import Core
import Database
import Foundation
import HomeroomTesting
import Ledger
import Router
import School
import Sync
import Testing

/// Somebody's device at the server: what goes over the line, as the worker of a browser sends it.
private final class DeviceAtTheServer {
  let browser: TestBrowser, device: Device
  private let school: TestSchool
  private var chance: UInt64
  /// What the last pull left to do.
  private(set) var progress = Device.Progress.more

  init(_ school: TestSchool, _ email: String, seed: UInt64) async throws {
    (self.school, chance) = (school, seed)
    browser = try await school.signedIn(email)
    _ = try await browser.get("/")
    let known = try await browser.get("/api/v1/sync/session", accept: "application/json").json()
    device = try Device(beginning: try #require(known["session"]).bytes)
    try device.learn(TestWords.all.file(.en).bytes)
    try await pull()
  }

  /// - Returns: the status of the first answer.
  @discardableResult
  func pull() async throws -> Int {
    while true {
      let reply = try await post("/api/v1/sync/pull", try device.pullForm(now: school.clock.now))
      guard reply.status == 200 else { return reply.status }
      progress = try device.take(reply.body)
      if progress != .more { return 200 }
    }
  }

  func push() async throws -> JSON? {
    guard let form = try device.pushForm(now: school.clock.now) else { return nil }
    let reply = try await post("/api/v1/sync/push", form)
    #expect(reply.status == 200, "\(reply.text)")
    return try reply.json()
  }

  func post(_ path: String, _ form: String) async throws -> TestBrowser.Reply {
    try await browser.send(
      "POST", path, accept: "application/json", headers: [("X-CSRF-Token", browser.csrf)],
      type: "application/x-www-form-urlencoded", body: Array(form.utf8))
  }

  func asked(_ method: Method, _ path: String, from: String? = nil, _ body: String = "") -> DeviceRequest {
    chance = splitMix64(chance)
    let parts = path.split(separator: "?", maxSplits: 1).map { String($0) }
    var asked = DeviceRequest(
      method, parts[0], now: school.clock.now, seed: ID<IdempotencyKey>(high: chance, low: ~chance).text)
    (asked.body, asked.from, asked.query) = (body, from, parts.count > 1 ? parts[1] : "")
    return asked
  }

  func page(_ path: String) throws -> String {
    guard case .response(let response) = device.answer(asked(.get, path)) else { throw Refusal.unavailable }
    return String(decoding: response.body, as: UTF8.self)
  }

  var waiting: Int { get throws { try device.standing().waiting.count } }
}

private func links(_ page: String) -> [String] {
  page.split(separator: "href=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
}

@Suite(.timeLimit(.minutes(10))) struct `A device on the wire` {
  /// A register of the teacher's, and somebody in it.
  private struct Register {
    let path: String, mark: String

    init(_ phone: DeviceAtTheServer, _ school: TestSchool) throws {
      let today = Zone.utc.day(of: school.clock.now)
      for days in 0..<7 {
        let page = try phone.page("/attendance?day=" + today.plus(days: -days).text)
        for path in links(page) where path.hasPrefix("/attendance/0") && path.split(separator: "/").count == 3 {
          let field = try phone.page(path).split(separator: "name=\"marks.").dropFirst().first.map {
            $0.prefix { $0 != "\"" }
          }
          if let field {
            (self.path, mark) = (path, "marks." + String(field))
            return
          }
        }
      }
      throw Refusal.notFound
    }
  }

  @Test(arguments: Dialect.allCases)
  func `does offline what is in the books after the push, once, however often it is sent`(dialect: Dialect) async throws
  {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    let phone = try await DeviceAtTheServer(school, "omar@rimon.example", seed: 1)
    let other = try await DeviceAtTheServer(school, "omar@rimon.example", seed: 2)
    let register = try Register(phone, school)
    let from = register.path
    for mark in ["absent", "late"] {
      guard
        case .response(let answer) = phone.device.answer(
          phone.asked(.post, from, from: from, register.mark + "=" + mark))
      else { throw Refusal.unavailable }
      #expect(answer.hasWritten && answer.status < 400, "\(answer.status) of \(from)")
    }
    #expect(try phone.waiting == 2)
    let shown = try phone.page(from)
    #expect(shown != (try other.page(from)), "it is shown at once, and nowhere else yet")
    let sent = try await phone.push()
    _ = try await phone.push()
    #expect(try phone.device.pushed(try #require(sent)))
    try await phone.pull()
    try await other.pull()
    #expect(phone.progress == .complete && other.progress == .complete)
    try await other.pull()
    #expect(other.progress == .idle, "what brings nothing has nothing written")
    #expect(try phone.waiting == 0)
    #expect(main(try phone.page(from)) == main(try other.page(from)))
  }

  /// The page itself, without what is drawn anew each time and what a session proves its forms by.
  private func main(_ page: String) -> String {
    guard let start = page.range(of: "<main"), let end = page.range(of: "</main>") else { return page }
    var page = String(page[start.lowerBound..<end.upperBound])
    for name in ["command", "csrf"] {
      page = page.split(separator: "name=\"\(name)\" value=\"").enumerated().map { place, part in
        place == 0 ? String(part) : String(part.drop { $0 != "\"" })
      }.joined()
    }
    return page
  }

  @Test func `is refused what is not its owner's, and keeps the words`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await DeviceAtTheServer(school, "omar@rimon.example", seed: 3)
    let noa = try await DeviceAtTheServer(school, "noa@rimon.example", seed: 4)
    let form = try noa.device.pullForm(now: school.clock.now)
    #expect(try await phone.post("/api/v1/sync/pull", form).status == 409, "rows of somebody else's")
    let key = ID<IdempotencyKey>(high: 1 << 60, low: 5).text
    let account = phone.device.session.identity.account.text
    func pushing(_ path: String) async throws -> JSON {
      try await phone.post(
        "/api/v1/sync/push", "account=\(account)&key=\(key)&path=\(path)&body=title%3Dx"
      ).json()
    }
    for path in ["/settings/school", "/members/invites", "/no/such/way", "/api/v1/sync/push", "//evil", ""] {
      let status = try await pushing(path).readList("results").first?.readInteger("status")
      #expect(status == 404 || status == 422, "\(path): \(String(describing: status))")
    }
    let stranger = TestBrowser(school.homeroom.server)
    let unsigned = try await stranger.post("/api/v1/sync/pull", [("account", account)], accept: "application/json")
    #expect(unsigned.status == 401)
    #expect(try await stranger.get("/api/v1/sync/session", accept: "application/json").status == 401)
  }

  @Test func `knows which school a page is of, and keeps nothing that the route would not take`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await DeviceAtTheServer(school, "omar@rimon.example", seed: 7)
    #expect(try await phone.browser.get("/").header("Homeroom-School") == phone.device.session.school.id.text)
    #expect(try await TestBrowser(school.homeroom.server).get("/sign-in").header("Homeroom-School") == nil)
    let register = try Register(phone, school)
    for (length, isKept) in [(100, true), (Limits.formBody.most, false)] {
      let note = "note." + register.mark.dropFirst("marks.".count)
      let body = register.mark + "=late&\(note)=" + String(repeating: "x", count: length)
      let answer = phone.device.answer(phone.asked(.post, register.path, from: register.path, body))
      if case .response(let response) = answer {
        #expect(isKept && response.hasWritten, "\(length)")
      } else {
        #expect(!isKept, "\(length)")
      }
    }
    #expect(try phone.waiting == 1)
  }

  @Test func `says of the poison among a hundred which it is, and does the others`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await DeviceAtTheServer(school, "omar@rimon.example", seed: 6)
    let account = phone.device.session.identity.account.text
    let register = try Register(phone, school)
    let ways = (0..<100).map { $0 == 50 ? "/attendance/nobody" : register.path }
    let form = ways.enumerated().map { place, path in
      "key=\(ID<IdempotencyKey>(high: UInt64(place + 1) << 50, low: 8).text)&path=\(path)&body=\(register.mark)%3D"
        + (place % 2 == 0 ? "late" : "present")
    }.joined(separator: "&")
    let reply = try await phone.post("/api/v1/sync/push", "account=\(account)&" + form)
    let results = try reply.json().readList("results")
    #expect(results.count == 100)
    let statuses = results.map { $0.readInteger("status") ?? 0 }
    #expect(statuses[50] == 404 && statuses.filter { $0 == 200 }.count == 99, "\(statuses)")
    let tooMany = try await phone.post("/api/v1/sync/push", "account=\(account)&" + form + "&" + form)
    #expect(tooMany.status == 422)
  }
}
