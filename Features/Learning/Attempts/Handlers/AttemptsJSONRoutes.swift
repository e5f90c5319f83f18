import Base
import Kit
import School

// What programs get; like the pages, it holds what is right only where results are out.

extension QuizAttempt {
  var json: JSON {
    .object([
      ("id", .id(id)), ("number", .integer(number)), ("startedAt", .text(startedAt.text)),
      ("deadline", .optional(deadline?.text)), ("submittedAt", .optional(submittedAt?.text)),
      ("end", .optional(end?.rawValue)),
    ])
  }
}

extension AttemptResult {
  var json: JSON {
    .object([
      ("points", .number(points.text)), ("possible", .number(possible.text)),
      ("percent", percent.map { .number($0.text) } ?? .null), ("isPending", .flag(isPending)),
    ])
  }
}

extension QuizStartPage {
  var json: JSON {
    .object([
      ("quiz", head.quiz.json(head.item)), ("questions", .integer(questionCount)), ("total", .number(total.text)),
      ("mayBegin", .flag(mayTake && refused == nil)), ("open", open.map { $0.json } ?? .null),
      (
        "attempts",
        .list(
          children.flatMap({ $0.attempts }).map {
            .object([("attempt", $0.attempt.json), ("result", $0.result.map { $0.json } ?? .null)])
          })
      ),
    ])
  }
}

extension QuizTakePage {
  var json: JSON {
    .object([
      ("quiz", head.quiz.json(head.item)), ("attempt", attempt.map { $0.json } ?? .null), ("now", .text(now.text)),
      (
        "questions",
        .list(
          questions.map {
            .object([
              ("id", .id($0.id)), ("number", .integer($0.number)), ("points", .number($0.points.text)),
              ("face", $0.face.json), ("answer", $0.answer?.json ?? .null), ("isFlagged", .flag($0.isFlagged)),
            ])
          })
      ),
    ])
  }
}

extension QuizResultPage {
  var json: JSON {
    .object([
      ("attempt", attempt.map { $0.json } ?? .null), ("result", result.map { $0.json } ?? .null),
      ("questions", .list(questions.map { $0.json })),
    ])
  }
}

extension ResultQuestion {
  var json: JSON {
    var members: [(String, JSON)] = [
      ("id", .id(id)), ("number", .integer(number)), ("possible", .number(points.text)), ("face", face.json),
      ("answer", answer?.json ?? .null),
    ]
    if let shown {
      members += [
        ("points", shown.score.points.map { .number($0.text) } ?? .null), ("state", .text(shown.score.state.rawValue)),
        ("isManual", .flag(shown.score.isManual)), ("comment", .optional(shown.score.comment)),
      ]
    }
    if let content = shown?.content {
      members += [
        ("correct", .list(content.options.filter { $0.isCorrect }.map { .integer($0.id) })),
        ("right", .optional(quizRightText(content))), ("explanation", .text(content.explanation)),
      ]
    }
    return .object(members)
  }
}
