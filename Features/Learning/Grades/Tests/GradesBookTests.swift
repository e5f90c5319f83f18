import Base
import Database
import Delimited
import HTML
import HomeroomTesting
import Kit
import People
import Router
import School
import Testing
import Web

@testable import Learning

/// 200 students and 60 columns, nearly all of it filled.
private func crowd(_ school: GradesSchool, students: Int = 200, columns: Int = 60) async throws {
  try await school.write { tx in
    for number in 0..<students {
      let id = GradesSchool.student(1000 + UInt64(number))
      try StudentsStore(tx: tx).insert(Student(id: id, given: "Given \(number)", family: "Family", updatedAt: tx.now))
      try EnrolmentStore(tx: tx).put(
        Seat(course: school.math, student: id, state: .enrolled, requestedAt: tx.now, changedAt: tx.now),
        by: GradesSchool.account(.omar))
    }
    for column in 0..<columns {
      let item = GradeItem(
        id: ID(high: 0x7001, low: 1 << 63 | UInt64(column)), course: school.math, source: .manual,
        title: "Column \(column)", possible: amount("20"), place: 10 + column, updatedAt: tx.now)
      try GradesStore(tx: tx).put(item)
      for number in 0..<students where (number + column) % 10 != 0 {
        try GradesStore(tx: tx).record(
          Score(
            item: item.id, student: GradesSchool.student(1000 + UInt64(number)),
            raw: Amount(units: Int64((number * 7 + column * 3) % 41) * 5000), by: GradesSchool.account(.omar),
            at: tx.now),
          of: item)
      }
    }
  }
}

@Suite struct `A large gradebook` {
  @Test func `of 200 by 60 is less than 400 KB`() async throws {
    let school = try await GradesSchool.open()
    try await crowd(school)
    let data = try await school.asked { try $0.gradebook(school.math, GradebookSift(), school.caller(.omar), $1) }
    #expect(data.rows.count == 203 && data.columns.count == 62)
    let html = gradebookPage(data, school.scene()).body
    #expect(html.bytes.count < 400_000, "\(html.bytes.count)")
  }

