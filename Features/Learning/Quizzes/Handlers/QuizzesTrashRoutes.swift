import Base
import Database
import Kit
import Router
import School

/// Deleting a quiz that nobody has taken, and the way back.
func quizTrashRoutes(_ service: QuizzesService) -> [Route] {
  [
    .get("/quizzes/:quiz/deletion", .staff, "Asks before a quiz is deleted.", inAPI: false, offline: .teachers) {
      request, tx throws(Refusal) in
      let head = try service.deletion(request.quiz(), request.caller(), tx)
      return .page { deleteQuizPage(head, $0) }
    },
    .post(
      "/quizzes/:quiz/deletion", .staff, "Deletes a quiz that nobody has taken.", DeleteQuiz.self, service.handle
    ) { handled in
      let undo = QuizzesPaths.of(handled.command.quiz, "restoration")
      return .done(
        QuizzesPaths.all(in: handled.id()), toast: Toast(Phrase("quizzes.toast.deleted"), undo: (undo, [])))
    },
    .post("/quizzes/:quiz/restoration", .staff, "Takes a deletion back.", RestoreQuiz.self, service.handle) { handled in
      .done(QuizzesPaths.quiz(handled.command.quiz), toast: Toast(Phrase("quizzes.toast.restored")))
    },
  ]
}
