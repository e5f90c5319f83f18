import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import Classroom

@Suite struct `A school's curriculum` {
  @Test(arguments: Dialect.allCases)
  func `begins with a shipped one, and adopting it twice changes nothing`(_ dialect: Dialect) async throws {
    let school = try await CurriculumSchool.open(dialect)
    #expect(try await school.shown(CurriculumPaths.all, as: .noa).contains("No curriculum yet"))
    let before = try await school.counts()
    #expect(try await school.shown(CurriculumPaths.shipped, as: .noa).contains("Montessori 3–6"))
    #expect(try await school.counts() == before)
    try await school.adopt()
    let once = try await school.counts()
    #expect(try await school.tree().presentations().count > 70)
    try await school.adopt()
    try await school.adopt("3-6", "fr")
    #expect(try await school.counts() == once)
    // Another language adds its alphabet, and renames nothing.
    try await school.adopt("3-6", "he")
    let tree = try await school.tree()
    #expect(tree.nodes.first { $0.key == "sensorial" }?.name == "Sensorial")
    #expect(tree.nodes.first { $0.key == "language.hebrew" }?.name == "אותיות עבריות")
    let page = try await school.html(CurriculumPaths.all, as: .noa)
    #expect(page.contains("Pink tower") && page.contains("after Building the tower"))
    #expect(
      try await school.topics(CurriculumPaths.all, as: .noa)
        == .watchingAll([CurriculumTables.node.number, CurriculumTables.prerequisite.number]))
    guard case .list(let nodes) = try await school.send(.get, CurriculumPaths.all, as: .noa).json()["nodes"] else {
      throw Refusal.notFound
    }
    #expect(nodes.count == tree.nodes.count && nodes.first?["key"] == .text("practical-life"))
  }

  @Test(arguments: Dialect.allCases)
  func `is the office's and the guides', and is not there for anybody else`(_ dialect: Dialect) async throws {
    let school = try await CurriculumSchool.open(dialect)
    try await school.adopt()
    let node = try await school.node("sensorial.pink-tower.first")
    let other = try await school.node("sensorial.brown-stair.first")
    let before = try await school.counts()
    for person in [CurriculumSchool.Person.leila, .maya] {
      for path in [
        CurriculumPaths.all, CurriculumPaths.new, CurriculumPaths.shipped, CurriculumPaths.importing,
        CurriculumPaths.file, CurriculumPaths.node(node), CurriculumPaths.merge(node),
      ] {
        #expect(await school.refusal(.get, path, as: person) == .notFound, "\(path)")
      }
      for (path, form) in [
        (CurriculumPaths.all, Form(["name": "X", "kind": "area"])), (CurriculumPaths.node(node), Form(["name": "X"])),
        (CurriculumPaths.place(node), Form(["place": "1"])), (CurriculumPaths.archive(node), Form([:])),
        (CurriculumPaths.prerequisites(node), Form(["needs": other.text])),
        (CurriculumPaths.merge(node), Form(["into": other.text])),
        (CurriculumPaths.shipped, Form(["band": "6-9", "language": "en"])),
        (CurriculumPaths.importing, Form(["text": "area\nX", "act": "take"])),
      ] {
        #expect(await school.refusal(.post, path, form, as: person) == .notFound, "\(path)")
      }
    }
    // What is another school's, or nobody's, is not there either; neither in the path nor in a field.
    #expect(await school.refusal(.get, CurriculumPaths.node(node), as: .gil) == .notFound)
    #expect(await school.refusal(.post, CurriculumPaths.archive(node), as: .gil) == .notFound)
    let beside = Form(["name": "X", "kind": "presentation", "parent": node.text])
    #expect(await school.refusal(.post, CurriculumPaths.all, beside, as: .gil) == .notFound)
    #expect(try await school.shown(CurriculumPaths.all, as: .gil).contains("No curriculum yet"))
    let strange = ID<CurriculumNode>(high: 7, low: 7)
    #expect(await school.refusal(.get, CurriculumPaths.node(strange), as: .dana) == .notFound)
    for (path, form) in [
      (CurriculumPaths.place(node), Form(["parent": strange.text])),
      (CurriculumPaths.merge(node), Form(["into": strange.text])),
      (CurriculumPaths.prerequisites(node), Form(["needs": strange.text])),
      (CurriculumPaths.node(strange), Form(["name": "X"])),
      (CurriculumPaths.all, Form(["name": "X", "kind": "material", "parent": strange.text])),
    ] {
      #expect(await school.refusal(.post, path, form, as: .dana) == .notFound, "\(path)")
    }
    #expect(try await school.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `is added to, renamed and changed by whoever saw the last version`(_ dialect: Dialect) async throws {
    let school = try await CurriculumSchool.open(dialect)
    try await school.send(.post, CurriculumPaths.all, Form(["name": "Sensorial", "kind": "area"]), as: .omar)
    let area = try await school.node("sensorial")
    let form = Form(["name": "Pink tower", "kind": "material", "parent": area.text, "from": "30", "until": "48"])
    try await school.send(.post, CurriculumPaths.all, form, as: .noa)
    let node = try await school.node("sensorial.pink-tower")
    let refused = try await school.refused {
      let wrong = Form(["name": "X", "kind": "area", "parent": area.text])
      try await school.send(.post, CurriculumPaths.all, wrong, as: .noa)
    }
    #expect(refused == .invalid("kind", Phrase("curriculum.kind-wrong")))
    let ages = try await school.refused {
      let wrong = Form(["name": "X", "from": "48", "until": "30"])
      try await school.send(.post, CurriculumPaths.node(node), wrong, as: .noa)
    }
    #expect(ages == .invalid("until", Phrase("curriculum.ages-backwards")))
    let stale = try await school.refused {
      try await school.send(.post, CurriculumPaths.node(node), Form(["name": "X", "version": "1"]), as: .noa)
    }
    #expect(stale == .stale)
    let change = Form(["name": "The tower", "aims": "Ten cubes."])
    try await school.send(.post, CurriculumPaths.node(node), change, as: .omar)
    let now = try await school.tree()[node]
    #expect(now?.name == "The tower" && now?.aims == "Ten cubes." && now?.key == "sensorial.pink-tower")
    #expect(now?.fromMonths == nil)
    #expect(try await school.shown(CurriculumPaths.node(node), as: .dana).contains("Ten cubes."))
  }

  @Test(arguments: Dialect.allCases)
  func `is put in another order and into other places, and back`(_ dialect: Dialect) async throws {
    let school = try await CurriculumSchool.open(dialect)
    try await school.grow()
    try await school.take("area,material\nA,N\nB,\n")
    let three = try await school.node("a.m.three")
    try await school.send(.post, CurriculumPaths.place(three), Form(["place": "1"]), as: .noa)
    #expect(try await school.names("a.m") == "three one two")
    try await school.send(.post, CurriculumPaths.place(three), Form(["place": "2000"]), as: .noa)
    #expect(try await school.names("a.m") == "one two three")
    let other = try await school.node("a.n")
    try await school.send(.post, CurriculumPaths.place(three), Form(["parent": other.text]), as: .noa)
    #expect(try await school.names("a.m") == "one two")
    #expect(try await school.names("a.n") == "three")
    let (area, before) = (try await school.node("b"), try await school.counts())
    let refused = try await school.refused {
      try await school.send(.post, CurriculumPaths.place(area), Form(["parent": other.text]), as: .noa)
    }
    #expect(refused == .invalid("parent", Phrase("curriculum.kind-wrong")))
    #expect(try await school.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `says what comes after what, and refuses circles with the chain`(_ dialect: Dialect) async throws {
    let school = try await CurriculumSchool.open(dialect)
    try await school.grow()
    let (one, three) = (try await school.node("a.m.one"), try await school.node("a.m.three"))
    let before = try await school.counts()
    let refused = try await school.refused {
      try await school.send(.post, CurriculumPaths.prerequisites(one), Form(["needs": three.text]), as: .noa)
    }
    let chain = Phrase("curriculum.circle", .text("one → three → two → one"))
    #expect(refused == .invalid("needs", chain))
    let itself = try await school.refused {
      try await school.send(.post, CurriculumPaths.prerequisites(one), Form(["needs": one.text]), as: .noa)
    }
    #expect(itself == .invalid("needs", Phrase("curriculum.after-itself")))
    #expect(try await school.counts() == before)
    try await school.send(.post, CurriculumPaths.prerequisites(three), Form(["needs": one.text]), as: .noa)
    #expect(try await school.tree().prerequisites(of: three).count == 2)
    let away = Form(["needs": one.text, "remove": "on"])
    try await school.send(.post, CurriculumPaths.prerequisites(three), away, as: .noa)
    #expect(try await school.tree().prerequisites(of: three).count == 1)
    let page = try await school.html(CurriculumPaths.node(one), as: .noa)
    #expect(page.contains("Leads to") && page.contains(">two<"))
  }

  @Test(arguments: Dialect.allCases)
  func `lets go of what is archived, with all below it, and has it back`(_ dialect: Dialect) async throws {
    let school = try await CurriculumSchool.open(dialect)
    try await school.grow()
    let material = try await school.node("a.m")
    try await school.send(.post, CurriculumPaths.archive(material), as: .noa)
    #expect(try await school.tree().presentations().isEmpty)
    #expect(try await !school.html(CurriculumPaths.all, as: .noa).contains(">two<"))
    let all = try await school.send(.get, CurriculumPaths.all, as: .noa, query: Form(["archived": "on"]))
    #expect(all.page(school.scene())?.drawn.contains(">two<") == true)
    let before = try await school.counts()
    try await school.send(.post, CurriculumPaths.archive(material), as: .noa)
    #expect(try await school.counts() == before)
    try await school.send(.post, CurriculumPaths.archive(material), Form(["restore": "on"]), as: .noa)
    #expect(try await school.tree().presentations().count == 3)
  }
}