  @Test(arguments: Dialect.allCases)
  func `a block of a whole class is pasted at once, each cell with its verdict`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    try await crowd(school, students: 30, columns: 2)
    let lines = (0..<30).map { number in
      let typed = number == 7 ? "late" : number == 9 ? "9999" : "\(number % 20)"
      return "\(school.essay.text)\t\(GradesSchool.student(1000 + UInt64(number)).text)\t\(typed)\t\t."
    }
    let answer = try await school.send(
      .post, GradesPaths.gradebook(school.math), Form([.init("cells", lines.joined(separator: "\n"))]), as: .omar)
    #expect(answer.json()["saved"] == .integer(28) && answer.json()["refused"] == .integer(2))
    let refused = answer.json()["cells"]?.items.filter { $0["verdict"] == .text("refused") } ?? []
    #expect(refused.compactMap { $0["why"]?.word } == ["grades.cell-letter", "grades.cell-too-much"])
  }

  @Test func `is sifted by category, by what is missing, and by name`() async throws {
    let school = try await GradesSchool.open()
    try await school.type([(school.essay, school.maya, "9"), (school.quiz, school.maya, "9")])
    func names(_ query: [Form.Field]) async throws -> [String] {
      let sift = GradebookSift(Form(query))
      return try await school.asked { try $0.gradebook(school.math, sift, school.caller(.omar), $1) }.rows.map(\.name)
    }
    #expect(try await names([]) == ["Cohen, Tomer", "Haddad, Yusuf", "Levi, Maya"])
    #expect(try await names([.init("q", "MAYA l")]) == ["Levi, Maya"])
    #expect(try await names([.init("show", "ungraded")]) == ["Cohen, Tomer", "Haddad, Yusuf"])
    #expect(try await names([.init("show", "missing")]) == [])
  }

  @Test func `goes out to a spreadsheet and comes back as it was`() async throws {
    let school = try await GradesSchool.open()
    try await school.type([
      (school.essay, school.maya, "8.5"), (school.quiz, school.maya, "EX"), (school.essay, school.yusuf, "3"),
    ])
    let bytes = try await school.asked { try $0.exported(school.math, school.caller(.omar), CSV.Style(), $1) }
    #expect(String(decoding: bytes, as: UTF8.self).contains("Essay (10),Test (20)"))
    let same = try await school.asked { try $0.importing(school.math, bytes, school.caller(.omar), $1) }
    #expect(
      same.changes.isEmpty && same.reading?.problems == [] && same.reading?.rows == 3 && same.reading?.unknown == [])
    let text = "Student;Essay;Nonsense\n\"Levi, Maya\";9,5;1\nNobody;4;\n\"Cohen, Tomer\";=1+1;\n"
    let read = try await school.asked { try $0.importing(school.math, Array(text.utf8), school.caller(.omar), $1) }
    #expect(read.changes.map(\.after) == ["9.5"] && read.changes.map(\.before) == ["8.5"])
    #expect(read.reading?.problems.map(\.line) == [3, 4] && read.reading?.unknown == ["Nonsense"])
  }

  @Test func `says in a column of its own what counts of late work, and reads no such column back`() async throws {
    let school = try await GradesSchool.open()
    try await school.type([(school.essay, school.maya, "10"), (school.essay, school.yusuf, "6")])
    func file() async throws -> [[String]] {
      let bytes = try await school.asked { try $0.exported(school.math, school.caller(.omar), CSV.Style(), $1) }
      var reader = CSV.Reader()
      try reader.feed(bytes)
      try reader.finish()
      var rows: [[String]] = []
      while let row = reader.next() { rows.append(row.cells) }
      return rows
    }
    #expect(try await file().first?.contains("Essay (10) counts") == false)
    try await school.write { tx in
      let store = GradesStore(tx: tx)
      var settings = try store.settings(of: school.math, in: school.school)
      settings.late = LatePolicy(percent: amount("10"), interval: .day)
      try store.put(settings)
      guard let column = try store.item(school.essay, in: school.school) else { throw Refusal.notFound }
      try store.record(
        Score(
          item: school.essay, student: school.maya, raw: amount("10"), lateSeconds: 86_400 * 2,
          by: school.account(.omar), at: tx.now), of: column)
    }
    let rows = try await file()
    let place = try #require(rows.first?.firstIndex(of: "Essay (10) counts"))
    let counts = Dictionary(rows.dropFirst().map { ($0[2], $0[place]) }) { first, _ in first }
    // Two days cost a fifth; whose work came in time keeps it; where there is no score there is none.
    #expect(counts == ["Levi, Maya": "8", "Haddad, Yusuf": "6", "Cohen, Tomer": ""])
    let text = "Student,Essay (10) counts\n\"Levi, Maya\",1\n"
    let read = try await school.asked { try $0.importing(school.math, Array(text.utf8), school.caller(.omar), $1) }
    #expect(read.changes.isEmpty && read.reading?.unknown == [] && read.reading?.problems == [])
  }

  @Test func `a student twice in a file is said, and the first row counts`() async throws {
    let school = try await GradesSchool.open()
    let text = "Student,Essay\n\"Levi, Maya\",9\n\"Cohen, Tomer\",7\n\"Levi, Maya\",4\n"
    let read = try await school.asked { try $0.importing(school.math, Array(text.utf8), school.caller(.omar), $1) }
    #expect(read.changes.map(\.after) == ["9", "7"])
    #expect(read.reading?.problems.map(\.line) == [4])
    #expect(read.reading?.problems.first?.reason == Phrase("grades.file-twice", .text("Levi, Maya")))
  }

  @Test func `a new column begins in the category of the one before it, or in the one that is looked at`() async throws
  {
    let school = try await GradesSchool.open()
    func form(_ category: ID<GradeCategory>? = nil) async throws -> GradeColumnForm {
      try await school.asked { try $0.columnForm(school.math, nil, school.caller(.omar), .utc, in: category, $1) }
    }
    let categories = try await form().categories.map(\.id)
    let last = try #require(categories.last)
    #expect(categories.count > 1 && last != categories.first)
    _ = try await school.send(
      .post, GradesPaths.newColumn(school.math),
      Form([.init("title", "Poster"), .init("possible", "5"), .init("category", last.text)]), as: .omar)
    #expect(try await form().category == last)
    #expect(try await form(categories[0]).category == categories[0])
    #expect(try await form(categoryID(99)).category == last)
    let page = try await school.shown(GradesPaths.newColumn(school.math), as: .omar)
    #expect(page.contains("value=\"\(last.text)\" selected"))
  }

  @Test func `a title that is a formula is guarded on its way out`() async throws {
    let school = try await GradesSchool.open()
    _ = try await school.send(
      .post, GradesPaths.newColumn(school.math), Form([.init("title", "=cmd()"), .init("possible", "5")]), as: .omar)
    let bytes = try await school.asked { try $0.exported(school.math, school.caller(.omar), CSV.Style(), $1) }
    #expect(String(decoding: bytes, as: UTF8.self).contains("'=cmd()"))
  }

  @Test(arguments: Dialect.allCases)
  func `columns are added, changed and removed by those who teach`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    let made = try await school.send(
      .post, GradesPaths.newColumn(school.math),
      Form([.init("title", "Poster"), .init("possible", "12.5"), .init("due", "2026-03-20")]), as: .omar)
    let item = try #require(made.json()["id"]?.word.flatMap { ID<GradeItem>($0) })
    let path = GradesPaths.column(school.math, item)
    _ = try await school.send(
      .post, path + "/edit", Form([.init("title", "Poster 2"), .init("possible", "10"), .init("ignored", "on")]),
      as: .gal)
    let form = try await school.asked { try $0.columnForm(school.math, item, school.caller(.omar), .utc, $1) }
    #expect(form.item?.title == "Poster 2" && form.item?.counts == false && form.due == nil)
    try await school.type([(item, school.maya, "1")])
    let kept = try await school.refused { _ = try await school.send(.post, path + "/remove", as: .omar) }
    #expect(kept == .conflict(Phrase("grades.column-has-scores")))
    try await school.type([(item, school.maya, "")])
    _ = try await school.send(.post, path + "/remove", as: .omar)
    await #expect(throws: Refusal.notFound) { _ = try await school.send(.get, path, as: .omar) }
    for wrong in [
      ["title": "", "possible": "5"], ["title": "X", "possible": "-1"], ["title": "X", "possible": "much"],
    ] {
      let refusal = try await school.refused {
        _ = try await school.send(
          .post, GradesPaths.newColumn(school.math), Form(wrong.map { Form.Field($0.key, $0.value) }), as: .omar)
      }
      #expect(refusal?.code == "invalid", "\(wrong)")
    }
  }

  @Test func `without a script a column is filled from its own page`() async throws {
    let school = try await GradesSchool.open()
    let path = GradesPaths.column(school.math, school.essay)
    var fields = [Form.Field("fill", "10")]
    for (student, typed) in [(school.maya, "x!"), (school.tomer, ""), (school.yusuf, "")] {
      fields.append(Form.Field("cell." + school.essay.text + "." + student.text, typed))
    }
    let form = Form(fields)
    let answer = try await school.send(.post, path, form, as: .omar)
    let text = answer.everything(school.scene())
    #expect(text.contains("value=\"x!\"") && text.contains("aria-invalid"))
    #expect(try await school.score(school.yusuf, school.essay)?.raw == amount("10"))
    #expect(try await school.score(school.maya, school.essay) == nil)
  }
}

