import App
import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

/// What the office's pages read and send in a school of 2,000 students, and in one of 20,000.
@Suite struct `A page of a very large school is no longer than one of a large school` {
  /// Pages that show a part of what there is, and what is found by a word that many have or one has.
  private static let pages = [
    "/classes", "/classes?q=room", "/students", "/students?q=child", "/students?q=child%200000017", "/members?q=a",
    "/messages/new?q=child",
  ]
  private static let inClass = 25

  private struct Appearance { let bytes: Int, rows: Int, questions: Int }

  @Test func `the classes, the students and what is found among them`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    try await school.fill(0..<2000, inClass: Self.inClass)
    let before = try await looks(dana, school)
    try await school.fill(2000..<20_000, inClass: Self.inClass)
    let after = try await looks(dana, school)
    for (page, many) in after {
      let few = try #require(before[page])
      #expect(many.bytes <= few.bytes * 11 / 10, "\(page): \(few.bytes) bytes, then \(many.bytes)")
      #expect(many.questions <= few.questions, "\(page): asks \(few.questions) times, then \(many.questions)")
      // Names of classes are put in order as people do, which no index can: of each class one row is read.
      let more = page.hasPrefix("/classes") || page.hasPrefix("/messages") ? 18_000 / Self.inClass : 0
      #expect(many.rows <= few.rows * 11 / 10 + more, "\(page): \(few.rows) rows, then \(many.rows)")
    }
  }

  private func looks(_ browser: TestBrowser, _ school: TestSchool) async throws -> [String: Appearance] {
    var looks: [String: Appearance] = [:]
    for page in Self.pages {
      _ = try await browser.get(page)
      _ = school.watch.take()
      let reply = try await browser.get(page)
      #expect(reply.status == 200, "\(page)")
      let seen = school.watch.take()
      looks[page] = Appearance(bytes: reply.body.count, rows: seen.map(\.rows).reduce(0, +), questions: seen.count)
    }
    return looks
  }

  @Test func `everybody as a table, read a batchSize at a time`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    var asked: [Int] = []
    for children in [0..<200, 200..<2000] {
      try await school.fill(children, inClass: Self.inClass)
      _ = school.watch.take()
      let reply = try await dana.get("/exchange/export/people.csv")
      let seen = school.watch.take()
      #expect(reply.text.split(whereSeparator: \.isNewline).count { $0.contains("Child") } == children.upperBound)
      #expect(seen.map(\.rows).max() ?? .max <= 500, "\(seen.max { $0.rows < $1.rows }?.sql ?? "")")
      asked.append(seen.count)
    }
    #expect(asked[1] <= asked[0] * 10, "as often for each child: \(asked)")
  }
}

extension TestSchool {
  /// So many children more in the first school, and a class for so many of them each: a statement a table.
  fileprivate func fill(_ children: Range<Int>, inClass: Int) async throws {
    let world = homeroom.world
    let tenant = try #require(
      try await homeroom.ledger.read { tx in
        try tx.first("SELECT id FROM school WHERE name = 'Rimon School'") { $0.id(0, Tenant.self) }
      })
    try await homeroom.ledger.write(CommandEnvelope(world.id(), "test.fill", school: tenant, by: nil)) { tx in
      let rooms = (children.lowerBound / inClass)..<(children.upperBound / inClass)
      func make(_ table: String, _ columns: String, _ numbers: Range<Int>, _ values: String) throws {
        try tx.execute(
          """
          INSERT INTO \(table) (school, \(columns))
          WITH RECURSIVE n(i) AS (SELECT $2 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $3) SELECT $1, \(values) FROM n
          """, [.id(tenant), .int(numbers.lowerBound), .int(numbers.upperBound)])
      }
      let (child, room) = ("CAST(printf('child%011d', i) AS BLOB)", "CAST(printf('class%011d', i) AS BLOB)")
      let (its, day) = ("CAST(printf('class%011d', i / \(inClass)) AS BLOB)", "20000")
      try make("classroom", "id, name, \"createdAt\", \"updatedAt\"", rooms, "\(room), 'Room ' || i, 0, 0")
      try make(
        "student", "id, given, family, sort, number, \"createdAt\", \"updatedAt\"", children,
        "\(child), 'Child', printf('%07d', i), printf('%07d child', i), printf('%07d', i), 0, 0")
      try make("enrolment", "classroom, student, \"from\"", children, "\(its), \(child), \(day)")
      try make("class_size", "classroom, day, change", rooms, "\(room), \(day), \(inClass)")
      for (name, count) in [("students", children.count), ("classrooms", rooms.count)] {
        try tx.execute(
          "UPDATE tally SET number = number + $3 WHERE school = $1 AND name = $2",
          [.id(tenant), .text(name), .int(count)])
      }
      return ""
    }
  }
}
