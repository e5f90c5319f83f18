import Base
import Crypto
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Mail
import People
import Router
import School
import Testing
import Web

import struct Foundation.Data
import class Foundation.FileManager

@testable import Talk
@testable import TalkServer

/// The little school with a post office: letters land in a folder of its own.
struct NotificationsOffice: Sendable {
  let school: NotificationsSchool
  let post: DeliveryService
  let outbox: Outbox
  let server: NotificationsServer

  static func open(_ dialect: Dialect, _ name: String, mailer: Mailer? = nil) async throws -> NotificationsOffice {
    let school = try await NotificationsSchool.open(dialect)
    let directory = FileManager.default.temporaryDirectory.path + "/homeroom-office-\(name)-\(dialect.rawValue)"
    try? FileManager.default.removeItem(atPath: directory)  // of a run before, if there was one
    let outbox = Outbox(directory)
    let carriers = Carriers(
      mailer: mailer ?? Mailer(.folder(outbox)), from: .nowhere, contact: "mailto:it@rimon.example",
      httpClient: HTTPClient(hosts: AllowedHosts(more: ["127.0.0.1:9"])), apns: nil, origin: "https://rimon.example",
      catalogue: TestWords.all, count: { _ in }, log: { _ in })
    let post = DeliveryService(ledger: school.ledger, carriers: carriers)
    var server = school.server
    server.post = post
    try await school.ledger.write(CommandEnvelope(school.ledger.world.id(), "test.mail", school: .server, by: nil)) {
      tx in
      for person in [NotificationsSchool.Person.leila, .adam] {
        try tx.execute(
          "UPDATE account SET email = $2, language = $3 WHERE id = $1",
          [
            .id(NotificationsSchool.account(person)), .text("\(person)@example.org"),
            .text(person == .leila ? "ar" : "en"),
          ])
      }
      return ""
    }
    return NotificationsOffice(school: school, post: post, outbox: outbox, server: server)
  }

  var letters: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: outbox.directory)) ?? []  // no folder, no letters
    return names.sorted().compactMap { try? String(contentsOfFile: outbox.directory + "/" + $0, encoding: .utf8) }
  }

  func letter(to person: NotificationsSchool.Person) -> [String] {
    letters.filter { $0.contains("<\(person)@example.org>\r\n") }
  }

  /// The parts of a letter as they are read.
  static func read(_ letter: String) -> String {
    letter.components(separatedBy: "\r\n\r\n").dropFirst().compactMap { part in
      Data(base64Encoded: String(part.prefix { $0 != "-" }), options: .ignoreUnknownCharacters)
        .map { String(decoding: $0, as: UTF8.self) }
    }.joined(separator: "\n")
  }

  func set(_ hour: Int, _ minute: Int = 0, day: Int = 0) {
    school.clock.set(
      NotificationsSchool.zone.instant(NotificationsSchool.monday.plus(days: day), minute: hour * 60 + minute))
  }

  /// Somebody is told of so many things.
  func tell(_ person: NotificationsSchool.Person, _ numbers: Range<Int>, kind: String = "grade") async throws {
    try await school.ledger.write(
      CommandEnvelope(school.ledger.world.id(), "test.tell", school: school.school, by: nil)
    ) { tx in
      for number in numbers {
        try NotificationsStore(tx: tx).tell(
          NotificationsSchool.account(person), id(person, number), kind: kind,
          Phrase("notifications.absence", .text("Child \(number)"), .text("7B"), .text("Maths")), path: "/",
          about: school.room.cast())
      }
      return ""
    }
  }

  func id(_ person: NotificationsSchool.Person, _ number: Int) -> ID<Notification> {
    ID(high: 0x8000 | (NotificationsSchool.account(person).low & 0xFFF) << 32, low: 1 << 63 | UInt64(number))
  }

  func choose(_ preferences: NoticePreferences, muted: [ID<NoticeSubject>] = [], as person: NotificationsSchool.Person)
    async throws
  {
    let (caller, school) = (school.caller(person), school.school)
    try await self.school.ledger.write(
      CommandEnvelope(self.school.ledger.world.id(), ChooseNotices.name, school: school, by: caller.account)
    ) { tx in
      let command = ChooseNotices(preferences: preferences, muted: muted)
      try NotificationsPreferencesStore(tx: tx).save(
        command.permit(for: caller, subjects: Set(muted), now: tx.now))
      return ""
    }
  }

  func states() async throws -> [String] {
    try await school.ledger.read { tx in
      try tx.rows("SELECT channel, state FROM delivery ORDER BY channel, state") { $0.text(0) + " " + $0.text(1) }
    }
  }
}

