public import Base
import Classroom
public import Database
import Kit
import People
import School

/// What the first pages and `/progress` ask, each in one snapshot with a constant number of questions.
extension ProgressService {
  /// How far back work that is missing is still shown, and how far ahead one looks.
  static let backDays = 60, aheadDays = 14, newsDays = 14

  /// The board of the student who asks, or those of a parent's children; empty for who is nobody's.
  public func boards(for caller: Caller, zone: Zone, _ tx: Transaction) throws(Refusal) -> [StudentBoard] {
    let records = StudentsStore(tx: tx)
    let students =
      caller.role == .student
      ? [try records.ofAccount(caller.account, in: caller.school)].compactMap { $0 }
      : try records.ofGuardian(caller.account, in: caller.school)
    return try StudentBoard.of(students.filter { $0.leftAt == nil }, sources, zone, caller.school, tx)
  }

  /// What waits for a teacher: work to grade, the oldest first, and who asks to come in.
  public func teacherBoard(for caller: Caller, _ tx: Transaction) throws(Refusal) -> TeacherBoard {
    var work = try AssignmentsStore(tx: tx).toGrade(for: caller.account, in: caller.school).map {
      WaitingWork(
        item: $0.item, count: $0.count, since: $0.since, path: AssignmentsPaths.grading($0.item.id, $0.first))
    }
    for more in waiting { work += try more.read(caller, tx) }
    var board = TeacherBoard()
    board.courses = try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school, archived: false)
    // Whoever waits, waits in a course that is taught.
    let names = board.courses.keyed(by: { $0.id }, to: { $0.name })
    board.topics = .watching(
      board.courses.map { .courseStaff($0.id) }, LearningWatched.toGrade)
    board.toGrade = work.sorted { ($0.since, $0.item.id) < ($1.since, $1.item.id) }.map {
      .init(item: $0.item, course: names[$0.item.course] ?? "", count: $0.count, since: $0.since, path: $0.path)
    }
    board.requests = try EnrolmentStore(tx: tx).requestCount(for: caller)
    return board
  }
}

extension StudentBoard {
  /// The boards of some students; the number of questions does not grow with them nor with their courses.
  static func of(
    _ students: [Student], _ sources: [ProgressService.Source], _ zone: Zone, _ school: ID<Tenant>,
    _ tx: Transaction
  ) throws(Refusal) -> [StudentBoard] {
    guard !students.isEmpty else { return [] }
    let ids = students.map { $0.id }
    let ever = try EnrolmentStore(tx: tx).seats(of: ids, in: school).filter {
      $0.state.holdsPlace || $0.state == .completed
    }
    let seats = ever.filter { $0.state.holdsPlace }
    let known = try CoursesStore(tx: tx).courses(Array(Set(ever.map { $0.course })), in: school).filter {
      $0.isPublished
    }
    let here = Set(seats.map { $0.course })
    let courses = known.filter { !$0.isArchived && here.contains($0.id) }
    let facts = try ProgressFacts(ids, courses, sources, zone, school, tx)
    let more = try BoardFacts(ids, courses, taken: known, ever, since: facts.firstDay, zone, school, tx)
    let today = try SchoolsStore(tx: tx).studyDay(of: tx.now, in: school)
    return students.map { student in
      let mine = Set(seats.filter { $0.student == student.id }.map { $0.course })
      let taken = courses.filter { mine.contains($0.id) }
      var board = StudentBoard(student, taken, facts, more, today: today, now: tx.now, first: zone.firstWeekday)
      // What is published in a course is everybody's news in it, and no family's own.
      board.topics =
        .watching([.family(student.id)], LearningWatched.work + LearningWatched.grades)
        + .watching(taken.map { .course($0.id) }, LearningWatched.course + LearningWatched.grading)
      return board
    }
  }

