import Base
import Classroom
import Database
import Learning
import People
import School

/// Somebody the caller may write to.
struct Reachable: Sendable {
  let account: ID<Account>
  let role: Role
  /// The children they are a guardian of, as far as the caller knows these.
  let children: [String]
}

/// Whom somebody may write to, as a list.
extension MessagesStore {
  /// Everybody a teacher, a student or a guardian may reach; the office, who reaches everybody, searches the members.
  func reachable(for caller: Caller) throws(Refusal) -> [Reachable] {
    let staff = try [Role.owner, .admin, .teacher].tryFlatMap { role throws(Refusal) in
      try MembersStore(tx: tx).accounts(of: caller.school, role: role).map { Reachable(account: $0, role: role) }
    }
    var found: [Reachable]
    switch caller.role {
    case .owner, .admin, .teacher: found = staff + (try families(of: taught(by: caller), in: caller.school))
    case .student:
      let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school)
      found = try around([me].compactMap { $0 }, staff, caller)
      if let me { found += try mates(of: me, caller) + guardians(of: me, caller) }
    case .guardian:
      let children = try StudentsStore(tx: tx).ofGuardian(caller.account, in: caller.school)
      found = try around(children, staff, caller)
      found += children.compactMap { child in child.account.map { Reachable(account: $0, role: .student) } }
    }
    var seen: Set<ID<Account>> = [caller.account]
    return found.filter { seen.insert($0.account).inserted }
  }

  /// The office, and those who teach these students.
  private func around(_ students: [Student], _ staff: [Reachable], _ caller: Caller) throws(Refusal) -> [Reachable] {
    let rooms = try students.tryFlatMap { student throws(Refusal) in
      try ClassroomsStore(tx: tx).classrooms(of: student.id, in: caller.school).map { $0.id }
    }
    let courses = try EnrolmentStore(tx: tx).courses(of: students.map { $0.id }, in: caller.school)
    var teachers = Set(try CoursesStore(tx: tx).teachers(of: Array(Set(courses)), in: caller.school).values.joined())
    for room in Set(rooms) { teachers.formUnion(try ClassroomsStore(tx: tx).teachers(of: room, in: caller.school)) }
    return staff.filter { $0.role.isOffice || teachers.contains($0.account) }
  }

  private func mates(of me: Student, _ caller: Caller) throws(Refusal) -> [Reachable] {
    guard try policy(of: caller.school).studentsTalk else { return [] }
    let rooms = try ClassroomsStore(tx: tx).classrooms(of: me.id, in: caller.school).map { $0.id }
    let day = try ClassroomsStore(tx: tx).today(in: caller.school)
    var ids = Set(try ClassroomsStore(tx: tx).studentIDs(of: rooms, in: caller.school, on: day))
    for course in try EnrolmentStore(tx: tx).courses(of: [me.id], in: caller.school) {
      ids.formUnion(try EnrolmentStore(tx: tx).studentIDs(in: course, school: caller.school))
    }
    return try StudentsStore(tx: tx).students(in: caller.school, ids: ids.sorted()).compactMap { student in
      student.leftAt == nil ? student.account.map { Reachable(account: $0, role: .student) } : nil
    }
  }

  private func guardians(of me: Student, _ caller: Caller) throws(Refusal) -> [Reachable] {
    try StudentsStore(tx: tx).guardians(of: me.id, in: caller.school).map {
      Reachable(account: $0.account, role: .guardian)
    }
  }

  private func taught(by caller: Caller) throws(Refusal) -> [Student] {
    let rooms = try ClassroomsStore(tx: tx).taught(by: caller.account, in: caller.school)
    let day = try ClassroomsStore(tx: tx).today(in: caller.school)
    var ids = Set(try ClassroomsStore(tx: tx).studentIDs(of: rooms, in: caller.school, on: day))
    for course in try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school) {
      ids.formUnion(try EnrolmentStore(tx: tx).studentIDs(in: course, school: caller.school))
    }
    return try StudentsStore(tx: tx).students(in: caller.school, ids: ids.sorted()).filter { $0.leftAt == nil }
  }

  private func families(of students: [Student], in school: ID<Tenant>) throws(Refusal) -> [Reachable] {
    let guardians = try StudentsStore(tx: tx).guardianAccounts(of: students.map { $0.id }, in: school)
    var children: [ID<Account>: [String]] = [:]
    for student in students {
      for account in guardians[student.id] ?? [] { children[account, default: []].append(student.name) }
    }
    return students.compactMap { student in student.account.map { Reachable(account: $0, role: .student) } }
      + children.keys.sorted().map { Reachable(account: $0, role: .guardian, children: children[$0] ?? []) }
  }
}

extension Reachable {
  fileprivate init(account: ID<Account>, role: Role) { self.init(account: account, role: role, children: []) }
}
