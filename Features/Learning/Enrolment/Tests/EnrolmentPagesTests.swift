import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Learning
@testable import LearningServer
@testable import Web

@Suite struct `Pages of the catalogue and of people` {
  @Test(arguments: Dialect.allCases)
  func `the catalogue is sifted by words, subject, grade, teacher and day`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    func found(_ query: Form) async throws -> [JSON?] {
      guard
        case .list(let courses)? = try await fixture.send(.get, "/catalogue", as: .ada, query: query).json()["courses"]
      else { return [] }
      return courses.map { $0["name"] }
    }
    // Math is a course one is put into: nobody chooses it.
    #expect(try await found(Form()) == [.text("Newspaper"), .text("Robotics")])
    #expect(try await found(Form(["q": "ROBOT about"])) == [.text("Robotics")])
    #expect(try await found(Form(["q": "100%_"])).isEmpty)
    #expect(try await found(Form(["subject": "Newspaper"])) == [.text("Newspaper")])
    #expect(try await found(Form(["grade": "8"])).isEmpty)
    #expect(try await found(Form(["teacher": fixture.account(.okoro).text])) == [.text("Robotics")])
    #expect(try await found(Form(["weekday": "1"])) == [.text("Robotics")])
    #expect(try await found(Form(["weekday": "2"])).isEmpty)
    #expect(try await fixture.html("/catalogue", as: .ada, query: Form(["q": "zzz"])).contains("Nothing found"))
  }

  @Test func `each card has the one button that fits`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    func card(_ who: CourseFixture.Who) async throws -> String { try await fixture.html("/catalogue", as: who) }
    let free = try await card(.cem)
    #expect(free.contains(">Enroll<") && free.contains(">Request a place<"))
    for who in [CourseFixture.Who.ada, .ben] {
      try await fixture.send(.post, fixture.path("robotics", "/seats"), as: who)
    }
    let full = try await card(.cem)
    #expect(full.contains(">Join the waitlist<") && full.contains("2 of 2 places taken") && full.contains("Full"))
    try await fixture.send(.post, fixture.path("robotics", "/seats"), as: .cem)
    try await fixture.send(.post, fixture.path("newspaper", "/seats"), as: .cem)
    let html = try await card(.cem)
    #expect(html.contains("Waitlist, position 1") && html.contains(">Leave the waitlist<"))
    #expect(html.contains("Requested") && html.contains(">Cancel request<"))
    #expect(try await card(.ada).contains("Open course"))
    // A guardian sees where the children stand and presses nothing.
    let parent = try await card(.leila)
    #expect(parent.contains("Ada: Enrolled") && !parent.contains("seat-form"))
    #expect(try await !card(.owner).contains("seat-form"))
  }

  @Test func `classmates are names, families see their own, strangers nothing`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let people = fixture.path("math", "/people")
    let mate = try await fixture.send(.get, people, as: .ada).json()
    #expect(mate["students"] == .list([.object([("name", .text("Ada Tal"))]), .object([("name", .text("Ben Tal"))])]))
    #expect(try await !fixture.html(people, as: .ada).contains("/students/"))
    #expect(try await fixture.html(people, as: .okoro).contains("/students/"))
    #expect(try await fixture.html(people, as: .leila).contains("Ada Tal"))
    for who in [CourseFixture.Who.cem, .brandt, .neighbour] {
      #expect(await fixture.refusal(.get, people, as: who) == .notFound)
      #expect(await fixture.refusal(.get, fixture.path("math", "/requests"), as: who) == .notFound)
    }
    #expect(await fixture.refusal(.get, fixture.path("math", "/people/new"), as: .ada) == .notFound)
  }

  @Test func `taking somebody out is in the menu of their row, adding in the head, and nothing floats`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let (people, ada) = (fixture.path("math", "/people"), fixture.student(.ada).text)
    let staff = try await fixture.html(people, as: .okoro)
    #expect(staff.contains("popovertarget=\"menu-seat-\(ada)\"") && staff.contains("id=\"menu-seat-\(ada)\""))
    #expect(staff.contains("form=\"course-removal\" name=\"student\" value=\"\(ada)\""))
    #expect(!staff.contains("class=\"fab") && staff.contains("href=\"\(people)/new\""))
    #expect(try await !fixture.html(people, as: .ada).contains("menu-seat-"))
  }

  @Test func `teachers add whom they teach; the office adds anybody`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let page = fixture.path("robotics", "/people/new")
    #expect(try await !fixture.html(page, as: .okoro).contains("Dina Tal"))
    #expect(try await fixture.html(page, as: .okoro).contains("Ada Tal"))
    #expect(try await fixture.html(page, as: .owner).contains("Dina Tal"))
    #expect(try await fixture.html(page, as: .owner).contains("2 places are free"))
  }

  @Test func `a place that comes free when the line no longer moves is said where the line is`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    for who in [CourseFixture.Who.ada, .ben, .cem] {
      try await fixture.send(.post, fixture.path("robotics", "/seats"), as: who)
    }
    func people() async throws -> String { try await fixture.html(fixture.path("robotics", "/people"), as: .okoro) }
    #expect(try await !people().contains("no longer moves up"))
    // The course has begun, and nobody chose a later day.
    try await fixture.change("robotics") { ($0.from, $0.promoteUntil) = (CourseFixture.today.plus(days: -1), nil) }
    #expect(try await people().contains("The teacher decides who comes in."))
    let ada = fixture.student(.ada)
    try await fixture.write { tx in
      guard var seat = try EnrolmentStore(tx: tx).seat(of: ada, in: fixture.course("robotics"), school: fixture.school)
      else { throw Refusal.notFound }
      seat.state = .dropped
      try EnrolmentStore(tx: tx).put(seat, by: fixture.account(.okoro))
    }
    #expect(try await fixture.seat(.cem, "robotics") == .waitlisted)
    #expect(try await people().contains("A place is free and somebody waits"))
    try await fixture.change("robotics") { $0.promoteUntil = CourseFixture.today }
    #expect(try await !people().contains("A place is free and somebody waits"))
  }

  @Test func `requests of all courses stand on one page, answered ones no more`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    #expect(try await fixture.html("/requests", as: .brandt).contains("Nothing is waiting"))
    try await fixture.send(.post, fixture.path("newspaper", "/seats"), as: .cem)
    let html = try await fixture.html("/requests", as: .brandt)
    #expect(html.contains("Cem Tal") && html.contains("Newspaper") && html.contains("name=\"approve\""))
    #expect(try await fixture.html("/requests", as: .okoro).contains("Nothing is waiting"))
    #expect(try await fixture.html("/courses", as: .brandt).contains("<span class=\"tabs__count\">1</span>"))
    try await fixture.send(
      .post, fixture.path("newspaper", "/requests"), Form(["deny": fixture.student(.cem).text]), as: .brandt)
    #expect(try await fixture.seat(.cem, "newspaper") == .denied)
    #expect(try await fixture.html("/requests", as: .brandt).contains("Nothing is waiting"))
  }

  @Test(arguments: Language.allCases)
  func `pages speak every language, and hostile names stay names`(_ language: Language) async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    try await fixture.change("robotics") {
      ($0.name, $0.about) = ("</script><b>Bobby</b>", "<img src=x onerror=alert(1)>")
    }
    try await fixture.send(.post, fixture.path("robotics", "/seats"), as: .ada)
    for path in ["/catalogue", "/courses", fixture.path("robotics"), fixture.path("robotics", "/people")] {
      let html = try await fixture.html(path, as: .ada, language)
      #expect(!html.contains("<b>Bobby") && !html.contains("<img src=x"), "\(path)")
      #expect(!html.contains("courses.") && !html.contains("enrolment."), "\(path): a word is missing")
    }
    for path in [
      "/requests", fixture.path("robotics", "/people/new"), fixture.path("robotics", "/edit"), "/courses/new",
      fixture.path("robotics", "/copy"), fixture.path("robotics", "/deletion"), fixture.path("robotics", "/requests"),
    ] {
      let html = try await fixture.html(path, as: .okoro, language)
      #expect(!html.contains("<b>Bobby") && !html.contains("courses.") && !html.contains("enrolment."), "\(path)")
    }
  }

  @Test func `open screens hear of seats, and say nothing personal`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    try await fixture.change("robotics") { $0.capacity = 3 }
    let pages: [(path: String, who: CourseFixture.Who, hears: Bool)] = [
      (fixture.path("robotics", "/people"), .okoro, true), (fixture.path("robotics", "/requests"), .okoro, true),
      ("/requests", .okoro, true), ("/requests", .brandt, false), ("/requests", .owner, true),
      ("/courses", .okoro, true), ("/catalogue", .ada, true), ("/catalogue", .leila, true), ("/catalogue", .cem, false),
      (fixture.path("math", "/people"), .okoro, false),
    ]
    var watched: [[String]] = []
    for page in pages { watched.append(try await fixture.topics(page.path, as: page.who)) }
    let change = try #require(
      try await fixture.ledger.change { try await fixture.send(.post, fixture.path("robotics", "/seats"), as: .ada) })
    for (page, topics) in zip(pages, watched) {
      let told = try await fixture.ledger.tells(topics, of: change, to: fixture.caller(page.who))
      #expect(told == page.hears, "\(page.path) \(page.who)")
    }
    #expect(try await fixture.ledger.tells(watched[0], of: change, to: fixture.caller(.brandt)) == nil)
    #expect(try await fixture.ledger.tells(watched[6], of: change, to: fixture.caller(.cem)) == nil)
    let places = try #require(fixture.enrolment.views.first)
    #expect(places.touched(change) == [fixture.school.text])
    let html = try #require(try await places.render(fixture.school.text, change, fixture.scene())).string
    #expect(html.contains("1 of 3 places taken") && !html.contains("Ada") && !html.contains("command"))
    #expect(try await !places.maySee("no-id", fixture.caller(.owner)))
  }
}
