package import Base
import Classroom
import Database
import Learning
import People
package import School

/// For whom conversations are there now, many at once: for lists, and for those who tell.
extension MessagesStore {
  /// Those of somebody's conversations that are there for them.
  ///
  /// Asks as often for a hundred as for two: it stands behind the list, and behind the dot on every page. The caller has
  /// a place with its bucket in each.
  func parts(
    of talks: [(conversation: Conversation, isGuest: Bool)], _ caller: Caller
  ) throws(Refusal) -> Set<ID<Conversation>> {
    // One's own letters stay one's own.
    var found = Set(talks.filter { $0.conversation.kind == .direct && !$0.isGuest }.map { $0.conversation.id })
    let rest = talks.filter { !found.contains($0.conversation.id) }
    guard !rest.isEmpty else { return found }
    let policy = try policy(of: caller.school)
    let (students, isOwn) = try learners(caller)
    let seen = isOwn || policy.groupsIncludeGuardians ? students.map { $0.id } : []
    let about: (Conversation.Kind) -> [ID<Conversation>] = { kind in
      rest.compactMap { $0.conversation.kind == kind ? $0.conversation.about : nil }
    }
    let courses = try courses(about(.course).map { $0.cast() }, seen, caller)
    let rooms = try rooms(about(.classroom).map { $0.cast() }, seen, caller)
    let guest = rest.filter { $0.conversation.kind == .direct }.map { $0.conversation.id }
    if policy.includesGuardians, !isOwn {
      found.formUnion(try invited(guest, by: students.compactMap { $0.account }, caller))
    }
    for (talk, _) in rest {
      switch talk.kind {
      case .direct: break
      case .staff: if caller.role.isStaff { found.insert(talk.id) }
      case .course: if let about = talk.about, courses.contains(about.cast()) { found.insert(talk.id) }
      case .classroom: if let about = talk.about, rooms.contains(about.cast()) { found.insert(talk.id) }
      }
    }
    return found
  }

  /// The caller's own record, or the children they are a guardian of.
  private func learners(_ caller: Caller) throws(Refusal) -> (students: [Student], isOwn: Bool) {
    let records = StudentsStore(tx: tx)
    if caller.role == .student, let me = try records.ofAccount(caller.account, in: caller.school) {
      return ([me], true)
    }
    return (try records.ofGuardian(caller.account, in: caller.school), false)
  }

  private func courses(
    _ ids: [ID<Course>], _ students: [ID<Student>], _ caller: Caller
  ) throws(Refusal) -> Set<ID<Course>> {
    guard !ids.isEmpty else { return [] }
    let known = try CoursesStore(tx: tx).courses(ids, in: caller.school)
    if caller.role.isOffice { return Set(known.map({ $0.id })) }
    let taught = try held(Bucket.courseStaff(.none).kind, caller)
    let seats = try EnrolmentStore(tx: tx).seats(of: students, in: caller.school)
    let taken = Set(seats.filter { $0.state.holdsPlace }.map { $0.course })
    return Set(
      known.filter { taught.contains($0.id.cast()) || $0.publishedAt != nil && taken.contains($0.id) }.map { $0.id })
  }

  private func rooms(
    _ ids: [ID<Classroom>], _ students: [ID<Student>], _ caller: Caller
  ) throws(Refusal) -> Set<ID<Classroom>> {
    guard !ids.isEmpty else { return [] }
    let store = ClassroomsStore(tx: tx)
    let known = try store.classrooms(Set(ids), in: caller.school)
    if caller.role.isOffice { return Set(known.map({ $0.id })) }
    let taught = caller.role == .teacher ? try held(Bucket.classStaff(.none).kind, caller) : []
    let here = Set(
      try store.current(of: students, in: caller.school, on: store.today(in: caller.school)).map { $0.classroom })
    return Set(
      known.filter { $0.archivedAt == nil && (taught.contains($0.id.cast()) || here.contains($0.id)) }.map { $0.id })
  }

  /// The direct talks in which one of these accounts has a place of its own.
  private func invited(
    _ talks: [ID<Conversation>], by children: [ID<Account>], _ caller: Caller
  ) throws(Refusal) -> Set<ID<Conversation>> {
    guard !talks.isEmpty, !children.isEmpty else { return [] }
    var found: Set<ID<Conversation>> = []
    try tx.each(
      """
      SELECT conversation FROM talker WHERE school = $1 AND guest = $2
        AND account IN (\(placeholders(children.count, from: 3)))
      """, [.id(caller.school), .flag(false)] + children.map { .id($0) }
    ) { found.insert($0.id(0)) }
    return found.intersection(talks)
  }

