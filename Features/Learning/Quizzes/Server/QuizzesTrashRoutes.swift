import Base
import Kit
import School
import Web

/// Deleting a quiz that nobody has taken, and the way back.
func quizTrashRoutes(_ service: QuizzesService) -> [Route] {
  [
    .get("/quizzes/:quiz/deletion", .staff, "Asks before a quiz is deleted.", inAPI: false) { request in
      let head = try await service.deletion(request.quiz(), request.caller())
      return .page { deleteQuizPage(head, $0) }
    },
    .post("/quizzes/:quiz/deletion", .staff, "Deletes a quiz that nobody has taken.") { request in
      let command = try DeleteQuiz(request.formOfQuiz())
      let course = try await service.run(command, request)
      return .done(
        QuizzesPaths.all(in: course),
        toast: Toast(Phrase("quizzes.toast.deleted"), undo: (QuizzesPaths.of(command.quiz, "restoration"), [])))
    },
    .post("/quizzes/:quiz/restoration", .staff, "Takes a deletion back.") { request in
      let command = try RestoreQuiz(request.formOfQuiz())
      try await service.run(command, request)
      return .done(QuizzesPaths.quiz(command.quiz), toast: Toast(Phrase("quizzes.toast.restored")))
    },
  ]
}
