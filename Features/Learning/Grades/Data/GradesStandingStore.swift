import Base
import Database
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
    for one in try tx.all(
      GradesTables.standing, in: school, "AND course IN (\(placeholders(courses.count, from: 2)))\(only)",
      courses.map { Value.id($0) } + (students ?? []).map { Value.id($0) })
    {
      found[one.course, default: [:]][one.student] = one.standing
    }
    return found
  }
}

extension GradesStore where DB == WriteTransaction {
  func save(_ permit: Permit<SetGradeStanding>, before: GradeStanding?) throws(Refusal) {
    let command = permit.command
    if let standing = command.standing {
      try tx.put(
        GradesTables.standing,
        GradeStandingRow(course: command.course, student: command.student, standing: standing, at: permit.at))
    } else {
      try tx.remove(GradesTables.standing, key: [.id(tx.school), .id(command.course), .id(command.student)])
    }
    let graded = SetGradeStanding.graded
    tx.detail(
      command.student.text, (before?.rawValue ?? graded) + " → " + (command.standing?.rawValue ?? graded))
  }
}
