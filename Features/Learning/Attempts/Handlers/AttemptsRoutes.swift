package import Base
package import Database
import HTML
import Kit
public import Router
import School

/// The doors of the feature; its paths are `AttemptsPaths`.
public func attemptRoutes(_ service: AttemptsService) -> [Route] {
  let shown: PageHandler = service.shown
  return [
    .get(
      "/quizzes/:quiz", .members, "A quiz: its questions for those who make it, its rules for those who take it.",
      offline: .teachers, service.front),
    .get(
      "/quizzes/:quiz/preview", .staff, "The quiz as those see it who take it; nothing is recorded.", offline: .teachers
    ) {
      request, tx throws(Refusal) in try service.previewPage(request, Form(), tx)
    },
    .post(
      "/quizzes/:quiz/preview", .staff, "What previewed answers would get; nothing is recorded.",
      service.previewAnswers),
    .post(
      "/quizzes/:quiz/attempts/:attempt/answers", .member([.student]), "Save answers; others stay as they are.",
      bodyLimit: 2 << 20, form: shown, SaveAnswers.self, service.handle
    ) { handled in saved(handled) },
    .get("/quizzes/:quiz/attempts/:attempt/review", .member([.student]), "The last look before handing in.") {
      request, tx throws(Refusal) in
      let (quiz, id) = (try request.quiz(), try request.id("attempt", QuizAttempt.self))
      switch try service.attempt(id, of: quiz, at: nil, request.caller(), tx) {
      case .taking(let data): return .page(json: { data.json }) { quizReviewPage(data, $0) }
      case .done, .over: return .done(AttemptsPaths.attempt(id, of: quiz))
      }
    },
    .post(
      "/quizzes/:quiz/attempts/:attempt/submit", .members, "Hand an attempt in; again changes nothing.",
      SubmitAttempt.self, service.handle
    ) { handled in
      .done(
        AttemptsPaths.attempt(handled.command.attempt, of: handled.command.quiz),
        toast: Toast(Phrase("quizzes.toast.handed-in")))
    },
  ]
}

extension AttemptsService {
  /// The builder for the staff, the start page for everybody else.
  func front(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (id, caller) = (try request.quiz(), try request.caller())
    if caller.role.isStaff {
      let (data, version) = try quizzes.builder(id, caller, tx)
      return .page(version: version, json: { data.json }) { builderPage(data, $0) }
    }
    let data = try start(id, caller, tx)
    return .page(json: { data.json }) { quizStartPage(data, $0) }
  }

  /// The attempt as it stands.
  package func shown(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    try answer(view(request, tx), request)
  }

  package func view(_ request: Request, _ tx: Transaction) throws(Refusal) -> AttemptView {
    let place = request.query["at"].flatMap { wholeNumber($0.utf8) }
    return try attempt(request.id("attempt"), of: request.quiz(), at: place, request.caller(), tx)
  }

  package func answer(_ view: AttemptView, _ request: Request) -> Response {
    switch view {
    case .taking(let data): .page(json: { data.json }) { quizTakePage(data, $0) }
    case .done(let data), .over(let data):
      .page(json: { data.json }) { quizResultPage(data, request.draft, $0) }
    }
  }

  func previewPage(
    _ request: Request, _ fields: Form, at place: Int? = nil, _ tx: Transaction
  ) throws(Refusal) -> Response {
    let wanted = place ?? request.query["at"].flatMap { wholeNumber($0.utf8) }
    let data = try preview(request.quiz(), fields, at: wanted, request.caller(), tx)
    return .page(json: { data.json }) { quizTakePage(data, $0) }
  }

  /// A preview goes on as the quiz would, without anything behind it; handing in shows what the answers would get.
  func previewAnswers(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let act = request.form["act"] ?? "review"
    guard act == "review" else {
      return try previewPage(
        request, request.form, at: act.hasPrefix("go.") ? wholeNumber(act.dropFirst(3).utf8) : nil, tx)
    }
    let data = try previewResult(request.quiz(), request.form, request.caller(), tx)
    return .page(json: { data.json }) { quizResultPage(data, Draft(), $0) }
  }
}

/// Saved, it goes where the button leads: another question, the last look, or stays.
private func saved(_ handled: Handled<SaveAnswers>) -> Response {
  let (form, saved) = (handled.request.form, SavedAnswers(handled.outcome.text))
  let own = AttemptsPaths.attempt(handled.command.attempt, of: handled.command.quiz)
  let act = form["act"] ?? ""
  var path = own
  if saved.isSubmitted {
    path = own
  } else if act == "review" {
    path = own + "/review"
  } else if act.hasPrefix("go."), let place = wholeNumber(act.dropFirst(3).utf8) {
    path = own + "?at=" + String(place)
  } else if let at = form["at"], !at.isEmpty, wholeNumber(at.utf8) != nil {
    path = own + "?at=" + at
  }
  let toast =
    saved.isFlagged ? Toast(Phrase("quizzes.toast.flagged")) : act == "save" ? Toast(Phrase("quizzes.saved")) : nil
  return .done(
    path, toast: toast,
    json: {
      .object([
        ("savedAt", .text(saved.at.text)), ("isSubmitted", .flag(saved.isSubmitted)),
        ("isFlagged", .flag(saved.isFlagged)),
      ])
    })
}
