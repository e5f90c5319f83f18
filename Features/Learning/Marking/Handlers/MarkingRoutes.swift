import Base
import Database
import HTML
import Kit
public import Router
import School

// What teachers do with attempts: points by hand, grading again.

/// The doors of the feature; its paths are `MarkingPaths`.
public func markingRoutes(_ service: MarkingService) -> [Route] {
  scoringRoutes(service) + answerGradingRoutes(service) + regradeRoutes(service)
}

private func scoringRoutes(_ service: MarkingService) -> [Route] {
  let shown: PageHandler = service.attempts.shown
  return [
    .get("/quizzes/:quiz/results", .staff, "Everybody's attempts.", offline: .teachers) { request, tx throws(Refusal) in
      let data = try service.results(request.quiz(), request.caller(), tx)
      return .page(json: { data.json }) { quizResultsPage(data, $0) }
    },
    .get("/quizzes/:quiz/analysis", .staff, "How each question did.", offline: .teachers) {
      request, tx throws(Refusal) in
      let data = try service.analysis(request.quiz(), request.caller(), request.scene, tx)
      return .page(json: { data.json }) { quizAnalysisPage(data, $0) }
    },
    .post(
      "/quizzes/:quiz/attempts/:attempt/scores", .staff, "Give points and words by hand.", form: shown,
      ScoreAnswers.self, service.handle
    ) { handled in
      let next = handled.request.form["next"].flatMap { ID<QuizAttempt>($0) }
      return .done(
        AttemptsPaths.attempt(next ?? handled.command.attempt, of: handled.command.quiz),
        toast: Toast(Phrase("quizzes.toast.saved")))
    },
    .post(
      "/quizzes/:quiz/attempts/:attempt/late", .staff,
      "Let answers count that arrived after the end and were in time by the device's word alone.",
      AcceptLateAnswer.self, service.handle
    ) { handled in
      let path = handled.request.page(of: handled.command.attempt, handled.command.quiz)
      return .done(path, toast: Toast(Phrase("quizzes.toast.saved")))
    },
    .post(
      "/quizzes/:quiz/attempts/:attempt/late/removal", .staff, "Leave such answers out; they can still be let in.",
      LeaveLateAnswers.self, service.handle
    ) { handled in
      let path = handled.request.page(of: handled.command.attempt, handled.command.quiz)
      return .done(path, toast: Toast(Phrase("quizzes.toast.late-left")))
    },
  ]
}

/// The desk: one attempt after another, each answer the next one's page or its pieces.
private func answerGradingRoutes(_ service: MarkingService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let data = try service.grading(request.quiz(), request.id("attempt"), request.caller(), tx)
    let draft = request.draft
    return .page(json: { data.json }) { quizGradingPage(data, draft, $0) }
  }
  return [
    .get("/quizzes/:quiz/grading", .staff, "To the student whose answers wait for a person.", inAPI: false) {
      request, tx throws(Refusal) in
      let data = try service.results(request.quiz(), request.caller(), tx)
      let quiz = data.head.quiz.id
      let first = data.lines.compactMap { $0.waiting }.first ?? data.lines.compactMap { $0.wideOnly }.first
      return .done(first.map { MarkingPaths.grading($0.id, of: quiz) } ?? QuizzesPaths.of(quiz, "results"))
    },
    .get("/quizzes/:quiz/grading/:attempt", .staff, "The answers of an attempt that need a person.", page),
    .post(
      "/quizzes/:quiz/grading/:attempt", .staff, "Give points and words by hand, then go on with who waits next.",
      form: page, ScoreAnswers.self, service.handle
    ) { handled, tx throws(Refusal) in try service.answer(handled, tx) },
  ]
}

extension MarkingService {
  /// After saving: the next one who waits, or the same where that was asked or nobody waits any more.
  fileprivate func answer(_ handled: Handled<ScoreAnswers>, _ tx: Transaction) throws(Refusal) -> Response {
    let (command, caller) = (handled.command, try handled.request.caller())
    let same = try grading(command.quiz, command.attempt, caller, tx)
    var next = same
    if handled.request.form["then"] != "stay", let other = same.nextWaiting {
      next = try grading(command.quiz, other, caller, tx)
    }
    let (shown, said) = (next, Toast(Phrase("assignments.graded", .text(same.line.name))))
    return .done(
      MarkingPaths.grading(next.attempt.id, of: command.quiz), toast: said, json: { same.json },
      fragments: { scene in
        fragment(.replace, "desk", quizGradingView(shown, Draft(), scene))
          + fragment(.append, "toasts", toast(said, scene))
      })
  }
}

extension Request {
  /// Where late answers were judged: the desk, or the attempt's own page.
  fileprivate func page(of attempt: ID<QuizAttempt>, _ quiz: ID<Quiz>) -> String {
    form["back"] == "desk" ? MarkingPaths.grading(attempt, of: quiz) : AttemptsPaths.attempt(attempt, of: quiz)
  }
}

private func regradeRoutes(_ service: MarkingService) -> [Route] {
  let regrade: PageHandler = { request, tx throws(Refusal) in
    let data = try service.regrades(request.quiz(), request.query, request.caller(), tx)
    return .page(json: { data.json }) { quizRegradePage(data, request.draft, $0) }
  }
  return [
    .get(
      "/quizzes/:quiz/regrade", .staff, "Grading again by a new key: what would change.", offline: .teachers, regrade),
    .post(
      "/quizzes/:quiz/regrade", .staff, "Grade again, as one batch.", form: regrade, RegradeQuestion.self,
      service.handle
    ) { handled in
      let (quiz, parts) = (handled.command.quiz, handled.outcome.text.split(separator: " "))
      let count = parts.first.flatMap { Int($0) } ?? 0
      let id = parts.count > 1 ? ID<Regrade>(parts[1]) : nil
      let undo = id.map { (path: QuizzesPaths.of(quiz, "regrades") + "/" + $0.text + "/undo", fields: [Form.Field]()) }
      return .done(
        QuizzesPaths.of(quiz, "regrade"),
        toast: Toast(Phrase("quizzes.toast.regraded", .count(count)), undo: undo),
        json: { .object([("id", id.map { .id($0) } ?? .null), ("count", .integer(count))]) })
    },
    .post(
      "/quizzes/:quiz/regrades/:regrade/undo", .staff, "Put back exactly what a regrade changed.", UndoRegrade.self,
      service.handle
    ) { handled in
      .done(QuizzesPaths.of(handled.command.quiz, "regrade"), toast: Toast(Phrase("quizzes.toast.undone")))
    },
  ]
}
