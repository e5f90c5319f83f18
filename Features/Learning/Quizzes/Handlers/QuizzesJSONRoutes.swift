import Base
import Kit
import School

// What programs get.

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
