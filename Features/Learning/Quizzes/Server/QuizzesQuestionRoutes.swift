import Base
import HTML
import Kit
import Ledger
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

extension Ask {
  /// A button of the editor that changes the form and saves nothing, as “add a row” where no script runs.
  fileprivate var editing: String? { form["act"].flatMap { $0 == "save" || $0.isEmpty ? nil : $0 } }
  /// Whether a picture came that is not in the question yet.
  fileprivate var bringsPicture: Bool {
    uploads.contains { $0.field == "picture" && $0.size > 0 } || editing == "picture"
  }
  fileprivate var kind: QuestionKind { query["kind"].flatMap { QuestionKind(rawValue: $0) } ?? .single }
}

func questionRoutes(_ service: QuizzesService) -> [Route] {
  let edit: @Sendable (Ask) async throws -> Answer = { ask in
    let question = ask.names["question"] == nil ? nil : try ask.id("question", Question.self)
    let data = try await service.editor(ask.quiz(), question, kind: ask.kind, ask.caller())
    return .page(version: data.question.map { String($0.version) }, json: { data.json(ask.draft) }) {
      questionEditorPage(data, ask.draft, $0)
    }
  }
  return [
    .get("/quizzes/:quiz/questions/new", .staff, "A new question, before it is saved.", edit),
    .post("/quizzes/:quiz/questions", .staff, "Add a question.", inputs: questionInputs, form: edit) { ask in
      let ask = try await service.withPicture(ask, edit)
      if let act = ask.editing { return try await edit(ask.drafting(act)) }
      let saved = try await service.run(SaveQuestion(ask.formOfQuiz()), ask)
      return .done(
        QuizzesPaths.quiz(try ask.quiz()) + "#question-" + saved.id.text,
        toast: Toast(Phrase("quizzes.toast.question")),
        created: true, json: { .object([("id", .id(saved.id))]) })
    }.taking(.picture("picture")),
    .get("/quizzes/:quiz/questions/:question", .staff, "A question, to be changed.", edit),
    .post(
      "/quizzes/:quiz/questions/:question", .staff, "Write a new version of a question.", inputs: questionInputs,
      form: edit
    ) {
      ask in
      let ask = try await service.withPicture(ask, edit)
      if let act = ask.editing { return try await edit(ask.drafting(act)) }
      let (quiz, question) = (try ask.quiz(), try ask.id("question", Question.self))
      try await ask.expect {
        try await service.editor(quiz, question, kind: .single, ask.caller()).question.map { String($0.version) }
      }
      let saved = try await service.run(SaveQuestion(ask.formOfQuiz().naming("id", question.text)), ask)
      let path =
        saved.isRegraded ? QuizzesPaths.of(quiz, "regrade") + "?question=" + question.text : QuizzesPaths.quiz(quiz)
      return .done(path, toast: Toast(Phrase("quizzes.toast.question")), json: { .object([("id", .id(saved.id))]) })
    }.taking(.picture("picture")),
    .get("/quizzes/:quiz/questions/:question/delete", .staff, "The question before a question is taken out.") { ask in
      let (head, line) = try await service.deletion(ask.quiz(), ask.id("question"), ask.caller())
      return .page { deleteQuestionPage(head, line, $0) }
    },
    .post(
      "/quizzes/:quiz/questions/:question/arrange", .staff, "Move, copy, remove or keep a question.",
      inputs: [
        Input("act", "up, down, place, duplicate, remove, restore, bank"),
        Input("place", "where to, from 0", required: false),
      ]
    ) { try await service.arrange($0) },
  ]
}

extension Ask {
  /// The same question with the form as a button wants it.
  fileprivate func drafting(_ act: String) -> Ask {
    var copy = self
    copy.draft = Draft(form.acting(act))
    return copy
  }

  /// Refuses when somebody else has changed it since (`If-Match`).
  fileprivate func expect(_ version: () async throws -> String?) async throws {
    guard ifMatch != nil, let version = try await version() else { return }
    try expect(version: version)
  }
}

extension QuizzesService {
  /// With the picture that came put into the texts; who may not change the question is told before.
  fileprivate func withPicture(_ ask: Ask, _ edit: @Sendable (Ask) async throws -> Answer) async throws -> Ask {
    guard ask.bringsPicture else { return ask }
    _ = try await edit(ask)
    var copy = ask
    copy.form = try await addingPicture(ask)
    return copy
  }

