import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing
import Web

@testable import Learning

@Suite struct `The words of a question` {
  /// A question of a kind with Markdown wherever it has words.
  private func written(_ school: QuizzesSchool, _ place: Int, _ fields: [(String, String)]) async throws {
    _ = try await school.post(
      QuizzesPaths.question(school.questions[place], in: school.quiz),
      fields + [("explanation", "See $y^2$ and *this*")],
      as: .omar)
  }

  @Test(arguments: Dialect.allCases)
  func `are Markdown with formulas wherever there are some`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.attempts = 1 }
    try await written(
      school, 0,
      [
        ("kind", "single"), ("text", "What is **bold**?\n\n- one\n- two"), ("option.1", "$x^2$"), ("option.2", "*no*"),
        ("correct", "1"),
      ])
    try await written(school, 4, [("kind", "blanks"), ("text", "The *gap* [KEYone] of $a_1$")])
    try await written(
      school, 6,
      [
        ("kind", "matching"), ("text", "Match"), ("left.1", "**l**"), ("right.1", "r"), ("left.2", "m"),
        ("right.2", "s"),
      ])
    let attempt = try await school.begin()
    let taking = try await school.shown(school.path(attempt), as: .maya)
    for part in ["<strong>bold</strong>", "<li", "<em>no</em>", "<em>gap</em>", "<strong>l</strong>", "<math"] {
      #expect(taking.contains(part), "\(part)")
    }
    try await school.submit(attempt)
    let result = try await school.shown(school.path(attempt), as: .maya)
    #expect(result.contains("<em>this</em>") && result.contains("<strong>l</strong>") && result.contains("<em>no</em>"))
    try await written(
      school, 1,
      [("kind", "multiple"), ("text", "<img src=x>"), ("option.1", "<b>"), ("option.2", "b"), ("correct.1", "on")])
    let preview = try await school.shown(QuizzesPaths.of(school.quiz, "preview"), as: .omar)
    #expect(!preview.contains("<img src=x") && !preview.contains("<bdi><b>"))
  }

  /// What stands in the books from before there was Markdown.
  @Test func `that were typed before there was Markdown stay what they were`() throws {
    var old = QuestionContent(.single, "5*3*2 and _x_\nnext")
    old.options = [QuestionOption(id: 1, "*a*", isCorrect: true), QuestionOption(id: 2, "b")]
    var face = old.faceJSON
    if case .object(let members) = face { face = .object(members.filter { $0.0 != "format" }) }
    let read = QuestionContent(face: face, key: old.keyJSON)
    #expect(read.isPlain && read.face.isPlain)
    #expect(quizText(read.text, isPlain: true).string.contains("5*3*2 and _x_"))
    let now = read.asMarkdown
    #expect(now.text == "5\\*3\\*2 and \\_x\\_\nnext" && now.options.map(\.text) == ["\\*a\\*", "b"])
    #expect(quizText(now.text, isPlain: false).string.contains("5*3*2 and _x_"))
    #expect(read.form["text"] == now.text)
  }

  @Test func `a mistake is called by what stands beside the field`() async throws {
    let school = try await QuizzesSchool.open()
    let form = Form([
      .init("kind", "matching"), .init("text", ""), .init("left.1", "a"), .init("right.1", ""), .init("left.2", "b"),
      .init("right.2", "c"),
    ])
    var problems: [Problem] = []
    do throws(Refusal) { _ = try SaveQuestion(form) } catch {
      if case .invalid(let found) = error { problems = found }
    }
    #expect(!problems.isEmpty)
    let data = QuestionEditorPage(
      home: .bank([]), question: nil, form: form, usual: Quiz.usualPoints, wasAsked: false)
    let page = questionEditorPage(data, Draft(form, problems: problems), school.scene()).body.string
    #expect(page.contains("href=\"#f-right.1\"") && page.contains("id=\"f-right.1\""))
    #expect(!page.contains(">right.1") && !page.contains("right.1:"))
    let unknown = errorSummary(
      Draft(form, problems: [Problem("category.4.weight", Phrase("form.required"))]), [], school.scene())
    #expect(!unknown.string.contains("category.4"))
  }

  @Test func `numbers follow the school's language unless the teacher says otherwise`() async throws {
    let school = try await QuizzesSchool.open()
    let made = try await school.post(QuizzesPaths.all(in: school.math), [("title", "New")], as: .omar).json()
    guard case .text(let text) = made["id"], let id = ID<Quiz>(text) else { throw Refusal.notFound }
    let language = school.scene().words.language
    #expect(try await school.ledger.read { try QuizzesStore(tx: $0).quiz(id, in: school.school)?.language } == language)
    _ = try await school.post(QuizzesPaths.of(id, "settings"), [("title", "New"), ("language", "fr")], as: .omar)
    _ = try await school.post(QuizzesPaths.of(id, "settings"), [("title", "Newer")], as: .omar)
    #expect(try await school.ledger.read { try QuizzesStore(tx: $0).quiz(id, in: school.school)?.language } == .fr)
  }

  @Test func `the preview names the limit, and one point is one`() async throws {
    let school = try await QuizzesSchool.open { ($0.minutes, $0.points) = (15, amount("0.125")) }
    #expect(try await school.shown(QuizzesPaths.of(school.quiz, "preview"), as: .omar).contains("15 minutes"))
    let builder = try await school.shown(QuizzesPaths.quiz(school.quiz), as: .omar)
    #expect(builder.contains("1 point") && !builder.contains("1 points"))
  }
}