  private init(
    _ student: Student, _ courses: [Course], _ facts: ProgressFacts, _ more: BoardFacts, today: Day, now: Instant,
    first: Int
  ) {
    let events = facts.events[student.id] ?? []
    self.init(
      student: student.id, name: student.name, week: ProgressWeek(events, today: today, first: first))
    cards = courses.map {
      ProgressCard(
        course: $0, progress: facts.progress(of: student.id, in: $0.id), grade: more.grades[student.id]?[$0.id])
    }
    // The course that was worked on last comes first.
    let latest = Dictionary(grouping: events, by: { $0.course }).mapValues { $0.map { $0.day }.max() ?? Day(number: 0) }
    let none = Day(number: 0)
    cards.sort { (latest[$0.course.id] ?? none) > (latest[$1.course.id] ?? none) }
    let lines = more.lines(of: student.id, courses, facts)
    overdue = lines.filter { !$0.isDone && $0.at < now }
    due = lines.filter { !$0.isDone && $0.at >= now }
    done = lines.filter { $0.isDone && $0.at >= now.plus(days: -7) }
    average = more.averages[student.id]
    meetings = more.meetings(of: courses, on: more.today)
    news = more.news.filter { $0.student == student.id }.prefix(5).map { more.shown($0, courses) }
    if facts.hasStreak(in: courses.map({ $0.id })) {
      let weekdays = Set(courses.flatMap { more.meetings[$0.id] ?? [] }.map { $0.weekday })
      streak = Streak(facts.days(of: student.id), today: today) { day in
        !more.holidays.contains(day) && (weekdays.isEmpty || weekdays.contains(day.weekday))
      }
    }
  }
}

extension BoardAverage {
  /// Of what is finished; where nothing is, of what would be if it all ended today.
  fileprivate init?(
    _ mine: Set<ID<Course>>, of student: ID<Student>, _ taken: [Course], _ gradebooks: [ID<Course>: GradeBook],
    _ letters: SchoolLetters, _ today: Day
  ) {
    // The last one taken stands last.
    let all = taken.filter { mine.contains($0.id) }
      .sorted { ($0.until ?? today, $0.id) < ($1.until ?? today, $1.id) }
    let entries = all.compactMap { course in
      gradebooks[course.id].map { book in
        let policy = book.policy
        return AverageEntry(
          course, book.headline(of: student, policy), policy.scale, book.standings[student], on: today)
      }
    }
    func average(_ isProjected: Bool) -> GradeAverage {
      GradeAverage(entries, repeats: letters.repeats, bonus: letters.bonus, projected: isProjected)
    }
    let isProjected = average(false).unweighted == nil
    let found = average(isProjected)
    guard let plain = found.unweighted else { return nil }
    self.init(
      plain: plain, weighted: found.weighted == plain ? nil : found.weighted, isProjected: isProjected)
  }
}

/// What a board needs besides what was done: what is due, what was posted, when there is school.
private struct BoardFacts {
  let work: [DueWork]
  let quizzes: [ID<Student>: [DueQuiz]]
  /// What came back with points, or is excused; not there to be done any more.
  let settled: [ID<Student>: Set<ID<CourseItem>>]
  let news: [PostedGrade]
  let grades: [ID<Student>: [ID<Course>: GradeSummary]]
  /// The day it is in the school.
  let today: Day
  let meetings: [ID<Course>: [CourseMeeting]]
  let holidays: Set<Day>
  let averages: [ID<Student>: BoardAverage]
  let from: Instant, until: Instant

