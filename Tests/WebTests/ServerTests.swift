import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Logging
import Router
import School
import Synchronization
import Testing

@testable import Web

/// A server of three doors: a list, a form, and the machine's own.
private struct Doors {
  let browser: TestBrowser
  let ledger: Ledger
  let lines = Lines()
  let clock = TestClock()

  /// What the log says.
  final class Lines: LogHandler {
    let all = Mutex<[String]>([])
    var metadata: Logger.Metadata {
      get { [:] }
      set { _ = newValue }
    }
    var logLevel: Logger.Level {
      get { .warning }
      set { _ = newValue }
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { nil }
      set { _ = newValue }
    }
    func log(event: LogEvent) {
      all.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
  }

  static let school = ID<Tenant>(high: 0x7000, low: 1 << 63 | 1)

  /// - Parameter member: whether who has a session is in a school; the school speaks Hebrew.
  init(reads language: Language? = nil, settings: WebSettings = WebSettings()) throws {
    ledger = try TestDatabase.open(.sqlite, migrations: [], world: clock.world)
    let (metrics, lines) = (Metrics(), lines)
    let routes = machineRoutes(ready: { true }, metrics: metrics, metricsFrom: settings.metricsFrom) { .null }
    let server = WebServer(
      routes: routes + Doors.routes, views: [], hooks: Doors.hooks(language), settings: settings,
      catalogue: TestWords.all, assets: try Assets(directory: TestSchool.checkout + "/Public"), ledger: ledger,
      metrics: metrics, logger: Logger(label: "test") { _ in lines })
    browser = TestBrowser(server)
  }

  private static let routes: [Route] = [
    .get("/list", .members, "A list", query: [.search, .after]) { _ in
      .page(next: "b c", json: { .object([]) }) { _ in Page("list", title: "List", body: "") }
    },
    .get("/open", .anyone, "A page for everybody") { _ in .page { _ in Page("open", title: "Open", body: "") } },
    .get("/broken", .anyone, "A mistake of ours") { _ in throw WrongDoor() },
    .post("/things", .members, "A form") { _ in .done("/list") },
    .post("/key", .members, "What a sending is called") { request in
      .done("/list", json: { .object([("key", .text(request.idempotencyKey.text))]) })
    },
    .post("/says/:place", .members, "Something said") { _ in .done("/list") }.rateLimited(RateLimit.saying),
  ]
  private struct WrongDoor: Error {}

  private static func hooks(_ language: Language?) -> Hooks {
    Hooks(
      identify: { _, secret, _ in
        // Those who ask for it find the books away.
        if secret == "away" { throw Refusal.unavailable }
        guard secret == "omar" else { return nil }
        return Identity(
          account: ID(high: 0x7000, low: 1 << 63 | 2), credential: .session, session: .none, name: "Omar",
          language: language, look: nil,
          school: .init(
            id: school, name: "Rimon", role: .teacher, kind: "k12", zone: "UTC", language: .he, look: Appearance(),
            head: 0),
          schools: [], unread: 0, csrf: "proof")
      }, places: { _ in [] }, redirection: { _, _ in nil })
  }

  func signIn() { browser.setCookie("homeroom-local", "omar") }
}

@Suite struct `The server` {
  @Test func `says of a list's next part all that was asked of this one`() async throws {
    let doors = try Doors()
    doors.signIn()
    let reply = try await doors.browser.get(
      "/list?role=teacher&q=a%26b&after=a", accept: "application/json")
    #expect(reply.header("Link") == "</list?role=teacher&q=a%26b&after=b%20c>; rel=\"next\"")
  }

  @Test func `leads who sends a form after the session's end to sign in, and back`() async throws {
    let doors = try Doors()
    let here = [("Referer", "http://localhost/list?q=a&role=b")]
    let reply = try await doors.browser.post("/things", accept: "text/html", headers: here)
    #expect(reply.status == 401)
    #expect(
      reply.text.contains("href=\"/sign-in?next=/list%3fq%3da%26role%3db\"") && reply.text.contains("error-state"))
    for other in ["http://elsewhere.example/list", "http://localhost/things", "http://localhost.example/list"] {
      let reply = try await doors.browser.post("/things", headers: [("Referer", other)])
      #expect(reply.text.contains("href=\"/sign-in?next=/\""), "\(other)")
    }
    #expect(try await doors.browser.post("/things", accept: "application/json").status == 401)
  }

  @Test func `tells the line of a page whose session is over that it is`() async throws {
    let doors = try Doors()
    let reply = try await doors.browser.get("/live?topics=a", accept: "text/event-stream")
    #expect(reply.status == 200 && reply.header("Content-Type")?.hasPrefix("text/event-stream") == true)
    #expect(reply.text == "event: gone\ndata: \n\n")
    #expect(try await doors.browser.get("/live", accept: "application/json").status == 401)
  }

