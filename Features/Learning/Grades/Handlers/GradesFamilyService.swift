import Base
import Database
import Exact
import People
import Router
import School

/// What students and their families ask, from posted rows alone; and the same page for staff, from all of them.
extension GradesService {
  func mine(_ caller: Caller, _ zone: Zone, _ tx: Transaction) throws(Refusal) -> MyGradesPage {
    let students = StudentsStore(tx: tx)
    let isOwn = caller.role == .student
    let children =
      isOwn
      ? [try students.ofAccount(caller.account, in: caller.school)].compactMap { $0 }
      : try students.ofGuardian(caller.account, in: caller.school)
    var page = MyGradesPage(
      children: try self.children(children, caller.school, zone.day(of: tx.now), tx), isOwn: isOwn)
    let open = page.children.flatMap { child in child.lines.filter { $0.isOpen }.map { $0.course.id } }
    page.topics =
      .watching(children.map { .family($0.id) }, LearningWatched.grades + [EnrolmentTables.seat.number])
      + .watching(open.map { .course($0) }, LearningWatched.grading)
      + .watching([.school(caller.school)], [GradesTables.scale.number])
    return page
  }

  /// All courses of some students that are or were: what runs can be opened.
  func children(
    _ students: [Student], _ school: ID<Tenant>, _ today: Day, _ tx: Transaction
  ) throws(Refusal) -> [MyGradesPage.Child] {
    let ids = students.map { $0.id }
    let seats = try EnrolmentStore(tx: tx).seats(of: ids, in: school).filter {
      $0.state.holdsPlace || $0.state == .completed
    }
    let courses = try CoursesStore(tx: tx).courses(Array(Set(seats.map { $0.course })), in: school)
      .filter { $0.publishedAt != nil }
    let ever = try GradesStore(tx: tx).lettersEver(in: school)
    let gradebooks = try GradesStore(tx: tx).postedGradebooks(
      of: ids, in: courses.map { $0.id }, school: school, letters: ever)
    let letters = ever.last ?? SchoolLetters()
    return students.map { student in
      let mine = seats.filter { $0.student == student.id }
      let lines = courses.compactMap { course -> MyGradesPage.Line? in
        guard let seat = mine.first(where: { $0.course == course.id }), let book = gradebooks[course.id] else {
          return nil
        }
        let history = book.history(of: student.id).map { $0.percent }
        return MyGradesPage.Line(
          course: course, grade: book.grade(of: student.id), trend: GradeTrend(history), history: history,
          isOpen: seat.state.holdsPlace && !course.isArchived, standing: book.standings[student.id])
      }
      return MyGradesPage.Child(student, lines, letters, today)
    }
  }

  /// One student's grade in one course, as the caller may see it; with a wish, what would come of it.
  func courseGrade(
    _ course: ID<Course>, _ student: ID<Student>, _ caller: Caller, whatIf: Form? = nil, _ tx: Transaction
  ) throws(Refusal) -> CourseGradePage {
    var data = try page(course, student, caller, tx)
    if let whatIf {
      data.page.whatIf = try CourseGradePage.Prediction(WhatIf(whatIf, data.book.settings.letters), data.book, student)
    }
    return data.page
  }

