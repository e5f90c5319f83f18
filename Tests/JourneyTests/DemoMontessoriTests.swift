import App
import Base
import Classroom
import Database
import HomeroomTesting
import Ledger
import People
import School
import Testing

@testable import Demo

@Suite struct `The demo's Montessori school` {
  private func read<Result: Sendable>(
    _ start: Instant = TestSchool.morning, _ body: @escaping @Sendable (Transaction, ID<Tenant>) throws -> Result
  ) async throws -> Result {
    let school = try await TestSchool.open(.sqlite, at: start)
    defer { school.homeroom.close() }
    return try await school.homeroom.ledger.read { tx in
      let hill = try #require(try SchoolsStore(tx: tx).all().first { $0.kind == .montessori })
      return try body(tx, hill.id)
    }
  }

  @Test func `presents nothing before what it needs is mastered, and most of it is`() async throws {
    let (acts, tree) = try await read { tx, hill in
      (try tx.all(PresentationsTables.act, in: hill), try CurriculumStore(tx: tx).tree(in: hill))
    }
    for (student, own) in Dictionary(grouping: acts, by: \.student) {
      #expect((12...50).contains(own.count), "\(own.count) of \(student)")
      for act in own where act.kind == .presented {
        for need in tree.prerequisites(of: act.presentation) {
          #expect(own.contains { $0.presentation == need && $0.kind == .mastered && $0.day < act.day })
        }
      }
    }
    #expect(Set(acts.map(\.student)).count == 18)
    #expect(Set(acts.map(\.kind)).isSuperset(of: [.presented, .practised, .mastered, .attention]))
  }

  @Test func `shows three families what was seen, and names no other child to them`() async throws {
    let (seen, shares, students) = try await read { tx, hill in
      (
        try tx.all(ObservationsTables.observation, in: hill), try tx.all(ObservationsTables.share, in: hill),
        try tx.rows("SELECT id, given FROM student WHERE school = $1", [.id(hill)]) {
          (id: $0.id(0, Student.self), given: $0.text(1))
        }
      )
    }
    #expect(seen.count == DemoMontessori.seen.count && seen.count >= 40)
    #expect(seen.count { $0.state == .draft } == 1 && seen.contains { $0.children.count == 2 && !$0.tags.isEmpty })
    #expect(seen.allSatisfy { !$0.text.contains("{") && $0.happenedAt <= TestSchool.morning })
    #expect(shares.count == 3)
    for share in shares {
      for other in students where other.id != share.student {
        let words = share.text.split { !$0.isLetter }.map(String.init)
        #expect(!words.contains(other.given), "\(share.text)")
      }
    }
    #expect(shares.contains { $0.text.contains("another child") })
  }

  /// From a Monday to a Sunday: dates are relative to the day of whoever looks.
  @Test(arguments: 0..<7)
  func `has a week before it on every day`(_ days: Int64) async throws {
    let start = TestSchool.morning.plus(days: days)
    let (tasks, plans, habits, logs, today) = try await read(start) { tx, hill in
      (
        try tx.all(TasksTables.task, in: hill), try tx.all(PresentationsTables.plan, in: hill),
        try tx.all(HabitsTables.habit, in: hill), try tx.all(HabitsTables.log, in: hill),
        try SchoolsStore(tx: tx).zone(of: hill).day(of: tx.now)
      )
    }
    let open = tasks.filter { $0.doneAt == nil }
    #expect(open.count { $0.day.map { $0 < today } ?? false } == 1 && tasks.count == open.count + 4)
    let monday = today.plus(days: 1 - today.weekday)
    #expect(plans.count == 8 && plans.allSatisfy { $0.day.map { $0 >= monday && $0 < monday.plus(days: 5) } ?? false })
    // Whichever children a person looks at, there is something to see of each of them.
    #expect(Set(open.map(\.student)).count >= 16 && Set(habits.map(\.student)).count == 18)
    #expect(habits.count == 26 && logs.count > 60)
    #expect(logs.allSatisfy { $0.day < today && $0.day >= today.plus(days: -Habit.daysBack) })
  }
}
