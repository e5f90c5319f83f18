import App
import Base
import Classroom
import Core
import Database
import Demo
import Foundation
import HomeroomClient
import HomeroomTesting
import School
import Sync
import Testing

@Suite struct `A client` {
  @Test(arguments: Dialect.allCases)
  func `has what the server has, does things without a line, and sends them in their order`(_ dialect: Dialect)
    async throws
  {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    #expect(try await phone.client.page("/messages").contains("<!doctype html>"))
    phone.line.cut()
    var keys: [ID<IdempotencyKey>] = []
    for number in 1...3 { keys.append(try await phone.report("order \(number)", of: child, in: number)) }
    await #expect(throws: ClientError.noLine) { try await phone.client.sync() }
    #expect(try await phone.client.outbox().map(\.key) == keys)
    #expect(try await phone.client.page("/students/\(child)/absences").contains("order 2"))
    #expect(try await school.reasons("order") == [])

    phone.line.cut(false)
    let report = try await phone.client.sync()
    #expect(report.sent == 3 && report.refused == 0 && report.isComplete)
    #expect(try await phone.client.outbox().isEmpty)
    #expect(try await school.homeroom.carriedOut(keys) == keys)
    try await phone.expectFresh(school)
  }

  @Test func `reads as the services of pages do, and says when something has changed`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let today = try await phone.client.read { reading in
      try reading.services.attendance.children(for: reading.caller, zone: reading.zone, reading.tx).count
    }
    #expect(today == 2)
    var changes = phone.client.changes.makeAsyncIterator()
    try await phone.report("heard", of: try await phone.child())
    #expect(await changes.next() != nil)
  }

  /// What `homeroom client register` does.
  @Test func `takes a register without a line`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school, "omar@rimon.example")
    phone.line.cut()
    let lessons = try await phone.client.data("/attendance").readList("sittings")
    let lesson = try #require(lessons.first)
    let path = "/attendance/\(lesson.readText("slot") ?? "")/\(lesson.readText("day") ?? "")"
    let student = try #require(try await phone.client.data(path).readList("students").first?.readText("student"))
    try await phone.client.perform(path, form: Form([Form.Field("marks." + student, "late")]))
    func mark() async throws -> String? {
      try await phone.client.data(path).readList("students").first { $0.readText("student") == student }?["mark"]?
        .readText("status")
    }
    #expect(try await mark() == "late")
    phone.line.cut(false)
    #expect(try await phone.settle(most: 2))
    #expect(try await mark() == "late")
    let omar = try await school.signedIn("omar@rimon.example")
    let there = try await omar.get("/api/v1" + path, accept: "application/json").json().readList("students")
    #expect(there.first { $0.readText("student") == student }?["mark"]?.readText("status") == "late")
    try await phone.expectFresh(school, "omar@rimon.example")
  }

  @Test func `does not take what is wrong, nor what only the server can do`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    await #expect(throws: ClientError.self) {
      try await phone.client.perform("/students/\(child)/absences", ["from": "no day"])
    }
    await #expect(throws: ClientError.notHere) { try await phone.client.page("/account") }
    await #expect(throws: ClientError.notHere) { try await phone.client.perform("/messages", ["with": child]) }
    #expect(try await phone.client.outbox().isEmpty)
  }

  @Test func `keeps its token where nobody else reads it, and forgets everything when it is told to`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.new(school)
    await #expect(throws: ClientError.self) {
      try await phone.client.signIn(identifier: Phone.mother, password: "not-her-password")
    }
    await #expect(throws: ClientError.signedOut) { try await phone.client.sync() }
    try await phone.client.signIn(identifier: Phone.mother, password: DemoSchool.password)
    try await phone.client.sync()
    let manager = FileManager.default
    for name in ["token", "replica.sqlite"] {
      let path = phone.folder.appendingPathComponent(name).path
      let mode = try manager.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
      #expect(mode?.intValue == 0o600)
    }
    await #expect(throws: ClientError.inUse) { try await phone.again(in: phone.folder) }
    try await phone.report("waits", of: try await phone.child())
    await #expect(throws: ClientError.unsent(1)) { try await phone.client.wipe() }
    try await phone.client.signOut()
    #expect(try await school.reasons("waits") == ["waits"])
    #expect(try manager.contentsOfDirectory(atPath: phone.folder.path) == ["lock"])
    await #expect(throws: ClientError.signedOut) { try await phone.client.page("/") }
  }

  @Test func `stays its person's, whoever else signs in on it`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let before = try await phone.client.contents()
    await #expect(throws: ClientError.somebodyElse) {
      try await phone.client.signIn(identifier: "omar@rimon.example", password: DemoSchool.password)
    }
    let other: ID<Tenant> = phone.clock.world.id()
    await #expect(throws: ClientError.somebodyElse) { try await phone.client.choose(other) }
    #expect(try await phone.client.sync().isComplete)
    #expect(try await phone.client.contents() == before)
  }

  @Test func `does as much as its budget allows, and goes on from there`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    for number in 1...5 { try await phone.report("budget \(number)", of: child) }
    let first = try await phone.client.exchange(bytes: 1, budget: 8000)
    #expect(!first.isComplete && first.sent == 1)
    let none = try await phone.client.exchange(bytes: 200_000, budget: 0)
    #expect(!none.isComplete && none.sent == 0)
    let rest = try await phone.client.exchange(bytes: 2_000_000, budget: 8000)
    #expect(rest.isComplete)
    #expect(try await school.reasons("budget").count == 5)
    #expect(try await phone.client.outbox().isEmpty)
  }
}