@Suite struct `Two presentations become one` {
  @Test(arguments: Dialect.allCases)
  func `after a look that counts what goes along, and come apart again`(_ dialect: Dialect) async throws {
    let school = try await CurriculumSchool.open(dialect) { ids, _, _ in .init(acts: 7 * ids.count, plans: 2) }
    try await school.grow("one two three four")
    let (two, one) = (try await school.node("a.m.two"), try await school.node("a.m.one"))
    let three = try await school.node("a.m.three")
    let before = try await school.counts()
    let look = try await school.send(
      .get, CurriculumPaths.merge(two), as: .noa, query: Form(["into": one.text]))
    let page = look.page(school.scene())?.drawn ?? ""
    #expect(page.contains("7 entries") && page.contains("2 plans"))
    #expect(try await school.counts() == before)
    try await school.send(.post, CurriculumPaths.merge(two), Form(["into": one.text]), as: .noa)
    let tree = try await school.tree()
    #expect(tree.resolved(two) == one && tree.sources(of: one) == [one, two])
    #expect(tree.prerequisites(of: three) == [one])
    #expect(try await school.shown(CurriculumPaths.node(two), as: .noa).contains("Merged into"))
    let merged = try await school.refused {
      try await school.send(.post, CurriculumPaths.node(two), Form(["name": "X"]), as: .noa)
    }
    #expect(merged == .conflict(Phrase("curriculum.is-merged")))
    try await school.send(.post, CurriculumPaths.archive(two), Form(["restore": "on"]), as: .noa)
    #expect(try await school.tree().prerequisites(of: three) == [two])
  }

