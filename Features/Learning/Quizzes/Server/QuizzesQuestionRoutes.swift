import Base
import Database
import HTML
import Kit
import Ledger
import Router
import School
import Web

private let questionInputs = [
  Input("kind", "single, multiple, true-false, short, blanks, numeric, matching, essay"),
  Input("text", "what is asked"),
  Input("name", "what it is called among teachers", required: false),
  Input("points", "its own points", required: false), Input("tags", "words with commas", required: false),
  Input("option.<n>", "an option, from 1", required: false),
  Input("correct", "the number of the right option", required: false),
  Input("correct.<n>", "on, where several are right", required: false),
  Input("answers", "accepted answers, a line each", required: false),
  Input("value.<n>", "an accepted number", required: false),
  Input("form.<n>", "absolute, percent, range, geometric, significant", required: false),
  Input("by.<n>", "how far from it", required: false), Input("left.<n>", "a left side", required: false),
  Input("right.<n>", "what belongs to it", required: false),
  Input("explanation", "shown with the results", required: false),
  Input("picture.<n>", "the id of a picture that the texts name as picture-<n>.jpg", required: false),
  Input("picture", "another picture, as a file", required: false),
  Input("about", "what it shows", required: false), Input("decoration", "on: nothing that matters", required: false),
  Input("put", "the field that it is put into; text", required: false),
  Input("act", "picture: adds it and saves nothing yet", required: false),
]

private let bankInputs = [Input("course", "which of one's courses it is kept for")] + questionInputs

extension Request {
  /// A button of the editor that changes the form and saves nothing, as “add a row” where no script runs.
  fileprivate var editing: String? { form["act"].flatMap { $0 == "save" || $0.isEmpty ? nil : $0 } }
  /// Whether a picture came that is not in the question yet.
  fileprivate var bringsPicture: Bool {
    uploads.contains { $0.field == "picture" && $0.size > 0 } || editing == "picture"
  }
  fileprivate var kind: QuestionKind { query["kind"].flatMap { QuestionKind(rawValue: $0) } ?? .single }
}

func questionRoutes(_ service: QuizzesService) -> [Route] {
  let edit: PageHandler = { request, tx throws(Refusal) in
    let question: ID<Question>? = request.names["question"] == nil ? nil : try request.id("question")
    let data = try service.editor(request.quiz(), question, kind: request.kind, request.caller(), tx)
    return .page(version: data.question.map { String($0.version) }, json: { data.json(request.draft) }) {
      questionEditorPage(data, request.draft, $0)
    }
  }
  return [
    .get("/quizzes/:quiz/questions/new", .staff, "A new question, before it is saved.", edit),
    .post("/quizzes/:quiz/questions", .staff, "Add a question.", inputs: questionInputs, form: edit) { request in
      try await service.save(request, edit) { handled in
        let (id, quiz) = (handled.question, try request.quiz())
        return .done(
          QuizzesPaths.quiz(quiz) + "#question-" + id.text, toast: Toast(Phrase("quizzes.toast.question")),
          created: true, json: { .object([("id", .id(id))]) })
      }
    }.taking(.picture("picture")),
    .get("/quizzes/:quiz/questions/:question", .staff, "A question, to be changed.", edit),
    .post(
      "/quizzes/:quiz/questions/:question", .staff, "Write a new version of a question.", inputs: questionInputs,
      form: edit
    ) { request in
      try await service.save(request, edit) { handled in
        let (id, quiz) = (handled.question, try request.quiz())
        let path =
          handled.isRegraded ? QuizzesPaths.of(quiz, "regrade") + "?question=" + id.text : QuizzesPaths.quiz(quiz)
        return .done(path, toast: Toast(Phrase("quizzes.toast.question")), json: { .object([("id", .id(id))]) })
      }
    }.taking(.picture("picture")),
    .get("/quizzes/:quiz/questions/:question/delete", .staff, "The question before a question is taken out.") {
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

extension Handled<SaveQuestion> {
  private var parts: [Substring] { outcome.text.split(separator: " ") }
  fileprivate var question: ID<Question> { parts.first.flatMap { ID<Question>($0) } ?? .none }
  /// Whether attempts were graded by an older version of it.
  fileprivate var isRegraded: Bool { parts.count > 1 }
}

extension Request {
  /// The same question with the form as a button wants it.
  fileprivate func drafting(_ act: String) -> Request {
    var copy = self
    copy.draft = Draft(form.acting(act))
    return copy
  }
}

extension QuizzesService {
  fileprivate func show(_ edit: @escaping PageHandler, _ request: Request) async throws -> Response {
    try await ledger.read { try edit(request, $0) }
  }

  /// Saves what the editor holds, with the picture that came; a button that only changes the form shows it again.
  ///
  /// Who may not change the question is told before the picture is looked at.
  fileprivate func save(
    _ request: Request, _ edit: @escaping PageHandler, then: (Handled<SaveQuestion>) throws -> Response
  ) async throws -> Response {
    var request = request
    if request.bringsPicture {
      _ = try await show(edit, request)
      request.form = try await addingPicture(request)
    }
    if let act = request.editing { return try await show(edit, request.drafting(act)) }
    let command = try SaveQuestion(request.form, path: request.names)
    return try then(try await ledger.handle(command, request, handle))
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
    .get("/quizzes/:quiz/bank", .staff, "Questions of the bank, to be taken into a quiz.", take),
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
  let edit: PageHandler = { request, tx throws(Refusal) in
    let question: ID<Question>? = request.names["question"] == nil ? nil : try request.id("question")
    let data = try service.bankEditor(question, kind: request.kind, request.caller(), tx)
    return .page(version: data.question.map { String($0.version) }, json: { data.json(request.draft) }) {
      questionEditorPage(data, request.draft, $0)
    }
  }
  return [
    .get("/questions", .staff, "The bank: questions kept for other quizzes.") { request, tx throws(Refusal) in
      let data = try service.bank(nil, request.query, request.caller(), tx)
      return .page(next: data.next, json: { data.json }) { questionBankPage(data, request.draft, $0) }
    },
    .get("/questions/new", .staff, "A new question of the bank, before it is saved.", edit),
    .post("/questions", .staff, "Add a question to the bank.", inputs: bankInputs, form: edit) { request in
      try await service.save(request, edit) { handled in
        let id = handled.question
        return .done(
          QuizzesPaths.bank, toast: Toast(Phrase("quizzes.toast.question")), created: true,
          json: { .object([("id", .id(id))]) })
      }
    }.taking(.picture("picture")),
    .get("/questions/:question", .staff, "A question of the bank, to be changed.", edit),
    .post(
      "/questions/:question", .staff, "Write a new version of a question of the bank.", inputs: questionInputs,
      form: edit
    ) { request in
      try await service.save(request, edit) { handled in
        let id = handled.question
        return .done(
          QuizzesPaths.bank, toast: Toast(Phrase("quizzes.toast.question")), json: { .object([("id", .id(id))]) })
      }
    }.taking(.picture("picture")),
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
        path: QuizzesPaths.banked(handled.command.question) + "/remove", fields: [Form.Field("restored", "on")]
      )
      return .done(
        QuizzesPaths.bank,
        toast: handled.command.isRestored ? nil : Toast(Phrase("quizzes.toast.removed"), undo: undo))
    },
  ]
}
