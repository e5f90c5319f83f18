public import Base
import Database
import People
public import School

/// A score that its student and the family may see.
public struct PostedGrade: Hashable, Sendable {
  public let item: ID<GradeItem>
  public let source: GradeItem.Source
  public let title: String
  public let possible: Amount
  public let course: ID<Course>
  public let student: ID<Student>
  public let raw: Amount?
  public let excused: Bool
  public let postedAt: Instant
}

extension GradesStore {
  /// What was posted for some students since a moment, the newest first.
  public func news(for students: [ID<Student>], since: Instant, limit: Int = 20, in school: ID<Tenant>) throws(Refusal)
    -> [PostedGrade]
  {
    guard !students.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT p.item, i.source, i.title, i.possible, p.course, p.student, p.raw, p.excused, p."postedAt"
      FROM posted_score p JOIN grade_item i ON i.school = p.school AND i.id = p.item
      WHERE p.school = $1 AND p."postedAt" >= $2 AND p.student IN (\(placeholders(students.count, from: 3)))
        AND (p.raw IS NOT NULL OR p.excused)
      ORDER BY p."postedAt" DESC, p.item LIMIT \(max(1, limit))
      """, [.id(school), .instant(since)] + students.map { .id($0) }
    ) {
      PostedGrade(
        item: $0.id(0), source: GradeItem.Source(rawValue: $0.text(1)) ?? .manual, title: $0.text(2),
        possible: $0.amount(3), course: $0.id(4), student: $0.id(5), raw: $0.isNull(6) ? nil : $0.amount(6),
        excused: $0.flag(7), postedAt: $0.instant(8))
    }
  }
}

extension GradesStore {
  /// Whether what a student sees for an item was given after a moment, and not only shown again.
  public func postedAgain(_ student: ID<Student>, for item: ID<GradeItem>, since moment: Instant, in school: ID<Tenant>)
    throws(Refusal) -> Bool
  {
    try posted(of: student, for: item, in: school).map { $0.at > moment } ?? false
  }

  /// The items for which some students see points, or that they are excused: nothing of theirs is missing there.
  func settled(for students: [ID<Student>], in courses: [ID<Course>], school: ID<Tenant>) throws(Refusal)
    -> [ID<Student>: Set<ID<CourseItem>>]
  {
    try posted(of: students, in: courses, school: school).reduce(into: [:]) { found, one in
      guard one.score.raw != nil || one.score.excused else { return }
      found[one.score.student, default: []].insert(one.score.item.cast())
    }
  }

  /// What would come of other points in one column; nothing is written.
  func changes(of item: GradeItem, to points: [ID<Student>: Amount?], in school: ID<Tenant>) throws(Refusal)
    -> [ID<Student>: GradeChange]
  {
    guard !points.isEmpty else { return [:] }
    let staff = try book(of: item.course, in: school)
    let seen = try postedGradebooks(of: Array(points.keys), in: [item.course], school: school)[item.course]
    let posted = Set(try postedStudents(for: item.id, in: school))
    let policy = staff.policy
    return points.reduce(into: [:]) { found, one in
      let isPosted = posted.contains(one.key) && seen != nil
      guard let book = isPosted ? seen : staff else { return }
      var changed = book
      changed.scores[one.key]?[item.id]?.raw = one.value
      found[one.key] = GradeChange(
        before: book.headline(of: one.key, policy), after: changed.headline(of: one.key, policy), isPosted: isPosted,
        places: policy.rounding.places)
    }
  }
}
