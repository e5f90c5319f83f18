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

@testable import Web

extension ReplicaWalk {
  /// A register that this person may mark today, and the id of somebody in it.
  fileprivate func registerToMark() async -> (path: String, student: String)? {
    guard case .page(let today)? = await server("/attendance", .en)?.0 else { return nil }
    for path in Self.links(today) {
      guard case .route(let route, _) = table.find(.get, path), route.path == "/attendance/:slot/:day",
        case .page(let register)? = await server(path, .en)?.0,
        let student = register.split(separator: "name=\"marks.").dropFirst().first
      else { continue }
      return (path, String(student.prefix { $0 != "\"" }))
    }
    return nil
  }

  fileprivate func typed(_ path: String, _ body: String) -> PendingRequest {
    PendingRequest(
      key: school.clock.world.id(), school: person.school, account: person.account, path: path, body: Array(body.utf8),
      typedAt: school.clock.now)
  }

  fileprivate func carryOut(_ pending: PendingRequest) throws -> String {
    let begun = try begin(pending)
    return try replica.carryOut(pending, zones: school.clock.world.zones) { tx throws(Refusal) in
      try begun.carryOut(tx).text
    }.text
  }

  /// Carries out on the server what a device has carried out.
  fileprivate func post(_ pending: PendingRequest) async throws -> String {
    let begun = try begin(pending)
    return try await school.homeroom.ledger.write(begun.envelope) { try begun.carryOut($0).text }.text
  }

  fileprivate func expectSame(_ path: String, _ when: String) async {
    for language in [Language.en, .ar] {
      let there = await server(path, language)?.0
      #expect(device(path, language) == there, "\(person.kind), \(language), \(when)")
    }
  }
}

extension `A replica` {
  @Test func `shows a register marked on the device as the server shows it once it is told`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    school.clock.stop()
    var marked = 0
    for person in try await people(school) where person.role == .teacher {
      let walk = try await ReplicaWalk(school, person, Self.tables)
      guard let (register, student) = await walk.registerToMark() else { continue }
      let before = walk.device(register, .en)
      let pending = walk.typed(register, "marks.\(student)=late&note.\(student)=The+bus")

      let answer = try walk.carryOut(pending)
      let shown = walk.device(register, .en)
      #expect(shown != before)

      #expect(try await walk.post(pending) == answer)
      await walk.expectSame(register, "before it is pulled")
      #expect(walk.device(register, .en) == shown)

      try await walk.pull(limit: 1000)
      await walk.expectSame(register, "after it is pulled")
      #expect(walk.device(register, .en) == shown)
      #expect(try walk.replica.requests(.outbox) == [])
      #expect(try walk.replica.requests(.archive).map(\.key) == [pending.key])
      let fresh = try await ReplicaWalk(school, person, Self.tables)
      #expect(try walk.replica.contents() == fresh.replica.contents())
      marked += 1
    }
    #expect(marked > 0, "no teacher has a register to mark this morning")
  }
}
