import Base
import Foundation
import HTML
import Kit
import Ledger
import School
public import Web

/// The doors of the feature; its paths are `QuizzesPaths`.
public func quizRoutes(_ service: QuizzesService) -> [Route] {
  makingRoutes(service) + quizTrashRoutes(service) + questionRoutes(service) + bankRoutes(service)
    + takingRoutes(service)
    + gradingRoutes(service)
}

extension Form {
  /// The path knows better than the body what is spoken of.
  func naming(_ name: String, _ value: String) -> Form {
    Form(fields.filter { $0.name != name } + [Field(name, value)])
  }
}

extension Request {
  func quiz() throws(Refusal) -> ID<Quiz> { try id("quiz") }
  /// The form with the quiz of the path.
  func formOfQuiz() throws(Refusal) -> Form { form.naming("quiz", try quiz().text) }
  func formOfAttempt() throws(Refusal) -> Form {
    try formOfQuiz().naming("attempt", id("attempt", QuizAttempt.self).text)
  }
  func formOfQuestion() throws(Refusal) -> Form {
    try formOfQuiz().naming("question", id("question", Question.self).text)
  }
}

private let settingInputs = [
  Input("title", "its name"), Input("about", "what it is about", required: false),
  Input("minutes", "15, 30, 45, 60, 90, 120; empty is no limit", required: false),
  Input("points", "what a question gives that has none of its own", required: false),
  Input("passing", "percent", required: false), Input("attempts", "1, 2, 3; empty is any number", required: false),
  Input("counting", "highest, latest, first, average", required: false),
  Input("partial", "all-or-nothing, right-minus-wrong, balanced", required: false),
  Input("shufflesQuestions", "on or off", required: false), Input("shufflesOptions", "on or off", required: false),
  Input("showing", "at-once, after-due", required: false),
  Input("showsMarks", "on: which answers were right, also while one can try again", required: false),
  Input("layout", "one, all", required: false),
  Input("language", "en, fr, ar, he", required: false), Input("dueDay", "2026-03-11", required: false),
  Input("dueTime", "14:05", required: false), Input("opensDay", "a day", required: false),
  Input("closesDay", "a day", required: false),
]

