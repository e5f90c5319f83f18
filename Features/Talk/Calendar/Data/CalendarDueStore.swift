import Base
import Database
import Learning
import People
import School

/// What is due on a day, and for whom.
struct CalendarDue {
  let item: CourseItem
  let at: Instant
  /// The students whose own day it is; nobody named is everybody of the course.
  var students: [Student] = []
  /// When the day, or what is due, was last said.
  var changedAt: Instant

  /// For guardians of several: whose it is.
  func who(_ access: CalendarAccess) -> [String] {
    let all = access.courseNames[item.course] ?? []
    return students.isEmpty || all.isEmpty ? all : students.map { $0.given }
  }
}

extension CalendarDue {
  /// What is due between two moments, the second not among them: for students and their guardians by the students' own
  /// days, for everybody else by the course's.
  static func all(
    _ access: CalendarAccess, from first: Instant, until end: Instant, _ tx: Transaction
  ) throws(Refusal) -> [CalendarDue] {
    let (open, last) = (
      access.courses.filter { $0.isPublished }.map { $0.id }, Instant(milliseconds: end.milliseconds - 1)
    )
    let items = try CoursesStore(tx: tx).due(in: open, from: first, until: end, access.school)
    guard access.students.isEmpty else {
      return try own(access, Set(open), from: first, until: last, tx)
        + items.filter { $0.kind == .lesson }.compactMap(CalendarDue.init)
    }
    let closing = try QuizzesStore(tx: tx).closing(in: open, from: first, until: last, school: access.school)
    return items.compactMap(CalendarDue.init)
      + closing.map { CalendarDue(item: $0.item, at: $0.dueAt, changedAt: $0.item.updatedAt) }
  }

  private init?(_ item: CourseItem) {
    guard let at = item.dueAt else { return nil }
    self.init(item: item, at: at, changedAt: item.updatedAt)
  }

  private static func own(
    _ access: CalendarAccess, _ open: Set<ID<Course>>, from first: Instant, until last: Instant, _ tx: Transaction
  ) throws(Refusal) -> [CalendarDue] {
    let (ids, school) = (access.students.map { $0.id }, access.school)
    let work = try AssignmentsStore(tx: tx).due(for: ids, from: first, until: last, in: school)
      .compactMap { one in one.dueAt.map { (one.item, Optional(one.student), $0) } }
    let quizzes = try QuizzesStore(tx: tx).due(for: ids, from: first, until: last, in: school)
      .map { ($0.item, $0.student, $0.dueAt) }
    let said = try extensions(ids, school, tx)
    var found: [CalendarDue] = []
    for (item, student, at) in work + quizzes where open.contains(item.course) {
      guard let student = access.students.first(where: { $0.id == student }) else { continue }
      let changedAt = max(item.updatedAt, said[student.id]?[item.id] ?? item.updatedAt)
      if let place = found.firstIndex(where: { $0.item.id == item.id && $0.at == at }) {
        found[place].students.append(student)
        found[place].changedAt = max(found[place].changedAt, changedAt)
      } else {
        found.append(CalendarDue(item: item, at: at, students: [student], changedAt: changedAt))
      }
    }
    return found
  }

  /// The days of their own that students were given.
  static func extended(
    _ students: [ID<Student>], _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [ID<Student>: [ID<CourseItem>: Instant]] {
    try AssignmentsStore(tx: tx).dueExtensions(of: students, in: school)
  }

  private static func extensions(
    _ students: [ID<Student>], _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [ID<Student>: [ID<CourseItem>: Instant]] {
    var found: [ID<Student>: [ID<CourseItem>: Instant]] = [:]
    for student in students {
      for one in try AssignmentsStore(tx: tx).dueExtensions(of: student, in: school) {
        found[student, default: [:]][one.item] = one.at
      }
    }
    return found
  }
}
