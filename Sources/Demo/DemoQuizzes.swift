import Base
import Database
import Exact
import Learning
import Ledger
import Router
import School
import Web

// a table of data

/// The quizzes of the demo: one of every kind of question, one to be taken now, one whose results wait, and a draft.
enum DemoQuizzes {
  static var fractions: [QuestionContent] {
    var half = QuestionContent(.single, "Which fraction is equal to one half?")
    half.options = [
      QuestionOption(id: 1, "2/3"), QuestionOption(id: 2, "3/6", isCorrect: true), QuestionOption(id: 3, "5/8"),
      QuestionOption(id: 4, "4/6"),
    ]
    half.explanation = "3/6: both parts can be divided by 3."
    var even = QuestionContent(.multiple, "Which of these are greater than one half?")
    even.options = [
      QuestionOption(id: 1, "3/4", isCorrect: true), QuestionOption(id: 2, "2/5"),
      QuestionOption(id: 3, "5/9", isCorrect: true), QuestionOption(id: 4, "1/3"),
      QuestionOption(id: 5, "7/12", isCorrect: true),
    ]
    even.explanation = "Twice the upper number must be more than the lower one."
    var name = QuestionContent(.short, "What is the number below the line of a fraction called?")
    name.answers = ["denominator", "the denominator", "مقام", "מכנה", "dénominateur"]
    var sum = QuestionContent(.numeric, "1/4 + 1/2 = ? Write it as a decimal number.")
    sum.numbers = [NumberAnswer(.absolute, ExactNumber("0.75") ?? .zero)]
    return [
      half, even, .trueFalse("2/4 and 1/2 are the same number.", isTrue: true), name,
      QuestionContent(
        .blanks,
        "A fraction with a bigger upper than lower number is called [improper]; 7/4 is one and [three|3] quarters."),
      sum, matching, essay,
    ]
  }

  private static var matching: QuestionContent {
    var content = QuestionContent(.matching, "Match each fraction with its percent.")
    content.pairs = [
      QuestionPair(id: 1, "1/2", "50%"), QuestionPair(id: 2, "1/4", "25%"), QuestionPair(id: 3, "1/5", "20%"),
      QuestionPair(id: 4, "", "15%"),
    ]
    return content
  }

  private static var essay: QuestionContent {
    var content = QuestionContent(.essay, "Explain to a younger student why 1/3 is more than 1/4.")
    content.notes = "Says that the same whole is cut into fewer parts."
    return content
  }

  static var percent: [QuestionContent] {
    var tenth = QuestionContent(.numeric, "What is 10% of 250?")
    tenth.numbers = [NumberAnswer(.absolute, ExactNumber(25))]
    var price = QuestionContent(.single, "A coat of 80 is sold for 60. How much is taken off?")
    price.options = [
      QuestionOption(id: 1, "20%"), QuestionOption(id: 2, "25%", isCorrect: true), QuestionOption(id: 3, "33%"),
    ]
    return [tenth, price, .trueFalse("50% of a number is always more than 10% of it.", isTrue: false)]
  }

  static var cells: [QuestionContent] {
    var parts = QuestionContent(.multiple, "What do plant cells have that animal cells have not?")
    parts.options = [
      QuestionOption(id: 1, "A cell wall", isCorrect: true), QuestionOption(id: 2, "A nucleus"),
      QuestionOption(id: 3, "Chloroplasts", isCorrect: true), QuestionOption(id: 4, "A membrane"),
    ]
    var dividing = QuestionContent(.short, "How do body cells divide?")
    dividing.answers = ["mitosis"]
    return [parts, dividing, .trueFalse("Every living thing is made of cells.", isTrue: true)]
  }