  @Test(
    arguments: [
      (Language.ar, "fr", Language.ar), (nil, "fr", .fr), (nil, nil, .he),
    ] as [(Language?, String?, Language)])
  func `speaks to a member as they chose, as they chose here, as the school does`(
    _ own: Language?, _ cookie: String?, _ spoken: Language
  ) async throws {
    let doors = try Doors(reads: own)
    doors.signIn()
    doors.browser.setCookie("homeroom-local-language", cookie)
    let page = try await doors.browser.get("/list", headers: [("Accept-Language", "en-GB,en;q=0.9")])
    #expect(page.text.contains("<html lang=\"\(spoken.rawValue)\""))
  }

  @Test func `speaks to a stranger as their browser asks, or as it was set up`() async throws {
    var settings = WebSettings()
    settings.language = .ar
    let doors = try Doors(settings: settings)
    let page = try await doors.browser.get("/open", headers: [("Accept-Language", "fr-CA")])
    #expect(page.text.contains("<html lang=\"fr\""))
    #expect(try await doors.browser.get("/open").text.contains("<html lang=\"ar\""))
  }

  @Test func `gives a mistake of ours the number the log has`() async throws {
    let doors = try Doors()
    let page = try await doors.browser.get("/broken")
    let line = try #require(doors.lines.all.withLock { $0.first { $0.contains("trace") } })
    let trace = try #require(line.firstMatch(of: /"trace": "?([0-9a-f]{12})/)?.1)
    #expect(page.status == 500 && page.text.contains(String(trace)))
    let problem = try await doors.browser.get("/broken", accept: "application/json").json()
    #expect(problem["trace"] != nil)
  }

  @Test func `shows its figures to this machine and not to whom a proxy on it speaks for`() async throws {
    let doors = try Doors()
    #expect(try await doors.browser.get("/metrics").status == 200)
    for header in ["X-Forwarded-For", "Forwarded"] {
      #expect(try await doors.browser.get("/metrics", headers: [(header, "for=203.0.113.5")]).status == 404)
    }
    let warnings = doors.lines.all.withLock { $0.filter { $0.contains("trusted-proxies") } }
    #expect(warnings.count == 1, "one is enough")
    var settings = WebSettings()
    settings.metricsFrom = ["192.0.2.9"]
    settings.trustedProxies = ["local"]
    let named = try Doors(settings: settings).browser
    #expect(try await named.get("/metrics").status == 404)
    #expect(try await named.get("/metrics", headers: [("X-Forwarded-For", "192.0.2.9")]).status == 200)
    #expect(try await named.get("/metrics", headers: [("X-Forwarded-For", "192.0.2.8")]).status == 404)
  }

  @Test func `lets nobody search or speak without end, and says when to come again`() async throws {
    let doors = try Doors()
    doors.signIn()
    var met: [Int] = []
    for _ in 0..<62 { met.append(try await doors.browser.get("/list?q=a", accept: "application/json").status) }
    #expect(met == [Int](repeating: 200, count: 60) + [429, 429])
    #expect(try await doors.browser.get("/list?q=a").header("Retry-After") == "1")
    #expect(try await doors.browser.get("/list").status == 200, "looking is free")
    doors.clock.advance(seconds: 1)
    #expect(try await doors.browser.get("/list?q=a").status == 200)
    _ = try await doors.browser.get("/list")
    met = []
    for _ in 0..<121 { met.append(try await doors.browser.post("/says/a", accept: "application/json").status) }
    #expect(met == [Int](repeating: 200, count: 120) + [429])
    #expect(try await doors.browser.post("/says/b", accept: "application/json").status == 200)
  }

  @Test func `takes a program's key as it is, unless it is what the server calls its own work`() async throws {
    let doors = try Doors()
    doors.signIn()
    _ = try await doors.browser.get("/list")
    func key(_ sent: String) async throws -> JSON? {
      let header = [("Idempotency-Key", sent)]
      return try await doors.browser.post("/key", accept: "application/json", headers: header).json()["key"]
    }
    let (own, reserved) = ("01923456-789a-7bcd-8123-456789abcdef", "01923456-789a-7bcd-c123-456789abcdef")
    #expect(try await key(own) == .text(own))
    let other = try await key(reserved)
    #expect(other != nil && other != .text(reserved))
    #expect(try await key(reserved) == other, "and the same twice")
  }

  @Test func `says that it is alive without asking who wants to know`() async throws {
    let doors = try Doors()
    doors.browser.setCookie("homeroom-local", "away")
    #expect(try await doors.browser.get("/list").status == 503)
    for path in ["/healthz", "/readyz"] { #expect(try await doors.browser.get(path).status == 200, "\(path)") }
  }

  @Test func `describes what an address may carry, and how a change is sent`() throws {
    let table = RouteTable([
      .get("/list", .members, "A list", query: [.search, .after]) { _ in .done("/") },
      .post("/list/:thing", .members, "A form", inputs: [Input("name", "Its name")]) { _ in .done("/") },
    ])
    let text = String(decoding: table.openAPI(version: "1").bytes, as: UTF8.self)
    #expect(text.contains(#""name":"after","in":"query","required":false"#))
    #expect(text.contains(#""name":"thing","in":"path","required":true"#))
    #expect(text.contains(#""name":"Idempotency-Key","in":"header""#) && text.contains(#""name":"If-Match""#))
    #expect(text.contains(#""201":"#))
  }
}
