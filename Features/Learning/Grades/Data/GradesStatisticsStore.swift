package import Base
package import Database
import People
package import School

/// How a class did on a column, kept as a row of its own where the course shows that.
///
/// A family's device has no scores of others, and so could not work it out.
public struct ItemStatistics: Sendable {
  let item: ID<GradeItem>, course: ID<Course>, numbers: GradeStatistics
}

extension GradesStore {
  /// What everybody in a course may know of how the class did.
  func statistics(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [ID<GradeItem>: GradeStatistics] {
    try tx.all(GradesTables.statistics, in: school, "AND course = $2", [.id(course)])
      .keyed(by: { $0.item }, to: { $0.numbers })
  }

  /// The same for several courses at once.
  func statistics(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [ID<GradeItem>: GradeStatistics] {
    guard !courses.isEmpty else { return [:] }
    return try tx.all(
      GradesTables.statistics, in: school, "AND course IN (\(placeholders(courses.count, from: 2)))",
      courses.map { .id($0) }
    ).keyed(by: { $0.item }, to: { $0.numbers })
  }

  /// The courses that want to show it.
  package func coursesWithStatistics(in school: ID<Tenant>) throws(Refusal) -> [ID<Course>] {
    try tx.rows(
      "SELECT course FROM grade_settings WHERE school = $1 AND statistics = $2 ORDER BY course",
      [.id(school), .flag(true)]
    ) { $0.id(0) }
  }
}

extension GradesStore where DB == WriteTransaction {
  /// The same for all courses that show it, one after the other when the server has time: a district's scores are not
  /// looked through while others wait to write.
  func recalculateAllStatistics() throws(Refusal) {
    try tx.enqueue(tx.newID(), kind: GradesTables.statisticsJob)
  }
}

package extension GradesStore where DB == WriteTransaction {
  /// Says at the end of the command how the class did on a column, or on all of a course.
  func recalculateStatistics(of course: ID<Course>, _ item: ID<GradeItem>? = nil) {
    tx.atEnd("grades.statistics \(course.text) \(item?.text ?? "")") { tx throws(Refusal) in
      let store = GradesStore(tx: tx)
      let isShown = try store.settings(of: course, in: tx.school).publishesStatistics
      let scores = isShown ? try store.posted(in: course, item, school: tx.school).statistics : [:]
      let known = try store.statistics(of: course, in: tx.school)
      for one in Set(known.keys).union(scores.keys).sorted() where item.map({ $0 == one }) ?? true {
        guard known[one] != scores[one] else { continue }
        if let numbers = scores[one] {
          try tx.put(GradesTables.statistics, ItemStatistics(item: one, course: course, numbers: numbers))
        } else {
          try tx.remove(GradesTables.statistics, key: [.id(tx.school), .id(one)])
        }
      }
    }
  }
}
