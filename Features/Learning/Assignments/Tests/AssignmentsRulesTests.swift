import Base
import Router
import School
import Testing

@testable import Learning
@testable import Web

@Suite struct `When work is due` {
  let zone = Zones.named("Asia/Jerusalem") ?? .utc
  let course = ID<Course>(high: 1, low: 1)

  func assignment(late: Bool = true, opens: Instant? = nil, closes: Instant? = nil) -> Assignment {
    Assignment(
      id: ID(high: 1, low: 2), course: course, opensAt: opens, closesAt: closes, lateAllowed: late,
      updatedAt: Instant(milliseconds: 0))
  }

  func at(_ text: String) throws -> Instant { try #require(WallTime(text)).instant(in: zone) }

  @Test func `a day without a time means its last second`() throws {
    let due = try at("2026-03-11")
    #expect(due.text == "2026-03-11T21:59:59.000Z")
    #expect(try at("2026-03-11T23:59") == due)
    #expect(try at("2026-03-11T10:00").text == "2026-03-11T08:00:00.000Z")
  }

  @Test func `a time that the change of clocks leaves out is the moment the clock jumps to`() throws {
    // Israel turns its clocks from 02:00 to 03:00 on Friday, 27 March 2026.
    #expect(try at("2026-03-27T02:30") == at("2026-03-27T03:00"))
    #expect(WallTime(try at("2026-03-27T02:30"), in: zone).text == "2026-03-27T03:00")
  }

  @Test func `a time that comes twice is the first of the two`() throws {
    // Clocks go back from 02:00 to 01:00 on Sunday, 25 October 2026.
    #expect(try at("2026-10-25T01:30").text == "2026-10-24T22:30:00.000Z")
  }

  @Test(arguments: [
    "", "2026-02-30T10:00", "2026-03-11T24:00", "2026-03-11T10", "11.3.2026", "2026-03-11T10:61", "T10:00",
  ])
  func `what is no day and time is none`(_ text: String) { #expect(WallTime(text) == nil) }

  @Test func `a moment after the day is late by whole seconds begun`() throws {
    let due = try at("2026-03-11T10:00")
    let times = WorkTimes(assignment(), due: due)
    #expect(times.lateSeconds(due) == 0)
    #expect(times.lateSeconds(Instant(milliseconds: due.milliseconds + 1)) == 1)
    #expect(times.lateSeconds(due.plus(days: 1)) == 86_400)
    #expect(WorkTimes(assignment(), due: nil).lateSeconds(due) == 0)
  }

  @Test func `the window opens, grows late and closes`() throws {
    let (open, due, close) = (try at("2026-03-10T08:00"), try at("2026-03-11T10:00"), try at("2026-03-13T10:00"))
    let times = WorkTimes(assignment(opens: open, closes: close), due: due)
    #expect(times.window(open.plus(seconds: -1)) == .notYet)
    #expect(times.window(open) == .open)
    #expect(times.window(due) == .open)
    #expect(times.window(due.plus(seconds: 1)) == .late)
    #expect(times.window(close) == .late)
    #expect(times.window(close.plus(seconds: 1)) == .closed)
  }

  @Test func `where nothing is taken late, the day is the end, and an extension moves it`() throws {
    let due = try at("2026-03-11T10:00")
    #expect(WorkTimes(assignment(late: false), due: due).window(due.plus(seconds: 1)) == .closed)
    let extended = WorkTimes(assignment(late: false), due: due, extended: due.plus(days: 2))
    #expect(extended.window(due.plus(days: 1)) == .open)
    #expect(extended.window(due.plus(days: 3)) == .closed)
    #expect(extended.lateSeconds(due.plus(days: 2)) == 0)
  }

  @Test func `an extension beyond the end moves the end too`() throws {
    let due = try at("2026-03-11T10:00")
    let times = WorkTimes(assignment(closes: due.plus(days: 1)), due: due, extended: due.plus(days: 5))
    #expect(times.closesAt == due.plus(days: 5))
  }

  @Test func `missing is past the day, nothing handed in, and something could have been`() throws {
    let due = try at("2026-03-11T10:00")
    let late = due.plus(days: 1)
    var facts = WorkFacts(times: WorkTimes(assignment(), due: due), isOnPaper: false)
    #expect(facts.state(due) == .notStarted)
    #expect(facts.state(late) == .missing)
    facts.hasDraft = true
    #expect(facts.state(due) == .draft)
    facts.isOnPaper = true
    #expect(facts.state(late) == .draft)
    facts.isExcused = true
    #expect(facts.state(late) == .excused)
    facts = WorkFacts(times: facts.times, isOnPaper: false, handedInAt: late)
    #expect(facts.state(late) == .late)
    facts.handedInAt = due
    #expect(facts.state(late) == .handedIn)
    facts.isReturned = true
    #expect(facts.state(late) == .returned)
  }

  @Test func `what waited for a line counts from when the button was pressed, within a week`() {
    let now = Instant(milliseconds: 1_000_000_000)
    let command = { HandIn(assignment: ID(high: 1, low: 2), waited: $0) }
    #expect(command(600).pressedAt(now) == now.plus(seconds: -600))
    #expect(command(nil).pressedAt(now) == nil)
    #expect(command(2).pressedAt(now) == nil)
    #expect(command(8 * 86_400).pressedAt(now) == nil)
  }
}

@Suite struct `A rubric` {
  func level(_ number: UInt64, _ points: Int) -> RubricLevel {
    RubricLevel(id: ID(high: 9, low: number), title: "L\(number)", points: Amount(points) ?? .zero)
  }
  var rubric: Rubric {
    Rubric([
      RubricCriterion(id: ID(high: 8, low: 1), title: "Ideas </script>", levels: [level(1, 4), level(2, 2)]),
      RubricCriterion(id: ID(high: 8, low: 2), title: "Form", levels: [level(3, 3), level(4, 0)]),
    ])
  }

  @Test func `gives the points of the chosen levels, at most the best of each`() {
    #expect(rubric.possible == Amount(7))
    #expect(rubric.points([level(2, 0).id, level(3, 0).id]) == Amount(5))
    #expect(rubric.points([level(4, 0).id]) == .zero)
    #expect(rubric.points([]) == nil)
    #expect(rubric.isWhole([level(1, 0).id]) == false)
  }

  @Test func `comes out of the fixture as it went in`() throws {
    #expect(Rubric(json: try JSON(rubric.json.bytes)) == rubric)
    #expect(Rubric(json: .null).isEmpty)
  }

  @Test func `is read from its form, empty rows left out, ids kept`() throws {
    let form = Form([
      "criterion.0": "Ideas", "criterion.0.id": ID<RubricCriterion>(high: 8, low: 1).text, "level.0.0": "Good",
      "level.0.0.points": "4,5", "level.0.1": "", "level.0.1.points": "", "criterion.1": "", "more": "1",
    ])
    let command = try WriteRubric(form, path: ["assignment": ID<CourseItem>(high: 1, low: 1).text])
    #expect(command.rubric.criteria.count == 1)
    #expect(command.rubric.criteria[0].id == ID(high: 8, low: 1))
    #expect(command.rubric.criteria[0].levels.map(\.points) == [try #require(Amount("4.5"))])
  }

  @Test func `refuses a level without points and a criterion without levels`() {
    let form = Form(["criterion.0": "Ideas", "level.0.0": "Good", "criterion.1": "Form"])
    #expect(throws: Refusal.self) { try WriteRubric(form, path: ["assignment": ID<CourseItem>(high: 1, low: 1).text]) }
  }

  @Test(arguments: ["criterion.12", "criterion.00", "criterion.0.points", "level.0", "level.0.12", "level.0.0.title"])
  func `refuses what is the name of no criterion and no level`(_ name: String) {
    #expect(throws: Refusal.invalid(name, Phrase("form.unknown"))) {
      try WriteRubric(Form([name: ""]), path: ["assignment": ID<CourseItem>(high: 1, low: 1).text])
    }
  }

  @Test func `is described as two lists, not as each of its fields`() {
    let fields = WriteRubric.fields(path: ["assignment"])
    #expect(fields.map(\.name) == ["criterion", "level", "version", "sure"])
    #expect(fields.prefix(2).allSatisfy { $0.kind == .entries } && fields.allSatisfy { !$0.about.isEmpty })
  }
}

@Suite struct `What is typed` {
  @Test(arguments: [
    "javascript:alert(1)", "ftp://a.b", "https://", "https://user@evil.example/", "http://a b", "//evil",
    "https://a\"b",
    "data:text/html,x",
  ]) func `what is no plain address of the web is refused`(_ link: String) { #expect(!isWebAddress(link)) }

  @Test(arguments: ["https://example.org", "http://example.org/a?b=c#d", "HTTPS://EXAMPLE.ORG/"])
  func `addresses of the web are taken`(_ link: String) { #expect(isWebAddress(link)) }

  @Test func `it cannot be due before it opens, nor close before it is due`() {
    let form = Form([
      "title": "X", "opens": "2026-03-12T10:00", "due": "2026-03-11T10:00", "closes": "2026-03-10T10:00",
    ])
    #expect {
      try CreateAssignment(form, path: ["course": ID<Course>(high: 1, low: 2).text])
    } throws: {
      guard case .invalid(let problems) = $0 as? Refusal else { return false }
      return problems.map(\.field) == ["due", "closes"]
    }
  }
}

@Suite struct `The archive of everybody's work` {
  func student(_ low: UInt64, _ given: String, _ family: String) -> Student {
    Student(id: ID(high: 5, low: low), given: given, family: family, updatedAt: Instant(milliseconds: 0))
  }

