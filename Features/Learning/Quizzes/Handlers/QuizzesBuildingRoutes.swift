package import Base
package import Database
import HTML
import Kit
package import Router
import School

// How a quiz is built of questions.

func buildingRoutes(_ service: QuizzesService) -> [Route] {
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
    .get(
      "/quizzes/:quiz/import", .staff, "Questions from another system's file.", offline: .teachers, service.showImport),
  ]
}

func takingFromBankRoutes(_ service: QuizzesService) -> [Route] {
  let take: PageHandler = { request, tx throws(Refusal) in
    let data = try service.bank(for: request.quiz(), request.query, request.caller(), tx)
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

extension QuizzesService {
  /// A question of a quiz in the editor, as it is or as it was typed.
  package func showEditor(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let question: ID<Question>? = request.names["question"] == nil ? nil : try request.id("question")
    let data = try editor(request.quiz(), question, kind: request.kind, request.caller(), tx)
    return .page(version: data.question.map { String($0.version) }, json: { data.json(request.draft) }) {
      questionEditorPage(data, request.draft, $0)
    }
  }

  /// The form for another system's file.
  package func showImport(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try importing(request.quiz(), nil, request.caller(), tx)
    return .page { quizImportPage(data, request.draft, $0) }
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
