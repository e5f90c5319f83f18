import Base
import Classroom
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Learning
@testable import Web

@Suite struct `Making and changing courses` {
  private static let form = Form([
    .init("name", "Biology 9"), .init("subject", "Science"), .init("grade", "9"), .init("entry", "open"),
    .init("capacity", "20"), .init("credits", "0.5"), .init("from", "2026-09-01"), .init("until", "2027-06-20"),
    .init("meeting.0.weekday", "1"), .init("meeting.0.start", "08:15"), .init("meeting.0.end", "09:00"),
    .init("meeting.1.weekday", "3"), .init("meeting.1.start", "10:00"), .init("meeting.1.end", "10:45"),
    .init("meeting.2.weekday", ""), .init("meeting.2.start", ""), .init("meeting.2.end", ""),
  ])

  @Test(arguments: Dialect.allCases)
  func `a teacher makes a course, as a draft that only its staff sees`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    let made = try await fixture.send(.post, "/courses", Self.form, as: .okoro, idempotencyKey: idempotencyKey)
    let counts = try await fixture.counts()
    let again = try await fixture.send(.post, "/courses", Self.form, as: .okoro, idempotencyKey: idempotencyKey)
    #expect(made.status == 201 && made.json()["id"] == again.json()["id"])
    #expect(try await fixture.counts() == counts)
    guard case .text(let id)? = made.json()["id"] else { return #expect(Bool(false)) }
    let json = try await fixture.send(.get, "/courses/" + id, as: .okoro).json()
    #expect(json["credits"] == .number("0.5") && json["publishedAt"] == .null)
    #expect(
      json["meetings"]
        == .list([
          .object([("weekday", .integer(1)), ("start", .text("08:15")), ("end", .text("09:00"))]),
          .object([("weekday", .integer(3)), ("start", .text("10:00")), ("end", .text("10:45"))]),
        ]))
    for who in [CourseFixture.Who.brandt, .ada, .leila, .neighbour] {
      #expect(await fixture.refusal(.get, "/courses/" + id, as: who) == .notFound)
    }
    let entry = try #require(try await fixture.journal().last)
    #expect(entry.command == "courses.add-course" && entry.account == fixture.account(.okoro))
    #expect(entry.rows.split(separator: "\n").count == 4)
    try await fixture.send(.post, "/courses/" + id + "/publication", Form(["published": "1"]), as: .okoro)
    #expect(try await fixture.html("/catalogue", as: .ada).contains("Biology 9"))
  }

  @Test func `what is wrong is said all at once, and nothing is written`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let before = try await fixture.counts()
    let wrong = Form([
      .init("name", " "), .init("capacity", "0"), .init("credits", "many"), .init("from", "2026-09-01"),
      .init("until", "2026-08-01"), .init("meeting.0.weekday", "8"), .init("meeting.1.weekday", "2"),
      .init("meeting.1.start", "10:00"), .init("meeting.1.end", "09:00"), .init("owner", "me"),
    ])
    guard case .invalid(let problems)? = await fixture.refusal(.post, "/courses", wrong, as: .okoro) else {
      return #expect(Bool(false))
    }
    #expect(
      problems.map(\.field) == [
        "name", "credits", "capacity", "meeting.0.weekday", "meeting.1.end", "until", "owner",
      ])
    #expect(await fixture.refusal(.post, "/courses", Self.form, as: .ada) == .notFound)
    let other = Form(Self.form.fields + [.init("teacher", fixture.account(.brandt).text)])
    #expect(await fixture.refusal(.post, "/courses", other, as: .okoro) == .notAllowed(Phrase("courses.office-only")))
    let parent = Form(Self.form.fields + [.init("teacher", fixture.account(.leila).text)])
    #expect(
      await fixture.refusal(.post, "/courses", parent, as: .owner) == .invalid("teacher", Phrase("courses.no-teacher")))
    #expect(try await fixture.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `a change for a version that is no more is stale`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    let version = try await fixture.known("math").version
    let form = Form(["name": "Math 7B", "version": version])
    let tag = "\"" + version + "\""
    #expect(await fixture.refusal(.post, fixture.path("math"), form, as: .okoro, ifMatch: "\"1\"") == .stale)
    #expect(await fixture.refusal(.post, fixture.path("math"), form, as: .okoro, ifMatch: tag) == nil)
    #expect(await fixture.refusal(.post, fixture.path("math"), form, as: .okoro) == .stale)
    #expect(await fixture.refusal(.post, fixture.path("math"), form, as: .brandt) == .notFound)
    #expect(await fixture.refusal(.post, fixture.path("math"), form, as: .ada) == .notFound)
    #expect((try await fixture.journal().last?.detail ?? "").contains("\"old.name\":\"Math 7\""))
  }

  @Test(arguments: Dialect.allCases)
  func `what is archived is read and not changed, until it is taken out`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    try await fixture.send(.post, fixture.path("math", "/archive"), as: .okoro)
    #expect(try await fixture.html("/courses", as: .ada).contains("No courses yet"))
    #expect(try await fixture.html(fixture.path("math"), as: .ada).contains("This course is archived"))
    #expect(try await fixture.html("/courses", as: .okoro, query: Form(["archived": "1"])).contains("Math 7"))
    for (path, form) in [
      ("", Form(["name": "X"])), ("/modules", Form(["title": "X"])), ("/publication", Form(["published": "0"])),
      ("/people", Form(["student": fixture.student(.cem).text])),
    ] {
      #expect(
        await fixture.refusal(.post, fixture.path("math", path), form, as: .okoro)
          == .conflict(Phrase("courses.is-archived")))
    }
    try await fixture.send(.post, fixture.path("math", "/archive"), Form(["open": "1"]), as: .okoro)
    #expect(try await fixture.html("/courses", as: .ada).contains("Math 7"))
  }

  @Test(arguments: Dialect.allCases)
  func `a course somebody was in is not deleted; one made by mistake goes with everything in it`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    #expect(
      await fixture.refusal(.post, fixture.path("math", "/deletion"), as: .owner)
        == .conflict(Phrase("courses.was-used")))
    try await fixture.send(.post, fixture.path("robotics", "/modules"), Form(["title": "Motors"]), as: .okoro)
    try await fixture.send(.post, fixture.path("robotics", "/deletion"), as: .okoro)
    #expect(await fixture.refusal(.get, fixture.path("robotics"), as: .owner) == .notFound)
    #expect(try await !fixture.isMember(.okoro, of: .courseStaff(fixture.course("robotics"))))
  }

  @Test(arguments: Dialect.allCases)
  func `teachers share a course, and the last one stays`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    let (brandt, okoro) = (
      Form(["teacher": fixture.account(.brandt).text]), Form(["teacher": fixture.account(.okoro).text])
    )
    #expect(
      await fixture.refusal(.post, fixture.path("math", "/teachers/removal"), okoro, as: .okoro)
        == .conflict(Phrase("courses.last-teacher")))
    try await fixture.send(.post, fixture.path("math", "/teachers"), brandt, as: .okoro)
    #expect(try await fixture.html(fixture.path("math"), as: .brandt).contains("Brandt"))
    let (staff, everybody) = (Bucket.courseStaff(fixture.course("math")), Bucket.course(fixture.course("math")))
    for bucket in [staff, everybody] { #expect(try await fixture.isMember(.brandt, of: bucket)) }
    try await fixture.send(.post, fixture.path("math", "/teachers/removal"), okoro, as: .brandt)
    #expect(await fixture.refusal(.get, fixture.path("math"), as: .okoro) == .notFound)
    for bucket in [staff, everybody] { #expect(try await !fixture.isMember(.okoro, of: bucket)) }
    let leila = Form(["teacher": fixture.account(.leila).text])
    #expect(
      await fixture.refusal(.post, fixture.path("math", "/teachers"), leila, as: .owner)
        == .invalid("teacher", Phrase("courses.no-teacher")))
  }

  @Test(arguments: Dialect.allCases)
  func `who leaves the school teaches no course there`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    let account = fixture.account(.okoro)
    try await fixture.write("test.leave") { try onLeaveTeaching(account, $0) }
    #expect(try await !fixture.isMember(.okoro, of: .courseStaff(fixture.course("math"))))
    #expect(await fixture.refusal(.get, fixture.path("math"), as: .okoro) == .notFound)
  }
}

