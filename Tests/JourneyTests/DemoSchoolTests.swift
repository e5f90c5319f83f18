import App
import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Demo

@Suite struct `The demo school is a school that could be` {
  private func rows(_ sql: String) async throws -> [[String]] {
    let school = try await TestSchool.open(.sqlite)
    return try await school.homeroom.ledger.read { tx in
      try tx.rows(sql) { row in [row.text(0), row.text(1)] }
    }
  }

  private enum Script: Hashable { case latin, arabic, hebrew, mixed }

  private func script(_ text: String) -> Script {
    let found = Set(
      text.unicodeScalars.filter { $0.properties.isAlphabetic }.map { letter -> Script in
        switch letter.value {
        case 0x0590...0x05FF: .hebrew
        case 0x0600...0x06FF: .arabic
        default: .latin
        }
      })
    return found.count == 1 ? found.first ?? .mixed : .mixed
  }

  @Test func `everybody's two names are of one script, and nobody is there twice`() async throws {
    let names = try await rows("SELECT given, family FROM student")
    #expect(names.count == 68)
    for name in names { #expect(script(name[0]) == script(name[1]), "\(name)") }
    let whole = try await rows("SELECT given || ' ' || family, hex(school) FROM student")
    #expect(Set(whole).count == whole.count)
    #expect(Set(names.map { script($0[0]) }) == [.latin, .arabic, .hebrew])
  }

  @Test func `guardians' names are of the script of their children's`() {
    for (people, children) in [
      (DemoPeople.rimon, DemoPeople.rimonChildren), (DemoPeople.hill, DemoPeople.hillChildren),
    ] {
      for person in people {
        for place in person.children { #expect(script(person.name) == script(children[place].1), "\(person.name)") }
      }
    }
  }

  @Test func `lessons fall on days of school, and a weekend's visitor finds one`() async throws {
    let wednesday = try await rows("SELECT DISTINCT title, CAST(weekday AS TEXT) FROM slot WHERE title = 'Mathematics'")
    #expect(Set(wednesday.map { $0[1] }) == ["1", "2", "3", "4", "7"])
    // Friday, 13 March 2026, in the morning of Jerusalem.
    let friday = try await TestSchool.open(.sqlite, at: TestSchool.morning.plus(days: 2))
    let days = try await friday.homeroom.ledger.read { tx in
      try tx.rows("SELECT DISTINCT CAST(weekday AS TEXT) FROM slot WHERE title = 'Mathematics'") { $0.text(0) }
    }
    #expect(Set(days) == ["1", "2", "3", "4", "5", "6", "7"])
  }

  @Test func `who is called how, and what for points, does not depend on the weekday`() async throws {
    func told(on start: Instant) async throws -> [String] {
      let school = try await TestSchool.open(.sqlite, at: start)
      return try await school.homeroom.ledger.read { tx in
        try tx.rows(
          """
          SELECT s.number || s.given || s.family || coalesce(i.title || coalesce(g.raw, ''), '') FROM student s
          LEFT JOIN score g ON g.school = s.school AND g.student = s.id
          LEFT JOIN grade_item i ON i.school = g.school AND i.id = g.item ORDER BY 1
          """
        ) { $0.text(0) }
      }
    }
    let wednesday = try await told(on: TestSchool.morning)
    #expect(wednesday.count > 300)
    // On a Friday two lessons are added for who looks at the weekend, and six weeks have other days of school.
    let friday = try await told(on: TestSchool.morning.plus(days: 2))
    #expect(friday == wednesday)
  }

  @Test func `one child rises, one slides, one owes work`() {
    let (maya, adam) = (DemoStory.of(0), DemoStory.of(3))
    #expect(maya.share(at: 100) > maya.share(at: 0) + 20 && adam.share(at: 100) < adam.share(at: 0) - 20)
    #expect(DemoStory.of(1) == .missing && DemoStory.of(5) == .late)
  }

  @Test func `work is called otherwise in every course`() {
    let courses = [
      "Math 7", "Science 7", DemoCourses.literature, DemoCourses.arabic, "Cosmic education", "Golden beads",
    ]
    let titles = courses.flatMap { DemoWork.of($0).assignments.map(\.title) }
    #expect(Set(titles).count == titles.count)
    for course in [DemoCourses.literature, DemoCourses.arabic] {
      let work = DemoWork.of(course)
      let wanted: Script = course == DemoCourses.arabic ? .arabic : .hebrew
      for text in work.columns.map(\.title) + work.assignments.map(\.title) + work.answers {
        #expect(script(text) == wanted, "\(text)")
      }
    }
  }

  @Test func `portraits and covers are PNG of their size`() {
    for (bytes, width, height) in [
      (DemoPortrait.png(of: 0), 96, 96), (DemoCover.rounds, 360, 120), (DemoCover.sunflowers, 360, 120),
      (DemoPicture.png, 320, 156),
    ] {
      #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      #expect(Array(bytes[16..<24]) == [0, 0, UInt8(width >> 8), UInt8(width & 255), 0, 0, 0, UInt8(height)])
      #expect(Array(bytes.suffix(4)) == [0xAE, 0x42, 0x60, 0x82], "the sum of IEND")
    }
    #expect(DemoPortrait.png(of: 0) != DemoPortrait.png(of: 7))
  }
}
