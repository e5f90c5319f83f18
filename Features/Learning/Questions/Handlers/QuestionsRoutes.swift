package import Base
package import Database
import HTML
import Kit
public import Router
import School

/// The doors of the bank; its paths are `QuestionsPaths`.
public func questionRoutes(_ service: QuestionsService) -> [Route] { bankedRoutes(service) + keptRoutes(service) }

extension Request {
  /// The kind of question that a new one is to be.
  var kind: QuestionKind { query["kind"].flatMap { QuestionKind(rawValue: $0) } ?? .single }
}

private func bankedRoutes(_ service: QuestionsService) -> [Route] {
  [
    .get("/questions", .staff, "The bank: questions kept for other quizzes.", offline: .teachers) {
      request, tx throws(Refusal) in
      let data = try service.bank(request.query, request.caller(), tx)
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

private func keptRoutes(_ service: QuestionsService) -> [Route] {
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

extension QuestionsService {
  /// A question of the bank in the editor, as it is or as it was typed.
  package func showBankEditor(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let question: ID<Question>? = request.names["question"] == nil ? nil : try request.id("question")
    let data = try bankEditor(question, kind: request.kind, request.caller(), tx)
    return .page(version: data.question.map { String($0.version) }, json: { data.json(request.draft) }) {
      questionEditorPage(data, request.draft, $0)
    }
  }
}
