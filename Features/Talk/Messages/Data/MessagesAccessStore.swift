package import Base
import Classroom
import Database
import Learning
import People
package import School

/// Somebody of the school and what they are there.
struct Person: Hashable, Sendable {
  let account: ID<Account>
  let role: Role
}

/// How people stand to each other and to conversations, asked of the neighbours' stores at the moment it matters.
extension MessagesStore {
  /// How the caller stands to a conversation now; “not found” when there is none.
  ///
  /// - Returns: also the number after which they see messages.
  func participation(_ id: ID<Conversation>, _ caller: Caller) throws(Refusal) -> (
    participation: Participation, since: Int
  ) {
    guard let conversation = try conversation(id, in: caller.school) else { throw Refusal.notFound }
    let place = try place(of: caller.account, in: id, school: caller.school)
    let isHere = try tx.isMember(caller.account, of: .conversation(id), school: caller.school)
    guard let place, isHere, place.leftAt == nil else {
      return (Participation(conversation: conversation, participant: nil, belongs: false, canReach: false), 0)
    }
    let audience = try audience(conversation, place, caller)
    return (
      Participation(
        conversation: conversation, participant: place, belongs: audience.belongs, canReach: audience.canReach,
        moderates: audience.moderates), place.since
    )
  }

  /// Whether the conversation is there for the caller: what is asked for each line of an open list.
  package func isPart(of id: ID<Conversation>, _ caller: Caller) throws(Refusal) -> Bool {
    guard let conversation = try conversation(id, in: caller.school),
      try tx.isMember(caller.account, of: .conversation(id), school: caller.school),
      let participant = try place(of: caller.account, in: id, school: caller.school), participant.leftAt == nil
    else { return false }
    return try !parts(of: [(conversation, participant.isGuest)], caller).isEmpty
  }

  private func audience(
    _ conversation: Conversation, _ participant: Participant, _ caller: Caller
  ) throws(Refusal) -> (belongs: Bool, canReach: Bool, moderates: Bool) {
    switch conversation.kind {
    case .direct: return try direct(conversation, participant, caller)
    case .staff:
      let isStaff = caller.role.isStaff
      return (isStaff, isStaff, isStaff && (caller.role.isOffice || conversation.createdBy == caller.account))
    case .course:
      guard let course = conversation.about else { return (false, false, false) }
      let access = try EnrolmentStore(tx: tx).access(of: course.cast(), caller)
      if case .guardian = access { return try family(caller) }
      return (access != nil, access != nil, access?.isStaff ?? false)
    case .classroom:
      guard let room = conversation.about else { return (false, false, false) }
      let access = try ClassroomsStore(tx: tx).access(of: room.cast(), caller)
      if case .guardian = access { return try family(caller) }
      return (access != nil, access != nil, access?.isStaff ?? false)
    }
  }

  /// Guardians are in the groups of their children where the school has chosen that.
  private func family(_ caller: Caller) throws(Refusal) -> (belongs: Bool, canReach: Bool, moderates: Bool) {
    let isIn = try policy(of: caller.school).groupsIncludeGuardians
    return (isIn, isIn, false)
  }

  /// One's own letters stay readable when one may not write to the other any more; a guest's place ends with the reason
  /// for it.
  private func direct(
    _ conversation: Conversation, _ participant: Participant, _ caller: Caller
  ) throws(Refusal) -> (belongs: Bool, canReach: Bool, moderates: Bool) {
    let policy = try policy(of: caller.school)
    let mains = try places(in: conversation.id, school: caller.school).filter { !$0.isGuest }.map { $0.account }
    let people = try mains.tryCompactMap { main throws(Refusal) in try person(main, in: caller.school) }
    let mayTalk =
      people.count == 2
      ? try policy.lets(people[0].role, people[1].role, ties(people[0], people[1], in: caller.school)) : false
    guard participant.isGuest else { return (true, mayTalk, false) }
    let children = Set(
      try StudentsStore(tx: tx).ofGuardian(caller.account, in: caller.school).compactMap { $0.account })
    let belongs = policy.includesGuardians && mains.contains(where: children.contains)
    return (belongs, belongs && mayTalk, false)
  }

