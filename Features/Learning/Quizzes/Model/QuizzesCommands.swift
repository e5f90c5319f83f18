public import Base

public struct MakeQuiz: FormCommand {
  public static let name = "quizzes.make-quiz"
  public let id: ID<Quiz>?
  public let course: ID<Course>
  public let settings: QuizSettings
  public init(_ form: inout FormReader) {
    id = form.optionalID("id", Quiz.self, about: "The id that it gets; without it one is made.")
    course = form.id("course", Course.self)
    settings = QuizSettings(&form)
  }
}

public struct SetQuiz: FormCommand {
  public static let name = "quizzes.set-quiz"
  public let quiz: ID<Quiz>
  public let settings: QuizSettings
  public init(_ form: inout FormReader) { (quiz, settings) = (form.id("quiz", Quiz.self), QuizSettings(&form)) }
}

/// Shows the quiz to its course, or takes it back into drafts.
public struct PublishQuiz: FormCommand {
  public static let name = "quizzes.publish-quiz"
  public let quiz: ID<Quiz>
  public let isPublished: Bool
  public init(quiz: ID<Quiz>, isPublished: Bool) { (self.quiz, self.isPublished) = (quiz, isPublished) }
  public init(_ form: inout FormReader) {
    quiz = form.id("quiz")
    isPublished = form.flag("published", about: "Whether its course sees it; otherwise it is a draft.")
  }
}

/// Does one thing with one question of a quiz.
public struct ArrangeQuestion: FormCommand {
  public static let name = "quizzes.arrange-question"
  public enum Act: String, CaseIterable, Hashable, Sendable { case up, down, place, duplicate, remove, restore, bank }
  public let quiz: ID<Quiz>
  public let question: ID<Question>
  public let act: Act
  /// Where `place` puts it, from 0.
  public let place: Int
  public init(quiz: ID<Quiz>, question: ID<Question>, act: Act, place: Int = 0) {
    (self.quiz, self.question, self.act, self.place) = (quiz, question, act, place)
  }
  public init(_ form: inout FormReader) {
    (quiz, question) = (form.id("quiz", Quiz.self), form.id("question", Question.self))
    act = form.choice("act", else: .up, about: "What is done with it; bank keeps a copy of it in the bank.")
    let said = form.optionalText("place", max: 4, about: "Where to, from 0, when the act is place.")
    place = said.flatMap { wholeNumber($0.utf8) } ?? 0
  }
}

/// Copies questions from the bank into a quiz.
public struct TakeFromBank: FormCommand {
  public static let name = "quizzes.take-from-bank"
  public let quiz: ID<Quiz>
  public let questions: [ID<Question>]
  public init(_ form: inout FormReader) {
    quiz = form.id("quiz", Quiz.self)
    questions = form.ids("question", Question.self, max: 100, about: "Those that are copied.")
    if questions.isEmpty, form.problems.isEmpty { form.fail("question", Phrase("quizzes.refused-none-chosen")) }
  }
}

/// Questions out of a file of another system, all or none.
public struct ImportQuestions: FormCommand {
  public static let name = "quizzes.import-questions"
  public let quiz: ID<Quiz>
  public let text: String
  public init(quiz: ID<Quiz>, text: String) { (self.quiz, self.text) = (quiz, text) }
  public init(_ form: inout FormReader) {
    quiz = form.id("quiz", Quiz.self)
    text = form.values("text").first ?? ""
    form.ignore("file", "act")
    if trimmed(text).isEmpty { form.fail("text", Phrase("form.required")) }
  }
}
