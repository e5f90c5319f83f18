import Base
import Database
import Foundation
import HTML
import Kit
import Ledger
public import Router
import School
import Web

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
    .get("/courses/:course/quizzes", .members, "The quizzes of a course.") { request, tx throws(Refusal) in
      let data = try service.list(request.id("course"), request.caller(), tx)
      return .page(json: { data.json }) { quizListPage(data, $0) }
    },
    .get("/courses/:course/quizzes/new", .staff, "A new quiz, before it is saved.", blank),
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
      service.front),
    .get("/quizzes/:quiz/settings", .staff, "Everything that can be set about a quiz.", settings),
    .post(
      "/quizzes/:quiz/settings", .staff, "Change the settings.", form: settings, SetQuiz.self, service.handle
    ) { handled in
      let isOld = handled.outcome.text == "regrade"
      return .done(
        QuizzesPaths.of(handled.command.quiz, isOld ? "regrade" : "settings"),
        toast: Toast(Phrase(isOld ? "quizzes.toast.policy-changed" : "quizzes.toast.saved")))
    },
    publishingRoute(service),
  ] + importRoutes(service)
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
}

private func importRoutes(_ service: QuizzesService) -> [Route] {
  let show: PageHandler = { request, tx throws(Refusal) in
    let data = try service.importing(request.quiz(), nil, request.caller(), tx)
    return .page { quizImportPage(data, request.draft, $0) }
  }
  return [
    .get("/quizzes/:quiz/import", .staff, "Questions from another system's file.", show),
    .post(
      "/quizzes/:quiz/import", .staff, "Take the questions of a GIFT or Moodle XML file, all or none.",
      inputs: [Input("text", "the file"), Input("act", "check or take", required: false)],
      bodyLimit: Limits.importBody.most,
      form: { request in try await service.ledger.read { try show(request, $0) } }
    ) { try await service.importFile($0) }.taking(.sheet),
    .get("/quizzes/:quiz/export", .staff, "The questions as GIFT or Moodle XML.", inAPI: false) { request in
      let isXML = request.query["format"] == "xml"
      let questions = try await service.ledger.read { try service.export(request.quiz(), request.caller(), $0) }
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
    var form = request.form
    if let file = request.uploads.first(where: { $0.field == "file" && $0.size > 0 }) {
      let bytes = try await ledger.files.contents(file.hash, limit: Int64(Limits.importBody.most))
      form.fields.removeAll { $0.name == "text" }
      form.fields.append(Form.Field("text", try QuestionFile.text(Array(bytes))))
    }
    let command = try ImportQuestions(form, path: request.names)
    let isTaken = form["act"] == "take" || request.wants == .json && form["act"] != "check"
    let read = try await Aside.run { try QuestionImport(command.text) }
    _ = try await ledger.read { try importing(command.quiz, nil, request.caller(), $0) }
    let (found, pictures) = try await pictured(read, isKept: isTaken)
    guard isTaken else {
      let page = try await ledger.read { try importing(command.quiz, found, request.caller(), $0) }
      let draft = Draft(Form(["text": command.text]))
      return .page(json: { found.json }) { quizImportPage(page, draft, $0) }
    }
    let handled = try await ledger.handle(command, request) { command, request, tx throws(Refusal) in
      try handle(command, found, pictures, request, tx)
    }
    let count = Int(handled.outcome.text) ?? 0
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