  /// What an account is in the school; `nil` when it is no member.
  func person(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Person? {
    try MembersStore(tx: tx).roles(of: [account], in: school)[account].map { Person(account: account, role: $0) }
  }

  /// What connects two people now, whichever of them is which.
  func ties(_ one: Person, _ other: Person, in school: ID<Tenant>) throws(Refusal) -> Ties {
    let students = StudentsStore(tx: tx)
    switch (one.role, other.role) {
    case (.teacher, .student):
      guard let student = try students.ofAccount(other.account, in: school) else { return Ties() }
      return Ties(teaches: try teaches(one.account, [student.id], in: school))
    case (.teacher, .guardian):
      let children = try students.ofGuardian(other.account, in: school).map { $0.id }
      return Ties(teachesChild: try teaches(one.account, children, in: school))
    case (.guardian, .student):
      let children = try students.ofGuardian(one.account, in: school)
      return Ties(isFamily: children.contains { $0.account == other.account })
    case (.student, .student):
      guard let me = try students.ofAccount(one.account, in: school),
        let you = try students.ofAccount(other.account, in: school)
      else { return Ties() }
      return Ties(learnTogether: try learnTogether(me.id, you.id, in: school))
    case (.student, .teacher), (.guardian, .teacher), (.student, .guardian): return try ties(other, one, in: school)
    default: return Ties()
    }
  }

  /// Whether an account teaches one of the students now, in a class or in a course.
  private func teaches(_ teacher: ID<Account>, _ students: [ID<Student>], in school: ID<Tenant>) throws(Refusal) -> Bool
  {
    if students.isEmpty { return false }
    let caller = Caller(account: teacher, school: school, role: .teacher)
    let taught = Set(try CoursesStore(tx: tx).taught(by: teacher, in: school))
    if try !taught.isDisjoint(with: EnrolmentStore(tx: tx).courses(of: students, in: school)) { return true }
    return try students.tryFirst { student throws(Refusal) in try ClassroomsStore(tx: tx).teaches(caller, student) }
      != nil
  }

  private func learnTogether(_ one: ID<Student>, _ other: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    let courses = Set(try EnrolmentStore(tx: tx).courses(of: [one], in: school))
    if try !courses.isDisjoint(with: EnrolmentStore(tx: tx).courses(of: [other], in: school)) { return true }
    let rooms = Set(try ClassroomsStore(tx: tx).classrooms(of: one, in: school).map { $0.id })
    return try !rooms.isDisjoint(with: ClassroomsStore(tx: tx).classrooms(of: other, in: school).map { $0.id })
  }

  /// Those a talk is begun with, as the rules see them.
  func candidates(_ accounts: [ID<Account>], for caller: Caller) throws(Refusal) -> [Candidate] {
    let me = Person(account: caller.account, role: caller.role)
    return try accounts.map { account throws(Refusal) -> Candidate in
      guard let other = try person(account, in: caller.school) else { return Candidate(account: account, role: nil) }
      let ties = try ties(me, other, in: caller.school)
      return Candidate(account: account, role: other.role, ties: ties)
    }
  }

  /// Who belongs into a group now: teachers, students with a login and, where the school has chosen that, guardians.
  func wanted(in group: Conversation, school: ID<Tenant>) throws(Refusal) -> (
    members: Set<ID<Account>>, guests: Set<ID<Account>>
  ) {
    guard let about = group.about else { return ([], []) }
    let (teachers, students): ([ID<Account>], [Student])
    if group.kind == .course {
      guard let course = try CoursesStore(tx: tx).course(about.cast(), in: school), !course.isArchived else {
        return ([], [])
      }
      teachers = try CoursesStore(tx: tx).teachers(of: [course.id], in: school)[course.id] ?? []
      students = course.publishedAt == nil ? [] : try EnrolmentStore(tx: tx).roster(course.id, in: school)
    } else {
      let rooms = ClassroomsStore(tx: tx)
      guard let room = try rooms.classroom(about.cast(), in: school), room.archivedAt == nil else { return ([], []) }
      teachers = try rooms.teachers(of: room.id, in: school)
      students = try rooms.roster(room.id, in: school, on: rooms.today(in: school))
    }
    let here = students.filter { $0.leftAt == nil }
    let members = Set(teachers + here.compactMap { $0.account })
    guard try policy(of: school).groupsIncludeGuardians else { return (members, []) }
    let guests = try StudentsStore(tx: tx).guardianAccounts(of: here.map { $0.id }, in: school).values.flatMap { $0 }
    return (members, Set(guests).subtracting(members))
  }

  /// What the course or class of a group is called now.
  package func name(of group: Conversation, in school: ID<Tenant>) throws(Refusal) -> String? {
    guard let about = group.about else { return nil }
    return group.kind == .course
      ? try CoursesStore(tx: tx).course(about.cast(), in: school)?.name
      : try ClassroomsStore(tx: tx).classroom(about.cast(), in: school)?.name
  }
}