@Suite struct `An outline in the fixture` {
  /// Three items in Math 7; the second is a draft.
  private func fill(_ fixture: CourseFixture) async throws -> [ID<CourseItem>] {
    let ids: [ID<CourseItem>] = (0..<3).map { _ in fixture.ledger.world.id() }
    let (math, fractions) = (fixture.course("math"), fixture.id("fractions") as ID<CourseModule>)
    try await fixture.write("test.items") { tx in
      for (place, id) in ids.enumerated() {
        try CoursesStore(tx: tx).put(
          CourseItem(
            id: id, course: math, module: fractions, kind: .lesson, title: "Lesson \(place + 1)", place: place + 1,
            dueAt: tx.now.plus(days: Int64(place)), publishedAt: place == 1 ? nil : tx.now, updatedAt: tx.now))
      }
    }
    return ids
  }

  private func order(_ fixture: CourseFixture, as who: CourseFixture.Who = .okoro) async throws -> [String] {
    guard case .list(let items)? = try await fixture.send(.get, fixture.path("math"), as: who).json()["items"] else {
      return []
    }
    return items.compactMap { if case .text(let title)? = $0["title"] { title } else { nil } }
  }

  @Test(arguments: Dialect.allCases)
  func `an item is moved by one command, and put back by one`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    let items = try await fill(fixture)
    let (path, ratio) = (fixture.path("math", "/outline"), fixture.id("ratio") as ID<CourseModule>)
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    let move = Form(["move": "i.\(items[2].text) i.\(items[0].text)"])
    let answer = try await fixture.send(.post, path, move, as: .okoro, idempotencyKey: idempotencyKey)
    #expect(try await order(fixture) == ["Lesson 3", "Lesson 1", "Lesson 2"])
    let counts = try await fixture.counts()
    try await fixture.send(.post, path, move, as: .okoro, idempotencyKey: idempotencyKey)
    #expect(try await fixture.counts() == counts)
    #expect(try await fixture.journal().last?.command == "courses.arrange")
    guard case .redirect(_, let toast) = answer.body, let undo = toast?.undo else { return #expect(Bool(false)) }
    try await fixture.send(.post, undo.path, Form(undo.fields), as: .okoro)
    #expect(try await order(fixture) == ["Lesson 1", "Lesson 2", "Lesson 3"])
    // Into the other module, and a module with all it holds to the front.
    try await fixture.send(.post, path, Form(["move": "i.\(items[0].text)"]), as: .okoro)
    let fractions = fixture.id("fractions") as ID<CourseModule>
    try await fixture.send(.post, path, Form(["move": "m.\(ratio.text) m.\(fractions.text)"]), as: .okoro)
    #expect(try await order(fixture) == ["Lesson 1", "Lesson 2", "Lesson 3"])
    #expect(try await order(fixture, as: .ada) == ["Lesson 1", "Lesson 3"])
  }

