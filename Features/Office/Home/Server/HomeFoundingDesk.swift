import Base
import Classroom
import Foundation
import Kit
import Ledger
import People
import School
import Web

extension HomeDesk {
  /// Founds the school, then furnishes it with the classroom and the children: two commands, because the first is
  /// entered in the server's books and the second in the new school's.
  ///
  /// Both ids follow from the sending, so a repeated “Finish” finds what is there.
  func found(_ wizard: HomeWizard, _ ask: Ask) async throws -> Answer {
    let account = try ask.account()
    let founding = Sent(ask.sending, CreateSchool.name, school: .server, by: account)
    let command = CreateSchool(
      id: ask.sending.cast(to: Tenant.self), name: trimmed(wizard.name), kind: wizard.kind, zone: wizard.zone,
      language: wizard.language)
    let school = try await schools.create(command, founding, owner: account)
    let classroom = try await furnish(school, wizard, ask, account)
    return .done(
      "/classes/" + classroom.text, toast: Toast(Phrase("home.wizard.done", .text(trimmed(wizard.name)))),
      created: true,
      json: { .object([("school", .id(school)), ("classroom", .id(classroom))]) })
  }

  private func furnish(_ school: ID<Tenant>, _ wizard: HomeWizard, _ ask: Ask, _ account: ID<Account>) async throws
    -> ID<Classroom>
  {
    let caller = Caller(account: account, school: school, role: .owner)
    let sent = Sent(ask.sending, FurnishSchool.name, school: school, by: account)
    let today = (Zones.named(wizard.zone) ?? .utc).day(of: world.now())
    let command = FurnishSchool(
      classroom: world.id(Classroom.self), name: trimmed(wizard.classroom), children: wizard.children)
    let world = world
    let answered = try await ledger.write(sent) { tx in
      let permit = try command.permit(for: caller, now: tx.now)
      try HomeStore(tx: tx).furnish(permit, today: today, world: world)
      return permit.command.classroom.text
    }
    return ID(answered.text) ?? command.classroom
  }
}

/// What founding writes, through the neighbours' stores.
struct HomeStore {
  let tx: WriteTransaction

  func furnish(_ permit: Permit<FurnishSchool>, today: Day, world: World) throws {
    let (students, classrooms) = (StudentsStore(tx: tx), ClassroomsStore(tx: tx))
    let command = permit.command
    try classrooms.insert(Classroom(id: command.classroom, name: command.name, updatedAt: permit.at))
    for child in command.children {
      let student = Student(
        id: world.id(), given: trimmed(child.given), family: trimmed(child.family), updatedAt: permit.at)
      try students.insert(student)
      try classrooms.enrol(student.id, in: command.classroom, from: today)
    }
  }
}
