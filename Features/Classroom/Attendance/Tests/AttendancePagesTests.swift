import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import People
import Router
import School
import Testing

@testable import Classroom
@testable import ClassroomServer
@testable import Ledger
@testable import Web

@Suite struct `What the pages of attendance show` {
  @Test func `a register has everybody, four named buttons each, and works without scripts`() async throws {
    let school = try await AttendanceSchool.open()
    try await school.mark(school.maya, "late")
    let answer = try await school.send(.get, school.path(), as: .omar)
    let page = try #require(answer.page(school.scene()))
    let html = page.body
    #expect(page.name == "attendance.register" && page.title.contains("7B"))
    for part in [
      "Mark Maya Levi absent", "data-row", "data-mark=\"excused\"", "1 late", "2 not marked yet",
      "name=\"marks.\(school.maya.text)\" value=\"present\"", "form=\"mark-\(school.maya.text)\"",
      "<form id=\"mark-\(school.maya.text)\" method=\"post\" action=\"\(school.path())\"",
    ] { #expect(html.contains(part), "\(part)") }
    #expect(html.string.components(separatedBy: "aria-pressed=\"true\"").count == 2)
    #expect(page.topics == ["register/\(school.session().text).\(school.class7B.text)", "said/\(school.class7B.text)"])
  }

  @Test(arguments: Language.allCases)
  func `a hostile name stays a name, in every language`(_ language: Language) async throws {
    let school = try await AttendanceSchool.open()
    let row = RegisterPage.Row(
      student: school.maya, name: "<script>alert(1)</script> & \"Ω\" יעל", mark: nil, by: nil,
      said: .init(by: "<b>", reason: "'\"><img src=x>"))
    let session = LessonSession(
      id: school.session(), classroom: school.class7B, period: school.morning, day: AttendanceSchool.monday,
      title: "<i>",
      start: 495, end: 540)
    let data = RegisterPage(session: session, classroom: "7\"B", rows: [row], refused: nil, topics: [])
    let html = registerPage(data, school.scene(language)).body
    #expect(!html.contains("<script>") && !html.contains("<img") && !html.contains("<b>"))
    #expect(html.contains("<bdi>&lt;script&gt;"))
    #expect(!html.contains("attendance."), "a key that is not a word")
  }

  @Test func `an old register can be read by its teacher and says reason not more`() async throws {
    let school = try await AttendanceSchool.open()
    let answer = try await school.send(.get, school.path(AttendanceSchool.monday.plus(days: -17)), as: .omar)
    let html = try #require(answer.page(school.scene())).body
    #expect(html.contains("only the office can change") && !html.contains("<button class=\"pill__mark\""))
    #expect(!html.contains("<form"))
  }

  @Test func `the answer to a tap holds the row, the counts, a fresh form and the way back`() async throws {
    let school = try await AttendanceSchool.open()
    let answer = try await school.mark(school.maya, "absent")
    let make = try #require(answer.fragments)
    let html = make(school.scene())
    for part in [
      "data-target=\"row-", "data-target=\"counts-", "data-target=\"mark-\(school.maya.text)\"",
      "data-target=\"toasts\"",
      "1 absent", "/undo",
    ] { #expect(html.contains(part), "\(part)") }
    #expect(!html.contains(school.tomer.text))
    #expect(answer.path?.contains("#row-") == true)
  }

  @Test func `the office sees first who has not taken the register`() async throws {
    let school = try await AttendanceSchool.open()
    try await school.write { tx in
      try AttendanceStore(tx: tx).put(
        TimetablePeriod(
          id: ID(high: 0x7000, low: 1 << 63 | 500), classroom: school.class8A, title: "Late shift", weekday: 1,
          start: 600,
          end: 660, from: AttendanceSchool.monday, until: nil))
    }
    _ = try await school.send(.post, school.path() + "/rest", as: .omar)
    let scene = school.scene()
    let office = try #require(try await school.send(.get, "/attendance", as: .dana).page(scene))
    let html = office.body.string
    let (late, morning) = (html.range(of: "Late shift"), html.range(of: "Morning"))
    let (first, second) = (try #require(late), try #require(morning))
    #expect(first.lowerBound < second.lowerBound)
    #expect(html.contains("1 of 2 registers taken") && html.contains("Not taken yet"))
  }

  @Test func `nothing yet, nothing today and a holiday are three different things`() async throws {
    let school = try await AttendanceSchool.open()
    let scene = school.scene()
    let noa = try #require(try await school.send(.get, "/attendance", as: .noa).page(scene))
    #expect(noa.body.contains("No timetable yet"))
    let query: Form = Form(["day": AttendanceSchool.monday.plus(days: -1).text])
    let sunday = try await school.send(.get, "/attendance", as: .omar, query: query)
    #expect(sunday.page(scene)?.body.contains("Nothing on this day") == true)
  }

  @Test func `a family sees its child's day and history, with the numbers and where they come from`() async throws {
    let school = try await AttendanceSchool.open()
    try await school.mark(school.maya, "late")
    let scene = school.scene()
    let home = try #require(try await school.send(.get, "/attendance", as: .leila).page(scene))
    #expect(home.body.contains("Maya Levi") && home.body.contains("Late") && !home.body.contains("Tomer"))
    #expect(home.topics == ["family/" + school.maya.text])
    let path = AttendancePaths.history(school.maya)
    let rule = try await school.shown(path, as: .leila)
    #expect(rule.contains("Attendance rate: (present + late) ÷ all marks"), "the rule in use, beside the number")
    for person in [AttendanceSchool.Person.leila, .maya, .omar, .dana] {
      let html = try #require(try await school.send(.get, path, as: person).page(scene)).body
      #expect(html.contains("(present + late) ÷ all marks = 1 ÷ 1 = 100.0%") && html.contains("Omar"))
    }
    for person in [AttendanceSchool.Person.stranger, .noa] {
      #expect(try await school.refused { _ = try await school.send(.get, path, as: person) } == .notFound)
    }
  }

  @Test func `no records has its own words`() async throws {
    let school = try await AttendanceSchool.open()
    let answer = try await school.send(.get, AttendancePaths.history(school.maya), as: .leila)
    let page = answer.page(school.scene())
    #expect(page?.body.contains("No attendance records") == true)
  }
}

@Suite struct `The page of every component` {
  @Test(arguments: Language.allCases)
  func `shows the pill in every state, and marks nobody`(_ language: Language) {
    let scene = Scene(words: TestWords.of(language), zone: .utc, now: TestClock.evening)
    let html = attendanceKit(scene).string
    for status in Mark.Status.allCases {
      #expect(html.contains("data-mark=\"\(status.rawValue)\" data-feedback=\"light\" aria-pressed=\"true\""))
    }
    #expect(html.contains("pill__mark--alone") && !html.contains("method=\"post\""))
    #expect(!html.contains("attendance.") && !html.contains("/attendance/"))
  }
}

@Suite struct `Live registers` {
  func change(_ school: AttendanceSchool, _ body: () async throws -> Void) async throws -> Change {
    var changes = school.ledger.changes().makeAsyncIterator()
    try await body()
    return try #require(await changes.next())
  }

  @Test func `a mark reaches the register, the class's day, the office and the family, each in its own words`()
    async throws
  {
    let school = try await AttendanceSchool.open()
    let change = try await change(school) { try await school.mark(school.maya, "absent") }
    let scene = school.scene(.he)
    var reached: Set<String> = []
    for view in attendanceViews(school.server) {
      for id in view.touched(change) {
        let html = try await view.render(id, change, scene)
        #expect(html?.contains("csrf") != true, "nothing personal")
        // The sums are the whole school's, and its office's alone.
        #expect((html?.contains("data-target=\"sums-") ?? false) == (view.name == "office-day"), "\(view.name)")
        let word = view.name == "class-day" ? "1 מתוך 3" : "חיסור"
        if html?.contains(word) == true { reached.insert(view.name) }
      }
    }
    #expect(reached == ["register", "office-day", "family", "history", "class-day"])
  }

  @Test func `an open register takes in who has just come into the class, and lets go who has left`() async throws {
    let school = try await AttendanceSchool.open()
    let (view, scene) = (school.server.saidView, school.scene())
    let come = try await change(school) {
      try await school.write { tx in
        try ClassroomsStore(tx: tx).enrol(school.lia, in: school.class7B, from: AttendanceSchool.monday)
      }
    }
    #expect(view.touched(come).contains(school.class7B.text) && !view.touched(come).contains(school.class8A.text))
    let html = try #require(try await view.render(school.class7B.text, come, scene))
    #expect(html.contains("data-op=\"refresh\" data-target=\"main\""))
    let marked = try await change(school) { try await school.mark(school.maya, "late") }
    #expect(view.touched(marked).isEmpty, "a mark asks nobody to look again")
  }

  @Test func `an open timetable shows what a colleague plans, to its class's staff alone`() async throws {
    let school = try await AttendanceSchool.open()
    let (view, id) = (school.server.timetableView, school.class7B.text)
    let planned = try await change(school) {
      let form: Form = Form([
        "title": "Choir", "weekday": "2", "start": "10:00", "end": "10:45", "from": AttendanceSchool.monday.text,
      ])
      try await school.send(.post, "/classes/\(id)/timetable", form, as: .gal)
    }
    #expect(view.touched(planned) == [id])
    let html = try #require(try await view.render(id, planned, school.scene())).string
    #expect(html.contains("data-op=\"replace\" data-target=\"timetable-\(id)\"") && html.contains("Choir"))
    #expect(!html.contains("csrf") && !html.contains("<form"))
    let page = try await school.send(.get, "/classes/\(id)/timetable", as: .omar).page(school.scene())
    #expect(page?.topics == ["timetable/" + id] && page?.body.contains("id=\"timetable-\(id)\"") == true)
    for person in AttendanceSchool.Person.allCases {
      let may = try await view.maySee(id, school.caller(person))
      #expect(may == [.dana, .omar, .gal].contains(person), "\(person)")
    }
  }

  @Test func `open holidays and reported absences look again when somebody else changes them`() async throws {
    let school = try await AttendanceSchool.open()
    let (holidays, absences) = (school.server.holidaysView, school.server.absencesView)
    let named = try await change(school) {
      try await school.send(
        .post, "/attendance/holidays", Form(["name": "Snow", "from": AttendanceSchool.monday.text]), as: .dana)
    }
    #expect(holidays.touched(named) == [school.school.text] && absences.touched(named).isEmpty)
    let said = try await change(school) {
      try await school.send(
        .post, "/students/\(school.maya.text)/absences", Form(["from": AttendanceSchool.monday.plus(days: 1).text]),
        as: .leila)
    }
    #expect(absences.touched(said) == [school.maya.text] && holidays.touched(said).isEmpty)
    for view in [holidays, absences] {
      let html = try await view.render("", said, school.scene())
      #expect(html?.contains("data-op=\"refresh\" data-target=\"main\"") == true)
    }
    let pages = [
      ("/attendance/holidays", AttendanceSchool.Person.dana, "holidays/" + school.school.text),
      ("/students/\(school.maya.text)/absences", .omar, "absences/" + school.maya.text),
    ]
    for (path, person, topic) in pages {
      #expect(try await school.send(.get, path, as: person).page(school.scene())?.topics == [topic])
    }
    for person in AttendanceSchool.Person.allCases {
      #expect(try await holidays.maySee(school.school.text, school.caller(person)) == (person == .dana))
      let may = try await absences.maySee(school.maya.text, school.caller(person))
      #expect(may == [.dana, .omar, .gal, .leila, .maya].contains(person), "\(person)")
    }
  }

  @Test func `the rates of a history follow each mark, those of a month only its own`() async throws {
    let school = try await AttendanceSchool.open()
    let change = try await change(school) { try await school.mark(school.maya, "late") }
    let (view, scene) = (school.server.historyView, school.scene())
    let month = String(AttendanceSchool.monday.text.prefix(7))
    #expect(view.touched(change).isSuperset(of: [school.maya.text, school.maya.text + "." + month]))
    for id in [school.maya.text, school.maya.text + "." + month] {
      let html = try #require(try await view.render(id, change, scene))
      #expect(html.contains("data-target=\"history-rates-\(school.maya.text)\"") && html.contains("100.0%"))
    }
    #expect(try await view.render(school.maya.text + ".2020-01", change, scene) == nil)
    let cleared = try await self.change(school) { try await school.mark(school.maya, "none") }
    let html = try #require(try await view.render(school.maya.text, cleared, scene))
    #expect(html.contains("data-op=\"remove\" data-target=\"entry-") && !html.contains("100.0%"))
    #expect(try await !view.maySee(school.maya.text + ".nonsense", school.caller(.dana)))
  }

  @Test func `only those who may see a topic listen to it`() async throws {
    let school = try await AttendanceSchool.open()
    let register = "\(school.session().text).\(school.class7B.text)"
    let wanted: [(String, String, Set<AttendanceSchool.Person>)] = [
      ("register", register, [.dana, .omar, .gal]), ("register", register + ".r", [.dana, .omar, .gal]),
      ("said", school.class7B.text, [.dana, .omar, .gal]), ("class-day", school.class7B.text, [.dana, .omar, .gal]),
      ("office-day", school.school.text, [.dana]), ("family", school.maya.text, [.dana, .omar, .gal, .leila, .maya]),
      ("history", school.maya.text, [.dana, .omar, .gal, .leila, .maya]), ("register", "nonsense", []),
    ]
    let views = Dictionary(attendanceViews(school.server).map { ($0.name, $0) }) { first, _ in first }
    for (name, id, people) in wanted {
      for person in AttendanceSchool.Person.allCases {
        let view = try #require(views[name])
        let may = try await view.maySee(id, school.caller(person))
        #expect(may == people.contains(person), "\(name) \(id) \(person)")
      }
    }
  }

  @Test func `what a family says arrives in the open register with its button`() async throws {
    let school = try await AttendanceSchool.open()
    let form: Form = Form(["from": AttendanceSchool.monday.text, "reason": "ill"])
    let change = try await change(school) {
      _ = try await school.send(.post, AttendancePaths.absences(school.maya), form, as: .leila)
    }
    let view = school.server.saidView
    #expect(view.touched(change) == [school.class7B.text])
    let html = try #require(try await view.render(school.class7B.text, change, school.scene()))
    #expect(html.contains("said-20521-\(school.maya.text)") && html.contains("Leila says: ill"))
  }
}

@Suite struct `Reading attendance costs the same in a big school` {
  @Test func `no page walks through marks, sessions or enrolments`() async throws {
    let school = try await AttendanceSchool.open()
    try await school.mark(school.maya, "absent")
    let (monday, zone) = (AttendanceSchool.monday, AttendanceSchool.zone)
    let seen = try await school.watch { tx in
      _ = try AttendanceDay(monday, today: monday, school.caller(.dana), tx)
      _ = try AttendanceDay(monday, today: monday, school.caller(.omar), tx)
      let fixture = try RegisterContext(school.morning, monday, school.caller(.omar), zone, tx)
      _ = try RegisterPage(fixture.session, fixture.roster, fixture.marks, nil, school.school, tx)
      _ = try HistoryPage(school.maya, month: nil, after: nil, school.caller(.leila), monday, tx)
      let known = try StudentsStore(tx: tx).students(in: school.school, ids: [school.maya])
      _ = try ChildToday.of(known, monday, school.school, tx)
      _ = try AttendanceStore(tx: tx).events(of: school.session(), in: school.school)
    }
    let walks = seen.plans.filter { $0.hasPrefix("SCAN") }
    #expect(
      walks.filter { plan in
        ["mark", "sitting", " s", " m", " e", "slot", "absence", "holiday", "enrolment", "student"].contains {
          plan.hasSuffix($0)
        }
      }.isEmpty, "\(walks)")
  }

  @Test func `a list of all who are there walks along its own index, and one of a few asks for those`() async throws {
    let school = try await AttendanceSchool.open()
    let all = try await school.watch { tx in
      _ = try StudentsStore(tx: tx).search(in: school.school)
    }
    let walks = all.plans.filter {
      !$0.contains("student_photo") && !$0.contains("SUBQUERY") && !$0.hasPrefix("SEARCH p ")
        && !$0.hasPrefix("SEARCH b ")
    }
    #expect(!walks.isEmpty && walks.allSatisfy { $0.contains("INDEX student_search") }, "\(all.plans)")
    let number = try await school.watch { _ = try StudentsStore(tx: $0).count(in: school.school) }
    #expect(number.plans.count == 1 && number.plans[0].contains("tally USING PRIMARY KEY"), "\(number.plans)")
    let few = try await school.watch { tx in
      _ = try StudentsStore(tx: tx).search(in: school.school, ids: [school.maya])
      _ = try StudentsStore(tx: tx).count(in: school.school, ids: [school.maya])
    }
    #expect(few.plans.filter { $0.hasPrefix("SEARCH") }.allSatisfy { $0.contains("PRIMARY KEY") }, "\(few.plans)")
  }

  @Test func `the number of questions does not grow with the number of children`() async throws {
    let school = try await AttendanceSchool.open()
    let monday = AttendanceSchool.monday
    let count = { () async throws -> [Int] in
      let day = try await school.watch { _ = try AttendanceDay(monday, today: monday, school.caller(.dana), $0) }
      let register = try await school.watch { tx in
        let fixture = try RegisterContext(school.morning, monday, school.caller(.omar), AttendanceSchool.zone, tx)
        _ = try RegisterPage(fixture.session, fixture.roster, fixture.marks, nil, school.school, tx)
      }
      return [day.count, register.count]
    }
    _ = try await school.send(.post, school.path() + "/rest", as: .omar)
    let few = try await count()
    try await school.write { tx in
      for number in 10..<60 {
        let student = Student(
          id: AttendanceSchool.student(UInt64(number)), given: "Child", family: "\(number)", updatedAt: tx.now)
        try StudentsStore(tx: tx).insert(student)
        try ClassroomsStore(tx: tx).enrol(student.id, in: school.class7B, from: monday)
      }
    }
    _ = try await school.send(.post, school.path() + "/rest", as: .omar)
    #expect(try await count() == few)
  }
}
