import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Classroom

@Suite struct `A table of the curriculum` {
  private func table(_ text: String) -> CurriculumTable { CurriculumTable(text, over: CurriculumTree([], [])) }

  @Test(arguments: Language.allCases)
  func `that was written is read again the same, in each language`(_ language: Language) {
    let lines = CurriculumShipped.lines(.early, in: language)
    var (nodes, ties, ids) = ([CurriculumNode](), [Prerequisite](), [String: ID<CurriculumNode>]())
    for (at, line) in lines.enumerated() {
      let id = ID<CurriculumNode>(high: 3, low: UInt64(at))
      ids[line.key] = id
      nodes.append(
        CurriculumNode(
          id: id, parent: line.parent.flatMap { ids[$0] }, kind: line.kind, key: line.key, name: line.name,
          position: at, fromMonths: line.from, untilMonths: line.until, aims: line.aims ?? "",
          updatedAt: Instant(milliseconds: 1)))
    }
    for line in lines {
      for key in line.after ?? [] {
        if let id = ids[line.key], let needs = ids[key] { ties.append(Prerequisite(presentation: id, needs: needs)) }
      }
    }
    let tree = CurriculumTree(nodes, ties)
    let written = String(decoding: CurriculumTable.written(tree, TestWords.of(language)), as: UTF8.self)
    let read = CurriculumTable(written, over: tree)
    #expect(read.problems.isEmpty, "\(read.problems.prefix(3))")
    let plan = CurriculumPlan(read.lines, over: tree, changes: true)
    #expect(plan.isEmpty && plan.kept == nodes.count && plan.problems.isEmpty && plan.others.isEmpty)
  }

  /// Each line comes after the twenty before it, and the first after the last.
  @Test(.timeLimit(.minutes(5))) func `of thousands of ties is searched for circles in time`() {
    var lines = [CurriculumLine(key: "a", parent: nil, kind: .area, name: "A", line: 1)]
    let last = CurriculumNode.mostNodes - 1
    for number in 1...last {
      let after = number == 1 ? ["k\(last)"] : (max(1, number - 20)..<number).map { "k\($0)" }
      lines.append(
        CurriculumLine(key: "k\(number)", parent: "a", kind: .presentation, name: "N", after: after, line: number + 1))
    }
    let plan = CurriculumPlan(lines, over: CurriculumTree([], []), changes: true)
    #expect(plan.problems.contains { $0.phrase.key == "curriculum.line-circle" })
    #expect(plan.ties.count + plan.problems.count == lines.reduce(0) { $0 + ($1.after?.count ?? 0) })
  }