  private func held(_ kind: Bucket.Kind, _ caller: Caller) throws(Refusal) -> Set<ID<Bucket>> {
    Set(
      try tx.rows(
        "SELECT bucket FROM member WHERE school = $1 AND account = $2 AND kind = $3 AND revoked IS NULL",
        [.id(caller.school), .id(caller.account), .text(kind.letter)]
      ) { $0.id(0) })
  }

  /// Everybody a conversation is for now: of a group also those who have no place in it yet.
  func audience(
    of talk: Conversation, _ places: [Participant], school: ID<Tenant>
  ) throws(Refusal) -> (members: Set<ID<Account>>, guests: Set<ID<Account>>) {
    let here = places.filter { $0.leftAt == nil }
    switch talk.kind {
    case .course, .classroom:
      let (members, guests) = try wanted(in: talk, school: school)
      // Whoever runs the school and came in stays: they belong to no course.
      return (members.union(try those(of: here, in: [.owner, .admin], school)), guests)
    case .staff: return (try those(of: here, in: [.owner, .admin, .teacher], school), [])
    case .direct:
      let mains = here.filter { !$0.isGuest }.map { $0.account }
      guard here.count > mains.count, try policy(of: school).includesGuardians else { return (Set(mains), []) }
      let records = StudentsStore(tx: tx)
      let children = try mains.tryCompactMap { main throws(Refusal) in try records.ofAccount(main, in: school) }
        .filter { $0.leftAt == nil }
      let guardians = Set(try records.guardianAccounts(of: children.map { $0.id }, in: school).values.joined())
      return (Set(mains), guardians.intersection(here.filter { $0.isGuest }.map { $0.account }))
    }
  }

  /// Those who went out of a group and still belong to what it is for.
  func returning(to talk: Conversation, school: ID<Tenant>) throws(Refusal) -> [Participant] {
    guard talk.kind != .direct else { return [] }
    var places = try places(in: talk.id, school: school).filter { $0.leftAt != nil }
    if places.isEmpty { return [] }
    for place in places.indices { places[place].leftAt = nil }
    let (members, guests) = try audience(of: talk, places, school: school)
    return try self.places(in: talk.id, school: school).filter {
      $0.leftAt != nil && (members.contains($0.account) || guests.contains($0.account))
    }
  }

  private func those(of participants: [Participant], in roles: [Role], _ school: ID<Tenant>) throws(Refusal) -> Set<
    ID<Account>
  > {
    let all = try roles.tryFlatMap { role throws(Refusal) in try MembersStore(tx: tx).accounts(of: school, role: role) }
    return Set(all).intersection(participants.map { $0.account })
  }

  /// Those who take part and still belong: whom news of it may reach.
  package func listeners(to talk: Conversation, school: ID<Tenant>) throws(Refusal) -> [Participant] {
    let participants = try participants(in: talk.id, school: school)
    let (members, guests) = try audience(of: talk, participants, school: school)
    return participants.filter { members.contains($0.account) || guests.contains($0.account) }
  }

  // MARK: whose circle may have changed

  /// The groups of some courses and classes.
  package func groups(about: Set<ID<Conversation>>, in school: ID<Tenant>) throws(Refusal) -> [Conversation] {
    var found: [Conversation] = []
    let all = about.sorted()
    for part in all.chunks(of: 200) {
      found += try tx.all(
        MessagesTables.conversation, in: school, "AND about IN (\(placeholders(part.count, from: 2)))",
        part.map { .id($0) })
    }
    return found
  }

  /// The conversations that some people are in for a reason that may have ended: groups, and children's talks.
  package func talks(of people: Set<ID<Account>>, in school: ID<Tenant>) throws(Refusal) -> [Conversation] {
    let table = MessagesTables.conversation
    var found: [Conversation] = []
    let all = people.sorted()
    for part in all.chunks(of: 200) {
      found += try tx.rows(
        """
        SELECT DISTINCT \(table.columns(of: "c")) FROM talker t
        JOIN conversation c ON c.school = t.school AND c.id = t.conversation
        WHERE t.school = $1 AND t."leftAt" IS NULL AND (t.guest = $2 OR c.kind <> 'direct')
          AND t.account IN (\(placeholders(part.count, from: 3)))
        """, [.id(school), .flag(true)] + part.map { .id($0) }
      ) { row throws(Refusal) in try table.record(row) }
    }
    return found
  }

  /// Every conversation that somebody is in for a reason that may end.
  package func circles(in school: ID<Tenant>, _ kind: Conversation.Kind? = nil) throws(Refusal) -> [Conversation] {
    try tx.all(
      MessagesTables.conversation, in: school,
      """
      AND (kind <> 'direct' OR EXISTS
        (SELECT 1 FROM talker t WHERE t.school = $1 AND t.conversation = conversation.id AND t.guest = $2))
      ORDER BY id
      """, [.flag(true)]
    ).filter { kind == nil || $0.kind == kind }
  }
}
