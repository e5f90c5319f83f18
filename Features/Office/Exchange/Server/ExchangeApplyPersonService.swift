import Base
import Classroom
import Database
import Learning
import Office
import People
import School

// People: their records, their accounts, and where a file puts them.

extension ExchangeApplyService {
  /// - Returns: the key the person is known by from now on.
  func put(_ person: Roster.Person, _ fields: Roster.Fields) throws -> String {
    let subject = known.found ?? known.dormant
    let isStudent = subject?.isStudent ?? (person.role == .student)
    let (who, account) = try isStudent ? putStudent(person, fields, subject) : putAccount(person, fields, subject)
    let key = try keep(person, fields, subject, who, account)
    if fields.has(.classes) { try place(who, role: isStudent ? .student : person.role, in: person.classes) }
    if fields.has(.guardians), case .student(let id) = who {
      for email in person.guardians where try students.link(guardian: guardian(email), once: id, school) {
        made[Roster.Kind.guardian.rawValue].new += 1
      }
      try EnrolmentStore(tx: tx).recalculate(family: id)
    }
    return key
  }

  private func putStudent(
    _ person: Roster.Person, _ fields: Roster.Fields, _ subject: RosterSubject?
  ) throws -> (RosterSubject.Who, ID<Account>?) {
    var student = subject?.student ?? Student(id: world.id(), given: "", family: "", updatedAt: tx.now)
    if !person.given.isEmpty { student.given = person.given }
    if !person.family.isEmpty { student.family = person.family }
    if !person.number.isEmpty { student.number = person.number }
    let bornBefore = student.birthday
    if let day = Day(person.birthday), day <= known.today { student.birthday = day }
    (student.leftAt, student.updatedAt) = (nil, tx.now)
    let external = fields.has(.key) ? person.key : nil
    if let external { try free(external, for: student.id) }
    if subject == nil {
      try students.insert(student, external: external)
    } else {
      try students.update(student)
      // A birthday that is new is the class's to see.
      if student.birthday != bornBefore { try EnrolmentStore(tx: tx).recalculate(family: student.id) }
      if subject?.isPresent == false { try returningToCourses(student.id, tx) }
      if let external, try students.external(of: student.id, in: school) != external {
        try students.setExternal(external, of: student.id)
      }
    }
    return (.student(student.id), try login(of: student, person, subject))
  }

  /// A key names whom the roster's row names; another student who had it from a file before gives it up.
  private func free(_ external: String, for student: ID<Student>) throws {
    guard let other = try students.find(external: external, in: school), other.id != student else { return }
    try students.setExternal(nil, of: other.id)
  }

  /// A child gets a sign-in when the roster has a name or an address for it.
  private func login(
    of student: Student, _ person: Roster.Person, _ subject: RosterSubject?
  ) throws -> ID<Account>? {
    if let account = student.account {
      if let record = subject?.account { _ = try accounts.corrected(record, named(person, student)) }
      try seat(account, as: .student, nil)
      return account
    }
    guard !person.username.isEmpty || !person.email.isEmpty else { return nil }
    let record = try account(for: named(person, student))
    try students.link(account: record.id, to: student.id)
    try EnrolmentStore(tx: tx).recalculate(family: student.id)
    try seat(record.id, as: .student, nil)
    return record.id
  }

  private func named(_ person: Roster.Person, _ student: Student) -> Roster.Person {
    var one = person
    (one.role, one.given, one.family) = (.student, student.given, student.family)
    return one
  }

  private func putAccount(
    _ person: Roster.Person, _ fields: Roster.Fields, _ subject: RosterSubject?
  ) throws -> (RosterSubject.Who, ID<Account>?) {
    let record: AccountRecord
    if let known = subject?.account {
      record = try accounts.corrected(known, merged(person, subject))
    } else {
      record = try account(for: person)
    }
    if subject?.membership == nil || fields.has(.role) { try seat(record.id, as: person.role.inSchool, subject?.row) }
    return (.account(record.id), record.id)
  }

  private func account(for person: Roster.Person) throws -> AccountRecord {
    let (record, isNew, isNameless) = try accounts.account(for: person)
    if isNew { made[Roster.Kind.signIn.rawValue].new += 1 }
    if isNameless { nameless += 1 }
    return record
  }

  private func seat(_ account: ID<Account>, as role: Role, _ row: RosterPersonRow?) throws {
    if try accounts.seat(account, as: role, instead: row) { lowered += 1 }
  }

  /// The names as they are after the file, when it has only one of them.
  private func merged(_ person: Roster.Person, _ subject: RosterSubject?) -> Roster.Person {
    var one = person
    guard !one.given.isEmpty || !one.family.isEmpty else { return one }
    if one.given.isEmpty { one.given = subject?.row?.given ?? "" }
    if one.family.isEmpty { one.family = subject?.row?.family ?? "" }
    return one
  }

  /// Remembers the key, and what has no other place with us.
  private func keep(
    _ person: Roster.Person, _ fields: Roster.Fields, _ subject: RosterSubject?, _ who: RosterSubject.Who,
    _ account: ID<Account>?
  ) throws -> String {
    let old = subject?.row
    // A file without keys renames nobody.
    let key = fields.has(.key) ? person.key : old?.key ?? subject?.key ?? person.key
    var row = old ?? RosterPersonRow(key: key, role: person.role)
    if let old, old.key != key { try roster.removePerson(old.key) }
    row.key = key
    switch who {
    case .student(let id): (row.student, row.account, row.role) = (id, nil, .student)
    case .account(let id):
      (row.student, row.account) = (nil, id)
      if old == nil || fields.has(.role) { row.role = person.role }
      if !person.given.isEmpty { row.given = person.given }
      if !person.family.isEmpty { row.family = person.family }
      if !person.number.isEmpty { row.number = person.number }
      try forgetStandIn(of: id, for: person)
    }
    if !person.username.isEmpty { row.username = person.username }
    if !person.email.isEmpty { row.email = foldedIdentifier(person.email) }
    row.cohorts += person.cohorts.filter { !row.cohorts.contains($0) }
    try roster.put(row)
    return key
  }

