import Base
import Database
import Kit
import Learning
import Ledger
public import Router
import School
import Web

/// The doors behind which something is waited for, or drawn that nobody may guess.
public func quizServerRoutes(_ server: QuizzesServer) -> [Route] {
  editorServerRoutes(server) + exchangeServerRoutes(server)
}

private func exchangeServerRoutes(_ server: QuizzesServer) -> [Route] {
  let show: PageHandler = server.service.showImport
  return [
    .post(
      "/quizzes/:quiz/import", .staff, "Take the questions of a GIFT or Moodle XML file, all or none.",
      inputs: [Input("text", "the file"), Input("act", "check or take", required: false)],
      bodyLimit: Limits.importBody.most, form: show
    ) { try await server.importFile($0) }.taking(.sheet),
    .get("/quizzes/:quiz/export", .staff, "The questions as GIFT or Moodle XML.", inAPI: false) { request in
      let isXML = request.query["format"] == "xml"
      let questions = try await server.ledger.read { try server.export(request.quiz(), request.caller(), $0) }
      return .download(
        isXML ? "quiz.xml" : "quiz.txt", type: isXML ? "application/xml; charset=utf-8" : "text/plain; charset=utf-8"
      ) { write in
        guard isXML else {
          return try await write(Array(QuestionExport.gift(questions.map { ($0.content, $0.tags) }).utf8))
        }
        try await server.questions.writeXML(questions) { try await write(Array($0.utf8)) }
      }
    },
  ]
}

extension QuizzesServer {
  /// Checks first and shows what was found; takes it when asked to.
  func importFile(_ request: Request) async throws -> Response {
    let form = try await ledger.previewed(request, most: Limits.importBody.most) { try QuestionFile.text($0) }
    let command = try ImportQuestions(form, path: request.names)
    let isTaken = request.isTaken
    let read = try await Aside.run { try QuestionImport(command.text) }
    _ = try await ledger.read { try service.importing(command.quiz, nil, request.caller(), $0) }
    let (found, pictures) = try await questions.pictured(read, isKept: isTaken)
    guard isTaken else {
      let page = try await ledger.read { try service.importing(command.quiz, found, request.caller(), $0) }
      let draft = Draft(Form(["text": command.text]))
      return .page(json: { found.json }) { quizImportPage(page, draft, $0) }
    }
    let handled = try await ledger.handle(command, request) { command, request, tx throws(Refusal) in
      try service.handle(command, found, pictures, request, tx)
    }
    let count = Int(handled.outcome.text) ?? 0
    return .done(
      QuizzesPaths.quiz(command.quiz), toast: Toast(Phrase("quizzes.toast.imported", .count(count))), created: true,
      json: { found.json })
  }

  /// The questions of a quiz as a file of another system.
  func export(_ id: ID<Quiz>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> [ExportedQuestion] {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    let contents = try context.questionsStore.contents(of: id, in: caller.school)
    var exported: [ExportedQuestion] = []
    for question in context.questions {
      guard let content = contents[question.id] else { continue }
      var pictures: [(number: Int, file: FileContent)] = []
      for picture in content.pictures {
        guard let kept = try tx.file(picture.id.cast(), school: caller.school) else { continue }
        pictures.append((number: picture.number, file: kept.content))
      }
      exported.append(
        ExportedQuestion(
          content: content, points: context.facts.points(question), tags: question.tags, pictures: pictures))
    }
    return exported
  }
}