  @Test func `makes what nobody has named yet, and gives keys`() {
    let table = table("Area;Material;Presentation;Ages\nSensorial;Pink tower;First;3\nSensorial;Pink tower;Second;4\n")
    #expect(
      table.lines.map { $0.key } == [
        "sensorial", "sensorial.pink-tower", "sensorial.pink-tower.first", "sensorial.pink-tower.second",
      ])
    #expect(table.problems.map { $0.phrase.key } == ["curriculum.column-unknown"])
  }

  @Test func `says by line what is not understood, and takes the rest`() {
    let file = """
      area,material,presentation,key,from,until,aims,after
      A,,,a,,,,
      ,,Nowhere,,,,,
      A,M,P,A KEY,,,,
      A,M,P,a.m.p,three,,,
      A,M,P,a.m.p,60,30,,
      A,M,P,a.m.p,30,60,,
      A,M,Q,a.m.p,,,,
      A,M,,,,,,
      A,M,R,a.m.r,,,,a.m.p nothing a.m.r

      """
    let table = table(file)
    #expect(
      table.problems == [
        CurriculumProblem(3, Phrase("curriculum.line-area")),
        CurriculumProblem(4, Phrase("curriculum.line-key", .text("A KEY"))),
        CurriculumProblem(5, Phrase("curriculum.line-age", .text("three"))),
        CurriculumProblem(6, Phrase("curriculum.ages-backwards")),
        CurriculumProblem(8, Phrase("curriculum.line-twice", .text("a.m.p"))),
        CurriculumProblem(9, Phrase("curriculum.line-twice", .text("a.m"))),
      ])
    let plan = CurriculumPlan(table.lines, over: CurriculumTree([], []), changes: true)
    #expect(plan.problems.map { $0.line } == [10, 10])
    #expect(plan.ties.map { $0.presentation + " " + $0.needs } == ["a.m.r a.m.p"])
  }

  @Test(arguments: [
    "", "\n\n", "\u{0}\u{1}", "area", "name,year\n1,2", "area\n\"open", String(repeating: "area,", count: 80),
    "area\n" + String(repeating: "x", count: 9000), "area\n\u{202E}evil\n", "area\na\u{7}b",
  ])
  func `that is none, or means harm, is said and never taken`(_ text: String) {
    let table = table(text)
    #expect(table.lines.isEmpty && !table.problems.isEmpty)
  }

  @Test func `of too many lines is cut with a sentence`() {
    let file = "area\n" + (0...CurriculumNode.mostNodes).map { "n\($0)\n" }.joined()
    let table = table(file)
    #expect(table.lines.count == CurriculumNode.mostNodes)
    #expect(table.problems.map { $0.phrase.key } == ["curriculum.many"])
  }

  @Test func `closes no circle, whatever order its lines have`() {
    let table = table("area,presentation,key,after\nA,x,x,z\nA,y,y,x\nA,z,z,y\n")
    let plan = CurriculumPlan(table.lines, over: CurriculumTree([], []), changes: true)
    #expect(plan.ties.count == 2 && plan.problems.map { $0.phrase.key } == ["curriculum.line-circle"])
  }

  @Test(arguments: Dialect.allCases)
  func `is looked at first, changes what it knows and leaves the rest`(_ dialect: Dialect) async throws {
    let school = try await CurriculumSchool.open(dialect)
    try await school.grow()
    let before = try await school.counts()
    let file = "area,material,presentation,key,after\nA,M,uno,a.m.one,\nA,N,three,a.m.three,a.m.one\nA,M,Broken,!,\n"
    let page = try await school.take(file, act: "check").page(school.scene())?.drawn ?? ""
    #expect(page.contains("1 new") && page.contains("2 changed") && page.contains("Line 4:"))
    #expect(page.contains("is not in the table and stays") || page.contains("are not in the table and stay"))
    #expect(try await school.counts() == before)
    try await school.take(file)
    #expect(try await school.names("a.m") == "uno two")
    #expect(try await school.names("a.n") == "three")
    let tree = try await school.tree()
    let three = try await school.node("a.m.three")
    #expect(tree.prerequisites(of: three) == [try await school.node("a.m.one")])
    let once = try await school.counts()
    try await school.take(file)
    #expect(try await school.counts() == once)
    #expect(try await school.refused { try await school.take("nothing") }?.code == "invalid")
  }

  @Test(arguments: Dialect.allCases)
  func `of a merged presentation is not taken, and a round trip after merging changes nothing`(
    _ dialect: Dialect
  ) async throws {
    let school = try await CurriculumSchool.open(dialect)
    try await school.grow()
    let (two, one) = (try await school.node("a.m.two"), try await school.node("a.m.one"))
    try await school.send(.post, CurriculumPaths.merge(two), Form(["into": one.text]), as: .noa)
    let written = CurriculumTable.written(try await school.tree(), school.scene().words)
    let before = try await school.counts()
    try await school.take(String(decoding: written, as: UTF8.self))
    #expect(try await school.counts() == before)
    let page = try await school.take("area,material,presentation,key\nA,M,two,a.m.two\n", act: "check")
    #expect(page.page(school.scene())?.drawn.contains("was merged into another one") == true)
  }
}
