public import Base
public import Database
import People
public import School

/// All SQL about grades.
public struct GradesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func item(_ id: ID<GradeItem>, in school: ID<Tenant>) throws(Refusal) -> GradeItem? {
    try tx.find(GradesTables.item, id, in: school)
  }

  public func items(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [GradeItem] {
    try tx.all(GradesTables.item, in: school, "AND course = $2 ORDER BY place, id", [.id(course)])
  }

  /// The columns of several courses at once.
  func items(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [GradeItem] {
    guard !courses.isEmpty else { return [] }
    return try tx.all(
      GradesTables.item, in: school,
      "AND course IN (\(placeholders(courses.count, from: 2))) ORDER BY place, id", courses.map { .id($0) })
  }

  /// What was given for one item; staff only.
  public func score(of student: ID<Student>, for item: ID<GradeItem>, in school: ID<Tenant>) throws(Refusal) -> Score? {
    try tx.first(GradesTables.score, in: school, "AND item = $2 AND student = $3", [.id(item), .id(student)])
  }

  /// What was given to everybody for one item; staff only.
  public func scores(for item: ID<GradeItem>, in school: ID<Tenant>) throws(Refusal) -> [Score] {
    try tx.all(GradesTables.score, in: school, "AND item = $2", [.id(item)])
  }

  /// What was given to everybody in a course; staff only.
  func scores(in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [Score] {
    try tx.rows(
      """
      SELECT \(GradesTables.score.columns(of: "s"))
      FROM grade_item i JOIN score s ON s.school = i.school AND s.item = i.id WHERE i.school = $1 AND i.course = $2
      """, [.id(school), .id(course)]
    ) { row throws(Refusal) in try GradesTables.score.record(row) }
  }

  /// What was given to some students in a course; staff only.
  func scores(of students: [ID<Student>], in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [Score] {
    guard !students.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT \(GradesTables.score.columns(of: "s"))
      FROM grade_item i JOIN score s ON s.school = i.school AND s.item = i.id
        AND s.student IN (\(placeholders(students.count, from: 3)))
      WHERE i.school = $1 AND i.course = $2
      """, [.id(school), .id(course)] + students.map { .id($0) }
    ) { row throws(Refusal) in try GradesTables.score.record(row) }
  }

  /// What stood in a cell before, newest first; staff only.
  func earlier(of student: ID<Student>, for item: ID<GradeItem>, in school: ID<Tenant>) throws(Refusal) -> [Score] {
    try tx.all(
      GradesTables.before, in: school, "AND item = $2 AND student = $3 ORDER BY at DESC", [.id(item), .id(student)])
  }

  /// What students see of their scores in some courses.
  func posted(of students: [ID<Student>], in courses: [ID<Course>], school: ID<Tenant>) throws(Refusal)
    -> [PostedScore]
  {
    guard !students.isEmpty, !courses.isEmpty else { return [] }
    return try tx.all(
      GradesTables.posted, in: school,
      """
      AND student IN (\(placeholders(students.count, from: 2)))
      AND course IN (\(placeholders(courses.count, from: 2 + students.count)))
      """, students.map { Value.id($0) } + courses.map { Value.id($0) })
  }

  /// What everybody in a course sees of their own scores: for the numbers of the class.
  ///
  /// - Parameter item: of this column alone.
  func posted(in course: ID<Course>, _ item: ID<GradeItem>? = nil, school: ID<Tenant>) throws(Refusal) -> [Score] {
    let (condition, value) = item.map { ("item", Value.id($0)) } ?? ("course", .id(course))
    return try tx.all(GradesTables.posted, in: school, "AND \(condition) = $2", [value]).map { $0.score }
  }

  /// What came into the families' sight, or changed in it, at one moment.
  public func posted(at: Instant, in course: ID<Course>, school: ID<Tenant>) throws(Refusal)
    -> [(item: ID<GradeItem>, student: ID<Student>)]
  {
    try tx.rows(
      "SELECT item, student FROM posted_score WHERE school = $1 AND course = $2 AND \"postedAt\" = $3 ORDER BY item, student",
      [.id(school), .id(course), .instant(at)]
    ) { ($0.id(0), $0.id(1)) }
  }

  /// The courses in which something came into the families' sight at one moment.
  public func courses(postedAt moment: Instant, in school: ID<Tenant>) throws(Refusal) -> [ID<Course>] {
    try tx.rows(
      "SELECT DISTINCT course FROM posted_score WHERE school = $1 AND \"postedAt\" = $2 ORDER BY course",
      [.id(school), .instant(moment)]
    ) { $0.id(0) }
  }

  /// Whether a student sees anything in a course that was posted then or later.
  public func hasPosted(_ student: ID<Student>, in course: ID<Course>, since moment: Instant, school: ID<Tenant>)
    throws(Refusal)
    -> Bool
  {
    try tx.exists(
      "SELECT 1 FROM posted_score WHERE school = $1 AND course = $2 AND student = $3 AND \"postedAt\" >= $4",
      [.id(school), .id(course), .id(student), .instant(moment)])
  }

  /// For how many students each column of a course is posted.
  func postedCounts(in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [ID<GradeItem>: Int] {
    let counts = try tx.rows(
      "SELECT item, count(*) FROM posted_score WHERE school = $1 AND course = $2 GROUP BY item",
      [.id(school), .id(course)]
    ) { ($0.id(0, GradeItem.self), $0.int(1)) }
    return counts.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  public func isPosted(_ student: ID<Student>, for item: ID<GradeItem>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM posted_score WHERE school = $1 AND item = $2 AND student = $3",
      [.id(school), .id(item), .id(student)])
  }
}

extension GradesStore where DB == WriteTransaction {
  /// Writes a column.
  ///
  /// One without a category goes where its kind belongs; one of another course is none of this one's.
  public func put(_ item: GradeItem) throws(Refusal) {
    var item = item
    if let category = item.category {
      if try self.item(item.id, in: tx.school)?.category != category { try mustHave(category, in: item.course) }
    } else {
      item.category = try usualCategory(of: item)
    }
    try tx.put(GradesTables.item, item)
  }

  /// Takes a column away that nobody has a score in.
  func remove(_ item: GradeItem) throws(Refusal) { try tx.remove(GradesTables.item, item) }

  /// Brings a column back; where its category has gone meanwhile, it goes where its kind belongs.
  func restore(_ column: GradeItem) throws(Refusal) {
    var column = column
    let known = try categories(of: column.course, in: tx.school)
    if !known.contains(where: { $0.id == column.category }) { column.category = nil }
    try put(column)
  }

  private func mustHave(_ category: ID<GradeCategory>, in course: ID<Course>) throws(Refusal) {
    guard try categories(of: course, in: tx.school).contains(where: { $0.id == category }) else {
      throw Refusal.invalid("category", Phrase("form.choice"))
    }
  }

  private func usualCategory(of item: GradeItem) throws(Refusal) -> ID<GradeCategory>? {
    let all = try categories(of: item.course, in: tx.school)
    let kind: GradeCategory.Kind =
      item.source == .quiz ? .quizzes : item.source == .assignment ? .assignments : .participation
    return (all.first { $0.kind == kind } ?? all.first)?.id
  }

  /// Writes what was given, for the grading desk, a quiz that graded itself and the gradebook alike.
  ///
  /// What stood there before goes to the history. Families see it at once where the column posts itself, and where they
  /// saw the one before; a comment of before stays when the new one has none. A change is later than the one before it,
  /// whatever the clock says.
  public func record(_ score: Score, of item: GradeItem) throws(Refusal) {
    let before = try self.score(of: score.student, for: item.id, in: tx.school)
    var score = score
    score.comment = score.comment ?? before?.comment
    // Said once more as it was, it is nothing new to anybody.
    let isOut = if item.postsItself { try isPosted(score.student, for: item.id, in: tx.school) } else { true }
    if let before, before.says(score), isOut {
      return
    }
    if let before, score.at <= before.at { score.at = Instant(milliseconds: before.at.milliseconds + 1) }
    try replace(before, by: score, of: item)
  }

  /// Puts one score in the place of another, exactly as it is; an empty one clears the cell.
  func replace(_ before: Score?, by score: Score, of item: GradeItem) throws(Refusal) {
    if let before { try keep(before) }
    let wasPosted = try isPosted(score.student, for: item.id, in: tx.school)
    if score.isEmpty {
      if before != nil {
        try tx.remove(GradesTables.score, score)
        try keep(score)
      }
      if wasPosted { try unpost(score.student, of: item) }
    } else {
      try tx.put(GradesTables.score, score)
      if item.postsItself || wasPosted { try post(score, of: item) }
    }
    tx.detail(score.item.text + " " + score.student.text, GradesStore.words(before) + " → " + GradesStore.words(score))
  }

  /// Lets the family see a score as it is now.
  func post(_ score: Score, of item: GradeItem) throws(Refusal) {
    try tx.put(GradesTables.posted, PostedScore(score: score, course: item.course, postedAt: tx.now))
    recalculateStatistics(of: item.course, item.id)
  }

  /// Takes a score out of the family's sight.
  func unpost(_ student: ID<Student>, of item: GradeItem) throws(Refusal) {
    try tx.remove(GradesTables.posted, key: [.id(tx.school), .id(item.id), .id(student)])
    recalculateStatistics(of: item.course, item.id)
  }

  private func keep(_ score: Score) throws(Refusal) { try tx.put(GradesTables.before, score) }

  /// A score in the journal: points, or that there are none.
  private static func words(_ score: Score?) -> String {
    guard let score, !score.isEmpty else { return "none" }
    return score.excused ? "EX" : score.raw?.text ?? "none"
  }
}
