import Base
import Classroom
import Database
import Ledger
import People
import School
import Web

/// What the demo writes past the commands, by the stores that imports use: people come into a school by invites of their
/// own and two thousand records one by one, and a year of registers would be taken for longer than anybody waits
/// (docs/decisions/0030).
extension DemoBuilder {
  func addAccounts(_ now: Instant) async throws {
    let sent = CommandEnvelope(world.id(), "demo.add-accounts", school: .server, by: accounts[0])
    try await ledger.write(sent) { [plan, hash, accounts, school] tx in
      for (id, person) in zip(accounts, plan.people) {
        let isEmail = person.identifier.contains("@")
        try AccountsStore.insert(
          AccountRecord(
            id: id, username: isEmail ? nil : person.identifier, email: isEmail ? person.identifier : nil,
            name: person.name, passwordHash: hash, language: person.language, lastSchool: school, createdAt: now), tx)
      }
      return ""
    }
  }

  func join(_ now: Instant) async throws {
    try await ledger.write(envelope("demo.join", accounts[0])) { [plan, accounts, school] tx in
      for (id, person) in zip(accounts, plan.people).dropFirst() {
        try MembersStore(tx: tx).insert(Membership(school: school, account: id, role: person.role, joinedAt: now))
      }
      return ""
    }
  }

  /// Children are in their classes since before the first register.
  func enrol(_ children: [Student], in classroom: ID<Classroom>, from first: Day) async throws {
    try await ledger.write(envelope("demo.enrol", accounts[0])) { tx in
      for child in children {
        try StudentsStore(tx: tx).insert(child)
        try ClassroomsStore(tx: tx).enrol(child.id, in: classroom, from: first)
      }
      return ""
    }
  }

  func link(_ children: [Student]) async throws {
    try await ledger.write(envelope("demo.link", accounts[0])) { [plan, accounts] tx in
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
  func record(_ room: Room, before today: Day) async throws {
    let days = stride(from: plan.pastDays, through: 1, by: -1).map { today.plus(days: -$0) }
    let registers = days.flatMap { day in
      room.periods.filter { $0.weekday == day.weekday }.map {
        ($0.session(on: day), room.students.map { ($0, roll()) })
      }
    }
    guard !registers.isEmpty else { return }
    let (teacher, zone) = (accounts[room.plan.teachers[0]], Zones.named(plan.zone) ?? .utc)
    try await ledger.write(envelope("demo.take-registers", teacher)) { tx in
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
