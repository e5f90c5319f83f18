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
@testable import Ledger
@testable import Web

/// The lessons' school with what is needed to look at it from afar.
struct ProgressSchool: FeatureSchool {
  typealias Person = LessonsSchool.Person
  static let zone = LessonsSchool.zone
  let lessons: LessonsSchool
  let service: ProgressService
  let table: RouteTable
  var ledger: Ledger { lessons.ledger }

  static func open(_ dialect: Dialect = .sqlite) async throws -> ProgressSchool {
    let lessons = try await LessonsSchool.open(dialect)
    let service = ProgressService()
    return ProgressSchool(lessons: lessons, service: service, table: RouteTable(progressRoutes(service)))
  }

  func finish(_ lesson: ID<CourseItem>, as person: Person) async throws {
    _ = try await lessons.send(.post, LessonsPaths.completion(lesson), as: person)
  }

  func board(_ person: Person) async throws -> [StudentBoard] {
    let caller = caller(person)
    return try await ledger.read { try service.boards(for: caller, zone: Self.zone, $0) }
  }
}

@Suite struct `A student's first page` {
  @Test(arguments: Dialect.allCases)
  func `shows the course with its ring, the next lesson, the week and the streak`(_ dialect: Dialect) async throws {
    let school = try await ProgressSchool.open(dialect)
    try await school.finish(school.lessons.halves, as: .maya)
    let board = try #require(try await school.board(.maya).first)
    #expect(board.cards.count == 1 && board.cards[0].progress.lessons == Tally(1, of: 2))
    #expect(board.cards[0].progress.next?.id == school.lessons.quarters)
    // One lesson is left, and the two take twelve and a half minutes on average.
    #expect(board.cards[0].progress.minutesLeft == 13)
    #expect(board.week.lessons.now == 1 && board.streak?.current == 1 && board.streak?.state == .done)
    let shown = stack(studentMain(board, school.scene()) + [studentSide(board, school.scene())]).string
    #expect(
      shown.contains("1 of 2 lessons completed")
        && shown.contains("href=\"\(LessonsPaths.lesson(school.lessons.quarters))\""))
    let week = studentWeek(board, school.scene()).string
    #expect(week.contains("1 day of course work") && week.contains("1 lesson completed") && shown.contains("50%"))
  }

  @Test(arguments: Dialect.allCases)
  func `counts the night for the day before where the school says so, and keeps the days it has counted`(
    _ dialect: Dialect
  ) async throws {
    let school = try await ProgressSchool.open(dialect)
    let tuesday = LessonsSchool.monday.plus(days: 1)
    func now(_ minute: Int) { school.lessons.clock.set(ProgressSchool.zone.instant(tuesday, minute: minute)) }
    func begin(at hour: Int) async throws {
      try await school.lessons.write("test.day-start") { tx in
        try tx.execute("UPDATE school SET \"dayStart\" = $2 WHERE id = $1", [.id(tx.school), .int(hour)])
      }
    }
    func streak() async throws -> Streak? { try await school.board(.maya).first?.streak }
    try await begin(at: 4)
    now(120)
    let page = try await school.lessons.html(LessonsPaths.lesson(school.lessons.halves), as: .maya)
    #expect(page.contains("data-own-today=\"4\""))
    try await school.finish(school.lessons.halves, as: .maya)
    #expect(try await streak()?.state == .done)
    now(300)
    #expect(try await streak()?.state == .open)
    try await school.finish(school.lessons.quarters, as: .maya)
    #expect(try await streak()?.current == 2)
    try await begin(at: 0)
    #expect(try await streak()?.current == 2)
    try await begin(at: 6)
    #expect(try await streak()?.current == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `shows parents their own children and strangers nothing`(_ dialect: Dialect) async throws {
    let school = try await ProgressSchool.open(dialect)
    try await school.finish(school.lessons.halves, as: .maya)
    let boards = try await school.board(.leila)
    #expect(boards.map(\.student) == [school.lessons.maya])
    #expect(boardSentences(boards[0], school.scene()) == ["Nothing is missing."])
    #expect(try await school.board(.stranger).isEmpty)
    let yusuf = try #require(try await school.board(.yusuf).first)
    #expect(yusuf.cards[0].progress.lessons == Tally(0, of: 2) && yusuf.streak?.state == Streak.State.none)
  }

  @Test func `asks a constant number of questions, each by an index`() async throws {
    let school = try await ProgressSchool.open()
    let (caller, tenant) = (school.lessons.caller(.leila), school.lessons.school)
    func watch() async throws -> (count: Int, plans: [String]) {
      try await school.lessons.watch { tx in
        let students = try StudentsStore(tx: tx).ofGuardian(caller.account, in: tenant)
        _ = try StudentBoard.of(students, [], LessonsSchool.zone, tenant, tx)
      }
    }
    let few = try await watch()
    try await school.lessons.write { tx in
      for number in 0..<30 {
        let item = CourseItem(
          id: LessonsSchool.id(2000 + UInt64(number)), course: school.lessons.math, kind: .lesson, title: "L",
          place: 10 + number, publishedAt: tx.now, updatedAt: tx.now)
        try CoursesStore(tx: tx).put(item)
        try LessonsStore(tx: tx).put(Lesson(id: item.id, course: school.lessons.math, updatedAt: tx.now))
        try LessonsStore(tx: tx).put(
          LessonDone(
            lesson: item.id, student: school.lessons.maya, course: school.lessons.math, at: tx.now,
            day: LessonsSchool.monday))
      }
    }
    let many = try await watch()
    #expect(few.count == many.count && many.count <= 29, "\(few.count) \(many.count)")
    #expect(!many.plans.contains { $0.hasPrefix("SCAN") && !$0.contains("CONSTANT") }, "\(many.plans)")
  }
}