@Suite struct `Pages of grades` {
  @Test(arguments: Language.allCases)
  func `show hostile names as the letters they are`(_ language: Language) async throws {
    let school = try await GradesSchool.open()
    try await school.write { tx in
      try StudentsStore(tx: tx).insert(
        Student(id: GradesSchool.student(66), given: "</script><b>", family: "\u{05D7}\"'", updatedAt: tx.now))
      try EnrolmentStore(tx: tx).put(
        Seat(
          course: school.math, student: GradesSchool.student(66), state: .enrolled, requestedAt: tx.now,
          changedAt: tx.now),
        by: GradesSchool.account(.omar))
    }
    let scene = school.scene(language)
    for path in [
      GradesPaths.gradebook(school.math), GradesPaths.column(school.math, school.essay),
      GradesPaths.course(school.math, GradesSchool.student(66)), GradesPaths.settings(school.math),
    ] {
      let text = try await school.send(.get, path, as: .omar).everything(scene)
      #expect(!text.contains("</script><b>") && !text.contains("grades."), "\(path)")
    }
  }

  @Test func `explain a grade in every language, line by line`() async throws {
    let school = try await GradesSchool.open()
    try await school.type([(school.essay, school.maya, "9"), (school.quiz, school.maya, "EX")])
    for language in Language.allCases {
      let scene = school.scene(language)
      let text = try await school.send(.get, GradesPaths.course(school.math, school.maya), as: .omar).everything(scene)
      #expect(text.contains("<ol>") && !text.contains("grades.step"), "\(language)")
    }
  }
}

@Suite struct `Questions to the fixture about grades` {
  @Test func `are as many for two courses as for one, and find their rows by an index`() async throws {
    let school = try await GradesSchool.open()
    try await crowd(school, students: 20, columns: 5)
    let (math, maya, tenant) = (school.math, school.maya, school.school)
    let other = ID<Course>(high: 0x7000, low: 1 << 63 | 72)
    try await school.write { tx in
      try CoursesStore(tx: tx).put(
        Course(id: other, name: "Art", publishedAt: tx.now, createdAt: tx.now, updatedAt: tx.now))
    }
    let one = try await school.watch { _ = try GradesStore(tx: $0).summaries(of: maya, in: [math], school: tenant) }
    let two = try await school.watch {
      _ = try GradesStore(tx: $0).summaries(of: maya, in: [math, other], school: tenant)
    }
    #expect(one.count == two.count && one.count <= 12, "\(one.count) \(two.count)")
    let book = try await school.watch { _ = try GradesStore(tx: $0).book(of: math, in: tenant) }
    for plan in one.plans + book.plans {
      #expect(!plan.hasPrefix("SCAN") || plan.contains("CONSTANT"), "\(plan)")
    }
  }
}
