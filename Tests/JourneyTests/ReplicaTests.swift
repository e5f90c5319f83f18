import App
import Base
import Core
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Sync
import Testing

@testable import Web

/// One of the demo's people, and what the server and their device answer them.
struct Person: Sendable {
  let account: ID<Account>, school: ID<Tenant>, role: Role, kind: String, name: String
}

/// A page as it is on the server and on a device, or why there is none.
enum Answered: Equatable {
  case page(String), elsewhere(String), refused(Refusal), other

  init(_ response: Response, _ scene: Scene) {
    if let page = response.page(scene) {
      self = .page(page.drawn)
    } else if let path = response.path {
      self = .elsewhere(path)
    } else {
      self = .other
    }
  }
}

extension Answered {
  /// Where a device's page leaves the server's, for whoever reads the failure.
  func difference(to other: Answered) -> String {
    guard case .page(let mine) = self, case .page(let theirs) = other else { return "\(self)" }
    let (here, there) = (Array(mine.utf8), Array(theirs.utf8))
    let place = zip(here, there).prefix { $0 == $1 }.count
    let from = max(0, place - 60)
    let (has, wants) = (here.dropFirst(from).prefix(120), there.dropFirst(from).prefix(120))
    return "has “\(String(decoding: has, as: UTF8.self))” for “\(String(decoding: wants, as: UTF8.self))”"
  }
}

/// Walks from page to page as a person would, on the server and on a replica of theirs at once.
struct ReplicaWalk {
  let school: TestSchool
  let person: Person
  let replica: Replica
  private let tables: SyncTables
  let table = RouteTable(Services(sendsMail: false, mayFound: false).routes)

  init(_ school: TestSchool, _ person: Person, _ tables: SyncTables, limit: Int? = 1000) async throws {
    (self.school, self.person, self.tables) = (school, person, tables)
    replica = try Replica(LiteConnection(inMemory: ()), tables, school: person.school, account: person.account)
    if let limit { try await pull(limit: limit) }
  }

  /// Fetches what is new, page by page, and what the server knows of what waits.
  ///
  /// - Returns: why it had to begin anew.
  @discardableResult
  func pull(
    limit: Int, wantsAllSums: Bool = false, between: () async throws -> Void = {}
  ) async throws -> [ResetReason] {
    var resets: [ResetReason] = []
    while true {
      let (cursor, waiting) = (replica.cursor, try replica.waiting())
      let answer = try await school.homeroom.ledger.read { [tables, person] tx in
        try SyncPull(tx, tables, school: person.school, account: person.account).answer(
          cursor, limit: limit, waiting: waiting, wantsAllSums: wantsAllSums)
      }
      try replica.take(try SyncAnswer(bytes: answer.bytes), zones: school.clock.world.zones) {
        pending, tx throws(Refusal) in
        _ = try begin(pending).carryOut(tx)
      }
      switch answer {
      case .page(let page): if page.isComplete { return resets } else { try await between() }
      case .reset(let reason, _, _): resets.append(reason)
      case .otherProgram, .news: throw Refusal.stale
      }
    }
  }

  /// The buckets that the device knows to be its own.
  var held: Set<Bucket> {
    get throws {
      let rows = try replica.read(now: school.clock.now, zones: .none) { tx throws(Refusal) in
        try tx.rows("SELECT kind, bucket FROM member") { Bucket(Bucket.Kind($0.text(0)), $0.id(1, Bucket.self)) }
      }
      return Set(rows)
    }
  }

  /// Goes from page to page, at most three of a route, and says which routes are the same and which are not.
  ///
  /// - Parameter also: pages that few others lead to.
  func compare(in languages: [Language], also more: [String] = []) async throws -> (
    same: Set<String>, other: [String: String]
  ) {
    let roots = table.routes.filter { $0.method == .get && !$0.path.contains(":") && !$0.path.hasPrefix("/api") }
    var queue = roots.map(\.path) + more
    var (known, visits, same, other) = (Set(queue), [String: Int](), Set<String>(), [String: String]())
    while let path = queue.popLast() {
      for language in languages {
        guard let (there, route) = await server(path, language) else { continue }
        visits[route.path, default: 0] += 1
        if visits[route.path, default: 0] > 3 * languages.count { continue }
        guard case .page(let text) = there else { continue }
        for link in Self.links(text) where known.insert(link).inserted { queue.append(link) }
        let here = device(path, language)
        if here == there {
          same.insert(route.path)
        } else {
          other[route.path] = path + ": " + here.difference(to: there)
        }
      }
    }
    return (same, other)
  }

  private func scene(_ language: Language) -> Scene {
    Scene(
      words: TestWords.of(language), zone: .utc, now: school.clock.now, csrf: "proof",
      newIdempotencyKey: { ID(high: 7, low: 7) })
  }

