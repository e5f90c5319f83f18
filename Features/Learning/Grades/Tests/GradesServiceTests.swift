import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing
import Web

@testable import Learning

@Suite struct `Writing into a gradebook` {
  @Test(arguments: Dialect.allCases)
  func `each cell has its own verdict, and what is wrong keeps nobody from saving the rest`(_ dialect: Dialect)
    async throws
  {
    let school = try await GradesSchool.open(dialect)
    let answer = try await school.type([
      (school.essay, school.maya, "8,5"), (school.essay, school.tomer, "many"), (school.essay, school.yusuf, "EX"),
      (school.quiz, school.maya, "85%"), (school.quiz, school.tomer, "A-"), (school.quiz, school.yusuf, "-3"),
    ])
    #expect(answer.json()["saved"] == .integer(4) && answer.json()["refused"] == .integer(2))
    #expect(try await school.score(school.maya, school.essay)?.raw == amount("8.5"))
    #expect(try await school.score(school.yusuf, school.essay)?.excused == true)
    #expect(try await school.score(school.maya, school.quiz)?.raw == amount("17"))
    #expect(try await school.score(school.tomer, school.quiz)?.raw == amount("18.4"))
    #expect(try await school.score(school.tomer, school.essay) == nil)
    #expect(answer.toast?.undo?.path == GradesPaths.undo(school.math))
  }

  @Test(arguments: Dialect.allCases)
  func `a score lies with the staff alone until it is posted, and the family sees it then`(_ dialect: Dialect)
    async throws
  {
    let school = try await GradesSchool.open(dialect)
    let before = try await school.head()
    try await school.type([(school.essay, school.maya, "9")])
    #expect(try await school.buckets(GradesTables.score.number, after: before) == ["t"])
    #expect(try await school.buckets(GradesTables.posted.number, after: before) == [])
    #expect(try await school.summary(school.maya)?.percent == nil)
    #expect(try await school.summary(school.maya, .staff)?.percent == amount("90"))
    try await school.post(school.essay)
    #expect(try await school.buckets(GradesTables.posted.number, after: before) == ["f", "t"])
    #expect(try await school.summary(school.maya)?.percent == amount("90"))
    try await school.type([(school.essay, school.maya, "7")])
    #expect(try await school.summary(school.maya)?.percent == amount("70"), "what is posted changes in sight")
    try await school.post(school.essay, hide: true)
    #expect(try await school.summary(school.maya)?.percent == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `sent twice it is done once, and the same again changes nothing`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    let idempotencyKey = school.ledger.world.id(IdempotencyKey.self)
    let first = try await school.type([(school.essay, school.maya, "9")], idempotencyKey: idempotencyKey)
    let size = try await school.counts()
    let again = try await school.type([(school.essay, school.maya, "9")], idempotencyKey: idempotencyKey)
    #expect(first.json() == again.json() && first.toast == again.toast)
    let same = try await school.type([(school.essay, school.maya, "9.0")])
    #expect(same.toast == nil)
    #expect(try await school.counts() == size)
  }