  func arrange(_ ask: Ask) async throws -> Answer {
    let command = try ArrangeQuestion(ask.formOfQuestion())
    let made = try await run(command, ask)
    let path = QuizzesPaths.quiz(command.quiz)
    let own = QuizzesPaths.question(command.question, in: command.quiz) + "/arrange"
    let json: @Sendable () -> JSON = { .object([("id", .id(made))]) }
    switch command.act {
    case .remove:
      let undo = (path: own, fields: [Form.Field("act", "restore")])
      return .done(path, toast: Toast(Phrase("quizzes.toast.removed"), undo: undo), json: json)
    case .duplicate:
      return .done(path + "#question-" + made.text, toast: Toast(Phrase("quizzes.toast.copied")), json: json)
    case .bank: return .done(path, toast: Toast(Phrase("quizzes.toast.banked")), json: json)
    case .up, .down, .place, .restore: return .done(path + "#question-" + made.text, json: json)
    }
  }
}

func bankRoutes(_ service: QuizzesService) -> [Route] { takingFromBankRoutes(service) + bankedRoutes(service) }

private func takingFromBankRoutes(_ service: QuizzesService) -> [Route] {
  let take: @Sendable (Ask) async throws -> Answer = { ask in
    let data = try await service.bank(ask.quiz(), ask.query, ask.caller())
    return .page(next: data.next, json: { data.json }) { questionBankPage(data, ask.draft, $0) }
  }
  return [
    .get("/quizzes/:quiz/bank", .staff, "Questions of the bank, to be taken into a quiz.", take),
    .post(
      "/quizzes/:quiz/bank", .staff, "Copy questions of the bank into a quiz.",
      inputs: [Input("question", "ids, repeated")],
      form: take
    ) { ask in
      let count = try await service.run(TakeFromBank(ask.formOfQuiz()), ask)
      return .done(
        QuizzesPaths.quiz(try ask.quiz()), toast: Toast(Phrase("quizzes.toast.taken", .count(count))),
        json: { .object([("count", .integer(count))]) })
    },
  ]
}

private func bankedRoutes(_ service: QuizzesService) -> [Route] {
  let edit: @Sendable (Ask) async throws -> Answer = { ask in
    let question = ask.names["question"] == nil ? nil : try ask.id("question", Question.self)
    let data = try await service.bankEditor(question, kind: ask.kind, ask.caller())
    return .page(version: data.question.map { String($0.version) }, json: { data.json(ask.draft) }) {
      questionEditorPage(data, ask.draft, $0)
    }
  }
  return [
    .get("/questions", .staff, "The bank: questions kept for other quizzes.") { ask in
      let data = try await service.bank(nil, ask.query, ask.caller())
      return .page(next: data.next, json: { data.json }) { questionBankPage(data, ask.draft, $0) }
    },
    .get("/questions/new", .staff, "A new question of the bank, before it is saved.", edit),
    .post("/questions", .staff, "Add a question to the bank.", inputs: questionInputs, form: edit) { ask in
      let ask = try await service.withPicture(ask, edit)
      if let act = ask.editing { return try await edit(ask.drafting(act)) }
      let saved = try await service.run(SaveQuestion(ask.form), ask)
      return .done(
        QuizzesPaths.bank, toast: Toast(Phrase("quizzes.toast.question")), created: true,
        json: { .object([("id", .id(saved.id))]) })
    }.taking(.picture("picture")),
    .get("/questions/:question", .staff, "A question of the bank, to be changed.", edit),
    .post(
      "/questions/:question", .staff, "Write a new version of a question of the bank.", inputs: questionInputs,
      form: edit
    ) {
      ask in
      let ask = try await service.withPicture(ask, edit)
      if let act = ask.editing { return try await edit(ask.drafting(act)) }
      let id = try ask.id("question", Question.self)
      let saved = try await service.run(SaveQuestion(ask.form.naming("id", id.text)), ask)
      return .done(
        QuizzesPaths.bank, toast: Toast(Phrase("quizzes.toast.question")), json: { .object([("id", .id(saved.id))]) })
    }.taking(.picture("picture")),
    .get("/question-pictures/:picture", .members, "A picture of a question, for who sees where it stands.") {
      try await service.picture($0)
    },
    .post(
      "/questions/:question/remove", .staff, "Take a question out of the bank, or put it back.",
      inputs: [Input("restored", "on puts it back", required: false)]
    ) {
      ask in
      let id = try ask.id("question", Question.self)
      let command = try RemoveBanked(ask.form.naming("question", id.text))
      try await service.run(command, ask)
      let undo = (path: QuizzesPaths.banked(id) + "/remove", fields: [Form.Field("restored", "on")])
      return .done(
        QuizzesPaths.bank, toast: command.isRestored ? nil : Toast(Phrase("quizzes.toast.removed"), undo: undo))
    },
  ]
}