  func request(_ path: String, _ language: Language) -> Request? {
    let parts = path.split(separator: "?", maxSplits: 1)
    guard let first = parts.first, case .route(let route, let names) = table.find(.get, String(first)),
      case .page = route.work
    else { return nil }
    if case .member(let roles) = route.access, !roles.contains(person.role) { return nil }
    let query = parts.count > 1 ? (try? Form(urlEncoded: String(parts[1]).utf8)) ?? Form() : Form()
    return request(route, String(first), names, query: query, language)
  }

  /// A form that waits to be sent, as its route reads it.
  func begin(_ pending: PendingRequest) throws(Refusal) -> CommandBegun {
    guard case .route(let route, let names) = table.find(.post, pending.path), case .command(let work) = route.work
    else { throw .notFound }
    return try work.begin(
      request(route, pending.path, names, form: Form(urlEncoded: pending.body), key: pending.key, .en))
  }

  private func request(
    _ route: Route, _ path: String, _ names: [String: String], query: Form = Form(), form: Form = Form(),
    key: ID<IdempotencyKey> = ID(high: 7, low: 7), _ language: Language
  ) -> Request {
    let identity = Identity(
      account: person.account, credential: .session, session: .none, name: person.name, language: language, look: nil,
      school: .init(
        id: person.school, name: "Rimon", role: person.role, kind: person.kind, zone: "UTC", language: .en,
        look: Appearance(),
        head: 0), schools: [], unread: 0, csrf: "proof")
    return Request(
      route: route, path: path, names: names, query: query, form: form, uploads: [], wants: .page,
      identity: identity, idempotencyKey: key, ifMatch: nil, scene: scene(language),
      source: "192.0.2.7", userAgent: "test")
  }

  func server(_ path: String, _ language: Language) async -> (Answered, Route)? {
    guard let request = request(path, language) else { return nil }
    return await server(request)
  }

  /// What a form that writes nothing is answered with.
  func asked(_ path: String, _ form: Form, _ language: Language) -> Request? {
    guard case .route(let route, let names) = table.find(.post, path), route.offline.roles.contains(person.role) else {
      return nil
    }
    return request(route, path, names, form: form, language)
  }

  func server(_ request: Request) async -> (Answered, Route)? {
    guard case .page(let read) = request.route.work else { return nil }
    do {
      let response = try await school.homeroom.ledger.read { try read(request, $0) }
      return (Answered(response, request.scene), request.route)
    } catch { return (.refused(error as? Refusal ?? .unavailable), request.route) }
  }

  func device(_ path: String, _ language: Language) -> Answered {
    request(path, language).map { device($0) } ?? .other
  }

  func device(_ request: Request) -> Answered {
    guard case .page(let read) = request.route.work else { return .other }
    do {
      let zones = school.clock.world.zones
      return try replica.read(now: school.clock.now, zones: zones) { tx throws(Refusal) in
        Answered(try read(request, tx), request.scene)
      }
    } catch { return .refused(error) }
  }