  /// Whose grades the caller may see in a course: one student's own, a guardian's children.
  func students(of course: ID<Course>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> [ID<Student>] {
    switch try EnrolmentStore(tx: tx).mustSee(course, caller) {
    case .student(let me): return [me]
    case .guardian(let children): return children
    case .office, .teacher: return try EnrolmentStore(tx: tx).studentIDs(in: course, school: caller.school)
    }
  }

  func page(
    _ course: ID<Course>, _ student: ID<Student>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (page: CourseGradePage, book: GradeBook) {
    let access = try EnrolmentStore(tx: tx).mustSee(course, caller)
    guard access.covers(student), let known = try CoursesStore(tx: tx).course(course, in: caller.school),
      try EnrolmentStore(tx: tx).isEnrolled(student, in: course, school: caller.school),
      let child = try StudentsStore(tx: tx).student(student, in: caller.school)
    else { throw .notFound }
    let store = GradesStore(tx: tx)
    let book =
      access.isStaff
      ? try store.book(of: course, student: student, in: caller.school)
      : try store.postedGradebooks(of: [student], in: [course], school: caller.school)[course]
    guard let book else { throw .notFound }
    var page = CourseGradePage(
      course: known, student: student, name: child.name, access: access, items: book.items,
      scores: book.scores[student] ?? [:], grade: book.grade(of: student), trend: book.trend(of: student),
      history: book.history(of: student),
      statistics: access.isStaff
        ? try store.scores(in: course, school: caller.school).statistics
        : book.settings.publishesStatistics ? try store.statistics(of: course, in: caller.school) : [:],
      tryable: Set(GradeTrial(book, student).entries.map { $0.item }))
    page.standing = book.standings[student]
    if access.isStaff { page.override = try store.override(of: student, in: course, school: caller.school) }
    page.topics =
      .watching([access.isStaff ? .courseStaff(course) : .family(student)], LearningWatched.grades)
      + .watching([access.bucket(of: course)], LearningWatched.grading)
      + .watching([.school(caller.school)], [GradesTables.scale.number])
    return (page, book)
  }
}

extension CourseAccess {
  /// Whether this sight takes in that student's own things.
  func covers(_ student: ID<Student>) -> Bool {
    switch self {
    case .office, .teacher: true
    case .student(let me): me == student
    case .guardian(let children): children.contains(student)
    }
  }
}

extension MyGradesPage.Child {
  init(_ student: Student, _ lines: [MyGradesPage.Line], _ letters: SchoolLetters, _ today: Day) {
    // The last one taken stands last.
    let taken = lines.sorted { ($0.course.until ?? today, $0.course.id) < ($1.course.until ?? today, $1.course.id) }
    let entries = taken.map {
      AverageEntry($0.course, $0.grade.headline, $0.grade.policy.scale, $0.standing, on: today)
    }
    self.init(
      student: student.id, name: student.name,
      lines: lines.filter { $0.isOpen || $0.grade.headline.percent != nil || $0.standing != nil },
      best: letters.scale.steps.compactMap { $0.points }.max(),
      average: GradeAverage(entries, repeats: letters.repeats, bonus: letters.bonus),
      projected: GradeAverage(entries, repeats: letters.repeats, bonus: letters.bonus, projected: true))
  }
}

extension AverageEntry {
  /// What a course is in a grade point average: finished when its last day is over.
  ///
  /// - Parameter standing: how the student takes part, when it is not for a grade.
  init(_ course: Course, _ total: GradeTotal, _ scale: LetterScale, _ standing: GradeStanding?, on today: Day) {
    let isOver = course.archivedAt != nil || course.until.map { $0 < today } ?? false
    let last = scale.steps.last
    // Where no letter has points, one passes or not, and no average knows of it.
    let counts = scale.countsInAverages
    self.init(
      points: total.letter?.points, isFail: total.letter != nil && total.letter == last,
      credits: course.credits ?? Amount(units: Amount.scale), level: course.level,
      state: standing?.state ?? (counts ? isOver ? .finished : .inProgress : .passFail),
      sameAs: Student.fold(course.name))
  }
}

extension CourseGradePage.Prediction {
  /// The same engine over other numbers; nothing of it is written.
  init(_ typed: WhatIf, _ book: GradeBook, _ student: ID<Student>) {
    var trial = GradeTrial(book, student)
    for (item, points) in typed.scores { trial.put(points, on: item) }
    let needs = typed.target.map { target in
      trial.open.compactMap { entry in trial.needed(on: entry.item, for: target).map { (item: entry.item, need: $0) } }
    }
    self.init(
      typed: typed, total: trial.total, needs: needs ?? [], rest: typed.target.flatMap { trial.neededOnRest(for: $0) })
  }
}
