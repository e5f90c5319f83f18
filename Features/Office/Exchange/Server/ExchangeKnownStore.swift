import Base
import Classroom
import Database
import Ledger
import People
import School

/// Answers what a plan asks of the school, from the database, one record at a time.
///
/// What is blank in a file says nothing, and a list in a file adds to ours: what was true stays true until the office
/// or an explicit removal ends it. That is decided here, by what the plan is given to compare with.
final class ExchangeKnownStore<Books: Transaction> {
  let tx: Books
  let school: ID<Tenant>
  /// Who brings the file in.
  let caller: ID<Account>?
  let today: Day
  let term: OneRoster.Term
  let subjects: ExchangeSubjectStore<Books>
  /// The entry that is being weighed.
  var entry: Roster.Entry?
  /// Whom the last question was about: present, or somebody who left and may come back.
  private(set) var found: RosterSubject?
  private(set) var dormant: RosterSubject?
  /// The books failed in the middle of a question; nothing after that counts.
  private(set) var failure: (any Error)?

  var roster: ExchangeRosterStore<Books> { subjects.roster }
  private var rooms: ClassroomsStore<Books> { ClassroomsStore(tx: tx) }

  init(tx: Books, school: ID<Tenant>, caller: ID<Account>? = nil) throws(Refusal) {
    (self.tx, self.school, self.caller) = (tx, school, caller)
    today = try ClassroomsStore(tx: tx).today(in: school)
    term = .year(of: today)
    subjects = ExchangeSubjectStore(tx: tx, school: school)
  }

  var known: Roster.Known {
    Roster.Known(
      person: { [self] new in request(.conflict) { () throws(Refusal) in try match(new) } },
      schoolClass: { [self] key in request(nil) { () throws(Refusal) in try schoolClass(key) } },
      enrollment: { [self] one in request(nil) { () throws(Refusal) in try enrollment(one) } },
      isGuardian: { [self] link in request(false) { () throws(Refusal) in try isGuardian(link) } },
      organisation: { [self] key in request(nil) { () throws(Refusal) in try organisation(key) } },
      term: { [self] key in request(nil) { () throws(Refusal) in try term(key) } },
      identities: { [self] kind in request([]) { () throws(Refusal) in try identities(kind) } })
  }

  /// Whether the school has a record that other records of a file refer to.
  func isKnown(_ file: OneRoster.File, _ key: String) -> Bool {
    request(false) { () throws(Refusal) in
      switch file {
      case .users: try subjects.find(key: key)?.isPresent ?? false
      case .classes: try room(key) != nil
      case .manifest, .orgs, .academicSessions, .courses, .roles, .enrollments: false
      }
    }
  }

  /// Who of the school the file means by a person, if it is one.
  func present(_ person: Roster.Person) throws(Refusal) -> RosterSubject? {
    _ = try match(person)
    return found
  }

  private func request<Response>(_ standIn: Response, _ body: () throws(Refusal) -> Response) -> Response {
    guard failure == nil else { return standIn }
    do { return try body() } catch {
      failure = error
      return standIn
    }
  }
}

// MARK: people

extension ExchangeKnownStore {
  private func match(_ new: Roster.Person) throws(Refusal) -> Roster.Known.Match {
    (found, dormant) = (nil, nil)
    let candidates = try candidates(new)
    guard let candidates else { return .conflict }
    // Also who has left keeps their key, username and number until the office takes them away.
    if Set(candidates.map(\.who)).count > 1 { return .conflict }
    guard let one = candidates.first(where: \.isPresent) else {
      dormant = candidates.first { $0.isStudent == (new.role == .student) }
      return dormant == nil ? .none : .returning
    }
    let saysRole = entry?.fields.has(.role) ?? true
    // A child's record does not become a login, nor the other way round.
    if saysRole, one.isStudent != (new.role == .student) { return .conflict }
    found = one
    return .found(try comparable(one, with: new))
  }

  /// Whoever has the key, or what stands in for one; the username; the number.
  ///
  /// Nil when the stand-in is shared.
  private func candidates(_ new: Roster.Person) throws(Refusal) -> [RosterSubject]? {
    var found: [RosterSubject] = []
    if let one = try subjects.find(key: new.key) {
      found.append(one)
    } else if !(entry?.fields.has(.key) ?? false) {
      let standIns =
        new.key == new.number
        ? try subjects.all(number: new.number)
        : new.key == new.email ? try subjects.all(email: new.email) : []
      if Set(standIns.map(\.who)).count > 1 { return nil }
      found += standIns.prefix(1)
    }
    if !new.username.isEmpty, let one = try subjects.find(username: new.username) { found.append(one) }
    if !new.number.isEmpty, new.role == .student, let one = try subjects.find(studentNumber: new.number) {
      found.append(one)
    }
    return found
  }

