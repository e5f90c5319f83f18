import Base
import Classroom
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

@Suite struct `The average on a first page` {
  @Test(arguments: Dialect.allCases)
  func `is of what is finished, and before that as if it all ended today`(_ dialect: Dialect) async throws {
    let school = try await ProgressSchool.open(dialect)
    #expect(try await school.board(.maya).first?.average == nil)
    let (math, maya) = (school.lessons.math, school.lessons.maya)
    try await school.lessons.write { tx in
      let item = GradeItem(
        id: LessonsSchool.id(940), course: math, source: .manual, title: "Essay",
        possible: Amount(units: 10 * Amount.scale), postsItself: true, updatedAt: tx.now)
      try GradesStore(tx: tx).put(item)
      let score = Score(
        item: item.id, student: maya, raw: Amount(units: 8 * Amount.scale + 8_500), by: LessonsSchool.account(.omar),
        at: tx.now)
      try GradesStore(tx: tx).record(score, of: item)
    }
    let before = try #require(try await school.board(.maya).first)
    #expect(before.average == BoardAverage(plain: Amount("3.3") ?? .zero, weighted: nil, isProjected: true))
    #expect(before.cards.first?.grade?.scores == [885], "what a line is drawn from")
    let early = stack(studentMain(before, school.scene()) + [studentSide(before, school.scene())]).string
    #expect(early.contains("Average so far") && !early.contains("Grade point average") && early.contains("3.30"))
    try await school.lessons.write { tx in
      var course = try #require(try CoursesStore(tx: tx).course(math, in: tx.school))
      (course.archivedAt, course.level) = (tx.now, .advanced)
      try CoursesStore(tx: tx).put(course)
    }
    let after = try #require(try await school.board(.maya).first)
    #expect(after.average == BoardAverage(plain: Amount("3.3") ?? .zero, weighted: Amount("4.3"), isProjected: false))
    let shown = stack(studentMain(after, school.scene()) + [studentSide(after, school.scene())]).string
    #expect(after.cards.isEmpty && shown.contains("Grade point average") && shown.contains("3.30"))
    #expect(!shown.contains("Average so far"))
  }
}

@Suite struct `A streak of long ago` {
  @Test(arguments: Dialect.allCases)
  func `knows the holidays of its time`(_ dialect: Dialect) async throws {
    let school = try await ProgressSchool.open(dialect)
    let (first, maya, math) = (LessonsSchool.monday.plus(days: -700), school.lessons.maya, school.lessons.math)
    try await school.lessons.write { tx in
      try AttendanceStore(tx: tx).put(Holiday(day: first.plus(days: 1), name: "Snow"))
      for (lesson, day) in [(school.lessons.halves, first), (school.lessons.quarters, first.plus(days: 2))] {
        try LessonsStore(tx: tx).put(
          LessonDone(lesson: lesson, student: maya, course: math, at: tx.now, day: day))
      }
    }
    #expect(try await school.board(.maya).first?.streak?.longest == 2)
  }
}

@Suite struct `What waits for a teacher` {
  @Test func `is counted as a whole, and all of it can be reached`() {
    var board = TeacherBoard()
    board.toGrade = (1...11).map { number in
      .init(
        item: CourseItem(
          id: LessonsSchool.id(UInt64(3000 + number)), course: .none, kind: .assignment, title: "Essay \(number)",
          place: number, updatedAt: Instant(milliseconds: 0)),
        course: "Math", count: 2, since: Instant(milliseconds: Int64(number)), path: "/work/\(number)")
    }
    let scene = Scene(words: TestWords.of(.en), zone: .utc, now: Instant(milliseconds: 100_000), csrf: "proof")
    let shown = teacherBoard(board, scene).string
    #expect(shown.contains("To grade: 22") && shown.contains("Show 3 more") && shown.contains("/work/11\""))
    board.toGrade = Array(board.toGrade.prefix(8))
    #expect(!teacherBoard(board, scene).string.contains("<details"))
  }
}

@Suite struct `Pages of progress` {
  @Test func `fetch themselves again when something was done, each for its own readers`() async throws {
    let school = try await ProgressSchool.open()
    let course = ProgressPaths.course(school.lessons.math)
    let pages: [(path: String, who: ProgressSchool.Person)] = [
      (ProgressPaths.all, .maya), (ProgressPaths.all, .leila), (course, .maya), (course, .leila), (course, .omar),
    ]
    var watched: [[String]] = []
    for page in pages { watched.append(try await school.topics(page.path, as: page.who)) }
    let board = try await school.ledger.read { [service = school.service, omar = school.caller(.omar)] in
      try service.teacherBoard(for: omar, $0).topics
    }
    let done = try #require(
      try await school.ledger.change { try await school.finish(school.lessons.halves, as: .maya) })
    for (page, topics) in zip(pages, watched) {
      #expect(try await school.ledger.tells(topics, of: done, to: school.caller(page.who)) == true, "\(page)")
      #expect(try await school.ledger.tells(topics, of: done, to: school.caller(.yusuf)) != true, "\(page)")
    }
    #expect(try await school.ledger.tells(board, of: done, to: school.caller(.omar)) == false, "no work")
    #expect(try await school.ledger.tells(watched[4], of: done, to: school.caller(.maya)) == nil)
  }
}

@Suite struct `How far somebody is in a course` {
  @Test func `is one number, on the card and on the course's own page`() async throws {
    let school = try await ProgressSchool.open(.sqlite)
    let known = try #require(try await school.board(.maya).first?.cards.first)
    var progress = known.progress
    (progress.lessons, progress.assignments, progress.quizzes) = (Tally(1, of: 6), Tally(2, of: 6), Tally())
    let card = ProgressCard(course: known.course, progress: progress, grade: nil)
    for page in [progressCard(card, school.scene()), courseCard(progress, in: known.course.id, school.scene())] {
      #expect(page.string.contains("stroke-dasharray=\"16 100\""))
    }
  }

  @Test func `puts who is furthest behind first, and leaves those who are equal by name`() {
    func row(_ name: String, _ lessons: Int, _ quizzes: Int) -> CourseProgressPage.Row {
      var progress = CourseProgress()
      (progress.lessons, progress.quizzes) = (Tally(lessons, of: 4), Tally(quizzes, of: 2))
      return .init(student: .none, name: name, progress: progress, points: 0)
    }
    let rows = [row("Ada", 4, 2), row("Ben", 1, 2), row("Cleo", 1, 0), row("Dan", 4, 2), row("Eve", 0, 2)]
    #expect(behindFirst(rows).map { $0.name } == ["Eve", "Cleo", "Ben", "Ada", "Dan"])
  }
}
