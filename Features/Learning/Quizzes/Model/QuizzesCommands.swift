public import Base

/// Everything that can be set about a quiz, as a form says it.
public struct QuizSettings: Hashable, Sendable {
  public var title: String
  public var about: String
  public var module: ID<CourseModule>?
  public var minutes: Int?
  public var points: Amount
  public var passing: Amount?
  public var attempts: Int?
  public var counting: Quiz.Counting
  public var partial: PartialCredit
  public var shufflesQuestions: Bool
  public var shufflesOptions: Bool
  public var showing: Quiz.Showing
  public var showsMarks: Bool
  public var layout: Quiz.Layout
  /// `nil` is the school's for a new quiz, and what it was for one there is.
  public var language: Language?
  /// Days and minutes as the form has them; instants are made where the zone is known.
  public var opens: LocalMoment?
  public var due: LocalMoment?
  public var closes: LocalMoment?

  init(_ reader: inout FormReader) {
    title = reader.text("title", max: 160)
    about = reader.note("about", max: 4000) ?? ""
    module = reader.optionalID("module", CourseModule.self)
    minutes = reader.oneOf("minutes", Quiz.limits)
    points = reader.amount("points", from: .zero, to: Amount(1000), usual: Quiz.usualPoints)
    passing = reader.optionalAmount("passing", from: .zero, to: Amount(100))
    attempts = reader.oneOf("attempts", Quiz.tries)
    counting = reader.optionalChoice("counting") ?? .highest
    partial = reader.optionalChoice("partial") ?? .rightMinusWrong
    shufflesQuestions = reader.flag("shufflesQuestions")
    shufflesOptions = reader.flag("shufflesOptions")
    showing = reader.optionalChoice("showing") ?? .atOnce
    showsMarks = reader.flag("showsMarks")
    layout = reader.optionalChoice("layout") ?? .all
    language = reader.optionalChoice("language")
    opens = reader.moment("opens", usual: 0)
    due = reader.moment("due")
    closes = reader.moment("closes")
    if let opens, let closes, closes <= opens { reader.fail("closesDay", Phrase("quizzes.refused-close")) }
    if let due, let closes, closes < due { reader.fail("closesDay", Phrase("quizzes.refused-close-due")) }
    if showing == .afterDue, due == nil, closes == nil { reader.fail("dueDay", Phrase("quizzes.refused-no-due")) }
  }
}

/// A moment on the clock on the wall: a day, and minutes since midnight.
public struct LocalMoment: Hashable, Comparable, Sendable {
  public let day: Day, minute: Int
  public init(day: Day, minute: Int) { (self.day, self.minute) = (day, minute) }
  public init(_ instant: Instant, in zone: Zone) {
    (day, minute) = (zone.day(of: instant), zone.minute(of: instant))
  }
  public static func < (a: LocalMoment, b: LocalMoment) -> Bool { (a.day, a.minute) < (b.day, b.minute) }
  /// 23:59 lasts to its end, because that is what people mean by it.
  public func instant(in zone: Zone) -> Instant {
    let moment = zone.instant(day, minute: minute)
    return minute == 1439 ? moment.plus(seconds: 59) : moment
  }
}

extension FormReader {
  /// `<name>Day` and `<name>Time`; a day without a time ends with the day, unless told otherwise.
  mutating func moment(_ name: String, usual: Int = 1439) -> LocalMoment? {
    let day = optionalDay(name + "Day")
    let minute = optionalText(name + "Time", max: 8) == nil ? usual : clock(name + "Time")
    return day.map { LocalMoment(day: $0, minute: minute) }
  }

  /// What a device's clock showed, in milliseconds; what no clock shows is not said.
  mutating func clockReading(_ name: String) -> Int64? {
    optionalText(name, max: 16).flatMap { Int64($0) }.flatMap { (0...9_000_000_000_000).contains($0) ? $0 : nil }
  }

  /// One of a few numbers; absent or empty is none of them.
  mutating func oneOf(_ name: String, _ numbers: [Int]) -> Int? {
    guard let text = optionalText(name, max: 6) else { return nil }
    if let number = wholeNumber(text.utf8), numbers.contains(number) { return number }
    fail(name, Phrase("form.choice"))
    return nil
  }

  /// An exact number with at most four places; Arabic digits and a decimal comma are taken.
  mutating func optionalAmount(_ name: String, from low: Amount, to high: Amount?) -> Amount? {
    guard let text = optionalText(name, max: 20) else { return nil }
    if let read = NumberStyle.english.read(text), read.unit.isEmpty, let amount = Amount(read.number.text),
      amount >= low, high.map({ amount <= $0 }) ?? true
    {
      return amount
    }
    fail(name, Phrase("quizzes.refused-number", .text(low.text), .text((high ?? .zero).text)))
    return nil
  }

  mutating func amount(_ name: String, from low: Amount, to high: Amount?, usual: Amount) -> Amount {
    optionalAmount(name, from: low, to: high) ?? usual
  }
}