  @Test func `a move of something that is gone, or by somebody else, changes nothing`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let items = try await fill(fixture)
    let (path, before) = (fixture.path("math", "/outline"), try await fixture.counts())
    let gone = (fixture.ledger.world.id() as ID<CourseItem>).text
    #expect(await fixture.refusal(.post, path, Form(["move": "i.\(gone)"]), as: .okoro) == .notFound)
    #expect(
      await fixture.refusal(.post, path, Form(["move": "i.\(items[0].text) i.\(gone)"]), as: .okoro) == .stale)
    for wrong in ["", "x", "i.\(items[0].text) x", "i.\(items[0].text) x y"] {
      guard case .invalid? = await fixture.refusal(.post, path, Form(["move": wrong]), as: .okoro) else {
        return #expect(Bool(false), "\(wrong)")
      }
    }
    let move = Form(["move": "i.\(items[0].text)"])
    #expect(await fixture.refusal(.post, path, move, as: .brandt) == .notFound)
    #expect(await fixture.refusal(.post, path, move, as: .ada) == .notFound)
    #expect(await fixture.refusal(.post, fixture.path("robotics", "/outline"), move, as: .okoro) == .notFound)
    #expect(try await fixture.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `modules are added, renamed and deleted, and what they held stays`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    _ = try await fill(fixture)
    let fractions = fixture.path("math", "/modules/") + (fixture.id("fractions") as ID<CourseModule>).text
    try await fixture.send(.post, fixture.path("math", "/modules"), Form(["title": "Geometry"]), as: .okoro)
    try await fixture.send(.post, fractions, Form(["title": "Broken numbers"]), as: .okoro)
    #expect(try await fixture.html(fixture.path("math"), as: .okoro).contains("Broken numbers"))
    try await fixture.send(.post, fractions + "/deletion", as: .okoro)
    let html = try await fixture.html(fixture.path("math"), as: .okoro)
    #expect(!html.contains("Broken numbers") && html.contains("Lesson 2") && html.contains("Geometry"))
    #expect(await fixture.refusal(.get, fractions, as: .okoro) == .notFound)
    // A module is reached through its own course only.
    let ratio = (fixture.id("ratio") as ID<CourseModule>).text
    #expect(await fixture.refusal(.get, fixture.path("robotics", "/modules/" + ratio), as: .okoro) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `a draft is published and taken back`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    let items = try await fill(fixture)
    let path = fixture.path("math", "/items/") + items[1].text + "/publication"
    #expect(try await order(fixture, as: .ada) == ["Lesson 1", "Lesson 3"])
    #expect(await fixture.refusal(.post, path, Form(["published": "1"]), as: .ada) == .notFound)
    try await fixture.send(.post, path, Form(["published": "1"]), as: .okoro)
    #expect(try await order(fixture, as: .leila) == ["Lesson 1", "Lesson 2", "Lesson 3"])
    try await fixture.send(.post, path, Form(["published": "0"]), as: .okoro)
    #expect(try await order(fixture, as: .ada) == ["Lesson 1", "Lesson 3"])
  }

  @Test func `staff find handles and menus, students none of them`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    _ = try await fill(fixture)
    let staff = try await fixture.html(fixture.path("math"), as: .okoro)
    #expect(staff.contains("data-handle") && staff.contains("outline-form") && staff.contains("Draft"))
    let student = try await fixture.html(fixture.path("math"), as: .ada)
    #expect(!student.contains("data-handle") && !student.contains("outline-form") && !student.contains("Draft"))
    #expect(!student.contains("Ratio"))
  }
}

