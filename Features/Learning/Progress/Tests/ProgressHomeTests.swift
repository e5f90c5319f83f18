import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import School
import Testing

@testable import Learning

@Suite struct `A first page of work` {
  private static func line(_ number: Int, _ at: Instant) -> DueLine {
    DueLine(
      item: CourseItem(
        id: LessonsSchool.id(UInt64(4000 + number)), course: LessonsSchool.id(4), kind: .assignment,
        title: "Essay \(number)", place: number, updatedAt: at),
      course: "Math", at: at, isDone: false)
  }

  private static func board(_ due: [DueLine] = [], overdue: [DueLine] = []) -> StudentBoard {
    var board = StudentBoard(student: .none, name: "Maya", week: ProgressWeek([], today: Day(number: 0), first: 1))
    (board.due, board.overdue) = (due, overdue)
    return board
  }

  /// Of a week that begins, three times "0, and less than last week" would be said.
  @Test func `says of a week in which nothing was done that nothing was, and compares when something was`() async throws
  {
    let scene = try await ProgressSchool.open().scene()
    var board = Self.board()
    board.week.quizzes.before = 2
    let early = studentWeek(board, scene).string
    #expect(early.contains("Nothing finished yet") && !early.contains("quizzes") && !early.contains("week__arrow"))
    board.week.lessons.now = 1
    let later = studentWeek(board, scene).string
    #expect(later.contains("1 lesson completed") && later.contains("0 quizzes taken") && later.contains("week__arrow"))
  }

  @Test func `shows seven things that are due, those that are late first, and folds the rest`() async throws {
    let scene = try await ProgressSchool.open().scene()
    let (late, soon) = (scene.now.plus(days: -1), scene.now.plus(days: 1))
    let board = Self.board((1...8).map { Self.line($0, soon) }, overdue: (11...12).map { Self.line($0, late) })
    let html = stack(studentMain(board, scene)).string
    let parts = html.split(separator: "<details")
    #expect(parts.count == 2 && parts[0].split(separator: "href=\"/assignments/").count == 8)
    #expect(parts[0].contains("Essay 12") && parts[0].contains("Essay 5") && parts[1].contains("Essay 6"))
    #expect(parts[1].contains("Show 3 more"))
    #expect(parts[0].contains("hue-dot"), "each has the colour of its course")
    let few = Self.board((1...7).map { Self.line($0, soon) })
    #expect(!stack(studentMain(few, scene)).string.contains("<details"))
    #expect(few.dueCount(on: scene.ownToday.plus(days: 1), in: scene.ownZone) == 7)
  }

  @Test func `leads with the course that meets next, and with the last one where none does`() async throws {
    let school = try await ProgressSchool.open()
    var board = try #require(try await school.board(.maya).first)
    let (scene, card) = (school.scene(), try #require(board.cards.first))
    let minute = scene.zone.minute(of: scene.now)
    board.meetings = [
      BoardMeeting(course: card.course.id, start: 0, end: minute),
      BoardMeeting(course: card.course.id, start: minute + 12, end: minute + 57),
    ]
    let html = stack(studentMain(board, scene)).string
    #expect(html.contains("in 12 minutes") && html.contains(card.course.name) && html.contains("Continue"))
    board.meetings[1].start = minute
    #expect(stack(studentMain(board, scene)).string.contains("Now · "))
    board.meetings = []
    #expect(!stack(studentMain(board, scene)).string.contains("Now · "))
  }

  @Test func `tells parents in a sentence what is missing and which grade moved`() async throws {
    let school = try await ProgressSchool.open()
    var board = try #require(try await school.board(.leila).first)
    let (scene, course) = (school.scene(), try #require(board.cards.first).course)
    board.cards[0].grade = GradeSummary(
      course: course.id, student: board.student, percent: Amount(72), letter: nil, trend: .up, scores: [600, 720])
    #expect(boardSentences(board, scene) == ["Nothing is missing."], "nothing is new")
    board.news = [
      GradeNews(
        title: "Essay", courseID: course.id, course: course.name, raw: Amount(8), possible: Amount(10) ?? .zero,
        path: "/", at: scene.now)
    ]
    #expect(boardSentences(board, scene).last?.contains("rose to 72%") == true)
    board.overdue = [Self.line(1, scene.now), Self.line(2, scene.now)]
    #expect(boardSentences(board, scene).first == "2 things are missing.")
    let html = childBoard(board, scene).string
    #expect(html.contains("course-chip") && html.contains("aria-label=\"Last scores: 60%, 72%\""))
  }

  @Test func `has a row for requests and one for each course of a teacher`() async throws {
    let school = try await ProgressSchool.open()
    var board = try await school.ledger.read { [service = school.service, omar = school.caller(.omar)] in
      try service.teacherBoard(for: omar, $0)
    }
    board.requests = 2
    let (html, side) = (teacherBoard(board, school.scene()).string, teacherCourses(board, school.scene()).string)
    #expect(html.contains("2 requests waiting") && html.contains(EnrolmentPaths.requests) && !html.contains("banner"))
    #expect(side.contains(CoursesPaths.course(school.lessons.math)))
  }
}
