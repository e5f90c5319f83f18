import Base
import Classroom
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing
import Web

@testable import Talk
@testable import TalkServer

@Suite struct `An absence is told to the guardians` {
  @Test(arguments: Dialect.allCases)
  func `each guardian once, in their own inbox, with a path to the child`(_ dialect: Dialect) async throws {
    let school = try await NotificationsSchool.open(dialect)
    try await school.mark("absent")
    for person in [NotificationsSchool.Person.leila, .adam] {
      let item = try #require(try await school.inbox(person).first)
      #expect(item.phrase == Phrase("notifications.absence", .text("Maya Levi"), .text("7B"), .text("Morning")))
      #expect(item.path == "/students/\(school.maya.text)/attendance" && item.kind == "absence" && item.readAt == nil)
      #expect(try await school.unread(person) == 1)
    }
    for person in [NotificationsSchool.Person.omar, .dana] { #expect(try await school.inbox(person).isEmpty) }
  }

  @Test(arguments: Dialect.allCases)
  func `told again it is one notification, after a crash too`(_ dialect: Dialect) async throws {
    let school = try await NotificationsSchool.open(dialect)
    try await school.mark("absent")
    let entries = try await school.ledger.read { try Journal.entries($0, school: school.school, after: 0, limit: 1000) }
    try await school.ledger.write(
      CommandEnvelope(school.ledger.world.id(), "test.again", school: school.school, by: nil)
    ) { tx in
      for entry in entries { try followAbsences(entry, tx) }
      return ""
    }
    try await school.mark("late")
    try await school.mark("absent")
    #expect(try await school.inbox(.leila).count == 1)
  }

  @Test(arguments: ["present", "late", "excused", "none"])
  func `put right before it was read, it is taken back`(_ status: String) async throws {
    let school = try await NotificationsSchool.open()
    try await school.mark("absent")
    try await school.mark(status)
    #expect(try await school.inbox(.leila).isEmpty)
    #expect(try await school.unread(.leila) == 0)
  }

  @Test func `what was read stays, and is not told a second time`() async throws {
    let school = try await NotificationsSchool.open()
    try await school.mark("absent")
    let item = try #require(try await school.inbox(.leila).first)
    _ = try await school.send(.post, "/notifications/read-one", Form(["notification": item.id.text]), as: .leila)
    try await school.mark("present")
    try await school.mark("absent")
    #expect(try await school.inbox(.leila).map(\.id) == [item.id])
    #expect(try await school.unread(.leila) == 0)
    #expect(try await school.unread(.adam) == 1)
  }

  @Test func `undoing the tap takes it back as well`() async throws {
    let school = try await NotificationsSchool.open()
    let path = AttendancePaths.register(school.period(1), NotificationsSchool.monday)
    let tap = try await school.send(.post, path, Form([Form.Field("marks." + school.maya.text, "absent")]), as: .omar)
    try await school.follow()
    #expect(try await school.unread(.leila) == 1)
    guard case .redirect(_, let toast) = tap.body, let undo = toast?.undo else { throw Refusal.notFound }
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    try await school.follow()
    #expect(try await school.inbox(.leila).isEmpty)
  }

  @Test func `excused is no news, and last week is no news either`() async throws {
    let school = try await NotificationsSchool.open()
    try await school.mark("excused")
    try await school.mark("absent", on: NotificationsSchool.monday.plus(days: -7))
    #expect(try await school.inbox(.leila).isEmpty)
  }
}

@Suite struct `An absence that the family reports` {
  private static let monday = NotificationsSchool.monday

  private func report(_ school: NotificationsSchool, _ first: Day, _ last: Day) async throws -> String {
    let form = Form(["from": first.text, "until": last.text, "reason": "Dentist"])
    let path = AttendancePaths.absences(school.maya)
    let answer = try await school.send(.post, path, form, as: .leila)
    try await school.follow()
    guard case .text(let id)? = answer.json()["id"] else { throw Refusal.notFound }
    return path + "/" + id
  }

