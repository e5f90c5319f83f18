import Base
import Database
import Learning
import Ledger
import Router
import School
import Web

/// Columns that a demo teacher filled by hand.
enum DemoGrades {
  struct Column: Sendable {
    let title: String, kind: GradeCategory.Kind, possible: Int
    /// Days from today.
    let day: Int
    var isPosted = true
  }

  static let columns = [
    Column(title: "Worksheet 1", kind: .assignments, possible: 10, day: -35),
    Column(title: "Worksheet 2", kind: .assignments, possible: 20, day: -21),
    Column(title: "Project", kind: .assignments, possible: 50, day: -9),
    Column(title: "Quick check", kind: .quizzes, possible: 15, day: -28),
    Column(title: "Unit quiz", kind: .quizzes, possible: 25, day: -12),
    Column(title: "In class", kind: .participation, possible: 10, day: -7),
    Column(title: "Midterm", kind: .midterm, possible: 100, day: -4, isPosted: false),
    Column(title: "Final exam", kind: .final, possible: 100, day: 40),
  ]
}

extension DemoBuilder {
  /// Scores for the courses that run: mostly posted, one exam that only the teacher sees yet, one that is to come.
  func grade(_ courses: [DemoCourse], on today: Day) async throws {
    let zone = Zones.named(plan.zone) ?? .utc
    if !courses.isEmpty {
      let letters = SetLetters(scale: .thirteen, allowsStatistics: true)
      try await send(letters, world.id(), by: accounts[0])
      passOver()
    }
    for made in courses where made.course.from.map({ $0 < today }) ?? true {
      try await ledger.write(envelope("demo.grade", made.teacher)) { [self] tx in
        let store = GradesStore(tx: tx)
        var categories = GradeCategory.usual(for: made.course.id)
        categories[0].dropLowest = 1
        try store.put(categories, of: made.course.id)
        try store.put(
          GradeSettings(
            course: made.course.id,
            late: LatePolicy(percent: Amount(units: 10 * Amount.scale), floor: Amount(units: 40 * Amount.scale)),
            showsStatistics: true, updatedAt: tx.now))
        for (place, column) in DemoGrades.columns.enumerated() {
          let day = zone.instant(today.plus(days: column.day), minute: 1439)
          let item = GradeItem(
            id: world.id(), course: made.course.id, category: categories.first { $0.kind == column.kind }?.id,
            source: .manual, title: column.title, possible: Amount(column.possible) ?? .zero, place: place, dueAt: day,
            postsItself: column.isPosted, updatedAt: tx.now)
          try store.put(item)
          guard column.day < 0 else { continue }
          for student in made.students { try give(student, item, by: made.teacher, at: day, store) }
        }
        return ""
      }
    }
  }

  /// Children are good at what they are good at: a number of their own, and luck.
  func give(
    _ student: ID<Student>, _ item: GradeItem, by teacher: ID<Account>, at: Instant,
    _ store: GradesStore<WriteTransaction>
  ) throws {
    let chance = dice.roll(100)
    if chance < 3 { return }
    let excused = chance < 6
    let talent = 62 + Int(student.low % 33)
    let share = max(20, min(104, talent + dice.roll(25) - 10))
    let half = item.possible.units * Int64(share) / 100 / (Amount.scale / 2)
    try store.record(
      Score(
        item: item.id, student: student, raw: excused ? nil : Amount(units: half * (Amount.scale / 2)),
        excused: excused, lateSeconds: chance < 12 && !excused ? 90_000 : 0, by: teacher, at: at), of: item)
  }
}
