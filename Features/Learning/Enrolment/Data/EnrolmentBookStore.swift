public import Base
import Classroom
import Database
import People
public import School

extension EnrolmentStore {
  /// Every seat of a course, whatever its state.
  public func seats(in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [Seat] {
    try seats(in: school, "AND course = $2", [.id(course)])
  }

  /// The seats of a course, ready to be changed.
  ///
  /// - Parameter students: those a command is about, besides those who wait.
  func book(_ course: Course, about students: [ID<Student>] = [], in school: ID<Tenant>) throws(Refusal) -> SeatBook {
    let seats = try seats(in: course.id, school: school)
    let asked = Array(Set(seats.filter { $0.state == .waitlisted }.map { $0.student } + students))
    return SeatBook(
      course: course, seats: seats, obstacles: try obstacles(to: asked, in: course, school: school),
      today: try ClassroomsStore(tx: tx).today(in: school), now: tx.now)
  }

  /// The same for a course by its name, `nil` when there is none.
  func book(_ course: ID<Course>, about students: [ID<Student>] = [], in school: ID<Tenant>) throws(Refusal)
    -> SeatBook?
  {
    guard let course = try CoursesStore(tx: tx).course(course, in: school) else { return nil }
    return try book(course, about: students, in: school)
  }

  /// What keeps some students out of a course.
  func obstacles(
    to students: [ID<Student>], in course: Course, school: ID<Tenant>
  ) throws(Refusal) -> [ID<Student>: SeatObstacle] {
    let here = Set(
      try StudentsStore(tx: tx).students(in: school, ids: students).filter { $0.leftAt == nil }.map { $0.id })
    var found: [ID<Student>: SeatObstacle] = [:]
    for student in students where !here.contains(student) { found[student] = .left }
    if course.refusesClash {
      for (student, other) in try clashes(of: Array(here), with: [course], school: school)[course.id] ?? [:] {
        found[student] = .clash(other)
      }
    }
    return found
  }

  /// What a student who waits has at the same time, where the course keeps such people out.
  public func clash(of student: ID<Student>, with course: Course, in school: ID<Tenant>) throws(Refusal) -> String? {
    guard course.refusesClash else { return nil }
    if case .clash(let other)? = try obstacles(to: [student], in: course, school: school)[student] { return other }
    return nil
  }

  /// Who of the students has another course at the same time as one of these, and what it is called; in three questions,
  /// however many courses there are.
  func clashes(
    of students: [ID<Student>], with courses: [Course], school: ID<Tenant>
  ) throws(Refusal) -> [ID<Course>: [ID<Student>: String]] {
    if students.isEmpty || courses.isEmpty { return [:] }
    let store = CoursesStore(tx: tx)
    let held = try seats(of: students, in: school).filter { $0.state.holdsPlace }
    let others = try store.courses(Array(Set(held.map { $0.course })), in: school).filter { !$0.isArchived }
    let meetings = try store.meetings(of: others.map { $0.id } + courses.map { $0.id }, in: school)
    var found: [ID<Course>: [ID<Student>: String]] = [:]
    for course in courses {
      let own = meetings[course.id] ?? []
      let clashing = others.filter { other in
        other.id != course.id && other.isTaught(with: course)
          && (meetings[other.id] ?? []).contains { meeting in own.contains { $0.overlaps(meeting) } }
      }
      var (names, clashes) = ([ID<Course>: String](), [ID<Student>: String]())
      for other in clashing { names[other.id] = other.name }
      for seat in held where clashes[seat.student] == nil { clashes[seat.student] = names[seat.course] }
      found[course.id] = clashes
    }
    return found
  }

  /// The courses that keep out whoever has another at the same time, and in whose line one of the students stands.
  private func waitedFor(by students: [ID<Student>], besides course: ID<Course>, in school: ID<Tenant>) throws(Refusal)
    -> [Course]
  {
    let waited = try seats(of: students, in: school).filter { $0.state == .waitlisted && $0.course != course }
    return try CoursesStore(tx: tx).courses(Array(Set(waited.map { $0.course })), in: school).filter { $0.refusesClash }
  }
}

extension EnrolmentStore where DB == WriteTransaction {
  /// Writes what has changed, with what was before in the journal; then looks at the lines of other courses, where
  /// somebody who left this one may come in now.
  func write(_ book: SeatBook, by account: ID<Account>) throws(Refusal) {
    for change in book.changes { try put(change.seat, by: account) }
    let lines =
      book.changes.map {
        [$0.seat.student.text, $0.old?.rawValue ?? "none", $0.seat.state.rawValue, $0.cause.rawValue]
      }
      + book.skipped.map { [$0.student.text, "waitlisted", "waitlisted", "skipped-" + $0.obstacle.code] }
    if !lines.isEmpty {
      tx.detail("seats." + book.course.id.text, lines.map { $0.joined(separator: " ") }.joined(separator: "\n"))
    }
    // Nothing of their seats changes, and yet they and the followers hear that it was their turn.
    for (student, _) in book.skipped {
      try tx.touch(EnrolmentTables.seat, key: [.id(tx.school), .id(book.course.id), .id(student)])
    }
    let freed = book.changes.filter { $0.old?.holdsPlace == true && !$0.seat.state.holdsPlace }.map { $0.seat.student }
    guard !freed.isEmpty else { return }
    for other in try waitedFor(by: freed, besides: book.course.id, in: tx.school) { try promote(other, by: account) }
  }

  /// Fills what places are free from the line: after the capacity, the dates or the entry of a course changed.
  func promote(_ course: Course, by account: ID<Account>) throws(Refusal) {
    var book = try book(course, in: tx.school)
    book.promote()
    try write(book, by: account)
  }

  /// A course's week or dates changed, or it was archived: whoever is in it may fit elsewhere now.
  func promoteInOtherCourses(than course: ID<Course>, by account: ID<Account>) throws(Refusal) {
    let here = try studentIDs(in: course, school: tx.school)
    for other in try waitedFor(by: here, besides: course, in: tx.school) { try promote(other, by: account) }
  }
}

extension Course {
  /// Whether there is a day on which both are taught.
  func isTaught(with other: Course) -> Bool {
    let begins = max(from?.number ?? .min, other.from?.number ?? .min)
    return begins <= min(until?.number ?? .max, other.until?.number ?? .max)
  }
}