  @Test(arguments: Dialect.allCases)
  func `what a co-teacher wrote in the meantime is shown, and never written over`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "9")], was: "", as: .gal)
    let answer = try await school.type([(school.essay, school.maya, "4")], was: "", as: .omar)
    #expect(answer.json()["cells"]?.items.first?["verdict"] == .text("conflict"))
    #expect(answer.json()["cells"]?.items.first?["now"] == .text("9"))
    #expect(try await school.score(school.maya, school.essay)?.raw == amount("9"))
    #expect(answer.everything(school.scene()).contains("data-kind=\"conflict\""))
    let cell = GradesPaths.cell(school.math, school.essay, school.maya)
    let stale = try await school.refused {
      _ = try await school.send(.post, cell, Form([.init("score", "5")]), as: .omar, ifMatch: "\"1\"")
    }
    #expect(stale == .stale)
  }

  @Test(arguments: Dialect.allCases)
  func `a batch is taken back as a whole, unless somebody wrote since`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "5")])
    let answer = try await school.type([
      (school.essay, school.maya, "6"), (school.essay, school.tomer, "7"), (school.quiz, school.maya, ""),
    ])
    let undo = try #require(answer.toast?.undo)
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    #expect(try await school.score(school.maya, school.essay)?.raw == amount("5"))
    #expect(try await school.score(school.tomer, school.essay) == nil)
    let next = try #require(try await school.type([(school.essay, school.maya, "")]).toast?.undo)
    #expect(try await school.score(school.maya, school.essay) == nil)
    _ = try await school.send(.post, next.path, Form(next.fields), as: .omar)
    #expect(try await school.score(school.maya, school.essay)?.raw == amount("5"))
    let late = try #require(try await school.type([(school.essay, school.maya, "8")]).toast?.undo)
    try await school.type([(school.essay, school.maya, "9")], as: .gal)
    #expect(
      try await school.refused { _ = try await school.send(.post, late.path, Form(late.fields), as: .omar) } == .stale)
  }

  @Test(arguments: Dialect.allCases)
  func `what was saved twice in a cell is taken back step by step, and not over a colleague`(_ dialect: Dialect)
    async throws
  {
    let school = try await GradesSchool.open(dialect)
    func back(_ undo: (path: String, fields: [Form.Field])) async throws {
      _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    }
    let first = try #require(try await school.type([(school.essay, school.maya, "7")]).toast?.undo)
    let second = try #require(try await school.type([(school.essay, school.maya, "8")]).toast?.undo)
    // the first is not what stands now
    #expect(try await school.refused { try await back(first) } == .stale)
    try await back(second)
    #expect(try await school.score(school.maya, school.essay)?.raw == amount("7"))
    try await back(first)
    #expect(try await school.score(school.maya, school.essay) == nil)
    let third = try #require(try await school.type([(school.essay, school.maya, "7")]).toast?.undo)
    try await school.type([(school.essay, school.maya, "9")], as: .gal)
    try await school.type([(school.essay, school.maya, "7")], as: .gal)
    #expect(try await school.refused { try await back(third) } == .stale)
    #expect(try await school.score(school.maya, school.essay)?.raw == amount("7"))
  }

  @Test func `who posts from a page of the work itself comes back there, and nowhere else`() async throws {
    let school = try await GradesSchool.open()
    let item = GradesSchool.id(93, GradeItem.self)
    try await school.write { tx in
      try GradesStore(tx: tx).put(
        GradeItem(
          id: item, course: school.math, source: .quiz, title: "Quiz", possible: amount("5"), place: 9,
          updatedAt: tx.now))
    }
    try await school.type([(item, school.maya, "4")])
    let (column, work) = (GradesPaths.column(school.math, item), "/quizzes/" + item.text)
    func post(_ back: String) async throws -> Response {
      try await school.send(.post, column + "/post", Form([.init("back", back)]), as: .omar)
    }
    for back in [work, work + "/results", work + "/grading/x"] {
      let answer = try await post(back)
      #expect(answer.path == back && answer.toast?.undo?.fields.contains(Form.Field("back", back)) == true)
    }
    for back in ["/settings", "//elsewhere.example", work + "x", "/assignments/" + item.text, work + "/\\x", ""] {
      #expect(try await post(back).path == column)
    }
  }

  @Test func `everything of one millisecond stays in the history of a cell`() async throws {
    let school = try await GradesSchool.open()
    school.clock.stop()
    for typed in ["1", "2", "", "EX", "3"] { try await school.type([(school.essay, school.maya, typed)]) }
    let page = try await school.asked { try $0.cell(school.math, school.essay, school.maya, school.caller(.omar), $1) }
    #expect(page.history.map(\.score.cellText) == ["3", "EX", "", "2", "1"])
    #expect(Set(page.history.map(\.score.at)).count == 5 && page.history.allSatisfy { $0.by == "Omar" })
  }

  @Test(arguments: Dialect.allCases)
  func `whoever does not teach the course finds no gradebook`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    for person in [GradesSchool.Person.noa, .maya, .leila, .stranger] {
      let refusal = try await school.refused { try await school.type([(school.essay, school.maya, "9")], as: person) }
      #expect(refusal == .notFound, "\(person)")
      for path in [
        GradesPaths.gradebook(school.math), GradesPaths.settings(school.math), GradesPaths.exporting(school.math),
      ] {
        await #expect(throws: Refusal.notFound) { _ = try await school.send(.get, path, as: person) }
      }
    }
    for person in [GradesSchool.Person.stranger, .yusuf, .noa] {
      await #expect(throws: Refusal.notFound) {
        _ = try await school.send(.get, GradesPaths.course(school.math, school.maya), as: person)
      }
    }
  }
}

