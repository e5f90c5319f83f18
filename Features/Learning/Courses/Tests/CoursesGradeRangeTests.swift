import Base
import School
import Testing

@Suite struct `The grade that somebody looks for` {
  @Test(arguments: ["8", "7–8", "7-9", "7, 8", "Grade 8", "٧–٨"])
  func `is among those a course is for`(_ written: String) { #expect(GradeRange.contains(written, "8")) }

  @Test(arguments: ["7", "9–12", "18", "10, 11", "", "–"])
  func `is not among others`(_ written: String) { #expect(!GradeRange.contains(written, "8")) }

  @Test func `is a word where it is no number`() {
    #expect(GradeRange.contains("Kindergarten", "Kindergarten") && !GradeRange.contains("Kindergarten", "8"))
  }
}

@Suite struct `The last day of a course that is taught again` {
  @Test func `moves back to a day with school, and never before the first`() throws {
    let friday = try #require(Day("2026-06-12"))
    let shift = CourseShift(days: 8, daysOff: [6, 7], holidays: [], zone: .utc)
    #expect(shift.last(friday, from: friday.plus(days: -90)) == friday.plus(days: 7))
    #expect(shift.last(friday, from: friday.plus(days: 8)) == friday.plus(days: 8))
  }

  @Test func `and every day that is typed is one of our time`() {
    for (text, isTaken) in [("0001-01-01", false), ("2026-03-11", true), ("2202-01-01", false)] {
      var reader = FormReader(Form(["day": text]))
      #expect((reader.optionalDay("day") != nil) == isTaken)
    }
  }
}
