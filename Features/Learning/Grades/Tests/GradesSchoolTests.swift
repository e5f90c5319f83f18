import Base
import Database
import HTML
import HomeroomTesting
import Kit
import People
import Router
import School
import Testing

@testable import Learning
@testable import LearningServer
@testable import Ledger
@testable import Web

@Suite struct `What the school says of all its courses` {
  private static let statistics = [Form.Field("scale", "thirteen"), .init("statistics", "on")]

  @Test(arguments: Dialect.allCases)
  func `shows a class to its students where the school allows it and the course wants it`(_ dialect: Dialect)
    async throws
  {
    let school = try await GradesSchool.open(dialect)
    try await school.write { tx in
      let (store, seats) = (GradesStore(tx: tx), EnrolmentStore(tx: tx))
      let item = try #require(try store.item(school.essay, in: school.school))
      for number in UInt64(0)..<9 {
        let id = number == 0 ? school.maya : GradesSchool.student(500 + number)
        if number > 0 {
          try StudentsStore(tx: tx).insert(Student(id: id, given: "S\(number)", family: "", updatedAt: tx.now))
          try seats.put(
            Seat(course: school.math, student: id, state: .enrolled, requestedAt: tx.now, changedAt: tx.now),
            by: GradesSchool.account(.omar))
        }
        let score = Score(item: item.id, student: id, raw: amount("8"), by: GradesSchool.account(.omar), at: tx.now)
        try store.record(score, of: item)
        try store.post(score, of: item)
      }
    }
    func shown() async throws -> Bool {
      let page = try await school.asked { try $0.courseGrade(school.math, school.maya, school.caller(.maya), $1) }
      let drawn = courseGradePage(page, Draft(), school.scene()).body.string
      for part in ["picture__drawing--spread", "Class: mean 8", "class=\"work-numbers\""] {
        #expect(drawn.contains(part) == !page.statistics.isEmpty, "\(part)")
      }
      return !page.statistics.isEmpty
    }
    func want(_ isOn: Bool) async throws {
      try await school.write { tx in
        try GradesStore(tx: tx).put(GradeSettings(course: school.math, showsStatistics: isOn, updatedAt: tx.now))
      }
    }
    try await want(true)
    #expect(try await !shown())
    let page = try await school.send(.get, GradesPaths.settings(school.math), as: .omar)
    #expect(page.everything(school.scene()).contains("The school does not allow this now"))
    let done = try await school.send(.post, GradesPaths.letters, Form(Self.statistics), as: .dana)
    try await JobRunner(school.ledger, GradesServer(ledger: school.ledger).jobHandlers).runDue()
    #expect(try await shown())
    try await want(false)
    #expect(try await !shown())
    try await want(true)
    let undo = try #require(done.toast?.undo)
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .dana)
    #expect(try await !shown())
  }

  @Test(arguments: Dialect.allCases)
  func `says what harder courses count for`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    try await school.write { tx in
      var course = try #require(try CoursesStore(tx: tx).course(school.math, in: school.school))
      course.level = .honors
      try CoursesStore(tx: tx).put(course)
    }
    try await school.type([(school.essay, school.maya, "9.8")])
    try await school.post(school.essay)
    func weighted() async throws -> Amount? {
      try await school.asked { try $0.mine(school.caller(.maya), .utc, $1) }.children.first?.projected.weighted
    }
    #expect(try await weighted() == amount("4.5"))
    func set(_ fields: [Form.Field]) async throws {
      _ = try await school.send(.post, GradesPaths.letters, Form(fields), as: .dana)
    }
    try await set([.init("scale", "thirteen"), .init("honors", "0.25"), .init("advanced", "1")])
    #expect(try await weighted() == amount("4.25"))
    try await set([.init("scale", "thirteen-plus"), .init("honors", "0")])
    #expect(try await weighted() == amount("4.3"))
    #expect(try await school.asked { try $0.letters(school.caller(.dana), $1) }.letters.scale.preset == .thirteenPlus)
    let wrong = try await school.refused { try await set([.init("scale", "thirteen"), .init("honors", "-1")]) }
    #expect(wrong?.code == "invalid")
  }
}

