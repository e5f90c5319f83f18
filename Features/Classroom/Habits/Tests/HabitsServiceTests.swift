import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Classroom

@Suite struct `Habits of a child` {
  private func opened(_ dialect: Dialect) async throws -> (RecordsSchool, ID<Habit>, String) {
    let school = try await RecordsSchool.open(dialect)
    let id = RecordsSchool.id(301, Habit.self)
    let form = Form(["id": id.text, "name": "Lays the table", "cadence": "daily"])
    try await school.send(.post, HabitsPaths.of(school.tomer), form, as: .noa)
    return (school, id, HabitsPaths.habit(id, of: school.tomer))
  }

  private func mark(_ day: Day, _ isDone: Bool) -> Form {
    Form(isDone ? ["day": day.text, "done": "on"] : ["day": day.text])
  }

  @Test(arguments: Dialect.allCases)
  func `two guides tick one day and it is one row, whose undo leaves it not done`(_ dialect: Dialect) async throws {
    let (school, id, habit) = try await opened(dialect)
    let (day, place) = (RecordsSchool.monday, school.school)
    try await school.send(.post, habit + "/marks", mark(day, true), as: .noa)
    let size = try await school.counts()
    try await school.send(.post, habit + "/marks", mark(day, true), as: .gal)
    #expect(try await school.counts() == size)
    let log = try await school.ledger.read { try HabitsStore(tx: $0).log(id, on: day, in: place) }
    #expect(log?.by == school.account(.noa) && log?.isDone == true)
    #expect(try await school.shown(HabitsPaths.of(school.tomer), as: .gal).contains("1 of the last 28 days"))
    try await school.send(.post, habit + "/marks", mark(day, false), as: .noa)
    #expect(try await school.shown(HabitsPaths.of(school.tomer), as: .noa).contains("0 of the last 28 days"))
    try await school.send(.post, habit + "/ending", Form(), as: .noa)
    #expect(!(try await school.shown(HabitsPaths.of(school.tomer), as: .noa).contains("Lays the table")))
    try await school.send(.post, habit + "/resuming", Form(), as: .noa)
    #expect(try await school.shown(HabitsPaths.of(school.tomer), as: .noa).contains("Lays the table"))
  }

  @Test(arguments: Dialect.allCases)
  func `days that no tap can mean, and people who are no staff, are refused and write nothing`(_ dialect: Dialect)
    async throws
  {
    let (school, _, habit) = try await opened(dialect)
    for far in [2, -32] {
      let form = mark(RecordsSchool.monday.plus(days: far), true)
      let refusal = try await school.refused { _ = try await school.send(.post, habit + "/marks", form, as: .noa) }
      #expect(refusal == .invalid("day", Phrase("habits.too-far", .count(31))), "\(far)")
    }
    for person in [RecordsSchool.Person.omar, .leila, .lia] {
      for (place, form) in [
        (HabitsPaths.of(school.tomer), Form(["name": "X", "cadence": "daily"])),
        (habit, Form(["name": "X", "cadence": "daily"])),
        (habit + "/marks", mark(RecordsSchool.monday, true)), (habit + "/ending", Form()),
        (habit + "/resuming", Form()),
      ] {
        let refusal = try await school.refused { _ = try await school.send(.post, place, form, as: person) }
        #expect(refusal == .notFound, "\(person) \(place)")
      }
    }
  }

  @Test func `a week's habit is done once a week, from the school's first weekday, and a month's once a month`() {
    let day = RecordsSchool.monday
    var habit = Habit(
      id: .none, student: .none, name: "Waters the plants", cadence: .weekly, createdBy: .none,
      createdAt: Instant(milliseconds: 0))
    let sunday = day.plus(days: -((day.weekday - 7 + 7) % 7))
    #expect(habit.isDone(on: day, in: [sunday], firstWeekday: 7))
    #expect(!habit.isDone(on: day, in: [sunday], firstWeekday: 1))
    habit.cadence = .monthly
    let first = day.plus(days: 1 - day.parts.day)
    #expect(habit.isDone(on: day, in: [first], firstWeekday: 1))
    #expect(!habit.isDone(on: day, in: [first.plus(days: -1)], firstWeekday: 1))
  }
}
