import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Router
import School
import Testing
import Web

@testable import Learning

private func score(_ raw: String?, excused: Bool = false, pending: Bool = false) -> Score {
  Score(
    item: categoryItem, student: GradesSchool.student(1), raw: raw.map(amount), excused: excused, isPending: pending,
    by: GradesSchool.account(.omar), at: GradesSchool.start)
}
private let categoryItem = ID<GradeItem>(high: 0x7009, low: 1 << 63 | 1)

@Suite struct `How a class lies` {
  @Test func `is each percent once, and the middle that half of it reaches`() {
    var spread = GradeSpread()
    #expect(spread.median == nil && spread.percents == [])
    for raw in ["5", "5", "8", "10", "12"] { spread.add(score(raw), of: amount("10")) }
    #expect(spread.percents == [50, 80, 100] && spread.median == 80 && spread.count == 5)
    for other in [score(nil), score("1", excused: true), score("1", pending: true)] {
      spread.add(other, of: amount("10"))
    }
    spread.add(score("1"), of: .zero)
    #expect(spread.count == 5)
  }

  @Test func `has exact numbers on the page of a column`() {
    #expect(ClassResult([score("8"), score("3"), score("9.5")]).median == amount("8"))
    let even = ClassResult([score("8"), score("3"), score("7.5"), score("9")])
    #expect(even.median == amount("7.75") && even.mean == amount("6.88") && even.points.first == amount("3"))
    #expect(ClassResult([score(nil), score("4", excused: true)]).median == nil)
    #expect(amount("12").thousandths(of: amount("10")) == 1000)
    #expect(amount("12").thousandths(of: .zero) == nil)
  }
}

@Suite struct `The look of a gradebook` {
  @Test func `is one line of tools above a table that has the window`() async throws {
    let school = try await GradesSchool.open()
    let page = try await school.shown(GradesPaths.gradebook(school.math), as: .omar)
    #expect(!page.contains("class=\"tabs\"") && !page.contains("class=\"chip"))
    for path in [GradesPaths.exporting(school.math), GradesPaths.newColumn(school.math)] {
      #expect(page.contains("href=\"\(path)"), "\(path)")
    }
    let answer = try await school.send(.get, GradesPaths.gradebook(school.math), as: .omar)
    #expect(answer.page(school.scene())?.isWide == true)
  }

  @Test func `keeps in its selects what it is sifted by`() async throws {
    let school = try await GradesSchool.open()
    let category = try await school.asked { try $0.gradebook(school.math, GradebookSift(), school.caller(.omar), $1) }
      .categories[0].id
    let query = Form([.init("show", "ungraded"), .init("category", category.text), .init("q", "levi")])
    let page = try await school.shown(GradesPaths.gradebook(school.math), as: .omar, query: query)
    #expect(page.contains("value=\"ungraded\" selected") && page.contains("value=\"\(category.text)\" selected"))
    #expect(page.contains("columns?category=" + category.text) && page.contains("value=\"levi\""))
  }

  @Test func `shows over a column how the class lies, whoever is searched for`() async throws {
    let school = try await GradesSchool.open()
    let before = try await school.shown(GradesPaths.gradebook(school.math), as: .omar)
    #expect(!before.contains("picture__drawing--ticks"))
    try await school.type([
      (school.essay, school.maya, "9"), (school.essay, school.tomer, "7"), (school.essay, school.yusuf, "4"),
    ])
    for query in [Form(), Form([.init("q", "maya")])] {
      let page = try await school.shown(GradesPaths.gradebook(school.math), as: .omar, query: query)
      #expect(page.contains("aria-label=\"Median 70%\""), "\(query)")
      #expect(page.ranges(of: "picture__drawing--ticks").count == 1)
    }
  }

  @Test func `says in words what a cell's colour says`() {
    let scene = Scene(words: TestWords.of(.en), zone: .utc, now: GradesSchool.start, csrf: "proof")
    let late = GradebookPage.Cell(text: "8", isLate: true)
    let left = GradebookPage.Cell(text: "8", isLate: true, left: amount("6"))
    #expect(cellNote(late, scene) == scene.words("grades.late"))
    #expect(cellNote(left, scene) == scene.words("grades.late-left", .text("6")))
    #expect(cellNote(GradebookPage.Cell(text: "", isMissing: true), scene) == scene.words("grades.missing"))
    #expect(cellNote(GradebookPage.Cell(text: "3", isPending: true), scene) == scene.words("grades.pending-short"))
    #expect(cellNote(GradebookPage.Cell(text: "3"), scene).isEmpty)
  }

  @Test func `heads what was given in a cell with a word of its own`() async throws {
    let school = try await GradesSchool.open()
    try await school.type([(school.essay, school.maya, "9")])
    let page = try await school.shown(GradesPaths.cell(school.math, school.essay, school.maya), as: .omar)
    #expect(page.contains("History") && !page.contains("Last scores") && !page.contains("%@"))
  }

  @Test func `has a page a column with a field a student, the numbers of the class and the columns beside`()
    async throws
  {
    let school = try await GradesSchool.open()
    try await school.type([(school.essay, school.maya, "9"), (school.essay, school.tomer, "7")])
    let answer = try await school.send(.get, GradesPaths.column(school.math, school.essay), as: .omar)
    let page = try #require(answer.page(school.scene()))
    let body = page.body.string
    #expect(body.ranges(of: " data-s=").count == 3)
    #expect(body.contains("data-item=\"\(school.essay.text)\"") && body.contains("id=\"gradebook-feed\""))
    #expect(body.contains("<dd>8</dd>") && body.contains("<dd>7</dd>") && body.contains("<dd>9</dd>"))
    #expect(page.actions.string.contains(GradesPaths.column(school.math, school.quiz) + "\""))
    let last = try await school.send(.get, GradesPaths.column(school.math, school.quiz), as: .omar)
    let other = try #require(last.page(school.scene()))
    #expect(other.actions.string.contains(GradesPaths.column(school.math, school.essay) + "\""))
    #expect(!other.body.string.contains("class-result"))
  }
}
