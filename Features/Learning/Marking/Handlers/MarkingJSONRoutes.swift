import Base
import Kit
import School

// What programs get.

extension QuizGradingPage {
  var json: JSON {
    .object([
      ("student", .object([("id", .id(line.student)), ("name", .text(line.name))])), ("attempt", attempt.json),
      ("result", shown.result.map { $0.json } ?? .null), ("questions", .list(byHand.map { $0.json })),
      ("version", .text(version)), ("next", .optional(nextWaiting?.text)),
    ])
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
