import Base
import HTML
import Kit
import Ledger
import School
import Web

// What teachers do with attempts: points by hand, more time, grading again.

func gradingRoutes(_ service: QuizzesService) -> [Route] {
  scoringRoutes(service) + answerDeskRoutes(service) + quizTimeRoutes(service) + regradeRoutes(service)
}

private func scoringRoutes(_ service: QuizzesService) -> [Route] {
  [
    .get("/quizzes/:quiz/results", .staff, "Everybody's attempts.") { request in
      let data = try await service.results(request.quiz(), request.caller())
      return .page(json: { data.json }) { quizResultsPage(data, $0) }
    },
    .get("/quizzes/:quiz/analysis", .staff, "How each question did.") { request in
      let data = try await service.analysis(request.quiz(), request.caller(), request.scene)
      return .page(json: { data.json }) { quizAnalysisPage(data, $0) }
    },
    .post(
      "/quizzes/:quiz/attempts/:attempt/scores", .staff, "Give points and words by hand.",
      inputs: [
        Input("points.<question>", "points; empty takes back what was given"),
        Input("comment.<question>", "words", required: false),
      ],
      form: { try await service.show($0) }
    ) { request in
      let command = try ScoreAnswers(request.formOfAttempt())
      try await service.run(command, request)
      let next = request.form["next"].flatMap { ID<QuizAttempt>($0) }
      return .done(
        QuizzesPaths.attempt(next ?? command.attempt, of: command.quiz), toast: Toast(Phrase("quizzes.toast.saved")))
    },
    .post(
      "/quizzes/:quiz/attempts/:attempt/late", .staff,
      "Let answers count that arrived after the end and were in time by the device's word alone.",
      inputs: [Input("question", "which; all that wait without it", required: false)]
    ) { request in
      let command = try AcceptLateAnswer(request.formOfAttempt())
      try await service.run(command, request)
      return .done(request.page(of: command.attempt, command.quiz), toast: Toast(Phrase("quizzes.toast.saved")))
    },
    .post(
      "/quizzes/:quiz/attempts/:attempt/late/removal", .staff, "Leave such answers out; they can still be let in."
    ) { request in
      let command = try LeaveLateAnswers(request.formOfAttempt())
      try await service.run(command, request)
      return .done(request.page(of: command.attempt, command.quiz), toast: Toast(Phrase("quizzes.toast.late-left")))
    },
  ]
}

/// The desk: one attempt after another, each answer the next one's page or its pieces.
private func answerDeskRoutes(_ service: QuizzesService) -> [Route] {
  let page: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.grading(request.quiz(), request.id("attempt"), request.caller())
    let draft = request.draft
    return .page(json: { data.json }) { quizGradingPage(data, draft, $0) }
  }
  return [
    .get("/quizzes/:quiz/grading", .staff, "To the student whose answers wait for a person.", inAPI: false) { request in
      let data = try await service.results(request.quiz(), request.caller())
      let quiz = data.head.quiz.id
      let first = data.lines.compactMap(\.waiting).first ?? data.lines.compactMap(\.onDesk).first
      return .done(first.map { QuizzesPaths.grading($0.id, of: quiz) } ?? QuizzesPaths.of(quiz, "results"))
    },
    .get("/quizzes/:quiz/grading/:attempt", .staff, "The answers of an attempt that need a person.", page),
    .post(
      "/quizzes/:quiz/grading/:attempt", .staff, "Give points and words by hand, then go on with who waits next.",
      inputs: [
        Input("points.<question>", "points; empty takes back what was given"),
        Input("comment.<question>", "words", required: false),
        Input("version", "the version of the result that was seen", required: false),
      ], form: page
    ) { request in
      let command = try ScoreAnswers(request.formOfAttempt())
      try await service.run(command, request)
      return try await service.answer(command, request)
    },
  ]
}

extension QuizzesService {
  /// After saving: the next one who waits, or the same where that was asked or nobody waits any more.
  fileprivate func answer(_ command: ScoreAnswers, _ request: Request) async throws -> Response {
    let same = try await grading(command.quiz, command.attempt, request.caller())
    var next = same
    if request.form["then"] != "stay", let other = same.nextWaiting {
      next = try await grading(command.quiz, other, request.caller())
    }
    let (shown, said) = (next, Toast(Phrase("assignments.graded", .text(same.line.name))))
    return .done(
      QuizzesPaths.grading(next.attempt.id, of: command.quiz), toast: said, json: { same.json },
      fragments: { scene in
        fragment(.replace, "desk", quizGradingDesk(shown, Draft(), scene))
          + fragment(.append, "toasts", toast(said, scene))
      })
  }
}

