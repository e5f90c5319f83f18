import Base
import Database
import Kit
import Learning
import Ledger
import People
import PeopleServer
public import Router
import School
import Web

// Saving what the editor holds, with the pictures that come with it.

/// What the editor of a question sends.
let questionInputs = [
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

/// The ways into the bank that only a server has.
public func questionServerRoutes(_ server: QuestionsServer) -> [Route] {
  let edit: PageHandler = server.service.showBankEditor
  return [
    .post("/questions", .staff, "Add a question to the bank.", inputs: bankInputs, form: edit) { request in
      try await server.save(request, edit, server.service.handle) { handled in
        let id = handled.question
        return .done(
          QuestionsPaths.bank, toast: Toast(Phrase("quizzes.toast.question")), created: true,
          json: { .object([("id", .id(id))]) })
      }
    }.taking(.picture("picture")),
    .post(
      "/questions/:question", .staff, "Write a new version of a question of the bank.", inputs: questionInputs,
      form: edit
    ) { request in
      try await server.save(request, edit, server.service.handle) { handled in
        let id = handled.question
        return .done(
          QuestionsPaths.bank, toast: Toast(Phrase("quizzes.toast.question")), json: { .object([("id", .id(id))]) })
      }
    }.taking(.picture("picture")),
  ]
}

extension Handled<SaveQuestion> {
  private var parts: [Substring] { outcome.text.split(separator: " ") }
  var question: ID<Question> { parts.first.flatMap { ID<Question>($0) } ?? .none }
  /// Whether attempts were graded by an older version of it.
  var isRegraded: Bool { parts.count > 1 }
}

extension Request {
  /// A button of the editor that changes the form and saves nothing, as “add a row” where no script runs.
  fileprivate var editing: String? { form["act"].flatMap { $0 == "save" || $0.isEmpty ? nil : $0 } }
  /// Whether a picture came that is not in the question yet.
  fileprivate var bringsPicture: Bool {
    uploads.contains { $0.field == "picture" && $0.size > 0 } || editing == "picture"
  }

  /// The same question with the form as a button wants it.
  fileprivate func drafting(_ act: String) -> Request {
    var copy = self
    copy.draft = Draft(form.acting(act))
    return copy
  }
}

extension QuestionsServer {
  fileprivate func show(_ edit: @escaping PageHandler, _ request: Request) async throws -> Response {
    try await ledger.read { try edit(request, $0) }
  }

  /// Saves what the editor holds, with the picture that came; a button that only changes the form shows it again.
  ///
  /// Who may not change the question is told before the picture is looked at.
  /// - Parameter carryOut: how it is written where it stands.
  func save(
    _ request: Request, _ edit: @escaping PageHandler,
    _ carryOut: @escaping @Sendable (SaveQuestion, Request, WriteTransaction) throws(Refusal) -> Outcome,
    then: (Handled<SaveQuestion>) throws -> Response
  ) async throws -> Response {
    var request = request
    if request.bringsPicture {
      _ = try await show(edit, request)
      request.form = try await addingPicture(request)
    }
    if let act = request.editing { return try await show(edit, request.drafting(act)) }
    let command = try SaveQuestion(request.form, path: request.names)
    return try then(try await ledger.handle(command, request, carryOut))
  }

  /// The form of the editor with one more picture, which waits for the question to be saved.
  ///
  /// - Throws: `Refusal.invalid` when it is none, nobody says what it shows, or there are enough.
  private func addingPicture(_ request: Request) async throws -> Form {
    let said = try words(of: request.form)
    let known = request.form.fields.filter { $0.name.hasPrefix("picture.") }
    guard known.count < QuizPictures.most else {
      throw Refusal.invalid("picture", Phrase("quizzes.refused-pictures", .count(QuizPictures.most)))
    }
    guard let picture = try await files.wait(request, field: "picture", side: QuizPictures.side) else {
      throw Refusal.invalid("picture", Phrase("files.choose-picture"))
    }
    let numbers = known.compactMap { wholeNumber($0.name.dropFirst(8).utf8) }
    let own = QuestionPicture(id: picture.cast(), number: min((numbers.max() ?? 0) + 1, QuizPictures.highest))
    return request.form.putting(own, said)
  }

  /// What a picture shows; nothing where it is said to be decoration.
  private func words(of form: Form) throws(Refusal) -> String {
    var reader = FormReader(form)
    let (about, isDecoration) = (
      reader.optionalText("about", max: QuizPictures.longestSaid), reader.flag("decoration")
    )
    if about == nil, !isDecoration { reader.fail("about", Phrase("lessons.about.missing")) }
    if about != nil, isDecoration { reader.fail("about", Phrase("lessons.about.both")) }
    if !reader.problems.isEmpty { throw .invalid(reader.problems) }
    return about ?? ""
  }
}

extension Form {
  /// With a picture, named in the text that was chosen for it.
  fileprivate func putting(_ picture: QuestionPicture, _ said: String) -> Form {
    var copy = self
    let place = self["put"].flatMap { pictureFields.contains($0) ? $0 : nil } ?? "text"
    let mark = QuizPictures.mark(picture.number, said)
    let before = self[place] ?? ""
    let isLine = place.contains(".")
    let text = trimmed(before).isEmpty ? mark : before + (isLine ? " " : "\n\n") + mark
    copy.fields.removeAll { ["about", "decoration", "put"].contains($0.name) }
    // In its place: the rows of a form stand in their order.
    copy.fields = copy.fields.map { $0.name == place ? Field(place, text) : $0 }
    if copy[place] == nil { copy.fields.append(Field(place, text)) }
    copy.fields.append(Field("picture." + String(picture.number), picture.id.text))
    return copy
  }
}
