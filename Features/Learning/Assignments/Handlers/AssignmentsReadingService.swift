package import Base
import Classroom
package import Database
import Kit
import People
package import Router
package import School

/// What pages ask: each a look into one snapshot, with everything the page shows.
extension AssignmentsService {
  /// The page of an assignment is one thing to the staff and another to a family.
  enum Seen: Sendable {
    case staff(AssignmentPage)
    case student(WorkPage)
    case family([WorkPage])
  }

  func assignment(_ request: Request, _ tx: Transaction) throws(Refusal) -> Seen {
    let (caller, id) = (try request.caller(), try request.id("assignment", CourseItem.self))
    let (assignment, item, access) = try Self.found(id, caller, tx)
    switch access {
    case .office, .teacher:
      var page = try Self.page(assignment, item, caller.school, tx)
      page.show = request.query["show"].flatMap(AssignmentPage.Show.init(rawValue:)) ?? .all
      return .staff(page)
    case .student(let student):
      var page = try Self.work(assignment, item, student, caller, tx)
      page.maxMegabytes = try FilesStore(tx: tx).limits(in: caller.school).megabytes(for: caller)
      page.isNewVisit = try AssignmentsStore(tx: tx).seen(student, at: id, in: caller.school)?.isNews(tx.now) ?? true
      return .student(page)
    case .guardian(let children):
      return .family(
        try children.map { child throws(Refusal) in
          var page = try Self.work(assignment, item, child, caller, tx)
          page.child = try StudentsStore(tx: tx).student(child, in: caller.school)
          (page.draft, page.draftFiles) = (nil, [])
          return page
        })
    }
  }

  private static func course(of item: CourseItem, _ school: ID<Tenant>, _ tx: Transaction) throws(Refusal) -> Course {
    guard let course = try CoursesStore(tx: tx).course(item.course, in: school) else { throw .notFound }
    return course
  }

  /// What is asked, and until when.
  private static let watched = [
    CoursesTables.item.number, AssignmentsTables.assignment.number, AssignmentsTables.sheet.number,
    GradesTables.item.number,
  ]

