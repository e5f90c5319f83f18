public import Base
import Database
import People
public import School

/// Something of an outline that others had in their calendars and that is shown no more.
public struct WithdrawnItem: Hashable, Sendable {
  public let id: ID<CourseItem>
  public let course: ID<Course>
  public let kind: CourseItem.Kind
  /// When it was due; a quiz may only have said when it closes.
  public let dueAt: Instant?
  /// When it was taken back.
  public let at: Instant
}

extension CoursesStore {
  /// What was taken back in some courses since a moment; what is shown again is among it.
  public func withdrawn(
    in courses: [ID<Course>], since moment: Instant, _ school: ID<Tenant>
  ) throws(Refusal) -> [WithdrawnItem] {
    guard !courses.isEmpty else { return [] }
    return try tx.all(
      CoursesTables.withdrawn, in: school,
      "AND at >= $2 AND course IN (\(placeholders(courses.count, from: 3))) ORDER BY id",
      [.instant(moment)] + courses.map { .id($0) })
  }
}

extension CoursesStore where DB == WriteTransaction {
  /// Keeps when it was due, without its title: what calendars say of it must not tell more than that it is gone.
  func noteWithdrawal(of old: CourseItem?, for new: CourseItem?) throws(Refusal) {
    guard let old, old.isOnCalendars, new?.isOnCalendars != true else { return }
    try tx.execute(
      """
      INSERT INTO course_item_withdrawn (school, id, course, kind, "dueAt", at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (school, id) DO UPDATE SET "dueAt" = excluded."dueAt", at = excluded.at
      """,
      [
        .id(tx.school), .id(old.id), .id(old.course), .text(old.kind.rawValue), .instant(old.dueAt),
        // The second after its last change at the earliest: calendars count in seconds what is newer.
        .instant(max(tx.now, old.updatedAt.plus(seconds: 1))),
      ])
  }

  func forgetWithdrawals(of course: ID<Course>) throws(Refusal) {
    try tx.execute(
      "DELETE FROM course_item_withdrawn WHERE school = $1 AND course = $2", [.id(tx.school), .id(course)])
  }
}

extension CourseItem {
  /// Shown, and with a day: a quiz has one when it closes.
  var isOnCalendars: Bool { publishedAt != nil && (dueAt != nil || kind == .quiz) }
}