@Suite struct `A letter about the day` {
  @Test(arguments: Dialect.allCases)
  func `is one for each person over everything, at their hour, in their language`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "digest")
    try await office.tell(.leila, 0..<3)
    try await office.tell(.adam, 0..<1)
    try await office.post.settleAll()
    #expect(office.letters.isEmpty)
    office.set(17, 1)
    try await office.post.settleAll()
    try await office.post.settleAll()
    #expect(office.letters.count == 2)
    let letter = try #require(office.letter(to: .leila).first)
    #expect(
      letter.contains("Content-Language: ar\r\n")
        && letter.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"))
    let text = NotificationsOffice.read(letter)
    for number in 0..<3 {
      #expect(text.contains("Child \(number)"))
      #expect(text.contains("https://rimon.example/notifications/" + office.id(.leila, number).text))
    }
    #expect(text.contains("dir=\"rtl\""))
    // What comes later that day goes with tomorrow's.
    try await office.tell(.leila, 3..<4)
    office.set(17, 30)
    try await office.post.settleAll()
    #expect(office.letters.count == 2)
    office.set(17, 1, day: 1)
    try await office.post.settleAll()
    #expect(office.letter(to: .leila).count == 2)
  }

  @Test(arguments: Dialect.allCases)
  func `does not say what was read or taken back meanwhile`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "read")
    try await office.tell(.leila, 0..<3)
    try await office.post.settleAll()
    _ = try await office.school.send(
      .post, "/notifications/read-one", Form(["notification": office.id(.leila, 0).text]), as: .leila)
    try await office.school.ledger.write(
      CommandEnvelope(office.school.ledger.world.id(), "test.back", school: office.school.school, by: nil)
    ) { tx in
      try NotificationsStore(tx: tx).takeBack(office.id(.leila, 1))
      return ""
    }
    office.set(17, 1)
    try await office.post.settleAll()
    let text = NotificationsOffice.read(try #require(office.letters.first))
    #expect(!text.contains("Child 0") && !text.contains("Child 1") && text.contains("Child 2"))
    try await office.tell(.adam, 0..<1)
    try await office.post.sort()
    _ = try await office.school.send(.post, "/notifications/read", as: .adam)
    office.set(17, 1, day: 1)
    try await office.post.settleAll()
    #expect(office.letter(to: .adam).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `told again after a crash, it is not written again`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "again")
    try await office.choose(
      NoticePreferences(
        ways: [.grade: .init(push: true, mail: .once)], digestAt: 1020, quiet: nil, restsOnWeekends: false, leads: []),
      as: .leila)
    for _ in 0..<3 {
      try await office.tell(.leila, 0..<1)
      try await office.post.settleAll()
    }
    #expect(office.letters.count == 1)
    #expect(try await office.states() == ["mail sent"])
    // Taken back unread and told anew, it has been sent all the same.
    try await office.school.ledger.write(
      CommandEnvelope(office.school.ledger.world.id(), "test.back", school: office.school.school, by: nil)
    ) { tx in
      try NotificationsStore(tx: tx).takeBack(office.id(.leila, 0))
      return ""
    }
    try await office.tell(.leila, 0..<1)
    try await office.post.settleAll()
    #expect(try await office.states() == ["mail sent"])
  }

  @Test(arguments: Dialect.allCases)
  func `waits for the morning in quiet hours, and goes nowhere for what is muted`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "quiet")
    let once = NoticePreferences(
      ways: [.grade: .init(push: true, mail: .once)], digestAt: 1020, quiet: (20 * 60, 7 * 60), restsOnWeekends: false,
      leads: [])
    try await office.choose(once, as: .leila)
    try await office.choose(once, muted: [office.school.room.cast()], as: .adam)
    office.set(22)
    try await office.tell(.leila, 0..<2)
    try await office.tell(.adam, 0..<1)
    try await office.post.settleAll()
    #expect(office.letters.isEmpty)
    office.set(7, 1, day: 1)
    try await office.post.settleAll()
    #expect(office.letters.count == 1)
    #expect(NotificationsOffice.read(office.letters[0]).contains("Child 1"))
    #expect(try await office.school.unread(.adam) == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `stops for who asks by the letter, and for nobody else`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "stop")
    let leila = NotificationsSchool.account(.leila)
    let token = try await office.post.unsubscribeToken(leila, in: office.school.school)
    let named = try #require(try await office.post.reader(ofToken: token))
    #expect(named.account == leila && named.school == office.school.school)
    #expect(
      try await office.post.reader(ofToken: token.replacing(token.prefix(1), with: "_", maxReplacements: 1)) == nil)
    #expect(try await office.post.reader(ofToken: "") == nil)
    try await office.school.ledger.write(
      CommandEnvelope(office.school.ledger.world.id(), StopMail.name, school: office.school.school, by: leila)
    ) { tx in
      try NotificationsPreferencesStore(tx: tx).save(
        StopMail().permit(for: Caller(account: leila, school: tx.school, role: .guardian), now: tx.now))
      return ""
    }
    try await office.tell(.leila, 0..<1)
    try await office.tell(.adam, 0..<1)
    office.set(17, 1)
    try await office.post.settleAll()
    #expect(office.letters.count == 0)
    office.set(17, 1, day: 1)
    try await office.post.settleAll()
    #expect(office.letter(to: .leila).isEmpty && office.letter(to: .adam).count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `waits for as long as the mail server is down, and nobody else waits`(_ dialect: Dialect) async throws {
    // Port 9 of this machine: nobody listens.
    let down = Mailer(.server(SMTPServer(url: "smtp://127.0.0.1:9")))
    let office = try await NotificationsOffice.open(dialect, "down", mailer: down)
    try await office.tell(.leila, 0..<1)
    try await office.tell(.adam, 0..<1)
    try await office.post.sort()
    office.set(17, 1)
    #expect(try await !office.post.sendMail())
    for day in 1...20 {
      office.set(17, 1, day: day)
      try await office.post.sendMail()
    }
    // Nobody was met, so no try is counted, and nothing is lost.
    let tries = try await office.school.ledger.read { try $0.count("SELECT count(*) FROM delivery WHERE tries > 0") }
    #expect(tries == 0)
    #expect(try await office.states() == ["digest waiting", "digest waiting"])
    #expect(try await office.school.inbox(.leila).count == 1)
  }

  @Test func `of its own is written once and forgotten`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "own")
    let letter = OwnEmail(
      to: "new@example.org", name: "علي\r\nBcc: x@y.example", language: .ar,
      subject: Phrase("members.letter.subject", .text("Rimon")), paragraphs: [Phrase("members.letter.once")],
      path: "/join?code=ABC", action: Phrase("members.letter.join"))
    for _ in 0..<2 {
      try await office.school.ledger.write(
        CommandEnvelope(office.school.ledger.world.id(), "test.write", school: office.school.school, by: nil)
      ) { tx in
        try NotificationsStore(tx: tx).write(letter, id: ID(high: 0x8000, low: 1 << 63 | 5))
        return ""
      }
      try await office.post.settleAll()
    }
    #expect(office.letters.count == 1)
    #expect(NotificationsOffice.read(office.letters[0]).contains("https://rimon.example/join?code=ABC"))
    #expect(!office.letters[0].contains("\r\nBcc"))
    let kept = try await office.school.ledger.read {
      try $0.count("SELECT count(*) FROM delivery WHERE content IS NOT NULL")
    }
    #expect(kept == 0)
  }
}