@Suite struct `The description of what is sent to a gradebook` {
  @Test func `says that a column needs its points`() {
    let fields = PutColumn.fields(path: ["course", "item"])
    #expect(fields.filter(\.isRequired).map(\.name) == ["title", "possible"])
  }

  @Test func `asks for neither percent nor reason where the computed grade comes back`() throws {
    let path = ["course": ID<Course>(high: 1, low: 1).text, "student": ID<Student>(high: 1, low: 2).text]
    #expect(OverrideGrade.fields(path: Set(path.keys)).allSatisfy { !$0.isRequired && !$0.about.isEmpty })
    let removed = try OverrideGrade(Form(["remove": "on", "percent": "no number"]), path: path)
    #expect(removed.percent == nil && removed.reason.isEmpty)
    let missing = [Problem("percent", Phrase("form.required")), Problem("reason", Phrase("form.required"))]
    #expect(throws: Refusal.invalid(missing)) { try OverrideGrade(Form(), path: path) }
  }

  @Test func `knows one value of what stood in a cell, and of how much was seen`() {
    let fields =
      WriteCell.fields(path: ["course", "item", "student"]) + ChangeGradingPeriod.fields(path: ["course", "period"])
    #expect(!fields.contains { $0.kind == .values } && fields.allSatisfy { !$0.about.isEmpty })
  }
}

@Suite struct `One typed cell` {
  @Test func `is answered from its own student's book`() async throws {
    let school = try await GradesSchool.open()
    try await school.type([(school.essay, school.maya, "9"), (school.essay, school.yusuf, "4")])
    let page = try await school.asked { try $0.gradebook(school.math, of: [school.maya], school.caller(.omar), $1) }
    #expect(page.rows.map(\.student) == [school.maya] && page.rows[0].total.percent == amount("90"))
    let (math, maya, omar) = (school.math, school.maya, school.caller(.omar))
    let read = try await school.ledger.read { tx in
      try GradebookContext(math, omar, .utc, tx, of: [maya]).facts.book.scores.keys.map(\.self)
    }
    #expect(read == [maya])
  }

  @Test func `carries as many words as the fixture where work is graded`() async throws {
    let school = try await GradesSchool.open()
    let (cell, words) = (
      GradesPaths.cell(school.math, school.essay, school.maya), String(repeating: "good ", count: 1_900)
    )
    let form = Form([.init("score", "9"), .init("comment", words)])
    _ = try await school.send(.post, cell, form, as: .omar)
    #expect(try await school.score(school.maya, school.essay)?.comment?.count ?? 0 > 9_000)
    _ = try await school.send(.post, cell, Form([.init("score", "EX"), .init("comment", words)]), as: .omar)
    #expect(try await school.score(school.maya, school.essay)?.excused == true)
  }
}

@Suite struct `What a gradebook is sifted by` {
  @Test func `stays in every way on`() async throws {
    let school = try await GradesSchool.open()
    try await school.type([(school.essay, school.maya, "9")])
    let sift = GradebookSift(Form(["q": "levi & co", "show": "ungraded"]))
    var data = try await school.asked { try $0.gradebook(school.math, sift, school.caller(.omar), $1) }
    let text = gradebookPage(data, school.scene()).body.string
    #expect(text.contains("value=\"levi &amp; co\"") && text.contains("value=\"ungraded\" selected"))
    #expect(text.contains("class=\"search__clear\" href=\"\(data.path)?show=ungraded\""))
    data = try await school.asked { try $0.gradebook(school.math, GradebookSift(), school.caller(.omar), $1) }
    let plain = gradebookPage(data, school.scene()).body.string
    #expect(!plain.contains("value=\"ungraded\" selected") && plain.contains("/export?mark=1\""))
  }
}
