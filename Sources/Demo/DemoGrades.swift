import Base
import Database
import Learning
import Ledger
import Router
import School
import Web

enum DemoGrades {
  /// A column that a demo teacher filled by hand.
  struct Column: Sendable {
    let title: String, kind: GradeCategory.Kind, possible: Int
    /// Days from today.
    let day: Int
    let isPosted: Bool
    init(_ title: String, _ kind: GradeCategory.Kind, _ possible: Int, day: Int, isPosted: Bool = true) {
      (self.title, self.kind, self.possible, self.day, self.isPosted) = (title, kind, possible, day, isPosted)
    }

    /// How much of the term was over, of a hundred.
    var progress: Int { max(0, min(100, (42 + day) * 100 / 42)) }
  }
}

extension DemoBuilder {
  /// Scores for the courses that run: mostly posted, one exam that only the teacher sees yet, one that is to come.
  func grade(_ courses: [DemoCourse], on today: Day) async throws {
    let zone = Zones.named(plan.zone) ?? .utc
    if !courses.isEmpty {
      let letters = SetLetters(scale: .thirteen, allowsStatistics: true)
      try await send(letters, world.id(), by: accounts[0])
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
        for (place, column) in DemoWork.of(made.course.name).columns.enumerated() {
          let day = zone.instant(plan.day(column.day, from: today), minute: 1439)
          let item = GradeItem(
            id: world.id(), course: made.course.id, category: categories.first { $0.kind == column.kind }?.id,
            source: .manual, title: column.title, possible: Amount(column.possible) ?? .zero, place: place, dueAt: day,
            postsItself: column.isPosted, updatedAt: tx.now)
          try store.put(item)
          guard column.day < 0 else { continue }
          for (number, student) in made.students.enumerated() {
            try give(
              student, item, by: made.teacher, at: day, store, story: story(of: number, in: made),
              progress: column.progress,
              isOwed: column.kind == .participation || column.kind == .quizzes && place % 2 == 1)
          }
        }
        return ""
      }
    }
  }

  /// What goes on with one of a course's students; the named children come first in theirs.
  func story(of number: Int, in course: DemoCourse) -> DemoStory? {
    course.beginsWithNamed && number < plan.children.count ? DemoStory.of(number) : nil
  }

  /// Children are good at what they are good at: a number of their own, and luck; the named ones have their stories.
  ///
  /// - Parameter isOwed: whether who has missing work has no score here.
  func give(
    _ student: ID<Student>, _ item: GradeItem, by teacher: ID<Account>, at: Instant,
    _ store: GradesStore<WriteTransaction>, story: DemoStory? = nil, progress: Int = 0,
    isOwed: Bool = false
  ) throws {
    let chance = dice.roll(100)
    let isMissing = story == .missing ? isOwed : story == nil && chance < 3
    if isMissing { return }
    let excused = story == nil && chance < 6
    let share = story.map { $0.share(at: progress) + dice.roll(7) - 3 } ?? luck(of: student)
    let half = item.possible.units * Int64(max(20, min(104, share))) / 100 / (Amount.scale / 2)
    try store.record(
      Score(
        item: item.id, student: student, raw: excused ? nil : Amount(units: half * (Amount.scale / 2)),
        excused: excused, lateSeconds: story == nil && chance < 12 && !excused ? 90_000 : 0, by: teacher, at: at),
      of: item)
  }

  private func luck(of student: ID<Student>) -> Int { 62 + Int(student.low % 33) + dice.roll(25) - 10 }
}