  /// The person as the school has them; what the file says and would not change counts as the same.
  private func comparable(_ one: RosterSubject, with new: Roster.Person) throws(Refusal) -> Roster.Person {
    var old = one.person
    let fields = entry?.fields ?? .all
    try settleAccount(of: one, &old, new)
    if new.given.isEmpty { old.given = "" }
    if new.family.isEmpty { old.family = "" }
    if new.username.isEmpty { old.username = "" }
    if new.email.isEmpty { old.email = "" }
    if new.number.isEmpty { old.number = "" }
    if fields.has(.classes) { old.classes = try classes(of: one, with: new) }
    if fields.has(.cohorts) { old.cohorts = Set(old.cohorts).isSuperset(of: new.cohorts) ? new.cohorts : old.cohorts }
    if fields.has(.guardians) { old.guardians = try guardians(of: one, with: new) }
    return old
  }

  /// Classes have two names, ours and the sender's; either will do.
  private func classes(of one: RosterSubject, with new: Roster.Person) throws(Refusal) -> [String] {
    guard one.isStudent || one.role.teaches, !new.classes.isEmpty else { return new.classes }
    let ours = try subjects.rooms(of: one, on: today)
    let keys = try ours.tryCompactMap { room throws(Refusal) in try roster.schoolClass(of: room.id)?.key }
    return Set(ours.map(\.name) + keys).isSuperset(of: new.classes) ? new.classes : ours.map(\.name)
  }

  private func guardians(of one: RosterSubject, with new: Roster.Person) throws(Refusal) -> [String] {
    guard case .student(let id) = one.who, !new.guardians.isEmpty else { return new.guardians }
    let known = try subjects.everyGuardianEmail(of: id)
    let isNone = known.isSuperset(of: new.guardians.map { foldedIdentifier($0) })
    return isNone ? new.guardians : try subjects.guardianEmails(of: id)
  }

  /// An account that somebody uses keeps its names and addresses whatever a file says, and what was said before is no
  /// news to any.
  private func settleAccount(of one: RosterSubject, _ old: inout Roster.Person, _ new: Roster.Person) throws(Refusal) {
    guard let account = one.account else { return }
    if one.row?.username == new.username { old.username = new.username }
    if let row = one.row, row.email == foldedIdentifier(new.email) { old.email = new.email }
    if !one.isStudent, let now = one.membership?.role, old.role != new.role {
      let next = try newRole(of: account.id, now, as: new.role.inSchool, instead: one.row?.key)
      if next == nil { old.role = new.role }
    }
    let isNews = old.username != new.username || old.email != new.email || old.given != new.given
    guard isNews || old.family != new.family else { return }
    let isElsewhere = try MembersStore(tx: tx).isElsewhere(account.id, than: school)
    guard account.passwordHash != nil || isElsewhere else { return }
    (old.username, old.email) = (new.username, new.email)
    if !one.isStudent { (old.given, old.family) = (new.given, new.family) }
  }

  /// What a member becomes by what a file says of them; `nil` when they stay what they are.
  ///
  /// - Parameter key: what the last roster called this person; what it says of others with the account stands.
  func newRole(of account: ID<Account>, _ now: Role, as role: Role, instead key: String?) throws(Refusal) -> Role? {
    if now == role || now == .owner || account == caller { return nil }
    let (said, power) = (try roster.people(of: account), role.inRosters.power)
    // A teacher who is also in the file as a parent stays a teacher.
    if said.contains(where: { $0.key != key && $0.role.power > power }) { return nil }
    // What somebody was made by hand, no file takes away.
    let isLess = power < now.inRosters.power
    return isLess && !said.contains(where: { $0.role.power >= now.inRosters.power }) ? nil : role
  }
}

// MARK: classes and who is in them