@Suite struct `What is due` {
  @Test func `is shown two weeks ahead, and not what comes after`() async throws {
    let school = try await ProgressSchool.open()
    let math = school.lessons.math
    try await school.lessons.write { tx in
      for (number, hours) in [(UInt64(801), Int64(-1)), (802, 1)] {
        let due = tx.now.plus(days: 14).plus(seconds: hours * 3600)
        let work = CourseItem(
          id: LessonsSchool.id(number), course: math, kind: .assignment, title: "Essay \(number)", place: Int(number),
          dueAt: due, publishedAt: tx.now, updatedAt: tx.now)
        try CoursesStore(tx: tx).put(work)
        try AssignmentsStore(tx: tx).put(
          Assignment(id: work.id, course: math, accepts: [.text], updatedAt: tx.now))
      }
    }
    #expect(try await school.board(.maya).first?.due.map(\.item.title) == ["Essay 801"])
  }
}

@Suite struct `What is missing` {
  /// Two quizzes that only close, yesterday, one of them excused for Maya; an assignment that was graded without work.
  private func open(_ dialect: Dialect) async throws -> ProgressSchool {
    let school = try await ProgressSchool.open(dialect)
    let (math, maya) = (school.lessons.math, school.lessons.maya)
    try await school.lessons.write { tx in
      let (past, grades) = (tx.now.plus(days: -1), GradesStore(tx: tx))
      func column(_ number: UInt64, _ source: GradeItem.Source) throws -> GradeItem {
        let column = GradeItem(
          id: LessonsSchool.id(number), course: math, source: source, title: "C", possible: Amount(10) ?? .zero,
          dueAt: past, postsItself: true, updatedAt: tx.now)
        try grades.put(column)
        return column
      }
      for number in [UInt64(901), 902] {
        let item = CourseItem(
          id: LessonsSchool.id(number), course: math, kind: .quiz, title: "Quiz \(number)", place: Int(number),
          publishedAt: past, updatedAt: tx.now)
        let quiz = Quiz(id: item.id.cast(), course: math, closesAt: past, updatedAt: tx.now)
        let question = Question(
          id: LessonsSchool.id(number + 10), course: math, quiz: quiz.id, author: LessonsSchool.account(.omar),
          updatedAt: tx.now)
        try QuizzesStore(tx: tx).record(quiz, item, [(question, .trueFalse("?", isTrue: true))])
      }
      let work = CourseItem(
        id: LessonsSchool.id(903), course: math, kind: .assignment, title: "Essay 903", place: 903, dueAt: past,
        publishedAt: past, updatedAt: tx.now)
      try CoursesStore(tx: tx).put(work)
      try AssignmentsStore(tx: tx).put(
        Assignment(id: work.id, course: math, accepts: [.text], updatedAt: tx.now))
      try grades.record(
        Score(item: LessonsSchool.id(903), student: maya, raw: Amount(8), by: .none, at: tx.now),
        of: column(903, .assignment))
      let second = try #require(try grades.item(LessonsSchool.id(902), in: tx.school))
      try grades.record(
        Score(item: second.id, student: maya, raw: nil, excused: true, by: .none, at: tx.now), of: second)
    }
    return school
  }

