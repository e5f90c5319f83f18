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
import Web

@testable import Learning
@testable import LearningServer
@testable import Ledger

/// Before results are out, nothing of what is right leaves the server: on no page, in no JSON, in no row.
@Suite struct `What is right stays here` {
  /// Every page and answer that a family can get of the quiz.
  private func everything(_ school: QuizzesSchool, _ attempt: ID<QuizAttempt>, as person: QuizzesSchool.Person)
    async throws
    -> String
  {
    var all = ""
    for route in school.table.routes where route.method == .get && !route.path.hasPrefix("/api") {
      let path = route.path.replacing(":quiz", with: school.quiz.text).replacing(":attempt", with: attempt.text)
        .replacing(":course", with: school.math.text).replacing(":question", with: school.questions[0].text)
      do {
        let answer = try await school.send(.get, path, as: person)
        all += answer.json().string
        if case .page(let make) = answer.body {
          for language in Language.allCases { all += make(school.scene(language)).body.string }
        }
      } catch is Refusal {}
    }
    return all
  }

  private func check(_ text: String, _ school: QuizzesSchool) throws {
    #expect(!text.contains("KEY") && !text.contains("7770"))
    #expect(!text.contains("data-right") && !text.contains("\"correct\"") && !text.contains("\"points\":2,\"state\""))
    #expect(!text.contains("isCorrect") && !text.contains("\"isManual\""))
  }

  @Test(arguments: Dialect.allCases)
  func `while it is taken and after, until the last due date`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: 3600) { ($0.showing, $0.attempts) = (.afterDue, 1) }
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "2")], in: attempt)
    for person in [QuizzesSchool.Person.maya, .leila] {
      try check(try await everything(school, attempt, as: person), school)
    }
    // Right and wrong answers look the same.
    try await school.submit(attempt)
    let mine = try await everything(school, attempt, as: .maya)
    try check(mine, school)
    #expect(mine.contains("Results are shown after"))
    let family = Bucket.family(school.maya)
    #expect(try await school.rows(AttemptsTables.score.number, in: family) == 0)
    #expect(try await school.rows(AttemptsTables.result.number, in: family) == 0)
    #expect(try await school.rows(QuestionsTables.key.number, in: family) == 0)
    #expect(try await school.rows(AttemptsTables.answer.number, in: family) == 1)
    // Somebody with a later close keeps it shut for all.
    let later = school.ledger.world.now().plus(seconds: 7200)
    _ = try await school.post(
      QuizzesPaths.of(school.quiz, "times"),
      [
        ("student", school.yusuf.text), ("closesDay", Zone.utc.day(of: later).text),
        ("closesTime", pad(Zone.utc.minute(of: later) / 60) + ":" + pad(Zone.utc.minute(of: later) % 60)),
      ], as: .omar)
    school.clock.advance(seconds: 3700)
    try await school.runJobs()
    try check(try await everything(school, attempt, as: .maya), school)
    school.clock.advance(seconds: 3700)
    try await school.runJobs()
    let open = try await everything(school, attempt, as: .maya)
    #expect(open.contains("KEYexplanation") && open.contains("data-right"))
    #expect(!open.contains("KEYnotes"))
    #expect(try await school.rows(AttemptsTables.result.number, in: family) == 1)
    #expect(try await school.rows(AttemptsTables.score.number, in: family) == 8)
    #expect(try await school.rows(QuestionsTables.key.number, in: family) == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `also when results come at once, for those who are still taking it`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.attempts = 1 }
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "1")], in: attempt)
    try check(try await everything(school, attempt, as: .maya), school)
    try check(try await everything(school, attempt, as: .leila), school)
    try await school.submit(attempt)
    #expect(try await school.rows(AttemptsTables.result.number, in: .family(school.maya)) == 1)
    #expect(try await everything(school, attempt, as: .leila).contains("KEYexplanation"))
    #expect(try await !everything(school, attempt, as: .yusuf).contains("KEY"))
  }

  @Test(arguments: Dialect.allCases)
  func `a day that is moved on takes results out of access again`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let attempt = try await school.begin()
    try await school.submit(attempt)
    _ = try await school.post(
      QuizzesPaths.of(school.quiz, "settings"),
      [("title", "Fractions"), ("points", "2"), ("showing", "after-due"), ("dueDay", "2026-03-20")], as: .omar)
    #expect(try await school.rows(AttemptsTables.result.number, in: .family(school.maya)) == 0)
    try check(try await everything(school, attempt, as: .maya), school)
  }

  @Test func `live lines carry the clock and nothing else`() async throws {
    let school = try await QuizzesSchool.open(due: 3600) { $0.showing = .afterDue }
    let attempt = try await school.begin()
    try await school.submit(attempt)
    let topic = school.quiz.text + "." + attempt.text
    let view = try #require(attemptViews(school.services.attempts).first { $0.name == "quiz-attempt" })
    #expect(try await view.maySee(topic, school.caller(.maya)))
    #expect(try await !view.maySee(topic, school.caller(.yusuf)))
    #expect(try await !view.maySee(topic, school.caller(.stranger)))
    let results = try await school.topics(QuizzesPaths.of(school.quiz, "results"), as: .omar)
    let begun = try #require(try await school.ledger.change { _ = try await school.begin(.yusuf) })
    #expect(try await school.ledger.tells(results, of: begun, to: school.caller(.omar)) == true)
    for person in [QuizzesSchool.Person.maya, .leila, .noa, .stranger] {
      #expect(try await school.ledger.tells(results, of: begun, to: school.caller(person)) == nil)
    }
    let change = Change(school: school.school, seq: 1, command: "", entries: [], membershipChanged: [], isWhole: true)
    let html = try await view.render(topic, change, school.scene())?.string ?? ""
    #expect(html.contains("quiz-news") && !html.contains("KEY"))
  }
}