extension ExchangeKnownStore {
  /// The classroom of a key, if it is in use.
  func room(_ key: String) throws(Refusal) -> Classroom? {
    var found: Classroom?
    if let row = try roster.schoolClass(key: key) { found = try rooms.classroom(row.classroom, in: school) }
    if found == nil { found = try rooms.find(external: key, in: school) }
    if found == nil, let id = ID<Classroom>(key) { found = try rooms.classroom(id, in: school) }
    return found.flatMap { $0.archivedAt == nil ? $0 : nil }
  }

  func schoolClass(_ key: String) throws(Refusal) -> Roster.Class? {
    guard let room = try room(key) else { return nil }
    var old = try schoolClass(room)
    guard case .schoolClass(let new)? = entry?.record else { return old }
    old.key = key
    if new.title.isEmpty { old.title = "" }
    if new.code.isEmpty { old.code = "" }
    if new.course.isEmpty { (old.course, old.courseTitle) = ("", new.courseTitle) }
    if new.courseTitle.isEmpty { old.courseTitle = "" }
    if new.grades.isEmpty { old.grades = [] }
    if new.terms.isEmpty { old.terms = [] }
    if new.school.isEmpty { old.school = "" }
    return old
  }

  /// A classroom as our own export writes it; what it lacks is what the writer gives it.
  func schoolClass(_ room: Classroom) throws(Refusal) -> Roster.Class {
    let row = try roster.schoolClass(of: room.id)
    let external = try row == nil ? rooms.external(of: room.id, in: school) : nil
    var one = Roster.Class(key: row?.key ?? external ?? room.id.text, title: room.name)
    one.code = row?.code ?? ""
    one.course = row.flatMap { $0.course.isEmpty ? nil : $0.course } ?? one.key
    one.courseTitle = row.flatMap { $0.courseTitle.isEmpty ? nil : $0.courseTitle } ?? room.name
    one.grades = row?.grades ?? []
    one.terms = row.flatMap { $0.terms.isEmpty ? nil : $0.terms } ?? [term.key]
    one.school = row.flatMap { $0.org.isEmpty ? nil : $0.org } ?? school.text
    return one
  }

  /// - Returns: `one` itself where there is nothing to do: a place that cannot be, or that is over before it began here.
  private func enrollment(_ one: Roster.Enrollment) throws(Refusal) -> Roster.Enrollment? {
    let isRemoval = entry?.isRemoval ?? false
    guard let place = try place(of: one) else { return isRemoval ? nil : one }
    guard var old = try current(place) else {
      if isRemoval { return nil }
      return try mayBegin(one, place) ? nil : one
    }
    if place.row == nil, isOver(one, place) { return one }
    if let row = place.row { old.key = row.key } else { old.key = one.key }
    // A place of a teacher that is over ends now, though its end is no news.
    if isOver(one, place), old.end == one.end { old.end = "" }
    if place.isSamePerson { old.person = one.person }
    if place.isSameClass { old.schoolClass = one.schoolClass }
    // A day that has begun cannot begin again: only the end of a place is news.
    old.begin = one.begin
    if one.end.isEmpty { old.end = "" }
    if place.row == nil { old.isPrimary = one.isPrimary }
    return old
  }

  /// Whether a teacher's place has ended by the file's own day.
  func isOver(_ one: Roster.Enrollment, _ place: Place) -> Bool {
    !place.subject.isStudent && !one.end.isEmpty && one.end <= today.text
  }

  /// Whether the row gives a place that nobody holds yet.
  private func mayBegin(_ one: Roster.Enrollment, _ place: Place) throws(Refusal) -> Bool {
    guard place.isSeat(one.role), !isOver(one, place) else { return false }
    guard case .student(let id) = place.subject.who, let end = Day(one.end) else { return true }
    let until = end.plus(days: -1)
    if let held = try rooms.latest(of: id, in: place.room.id, school: school), let last = held.until, last < today {
      return until >= today
    }
    return until >= (Day(one.begin) ?? today)
  }

  /// Where an enrolment puts whom.
  struct Place {
    var subject: RosterSubject
    var room: Classroom
    var row: RosterEnrolmentRow?
    var isSamePerson = true
    var isSameClass = true

    /// Whether the role means a seat in the room; a guardian's or a proctor's does not.
    func isSeat(_ role: Roster.Role) -> Bool {
      subject.isStudent ? role == .student : role.teaches
    }
  }

