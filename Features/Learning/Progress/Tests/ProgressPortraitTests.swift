import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Learning
@testable import People

/// What a child's page shows of its work to somebody.
private func work<Made: FeatureSchool>(
  _ school: Made, _ student: ID<Student>, _ person: Made.Person, _ access: StudentAccess, _ scene: Scene
) async throws -> (parts: PortraitParts, html: String) {
  let caller = school.caller(person)
  let piece = try await school.ledger.read { tx in
    let known = try #require(try StudentsStore(tx: tx).student(student, in: caller.school))
    return try workPiece(known, access, caller, .utc, tx)
  }
  let parts = piece.draw(scene)
  return (parts, parts.chips.map { $0.string }.joined() + parts.parts.map { $0.string }.joined())
}

@Suite struct `A child's work on its page` {
  @Test(arguments: Dialect.allCases)
  func `is what the family sees, and a teacher's own courses alone`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "9"), (school.quiz, school.maya, "2")])
    try await school.post(school.essay)
    let people: [(who: GradesSchool.Person, access: StudentAccess)] = [
      (.leila, .family), (.maya, .family), (.omar, .teacher), (.dana, .office),
    ]
    for (who, access) in people {
      let shown = try await work(school, school.maya, who, access, school.scene())
      #expect(shown.parts.chips.count == 1 && shown.html.contains("Math 7") && shown.html.contains("A-"), "\(who)")
      #expect(shown.html.contains("9 / 10") && !shown.html.contains("2 / 20"), "a score that is not posted: \(who)")
      #expect(shown.html.contains(GradesPaths.course(school.math, school.maya)))
    }
    let noa = try await work(school, school.maya, .noa, .teacher, school.scene())
    #expect(noa.parts.chips.isEmpty && noa.parts.parts.isEmpty && noa.parts.figures.isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `says what is missing, and no more of it once it is handed in`(_ dialect: Dialect) async throws {
    let fixture = try await AssignmentsFixture.open(dialect)
    let essay = try await fixture.set()
    let (ada, scene) = (fixture.id("ada-record", Student.self), fixture.scene())
    let before = try await work(fixture, ada, .leila, .family, scene)
    #expect(before.parts.figures.map { $0.value } == ["0"] && !before.html.contains("Essay"))
    fixture.clock.set(fixture.clock.now.plus(days: 3))
    let late = try await work(fixture, ada, .leila, .family, scene)
    #expect(late.parts.figures.map { $0.value } == ["1"])
    #expect(late.html.contains("1 missing") && late.html.contains(AssignmentsPaths.assignment(essay)))
    try await fixture.handIn(essay)
    let done = try await work(fixture, ada, .leila, .family, scene)
    #expect(done.parts.figures.map { $0.value } == ["0"] && done.html.contains("Handed in"))
    #expect(done.html.contains("Essay") && !done.html.contains("1 missing"))
  }

  @Test(arguments: Dialect.allCases)
  func `has no line of the class where the course does not show it, whatever is still kept`(
    _ dialect: Dialect
  ) async throws {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "9"), (school.quiz, school.maya, "2")])
    for item in [school.essay, school.quiz] { try await school.post(item) }
    let numbers = GradeStatistics(count: 8, mean: amount("7"), low: amount("1"), high: amount("10"))
    try await school.write { tx in
      try tx.put(GradesTables.statistics, ItemStatistics(item: school.essay, course: school.math, numbers: numbers))
    }
    let shown = try await work(school, school.maya, .leila, .family, school.scene())
    #expect(shown.html.contains("picture__line") && !shown.html.contains("picture__behind"))
  }

  @Test(arguments: Dialect.allCases)
  func `is told of news by what the reader sees it through`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    let (maya, omar, leila) = (school.maya, school.caller(.omar), school.caller(.leila))
    let (theirs, own) = try await school.ledger.read { tx in
      let student = try #require(try StudentsStore(tx: tx).student(maya, in: omar.school))
      return (
        try workPiece(student, .teacher, omar, .utc, tx), try workPiece(student, .family, leila, .utc, tx)
      )
    }
    #expect(theirs.tables.isEmpty && own.tables.contains(GradesTables.posted.number))
    try await school.type([(school.essay, school.maya, "9")])
    let posted = try #require(try await school.ledger.change { try await school.post(school.essay) })
    #expect(try await school.ledger.tells(theirs.topics, of: posted, to: omar) == true)
    let family: [String] = .watching([.family(maya)], own.tables)
    #expect(try await school.ledger.tells(family + own.topics, of: posted, to: leila) == true)
  }
}

@Suite struct `The last scores of somebody` {
  private func book(_ scores: [(item: Int, raw: String?, at: Int64)], excused: Set<Int> = []) -> GradeBook {
    let student = GradesSchool.student(1)
    let items = (1...12).map { number in
      GradeItem(
        id: itemID(number), course: .none, source: .manual, title: "\(number)", possible: amount("20"), place: number,
        updatedAt: Instant(milliseconds: 0))
    }
    var book = GradeBook(settings: GradeSettings(course: .none), categories: [], items: items)
    for (item, raw, at) in scores {
      book.scores[student, default: [:]][itemID(item)] = Score(
        item: itemID(item), student: student, raw: raw.map(amount), excused: excused.contains(item), by: .none,
        at: Instant(milliseconds: at))
    }
    return book
  }

  @Test func `come in the order in which they were given, ten at most, with the class behind`() {
    let given = (1...12).map { (item: $0, raw: Optional("\($0)"), at: Int64(100 - $0)) }
    let mean = GradeStatistics(count: 8, mean: amount("15"), low: amount("1"), high: amount("20"))
    let latest = book(given).latest(of: GradesSchool.student(1), [itemID(1): mean])
    #expect(latest.map { $0.share } == [500, 450, 400, 350, 300, 250, 200, 150, 100, 50])
    #expect(latest.map { $0.mean } == Array(repeating: nil, count: 9) + [750])
  }

  @Test func `leave out what is excused or has no points, and so does what is owed`() {
    var book = book([(1, "10", 1), (2, nil, 2), (3, "5", 3)], excused: [3])
    let student = GradesSchool.student(1)
    #expect(book.latest(of: student).map { $0.item } == [itemID(1)])
    book.missing[student] = [itemID(1), itemID(2), itemID(3), itemID(4)]
    #expect(book.owed(by: student) == [itemID(2), itemID(4)])
  }
}
