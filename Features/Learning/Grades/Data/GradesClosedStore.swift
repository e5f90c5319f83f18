import Base
import Database
import People
import School

/// What lies in a part of the year that is closed: its grades are frozen until it is opened again with a reason.
extension GradesStore {
  /// The closed part of the year in which a column lies; `nil` where there is none, or no column.
  func closed(_ column: GradeItem?, in school: ID<Tenant>) throws(Refusal) -> ClosedPeriod? {
    guard let column else { return nil }
    let periods = try periods(of: column.course, in: school)
    guard periods.contains(where: { $0.closedAt != nil }) else { return nil }
    let zone = try SchoolsStore(tx: tx).zone(of: school)
    guard let period = GradingPeriod.of(column.dueAt.map { zone.day(of: $0) }, in: periods), period.closedAt != nil
    else { return nil }
    return ClosedPeriod(
      course: column.course, name: period.name, hasScores: try !scores(for: column.id, in: school).isEmpty)
  }
}

extension GradesStore where DB == WriteTransaction {
  /// Refuses what a person would write into a part of the year whose grades are frozen.
  func mustBeOpen(_ item: GradeItem) throws(Refusal) {
    guard try closed(item, in: tx.school) == nil else { throw Refusal.conflict(Phrase("grades.cell-closed")) }
  }

  /// Refuses what would carry scores out of such a part or into one, or make them worth something else there.
  ///
  /// - Parameters:
  ///   - day: the field of the form that has the day.
  ///   - points: the one that has the points.
  func mustStay(_ old: GradeItem, as new: GradeItem, day: String, points: String) throws(Refusal) {
    guard old.dueAt != new.dueAt || old.possible != new.possible || old.counts != new.counts else { return }
    for column in [old, new] {
      guard let closed = try closed(column, in: tx.school), closed.hasScores else { continue }
      throw closed.refusal(old.dueAt != new.dueAt ? day : points)
    }
  }
}
