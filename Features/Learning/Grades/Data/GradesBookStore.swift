public import Base
public import Database
import People
public import School

/// How courses make their grades, and the books that sheets are made from.
extension GradesStore {
  /// What the course's teachers chose; the usual where nobody has chosen.
  public func settings(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> GradeSettings {
    try settings(of: [course], in: school)[course] ?? GradeSettings(course: course)
  }

  /// The settings of each of some courses, with the letters of the school where a course follows it.
  ///
  /// - Parameters:
  ///   - periods: those of the courses, by who has asked for them already.
  ///   - ever: the letters the school ever had, likewise.
  package func settings(
    of courses: [ID<Course>], in school: ID<Tenant>, periods: [GradingPeriod]? = nil,
    letters ever: [SchoolLetters]? = nil
  ) throws(Refusal) -> [ID<Course>: GradeSettings] {
    var all = try chosenSettings(of: courses, in: school)
    for course in courses where all[course] == nil { all[course] = GradeSettings(course: course) }
    let letters = if let ever { ever } else { try lettersEver(in: school) }
    for course in courses { all[course]?.mayShowStatistics = letters.last?.allowsStatistics ?? false }
    let following = courses.filter { all[$0]?.followsSchool == true }
    let known = if let periods { periods } else { try self.periods(of: following, in: school) }
    let settled = try settled(following, known, in: school)
    for course in following {
      all[course]?.schoolLetters = letters.last { $0.createdAt <= settled[course] ?? tx.now }?.scale ?? .thirteen
      all[course]?.hasSettledLetters = settled[course] != nil
    }
    return all
  }

  /// Since when the letters of some courses stay what they were: since they were archived, or since the last part of
  /// their year was closed.
  private func settled(_ courses: [ID<Course>], _ periods: [GradingPeriod], in school: ID<Tenant>) throws(Refusal)
    -> [ID<Course>: Instant]
  {
    guard !courses.isEmpty else { return [:] }
    var found: [ID<Course>: Instant] = [:]
    let following = Set(courses)
    for (course, periods) in Dictionary(grouping: periods, by: { $0.course }) where following.contains(course) {
      let weighed = periods.filter { $0.weight ?? .zero > .zero }
      guard !weighed.isEmpty, weighed.allSatisfy({ $0.closedAt != nil }) else { continue }
      found[course] = weighed.compactMap { $0.closedAt }.max()
    }
    for course in try CoursesStore(tx: tx).courses(courses, in: school) where found[course.id] == nil {
      found[course.id] = course.archivedAt
    }
    return found
  }

  /// What somebody chose; nothing where nobody has.
  func chosenSettings(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [ID<Course>: GradeSettings] {
    guard !courses.isEmpty else { return [:] }
    let found = try tx.all(
      GradesTables.settings, in: school, "AND course IN (\(placeholders(courses.count, from: 2)))",
      courses.map { .id($0) })
    return found.reduce(into: [:]) { $0[$1.settings.course] = $1.settings }
  }

  /// The categories of a course, in their order; the usual five where nobody has chosen.
  public func categories(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [GradeCategory] {
    try categories(of: [course], in: school)[course] ?? GradeCategory.usual(for: course)
  }

  func categories(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [ID<Course>: [GradeCategory]] {
    guard !courses.isEmpty else { return [:] }
    let found = try tx.all(
      GradesTables.category, in: school,
      "AND course IN (\(placeholders(courses.count, from: 2))) ORDER BY place, id", courses.map { .id($0) })
    return Dictionary(grouping: found, by: { $0.course })
  }

  // MARK: books

  /// Everything about a course's grades, as its staff see it.
  ///
  /// - Parameter student: of this student only.
  public func book(of course: ID<Course>, student: ID<Student>? = nil, in school: ID<Tenant>) throws(Refusal)
    -> GradeBook
  {
    try book(of: course, students: student.map { [$0] }, in: school)
  }

  /// The same for some students; what one typed cell changes is its own student's alone.
  package func book(of course: ID<Course>, students wanted: [ID<Student>]?, in school: ID<Tenant>) throws(Refusal)
    -> GradeBook
  {
    // Nearly everybody is asked for at once.
    let students = wanted.flatMap { $0.count > 200 ? nil : $0 }
    let periods = try periods(of: course, in: school)
    var book = GradeBook(
      settings: try settings(of: [course], in: school, periods: periods)[course] ?? GradeSettings(course: course),
      categories: try categories(of: course, in: school),
      items: try items(of: course, in: school))
    let given =
      if let students { try scores(of: students, in: course, school: school) } else {
        try scores(in: course, school: school)
      }
    let empty = [ID<GradeItem>: Score](minimumCapacity: book.items.count)
    for score in given { book.scores[score.student, default: empty][score.item] = score }
    book.missing = try missingWork(of: [course], students: students, in: school)[course] ?? [:]
    book.overrides = try overrides(in: course, students: students, school: school)
    book.standings = try standings(of: students, in: [course], school: school)[course] ?? [:]
    var gradebooks = [course: book]
    try addPeriods(periods, to: &gradebooks, students: students, .staff, school: school)
    return gradebooks[course] ?? book
  }

  /// What families see of some courses' grades: columns that are published, scores and overrides that are posted.
  ///
  /// A constant number of queries, however many courses.
  ///
  /// - Parameter letters: all that the school ever had, by who has asked for them already.
  public func postedGradebooks(
    of students: [ID<Student>], in courses: [ID<Course>], school: ID<Tenant>, letters: [SchoolLetters]? = nil
  ) throws(Refusal) -> [ID<Course>: GradeBook] {
    let periods = try periods(of: courses, in: school)
    let settings = try settings(of: courses, in: school, periods: periods, letters: letters)
    let categories = try categories(of: courses, in: school)
    let hidden = try hiddenItems(of: courses, in: school)
    let items = Dictionary(
      grouping: try items(of: courses, in: school).filter { !hidden.contains($0.id) }, by: { $0.course })
    var gradebooks: [ID<Course>: GradeBook] = [:]
    for course in courses {
      gradebooks[course] = GradeBook(
        settings: settings[course] ?? GradeSettings(course: course),
        categories: categories[course] ?? GradeCategory.usual(for: course), items: items[course] ?? [])
    }
    for one in try posted(of: students, in: courses, school: school) {
      gradebooks[one.course]?.scores[one.score.student, default: [:]][one.score.item] = one.score
    }
    try addPeriods(periods, to: &gradebooks, students: students, .posted, school: school)
    for one in try postedOverrides(of: students, school: school) {
      gradebooks[one.course]?.overrides[one.student] = one.percent
    }
    for (course, missing) in try missingWork(of: courses, students: students, in: school) {
      gradebooks[course]?.missing = missing
    }
    for (course, standings) in try standings(of: students, in: courses, school: school) {
      gradebooks[course]?.standings = standings
    }
    return gradebooks
  }

  /// A student's grade in each of some courses, for cards and lists; `staff` is for the course's teachers only.
  public func summaries(
    of student: ID<Student>, in courses: [ID<Course>], access: GradeAccess = .posted, school: ID<Tenant>
  ) throws(Refusal) -> [GradeSummary] {
    if access == .staff {
      return try courses.map { course throws(Refusal) in
        try book(of: course, student: student, in: school).summary(of: student)
      }
    }
    let gradebooks = try postedGradebooks(of: [student], in: courses, school: school)
    return courses.compactMap { gradebooks[$0]?.summary(of: student) }
  }

  /// Columns whose assignment or quiz is still a draft.
  private func hiddenItems(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> Set<ID<GradeItem>> {
    guard !courses.isEmpty else { return [] }
    return Set(
      try tx.rows(
        """
        SELECT id FROM course_item WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2)))
        AND "publishedAt" IS NULL
        """, [.id(school)] + courses.map { .id($0) }
      ) { $0.id(0) })
  }

  /// Which work of some courses is missing: assignments that were due, could be handed in here and were not, and quizzes
  /// that nobody began.
  func missingWork(of courses: [ID<Course>], students: [ID<Student>]? = nil, in school: ID<Tenant>) throws(Refusal)
    -> [ID<Course>: [ID<Student>: Set<ID<GradeItem>>]]
  {
    var missing: [ID<Course>: [ID<Student>: Set<ID<GradeItem>>]] = [:]
    for work in try AssignmentsStore(tx: tx).missing(in: courses, by: students, at: tx.now, school: school) {
      missing[work.course, default: [:]][work.student, default: []].insert(work.item.cast())
    }
    for quiz in try AttemptsStore(tx: tx).missed(in: courses, by: students, at: tx.now, school: school) {
      missing[quiz.course, default: [:]][quiz.student, default: []].insert(quiz.quiz.cast())
    }
    return missing
  }

  /// The parts of the year, what is due in each, and what is frozen; no question where there are none.
  private func addPeriods(
    _ periods: [GradingPeriod], to gradebooks: inout [ID<Course>: GradeBook], students: [ID<Student>]?,
    _ access: GradeAccess,
    school: ID<Tenant>
  ) throws(Refusal) {
    let all = Dictionary(grouping: periods, by: { $0.course })
    guard !all.isEmpty else { return }
    let zone = try SchoolsStore(tx: tx).zone(of: school)
    let wanted = students.map(Set.init)
    let kept = try frozen(in: Array(all.keys), school: school)
    let given = try periodOverrides(access, in: Array(all.keys), school: school)
    for (course, periods) in all {
      guard var book = gradebooks[course] else { continue }
      book.periods = periods
      for item in book.items {
        guard let period = GradingPeriod.of(item.dueAt.map { zone.day(of: $0) }, in: periods) else { continue }
        book.itemsOf[period.id, default: []].append(item)
      }
      for one in kept where one.course == course && wanted?.contains(one.student) ?? true {
        book.frozen[one.student, default: [:]][one.period] = one.grade
      }
      for one in given where one.course == course && wanted?.contains(one.student) ?? true {
        book.periodOverrides[one.student, default: [:]][one.period] = one.percent
      }
      gradebooks[course] = book
    }
  }

  private func frozen(in courses: [ID<Course>], school: ID<Tenant>) throws(Refusal) -> [FrozenGradeRow] {
    try tx.rows(
      """
      SELECT \(GradesTables.frozen.columns(of: "f")) FROM grading_period p
      JOIN frozen_grade f ON f.school = p.school AND f.period = p.id
      WHERE p.school = $1 AND p.course IN (\(placeholders(courses.count, from: 2))) AND f.percent IS NOT NULL
      """, [.id(school)] + courses.map { .id($0) }
    ) { row throws(Refusal) in try GradesTables.frozen.record(row) }
  }

  // MARK: overrides

  func overrides(in course: ID<Course>, students: [ID<Student>]? = nil, school: ID<Tenant>) throws(Refusal)
    -> [ID<Student>: Amount]
  {
    if students?.isEmpty == true { return [:] }
    let only = students.map { " AND student IN (\(placeholders($0.count, from: 3)))" } ?? ""
    let found = try tx.rows(
      "SELECT student, percent FROM grade_override WHERE school = $1 AND course = $2" + only,
      [.id(school), .id(course)] + (students ?? []).map { .id($0) }
    ) { ($0.id(0, Student.self), $0.amount(1)) }
    return found.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// What stands in the place of one student's grade, and why.
  func override(of student: ID<Student>, in course: ID<Course>, school: ID<Tenant>) throws(Refusal)
    -> (percent: Amount, reason: String, isShown: Bool)?
  {
    let key: [Value] = [.id(course), .id(student)]
    guard let given = try tx.first(GradesTables.override, in: school, "AND course = $2 AND student = $3", key) else {
      return nil
    }
    let isShown = try tx.exists(
      "SELECT 1 FROM posted_override WHERE school = $1 AND course = $2 AND student = $3", [.id(school)] + key)
    return (given.percent, given.reason, isShown)
  }

  func postedOverrides(of students: [ID<Student>], school: ID<Tenant>) throws(Refusal) -> [PostedOverride] {
    guard !students.isEmpty else { return [] }
    return try tx.all(
      GradesTables.postedOverride, in: school, "AND student IN (\(placeholders(students.count, from: 2)))",
      students.map { .id($0) })
  }
}

extension GradesStore where DB == WriteTransaction {
  /// Writes what was chosen.
  ///
  /// - Parameter before: what there was, for the way back.
  public func put(_ settings: GradeSettings, before: [Form.Field]? = nil) throws(Refusal) {
    let form = before.map { JSON.object($0.map { ($0.name, .text($0.value)) }).string }
    try tx.put(GradesTables.settings, GradeSettingsRow(settings: settings, before: form))
    recalculateStatistics(of: settings.course)
  }

  /// Makes these the course's categories; those that are no more among them are removed.
  public func put(_ categories: [GradeCategory], of course: ID<Course>) throws(Refusal) {
    let kept = Set(categories.map { $0.id })
    for old in try self.categories(of: [course], in: tx.school)[course] ?? [] where !kept.contains(old.id) {
      try tx.remove(GradesTables.category, old)
    }
    for category in categories { try tx.put(GradesTables.category, category) }
  }
}

extension GradesStore {
  /// Who sees a score of theirs in a column.
  func postedStudents(for item: ID<GradeItem>, in school: ID<Tenant>) throws(Refusal) -> [ID<Student>] {
    try tx.rows("SELECT student FROM posted_score WHERE school = $1 AND item = $2", [.id(school), .id(item)]) {
      $0.id(0)
    }
  }

  /// What a student sees in one column; `nil` when nothing was posted.
  func posted(of student: ID<Student>, for item: ID<GradeItem>, in school: ID<Tenant>) throws(Refusal) -> Score? {
    try tx.first(GradesTables.posted, in: school, "AND item = $2 AND student = $3", [.id(item), .id(student)])?.score
  }
}