  @Test(arguments: Dialect.allCases)
  func `is told to the teachers and the office, and taken back when she comes after all`(_ dialect: Dialect)
    async throws
  {
    let school = try await NotificationsSchool.open(dialect)
    let path = try await report(school, Self.monday, Self.monday)
    for person in [NotificationsSchool.Person.omar, .dana] {
      let told = try await school.inbox(person)
      #expect(told.map(\.phrase) == [Phrase("notifications.reported", .text("Maya Levi"), .text("Leila"))])
      #expect(told.map(\.path) == [AttendancePaths.absences(school.maya)])
    }
    for person in [NotificationsSchool.Person.leila, .adam] { #expect(try await school.inbox(person).isEmpty) }
    try await school.send(.post, path + "/withdraw", as: .adam)
    try await school.follow()
    for person in NotificationsSchool.Person.allCases { #expect(try await school.inbox(person).isEmpty) }
  }

  @Test func `is no news when it is over`() async throws {
    let school = try await NotificationsSchool.open()
    _ = try await report(school, Self.monday.plus(days: -4), Self.monday.plus(days: -3))
    for person in NotificationsSchool.Person.allCases { #expect(try await school.inbox(person).isEmpty) }
    _ = try await report(school, Self.monday.plus(days: -1), Self.monday)
    #expect(try await school.inbox(.omar).count == 1, "today is in it")
  }
}

@Suite struct `Devices that ring` {
  private static let caller = Caller(account: ID(high: 1, low: 1), school: ID(high: 1, low: 2), role: .guardian)
  private static let now = Instant(milliseconds: 0)

  @Test func `are taken away by their owner alone, and are as many as one may have`() throws {
    let command = RemoveDevice(endpoint: "https://push.example/1")
    #expect(try command.permit(for: Self.caller, owner: Self.caller.account, now: Self.now).command.endpoint != "")
    for owner in [ID<Account>(high: 1, low: 9), nil] {
      #expect(throws: Refusal.notFound) { try command.permit(for: Self.caller, owner: owner, now: Self.now) }
    }
    let adding = try AddDevice(`A device`.form("https://fcm.googleapis.com/x"))
    let (most, many) = (AddDevice.most, Refusal.conflict(Phrase("notifications.devices-many")))
    _ = try adding.permit(for: Self.caller, isAdmitted: true, count: most - 1, now: Self.now)
    #expect(throws: many) { try adding.permit(for: Self.caller, isAdmitted: true, count: most, now: Self.now) }
  }
}

@Suite struct `An inbox` {
  @Test(arguments: Dialect.allCases)
  func `is read by its owner alone, once`(_ dialect: Dialect) async throws {
    let school = try await NotificationsSchool.open(dialect)
    try await school.mark("absent")
    let item = try #require(try await school.inbox(.leila).first)
    let form: Form = Form(["notification": item.id.text])
    await #expect(throws: Refusal.notFound) {
      _ = try await school.send(.post, "/notifications/read-one", form, as: .adam)
    }
    let idempotencyKey = school.ledger.world.id(IdempotencyKey.self)
    _ = try await school.send(.post, "/notifications/read-one", form, as: .leila, idempotencyKey: idempotencyKey)
    let readAt = try await school.inbox(.leila).first?.readAt
    _ = try await school.send(.post, "/notifications/read-one", form, as: .leila, idempotencyKey: idempotencyKey)
    _ = try await school.send(.post, "/notifications/read-one", form, as: .leila)
    #expect(readAt != nil)
    #expect(try await school.inbox(.leila).first?.readAt == readAt)
    let last = try await school.ledger.read { try Journal.entries($0, school: school.school, after: 0, limit: 1000) }
      .last
    #expect(last?.command == "notifications.mark-read")
    #expect(last?.rows.split(separator: "\n").count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `opens what it tells of by a form, which reads it, and by an address, which does not`(
    _ dialect: Dialect
  ) async throws {
    let school = try await NotificationsSchool.open(dialect)
    try await school.mark("absent")
    let item = try #require(try await school.inbox(.leila).first)
    let path = "/notifications/\(item.id.text)"
    for _ in 0..<2 {
      let html = try await school.shown(path, as: .leila)
      #expect(html.contains("action=\"\(path)\" data-read=\"now\"") && html.contains("Maya Levi"))
    }
    #expect(try await school.unread(.leila) == 1)
    for method in [Router.Method.get, .post] {
      #expect(await school.refusal(method, path, as: .adam) == .notFound)
    }
    #expect(try await school.send(.post, path, as: .leila).path == item.path)
    #expect(try await school.unread(.leila) == 0)
    #expect(try await school.send(.get, path, as: .leila).path == item.path)
  }

  @Test(arguments: Dialect.allCases)
  func `can be read as a whole, and other inboxes stay as they are`(_ dialect: Dialect) async throws {
    let school = try await NotificationsSchool.open(dialect)
    try await school.mark("absent")
    school.clock.set(NotificationsSchool.zone.instant(NotificationsSchool.monday.plus(days: 1), minute: 500))
    try await school.mark("absent", on: NotificationsSchool.monday.plus(days: 1))
    #expect(try await school.unread(.leila) == 2)
    _ = try await school.send(.post, "/notifications/read", as: .leila)
    #expect(try await school.unread(.leila) == 0)
    #expect(try await school.unread(.adam) == 2)
  }

  @Test func `goes on after fifty, newest first, none twice and none missing`() async throws {
    let school = try await NotificationsSchool.open()
    let leila = NotificationsSchool.account(.leila)
    try await school.ledger.write(
      CommandEnvelope(school.ledger.world.id(), "test.many", school: school.school, by: nil)
    ) { tx in
      for number in 0..<120 {
        try NotificationsStore(tx: tx).tell(
          leila, ID(high: 0x8000, low: 1 << 63 | UInt64(number)), kind: "absence", Phrase("notifications.title"),
          path: "/")
      }
      return ""
    }
    var (seen, after) = ([ID<Notification>](), String?.none)
    repeat {
      let part = try await school.inboxPage(.leila, after: after)
      seen += part.items.map(\.id)
      after = part.next
    } while after != nil
    #expect(seen.count == 120 && Set(seen).count == 120)
  }

  @Test(arguments: Language.allCases)
  func `speaks the reader's language, marks what is unread, and praises an empty one`(_ language: Language) async throws
  {
    let school = try await NotificationsSchool.open()
    let scene = school.scene(language)
    let empty = try await school.inboxPage(.leila)
    #expect(inboxPage(empty, scene).body.string.contains(scene.words("notifications.none")))
    try await school.mark("absent")
    let html = inboxPage(try await school.inboxPage(.leila), scene).body.string
    #expect(html.contains("data-unread") && html.contains("Maya Levi") && !html.contains("notifications."))
    let item = try #require(try await school.inbox(.leila).first)
    #expect(html.contains("href=\"/notifications/\(item.id.text)\""))
    _ = try await school.send(.post, "/notifications/\(item.id.text)", as: .leila)
    let read = inboxPage(try await school.inboxPage(.leila), scene).body.string
    #expect(read.contains("href=\"/students/\(school.maya.text)/attendance\""))
  }

  @Test func `hears at once what arrives and what is taken back, with the bell`() async throws {
    let school = try await NotificationsSchool.open()
    let view = try #require(notificationViews(school.server).first)
    var changes = school.ledger.changes().makeAsyncIterator()
    let leila = NotificationsSchool.account(.leila).text
    try await school.mark("absent")
    var change = try #require(await changes.next())
    while !change.command.hasPrefix("follower.") { change = try #require(await changes.next()) }
    #expect(view.touched(change) == [leila, NotificationsSchool.account(.adam).text])
    let scene = school.scene()
    let inbox = try await school.inboxPage(.leila).topics
    #expect(try await school.ledger.tells(inbox, of: change, to: school.caller(.leila)) == true)
    #expect(try await school.ledger.tells(inbox, of: change, to: school.caller(.adam)) == nil)
    let arrived = try #require(try await view.render(leila, change, scene)).string
    #expect(arrived.contains("data-op=\"replace\" data-target=\"bell\"") && arrived.contains("data-dot"))
    #expect(!arrived.contains("csrf"))
    try await school.mark("late")
    repeat { change = try #require(await changes.next()) } while !change.command.hasPrefix("follower.")
    let gone = try #require(try await view.render(leila, change, scene)).string
    #expect(!gone.contains("data-dot"))
    #expect(try await school.ledger.tells(inbox, of: change, to: school.caller(.leila)) == true)
    let stranger = try await view.maySee(leila, school.caller(.adam))
    #expect(!stranger)
  }

  @Test func `the same absence has the same name for one person and another for the next`() {
    let (session, student) = (ID<LessonSession>(high: 1, low: 2), ID<Student>(high: 3, low: 4))
    let ids = (0..<2000).map { Notification.id(absence: session, student, to: ID(high: 5, low: UInt64($0))) }
    #expect(Set(ids).count == 2000)
    #expect(ids[7] == Notification.id(absence: session, student, to: ID(high: 5, low: 7)))
  }
}
