import Base
import Classroom
import Database
import Ledger
import People
import PeopleServer
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

  /// The cast, as whom whoever looks at the demo may enter.
  func openToAll() async throws {
    let cast = zip(plan.people, accounts).filter { person, _ in DemoPeople.rimon.contains { $0.name == person.name } }
    try await AccountsServer.openToAll(cast.map { (role: $0.role, account: $1) }, in: ledger)
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
}