  func place(of one: Roster.Enrollment) throws(Refusal) -> Place? {
    let row = one.key.isEmpty ? nil : try roster.enrolment(key: one.key)
    let named = try one.person.isEmpty ? nil : subjects.find(key: one.person)
    let room = try one.schoolClass.isEmpty ? nil : room(one.schoolClass)
    if let row, let old = try place(row) {
      var place = old
      place.isSamePerson = named == nil || named?.who == old.subject.who
      place.isSameClass = room == nil || room?.id == old.room.id
      return place
    }
    guard let named, named.isPresent, let room else { return nil }
    return Place(subject: named, room: room, row: try roster.enrolment(of: named.who, in: room.id))
  }

  private func place(_ row: RosterEnrolmentRow) throws(Refusal) -> Place? {
    guard let room = try rooms.classroom(row.classroom, in: school), room.archivedAt == nil else { return nil }
    let subject: RosterSubject?
    if let id = row.student {
      let student = try StudentsStore(tx: tx).student(id, in: school)
      subject = if let student { try subjects.subject(student) } else { nil }
    } else {
      let account: AccountRecord? = if let id = row.account { try AccountsStore(tx: tx).account(id) } else { nil }
      subject = if let account { try subjects.subject(account) } else { nil }
    }
    guard let subject, subject.isPresent else { return nil }
    return Place(subject: subject, room: room, row: row)
  }

  /// The place as it is held now; `nil` when it is not, whatever a roster once said.
  private func current(_ place: Place) throws(Refusal) -> Roster.Enrollment? {
    var one = Roster.Enrollment(person: place.subject.key, schoolClass: "")
    one.schoolClass = try schoolClass(place.room).key
    if let row = place.row {
      (one.role, one.isPrimary, one.begin, one.end) = (row.role, row.isPrimary, row.begin, row.end)
    } else {
      one.role = place.subject.isStudent ? .student : .teacher
    }
    if !place.isSeat(one.role) { return place.row == nil ? nil : one }
    switch place.subject.who {
    case .account(let id): return try rooms.isTeacher(id, of: place.room.id, in: school) ? one : nil
    case .student(let id):
      guard let held = try rooms.latest(of: id, in: place.room.id, school: school) else {
        return place.row.map { $0.end.isEmpty } ?? true ? nil : one
      }
      // The sender's day of the end is the first day without the place.
      let end = held.until.map { $0.plus(days: 1).text } ?? ""
      if let until = held.until, until < today, one.end != end { return nil }
      one.end = end
      return one
    }
  }

  func isGuardian(_ link: Roster.GuardianLink) throws(Refusal) -> Bool {
    guard let (guardian, student) = try family(link) else { return false }
    return try StudentsStore(tx: tx).guardians(of: student, in: school).contains { $0.account == guardian }
  }

  /// Ourselves, as our own export names us, we do not learn from a file.
  private func organisation(_ key: String) throws(Refusal) -> Roster.Organisation? {
    if key == school.text, case .organisation(let one)? = entry?.record { return one }
    return try roster.organisation(key: key)
  }

  private func term(_ key: String) throws(Refusal) -> Roster.Term? {
    let found = try roster.term(key: key)
    if found == nil, key == term.key, case .term(let one)? = entry?.record { return one }
    return found
  }

  /// Both ends of a link, when they are there and are what a link needs.
  func family(_ link: Roster.GuardianLink) throws(Refusal) -> (ID<Account>, ID<Student>)? {
    guard let guardian = try subjects.find(key: link.guardian), guardian.isPresent,
      let child = try subjects.find(key: link.student), child.isPresent,
      case .account(let account) = guardian.who, case .student(let student) = child.who
    else { return nil }
    return (account, student)
  }

  private func identities(_ kind: Roster.Kind) throws(Refusal) -> [String] {
    guard kind == .guardian else { return try roster.keys(kind) }
    var links: [String] = []
    for (key, student) in try roster.students() {
      for guardian in try StudentsStore(tx: tx).guardians(of: student, in: school) {
        for row in try roster.people(of: guardian.account) where row.role == .guardian {
          links.append(Roster.GuardianLink(guardian: row.key, student: key).identity)
        }
      }
    }
    return links
  }
}

extension OneRoster.Term {
  /// The school year that a day lies in: from September on, and the summer belongs to the year before.
  static func year(of day: Day) -> OneRoster.Term {
    let (year, month, _) = day.parts
    let end = month >= 9 ? year + 1 : year
    return OneRoster.Term(
      key: "year-\(end)", title: "\(end - 1)–\(end)", begin: "\(end - 1)-09-01", end: "\(end)-08-31", year: "\(end)")
  }
}