@Suite struct `The pages of a quiz` {
  @Test(arguments: Language.allCases)
  func `speak every language and bear hostile words`(_ language: Language) async throws {
    let school = try await QuizzesSchool.open { $0.about = "<script>alert(1)</script>" }
    let start = try await school.shown(QuizzesPaths.quiz(school.quiz), as: .maya, language)
    #expect(!start.contains("<script>") && start.contains("&lt;script&gt;"))
    _ = try await school.post(
      QuizzesPaths.question(school.questions[3], in: school.quiz),
      [("kind", "short"), ("text", "\"><img src=x onerror=alert(1)>"), ("answers", "a")], as: .omar)
    for part in ["", "/settings", "/results", "/analysis", "/times", "/regrade", "/preview", "/bank", "/import"] {
      let page = try await school.shown(QuizzesPaths.quiz(school.quiz) + part, as: .omar, language)
      #expect(!page.contains("<img src=x") && !page.contains(">quizzes."), "\(part)")
    }
  }

  @Test func `the preview is the very page that students see`() async throws {
    let school = try await QuizzesSchool.open()
    let head = try await school.head()
    let preview = try await school.shown(QuizzesPaths.of(school.quiz, "preview"), as: .omar)
    #expect(try await school.head() == head)
    let taken = try await school.shown(school.path(try await school.begin()), as: .maya)
    func questions(_ page: String) -> [String] {
      page.split(separator: "<fieldset").dropFirst().compactMap {
        // What options are called is each attempt's own.
        $0.split(separator: "</fieldset>").first.map { String($0.replacing(/value="[0-9]{1,6}"/, with: "")) }
      }
    }
    // The same but for the right sides of pairs, which stand in an order of each attempt's own.
    let (a, b) = (questions(preview), questions(taken))
    #expect(a.count == 8 && zip(a, b).filter { $0 != $1 }.count <= 1)
    #expect(preview.contains("Nothing is recorded"))
  }

  @Test func `one question at a time has a way on and a way back`() async throws {
    let school = try await QuizzesSchool.open { $0.layout = .one }
    let attempt = try await school.begin()
    let answer = try await school.send(.get, school.path(attempt), as: .maya, query: Form(["at": "3"]))
    guard case .page(let make) = answer.body else { throw Refusal.notFound }
    let page = make(school.scene()).body.string
    #expect(page.contains("value=\"go.2\"") && page.contains("value=\"go.4\"") && page.contains("Question 4"))
    // The others lie ready for a script, and are sent by nobody without one.
    let bare = page.replacing(/(?s)<template.*?<\/template>/, with: "")
    #expect(bare.components(separatedBy: "data-question=").count == 2)
    #expect(page.components(separatedBy: "data-question=").count == 9)
  }

  @Test func `the editor adds a row where no script runs and keeps what was typed`() async throws {
    let school = try await QuizzesSchool.open()
    let form = Form([
      .init("kind", "single"), .init("text", "Half typed"), .init("option.1", "x"), .init("option.2", "y"),
      .init("act", "add"),
    ])
    let head = try await school.head()
    let answer = try await school.send(.post, QuizzesPaths.of(school.quiz, "questions"), form, as: .omar)
    guard case .page(let make) = answer.body else { throw Refusal.notFound }
    let page = make(school.scene()).body.string
    #expect(page.contains("Half typed") && page.contains("name=\"option.3\"") && page.contains("value=\"y\""))
    #expect(try await school.head() == head)
  }
}