private func makingRoutes(_ service: QuizzesService) -> [Route] {
  let blank: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.settings(new: request.id("course"), request)
    return .page { quizSettingsPage(data, request.draft, $0) }
  }
  let settings: @Sendable (Request) async throws -> Response = { request in
    let (data, version) = try await service.settings(request.quiz(), request.caller())
    return .page(version: version, json: { data.head.map { $0.quiz.json($0.item) } ?? .null }) {
      quizSettingsPage(data, request.draft, $0)
    }
  }
  return [
    .get("/courses/:course/quizzes", .members, "The quizzes of a course.") { request in
      let data = try await service.list(request.id("course"), request.caller())
      return .page(json: { data.json }) { quizListPage(data, $0) }
    },
    .get("/courses/:course/quizzes/new", .staff, "A new quiz, before it is saved.", blank),
    .post("/courses/:course/quizzes", .staff, "Make a quiz, as a draft.", inputs: settingInputs, form: blank) {
      request in
      let course = try request.id("course", Course.self)
      let id = try await service.run(MakeQuiz(request.form.naming("course", course.text)), request)
      return .done(
        QuizzesPaths.quiz(id), toast: Toast(Phrase("quizzes.toast.made")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get("/quizzes/:quiz", .members, "A quiz: its questions for those who make it, its rules for those who take it.") {
      try await service.front($0)
    },
    .get("/quizzes/:quiz/settings", .staff, "Everything that can be set about a quiz.", settings),
    .post("/quizzes/:quiz/settings", .staff, "Change the settings.", inputs: settingInputs, form: settings) { request in
      let isOld = try await service.run(SetQuiz(request.formOfQuiz()), request)
      return .done(
        QuizzesPaths.of(try request.quiz(), isOld ? "regrade" : "settings"),
        toast: Toast(Phrase(isOld ? "quizzes.toast.policy-changed" : "quizzes.toast.saved")))
    },
    .post(
      "/quizzes/:quiz/publish", .staff, "Show the quiz to its course, or take it back into drafts.",
      inputs: [Input("published", "on or off")]
    ) { request in
      let command = try PublishQuiz(request.formOfQuiz())
      try await service.run(command, request)
      let undo = (
        path: QuizzesPaths.of(command.quiz, "publish"),
        fields: [Form.Field("published", command.isPublished ? "off" : "on")]
      )
      return .done(
        QuizzesPaths.quiz(command.quiz),
        toast: Toast(Phrase(command.isPublished ? "quizzes.toast.published" : "quizzes.toast.unpublished"), undo: undo))
    },
  ] + importRoutes(service)
}

extension QuizzesService {
  /// The builder for the staff, the start page for everybody else.
  func front(_ request: Request) async throws -> Response {
    let (id, caller) = (try request.quiz(), try request.caller())
    if caller.role.isStaff {
      let (data, version) = try await builder(id, caller)
      return .page(version: version, json: { data.json }) { builderPage(data, $0) }
    }
    let data = try await start(id, caller)
    return .page(json: { data.json }) { quizStartPage(data, $0) }
  }
}

private func importRoutes(_ service: QuizzesService) -> [Route] {
  let show: @Sendable (Request) async throws -> Response = { request in
    let data = try await service.importing(request.quiz(), nil, request.caller())
    return .page { quizImportPage(data, request.draft, $0) }
  }
  return [
    .get("/quizzes/:quiz/import", .staff, "Questions from another system's file.", show),
    .post(
      "/quizzes/:quiz/import", .staff, "Take the questions of a GIFT or Moodle XML file, all or none.",
      inputs: [Input("text", "the file"), Input("act", "check or take", required: false)],
      bodyLimit: Limits.importBody.most,
      form: show
    ) { try await service.importFile($0) }.taking(.sheet),
    .get("/quizzes/:quiz/export", .staff, "The questions as GIFT or Moodle XML.", inAPI: false) { request in
      let isXML = request.query["format"] == "xml"
      let questions = try await service.export(request.quiz(), request.caller())
      return .download(
        isXML ? "quiz.xml" : "quiz.txt", type: isXML ? "application/xml; charset=utf-8" : "text/plain; charset=utf-8"
      ) { write in
        guard isXML else {
          return try await write(Array(QuestionExport.gift(questions.map { ($0.content, $0.tags) }).utf8))
        }
        try await service.writeXML(questions) { try await write(Array($0.utf8)) }
      }
    },
  ]
}

extension QuizzesService {
  /// Checks first and shows what was found; takes it when asked to.
  func importFile(_ request: Request) async throws -> Response {
    var form = try request.formOfQuiz()
    if let file = request.uploads.first(where: { $0.field == "file" && $0.size > 0 }) {
      let bytes = try await ledger.files.contents(file.hash, limit: Int64(Limits.importBody.most))
      form = form.naming("text", try QuestionFile.text(Array(bytes)))
    }
    let command = try ImportQuestions(form)
    let isTaken = form["act"] == "take" || request.wants == .json && form["act"] != "check"
    let read = try await Aside.run { try QuestionImport(command.text) }
    _ = try await importing(command.quiz, nil, request.caller())
    let (found, pictures) = try await pictured(read, isKept: isTaken)
    let page = try await importing(command.quiz, found, request.caller())
    guard isTaken else {
      let draft = Draft(Form(["text": command.text]))
      return .page(json: { found.json }) { quizImportPage(page, draft, $0) }
    }
    let count = try await run(command, found, pictures, request)
    return .done(
      QuizzesPaths.quiz(command.quiz), toast: Toast(Phrase("quizzes.toast.imported", .count(count))), created: true,
      json: { found.json })
  }
}

extension QuestionImport {
  var json: JSON {
    .object([
      ("count", .integer(entries.count)),
      ("kinds", .list(entries.map { .text($0.content.kind.rawValue) })),
      (
        "left",
        .list(remarks.map { .object([("line", .integer($0.line)), ("why", .text($0.phrase.key))]) })
      ),
    ])
  }
}
