import Base
import Kit
import School

// What programs get; like the pages, it holds what is right only where results are out.

extension Quiz {
  func json(_ item: CourseItem) -> JSON {
    .object([
      ("id", .id(id)), ("course", .id(course)), ("title", .text(item.title)), ("about", .text(about)),
      ("minutes", minutes.map { .integer($0) } ?? .null), ("points", .number(points.text)),
      ("passing", passing.map { .number($0.text) } ?? .null), ("attempts", attempts.map { .integer($0) } ?? .null),
      ("counting", .text(counting.rawValue)), ("partial", .text(partial.rawValue)),
      ("shufflesQuestions", .flag(shufflesQuestions)), ("shufflesOptions", .flag(shufflesOptions)),
      ("showing", .text(showing.rawValue)), ("showsMarks", .flag(showsMarks)),
      ("layout", .text(layout.rawValue)), ("language", .text(language.rawValue)),
      ("opensAt", .optional(opensAt?.text)), ("dueAt", .optional(item.dueAt?.text)),
      ("closesAt", .optional(closesAt?.text)), ("publishedAt", .optional(item.publishedAt?.text)),
    ])
  }
}

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

extension QuizListPage {
  var json: JSON { .object([("quizzes", .list(lines.map { $0.quiz.json($0.item) }))]) }
}

extension QuizBuilderPage {
  var json: JSON {
    .object([
      ("quiz", head.quiz.json(head.item)), ("total", .number(total.text)), ("attempts", .integer(attempts)),
      (
        "questions",
        .list(
          lines.map {
            .object([
              ("id", .id($0.question.id)), ("version", .integer($0.question.version)),
              ("points", .number($0.points.text)),
              ("tags", .list($0.question.tags.map { .text($0) })), ("face", $0.face.json),
            ])
          })
      ),
    ])
  }
}

extension QuestionEditorPage {
  /// - Parameter draft: what has not been saved yet.
  func json(_ draft: Draft) -> JSON {
    .object([
      ("id", question.map { .id($0.id) } ?? .null),
      ("fields", .object((draft.form.fields.isEmpty ? form : draft.form).fields.map { ($0.name, .text($0.value)) })),
    ])
  }
}

extension QuestionBankPage {
  var json: JSON {
    .object([
      (
        "questions",
        .list(
          lines.map {
            .object([
              ("id", .id($0.question.id)), ("tags", .list($0.question.tags.map { .text($0) })), ("face", $0.face.json),
            ])
          })
      )
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

extension QuizGradingPage {
  var json: JSON {
    .object([
      ("student", .object([("id", .id(line.student)), ("name", .text(line.name))])), ("attempt", attempt.json),
      ("result", shown.result.map { $0.json } ?? .null), ("questions", .list(byHand.map { $0.json })),
      ("version", .text(version)), ("next", .optional(nextWaiting?.text)),
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

extension QuizResultsPage {
  var json: JSON {
    .object([
      ("total", .number(total.text)),
      (
        "students",
        .list(
          lines.map { line in
            .object([
              ("student", .id(line.student)), ("name", .text(line.name)),
              ("counted", line.counted.map { .number($0.text) } ?? .null),
              (
                "attempts",
                .list(
                  line.attempts.map {
                    .object([("attempt", $0.attempt.json), ("result", $0.result?.json ?? .null)])
                  })
              ),
            ])
          })
      ),
    ])
  }
}

extension QuizAnalysisPage {
  var json: JSON {
    .object([
      (
        "questions",
        .list(
          lines.map { line in
            .object([
              ("id", .id(line.question)), ("count", .integer(line.analysis.count)),
              ("facility", .integer(ItemAnalysis.percent(line.analysis.facility))),
              ("discrimination", line.analysis.discrimination.map { .integer(Int($0.rounded())) } ?? .null),
              (
                "common",
                .list(
                  line.common.map {
                    .object([
                      ("answer", .text($0.text)), ("count", .integer($0.count)), ("isRight", .flag($0.isRight)),
                      ("near", .optional($0.near)),
                    ])
                  })
              ),
            ])
          })
      )
    ])
  }
}

extension QuizRegradePage {
  var json: JSON {
    .object([
      (
        "changes",
        .list(
          preview.map {
            .object([
              ("student", .id($0.line.student)), ("attempt", .integer($0.line.number)), ("old", $0.line.old.json),
              ("new", $0.line.new.json), ("isPosted", .flag($0.grade?.isPosted ?? false)),
              ("gradeBefore", $0.grade?.before.json ?? .null), ("gradeAfter", $0.grade?.after.json ?? .null),
            ])
          })
      ),
      (
        "past",
        .list(
          past.map {
            .object([
              ("id", .id($0.regrade.id)), ("option", .text($0.regrade.option.rawValue)), ("count", .integer($0.count)),
              ("undoneAt", .optional($0.regrade.undoneAt?.text)),
            ])
          })
      ),
    ])
  }
}

extension QuizTimesPage {
  var json: JSON {
    .object([
      (
        "students",
        .list(
          lines.map {
            .object([
              ("student", .id($0.student)), ("factor", .integer($0.time?.hundredths ?? 100)),
              ("extraMinutes", .integer($0.time?.extraMinutes ?? 0)),
              ("extraAttempts", .integer($0.time?.extraAttempts ?? 0)),
              ("closesAt", .optional($0.time?.closesAt?.text)), ("dueAt", .optional($0.time?.extended?.text)),
            ])
          })
      )
    ])
  }
}