  @Test(arguments: Dialect.allCases)
  func `is said to families without what is excused or graded, and with quizzes that only close`(_ dialect: Dialect)
    async throws
  {
    let school = try await open(dialect)
    #expect(try await school.board(.leila).first?.overdue.map(\.item.title) == ["Quiz 901"])
    #expect(try await school.board(.maya).first?.overdue.map(\.item.title) == ["Quiz 901"])
    #expect(
      try await school.board(.yusuf).first?.overdue.map(\.item.title).sorted() == ["Essay 903", "Quiz 901", "Quiz 902"])
    let (math, maya, tenant) = (school.lessons.math, school.lessons.maya, school.lessons.school)
    let scene = school.scene()
    let marks = try await school.lessons.ledger.read { tx in
      let course = try #require(try CoursesStore(tx: tx).course(math, in: tenant))
      let items = try CoursesStore(tx: tx).items(of: math, in: tenant)
      return try quizMarks(items, course, .student(maya), school.lessons.caller(.maya), tx)
    }
    #expect(marks[LessonsSchool.id(901)]?.draw(scene).string.contains("Missing") == true)
    #expect(marks[LessonsSchool.id(902)] == nil)
  }

  /// G11.
  @Test(arguments: Dialect.allCases)
  func `is a part of what was due, and the staff see how much came`(_ dialect: Dialect) async throws {
    let school = try await open(dialect)
    let path = ProgressPaths.course(school.lessons.math)
    func rate() async throws -> JSON? { try await school.send(.get, path, as: .omar).json()["handedIn"] }
    // Of two students' three things Maya's essay and her second quiz are settled otherwise.
    #expect(try await rate() == .object([("done", .integer(0)), ("of", .integer(4))]))
    try await school.lessons.write { tx in
      try AttemptsStore(tx: tx).record(
        LessonsSchool.id(990), of: LessonsSchool.id(901), by: school.lessons.maya, [:], from: tx.now.plus(days: -2),
        until: tx.now.plus(days: -2))
    }
    #expect(try await rate() == .object([("done", .integer(1)), ("of", .integer(4))]))
    let page = try await school.shown(path, as: .omar)
    #expect(page.contains("1 of the 4 pieces of work that were due by now") && page.contains("id=\"hand-in\""))
    #expect(try await !school.shown(path, as: .maya).contains("hand-in"))
    #expect(try await school.send(.get, path, as: .maya).json()["handedIn"] == .null)
  }
}