  @Test func `has one folder for each student, also for two of one name`() throws {
    let two = [student(1, "Ann", "Müller"), student(2, "Ann", "Müller")]
    let layout = WorkArchive(two)
    let folders = two.compactMap { layout.folder(of: $0.id) }
    #expect(folders == ["Müller_Ann_00000001", "Müller_Ann_00000002"])
    for (student, folder) in zip(two, folders) { #expect(layout.student(ofFolder: folder) == student.id) }
  }

  @Test func `tells apart records that end alike`() throws {
    let two = [student(0x1_0000_0001, "A", "B"), student(0x2_0000_0001, "A", "B")]
    let layout = WorkArchive(two)
    let folders = two.compactMap { layout.folder(of: $0.id) }
    #expect(Set(folders).count == 2)
    #expect(folders.compactMap { layout.student(ofFolder: $0) } == two.map(\.id))
  }

  @Test(arguments: ["../..", "a/b\\c", "C:\\evil", ".hidden", "a\u{202E}gpj.exe", "  ", "x_y z", "😀"])
  func `has folder names that lead nowhere else`(_ name: String) throws {
    let odd = student(3, name, name)
    let folder = try #require(WorkArchive([odd]).folder(of: odd.id))
    #expect(!folder.contains("/") && !folder.contains("\\") && !folder.contains(":") && !folder.hasPrefix("."))
    #expect(WorkArchive([odd]).student(ofFolder: folder) == odd.id)
  }

  @Test func `numbers files of one name, in either case`() {
    var taken: Set<String> = []
    let names = ["essay.pdf", "Essay.PDF", "essay.pdf", "../x.txt", "a:b?.txt", "con.", "answer"]
    #expect(
      names.map { WorkArchive.unique($0, among: &taken) }
        == ["essay.pdf", "Essay (2).pdf", "essay (3).pdf", "x.txt", "a-b-.txt", "con", "answer"])
  }

  @Test func `finds its way back by the code alone`() throws {
    let ada = student(0xABC, "Ada", "Lovelace")
    let layout = WorkArchive([ada])
    #expect(layout.place(of: "Lovelace_Ada_00000abc/1/essay.pdf")?.student == ada.id)
    #expect(layout.place(of: "Downloads/renamed_00000ABC/essay.pdf")?.name == "essay.pdf")
    #expect(layout.place(of: "Lovelace_Ada_00000abd/1/essay.pdf") == nil)
    #expect(layout.place(of: "essay.pdf") == nil)
  }
}
