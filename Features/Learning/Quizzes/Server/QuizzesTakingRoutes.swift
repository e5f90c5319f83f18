import Base
import HTML
import Kit
import Ledger
import School
import Web

func takingRoutes(_ service: QuizzesService) -> [Route] {
  let show: @Sendable (Request) async throws -> Response = { try await service.show($0) }
  return [
    .get("/quizzes/:quiz/preview", .staff, "The quiz as those see it who take it; nothing is recorded.") { request in
      try await service.previewPage(request, Form())
    },
    .post("/quizzes/:quiz/preview", .staff, "What previewed answers would get; nothing is recorded.") { request in
      try await service.previewAnswers(request)
    },
    .post(
      "/quizzes/:quiz/attempts", .member([.student]), "Begin an attempt, or go on with the one that is open.",
      inputs: [Input("clock", "what the student's clock shows, in milliseconds", required: false)]
    ) { request in
      let command = try StartAttempt(request.formOfQuiz())
      let id = try await service.run(command, request)
      return .done(
        QuizzesPaths.attempt(id, of: command.quiz), created: true, json: { .object([("id", .id(id))]) })
    },
    .get(
      "/quizzes/:quiz/attempts/:attempt", .members, "An attempt: its questions while it is open, then what it came to.",
      show),
    .post(
      "/quizzes/:quiz/attempts/:attempt/answers", .member([.student]), "Save answers; others stay as they are.",
      inputs: [
        Input("q", "the questions that are spoken of"),
        Input("a.<question>", "an option's number, or text", required: false),
        Input(
          "a.<question>.<n>", "a blank's text, from 0; or for a left side the number of the right one", required: false),
        Input("flag.<question>", "on: to be looked at again", required: false),
        Input("typedAt", "when it was typed, by the device's clock", required: false),
        Input("sentAt", "when it was sent, by the device's clock", required: false),
        Input("waited", "or how many seconds it waited for a line", required: false),
        Input("submit", "true hands the attempt in", required: false),
      ], bodyLimit: 2 << 20, form: show
    ) { try await service.save($0) },
    .get("/quizzes/:quiz/attempts/:attempt/review", .member([.student]), "The last look before handing in.") {
      request in
      let (quiz, id) = (try request.quiz(), try request.id("attempt", QuizAttempt.self))
      switch try await service.attempt(id, of: quiz, at: nil, request.caller()) {
      case .taking(let data): return .page(json: { data.json }) { quizReviewPage(data, $0) }
      case .done, .over: return .done(QuizzesPaths.attempt(id, of: quiz))
      }
    },
    .post("/quizzes/:quiz/attempts/:attempt/submit", .members, "Hand an attempt in; again changes nothing.") {
      request in
      let command = try SubmitAttempt(request.formOfAttempt())
      try await service.run(command, request)
      return .done(
        QuizzesPaths.attempt(command.attempt, of: command.quiz), toast: Toast(Phrase("quizzes.toast.handed-in")))
    },
  ]
}

extension QuizzesService {
  func show(_ request: Request) async throws -> Response {
    let (quiz, id) = (try request.quiz(), try request.id("attempt", QuizAttempt.self))
    let place = request.query["at"].flatMap { wholeNumber($0.utf8) }
    switch try await attempt(id, of: quiz, at: place, request.caller()) {
    case .taking(let data): return .page(json: { data.json }) { quizTakePage(data, $0) }
    case .done(let data): return .page(json: { data.json }) { quizResultPage(data, request.draft, $0) }
    case .over: throw Refusal.unavailable
    }
  }

  /// Saves, then goes where the button leads: another question, the last look, or stays.
  func save(_ request: Request) async throws -> Response {
    let command = try SaveAnswers(request.formOfAttempt())
    let saved = try await run(command, request)
    let own = QuizzesPaths.attempt(command.attempt, of: command.quiz)
    let act = request.form["act"] ?? ""
    var path = own
    if saved.isSubmitted {
      path = own
    } else if act == "review" {
      path = own + "/review"
    } else if act.hasPrefix("go."), let place = wholeNumber(act.dropFirst(3).utf8) {
      path = own + "?at=" + String(place)
    } else if let at = request.form["at"], !at.isEmpty, wholeNumber(at.utf8) != nil {
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

  func previewPage(_ request: Request, _ fields: Form, at place: Int? = nil) async throws -> Response {
    let wanted = place ?? request.query["at"].flatMap { wholeNumber($0.utf8) }
    let data = try await preview(request.quiz(), fields, at: wanted, request.caller())
    return .page(json: { data.json }) { quizTakePage(data, $0) }
  }

  /// A preview goes on as the quiz would, without anything behind it; handing in shows what the answers would get.
  func previewAnswers(_ request: Request) async throws -> Response {
    let act = request.form["act"] ?? "review"
    guard act == "review" else {
      return try await previewPage(
        request, request.form, at: act.hasPrefix("go.") ? wholeNumber(act.dropFirst(3).utf8) : nil)
    }
    let data = try await previewResult(request.quiz(), request.form, request.caller())
    return .page(json: { data.json }) { quizResultPage(data, Draft(), $0) }
  }
}