@Suite struct `Progress in a course` {
  @Test(arguments: Dialect.allCases)
  func `is everybody's for the staff and one's own for students`(_ dialect: Dialect) async throws {
    let school = try await ProgressSchool.open(dialect)
    try await school.finish(school.lessons.halves, as: .maya)
    let path = ProgressPaths.course(school.lessons.math)
    let staff = try await school.shown(path, as: .omar)
    #expect(staff.contains("Maya Levi") && staff.contains("يوسف") && staff.contains("1/2"))
    let own = try await school.shown(path, as: .maya)
    #expect(own.contains("Lessons 1/2") && !own.contains("يوسف"))
    for person in [LessonsSchool.Person.noa, .stranger] {
      await #expect(throws: Refusal.notFound) { _ = try await school.send(.get, path, as: person) }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is sorted by who is furthest behind, when the staff ask`(_ dialect: Dialect) async throws {
    let school = try await ProgressSchool.open(dialect)
    try await school.finish(school.lessons.halves, as: .maya)
    let path = ProgressPaths.course(school.lessons.math)
    func first(_ query: Form) async throws -> Bool {
      let page = try await school.shown(path, as: .omar, query: query)
      let maya = try #require(page.firstRange(of: "progress-\(school.lessons.maya.text)"))
      let yusuf = try #require(page.firstRange(of: "progress-\(school.lessons.yusuf.text)"))
      return maya.lowerBound < yusuf.lowerBound
    }
    #expect(try await first(Form()))
    #expect(try await !first(Form(["sort": "behind"])))
  }

  @Test(arguments: Dialect.allCases)
  func `is said on the list of courses: how far for students, how much for families, nothing to the office`(
    _ dialect: Dialect
  ) async throws {
    let school = try await ProgressSchool.open(dialect)
    try await school.finish(school.lessons.halves, as: .maya)
    let scene = school.scene()
    let (math, tenant) = (school.lessons.math, school.lessons.school)
    func line(_ who: LessonsSchool.Person) async throws -> String? {
      let (service, caller) = (school.service, school.caller(who))
      return try await school.ledger.read { tx in
        let course = try #require(try CoursesStore(tx: tx).course(math, in: tenant))
        return try service.lines([course], caller, tx)[math]?.draw(scene).string
      }
    }
    #expect(try await line(.maya)?.contains("stroke-dasharray=\"50 100\"") == true)
    #expect(try await line(.leila)?.contains("ring") == false)
  }

  @Test(arguments: Dialect.allCases)
  func `is a page too where nobody is in the course, and asks for nobody's lessons`(_ dialect: Dialect) async throws {
    let school = try await ProgressSchool.open(dialect)
    let tenant = school.lessons.school
    let page = try await school.send(.get, ProgressPaths.course(school.lessons.science), as: .noa)
    #expect(page.status == 200)
    guard dialect == .sqlite else { return }
    let asked = try await school.lessons.watch { _ = try LessonsStore(tx: $0).events(of: [], in: tenant) }
    #expect(asked.count == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `forgets what a course that goes wished for, and is silent where it wished for nothing`(_ dialect: Dialect)
    async throws
  {
    let school = try await ProgressSchool.open(dialect)
    let (math, science) = (school.lessons.math, school.lessons.science)
    _ = try await school.send(
      .post, ProgressPaths.settings(math), Form(["streaks": "1", "leaderboard": "1"]), as: .omar)
    _ = try await school.send(.post, ProgressPaths.leaderboard(math), Form(["in": "1"]), as: .maya)
    func forgotten(_ course: ID<Course>) async throws -> [String] {
      let before = try await school.head()
      try await school.lessons.write { try forgetProgress(of: course, $0) }
      return try await school.lessons.indexed(since: before)
    }
    #expect(try await forgotten(science).isEmpty)
    #expect(try await forgotten(math) == ["t 170", "u 170", "u 171"])
    #expect(try await forgotten(math).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `has a leaderboard only where a teacher wants one, for those who want to be in it`(_ dialect: Dialect)
    async throws
  {
    let school = try await ProgressSchool.open(dialect)
    let (course, path) = (school.lessons.math, ProgressPaths.leaderboard(school.lessons.math))
    #expect(!(try await school.shown(ProgressPaths.course(course), as: .maya).contains("Leaderboard")))
    await #expect(throws: Refusal.conflict(Phrase("progress.leaderboard.off"))) {
      _ = try await school.send(.post, path, Form(["in": "1"]), as: .maya)
    }
    _ = try await school.send(
      .post, ProgressPaths.settings(course), Form(["streaks": "1", "leaderboard": "1"]), as: .omar)
    await #expect(throws: Refusal.notFound) {
      _ = try await school.send(.post, ProgressPaths.settings(course), Form(["leaderboard": "1"]), as: .maya)
    }
    _ = try await school.send(.post, path, Form(["in": "1"]), as: .maya)
    let shown = try await school.shown(ProgressPaths.course(course), as: .maya)
    // One alone would be first and last.
    #expect(shown.contains("appears when enough") && shown.contains("Do not appear"))
    _ = try await school.send(.post, path, Form(["in": "0"]), as: .maya)
    #expect(try await school.shown(ProgressPaths.course(course), as: .maya).contains("Appear here"))
  }

  @Test(arguments: Dialect.allCases)
  func `leaves out of a streak what a course does not want in it`(_ dialect: Dialect) async throws {
    let school = try await ProgressSchool.open(dialect)
    try await school.finish(school.lessons.halves, as: .maya)
    _ = try await school.send(.post, ProgressPaths.settings(school.lessons.math), Form([:]), as: .omar)
    #expect(try await school.board(.maya).first?.streak == nil)
  }

  @Test func `does not lead to itself`() async throws {
    let school = try await ProgressSchool.open()
    let page = try await school.html(ProgressPaths.all, as: .maya)
    #expect(page.contains("class=\"week\"") && !page.contains("href=\"\(ProgressPaths.all)\""))
  }

  @Test(arguments: Language.allCases)
  func `speaks every language`(_ language: Language) async throws {
    let school = try await ProgressSchool.open()
    try await school.finish(school.lessons.halves, as: .maya)
    for text in [
      try await school.shown(ProgressPaths.all, as: .maya, language),
      try await school.shown(ProgressPaths.all, as: .leila, language),
      try await school.shown(ProgressPaths.course(school.lessons.math), as: .omar, language),
    ] {
      #expect(!text.contains("progress.") && !text.contains("lessons."))
    }
  }
}
