public import Base
import Database
import People
public import School

/// What a file of all registers is made of, read in portions: a year of a large school has a million marks.
extension AttendanceStore {
  /// Some registers that were taken, by day; those of archived classes are among them.
  ///
  /// - Parameter last: the last one of the portion before.
  public func batch(after last: LessonSession?, limit: Int, in school: ID<Tenant>) throws(Refusal) -> [LessonSession] {
    let start =
      last.map { [Value.day($0.day), .id($0.id)] } ?? [.day(Day(number: -10_000_000)), .id(ID<LessonSession>.none)]
    return try tx.all(
      AttendanceTables.session, in: school,
      "AND day >= $2 AND (day > $2 OR id > $3) ORDER BY day, id LIMIT \(limit)", start)
  }

  /// The marks of some registers, one register after the other.
  public func marks(of sessions: [ID<LessonSession>], in school: ID<Tenant>) throws(Refusal) -> [Mark] {
    guard !sessions.isEmpty else { return [] }
    return try tx.all(
      AttendanceTables.mark, in: school,
      "AND sitting IN (\(placeholders(sessions.count, from: 2))) ORDER BY sitting, student", sessions.map { .id($0) })
  }
}