  /// - Parameters:
  ///   - taken: the courses that run, and those that were taken before.
  ///   - since: the first day on which anything was done.
  init(
    _ students: [ID<Student>], _ courses: [Course], taken: [Course], _ seats: [Seat], since: Day?, _ zone: Zone,
    _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) {
    let ids = courses.map { $0.id }
    (from, until) = (
      tx.now.plus(days: -Int64(ProgressService.backDays)), tx.now.plus(days: Int64(ProgressService.aheadDays))
    )
    work = try AssignmentsStore(tx: tx).due(for: students, from: from, until: until, in: school).filter {
      !$0.isOnPaper
    }
    quizzes = Dictionary(
      grouping: try AttemptsStore(tx: tx).due(in: ids, by: students, school: school), by: { $0.student })
    let grading = GradesStore(tx: tx)
    news = try grading.news(
      for: students, since: tx.now.plus(days: -Int64(ProgressService.newsDays)), limit: 5 * students.count, in: school)
    let ever = try grading.lettersEver(in: school)
    let gradebooks = try grading.postedGradebooks(of: students, in: taken.map { $0.id }, school: school, letters: ever)
    var settled: [ID<Student>: Set<ID<CourseItem>>] = [:]
    for book in gradebooks.values {
      for (student, scores) in book.scores {
        for score in scores.values where score.raw != nil || score.excused {
          settled[student, default: []].insert(score.item.cast())
        }
      }
    }
    self.settled = settled
    var grades: [ID<Student>: [ID<Course>: GradeSummary]] = [:]
    for student in students {
      for id in ids { grades[student, default: [:]][id] = gradebooks[id]?.summary(of: student) }
    }
    self.grades = grades
    meetings = try CoursesStore(tx: tx).meetings(of: ids, in: school)
    today = zone.day(of: tx.now)
    holidays = Set(
      try AttendanceStore(tx: tx).holidays(in: school, from: since ?? today, through: today).map { $0.day })
    let (letters, today) = (ever.last ?? SchoolLetters(), today)
    averages = Dictionary(grouping: seats, by: { $0.student }).compactMapValues {
      BoardAverage(Set($0.map { $0.course }), of: $0[0].student, taken, gradebooks, letters, today)
    }
  }

  /// Where there is a lesson on a day; none in the holidays, nor before and after a course's own time.
  func meetings(of courses: [Course], on day: Day) -> [BoardMeeting] {
    guard !holidays.contains(day) else { return [] }
    let found = courses.filter { $0.isTaught(on: day) }.flatMap { course in
      (meetings[course.id] ?? []).filter { $0.weekday == day.weekday }
        .map { BoardMeeting(course: course.id, start: $0.start, end: $0.end) }
    }
    return found.sorted { ($0.start, $0.end, $0.course) < ($1.start, $1.end, $1.course) }
  }

  /// Assignments and quizzes by the student's own days; what somebody has settled without them is not among them.
  func lines(of student: ID<Student>, _ courses: [Course], _ facts: ProgressFacts) -> [DueLine] {
    var (names, items) = ([ID<Course>: String](), [ID<CourseItem>: CourseItem]())
    for course in courses {
      names[course.id] = course.name
      for item in facts.items[course.id] ?? [] { items[item.id] = item }
    }
    var found = work.filter { $0.student == student && names[$0.item.course] != nil }.compactMap { work in
      work.dueAt.map {
        DueLine(item: work.item, course: names[work.item.course] ?? "", at: $0, isDone: work.handedInAt != nil)
      }
    }
    let done = facts.done(by: student)
    for one in quizzes[student] ?? [] where one.dueAt >= from && one.dueAt <= until {
      guard let item = items[one.quiz.cast()], let course = names[one.course] else { continue }
      found.append(DueLine(item: item, course: course, at: one.dueAt, isDone: done.contains(item.id)))
    }
    let settled = settled[student] ?? []
    return found.filter { $0.isDone || !settled.contains($0.item.id) }.sorted {
      ($0.at, $0.item.id) < ($1.at, $1.item.id)
    }
  }

  func shown(_ grade: PostedGrade, _ courses: [Course]) -> GradeNews {
    let path =
      switch grade.source {
      case .assignment: path(of: grade.item.cast(), .assignment)
      case .quiz: path(of: grade.item.cast(), .quiz)
      case .manual: CoursesPaths.course(grade.course)
      }
    return GradeNews(
      title: grade.title, courseID: grade.course, course: courses.first { $0.id == grade.course }?.name ?? "",
      raw: grade.raw,
      possible: grade.possible, path: path, at: grade.postedAt)
  }
}