  /// A guardian known only by an address in a child's row has now come with a key of their own.
  private func forgetStandIn(of account: ID<Account>, for person: Roster.Person) throws {
    let email = foldedIdentifier(person.email)
    for row in try roster.people(of: account) where row.key == row.email && row.key == email && row.key != person.key {
      try roster.removePerson(row.key)
    }
  }

  private func guardian(_ email: String) throws -> ID<Account> {
    let folded = foldedIdentifier(email)
    for one in try known.subjects.all(email: folded) {
      // An address alone makes nobody a child's guardian, unless a roster or the office brought its account here.
      guard case .account(let id) = one.who, let membership = one.membership else { continue }
      if one.row != nil || one.account?.passwordHash == nil || membership.role.isStaff { return id }
    }
    var person = Roster.Person(key: folded, role: .guardian)
    person.email = folded
    let record = try account(for: person)
    try seat(record.id, as: .guardian, nil)
    made[Roster.Kind.person.rawValue].new += 1
    show(.init(.person, .new, folded, role: .guardian, facts: [.init(.email, new: folded)]))
    var row = RosterPersonRow(key: folded, account: record.id, role: .guardian)
    (row.given, row.email) = (folded, folded)
    if try roster.person(key: folded) == nil { try roster.put(row) }
    return record.id
  }

  private func place(_ who: RosterSubject.Who, role: Roster.Role, in names: [String]) throws {
    switch who {
    case .student(let id): try place(id, in: names)
    case .account(let id) where role.teaches:
      for name in names {
        let room = try room(named: name)
        guard try !rooms.isTeacher(id, of: room, in: school) else { continue }
        try rooms.assign(teacher: id, to: room)
        made[Roster.Kind.enrollment.rawValue].new += 1
      }
    case .account: break
    }
  }

  private func place(_ student: ID<Student>, in names: [String]) throws {
    let before = try rooms.classrooms(of: student, in: school, on: known.today)
    var (there, isNew) = (Set(before.map(\.id)), false)
    var wanted = Set<ID<Classroom>>()
    for name in names {
      let room = try room(named: name)
      wanted.insert(room)
      guard there.insert(room).inserted else { continue }
      try rooms.enrol(student, in: room, from: known.today)
      made[Roster.Kind.enrollment.rawValue].new += 1
      isNew = true
    }
    if isNew { try noteMove(student, from: before.filter { !wanted.contains($0.id) }, to: names) }
  }

  private func room(named name: String) throws -> ID<Classroom> {
    if let room = named[name] { return room }
    let room = try findRoom(named: name)
    named[name] = room
    return room
  }

  private func findRoom(named name: String) throws -> ID<Classroom> {
    if let row = try roster.schoolClass(key: name), let room = try known.room(row.key) { return room.id }
    if let room = try rooms.find(name: name, in: school) { return room.id }
    let room = Classroom(id: world.id(), name: name, updatedAt: tx.now)
    try rooms.insert(room)
    made[Roster.Kind.schoolClass.rawValue].new += 1
    show(.init(.schoolClass, .new, name))
    return room.id
  }

  func removePerson(_ subject: RosterSubject?) throws {
    guard let subject, subject.isPresent else { return }
    if let row = subject.row { try roster.removePerson(row.key) }
    switch subject.who {
    case .student(let id):
      for room in try rooms.classrooms(of: id, in: school, on: known.today) {
        try rooms.leave(id, from: room.id, until: known.today.plus(days: -1))
      }
      try onLeaveCourses(id, tx)
      if var student = subject.student {
        (student.leftAt, student.updatedAt) = (tx.now, tx.now)
        try students.update(student)
      }
      if let account = subject.account { try removeMember(account.id, unlessMoreThan: .student) }
    case .account(let id):
      // Who was made more by hand than the roster ever said has another reason to be here.
      if let row = subject.row, let now = subject.membership?.role.inRosters, now.power > row.role.power { return }
      if try roster.people(of: id).isEmpty { try removeMember(id, unlessMoreThan: .admin) }
    }
  }

  /// Owners, and whoever sent the file, stay.
  private func removeMember(_ account: ID<Account>, unlessMoreThan role: Role) throws {
    let store = MembersStore(tx: tx)
    guard let membership = try store.membership(account, in: school), account != caller.account else { return }
    let mayGo = role == .student ? membership.role == .student : membership.role != .owner
    guard mayGo else { return }
    for room in try rooms.taught(by: account, in: school) { try rooms.unassign(teacher: account, from: room) }
    try onLeaveTeaching(account, tx)
    for child in try students.ofGuardian(account, in: school) { try students.unlink(guardian: account, from: child.id) }
    try store.remove(account)
  }
}

extension StudentsStore where DB == WriteTransaction {
  /// Links a guardian who is not linked yet.
  ///
  /// - Returns: whether the link is new.
  fileprivate func link(
    guardian account: ID<Account>, once student: ID<Student>, _ school: ID<Tenant>
  ) throws(Refusal) -> Bool {
    if try guardians(of: student, in: school).contains(where: { $0.account == account }) { return false }
    try link(guardian: account, to: student)
    return true
  }
}
