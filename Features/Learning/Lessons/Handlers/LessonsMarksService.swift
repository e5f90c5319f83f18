public import Base
public import Database
import People
public import School

/// What a course's outline says of its lessons: a tick for who is through, how many are for the staff.
public func lessonMarks(
  _ items: [CourseItem], _ course: Course, _ access: CourseAccess, _ caller: Caller, _ tx: Transaction
) throws(Refusal) -> [ID<CourseItem>: CoursePiece] {
  let lessons = items.filter { $0.kind == .lesson }
  guard !lessons.isEmpty else { return [:] }
  let store = LessonsStore(tx: tx)
  switch access {
  case .office, .teacher:
    let counts = try store.doneCounts(of: course.id, in: caller.school)
    return lessons.keyed(by: { $0.id }, to: { CoursePiece(count: counts[$0.id] ?? 0) })
  case .student(let student):
    let done = try store.done(by: [student], in: [course.id], school: caller.school)
    return done.keyed(by: { $0.lesson }, to: { _ in CoursePiece(isDone: true) })
  case .guardian(let children):
    return try marks(of: children, course, caller, store)
  }
}

/// For a parent the tick is there when every child in the course is through.
private func marks(
  of children: [ID<Student>], _ course: Course, _ caller: Caller, _ store: LessonsStore<Transaction>
) throws(Refusal) -> [ID<CourseItem>: CoursePiece] {
  let done = try store.done(by: children, in: [course.id], school: caller.school)
  let all = Dictionary(grouping: done, by: { $0.lesson }).filter { $0.value.count == children.count }
  return all.mapValues { _ in CoursePiece(isDone: true) }
}
