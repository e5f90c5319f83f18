import Base
import Ledger
import People
import School

/// Who takes part in courses without a grade, or has given them up.
extension GradesStore {
  /// - Parameter students: whose; `nil` is everybody's.
  func standings(of students: [ID<Student>]?, in courses: [ID<Course>], school: ID<Tenant>) throws(Refusal)
    -> [ID<Course>: [ID<Student>: GradeStanding]]
  {
    guard !courses.isEmpty, students?.isEmpty != true else { return [:] }
    let only = students.map { " AND student IN (\(placeholders($0.count, from: 2 + courses.count)))" } ?? ""
    var found: [ID<Course>: [ID<Student>: GradeStanding]] = [:]
    try tx.each(
      """
      SELECT course, student, standing FROM grade_standing
      WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2)))\(only)
      """, [.id(school)] + courses.map { .id($0) } + (students ?? []).map { .id($0) }
    ) { found[$0.id(0), default: [:]][$0.id(1)] = GradeStanding(rawValue: $0.text(2)) }
    return found
  }
}

extension GradesStore where Books == WriteTransaction {
  func save(_ permit: Permit<SetGradeStanding>, before: GradeStanding?) throws(Refusal) {
    let command = permit.command
    let key: [Value] = [.id(tx.school), .id(command.course), .id(command.student)]
    let buckets: [Bucket] = [.courseStaff(command.course), .family(command.student)]
    if let standing = command.standing {
      try tx.put(GradesTables.standing, key + [.text(standing.rawValue), .instant(permit.at)], in: buckets)
    } else {
      try tx.remove(GradesTables.standing, key: key, from: buckets)
    }
    let graded = SetGradeStanding.graded
    tx.detail(
      command.student.text, (before?.rawValue ?? graded) + " → " + (command.standing?.rawValue ?? graded))
  }
}
