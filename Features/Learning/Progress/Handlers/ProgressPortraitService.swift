public import Base
public import Database
public import People
public import School

/// What a child's page shows of its work in courses, as the family sees it: the page is printed and lies on the table when
/// one speaks with the parents.
///
/// Teachers see the courses that they teach, and a constant number of questions is asked, however many there are.
public func workPiece(
  _ student: Student, _ access: StudentAccess, _ caller: Caller, _ zone: Zone, _ tx: Transaction
) throws(Refusal) -> StudentPiece {
  let (id, school) = (student.id, caller.school)
  var ids = try EnrolmentStore(tx: tx).courses(of: [id], in: school)
  if access == .teacher {
    let taught = Set(try CoursesStore(tx: tx).taught(by: caller.account, in: school))
    ids = ids.filter { taught.contains($0) }
  }
  let portrait = try WorkPortrait(id, access, ids, school, tx)
  let work = LearningWatched.grades + LearningWatched.work
  guard access == .teacher else {
    return StudentPiece(tables: work, topics: .watching(ids.map { .course($0) }, LearningWatched.grading)) {
      workParts(portrait, $0)
    }
  }
  // Who teaches a course sees the child's work there by the course, and not by the class.
  return StudentPiece(tables: [], topics: .watching(ids.map { .courseStaff($0) }, work + LearningWatched.grading)) {
    workParts(portrait, $0)
  }
}

extension WorkPortrait {
  /// How far back what came back is still news.
  private static let newsDays: Int64 = 60
  private static let aheadDays: Int64 = 60

  init(
    _ student: ID<Student>, _ access: StudentAccess, _ ids: [ID<Course>], _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) {
    self.init(student: student, access: access)
    guard !ids.isEmpty else { return }
    let grades = GradesStore(tx: tx)
    let known = try CoursesStore(tx: tx).courses(ids, in: school).keyed { $0.id }
    let books = try grades.postedGradebooks(of: [student], in: ids, school: school)
    let statistics = try grades.statistics(of: ids, in: school)
    // Those that are due later are asked for as well: somebody may have handed them in already.
    let work = try AssignmentsStore(tx: tx).due(
      for: [student], until: tx.now.plus(days: Self.aheadDays), in: school
    ).filter { known[$0.item.course] != nil }
    let news = try grades.news(for: [student], since: tx.now.plus(days: -Self.newsDays), limit: 20, in: school)
    let byItem = work.keyed { $0.item.id }
    for id in ids {
      guard let course = known[id], let book = books[id] else { continue }
      let owed = book.owed(by: student).sorted().compactMap { item in
        Line(missing: item, byItem[item.cast()], book, course)
      }
      missing += owed
      // A school that shows it no more has the rows until its server has time to take them out.
      let means = book.settings.publishesStatistics ? statistics : [:]
      courses.append(
        CourseLine(
          course: course, grade: book.headline(of: student, book.policy), places: book.policy.rounding.places,
          trend: book.trend(of: student), latest: book.latest(of: student, means), missing: owed.count))
    }
    missing.sort { ($0.at, $0.path) > ($1.at, $1.path) }
    graded = news.compactMap { one in
      known[one.course].map { Line(one, $0, student) }
    }
    handedIn = work.compactMap { one in
      one.handedInAt.flatMap { at in
        known[one.item.course].map { course in
          Line(title: one.item.title, course: course.name, at: at, path: path(of: one.item))
        }
      }
    }.sorted { ($0.at, $0.path) > ($1.at, $1.path) }
  }
}

extension WorkPortrait.Line {
  /// - Parameter work: the assignment as the student has to do it; a quiz has none.
  fileprivate init?(missing item: ID<GradeItem>, _ work: DueWork?, _ book: GradeBook, _ course: Course) {
    let column = book.items.first { $0.id == item }
    guard let title = work?.item.title ?? column?.title, let at = work?.dueAt ?? column?.dueAt else { return nil }
    let kind: CourseItem.Kind = work == nil && column?.source == .quiz ? .quiz : .assignment
    self.init(title: title, course: course.name, at: at, path: pathOf(item, kind))
  }

  fileprivate init(_ grade: PostedGrade, _ course: Course, _ student: ID<Student>) {
    let path =
      switch grade.source {
      case .assignment: pathOf(grade.item, .assignment)
      case .quiz: pathOf(grade.item, .quiz)
      case .manual: GradesPaths.course(course.id, student)
      }
    self.init(
      title: grade.title, course: course.name, at: grade.postedAt, path: path, raw: grade.raw, possible: grade.possible)
  }
}

private func pathOf(_ item: ID<GradeItem>, _ kind: CourseItem.Kind) -> String { path(of: item.cast(), kind) }
