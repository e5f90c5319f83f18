public import Base
public import Database
import People
public import School

/// All SQL about what courses want of streaks and leaderboards; what students did is read from its features.
public struct ProgressStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func settings(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [ID<Course>:
    ProgressSettings]
  {
    guard !courses.isEmpty else { return [:] }
    let found = try tx.all(
      ProgressTables.settings, in: school, "AND course IN (\(placeholders(courses.count, from: 2)))",
      courses.map { .id($0) })
    return found.keyed(by: { $0.course }, to: { $0.settings })
  }

  func settings(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> ProgressSettings {
    try settings(of: [course], in: school)[course] ?? ProgressSettings()
  }

  /// Who wants to appear in a course's leaderboard.
  func runners(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [ID<Student>] {
    try tx.rows(
      "SELECT student FROM leaderboard_runner WHERE school = $1 AND course = $2 ORDER BY student",
      [.id(school), .id(course)]
    ) { $0.id(0) }
  }
}

extension ProgressStore where DB == WriteTransaction {
  func save(_ permit: Permit<SetProgress>) throws(Refusal) {
    let (course, settings) = (permit.command.course, permit.command.settings)
    try tx.put(ProgressTables.settings, CourseProgressSettings(course: course, settings: settings))
  }

  func save(_ permit: Permit<JoinLeaderboard>, of student: ID<Student>) throws(Refusal) {
    let course = permit.command.course
    guard permit.command.isIn else {
      return try tx.remove(ProgressTables.runner, key: [.id(tx.school), .id(course), .id(student)])
    }
    try tx.put(ProgressTables.runner, LeaderboardRunner(course: course, student: student, joinedAt: permit.at))
  }
}