@Suite struct `Teaching a course again` {
  /// Math 7 with 24 lessons, due every third day from the Monday on; copied with what the neighbours copy.
  private func fill(_ dialect: Dialect) async throws -> (fixture: CourseFixture, service: CoursesService) {
    let fixture = try await CourseFixture.open(dialect)
    let (math, fractions) = (fixture.course("math"), fixture.id("fractions") as ID<CourseModule>)
    let ids: [ID<CourseItem>] = (0..<24).map { _ in fixture.ledger.world.id() }
    try await fixture.change("math") { $0.from = CourseFixture.today }
    try await fixture.write("test.items") { tx in
      for (place, id) in ids.enumerated() {
        try CoursesStore(tx: tx).put(
          CourseItem(
            id: id, course: math, module: fractions, kind: .lesson, title: "Lesson \(place + 1)", place: place + 1,
            dueAt: tx.now.plus(days: Int64(place * 3)), publishedAt: tx.now, updatedAt: tx.now))
      }
      let day = CourseFixture.today.plus(days: 365)
      try tx.execute(
        "INSERT INTO holiday (school, day, name) VALUES ($1, $2, $3)", [.id(tx.school), .day(day), .text("Spring")])
    }
    var service = fixture.courses
    service.copying = [CourseCopying(.lesson) { copy, tx in tx.detail("copied", String(copy.items.count)) }]
    return (fixture, service)
  }

