import Base
import School
import Testing

@Suite struct `Birthdays of students` {
  private func student(_ number: UInt64, _ birthday: String?) -> Student {
    Student(
      id: ID(high: 1, low: number), given: "Ada", family: "", birthday: birthday.flatMap { Day($0) },
      updatedAt: Instant(milliseconds: 0))
  }
  private func day(_ text: String) throws -> Day { try #require(Day(text)) }

  @Test func `are today's and those of the next days, the next first, over the end of a year`() throws {
    let students = [
      student(1, "2021-01-02"), student(2, "2020-12-29"), student(3, "2019-12-28"), student(4, "2021-01-06"),
      student(5, nil), student(6, "2026-12-29"),
    ]
    let found = Birthday.coming(students, from: try day("2026-12-29"), days: 7)
    #expect(found.map { $0.student.low } == [2, 1])
    #expect(found.map { $0.age } == [6, 6] && found.map { $0.day.text } == ["2026-12-29", "2027-01-02"])
  }

  @Test func `of 29 February are on the 28th in other years`() throws {
    let leap = student(1, "2020-02-29")
    #expect(Birthday.coming([leap], from: try day("2026-02-28"), days: 0).map { $0.age } == [6])
    #expect(Birthday.coming([leap], from: try day("2026-03-01"), days: 7).isEmpty)
    #expect(Birthday.coming([leap], from: try day("2028-02-28"), days: 0).isEmpty)
    #expect(Birthday.coming([leap], from: try day("2028-02-29"), days: 0).map { $0.age } == [8])
    #expect(leap.age(on: try day("2026-02-27")) == 5)
    #expect(leap.age(on: try day("2026-02-28")) == 6)
  }

  @Test func `say how old a child is, and nothing where nobody knows it`() throws {
    let today = try day("2026-11-27")
    #expect(student(1, "2021-11-27").age(on: today) == 5 && student(1, "2021-11-28").age(on: today) == 4)
    #expect(student(1, nil).age(on: today) == nil && student(1, "2026-11-28").age(on: today) == nil)
  }

  @Test(arguments: ["1899-12-31", "2026-11-29", "2199-01-01"])
  func `before 1900 and after today are refused`(_ text: String) throws {
    let noon = Zone.utc.instant(try day("2026-11-27"), minute: 720)
    let caller = Caller(account: ID(high: 1, low: 1), school: ID(high: 2, low: 2), role: .owner)
    let known = student(3, nil)
    var fields = StudentFields(given: "Ada", family: "", birthday: Day(text))
    #expect(throws: Refusal.invalid("birthday", Phrase("students.birthday-range"))) {
      try AddStudent(fields: fields).permit(for: caller, now: noon)
    }
    #expect(throws: Refusal.invalid("birthday", Phrase("students.birthday-range"))) {
      try EditStudent(student: known.id, fields: fields).permit(
        for: caller, access: .office, version: known.version, now: noon)
    }
    fields.birthday = Day("1900-01-01")
    #expect(throws: Never.self) { try AddStudent(fields: fields).permit(for: caller, now: noon) }
  }
}
