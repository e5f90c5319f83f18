public import Base
import Kit
public import Ledger
public import People
public import School
import Web

/// Carries out what is asked of lessons, and answers what pages ask.
public struct LessonsService: Sendable {
  let ledger: Ledger
  let world: World
  let files: FilesService
  public init(ledger: Ledger, world: World, files: FilesService) {
    (self.ledger, self.world, self.files) = (ledger, world, files)
  }

  func run(_ command: CreateLesson, _ request: Request) async throws -> ID<CourseItem> {
    let caller = try request.caller()
    let answered = try await ledger.write(request.sent(CreateLesson.self)) { tx in
      let sight = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
      let courses = CoursesStore(tx: tx)
      guard let course = try courses.course(command.course, in: caller.school) else { throw Refusal.notFound }
      let permit = try command.permit(
        for: caller, sight: sight, course: course,
        module: isModule(command.fields.module, of: course, in: caller.school, tx),
        now: tx.now)
      if try LessonsStore(tx: tx).isTaken(command.id, in: caller.school) {
        throw Refusal.conflict(Phrase("ledger.taken"))
      }
      let last = try courses.items(of: course.id, in: caller.school).map(\.place).max()
      try LessonsStore(tx: tx).save(permit, place: (last ?? -1) + 1)
      return command.id.text
    }
    return ID(answered.text) ?? command.id
  }

  func run(_ command: EditLesson, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(EditLesson.self)) { tx in
      let facts = try LessonFacts(command.lesson, caller, tx)
      try request.expect(version: facts.version)
      let permit = try command.permit(
        for: caller, sight: facts.sight, course: facts.course, version: facts.version,
        module: isModule(command.fields.module, of: facts.course, in: caller.school, tx), now: facts.moment)
      try LessonsStore(tx: tx).save(permit, facts.item)
      return command.lesson.text
    }
  }

  func run(_ command: PublishLesson, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(PublishLesson.self)) { tx in
      let facts = try LessonFacts(command.lesson, caller, tx)
      let permit = try command.permit(for: caller, sight: facts.sight, course: facts.course, now: facts.moment)
      // What is out already keeps the day it came out.
      if (facts.item.publishedAt != nil) != command.isPublished {
        try LessonsStore(tx: tx).save(permit, facts.item)
      }
      return command.lesson.text
    }
  }

  /// - Returns: the course it was in.
  func run(_ command: DeleteLesson, _ request: Request) async throws -> ID<Course> {
    let caller = try request.caller()
    let answered = try await ledger.write(request.sent(DeleteLesson.self)) { tx in
      let facts = try LessonFacts(command.lesson, caller, tx)
      let permit = try command.permit(for: caller, sight: facts.sight, course: facts.course, now: facts.moment)
      try LessonsStore(tx: tx).save(permit, facts.lesson, facts.item)
      return facts.course.id.text
    }
    return ID(answered.text) ?? .none
  }

  func run(_ command: RestoreLesson, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RestoreLesson.self)) { tx in
      let store = LessonsStore(tx: tx)
      guard let (lesson, item) = try store.trash(command.lesson, in: caller.school),
        let course = try CoursesStore(tx: tx).course(lesson.course, in: caller.school)
      else { throw Refusal.notFound }
      let sight = try EnrolmentStore(tx: tx).mustSee(lesson.course, caller)
      guard sight.isStaff else { throw Refusal.notFound }
      let permit = try command.permit(for: caller, sight: sight, course: course, now: tx.now)
      var back = item
      // Its module may be gone meanwhile.
      if !(try isModule(item.module, of: course, in: caller.school, tx)) { back.module = nil }
      try store.save(permit, lesson, back)
      return command.lesson.text
    }
  }
}

/// Whether a module is one of the course's; none is always right.
private func isModule(_ module: ID<CourseModule>?, of course: Course, in school: ID<Tenant>, _ tx: Transaction) throws
  -> Bool
{
  guard let module else { return true }
  return try CoursesStore(tx: tx).module(module, in: school)?.course == course.id
}

/// What there is about one lesson, read in the transaction that is about to change it.
struct LessonFacts {
  let item: CourseItem
  let sight: CourseSight
  let lesson: Lesson
  let course: Course
  /// Later than what is there, so that two changes within a millisecond have two versions.
  let moment: Instant

  init(_ id: ID<CourseItem>, _ caller: Caller, _ tx: Transaction) throws {
    (item, sight) = try EnrolmentStore(tx: tx).mustSee(id, caller)
    guard let lesson = try LessonsStore(tx: tx).lesson(id, in: caller.school),
      let course = try CoursesStore(tx: tx).course(item.course, in: caller.school)
    else { throw Refusal.notFound }
    (self.lesson, self.course) = (lesson, course)
    let last = max(lesson.updatedAt, item.updatedAt)
    moment = max(tx.now, Instant(milliseconds: last.milliseconds + 1))
  }

  var version: String { lesson.version(with: item) }
}

/// A lesson is published from the outline: by the rules of its own button.
@Sendable public func publishLesson(
  _ item: CourseItem, _ isPublished: Bool, _ caller: Caller, _ tx: WriteTransaction
) throws {
  let facts = try LessonFacts(item.id, caller, tx)
  let command = PublishLesson(lesson: item.id, isPublished: isPublished)
  let permit = try command.permit(for: caller, sight: facts.sight, course: facts.course, now: facts.moment)
  try LessonsStore(tx: tx).save(permit, facts.item)
}