  @Test(arguments: Dialect.allCases)
  func `24 dates are shown, moved past days without school, and made in one command that is undone in one`(
    _ dialect: Dialect
  ) async throws {
    let (plain, service) = try await fill(dialect)
    let fixture = plain.with(service)
    defer { fixture.ledger.close() }
    let begin = CourseFixture.today.plus(days: 364)
    let form = Form([
      .init("name", "Math 7, next year"), .init("from", begin.text), .init("off.5", "on"), .init("off.6", "on"),
    ])
    let before = try await fixture.counts()
    guard
      case .list(let dates)? = try await fixture.send(.get, fixture.path("math", "/copy"), as: .okoro, query: form)
        .json()[
          "dates"]
    else { return #expect(Bool(false)) }
    #expect(dates.count == 25)  // and the last day of the course
    #expect(try await fixture.counts() == before)
    let html = try await fixture.html(fixture.path("math", "/copy"), as: .okoro, query: form)
    #expect(html.contains("25 dates move") && html.contains("moved past a day off"))
    let off = html.matches(of: /name="off\.(\d)" value="on"\s*checked/).compactMap { Int($0.output.1) }
    #expect(off == [5, 6])
    let monday = Form([.init("name", "Math"), .init("from", begin.text), .init("off.1", "on")])
    let other = try await fixture.html(fixture.path("math", "/copy"), as: .okoro, query: monday)
    #expect(other.matches(of: /name="off\.(\d)" value="on"\s*checked/).compactMap { Int($0.output.1) } == [1])
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    let answer = try await fixture.send(
      .post, fixture.path("math", "/copy"), form, as: .okoro, idempotencyKey: idempotencyKey)
    let counts = try await fixture.counts()
    try await fixture.send(.post, fixture.path("math", "/copy"), form, as: .okoro, idempotencyKey: idempotencyKey)
    #expect(try await fixture.counts() == counts)
    guard case .text(let id)? = answer.json()["id"] else { return #expect(Bool(false)) }
    let copy = try await fixture.send(.get, "/courses/" + id, as: .okoro).json()
    guard case .list(let items)? = copy["items"] else { return #expect(Bool(false)) }
    let due = items.compactMap { item -> Day? in
      guard case .text(let text)? = item["dueAt"] else { return nil }
      return Day(String(text.prefix(10)))
    }
    #expect(due.count == 24 && due.allSatisfy { ![5, 6].contains($0.weekday) && $0 != begin.plus(days: 1) })
    #expect(items.allSatisfy { $0["publishedAt"] == .null } && copy["from"] == .text(begin.text))
    #expect(copy["enrolled"] == .integer(0))
    let entry = try #require(try await fixture.journal().last)
    #expect(entry.command == "courses.copy-course" && (entry.detail ?? "").contains("\"copied\":\"24\""))
    guard case .redirect(_, let toast) = answer.body, let undo = toast?.undo else { return #expect(Bool(false)) }
    try await fixture.send(.post, undo.path, Form(undo.fields), as: .okoro)
    #expect(await fixture.refusal(.get, "/courses/" + id, as: .okoro) == .notFound)
    #expect(try await fixture.counts().prefix(6) == before.prefix(6))
  }

  @Test func `nobody else copies, and items that nobody copies stay behind`() async throws {
    let (fixture, _) = try await fill(.sqlite)
    defer { fixture.ledger.close() }
    let form = Form(["name": "Again", "from": "2027-03-01"])
    for who in [CourseFixture.Who.brandt, .ada, .neighbour] {
      #expect(await fixture.refusal(.post, fixture.path("math", "/copy"), form, as: who) == .notFound)
    }
    let all = Form([.init("name", "A"), .init("from", "2027-03-01")] + (1...7).map { .init("off.\($0)", "on") })
    #expect(
      await fixture.refusal(.post, fixture.path("math", "/copy"), all, as: .okoro)
        == .invalid("off.1", Phrase("courses.no-school-days")))
    let long = Form([.init("name", String(repeating: "a", count: 121)), .init("from", "2027-03-01")])
    #expect(
      await fixture.refusal(.post, fixture.path("math", "/copy"), long, as: .okoro)
        == .invalid("name", Phrase("form.too-long", .count(120))))
    let made = try await fixture.send(.post, fixture.path("math", "/copy"), form, as: .okoro)
    guard case .text(let id)? = made.json()["id"] else { return #expect(Bool(false)) }
    let copy = try await fixture.send(.get, "/courses/" + id, as: .okoro).json()
    #expect(copy["items"] == .list([]))
    if case .list(let modules)? = copy["modules"] { #expect(modules.count == 2) }
  }
}
