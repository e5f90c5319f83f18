import Base
import HTML
import Kit
import School

/// The question before a quiz goes.
func deleteQuizPage(_ head: QuizHead, _ scene: Scene) -> Page {
  Confirmation(
    scene.words("quizzes.delete-named", .text(head.item.title)), scene.words("quizzes.delete-quiz.text"),
    label: scene.words("quizzes.delete-quiz"), action: QuizzesPaths.of(head.quiz.id, "deletion"), back: head.path
  ).page("quizzes.deletion", scene)
}
