public import Base
public import Database
import Kit
import People
import Router
public import School

/// Carries out what is asked of lessons, and answers what pages ask.
public struct LessonsService: Sendable {
  public init() {}

  func handle(_ command: CreateLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, courses, store) = (try request.caller(), CoursesStore(tx: tx), LessonsStore(tx: tx))
    let access = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
    guard let course = try courses.course(command.course, in: caller.school) else { throw .notFound }
    let permit = try command.permit(
      for: caller, access: access, course: course,
      module: isModule(command.fields.module, of: course, in: caller.school, tx), now: tx.now)
    if let id = command.id, try store.isTaken(id, in: caller.school) { throw .conflict(Phrase("ledger.taken")) }
    let last = try courses.items(of: course.id, in: caller.school).map { $0.place }.max()
    let id: ID<CourseItem> = command.id ?? tx.newID()
    try store.save(permit, as: id, place: (last ?? -1) + 1)
    return .made(id)
  }

  func handle(_ command: EditLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try LessonFacts(command.lesson, caller, tx)
    try request.expect(version: facts.version)
    let permit = try command.permit(
      for: caller, access: facts.access, course: facts.course, version: facts.version,
      module: isModule(command.fields.module, of: facts.course, in: caller.school, tx), now: facts.moment)
    try LessonsStore(tx: tx).save(permit, facts.item)
    return .done
  }

  func handle(_ command: PublishLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try LessonFacts(command.lesson, caller, tx)
    let permit = try command.permit(for: caller, access: facts.access, course: facts.course, now: facts.moment)
    // What is out already keeps the day it came out.
    if (facts.item.publishedAt != nil) != command.isPublished { try LessonsStore(tx: tx).save(permit, facts.item) }
    return .done
  }

  /// The outcome is the course it was in.
  func handle(_ command: DeleteLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try LessonFacts(command.lesson, caller, tx)
    let permit = try command.permit(for: caller, access: facts.access, course: facts.course, now: facts.moment)
    try LessonsStore(tx: tx).save(permit, facts.lesson, facts.item)
    return .made(facts.course.id)
  }

  func handle(_ command: RestoreLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), LessonsStore(tx: tx))
    guard let (lesson, item) = try store.trash(command.lesson, in: caller.school),
      let course = try CoursesStore(tx: tx).course(lesson.course, in: caller.school)
    else { throw .notFound }
    let access = try EnrolmentStore(tx: tx).mustSee(lesson.course, caller)
    guard access.isStaff else { throw .notFound }
    let permit = try command.permit(for: caller, access: access, course: course, now: tx.now)
    var back = item
    // Its module may be gone meanwhile.
    if !(try isModule(item.module, of: course, in: caller.school, tx)) { back.module = nil }
    try store.save(permit, lesson, back)
    return .done
  }
}

/// Whether a module is one of the course's; none is always right.
private func isModule(
  _ module: ID<CourseModule>?, of course: Course, in school: ID<Tenant>, _ tx: Transaction
) throws(Refusal) -> Bool {
  guard let module else { return true }
  return try CoursesStore(tx: tx).module(module, in: school)?.course == course.id
}

/// What there is about one lesson, read in the transaction that is about to change it.
struct LessonFacts {
  let item: CourseItem
  let access: CourseAccess
  let lesson: Lesson
  let course: Course
  /// Later than what is there, so that two changes within a millisecond have two versions.
  let moment: Instant

  init(_ id: ID<CourseItem>, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    (item, access) = try EnrolmentStore(tx: tx).mustSee(id, caller)
    guard let lesson = try LessonsStore(tx: tx).lesson(id, in: caller.school),
      let course = try CoursesStore(tx: tx).course(item.course, in: caller.school)
    else { throw .notFound }
    (self.lesson, self.course) = (lesson, course)
    let last = max(lesson.updatedAt, item.updatedAt)
    moment = max(tx.now, Instant(milliseconds: last.milliseconds + 1))
  }

  var version: String { lesson.version(with: item) }
}

/// A lesson is published from the outline: by the rules of its own button.
@Sendable public func publishLesson(
  _ item: CourseItem, _ isPublished: Bool, _ caller: Caller, _ tx: WriteTransaction
) throws(Refusal) {
  let facts = try LessonFacts(item.id, caller, tx)
  let command = PublishLesson(lesson: item.id, isPublished: isPublished)
  let permit = try command.permit(for: caller, access: facts.access, course: facts.course, now: facts.moment)
  try LessonsStore(tx: tx).save(permit, facts.item)
}
