package import Base
import Database
import HTML
import Kit
public import Router
package import School

/// The doors of the feature; its paths are `QuizzesPaths`.
public func quizRoutes(_ service: QuizzesService) -> [Route] {
  makingRoutes(service) + quizTimeRoutes(service) + quizTrashRoutes(service) + buildingRoutes(service)
    + takingFromBankRoutes(service)
}

extension Request {
  package func quiz() throws(Refusal) -> ID<Quiz> { try id("quiz") }
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