public struct MakeQuiz: FormCommand {
  public static let name = "quizzes.make-quiz"
  public let id: ID<Quiz>?
  public let course: ID<Course>
  public let settings: QuizSettings
  public init(_ form: inout FormReader) {
    (id, course) = (form.optionalID("id", Quiz.self), form.id("course", Course.self))
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
  public init(_ form: inout FormReader) { self.init(quiz: form.id("quiz"), isPublished: form.flag("published")) }
}

/// Writes a new question, or a new version of one there is.
public struct SaveQuestion: FormCommand {
  public static let name = "quizzes.save-question"
  public let id: ID<Question>?
  /// `nil` is the bank of `course`.
  public let quiz: ID<Quiz>?
  public let course: ID<Course>?
  public var content: QuestionContent
  public let points: Amount?
  public let tags: [String]
  public init(
    id: ID<Question>?, quiz: ID<Quiz>?, course: ID<Course>? = nil, content: QuestionContent, points: Amount? = nil,
    tags: [String] = []
  ) {
    (self.id, self.quiz, self.course, self.content) = (id, quiz, course, content)
    (self.points, self.tags) = (points, tags)
  }

  /// The path names a question that there is; whoever makes one may name it.
  public init(_ form: inout FormReader) {
    let (known, own) = (form.optionalID("question", Question.self), form.optionalID("id", Question.self))
    id = known ?? own
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
    act = form.choice("act", else: .up)
    place = form.optionalText("place", max: 4).flatMap { wholeNumber($0.utf8) } ?? 0
  }
}

/// Copies questions from the bank into a quiz.
public struct TakeFromBank: FormCommand {
  public static let name = "quizzes.take-from-bank"
  public let quiz: ID<Quiz>
  public let questions: [ID<Question>]
  public init(_ form: inout FormReader) {
    quiz = form.id("quiz", Quiz.self)
    questions = form.ids("question", Question.self, max: 100)
    if questions.isEmpty, form.problems.isEmpty { form.fail("question", Phrase("quizzes.refused-none-chosen")) }
  }
}

public struct RemoveBanked: FormCommand {
  public static let name = "quizzes.remove-banked"
  public let question: ID<Question>
  public let isRestored: Bool
  public init(_ form: inout FormReader) {
    (question, isRestored) = (form.id("question", Question.self), form.flag("restored"))
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
  public init(_ form: inout FormReader) { self.init(quiz: form.id("quiz"), clock: form.clockReading("clock")) }
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
    let questions = form.ids("q", Question.self, max: 500)
    let answers = form.entries("a", max: 5000)
    let flags = Set(form.entries("flag", max: 500).filter { $0.value == "on" || $0.value == "true" }.map { $0.key })
    if answers.contains(where: { $0.value.utf8.count > 20_000 }) {
      form.fail("a", Phrase("form.too-long", .count(20_000)))
    }
    entries = questions.map { question in
      let name = question.text
      let own = answers.filter { $0.key == name || $0.key.hasPrefix(name + ".") }
      let fields = own.map { Form.Field(String($0.key.dropFirst(name.utf8.count + 1)), $0.value) }
      return Entry(question: question, fields: fields, isFlagged: flags.contains(name))
    }
    let typedAt = form.clockReading("typedAt")
    let sentAt = form.clockReading("sentAt")
    // What was held back for want of a line says it in seconds, as all that waits does.
    let seconds = form.optionalText("waited", max: 9).flatMap { wholeNumber($0.utf8) }
    waited = typedAt.flatMap { typedAt in sentAt.map { $0 - typedAt } } ?? seconds.map { Int64($0) * 1000 }
    let (act, submit) = (form.values("act").first, form.values("submit").first)
    isSubmitted = act == "submit" || submit == "true"
    form.ignore("at")
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
    version = form.optionalText("version", max: 40)
    var found: [Entry] = []
    for (key, _) in form.entries("points", max: 500) {
      guard let question = ID<Question>(key) else {
        form.fail("points." + String(key.prefix(40)), Phrase("form.id"))
        continue
      }
      let points = form.optionalAmount("points." + key, from: .zero, to: Amount(10_000))
      found.append(Entry(question: question, points: points, comment: form.note("comment." + key, max: 2000)))
    }
    entries = found
    _ = form.entries("comment", max: 500)
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
    (quiz, question) = (form.id("quiz", Quiz.self), form.id("question", Question.self))
    option = form.optionalChoice("option") ?? .currentAndPrevious
    includesManual = form.flag("includesManual")
  }
}

public struct UndoRegrade: FormCommand {
  public static let name = "quizzes.undo-regrade"
  public let quiz: ID<Quiz>
  public let regrade: ID<Regrade>
  public init(quiz: ID<Quiz>, regrade: ID<Regrade>) { (self.quiz, self.regrade) = (quiz, regrade) }
  public init(_ form: inout FormReader) { self.init(quiz: form.id("quiz"), regrade: form.id("regrade")) }
}