  /// What the students of the demo answer: most of it right.
  static func answer(_ content: QuestionContent, _ chance: (Int) -> Int) -> QuizAnswer? {
    let isGood = chance(10) < 7
    switch content.kind {
    case .single, .trueFalse:
      let pool = content.options.filter { $0.isCorrect == isGood }
      return .choice([pool[chance(pool.count)].id])
    case .multiple: return .choice(content.options.filter { $0.isCorrect == (isGood || chance(3) > 0) }.map(\.id))
    case .short:
      let right = content.answers.first ?? ""
      return .texts([isGood ? right : right == "mitosis" ? "meiosis" : "numerator"])
    case .blanks: return .texts(content.blanks.answers.map { isGood ? $0.first ?? "" : "proper" })
    case .numeric: return .texts([isGood ? content.numbers.first?.value.text ?? "" : "0.5"])
    case .matching:
      let asked = content.pairs.filter { !$0.left.isEmpty }
      return .pairs(
        Dictionary(uniqueKeysWithValues: asked.map { ($0.id, isGood ? $0.answer : content.pairs[3].answer) }))
    case .essay:
      return .texts(["When the same cake is cut for three, each piece is bigger than when it is cut for four."])
    }
  }
}

extension DemoBuilder {
  /// Quizzes for the first two courses, with attempts of some of their students.
  func quiz(_ courses: [DemoCourse]) async throws {
    guard courses.count > 1, let first = courses.first else { return }
    let (zone, second) = (Zones.named(plan.zone) ?? .utc, courses[1])
    let today = zone.day(of: world.now())
    func evening(_ days: Int) -> Instant { zone.instant(plan.day(days, from: today), minute: 1439) }
    try await make(first, "Fractions", DemoQuizzes.fractions, minutes: 30, due: evening(5), takers: 10) {
      $0.passing = Amount(60)
      $0.about = "Everything about fractions so far. You may use paper."
    }
    try await make(first, "Percent practice", DemoQuizzes.percent, attempts: nil, takers: 6) {
      $0.shufflesOptions = true
    }
    try await make(second, "Cells", DemoQuizzes.cells, minutes: 15, due: evening(2), takers: 8) {
      ($0.showing, $0.layout, $0.shufflesQuestions) = (.afterDue, .one, true)
    }
    try await make(second, "Energy", [], published: false, takers: 0) { _ in }
  }

  private func make(
    _ place: DemoCourse, _ title: String, _ contents: [QuestionContent], minutes: Int? = nil,
    attempts: Int? = 2,
    due: Instant? = nil, published: Bool = true, takers: Int, _ change: (inout Quiz) -> Void
  ) async throws {
    let now = world.now()
    var quiz = Quiz(
      id: world.id(), course: place.course.id, minutes: minutes, attempts: attempts, language: plan.language,
      updatedAt: now)
    change(&quiz)
    let questions = contents.enumerated().map { number, content in
      let question = Question(
        id: world.id(), course: place.course.id, quiz: quiz.id, author: place.teacher, place: number,
        tags: [place.course.subject ?? ""].filter { !$0.isEmpty }, updatedAt: now)
      return (question: question, content: content)
    }
    let banked = contents.prefix(3).map { content in
      (
        Question(
          id: world.id(), course: place.course.id, quiz: nil, author: place.teacher,
          tags: [place.course.subject ?? "", title].filter { !$0.isEmpty }, updatedAt: now), content
      )
    }
    // The named children come first and have it before them; others have taken it.
    let takers = place.students.dropFirst(6).prefix(takers).map { ($0, world.id(QuizAttempt.self)) }
    let sessions = takers.map { student, id in
      (
        student, id,
        questions.compactMap { one in DemoQuizzes.answer(one.content) { dice.roll($0) }.map { (one.question.id, $0) } }
      )
    }
    try await ledger.write(CommandEnvelope(world.id(), "demo.quiz", school: school, by: place.teacher)) { [quiz] tx in
      let store = QuizzesStore(tx: tx)
      let last = try CoursesStore(tx: tx).items(of: place.course.id, in: tx.school).map(\.place).max() ?? -1
      let item = CourseItem(
        id: quiz.id.cast(), course: place.course.id, module: place.modules.first?.id, kind: .quiz, title: title,
        place: last + 1, dueAt: due, publishedAt: published ? now : nil, updatedAt: now)
      try store.record(quiz, item, questions)
      for (question, content) in banked {
        try store.put(question, line: content.face.line)
        try QuestionsStore(tx: tx).put(content, version: 1, of: question, by: question.author)
      }
      for (student, id, answers) in sessions {
        let answers = Dictionary(answers) { first, _ in first }
        try AttemptsStore(tx: tx).record(
          id, of: quiz.id, by: student, answers, from: now.plus(seconds: -1200), until: now.plus(seconds: -300))
      }
      return ""
    }
  }
}
