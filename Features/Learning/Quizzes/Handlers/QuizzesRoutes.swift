import Base
import Database
import HTML
import Kit
public import Router
import School

/// The doors of the feature; its paths are `QuizzesPaths`.
public func quizRoutes(_ service: QuizzesService) -> [Route] {
  makingRoutes(service) + quizTrashRoutes(service) + questionRoutes(service) + bankRoutes(service)
    + takingRoutes(service)
    + gradingRoutes(service)
}

extension Request {
  func quiz() throws(Refusal) -> ID<Quiz> { try id("quiz") }
}

private func makingRoutes(_ service: QuizzesService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let data = try service.settings(new: request.id("course"), request, tx)
    return .page { quizSettingsPage(data, request.draft, $0) }
  }
  let settings: PageHandler = { request, tx throws(Refusal) in
    let (data, version) = try service.settings(request.quiz(), request.caller(), tx)
    return .page(version: version, json: { data.head.map { $0.quiz.json($0.item) } ?? .null }) {
      quizSettingsPage(data, request.draft, $0)
    }
  }
  return [
    .get("/courses/:course/quizzes", .members, "The quizzes of a course.", offline: .teachers) {
      request, tx throws(Refusal) in
      let data = try service.list(request.id("course"), request.caller(), tx)
      return .page(json: { data.json }) { quizListPage(data, $0) }
    },
    .get("/courses/:course/quizzes/new", .staff, "A new quiz, before it is saved.", offline: .teachers, blank),
    .post(
      "/courses/:course/quizzes", .staff, "Make a quiz, as a draft.", form: blank, MakeQuiz.self, service.handle
    ) { handled in
      let id: ID<Quiz> = handled.id()
      return .done(
        QuizzesPaths.quiz(id), toast: Toast(Phrase("quizzes.toast.made")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get(
      "/quizzes/:quiz", .members, "A quiz: its questions for those who make it, its rules for those who take it.",
      offline: .teachers,
      service.front),
    .get("/quizzes/:quiz/settings", .staff, "Everything that can be set about a quiz.", offline: .teachers, settings),
    .post(
      "/quizzes/:quiz/settings", .staff, "Change the settings.", form: settings, SetQuiz.self, service.handle
    ) { handled in
      let isOld = handled.outcome.text == "regrade"
      return .done(
        QuizzesPaths.of(handled.command.quiz, isOld ? "regrade" : "settings"),
        toast: Toast(Phrase(isOld ? "quizzes.toast.policy-changed" : "quizzes.toast.saved")))
    },
    publishingRoute(service),
    .get(
      "/quizzes/:quiz/import", .staff, "Questions from another system's file.", offline: .teachers, service.showImport),
  ]
}

private func publishingRoute(_ service: QuizzesService) -> Route {
  .post(
    "/quizzes/:quiz/publish", .staff, "Show the quiz to its course, or take it back into drafts.", PublishQuiz.self,
    service.handle
  ) { handled in
    let command = handled.command
    let undo = (
      path: QuizzesPaths.of(command.quiz, "publish"),
      fields: [Form.Field("published", command.isPublished ? "off" : "on")]
    )
    return .done(
      QuizzesPaths.quiz(command.quiz),
      toast: Toast(Phrase(command.isPublished ? "quizzes.toast.published" : "quizzes.toast.unpublished"), undo: undo))
  }
}

extension QuizzesService {
  /// The builder for the staff, the start page for everybody else.
  func front(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (id, caller) = (try request.quiz(), try request.caller())
    if caller.role.isStaff {
      let (data, version) = try builder(id, caller, tx)
      return .page(version: version, json: { data.json }) { builderPage(data, $0) }
    }
    let data = try start(id, caller, tx)
    return .page(json: { data.json }) { quizStartPage(data, $0) }
  }

  /// The form for another system's file.
  func showImport(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try importing(request.quiz(), nil, request.caller(), tx)
    return .page { quizImportPage(data, request.draft, $0) }
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
