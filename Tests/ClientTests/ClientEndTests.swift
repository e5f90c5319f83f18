import App
import Base
import Core
import Database
import Demo
import Foundation
import HomeroomClient
import HomeroomTesting
import Ledger
import Router
import School
import Sync
import Testing

/// What a device may see ends, on the server or because it has not been heard of for long.
@Suite(.timeLimit(.minutes(10))) struct `A client whose right to the rows ends` {
  @Test func `drops them when its token was ended, and keeps what was not sent`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    for number in 0..<200 { try await phone.report("kept \(number)", of: child, in: number) }
    let browser = try await school.signedIn(Phone.mother)
    let tokens = try await browser.get("/api/v1/tokens", accept: "application/json").json().readList("tokens")
    let token = try #require(tokens.first { $0.readText("label") == "Homeroom" }?.readText("id"))
    #expect(try await browser.post("/account/tokens/\(token)/revoke").status == 303)

    let file = try await phone.ended()
    #expect(
      try file.map { $0.readText("body") ?? "" }.filter { $0.contains("kept+") || $0.contains("kept%20") }.count == 200)
    #expect(try await school.reasons("kept") == [])
    #expect(!FileManager.default.fileExists(atPath: phone.folder.appendingPathComponent("replica.sqlite").path))
    #expect(!FileManager.default.fileExists(atPath: phone.folder.appendingPathComponent("token").path))
    await #expect(throws: ClientError.signedOut) { try await phone.client.page("/messages") }
    await #expect(throws: ClientError.signedOut) { try await phone.client.sync() }
    // Whoever signs in again has everything again.
    try await phone.client.signIn(identifier: Phone.mother, password: DemoSchool.password)
    try await phone.client.sync()
    try await phone.expectFresh(school)
  }

  @Test(arguments: Dialect.allCases)
  func `drops them when its person is a member no more, and keeps what was not sent`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    for number in 0..<20 { try await phone.report("kept \(number)", of: child, in: number) }
    let account = try #require(await phone.client.session).identity.account
    let office = try await school.signedIn("dana@rimon.example")
    #expect(try await office.post("/members/\(account.text)/remove").status == 303)

    #expect(try await phone.ended().count == 20)
    #expect(try await school.reasons("kept") == [])
    #expect(try await phone.client.contents().isEmpty)
  }

  @Test func `keeps the text of two hundred requests about a child that is not its person's any more`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    let account = try #require(await phone.client.session).identity.account.text
    var keys: [ID<IdempotencyKey>] = []
    for number in 0..<200 { keys.append(try await phone.report("mine \(number)", of: child, in: number)) }
    let office = try await school.signedIn("dana@rimon.example")
    let removal = "/students/\(child)/guardians/removal"
    #expect(try await office.post(removal, [("account", account)]).status == 303)

    let report = try await phone.client.sync()
    #expect(report.sent == 0 && report.refused == 200 && report.isComplete)
    let tray = try await phone.client.tray()
    #expect(tray.map(\.key) == keys)
    #expect(Set(tray.map(\.outcome)).count == 1, "nothing is said of what may not be seen")
    #expect(tray.allSatisfy { String(decoding: $0.body, as: UTF8.self).contains("mine") })
    #expect(try await phone.client.data("/attendance").readList("children").count == 1)
    try await phone.expectFresh(school)

    // Given back, it may be said again.
    #expect(try await office.post("/students/\(child)/guardians", [("account", account)]).status == 303)
    for key in keys { try await phone.client.retry(key) }
    #expect(try await phone.settle(most: 2))
    #expect(try await school.homeroom.carriedOut(keys) == keys)
    #expect(try await phone.client.tray().isEmpty)
    try await phone.expectFresh(school)
  }

  @Test(arguments: Dialect.allCases)
  func `drops a bucket and has it again, whatever it wrote about it meanwhile`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let session = try #require(await phone.client.session)
    let (account, tenant) = (session.identity.account, session.school.id)
    let buckets = try await phone.client.read { reading in
      try reading.tx.rows("SELECT kind, bucket FROM member") { Bucket(Bucket.Kind($0.text(0)), $0.id(1, Bucket.self)) }
    }
    let before = try await phone.client.contents()
    for bucket in buckets.sorted(by: { $0.text < $1.text }).prefix(4) {
      try await school.write(in: tenant) { tx throws(Refusal) in try tx.revoke(account, bucket) }
      #expect(try await phone.client.sync().isComplete)
      // Taken and given again between two pulls, and given again after one.
      try await school.write(in: tenant) { tx throws(Refusal) in try tx.grant(account, bucket) }
      try await school.write(in: tenant) { tx throws(Refusal) in try tx.revoke(account, bucket) }
      try await school.write(in: tenant) { tx throws(Refusal) in try tx.grant(account, bucket) }
      #expect(try await phone.client.sync().isComplete)
      #expect(try await phone.client.contents() == before, "\(bucket.text)")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `shows nothing after fourteen days, and everything once it has spoken to the server`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    try await phone.report("long ago", of: try await phone.child(), in: 60)
    phone.clock.advance(days: 13)
    #expect(try await phone.client.page("/messages").contains("<!doctype html>"))
    for days: Int64 in [27, 40] {
      phone.clock.advance(days: days)
      school.clock.set(phone.clock.now)
      await #expect(throws: ClientError.locked) { try await phone.client.page("/messages") }
      await #expect(throws: ClientError.locked) { try await phone.client.perform("/messages") }
      await #expect(throws: ClientError.locked) { try await phone.client.read { _ in } }
      try await school.homeroom.ledger.compact()
      #expect(try await phone.settle(most: 3))
      #expect(try await phone.client.page("/messages").contains("<!doctype html>"))
      try await phone.expectFresh(school)
    }
    #expect(try await school.reasons("long ago").count == 1)
  }

  @Test(arguments: [730, -730])
  func `goes by the server's clock where its own is years off`(_ days: Int) async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.new(school)
    phone.clock.advance(days: Int64(days))
    try await phone.client.signIn(identifier: Phone.mother, password: DemoSchool.password)
    try await phone.client.sync()
    let now = try await phone.client.read { $0.tx.now }
    #expect(abs(now.since(school.clock.now)) < 60_000)
    let (child, day) = (try await phone.child(), Zone.utc.day(of: school.clock.now))
    try await phone.client.perform("/students/\(child)/absences", ["from": day.text, "reason": "skewed"])
    #expect(try await phone.settle(most: 2))
    #expect(try await school.reasons("skewed").count == 1)
    // Somebody puts it right: what was heard then is no measure any more, until the server was heard again.
    phone.clock.set(school.clock.now)
    await #expect(throws: ClientError.locked) { try await phone.client.page("/messages") }
    #expect(try await phone.settle(most: 2))
    try await phone.expectFresh(school)
  }
}

extension Phone {
  /// Synchronises, hears that it is over, and reads what was kept.
  fileprivate func ended() async throws -> [JSON] {
    do {
      try await client.sync()
      Issue.record("the server goes on answering")
      return []
    } catch ClientError.ended(let kept) {
      let path = try #require(kept)
      guard case .list(let texts) = try JSON(Array(Data(contentsOf: URL(fileURLWithPath: path)))) else { return [] }
      return texts
    }
  }
}
