import Base
import Database
import HTML
import Kit
import Router
import School

extension Request {
  fileprivate var kind: QuestionKind { query["kind"].flatMap { QuestionKind(rawValue: $0) } ?? .single }
}

func questionRoutes(_ service: QuizzesService) -> [Route] {
  [
    .get(
      "/quizzes/:quiz/questions/new", .staff, "A new question, before it is saved.", offline: .teachers,
      service.showEditor),
    .get(
      "/quizzes/:quiz/questions/:question", .staff, "A question, to be changed.", offline: .teachers, service.showEditor
    ),
    .get(
      "/quizzes/:quiz/questions/:question/delete", .staff, "The question before a question is taken out.",
      offline: .teachers
    ) {
      request, tx throws(Refusal) in
      let (head, line) = try service.deletion(request.quiz(), request.id("question"), request.caller(), tx)
      return .page { deleteQuestionPage(head, line, $0) }
    },
    .post(
      "/quizzes/:quiz/questions/:question/arrange", .staff, "Move, copy, remove or keep a question.",
      ArrangeQuestion.self, service.handle
    ) { handled in arranged(handled) },
  ]
}

extension QuizzesService {
  /// A question of a quiz in the editor, as it is or as it was typed.
  func showEditor(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let question: ID<Question>? = request.names["question"] == nil ? nil : try request.id("question")
    let data = try editor(request.quiz(), question, kind: request.kind, request.caller(), tx)
    return .page(version: data.question.map { String($0.version) }, json: { data.json(request.draft) }) {
      questionEditorPage(data, request.draft, $0)
    }
  }

  /// The same for one of the bank.
  func showBankEditor(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let question: ID<Question>? = request.names["question"] == nil ? nil : try request.id("question")
    let data = try bankEditor(question, kind: request.kind, request.caller(), tx)
    return .page(version: data.question.map { String($0.version) }, json: { data.json(request.draft) }) {
      questionEditorPage(data, request.draft, $0)
    }
  }
}

private func arranged(_ handled: Handled<ArrangeQuestion>) -> Response {
  let (command, made) = (handled.command, handled.id(Question.self))
  let path = QuizzesPaths.quiz(command.quiz)
  let json: @Sendable () -> JSON = { .object([("id", .id(made))]) }
  switch command.act {
  case .remove:
    let own = QuizzesPaths.question(command.question, in: command.quiz) + "/arrange"
    let undo = (path: own, fields: [Form.Field("act", "restore")])
    return .done(path, toast: Toast(Phrase("quizzes.toast.removed"), undo: undo), json: json)
  case .duplicate:
    return .done(path + "#question-" + made.text, toast: Toast(Phrase("quizzes.toast.copied")), json: json)
  case .bank: return .done(path, toast: Toast(Phrase("quizzes.toast.banked")), json: json)
  case .up, .down, .place, .restore: return .done(path + "#question-" + made.text, json: json)
  }
}

func bankRoutes(_ service: QuizzesService) -> [Route] {
  takingFromBankRoutes(service) + bankedRoutes(service) + keptRoutes(service)
}

private func takingFromBankRoutes(_ service: QuizzesService) -> [Route] {
  let take: PageHandler = { request, tx throws(Refusal) in
    let data = try service.bank(request.quiz(), request.query, request.caller(), tx)
    return .page(next: data.next, json: { data.json }) { questionBankPage(data, request.draft, $0) }
  }
  return [
    .get("/quizzes/:quiz/bank", .staff, "Questions of the bank, to be taken into a quiz.", offline: .teachers, take),
    .post(
      "/quizzes/:quiz/bank", .staff, "Copy questions of the bank into a quiz.", form: take, TakeFromBank.self,
      service.handle
    ) { handled in
      let count = Int(handled.outcome.text) ?? 0
      return .done(
        QuizzesPaths.quiz(handled.command.quiz), toast: Toast(Phrase("quizzes.toast.taken", .count(count))),
        json: { .object([("count", .integer(count))]) })
    },
  ]
}

private func bankedRoutes(_ service: QuizzesService) -> [Route] {
  [
    .get("/questions", .staff, "The bank: questions kept for other quizzes.", offline: .teachers) {
      request, tx throws(Refusal) in
      let data = try service.bank(nil, request.query, request.caller(), tx)
      return .page(next: data.next, json: { data.json }) { questionBankPage(data, request.draft, $0) }
    },
    .get(
      "/questions/new", .staff, "A new question of the bank, before it is saved.", offline: .everybody,
      service.showBankEditor),
    .get(
      "/questions/:question", .staff, "A question of the bank, to be changed.", offline: .teachers,
      service.showBankEditor),
  ]
}

private func keptRoutes(_ service: QuizzesService) -> [Route] {
  [
    .get(
      "/question-pictures/:picture", .members, "A picture of a question, for who sees where it stands.",
      service.picture),
    .post(
      "/questions/:question/remove", .staff, "Take a question out of the bank, or put it back.", RemoveBanked.self,
      service.handle
    ) { handled in
      let undo = (
        path: QuestionsPaths.banked(handled.command.question) + "/remove", fields: [Form.Field("restored", "on")]
      )
      return .done(
        QuestionsPaths.bank,
        toast: handled.command.isRestored ? nil : Toast(Phrase("quizzes.toast.removed"), undo: undo))
    },
  ]
}
