import Base
import Database
import HomeroomTesting
import Ledger
import People
import PeopleServer
import Router
import School
import Testing

@testable import Learning
@testable import Web

@Suite struct `Everybody at once` {
  static let crowd = 64, capacity = 12

  /// 64 students, each with an account, and a course with 12 places.
  private func gather(_ dialect: Dialect) async throws -> (fixture: CourseFixture, callers: [Caller]) {
    let fixture = try await CourseFixture.open(dialect)
    let (school, now) = (fixture.school, fixture.ledger.world.now())
    let people: [(account: ID<Account>, student: ID<Student>)] = (0..<Self.crowd).map { _ in
      (fixture.ledger.world.id(), fixture.ledger.world.id())
    }
    try await fixture.ledger.write(CommandEnvelope(fixture.ledger.world.id(), "test.crowd", school: .server, by: nil)) {
      tx in
      for (place, person) in people.enumerated() {
        try AccountsStore.insert(
          AccountRecord(
            id: person.account, username: "crowd\(place)", email: nil, name: "Crowd \(place)", createdAt: now), tx)
      }
      return ""
    }
    try await fixture.write("test.crowd") { tx in
      for (place, person) in people.enumerated() {
        try MembersStore(tx: tx).insert(
          Membership(school: school, account: person.account, role: .student, joinedAt: now))
        try StudentsStore(tx: tx).insert(
          Student(id: person.student, given: "Crowd \(place)", family: "", updatedAt: now))
        try StudentsStore(tx: tx).link(account: person.account, to: person.student)
      }
    }
    try await fixture.change("robotics") { $0.capacity = Self.capacity }
    return (fixture, people.map { Caller(account: $0.account, school: school, role: .student) })
  }

  /// Two hundred requests at once: each of the crowd asks, some leave, some ask again.
  @Test(arguments: Dialect.allCases)
  func `two hundred requests at once keep every rule`(_ dialect: Dialect) async throws {
    let (fixture, callers) = try await gather(dialect)
    defer { fixture.ledger.close() }
    let (seats, leaving) = (fixture.path("robotics", "/seats"), fixture.path("robotics", "/seats/leaving"))
    await withTaskGroup(of: Void.self) { group in
      for (place, caller) in callers.enumerated() {
        group.addTask { _ = try? await fixture.send(.post, seats, by: caller) }
        group.addTask { _ = try? await fixture.send(.post, seats, by: caller) }
        if place % 3 != 0 { group.addTask { _ = try? await fixture.send(.post, leaving, by: caller) } }
        if place % 2 == 0 { group.addTask { _ = try? await fixture.send(.post, seats, by: caller) } }
      }
    }
    let all = try await fixture.seats("robotics")
    #expect(Set(all.map(\.student)).count == all.count)
    #expect(all.filter(\.state.holdsPlace).count == min(Self.capacity, all.filter(\.state.isActive).count))
    try await replay(fixture)
  }

  /// Goes through the journal as it was written: after each command no more are in than there is room for, no place is
  /// free while somebody waits, and who comes up is always the one who has waited longest.
  private func replay(_ fixture: CourseFixture) async throws {
    let (course, entries) = (fixture.course("robotics").text, try await fixture.journal())
    var (inside, line, commands) = (Set<String>(), [String](), 0)
    for entry in entries where entry.command.hasPrefix("enrolment.") {
      guard let detail = entry.detail, case .object(let parts) = try JSON(Array(detail.utf8)),
        case .text(let lines)? = parts.first(where: { $0.0 == "seats." + course })?.1
      else { continue }
      commands += 1
      for change in lines.split(separator: "\n").map({ $0.split(separator: " ").map(String.init) }) {
        let (student, new, reason) = (change[0], change[2], change[3])
        if reason == "promoted" { #expect(line.first == student, "out of turn") }
        inside.remove(student)
        line.removeAll { $0 == student }
        if new == "enrolled" { inside.insert(student) }
        if new == "waitlisted" { line.append(student) }
      }
      #expect(inside.count <= Self.capacity)
      #expect(inside.count == Self.capacity || line.isEmpty)
    }
    #expect(commands >= Self.crowd)
    let now = try await fixture.seats("robotics")
    #expect(Set(now.filter(\.state.holdsPlace).map(\.student.text)) == inside)
    #expect(now.filter { $0.state == .waitlisted }.sorted { $0.isBefore($1) }.map(\.student.text) == line)
  }
}