  /// The staff's page: everybody in the course by name, in a constant number of questions.
  package static func page(
    _ assignment: Assignment, _ item: CourseItem, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> AssignmentPage {
    let grades = GradesStore(tx: tx)
    let column = try grades.item(item.id.cast(), in: school)
    let facts = try WorkLists(of: item.id, column, school, tx)
    let roster = try EnrolmentStore(tx: tx).roster(item.course, in: school)
    return AssignmentPage(
      item: item, assignment: assignment, course: try course(of: item, school, tx), column: column,
      rows: roster.map { facts.row($0, assignment, item, column, tx.now) },
      closed: try grades.closed(column, in: school),
      topics: .watching([.courseStaff(item.course)], Self.watched + LearningWatched.work + LearningWatched.grades),
      sheets: try sheets(item, school, tx))
  }

  private static func sheets(
    _ item: CourseItem, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [SheetItem] {
    try AssignmentsStore(tx: tx).sheets(of: item.id, in: school).map {
      SheetItem(file: $0.file.item, isCopied: $0.sheet.isCopied)
    }
  }

  /// One student's own page.
  static func work(
    _ assignment: Assignment, _ item: CourseItem, _ student: ID<Student>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> WorkPage {
    let (store, school) = (AssignmentsStore(tx: tx), caller.school)
    let other = try store.dueExtension(item.id, of: student, in: school)
    let times = WorkTimes(assignment, due: item.dueAt, extended: other?.dueAt)
    let sent = try store.submissions(of: student, for: item.id, in: school)
    let files = try store.files(of: sent.map { $0.id }, in: school)
    let room = WorkRoom(
      assignment: assignment, times: times, attempts: sent.count,
      draft: try store.draft(of: student, for: item.id, in: school), files: 0,
      isArchived: try CoursesStore(tx: tx).course(item.course, in: school)?.isArchived ?? false)
    let column = try GradesStore(tx: tx).item(item.id.cast(), in: school)
    var posted: Score?
    if let column { posted = try GradesStore(tx: tx).posted(of: student, for: column.id, in: school) }
    let facts = WorkFacts(
      times: times, isOnPaper: assignment.isOnPaper, hasDraft: room.draft != nil, handedInAt: sent.last?.countsAt,
      isReturned: false, isExcused: posted?.excused ?? false)
    var page = WorkPage(
      item: item, assignment: assignment, course: try course(of: item, school, tx), column: column, times: times,
      state: facts.state(tx.now),
      attempts: sent.map {
        HandedIn(
          submission: $0, files: (files[$0.id] ?? []).map { $0.item }, lateSeconds: times.lateSeconds($0.countsAt))
      },
      draft: room.draft,
      draftFiles: try store.draftFiles(of: student, for: item.id, in: school).map { $0.item },
      returned: try returned(item, student, column, posted, school, tx), closed: room.closed(tx.now),
      period: try GradesStore(tx: tx).closed(column, in: school),
      topics: .watching([.family(student)], LearningWatched.work + LearningWatched.grades)
        + .watching([.course(item.course)], Self.watched), student: student)
    page.sheets = try sheets(item, school, tx)
    let there = Set(page.draftFiles.map { $0.id })
    page.hasCopiesToTake = page.sheets.contains { sheet in
      sheet.isCopied && !there.contains(Worksheet.copy(of: sheet.file.id, for: student))
    }
    // What came after the score waits for the next one.
    let isNewer = sent.last.map { $0.submittedAt > posted?.at ?? tx.now } ?? false
    if page.returned != nil, posted?.excused != true, !isNewer { page.state = .returned }
    return page
  }

  /// What came back: the posted score with its words, or the words alone where there is no score to post.
  private static func returned(
    _ item: CourseItem, _ student: ID<Student>, _ column: GradeItem?, _ posted: Score?, _ school: ID<Tenant>,
    _ tx: Transaction
  ) throws(Refusal) -> ReturnedWork? {
    let store = AssignmentsStore(tx: tx)
    let words =
      try column == nil
      ? store.postedFeedback(of: student, for: item.id, in: school)
      : posted == nil ? nil : store.feedback(of: student, for: item.id, in: school)
    let files = try store.markedFiles(of: student, for: item.id, in: school).map { $0.item }
    guard posted != nil || words != nil || column == nil && !files.isEmpty else { return nil }
    let by = posted?.by ?? words?.by ?? .none
    return ReturnedWork(
      score: posted?.raw, comment: posted?.comment ?? (column == nil ? words?.comment ?? "" : ""),
      levels: words?.levels ?? [],
      files: files,
      by: try AccountsStore(tx: tx).names(of: [by])[by] ?? "")
  }

  // MARK: forms

  func form(_ request: Request, _ tx: Transaction) throws(Refusal) -> AssignmentFormPage {
    let caller = try request.caller()
    guard request.names["assignment"] == nil else {
      let (item, assignment) = try staffed(request, tx)
      var page = try Self.form(item.course, caller, tx)
      (page.item, page.assignment) = (item, assignment)
      page.column = try GradesStore(tx: tx).item(item.id.cast(), in: caller.school)
      page.closed = try GradesStore(tx: tx).closed(page.column, in: caller.school)
      return page
    }
    let course: ID<Course> = try request.id("course")
    guard try EnrolmentStore(tx: tx).mustSee(course, caller).isStaff else { throw .notFound }
    var page = try Self.form(course, caller, tx)
    page.module = request.query["module"].flatMap { ID<CourseModule>($0) }
    page.meetings = try CoursesStore(tx: tx).meetings(of: [course], in: caller.school)[course] ?? []
    page.holidays = try CoursesService.holidays(
      from: ClassroomsStore(tx: tx).today(in: caller.school), caller.school, tx)
    return page
  }

  private static func form(
    _ course: ID<Course>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> AssignmentFormPage {
    guard let known = try CoursesStore(tx: tx).course(course, in: caller.school) else { throw .notFound }
    return AssignmentFormPage(
      course: known, modules: try CoursesStore(tx: tx).modules(of: course, in: caller.school),
      categories: try GradesStore(tx: tx).categories(of: course, in: caller.school))
  }

  /// - Parameter draft: what was sent and not taken: whose grades it would change is looked up by what would do it.
  func rubric(_ request: Request, _ draft: Draft, _ tx: Transaction) throws(Refusal) -> RubricPage {
    let ((item, assignment), school) = (try staffed(request, tx), try request.caller().school)
    var page = RubricPage(item: item, assignment: assignment)
    guard draft.problem("sure") != nil else { return page }
    let command = try WriteRubric(draft.form, path: request.names)
    let steps = try AssignmentsStore(tx: tx).steps(command.rubric, over: assignment, in: school)
    var names: [ID<Student>: String] = [:]
    for student in try StudentsStore(tx: tx).students(in: school, ids: steps.map({ $0.student })) {
      names[student.id] = student.name
    }
    page.steps = steps.map { (name: names[$0.student] ?? "", step: $0) }.sorted { $0.name < $1.name }
    return page
  }

  /// The assignment for a form, when the caller is its staff.
  package func staffed(
    _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> (item: CourseItem, assignment: Assignment) {
    let (assignment, item, access) = try Self.found(request.id("assignment"), request.caller(), tx)
    guard access.isStaff else { throw .notFound }
    return (item, assignment)
  }

  func extensions(_ request: Request, _ tx: Transaction) throws(Refusal) -> ExtensionsPage {
    let (school, item) = (try request.caller().school, try staffed(request, tx).item)
    let grades = GradesStore(tx: tx)
    return ExtensionsPage(
      item: item, students: try EnrolmentStore(tx: tx).roster(item.course, in: school),
      extensions: try AssignmentsStore(tx: tx).dueExtensions(item.id, in: school),
      closed: try grades.closed(grades.item(item.id.cast(), in: school), in: school))
  }

  func phrases(_ request: Request, _ tx: Transaction) throws(Refusal) -> PhrasesPage {
    let caller = try request.caller()
    return PhrasesPage(phrases: try AssignmentsStore(tx: tx).phrases(of: caller.account, in: caller.school))
  }
}

/// Everything about an assignment's students, by student.
struct WorkLists {
  private(set) var submissions: [ID<Student>: [Submission]] = [:]
  private(set) var extensions: [ID<Student>: Instant] = [:]
  private(set) var feedback: [ID<Student>: Feedback] = [:]
  private(set) var scores: [ID<Student>: Score] = [:]
  private(set) var posted: Set<ID<Student>> = []

  init(
    of item: ID<CourseItem>, _ column: GradeItem?, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) {
    let (store, grades) = (AssignmentsStore(tx: tx), GradesStore(tx: tx))
    if let column {
      for score in try grades.scores(for: column.id, in: school) { scores[score.student] = score }
      posted = Set(try grades.postedStudents(for: column.id, in: school))
    }
    submissions = Dictionary(grouping: try store.submissions(for: item, in: school), by: { $0.student })
    for other in try store.dueExtensions(item, in: school) { extensions[other.student] = other.dueAt }
    for words in try store.feedback(for: item, in: school) { feedback[words.student] = words }
  }

  func row(_ student: Student, _ assignment: Assignment, _ item: CourseItem, _ column: GradeItem?, _ now: Instant)
    -> WorkRow
  {
    let times = WorkTimes(assignment, due: item.dueAt, extended: extensions[student.id])
    let sent = submissions[student.id] ?? []
    let score = scores[student.id]
    let facts = WorkFacts(
      times: times, isOnPaper: assignment.isOnPaper, handedInAt: sent.last?.countsAt,
      isExcused: score?.excused ?? false)
    return WorkRow(
      student: student, state: facts.state(now), handedInAt: sent.last?.submittedAt,
      lateSeconds: sent.last.map { times.lateSeconds($0.countsAt) } ?? 0, attempts: sent.count,
      waits: waits(sent.last, score, feedback[student.id], column), claim: sent.last?.claim, score: score?.raw,
      isExtended: times.isExtended, isPosted: posted.contains(student.id))
  }

  /// As `AssignmentsStore.waiting` says it in SQL.
  private func waits(_ last: Submission?, _ score: Score?, _ words: Feedback?, _ column: GradeItem?) -> Bool {
    guard let last else { return false }
    guard column != nil else { return (words?.at).map { $0 < last.submittedAt } ?? true }
    guard let score else { return true }
    return !score.excused && (score.raw == nil || score.at < last.submittedAt)
  }
}
