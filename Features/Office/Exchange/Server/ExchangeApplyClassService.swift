import Base
import Classroom
import Database
import Learning
import Office
import People
import School

// Classes, who is in them, and who answers for whom.

extension ExchangeApplyService {
  func put(_ one: Roster.Class) throws {
    let title = one.title.isEmpty ? one.key : one.title
    var room = try known.room(one.key)
    if room == nil, let put = try rooms.find(external: one.key, in: school) {
      // It was archived and is in the file again: the same room, with its history.
      try rooms.archive(put.id, at: nil)
      room = put
    }
    let id: ID<Classroom>
    if let room {
      id = room.id
      if room.name != title, !one.title.isEmpty { try rooms.rename(id, to: title) }
    } else {
      id = world.id()
      try rooms.insert(Classroom(id: id, name: title, updatedAt: tx.now), external: one.key)
    }
    var row = try roster.schoolClass(key: one.key) ?? RosterClassRow(key: one.key, classroom: id)
    row.classroom = id
    if !one.code.isEmpty { row.code = one.code }
    if !one.course.isEmpty { row.course = one.course }
    if !one.courseTitle.isEmpty { row.courseTitle = one.courseTitle }
    if !one.grades.isEmpty { row.grades = one.grades }
    if !one.terms.isEmpty { row.terms = one.terms }
    if !one.school.isEmpty { row.org = one.school }
    try roster.put(row)
  }

  func removeClass(_ key: String) throws {
    if let room = try known.room(key) { try rooms.archive(room.id, at: tx.now) }
    try roster.removeClass(key)
  }

  func put(_ one: Roster.Enrollment) throws {
    guard let place = try known.place(of: one) else { return }
    if known.isOver(one, place) { return try end(place) }
    let isMoved = !place.isSamePerson || !place.isSameClass
    if isMoved, place.row != nil { try vacate(place) }
    let now = isMoved ? try newPlace(one) : place
    guard let now else { return }
    try seat(one, now)
    let key = one.key.isEmpty ? now.row?.key ?? one.identity : one.key
    if let old = now.row, old.key != key { try roster.removeEnrolment(old.key) }
    var row = RosterEnrolmentRow(key: key, classroom: now.room.id, role: one.role)
    switch now.subject.who {
    case .student(let id): row.student = id
    case .account(let id): row.account = id
    }
    row.isPrimary = one.isPrimary
    (row.begin, row.end) = (one.begin, one.end.isEmpty ? now.row?.end ?? "" : one.end)
    try roster.put(row)
  }

  /// A teacher's place is over by the file's own day; who gets it back by hand keeps it.
  private func end(_ place: ExchangeKnownStore<WriteTransaction>.Place) throws {
    guard let row = place.row else { return }
    try vacate(place)
    try roster.removeEnrolment(row.key)
  }

  private func newPlace(_ one: Roster.Enrollment) throws -> ExchangeKnownStore<WriteTransaction>.Place? {
    guard let subject = try known.subjects.find(key: one.person), subject.isPresent,
      let room = try known.room(one.schoolClass)
    else { return nil }
    return .init(subject: subject, room: room)
  }

  private func seat(_ one: Roster.Enrollment, _ place: ExchangeKnownStore<WriteTransaction>.Place) throws {
    guard place.isSeat(one.role) else { return }
    switch place.subject.who {
    case .account(let id):
      if try !rooms.isTeacher(id, of: place.room.id, in: school) { try rooms.assign(teacher: id, to: place.room.id) }
    case .student(let id): try enrol(id, in: place.room.id, one)
    }
  }

  /// The file's end is the first day without the place; ours is the last day with it.
  private func enrol(_ student: ID<Student>, in room: ID<Classroom>, _ one: Roster.Enrollment) throws {
    let until = Day(one.end)?.plus(days: -1)
    guard let held = try rooms.latest(of: student, in: room, school: school) else {
      let from = Day(one.begin) ?? known.today
      if let until, until < from { return }
      return try rooms.enrol(student, in: room, from: from, until: until)
    }
    if let last = held.until, last < known.today {
      // Gone and come back: the time between stays a gap.
      if let until, until < known.today { return }
      return try rooms.enrol(student, in: room, from: known.today, until: until)
    }
    guard let until, held.until != until else { return }
    if held.until != nil { try rooms.rejoin(student, in: room) }
    try rooms.leave(student, from: room, until: until)
  }

  func removeEnrolment(_ one: Roster.Enrollment) throws {
    guard let place = try known.place(of: one) else { return }
    try vacate(place)
    if let row = place.row { try roster.removeEnrolment(row.key) }
  }

  private func vacate(_ place: ExchangeKnownStore<WriteTransaction>.Place) throws {
    switch place.subject.who {
    case .student(let id): try rooms.leave(id, from: place.room.id, until: known.today.plus(days: -1))
    case .account(let id):
      if try rooms.isTeacher(id, of: place.room.id, in: school) { try rooms.unassign(teacher: id, from: place.room.id) }
    }
  }

  /// The children who come into another class leave those of theirs that the office says.
  func leaveClasses() throws {
    for (student, room) in leaving where answers.leaves.contains(room.text) {
      try rooms.leave(student, from: room, until: known.today.plus(days: -1))
      made[Roster.Kind.enrollment.rawValue].removed += 1
    }
    leaving = []
    for (room, move) in moves {
      moves[room]?.isLikely = try spoken.contains(move.name) || roster.schoolClass(of: room) != nil
    }
  }

  /// The classes that children are in beside those they come into, the fullest first.
  var movesByCount: [RosterReport.Move] {
    let sorted = moves.values.sorted { ($1.count, $0.name, $0.classroom) < ($0.count, $1.name, $1.classroom) }
    return Array(sorted.prefix(RosterReport.Most.moves))
  }

  /// A child who comes into a class and is in others that the file does not name: whether it leaves them is asked.
  func noteMove(_ student: ID<Student>, from old: [Classroom], to new: [String]) throws {
    for room in old {
      leaving.append((student, room.id))
      var move = moves[room.id] ?? RosterReport.Move(classroom: room.id.text, name: room.name)
      move.count += 1
      moves[room.id] = move
      guard move.examples.count < 5, let name = try students.student(student, in: school)?.name else { continue }
      moves[room.id]?.examples.append(
        Roster.Problem.excerpt(of: "\(name): \(room.name) → \(Roster.listed(new))", most: 160))
    }
  }

  func link(_ link: Roster.GuardianLink) throws {
    guard let (guardian, student) = try known.family(link), try !known.isGuardian(link) else { return }
    try students.link(guardian: guardian, to: student)
    try EnrolmentStore(tx: tx).recalculate(family: student)
  }

  func unlink(_ link: Roster.GuardianLink) throws {
    guard let (guardian, student) = try known.family(link), try known.isGuardian(link) else { return }
    try students.unlink(guardian: guardian, from: student)
    try EnrolmentStore(tx: tx).recalculate(family: student)
  }
}