@Suite struct `A device` {
  static let key = P256.KeyAgreement.PrivateKey().publicKey.x963Representation
  static func form(_ endpoint: String) -> Form {
    Form([
      .init("endpoint", endpoint), .init("p256dh", Base64URL.text(key)),
      .init("auth", Base64URL.text([UInt8](repeating: 7, count: 16))),
    ])
  }

  @Test(arguments: Dialect.allCases)
  func `that answers 410 is forgotten; one that is not a push service's is refused`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "device")
    #expect(throws: Refusal.self) { try AddDevice(Form([.init("endpoint", "x")])) }
    let command = try AddDevice(Self.form("https://evil.example/push"))
    #expect(throws: Refusal.self) {
      try command.permit(for: office.school.caller(.leila), isAdmitted: false, count: 0, now: .init(milliseconds: 0))
    }
    try await office.school.ledger.write(
      CommandEnvelope(office.school.ledger.world.id(), "test.add", school: .server, by: nil)
    ) {
      tx in
      let good = try AddDevice(Self.form("https://fcm.example/gone"))
      let permit = try good.permit(for: office.school.caller(.leila), isAdmitted: true, count: 0, now: tx.now)
      try NotificationsDevicesStore(tx: tx).save(permit, session: ID(high: 9, low: 1), agent: "test")
      try tx.execute(
        "INSERT INTO token (hash, id, account, label, \"createdAt\", \"seenAt\") VALUES ($1, $2, $3, '', $4, NULL)",
        [
          .bytes([1]), .id(ID<SessionRecord>(high: 9, low: 1)), .id(NotificationsSchool.account(.leila)),
          .instant(tx.now),
        ])
      return ""
    }
    try await office.tell(.leila, 0..<2, kind: "absence")
    try await office.post.settleAll()
    // An address outside the list is gone for good: nothing was asked of it.
    let left = try await office.school.ledger.read {
      try NotificationsDevicesStore(tx: $0).devices(of: NotificationsSchool.account(.leila)).count
    }
    #expect(left == 0)
    #expect(try await office.states() == ["mail sent", "mail sent", "push dropped", "push dropped"])
  }

  @Test func `of a session that has ended rings no more`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "session")
    try await office.school.ledger.write(
      CommandEnvelope(office.school.ledger.world.id(), "test.add", school: .server, by: nil)
    ) {
      tx in
      let permit = try AddDevice(Self.form("https://fcm.googleapis.com/x"))
        .permit(for: office.school.caller(.leila), isAdmitted: true, count: 0, now: tx.now)
      try NotificationsDevicesStore(tx: tx).save(permit, session: ID(high: 9, low: 9), agent: "test")
      return ""
    }
    let ringing = try await office.school.ledger.read {
      try NotificationsDevicesStore(tx: $0).ringing(for: NotificationsSchool.account(.leila))
    }
    #expect(ringing.isEmpty)
  }
}