  /// The addresses of pages that a page leads to.
  static func links(_ page: String) -> [String] {
    page.split(separator: "href=\"").dropFirst().compactMap { part in
      let link = part.prefix { $0 != "\"" }
      guard link.hasPrefix("/"), !link.hasPrefix("/assets") else { return nil }
      return String(link.prefix { $0 != "#" }).replacing("&amp;", with: "&")
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A replica` {
  static let tables = Device.tables

  /// One of each role in each kind of school.
  ///
  /// - Parameter teachers: whether all teachers are among them: no two of them teach with the same things.
  func people(_ school: TestSchool, teachers: Bool = false) async throws -> [Person] {
    let all = try await school.homeroom.ledger.read { tx in
      try tx.rows(
        """
        SELECT a.id, a.name, m.school, m.role, s.kind FROM account a JOIN membership m ON m.account = a.id
        JOIN school s ON s.id = m.school ORDER BY s.kind, m.role, a.name
        """
      ) { row in
        Person(
          account: row.id(0), school: row.id(2), role: Role(rawValue: row.text(3)) ?? .student, kind: row.text(4),
          name: row.text(1))
      }
    }
    var seen: Set<String> = []
    return all.filter { teachers && $0.role == .teacher || seen.insert($0.kind + $0.role.rawValue).inserted }
  }

  /// Pages of few things among many of their kind: the terms of a lesson, what was last changed in a list.
  private func rare(of school: ID<Tenant>, _ served: TestSchool) async throws -> [String] {
    try await served.homeroom.ledger.read { tx in
      try tx.rows("SELECT id FROM lesson WHERE school = $1 ORDER BY id LIMIT 40", [.id(school)]) {
        FlashcardsPaths.making(from: $0.id(0))
      }
        + tx.rows(
          "SELECT id FROM checklist_template WHERE school = $1 ORDER BY \"updatedAt\" DESC LIMIT 3", [.id(school)]
        ) { TemplatesPaths.publication($0.id(0)) }
    }
  }

  @Test func `shows what the server shows, to every role, in two languages`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    school.clock.stop()
    var shown: Set<String> = []
    let offline = Services(sendsMail: false, mayFound: false).routes.filter {
      $0.method == .get && !$0.offline.roles.isEmpty
    }
    for person in try await people(school, teachers: true) {
      let walk = try await ReplicaWalk(school, person, Self.tables)
      let held = Set(offline.filter { $0.offline.roles.contains(person.role) }.map(\.path))
      _ = try await walk.pull(limit: 1000, wantsAllSums: true)
      #expect(walk.replica.cursor?.lag == [:], "\(person.kind) \(person.role) adds up to something else")
      let found = try await walk.compare(in: [.en, .ar], also: try await rare(of: person.school, school))
      let wrong = found.other.filter { held.contains($0.key) }
      #expect(wrong.isEmpty, "\(person.kind) \(person.role): \(wrong)")
      shown.formUnion(found.same.intersection(held))
    }
    // Nothing is said to be held that nobody was seen to hold.
    #expect(Set(offline.map(\.path)).subtracting(shown).isEmpty)
  }

  @Test(arguments: [Language.en, .ar])
  func `tries out other scores as the server does`(_ language: Language) async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    school.clock.stop()
    for person in try await people(school) where person.role == .student && person.kind == "k12" {
      let walk = try await ReplicaWalk(school, person, Self.tables)
      let found = try await school.homeroom.ledger.read { tx in
        try tx.first(
          """
          SELECT p.course, p.student, p.item FROM posted_score p JOIN student s ON s.school = p.school AND s.id = p.student
          WHERE s.account = $1 ORDER BY p.item LIMIT 1
          """, [.id(person.account)]
        ) { ($0.id(0, Course.self), $0.id(1, Student.self), $0.id(2, GradeItem.self)) }
      }
      let (course, student, item) = try #require(found)
      let path = "/courses/\(course.text)/grades/\(student.text)/what-if"
      for fields in [[("score." + item.text, "0")], [("goal", "95")], [("score." + item.text, "many")]] {
        let request = try #require(walk.asked(path, Form(fields.map { Form.Field($0.0, $0.1) }), language))
        let there = try #require(await walk.server(request)).0
        #expect(walk.device(request) == there)
        #expect(there != .other)
      }
    }
  }

  @Test(arguments: [(Dialect.sqlite, 7), (.postgres, 100_000)])
  func `that comes along has what a new one has`(_ dialect: Dialect, _ limit: Int) async throws {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    for person in try await people(school) where [.teacher, .guardian].contains(person.role) {
      let walk = try await ReplicaWalk(school, person, Self.tables, limit: limit)
      let buckets = try walk.held
      let lost = try #require(buckets.sorted { $0.text < $1.text }.first)
      for step in 0..<3 {
        try await school.write(in: person.school) { tx throws(Refusal) in
          if step == 0 { try tx.revoke(person.account, lost) } else if step == 1 { try tx.grant(person.account, lost) }
          try Self.changeRows(tx)
        }
        try await walk.pull(limit: limit)
        let fresh = try await ReplicaWalk(school, person, Self.tables)
        #expect(try walk.held.contains(lost) == (step > 0))
        #expect(try walk.replica.contents() == fresh.replica.contents(), "\(person.kind) \(person.role), step \(step)")
      }
    }
  }

  /// Says of every row of a few tables that it changed, and takes one of each away.
  private static func changeRows(_ tx: WriteTransaction) throws(Refusal) {
    for table in tables.byNumber.values where ["announcement_read", "mark", "notification"].contains(table.name) {
      let keys = try tx.keys(of: table, "", [])
      for key in keys { try tx.touch(table, key: key) }
      if let key = keys.first { try tx.remove(table, key: key) }
    }
  }

  @Test func `has a cursor that is read as it was written, and takes nothing else for one`() {
    let cursor = SyncCursor(
      epoch: 3, delivered: 184_229, asOf: 184_230, compaction: 7, schema: 4_294_967_295, lag: [7: 0, 12_345: 99])
    #expect(SyncCursor(cursor.text) == cursor)
    #expect(SyncCursor(SyncCursor(epoch: 1, schema: 0).text)?.lag == [:])
    for text in ["", "zz", "01", cursor.text + "00", String(cursor.text.dropLast(2)), "ff" + cursor.text] {
      #expect(SyncCursor(text) == nil, "\(text)")
    }
  }

  @Test func `begins anew when the books are others`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let person = try #require(try await people(school).first)
    let walk = try await ReplicaWalk(school, person, Self.tables)
    let cursor = try #require(walk.replica.cursor)
    var (other, later, older) = (cursor, cursor, cursor)
    other.epoch += 1
    later.delivered += 1
    older.schema += 1
    for (wrong, reason) in [(other, ResetReason.epoch), (later, .epoch), (older, .schema)] {
      let answer = try await school.homeroom.ledger.read { tx in
        try SyncPull(tx, Self.tables, school: person.school, account: person.account).answer(wrong)
      }
      guard case .reset(reason, cursor.epoch, _) = answer else { throw Refusal.stale }
    }
  }
}
