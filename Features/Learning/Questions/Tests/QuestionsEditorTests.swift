import Base
import Exact
import Testing

@testable import School

@Suite struct `A question in its editor` {
  private func save(_ fields: [(String, String)]) throws -> QuestionContent {
    try SaveQuestion(Form(fields.map { Form.Field($0.0, $0.1) })).content
  }
  private func problems(_ fields: [(String, String)]) -> [String] {
    do throws(Refusal) {
      _ = try SaveQuestion(Form(fields.map { Form.Field($0.0, $0.1) }))
      return []
    } catch {
      guard case .invalid(let problems) = error else { return ["?"] }
      return problems.map { $0.field + " " + $0.reason.key }
    }
  }
  private func options(_ count: Int, correct: Int?) -> [(String, String)] {
    [("kind", "single"), ("text", "?")] + (0..<count).map { ("option.\($0 + 1)", "Option \($0)") }
      + (correct.map { [("correct", String($0))] } ?? [])
  }

  @Test(arguments: 2...6) func `has from two to six options`(_ count: Int) throws {
    #expect(try save(options(count, correct: 1)).options.count == count)
  }

  @Test(arguments: [0, 1, 7]) func `and not fewer or more`(_ count: Int) {
    #expect(problems(options(count, correct: 1)).contains("option.1 quizzes.refused-options"))
  }

  @Test func `needs something that is right`() {
    #expect(problems(options(3, correct: nil)) == ["correct quizzes.refused-no-correct"])
    #expect(problems([("kind", "true-false"), ("text", "?")]) == ["correct quizzes.refused-no-correct"])
    #expect(problems([("kind", "short"), ("text", "?"), ("answers", " \n ")]) == ["answers quizzes.refused-no-answer"])
    #expect(problems([("kind", "numeric"), ("text", "?")]) == ["value.1 quizzes.refused-no-answer"])
    #expect(problems([("kind", "blanks"), ("text", "no blank")]) == ["text quizzes.refused-no-blank"])
    #expect(problems([("kind", "blanks"), ("text", "one []")]) == ["text quizzes.refused-empty-blank"])
    #expect(
      problems([("kind", "matching"), ("text", "?"), ("left.1", "a"), ("right.1", "b")]) == [
        "left.1 quizzes.refused-pairs"
      ])
    #expect(problems([("kind", "single"), ("text", " ")]).contains("text form.required"))
  }

  @Test func `says True and False by itself`() throws {
    let content = try save([("kind", "true-false"), ("text", "The earth is round."), ("correct", "2")])
    #expect(content.options.map(\.text) == ["true", "false"] && content.options.map(\.isCorrect) == [false, true])
  }

  @Test func `keeps several lines and forgets what belongs to another kind`() throws {
    let content = try save([
      ("kind", "short"), ("text", "First line\r\nsecond line"), ("answers", "one\n two \n"), ("option.1", "left over"),
      ("correct", "1"),
    ])
    #expect(content.text == "First line\nsecond line" && content.answers == ["one", "two"] && content.options.isEmpty)
  }

  @Test func `refuses what nobody asked for`() {
    #expect(problems([("kind", "essay"), ("text", "?"), ("score", "100")]) == ["score form.unknown"])
  }

  @Test(arguments: QuestionKind.allCases) func `goes into the fixture and comes back as it was`(_ kind: QuestionKind)
    throws
  {
    let content = try Self.sample(kind)
    #expect(QuestionContent(face: content.faceJSON, key: content.keyJSON) == content)
    #expect(
      QuestionContent(face: JSON.stored(content.faceJSON.string), key: JSON.stored(content.keyJSON.string)) == content)
    #expect(QuestionFace(content.faceJSON) == content.face)
  }

  /// The canary of everything that must not be in what a student is handed.
  @Test(arguments: QuestionKind.allCases) func `has a face without anything that is right`(_ kind: QuestionKind) throws
  {
    let content = try Self.sample(kind)
    for text in [content.faceJSON.string, content.face.json.string] {
      #expect(!text.contains("CANARY") && !text.contains("orrect"))
    }
  }

  static func sample(_ kind: QuestionKind) throws -> QuestionContent {
    var content = QuestionContent(kind, kind == .blanks ? "A [CANARY|other] and \\[b\\]." : "Ask “this” & <that>?")
    switch kind {
    case .single: content.options = choices(kind, "a", "b*").options
    case .multiple: (content.options, content.partial) = (choices(kind, "a*", "b*", "c").options, .balanced)
    case .trueFalse: content = .trueFalse("Ask?", isTrue: false)
    case .short: (content.answers, content.rule) = (["CANARY"], TextRule(ignoresAccents: true, hasWildcards: true))
    case .blanks, .essay: break
    case .numeric:
      content.numbers = [try number(.percent, "777.0001", "2.5")]
      (content.units, content.unitPenalty) = ([NumberUnit("m", factor: try #require(ExactNumber("2.5")))], 10)
    case .matching:
      content.pairs = [QuestionPair(id: 3, "x", "y"), QuestionPair(id: 5, "u", "v"), QuestionPair(id: 7, "", "w")]
    }
    (content.explanation, content.notes) = ("CANARY because", "CANARY notes")
    return content
  }
}