@Suite struct `What families see` {
  /// Every page and every answer a family can ask for.
  private func everything(_ school: GradesSchool) async throws -> String {
    var all = ""
    for person in [GradesSchool.Person.maya, .yusuf, .leila] {
      let student = person == .yusuf ? school.yusuf : school.maya
      let path = GradesPaths.course(school.math, student)
      for language in Language.allCases {
        let scene = school.scene(language)
        for path in [GradesPaths.mine, GradesPaths.course(school.math), path] {
          all += try await school.send(.get, path, as: person).everything(scene)
        }
        let whatIf = Form([.init("goal", "A-"), .init("score." + school.essay.text, "7")])
        all += try await school.send(.post, path + "/what-if", whatIf, as: person).everything(scene)
      }
      let summary = try await school.summary(student)
      all += "\(String(describing: summary))"
      let (course, access) = (school.math, CourseAccess.student(student))
      all += try await school.ledger.read { tx in
        guard let known = try CoursesStore(tx: tx).course(course, in: school.school) else { return "" }
        let piece = try gradesCard(known, access, school.caller(person), tx)
        return piece?.draw(school.scene()).string ?? ""
      }
    }
    return all
  }

  @Test(arguments: Dialect.allCases)
  func `a score that is not posted changes not one byte of what they see`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "9"), (school.essay, school.yusuf, "4")])
    try await school.post(school.essay)
    let before = try await everything(school)
    #expect(before.contains("90") && before.contains("Essay"))
    try await school.type([
      (school.quiz, school.maya, "3"), (school.quiz, school.tomer, "EX"), (school.quiz, school.yusuf, "20"),
    ])
    let cell = GradesPaths.cell(school.math, school.quiz, school.maya)
    _ = try await school.send(.post, cell, Form([.init("score", "4"), .init("comment", "See me")]), as: .omar)
    _ = try await school.send(
      .post, GradesPaths.course(school.math, school.maya) + "/override",
      Form([.init("percent", "12"), .init("reason", "Just a try")]), as: .omar)
    #expect(try await everything(school) == before)
    try await school.post(school.quiz)
    #expect(try await everything(school) != before)
  }

  @Test(arguments: Dialect.allCases)
  func `an override counts where it is shown, and taking it away restores what was computed`(_ dialect: Dialect)
    async throws
  {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "9")])
    try await school.post(school.essay)
    let path = GradesPaths.course(school.math, school.maya) + "/override"
    _ = try await school.send(
      .post, path, Form([.init("percent", "95.5"), .init("reason", "Oral exam"), .init("shown", "on")]), as: .omar)
    #expect(try await school.summary(school.maya)?.percent == amount("95.5"))
    let page = try await school.send(.get, GradesPaths.course(school.math, school.maya), as: .leila)
    #expect(page.everything(school.scene()).contains("Oral exam") == false)
    _ = try await school.send(.post, path, Form([.init("remove", "on")]), as: .omar)
    #expect(try await school.summary(school.maya)?.percent == amount("90"))
    #expect(
      try await school.refused { _ = try await school.send(.post, path, Form([.init("percent", "50")]), as: .omar) }
        != nil)
  }

  @Test func `what if answers without writing, and says that it is not so`() async throws {
    let school = try await GradesSchool.open()
    try await school.type([(school.essay, school.maya, "9")])
    try await school.post(school.essay)
    let size = try await school.counts()
    let answer = try await school.send(
      .post, GradesPaths.whatIf(school.math, school.maya),
      Form([.init("goal", "A"), .init("score." + school.essay.text, "5")]), as: .maya)
    let text = answer.everything(school.scene())
    #expect(text.contains("Hypothetical") && text.contains("50.0%"))
    #expect(answer.json()["hypothetical"]?["percent"] == .number("50"))
    #expect(answer.json()["needs"]?.items.first?["reachable"] == .flag(false))
    #expect(try await school.counts() == size)
    await #expect(throws: Refusal.self) {
      _ = try await school.send(
        .post, GradesPaths.whatIf(school.math, school.maya), Form([.init("goal", "ZZ")]), as: .maya)
    }
  }
}

@Suite struct `How a course makes its grades` {
  private func form(_ school: GradesSchool, _ changes: [String: String]) async throws -> Form {
    let page = try await school.asked { try $0.settings(school.math, school.caller(.omar), $1) }
    let fields = ChangeGradeSettings.fields(page.settings, page.categories)
    return Form(fields.filter { changes[$0.name] == nil } + changes.map { Form.Field($0.key, $0.value) })
  }

