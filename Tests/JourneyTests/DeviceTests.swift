import App
import Base
import Core
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Sync
import Testing

/// One of the demo's people, with what their device would hold as the bytes of its file.
private struct Pocket {
  let identity: Identity
  let file: [UInt8]

  init(_ school: TestSchool, _ role: Role) async throws {
    identity = try await Self.identity(school, role)
    let tenant = try #require(identity.school).id
    let connection = try LiteConnection(inMemory: ())
    let replica = try Replica(connection, Device.tables, school: tenant, account: identity.account)
    let (account, cursor) = (identity.account, replica.cursor)
    let answer = try await school.homeroom.ledger.read { tx in
      try SyncPull(tx, Device.tables, school: tenant, account: account).answer(cursor, limit: .max)
    }
    guard case .page(let page) = answer else { throw Refusal.stale }
    try replica.take(page)
    let session = DeviceSession(
      identity, assets: "/assets/1", zones: [], sendsMail: false, mayFound: false)
    try replica.keep(session: try #require(session).json.string)
    file = try connection.bytes()
  }

  private static func identity(_ school: TestSchool, _ role: Role) async throws -> Identity {
    let found = try await school.homeroom.ledger.read { tx in
      try tx.first(
        """
        SELECT a.id, a.name, s.id, s.name, s.kind FROM account a JOIN membership m ON m.account = a.id
        JOIN school s ON s.id = m.school WHERE m.role = $1 ORDER BY s.kind DESC, a.name
        """, [.text(role.rawValue)]
      ) { ($0.id(0, Account.self), $0.text(1), $0.id(2, Tenant.self), $0.text(3), $0.text(4)) }
    }
    let (account, name, tenant, called, kind) = try #require(found)
    let membership = Identity.Membership(
      id: tenant, name: called, role: role, kind: kind, zone: "UTC", language: .en, look: Appearance(), head: 0)
    return Identity(
      account: account, credential: .session, session: .none, name: name, language: .en, look: nil,
      school: membership, schools: [], unread: 0, csrf: "")
  }

  func open() throws -> Device {
    let device = try Device(Replica(opening: LiteConnection(copying: file), Device.tables))
    try device.learn(TestWords.all.file(.en).bytes)
    return device
  }
}

@Suite struct `A device` {
  private static let seed = "00112233445566778899aabbccddeeff"

  private func asked(_ path: String, _ school: TestSchool, accept: String = "text/html") -> DeviceRequest {
    var request = DeviceRequest(.get, path, now: school.clock.now, seed: Self.seed)
    request.accept = accept
    return request
  }

  private func response(_ answer: DeviceAnswer) throws -> DeviceResponse {
    guard case .response(let response) = answer else { throw Refusal.unavailable }
    return response
  }

  @Test func `knows whose it is when it is opened again, and how far it had come`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let pocket = try await Pocket(school, .teacher)
    let device = try pocket.open()
    #expect(device.session.identity.account == pocket.identity.account)
    let again = try DeviceSession(device.session.json)
    #expect(again.json == device.session.json)
    let replica = try Replica(opening: LiteConnection(copying: pocket.file), Device.tables)
    let cursor = try #require(replica.cursor)
    let (account, tenant) = (replica.account, replica.school)
    let answer = try await school.homeroom.ledger.read { tx in
      try SyncPull(tx, Device.tables, school: tenant, account: account).answer(cursor)
    }
    guard case .page(let page) = answer else { throw Refusal.stale }
    #expect(page.changes.isEmpty && page.isComplete)
  }

  @Test func `answers with the whole document, and leaves programs to the server`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let device = try await Pocket(school, .teacher).open()
    let page = try response(device.answer(asked("/attendance", school)))
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(page.status == 200 && text.hasPrefix("<!doctype html>") && text.contains("data-page=\"attendance."))
    #expect(text.contains("href=\"/messages\"") && text.contains(device.session.identity.name))
    guard case .server = device.answer(asked("/api/v1/attendance", school, accept: "application/json")) else {
      Issue.record("the data of a page is the server's to say")
      return
    }
  }

  @Test func `keeps closed what is closed, and leaves to the server what only it can do`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let device = try await Pocket(school, .student).open()
    let closed = try response(device.answer(asked("/members/invites", school)))
    #expect(closed.status == 404)
    #expect(try response(device.answer(asked("/classes/\(ID<Classroom>.none.text)", school))).status == 404)
    for path in ["/no/such/page", "/sign-in", "//attendance", "/attendance/", "/a%20b", "", "attendance", "/catalogue"]
    {
      guard case .server = device.answer(asked(path, school)) else {
        Issue.record("\(path) is the server's")
        continue
      }
    }
    let command = DeviceRequest(.post, "/announcements", now: school.clock.now, seed: Self.seed)
    guard case .server = device.answer(command) else {
      Issue.record("nothing is carried out here")
      return
    }
  }

  @Test func `is not made of what is no replica`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let file = try await Pocket(school, .guardian).file
    #expect(throws: SQLFailure.self) { try LiteConnection(copying: []) }
    #expect(throws: SQLFailure.self) { try LiteConnection(copying: Array("no database".utf8)) }
    #expect(throws: SQLFailure.self) { try Replica(opening: LiteConnection(inMemory: ()), Device.tables) }
    let replica = try Replica(opening: LiteConnection(copying: file), Device.tables)
    for session in ["", "{}", "nonsense"] {
      try replica.keep(session: session)
      #expect(throws: Refusal.self) { try Device(replica) }
    }
    #expect(throws: SQLFailure.self) { try Replica(opening: LiteConnection(copying: file), SyncTables([])) }
  }

  @Test(arguments: [
    "{}", #"{"method":"GET","path":"/"}"#,
    #"{"method":"PUT","path":"/","now":1,"seed":"00112233445566778899aabbccddeeff"}"#,
    #"{"method":"GET","path":"/","now":1,"seed":"short"}"#, #"{"method":"GET","path":7,"now":"x","seed":""}"#,
  ])
  func `takes nothing for a request that is none`(_ text: String) throws {
    let json = try JSON(Array(text.utf8))
    #expect(throws: Refusal.self) { try DeviceRequest(json) }
  }
}