extension Request {
  /// Where late answers were judged: the desk, or the attempt's own page.
  fileprivate func page(of attempt: ID<QuizAttempt>, _ quiz: ID<Quiz>) -> String {
    form["back"] == "desk" ? QuizzesPaths.grading(attempt, of: quiz) : QuizzesPaths.attempt(attempt, of: quiz)
  }
}

private func quizTimeRoutes(_ service: QuizzesService) -> [Route] {
  let times: @Sendable (Request) async throws -> Response = { request in
    let chosen = (request.draft["student"] ?? request.query["student"]).flatMap { ID<Student>($0) }
    let data = try await service.times(request.quiz(), chosen, request.caller())
    return .page(json: { data.json }) { quizTimesPage(data, request.draft, $0) }
  }
  return [
    .get("/quizzes/:quiz/times", .staff, "Who has another day, more time or more attempts.", times),
    .post(
      "/quizzes/:quiz/times", .staff,
      "Give one student another day, more time or more attempts; what is left empty is everybody's.",
      inputs: [
        Input("student", "whom"), Input("factor", "the limit times this, 1 to 5", required: false),
        Input("extraMinutes", "on top", required: false), Input("extraAttempts", "on top", required: false),
        Input("dueDay", "a day of their own", required: false), Input("dueTime", "its time", required: false),
        Input("closesDay", "a close of their own", required: false), Input("closesTime", "its time", required: false),
      ], form: times
    ) { request in
      let command = try SetQuizTime(request.formOfQuiz())
      let was = try await service.run(command, request)
      let path = QuizzesPaths.of(command.quiz, "times")
      let isUsual = command.time(in: request.scene.zone).isUsual
      let removal = (path: path + "/removal", fields: [Form.Field("student", command.student.text)])
      let undo = was.map { (path: path, fields: $0.fields(in: request.scene.zone)) } ?? (isUsual ? nil : removal)
      return .done(
        path, toast: Toast(Phrase(isUsual ? "quizzes.toast.time-ended" : "quizzes.toast.time-given"), undo: undo))
    },
    .post(
      "/quizzes/:quiz/times/removal", .staff, "Everybody's time is the student's again.",
      inputs: [Input("student", "whose")]
    ) { request in
      let command = try EndQuizTime(request.formOfQuiz())
      let was = try await service.run(command, request)
      let path = QuizzesPaths.of(command.quiz, "times")
      return .done(
        path,
        toast: Toast(
          Phrase("quizzes.toast.time-ended"), undo: was.map { (path: path, fields: $0.fields(in: request.scene.zone)) })
      )
    },
  ]
}

private func regradeRoutes(_ service: QuizzesService) -> [Route] {
  let regrade: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.regrades(request.quiz(), request.query, request.caller())
    return .page(json: { data.json }) { quizRegradePage(data, request.draft, $0) }
  }
  return [
    .get("/quizzes/:quiz/regrade", .staff, "Grading again by a new key: what would change.", regrade),
    .post(
      "/quizzes/:quiz/regrade", .staff, "Grade again, as one batch.",
      inputs: [
        Input("question", "which"),
        Input("option", "current-and-previous, current-only, full-credit, drop", required: false),
        Input("includesManual", "on: what was given by hand, too", required: false),
      ], form: regrade
    ) { request in
      let command = try RegradeQuestion(request.formOfQuiz())
      let (id, count) = try await service.run(command, request)
      let undo = id.map {
        (path: QuizzesPaths.of(command.quiz, "regrades") + "/" + $0.text + "/undo", fields: [Form.Field]())
      }
      return .done(
        QuizzesPaths.of(command.quiz, "regrade"),
        toast: Toast(Phrase("quizzes.toast.regraded", .count(count)), undo: undo),
        json: { .object([("id", id.map { .id($0) } ?? .null), ("count", .integer(count))]) })
    },
    .post("/quizzes/:quiz/regrades/:regrade/undo", .staff, "Put back exactly what a regrade changed.") { request in
      let regrade = try request.id("regrade", Regrade.self)
      let command = try UndoRegrade(request.formOfQuiz().naming("regrade", regrade.text))
      try await service.run(command, request)
      return .done(QuizzesPaths.of(command.quiz, "regrade"), toast: Toast(Phrase("quizzes.toast.undone")))
    },
  ]
}