  @Test(arguments: Dialect.allCases)
  func `is tried before it is saved, saved, and taken back`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "9"), (school.quiz, school.maya, "10")])
    #expect(try await school.summary(school.maya, .staff)?.percent == amount("63.33"))
    let size = try await school.counts()
    let path = GradesPaths.settings(school.math)
    let wanted = try await form(school, ["within": "equal-items"])
    let tried = try await school.send(.post, path, wanted.setting("step", "preview"), as: .omar)
    #expect(tried.json()["changes"]?.items.first?["after"]?["percent"] == .number("70"))
    #expect(try await school.counts() == size, "a preview writes nothing")
    let saved = try await school.send(.post, path, wanted.setting("step", "apply"), as: .omar)
    #expect(try await school.summary(school.maya, .staff)?.percent == amount("70"))
    let undo = try #require(saved.toast?.undo)
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    #expect(try await school.summary(school.maya, .staff)?.percent == amount("63.33"))
    #expect(
      try await school.refused { _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar) } == .stale)
  }

  @Test func `is refused field by field, and nothing is written`() async throws {
    let school = try await GradesSchool.open()
    let wrong: [[String: String]] = [
      ["category.0.weight": "-1"], ["late-percent": "101"], ["scale": "own", "scale-text": "A 90\nB 80"],
      ["category.9.weight": "5"], ["scheme": "magic"], ["late-grace": "9999"], ["surprise": "1"],
    ]
    for changes in wrong {
      let form = try await form(school, changes)
      let refusal = try await school.refused {
        _ = try await school.send(.post, GradesPaths.settings(school.math), form, as: .omar)
      }
      if case .invalid? = refusal { continue }
      Issue.record("\(changes): \(String(describing: refusal))")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `weights of nothing give no grade, and more than a hundred are not scaled down`(_ dialect: Dialect) async throws
  {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "9")])
    func save(_ weight: String) async throws {
      let form = try await form(school, ["category.2.weight": weight])
      _ = try await school.send(.post, GradesPaths.settings(school.math), form, as: .omar)
    }
    try await save("0")
    #expect(try await school.summary(school.maya, .staff)?.percent == nil)
    try await save("150")
    #expect(try await school.summary(school.maya, .staff)?.percent == amount("135"))
  }

  @Test(arguments: Dialect.allCases)
  func `a period that is closed keeps its grades until it is opened again with a reason`(_ dialect: Dialect)
    async throws
  {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "9")])
    try await school.post(school.essay)
    let path = GradesPaths.periods(school.math)
    let made = try await school.send(
      .post, path,
      Form([
        .init("title", "Autumn"), .init("from", "2026-03-01"), .init("until", "2026-06-30"), .init("weight", "100"),
      ]),
      as: .omar)
    let id = try #require(made.json()["id"]?.word)
    #expect(
      try await school.refused {
        _ = try await school.send(
          .post, path, Form([.init("title", "Twice"), .init("from", "2026-06-01"), .init("until", "2026-07-01")]),
          as: .omar)
      } != nil)
    _ = try await school.send(.post, path + "/" + id, Form([.init("act", "close")]), as: .omar)
    let answer = try await school.type([(school.essay, school.maya, "1")])
    #expect(answer.json()["refused"] == .integer(1))
    // Nor is a column with scores carried away, or made worth something else.
    let edit = GradesPaths.column(school.math, school.essay) + "/edit"
    for (field, form) in [("due", ["due": "2026-08-01", "possible": "10"]), ("possible", ["possible": "20"])] {
      let refusal = try await school.refused {
        _ = try await school.send(
          .post, edit, Form(form.map { Form.Field($0.key, $0.value) } + [.init("title", "Essay")]), as: .omar)
      }
      #expect(refusal == .invalid(field, Phrase("grades.refused-closed", .text("Autumn"))))
    }
    #expect(try await school.summary(school.maya)?.percent == amount("90"))
    #expect(
      try await school.refused {
        _ = try await school.send(.post, path + "/" + id, Form([.init("act", "reopen")]), as: .omar)
      } != nil)
    _ = try await school.send(
      .post, path + "/" + id, Form([.init("act", "reopen"), .init("reason", "A slip")]), as: .omar)
    try await school.type([(school.essay, school.maya, "1")])
    #expect(try await school.summary(school.maya)?.percent == amount("10"))
  }
}
