import Base
import Database
import HomeroomTesting
import Router
import School
import Testing

@testable import Classroom

@Suite struct `The shipped curriculum` {
  @Test(arguments: Language.allCases)
  func `is whole in each language: names, aims, parents and an order without circles`(_ language: Language) {
    var count = 0
    for band in CurriculumShipped.Band.allCases {
      let lines = CurriculumShipped.lines(band, in: language)
      let keys = lines.map { $0.key }
      #expect(Set(keys).count == keys.count)
      for (at, line) in lines.enumerated() {
        #expect(!line.name.isEmpty && line.name.count <= CurriculumNode.maxName, "\(line.key)")
        #expect((line.parent == nil) == (line.kind == .area), "\(line.key)")
        if let parent = line.parent { #expect(keys[..<at].contains(parent), "\(line.key)") }
        guard line.kind == .presentation else { continue }
        count += 1
        #expect(line.aims?.isEmpty == false && line.aims?.contains("|") == false, "\(line.key)")
        #expect((line.from ?? 99) < (line.until ?? 0), "\(line.key)")
      }
    }
    #expect(count > 100)
    // Both together: whatever comes before something is there, and nothing is left out.
    let all = CurriculumShipped.Band.allCases.flatMap { CurriculumShipped.lines($0, in: language) }
    let plan = CurriculumPlan(all, over: CurriculumTree([], []), changes: false)
    #expect(plan.problems.isEmpty && plan.new.count == all.count)
    #expect(plan.ties.count == all.reduce(0) { $0 + ($1.after?.count ?? 0) })
  }

  @Test func `has the letters of the language that it is written in`() {
    func groups(_ language: Language) -> [String] {
      CurriculumShipped.lines(.early, in: language).filter { $0.parent == "language" }.map { $0.key }
    }
    #expect(groups(.en) == ["language.spoken", "language.hand", "language.latin", "language.reading"])
    #expect(groups(.fr) == groups(.en))
    #expect(groups(.he).contains("language.hebrew") && !groups(.he).contains("language.latin"))
    #expect(groups(.ar).contains("language.arabic"))
    let reading = CurriculumShipped.lines(.early, in: .he).first { $0.key == "language.reading.objects" }
    #expect(reading?.after == ["language.hebrew.moveable-alphabet"])
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The tree of a curriculum` {
  private func id(_ number: UInt64) -> ID<CurriculumNode> { ID(high: 1, low: number) }
  private func node(
    _ number: UInt64, in parent: UInt64?, _ kind: CurriculumNode.Kind, archived: Bool = false, into: UInt64? = nil
  ) -> CurriculumNode {
    CurriculumNode(
      id: id(number), parent: parent.map { id($0) }, kind: kind, key: "k\(number)", name: "N\(number)",
      position: Int(number), updatedAt: Instant(milliseconds: 1),
      archivedAt: archived ? Instant(milliseconds: 2) : nil, mergedInto: into.map { id($0) })
  }

  /// 1 › 2 › 3, 4, 5 (merged into 4), 6 (archived); 4 after 3, 6 after 4, 3 after 6 would be a circle.
  private var tree: CurriculumTree {
    CurriculumTree(
      [
        node(1, in: nil, .area), node(2, in: 1, .material), node(3, in: 2, .presentation),
        node(4, in: 2, .presentation), node(5, in: 2, .presentation, into: 4),
        node(6, in: 2, .presentation, archived: true), node(7, in: 1, .presentation),
      ],
      [
        Prerequisite(presentation: id(4), needs: id(3)), Prerequisite(presentation: id(6), needs: id(4)),
        Prerequisite(presentation: id(7), needs: id(5)),
      ])
  }

  @Test func `says what lies where, and what is offered`() {
    #expect(tree.pathName(of: id(3)) == "N1 › N2 › N3")
    #expect(tree.presentations(of: id(2)).map { $0.id } == [id(3), id(4)])
    #expect(tree.presentations().map { $0.id } == [id(3), id(4), id(7)])
    #expect(tree.outline.map { $0.id } == [1, 2, 3, 4, 5, 6, 7].map { id($0) })
    #expect(!tree.stands(id(5)) && !tree.stands(id(6)) && !tree.stands(id(99)))
  }

  @Test func `reads what was merged as what it became`() {
    #expect(tree.resolved(id(5)) == id(4) && tree.resolved(id(3)) == id(3))
    #expect(tree.sources(of: id(4)) == [id(4), id(5)])
    #expect(tree.prerequisites(of: id(7)) == [id(4)])
    #expect(tree.followers(of: id(4)) == [id(7)])
    #expect(tree.followers(of: id(3)) == [id(4)])
  }

  @Test func `finds the circle that would close, also through what was archived or merged`() {
    #expect(tree.circle(id(3), after: id(6))?.map { $0.id } == [id(6), id(4), id(3)])
    #expect(tree.circle(id(3), after: id(7))?.map { $0.id } == [id(7), id(4), id(3)])
    #expect(tree.circle(id(7), after: id(3)) == nil)
    #expect(tree.circle(merging: id(3), into: id(7))?.map { $0.id } == [id(7), id(4), id(3)])
    #expect(tree.circle(merging: id(3), into: id(4)) == nil)
  }

  @Test func `makes keys that are free, whatever letters a name has`() {
    let taken: Set<String> = ["a.pink-tower", "a.presentation"]
    #expect(CurriculumNode.key(of: "Pink  Tower!", .material, below: "a") { taken.contains($0) } == "a.pink-tower-2")
    #expect(CurriculumNode.key(of: "מגדל", .presentation, below: "a") { taken.contains($0) } == "a.presentation-2")
    #expect(CurriculumNode.key(of: "Émile", .area, below: nil) { taken.contains($0) } == "emile")
  }

  @Test(arguments: [("36", 36), ("3;6", 42), ("0", 0), ("240", 240)])
  func `knows ages`(_ text: String, _ months: Int) { #expect(CurriculumAge.months(text) == months) }

  @Test(arguments: ["-1", "241", "3;12", "99999999999999999999", "three", "3;", ";", "1;2;3", ""])
  func `and what is none`(_ text: String) { #expect(CurriculumAge.months(text) == nil) }

  @Test func `finds in time what a long chain of mergings became`() {
    var nodes = [node(1, in: nil, .area)]
    for number in UInt64(2)..<2000 { nodes.append(node(number, in: 1, .presentation, into: number + 1)) }
    nodes.append(node(2000, in: 1, .presentation))
    let tree = CurriculumTree(nodes, [])
    #expect(nodes.dropFirst().allSatisfy { tree.resolved($0.id) == id(2000) })
    #expect(nodes.dropFirst().reduce(0) { $0 + tree.sources(of: $1.id).count } == 1999 + 1998)
  }
}