  @Test(arguments: Dialect.allCases)
  func `but not with itself, with a material, or round in a circle`(_ dialect: Dialect) async throws {
    let school = try await CurriculumSchool.open(dialect)
    try await school.grow()
    let (one, three) = (try await school.node("a.m.one"), try await school.node("a.m.three"))
    let (material, before) = (try await school.node("a.m"), try await school.counts())
    func refusal(_ into: ID<CurriculumNode>) async throws -> Refusal? {
      try await school.refused {
        try await school.send(.post, CurriculumPaths.merge(one), Form(["into": into.text]), as: .noa)
      }
    }
    #expect(try await refusal(one) == .invalid("into", Phrase("curriculum.into-itself")))
    #expect(try await refusal(material) == .invalid("into", Phrase("curriculum.presentations-only")))
    #expect(
      try await refusal(three) == .invalid("into", Phrase("curriculum.circle", .text("three → two → one → three"))))
    #expect(await school.refusal(.get, CurriculumPaths.merge(material), as: .noa) == .notFound)
    let look = try await school.send(.get, CurriculumPaths.merge(one), as: .noa, query: Form(["into": three.text]))
    #expect(look.page(school.scene())?.drawn.contains("That would be a circle") == true)
    #expect(try await school.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `and what was written with one is counted as it stands`(_ dialect: Dialect) async throws {
    let school = try await CurriculumSchool.open(dialect)
    try await school.grow()
    let (one, two) = (try await school.node("a.m.one"), try await school.node("a.m.two"))
    let (child, guide) = (CurriculumSchool.id(101, Student.self), school.account(.noa))
    try await school.write { tx in
      try school.addStudent(child, "Tomer", "Levi", tx)
      try RecordsStore(tx: tx).open(child)
      for (number, presentation) in [(1, one), (2, one), (3, two)] as [(UInt64, ID<CurriculumNode>)] {
        try tx.put(
          PresentationsTables.act,
          PresentationAct(
            id: CurriculumSchool.id(200 + number), student: child, presentation: presentation, kind: .presented,
            day: Day(number: 20_520), by: guide, at: tx.now, withdrawnAt: number == 2 ? tx.now : nil))
      }
      try tx.put(
        PresentationsTables.plan,
        PresentationPlan(
          id: CurriculumSchool.id(300), student: child, presentation: two, day: nil, by: guide, at: tx.now))
    }
    let uses = try #require(CurriculumService().withPresentations().uses)
    let place = school.school
    let found = try await school.ledger.read { tx in
      (try uses([one], place, tx), try uses([one, two], place, tx), try uses([], place, tx))
    }
    #expect(found.0 == .init(acts: 1, plans: 0))
    #expect(found.1 == .init(acts: 2, plans: 1))
    #expect(found.2 == .init(acts: 0, plans: 0))
  }
}
