public import Base
public import Database
import People
public import School

// What happens to a gradebook when its course is taught again, and when it goes.

/// A course is taught again: how its grades are made, its columns and its periods, and nobody's scores.
///
/// Policies go along, too (rules.md 4.4). Stands before the copying of quizzes, which know best what shows itself.
public func gradesCopying() -> CourseCopying {
  CourseCopying { copy, tx throws(Refusal) in
    let store = GradesStore(tx: tx)
    let categories = try store.copyCategories(copy)
    for old in try store.items(of: copy.from.id, in: tx.school) {
      let id: ID<GradeItem>? = old.source == .manual ? tx.newID() : copy.items[old.id.cast()]?.cast()
      guard let id else { continue }
      try store.put(
        GradeItem(
          id: id, course: copy.to.id, category: old.category.flatMap { categories[$0] }, source: old.source,
          title: old.title, possible: old.possible, place: old.place, dueAt: old.dueAt.map { copy.shift($0) },
          counts: old.counts, neverDrop: old.neverDrop, postsItself: old.source == .quiz ? false : old.postsItself,
          updatedAt: tx.now))
    }
    for old in try store.periods(of: copy.from.id, in: tx.school) {
      try store.put(
        GradingPeriod(
          id: tx.newID(), course: copy.to.id, name: old.name, from: old.from.plus(days: copy.shift.days),
          until: old.until.plus(days: copy.shift.days), weight: old.weight))
    }
  }
}

extension GradesStore where DB == WriteTransaction {
  /// Settings and categories, where somebody chose any.
  ///
  /// - Returns: what each category of the old course is in the new one.
  fileprivate func copyCategories(
    _ copy: CourseCopy
  ) throws(Refusal) -> [ID<GradeCategory>: ID<GradeCategory>] {
    if let old = try chosenSettings(of: [copy.from.id], in: tx.school)[copy.from.id] {
      var new = GradeSettings(course: copy.to.id)
      (new.scheme, new.within, new.rounding, new.isCapped) = (old.scheme, old.within, old.rounding, old.isCapped)
      (new.late, new.missing, new.scale) = (old.late, old.missing, old.scale)
      (new.postsItself, new.showsStatistics, new.updatedAt) = (old.postsItself, old.showsStatistics, tx.now)
      try put(new)
    }
    var names: [ID<GradeCategory>: ID<GradeCategory>] = [:]
    for (old, new) in zip(GradeCategory.usual(for: copy.from.id), GradeCategory.usual(for: copy.to.id)) {
      names[old.id] = new.id
    }
    guard let chosen = try categories(of: [copy.from.id], in: tx.school)[copy.from.id] else { return names }
    let copies = chosen.map { old in
      let id = names[old.id] ?? tx.newID()
      names[old.id] = id
      return GradeCategory(
        id: id, course: copy.to.id, kind: old.kind, name: old.name, weight: old.weight, dropLowest: old.dropLowest,
        dropHighest: old.dropHighest, isCapped: old.isCapped, place: old.place)
    }
    try put(copies, of: copy.to.id)
    return names
  }
}

/// The days on which a course's grading periods begin and end, for the preview of a copy.
@Sendable public func gradingDates(
  of course: ID<Course>, in school: ID<Tenant>, _ tx: Transaction
) throws(Refusal) -> [CourseDate] {
  try GradesStore(tx: tx).periods(of: course, in: school).flatMap {
    [
      CourseDate($0.name, "courses.date.period-from", on: $0.from),
      CourseDate($0.name, "courses.date.period-until", on: $0.until),
    ]
  }
}

/// A course that nobody was ever in goes, and its gradebook with it.
@Sendable public func forgetGrades(of course: ID<Course>, _ tx: WriteTransaction) throws(Refusal) {
  let store = GradesStore(tx: tx)
  for item in try store.items(of: course, in: tx.school) {
    try tx.removeAll(GradesTables.before, "AND item = $2", [.id(item.id)])
    try store.remove(item)
  }
  for period in try store.allPeriods(of: [course], in: tx.school) {
    try tx.remove(GradesTables.period, period)
  }
  try store.put([], of: course)
  guard try store.chosenSettings(of: [course], in: tx.school)[course] != nil else { return }
  try tx.remove(GradesTables.settings, key: [.id(tx.school), .id(course)])
}
