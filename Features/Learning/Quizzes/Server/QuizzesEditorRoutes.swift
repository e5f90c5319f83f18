import Base
import Database
import Kit
import Learning
import Router
import School
import Web

/// Saving what the editor of a question of a quiz holds.
func editorServerRoutes(_ server: QuizzesServer) -> [Route] {
  let edit: PageHandler = server.service.showEditor
  return [
    .post("/quizzes/:quiz/questions", .staff, "Add a question.", inputs: questionInputs, form: edit) { request in
      try await server.questions.save(request, edit, server.service.handle) { handled in
        let (id, quiz) = (handled.question, try request.quiz())
        return .done(
          QuizzesPaths.quiz(quiz) + "#question-" + id.text, toast: Toast(Phrase("quizzes.toast.question")),
          created: true, json: { .object([("id", .id(id))]) })
      }
    }.taking(.picture("picture")),
    .post(
      "/quizzes/:quiz/questions/:question", .staff, "Write a new version of a question.", inputs: questionInputs,
      form: edit
    ) { request in
      try await server.questions.save(request, edit, server.service.handle) { handled in
        let (id, quiz) = (handled.question, try request.quiz())
        let path =
          handled.isRegraded ? QuizzesPaths.of(quiz, "regrade") + "?question=" + id.text : QuizzesPaths.quiz(quiz)
        return .done(path, toast: Toast(Phrase("quizzes.toast.question")), json: { .object([("id", .id(id))]) })
      }
    }.taking(.picture("picture")),
  ]
}
