import Base
import Database
import Kit
import People
import Router
import School

/// What the pages ask: each in one snapshot, with a constant number of questions.
extension LessonsService {
  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> LessonPage {
    let caller = try request.caller()
    var page = try LessonPage(request.id("lesson"), caller, tx)
    page.plays = request.query["play"] != nil
    if page.isStudent { page.dayStart = try SchoolsStore(tx: tx).school(caller.school)?.work.dayStart ?? 0 }
    return page
  }

  func blank(_ request: Request, _ tx: Transaction) throws(Refusal) -> LessonForm {
    let (caller, id) = (try request.caller(), try request.id("course", Course.self))
    let module: ID<CourseModule>? = (request.query["module"] ?? request.draft["module"]).flatMap { ID($0) }
    let access = try EnrolmentStore(tx: tx).mustSee(id, caller)
    guard access.isStaff, let course = try CoursesStore(tx: tx).course(id, in: caller.school) else { throw .notFound }
    let modules = try CoursesStore(tx: tx).modules(of: id, in: caller.school)
    let isKnown = modules.contains { $0.id == module }
    return LessonForm(course: course, modules: modules, module: isKnown ? module : nil)
  }

  func form(_ request: Request, _ tx: Transaction) throws(Refusal) -> LessonForm {
    try form(request.id("lesson"), request.caller(), tx)
  }

  func form(_ id: ID<CourseItem>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> LessonForm {
    let facts = try LessonFacts(id, caller, tx)
    guard facts.access.isStaff else { throw .notFound }
    return LessonForm(
      course: facts.course, modules: try CoursesStore(tx: tx).modules(of: facts.course.id, in: caller.school),
      lesson: facts.lesson, item: facts.item, files: try LessonsStore(tx: tx).files(of: id, in: caller.school))
  }

  /// The form with a text that nobody saved yet, for its preview.
  func preview(_ request: Request, _ tx: Transaction) throws(Refusal) -> LessonForm {
    var data = try blank(request, tx)
    if let id = request.form["lesson"].flatMap({ ID<CourseItem>($0) }) {
      let known = try form(id, request.caller(), tx)
      guard known.course.id == data.course.id else { throw .notFound }
      data = known
    }
    var reader = FormReader(request.form)
    data.preview = reader.note("text", max: LessonFields.longest) ?? ""
    if !reader.problems.isEmpty { throw .invalid(reader.problems) }
    return data
  }
}

extension LessonPage {
  init(_ id: ID<CourseItem>, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    let (item, access) = try EnrolmentStore(tx: tx).mustSee(id, caller)
    try self.init(item, access, caller.school, tx)
    place = try LessonsStore(tx: tx).place(of: caller.account, in: id, school: caller.school)
    note = try LessonsStore(tx: tx).note(of: caller.account, on: id, school: caller.school)
    if case .student(let student) = access { try learn(student, caller.school, tx) }
    if access.isStaff {
      let all = try EnrolmentStore(tx: tx).studentIDs(in: course.id, school: caller.school)
      finished = (try LessonsStore(tx: tx).doneCounts(of: course.id, in: caller.school)[id] ?? 0, all.count)
    }
  }

  /// The lesson as everybody with this sight sees it.
  init(_ item: CourseItem, _ access: CourseAccess, _ school: ID<Tenant>, _ tx: Transaction) throws(Refusal) {
    let courses = CoursesStore(tx: tx)
    guard let lesson = try LessonsStore(tx: tx).lesson(item.id, in: school),
      let course = try courses.course(item.course, in: school)
    else { throw .notFound }
    let items = try courses.items(of: course.id, in: school)
    self.init(
      course: course, lesson: lesson, item: item, access: access,
      modules: try courses.modules(of: course.id, in: school),
      items: access.isStaff ? items : items.filter { $0.publishedAt != nil },
      files: try LessonsStore(tx: tx).files(of: item.id, in: school))
    topics = .watching(
      [access.bucket(of: course.id)],
      [LessonsTables.lesson.number, LessonsTables.file.number, CoursesTables.item.number, CoursesTables.module.number])
  }

  /// What the student is through with, and how long the rest takes.
  private mutating func learn(_ student: ID<Student>, _ school: ID<Tenant>, _ tx: Transaction) throws(Refusal) {
    let store = LessonsStore(tx: tx)
    done = Set(try store.done(by: [student], in: [course.id], school: school).map { $0.lesson })
    let minutes = try store.minutes(of: [course.id], in: school)
    minutesLeft = CourseProgress.minutesLeft(lessons.map { $0.id }, done: done, minutes: minutes)
  }
}
