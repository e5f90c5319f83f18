import Base
import Classroom
import Database
import Foundation
import Ledger
import NIOConcurrencyHelpers
import People
import Router
import School
import Web

/// Numbers that look random and are the same each time: splitmix64.
final class Dice: Sendable {
  private let state: NIOLockedValueBox<UInt64>
  init(seed: UInt64) { state = NIOLockedValueBox(seed) }

  func next() -> UInt64 {
    state.withLockedValue { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  func roll(_ sides: Int) -> Int { Int(next() % UInt64(max(1, sides))) }
}

/// Builds one demo school through the features' own stores: what is made is what people could have made.
struct DemoBuilder: Sendable {
  let plan: DemoPlan
  let ledger: Ledger
  let world: World
  let dice: Dice
  let hash: String

  struct Room: Sendable {
    let classroom: Classroom
    let plan: DemoPeople.DemoClass
    let students: [ID<Student>]
    let periods: [TimetablePeriod]
  }

  func build() async throws {
    let (school, now) = (world.id(Tenant.self), world.now())
    let zone = Zones.named(plan.zone) ?? .utc
    let today = zone.day(of: now)
    let accounts = try await people(school, now)
    let rooms = try await furnish(school, accounts, from: today.plus(days: -plan.pastDays), now)
    let courses = try await teach(school, accounts, rooms, on: today)
    try await grade(school, courses, on: today)
    try await gather(school, accounts, rooms, on: today)
    try await quiz(courses, in: school)
    try await lecture(courses, in: school, on: today)
    try await assign(courses, school, on: today)
    try await talk(school, accounts)
    try await announce(rooms, courses, accounts, in: school)
    try await schedule(rooms, courses, accounts, in: school, on: today)
    for room in rooms { try await record(room, before: today, school, by: accounts) }
  }

  /// Accounts, the school itself, and what each account is in it; in that order, because each needs the one before.
  private func people(_ school: ID<Tenant>, _ now: Instant) async throws -> [ID<Account>] {
    let accounts = plan.people.map { _ in world.id(Account.self) }
    let founding = CommandEnvelope(world.id(), "demo.found-school", school: .server, by: accounts[0])
    try await ledger.write(founding) { [plan, hash] tx in
      for (id, person) in zip(accounts, plan.people) {
        let isEmail = person.identifier.contains("@")
        try AccountsStore.insert(
          AccountRecord(
            id: id, username: isEmail ? nil : person.identifier, email: isEmail ? person.identifier : nil,
            name: person.name,
            passwordHash: hash, language: person.language, lastSchool: school, createdAt: now), tx)
      }
      let made = School(
        id: school, name: plan.name, kind: plan.kind, zone: plan.zone, language: plan.language, theme: plan.theme,
        createdAt: now,
        updatedAt: now)
      try SchoolsStore(tx: tx).insert(made, owner: accounts[0], sent: founding)
      return ""
    }
    try await ledger.write(envelope("demo.join", school, accounts[0])) { [plan] tx in
      for (id, person) in zip(accounts, plan.people).dropFirst() {
        try MembersStore(tx: tx).insert(Membership(school: school, account: id, role: person.role, joinedAt: now))
      }
      return ""
    }
    return accounts
  }

  func envelope(_ name: String, _ school: ID<Tenant>, _ account: ID<Account>) -> CommandEnvelope {
    CommandEnvelope(world.id(), name, school: school, by: account)
  }

  /// Classes with their teachers, children and week.
  private func furnish(
    _ school: ID<Tenant>, _ accounts: [ID<Account>], from first: Day, _ now: Instant
  ) async throws -> [Room] {
    let children = makeChildren(now)
    var (rooms, taken) = ([Room](), 0)
    for plan in plan.classes {
      let classroom = Classroom(id: world.id(), name: plan.name, updatedAt: now)
      let members = Array(children[taken..<min(children.count, taken + plan.size)])
      taken += members.count
      let periods = plan.lessons.map {
        TimetablePeriod(
          id: world.id(), classroom: classroom.id, title: $0.title, weekday: $0.weekday, start: $0.start, end: $0.end,
          from: first, until: nil)
      }
      rooms.append(Room(classroom: classroom, plan: plan, students: members.map(\.id), periods: periods))
      try await ledger.write(envelope("demo.furnish", school, accounts[0])) { tx in
        let (students, classrooms) = (StudentsStore(tx: tx), ClassroomsStore(tx: tx))
        try classrooms.insert(classroom)
        for place in plan.teachers { try classrooms.assign(teacher: accounts[place], to: classroom.id) }
        for child in members {
          try students.insert(child)
          try classrooms.enrol(child.id, in: classroom.id, from: first)
        }
        for period in periods { try AttendanceStore(tx: tx).put(period) }
        return ""
      }
    }
    try await link(school, accounts, children)
    return rooms
  }

  /// The named children first, spread over the classes' heads; then enough others.
  private func makeChildren(_ now: Instant) -> [Student] {
    let whole = plan.classes.map(\.size).reduce(0, +)
    return (0..<whole).map { number in
      let (given, family) =
        number < plan.children.count
        ? plan.children[number]
        : (DemoPeople.given[dice.roll(DemoPeople.given.count)], DemoPeople.family[dice.roll(DemoPeople.family.count)])
      return Student(id: world.id(), given: given, family: family, number: String(20_000 + number), updatedAt: now)
    }
  }

  private func link(_ school: ID<Tenant>, _ accounts: [ID<Account>], _ children: [Student]) async throws {
    try await ledger.write(envelope("demo.link", school, accounts[0])) { [plan] tx in
      let store = StudentsStore(tx: tx)
      for (account, person) in zip(accounts, plan.people) {
        for place in person.children {
          if person.role == .student {
            try store.link(account: account, to: children[place].id)
          } else {
            try store.link(guardian: account, to: children[place].id)
          }
          try ClassroomsStore(tx: tx).recalculate(family: children[place].id)
        }
      }
      return ""
    }
  }

  /// The past of one class: every register taken, most children there.
  ///
  /// A class at a time and not a day at a time, because its rows lie together in the books: day by day, each commit
  /// would touch every page of them.
  private func record(_ room: Room, before today: Day, _ school: ID<Tenant>, by accounts: [ID<Account>]) async throws {
    let days = stride(from: plan.pastDays, through: 1, by: -1).map { today.plus(days: -$0) }
    let registers = days.flatMap { day in
      room.periods.filter { $0.weekday == day.weekday }.map {
        ($0.session(on: day), room.students.map { ($0, roll()) })
      }
    }
    guard !registers.isEmpty else { return }
    let (teacher, zone) = (accounts[room.plan.teachers[0]], Zones.named(plan.zone) ?? .utc)
    try await ledger.write(envelope("demo.take-registers", school, teacher)) { tx in
      let store = AttendanceStore(tx: tx)
      for (session, statuses) in registers {
        let taken = zone.instant(session.day, minute: session.start + 5)
        let marks = statuses.map {
          Mark(session: session.id, student: $0, status: $1, note: nil, by: teacher, at: taken)
        }
        try store.record(session: session, marks: marks)
      }
      return ""
    }
  }

  /// 94 % there, 3 % absent, 2 % late, 1 % excused: about what schools report.
  private func roll() -> Mark.Status {
    switch dice.roll(100) {
    case 0..<3: .absent
    case 3..<5: .late
    case 5: .excused
    default: .present
    }
  }
}
