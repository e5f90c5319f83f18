import Base
import Classroom
import Database
import Office
import People
import School

// Classes, who is in them, and who answers for whom.

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
  func enrollment(_ one: Roster.Enrollment) throws(Refusal) -> Roster.Enrollment? {
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
  func organisation(_ key: String) throws(Refusal) -> Roster.Organisation? {
    if key == school.text, case .organisation(let one)? = entry?.record { return one }
    return try roster.organisation(key: key)
  }

  func term(_ key: String) throws(Refusal) -> Roster.Term? {
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

  func identities(_ kind: Roster.Kind) throws(Refusal) -> [String] {
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
