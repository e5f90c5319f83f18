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

/// Writes a new question, or a new version of one there is.
public struct SaveQuestion: FormCommand {
  public static let name = "quizzes.save-question"
  public let id: ID<Question>?
  /// Whether it changes a question, and makes none where there is none of that id.
  public let isThere: Bool
  /// `nil` is the bank of `course`.
  public let quiz: ID<Quiz>?
  public let course: ID<Course>?
  public var content: QuestionContent
  public let points: Amount?
  public let tags: [String]

  /// The path names a question that there is; whoever makes one may name it.
  public init(_ form: inout FormReader) {
    let (known, own) = (form.optionalID("question", Question.self), form.optionalID("id", Question.self))
    (id, isThere) = (known ?? own, known != nil)
    (quiz, course) = (form.optionalID("quiz", Quiz.self), form.optionalID("course", Course.self))
    content = QuestionContent(&form)
    points = form.optionalAmount("points", from: .zero, to: Amount(1000))
    tags = SaveQuestion.tags(form.optionalText("tags", max: 400) ?? "")
    form.ignore("act", "rows")
  }

  /// Words between commas of any script, each once.
  public static func tags(_ text: String) -> [String] {
    var found: [String] = []
    for part in text.split(whereSeparator: { ",;،\n".contains($0) }) {
      let tag = trimmed(String(part))
      if !tag.isEmpty, !found.contains(tag), found.count < 12 { found.append(String(tag.prefix(40))) }
    }
    return found
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

public struct RemoveBanked: FormCommand {
  public static let name = "quizzes.remove-banked"
  public let question: ID<Question>
  public let isRestored: Bool
  public init(_ form: inout FormReader) {
    question = form.id("question")
    isRestored = form.flag("restored", about: "Whether it is put back.")
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

public struct StartAttempt: FormCommand {
  public static let name = "quizzes.start-attempt"
  public let quiz: ID<Quiz>
  /// What the student's clock shows, in milliseconds.
  public let clock: Int64?
  public init(quiz: ID<Quiz>, clock: Int64? = nil) { (self.quiz, self.clock) = (quiz, clock) }
  public init(_ form: inout FormReader) {
    let clock = form.clockReading("clock", about: "What the student's clock shows, in milliseconds since 1970.")
    self.init(quiz: form.id("quiz"), clock: clock)
  }
}

/// Saves what has been answered; questions it does not name stay as they are.
public struct SaveAnswers: FormCommand {
  public static let name = "quizzes.save-answers"
  /// The fields of one question, as `a.<question>` and `a.<question>.<part>`.
  public struct Entry: Hashable, Sendable {
    public let question: ID<Question>
    public let fields: [Form.Field]
    public let isFlagged: Bool
    public init(question: ID<Question>, fields: [Form.Field], isFlagged: Bool) {
      (self.question, self.fields, self.isFlagged) = (question, fields, isFlagged)
    }
  }
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  public let entries: [Entry]
  /// Milliseconds between typing and sending, by the device's clock.
  public let waited: Int64?
  public let isSubmitted: Bool

  public init(quiz: ID<Quiz>, attempt: ID<QuizAttempt>, entries: [Entry], isSubmitted: Bool = false) {
    (self.quiz, self.attempt, self.entries, self.isSubmitted) = (quiz, attempt, entries, isSubmitted)
    waited = nil
  }

  /// `q` names each question that is spoken of, `a.<question>` its answer, `flag.<question>` whether to look again.
  public init(_ form: inout FormReader) {
    (quiz, attempt) = (form.id("quiz", Quiz.self), form.id("attempt", QuizAttempt.self))
    entries = SaveAnswers.entries(&form)
    let typedAt = form.clockReading("typedAt", about: "When it was typed, in milliseconds, by the device's clock.")
    let sentAt = form.clockReading("sentAt", about: "When it was sent, by the same clock.")
    // What was held back for want of a line says it in seconds, as all that waits does.
    let seconds = form.optionalText("waited", max: 9, about: "Or how many seconds it waited for a line.")
      .flatMap { wholeNumber($0.utf8) }
    waited = typedAt.flatMap { typedAt in sentAt.map { $0 - typedAt } } ?? seconds.map { Int64($0) * 1000 }
    let act = form.optionalText("act", about: "What was pressed: save, review, submit, or go.3 for the fourth one.")
    let submit = form.optionalText("submit", about: "true hands the attempt in, as the act submit does.")
    isSubmitted = act == "submit" || submit == "true"
    form.ignore("at")
  }

  private static func entries(_ form: inout FormReader) -> [Entry] {
    let questions = form.ids("q", Question.self, max: 500, about: "The questions that are spoken of; others stay.")
    let answers = form.entries(
      "a", max: 5000,
      about: """
        By question: an option's number, or text. By question and part, as <question>.0: a blank's text, from 0; or \
        for a left side the number of the right one.
        """)
    let marks = form.entries("flag", max: 500, about: "By question: on, where it is to be looked at again.")
    let flags = Set(marks.filter { $0.value == "on" || $0.value == "true" }.map { $0.key })
    if answers.contains(where: { $0.value.utf8.count > 20_000 }) {
      form.fail("a", Phrase("form.too-long", .count(20_000)))
    }
    return questions.map { question in
      let name = question.text
      let own = answers.filter { $0.key == name || $0.key.hasPrefix(name + ".") }
      let fields = own.map { Form.Field(String($0.key.dropFirst(name.utf8.count + 1)), $0.value) }
      return Entry(question: question, fields: fields, isFlagged: flags.contains(name))
    }
  }
}

/// Ends an attempt: by the student, or by a teacher for one.
public struct SubmitAttempt: FormCommand {
  public static let name = "quizzes.submit-attempt"
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  public init(quiz: ID<Quiz>, attempt: ID<QuizAttempt>) { (self.quiz, self.attempt) = (quiz, attempt) }
  public init(_ form: inout FormReader) { self.init(quiz: form.id("quiz"), attempt: form.id("attempt")) }
}

/// Points and words that a teacher gives to answers of one attempt.
public struct ScoreAnswers: FormCommand {
  public static let name = "quizzes.score-answers"
  public struct Entry: Hashable, Sendable {
    public let question: ID<Question>
    /// `nil` takes back what was given by hand.
    public let points: Amount?
    public let comment: String?
  }
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  public let entries: [Entry]
  /// The version of the result that was seen; `nil` when not said.
  public let version: String?
  public init(_ form: inout FormReader) {
    (quiz, attempt) = (form.id("quiz", Quiz.self), form.id("attempt", QuizAttempt.self))
    version = form.optionalText("version", max: 40, about: "The version of the result that was seen.")
    var found: [Entry] = []
    let said = "By question: points; empty takes back what was given."
    for (key, _) in form.entries("points", max: 500, about: said) {
      guard let question = ID<Question>(key) else {
        form.fail("points." + String(key.prefix(40)), Phrase("form.id"))
        continue
      }
      let points = form.optionalAmount("points." + key, from: .zero, to: Amount(10_000))
      found.append(Entry(question: question, points: points, comment: form.note("comment." + key, max: 2000)))
    }
    entries = found
    _ = form.entries("comment", max: 500, about: "By question that has points: words for the student.")
    form.ignore("next", "then")
    if entries.isEmpty, form.problems.isEmpty { form.fail("points", Phrase("form.required")) }
  }
}

public struct RegradeQuestion: FormCommand {
  public static let name = "quizzes.regrade-question"
  public let quiz: ID<Quiz>
  public let question: ID<Question>
  public let option: RegradeOption
  public let includesManual: Bool
  public init(quiz: ID<Quiz>, question: ID<Question>, option: RegradeOption, includesManual: Bool = false) {
    (self.quiz, self.question, self.option, self.includesManual) = (quiz, question, option, includesManual)
  }
  public init(_ form: inout FormReader) {
    quiz = form.id("quiz")
    question = form.id("question", about: "Which, by its newest version.")
    let said = "Which key counts; without it the old and the new, so that nobody loses."
    option = form.optionalChoice("option", about: said) ?? .currentAndPrevious
    includesManual = form.flag("includesManual", about: "Whether what was given by hand changes, too.")
  }
}

public struct UndoRegrade: FormCommand {
  public static let name = "quizzes.undo-regrade"
  public let quiz: ID<Quiz>
  public let regrade: ID<Regrade>
  public init(quiz: ID<Quiz>, regrade: ID<Regrade>) { (self.quiz, self.regrade) = (quiz, regrade) }
  public init(_ form: inout FormReader) { self.init(quiz: form.id("quiz"), regrade: form.id("regrade")) }
}
