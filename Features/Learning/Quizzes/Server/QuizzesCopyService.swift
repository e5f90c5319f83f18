public import Base
public import Ledger
import People
public import School

// What happens to quizzes when their course is taught again, and when it goes.

/// A course is taught again: its quizzes with their questions as they are now, as first versions of questions of their
/// own, so that what is changed in one year changes nothing in the other.
public func quizCopying(_ world: World) -> CourseCopying {
  CourseCopying(.quiz) { copy, tx in
    let store = QuizzesStore(tx: tx)
    for (id, old) in try store.quizzes(of: copy.from.id, in: tx.school).sorted(by: { $0.key < $1.key }) {
      guard let new = copy.items[id.cast()], let item = try CoursesStore(tx: tx).item(new, in: tx.school),
        let due = try CoursesStore(tx: tx).item(id.cast(), in: tx.school).map(\.dueAt)
      else { continue }
      let window = copy.shift.window(opens: old.opensAt, due: due, closes: old.closesAt)
      let quiz = old.again(as: new.cast(), in: copy.to.id, opens: window.opens, closes: window.closes, at: tx.now)
      let contents = try store.contents(of: id, in: tx.school)
      let questions = try store.questions(of: id, in: tx.school).compactMap { question in
        try contents[question.id].map { content in
          let own = Question(
            id: world.id(), course: copy.to.id, quiz: quiz.id, author: copy.by, place: question.place,
            points: question.points, tags: question.tags, updatedAt: tx.now)
          return (own, try store.copy(content, to: own, by: copy.by) { world.id() })
        }
      }
      try store.record(quiz, item, questions)
    }
  }
}

extension Quiz {
  fileprivate func again(
    as new: ID<Quiz>, in course: ID<Course>, opens: Instant?, closes: Instant?, at now: Instant
  ) -> Quiz {
    Quiz(
      id: new, course: course, about: about, minutes: minutes, points: points, passing: passing, attempts: attempts,
      counting: counting, partial: partial, shufflesQuestions: shufflesQuestions, shufflesOptions: shufflesOptions,
      showing: showing, showsMarks: showsMarks, layout: layout, language: language, opensAt: opens, closesAt: closes,
      updatedAt: now)
  }
}

/// The days a quiz opens and closes on, for the preview of a copy.
@Sendable public func quizDates(
  of course: ID<Course>, in school: ID<Tenant>, _ tx: Transaction
) throws -> [CourseDate] {
  let titles = Dictionary(
    try CoursesStore(tx: tx).items(of: course, in: school).map { ($0.id, $0.title) }
  ) { first, _ in first }
  return try QuizzesStore(tx: tx).quizzes(of: course, in: school).values.flatMap { quiz -> [CourseDate] in
    guard let title = titles[quiz.item] else { return [] }
    return [
      quiz.opensAt.map { CourseDate(title, "courses.date.opens", at: $0) },
      quiz.closesAt.map { CourseDate(title, "courses.date.closes", at: $0) },
    ].compactMap { $0 }
  }
}

/// A course that nobody was ever in goes, and its quizzes with it.
///
/// - Throws: a conflict while questions stand in its bank: they were kept for other courses.
@Sendable public func forgetQuizzes(of course: ID<Course>, _ tx: WriteTransaction) throws {
  let place: [Value] = [.id(tx.school), .id(course)]
  let isKept = try tx.exists(
    "SELECT 1 FROM question WHERE school = $1 AND course = $2 AND quiz IS NULL AND \"removedAt\" IS NULL", place)
  if isKept { throw Refusal.conflict(Phrase("quizzes.bank-stays")) }
  let buckets: [Bucket] = [.courseStaff(course), .course(course)]
  try QuizzesStore(tx: tx).forgetPictures(of: course)
  let versions = try tx.rows(
    """
    SELECT v.question, v.number, q.author FROM question q
    JOIN question_version v ON v.school = q.school AND v.question = q.id WHERE q.school = $1 AND q.course = $2
    """, place
  ) { ($0.id(0, Question.self), $0.int(1), $0.id(2, Account.self)) }
  for (question, number, author) in versions {
    let (key, seen): ([Value], [Bucket]) = (
      [.id(tx.school), .id(question), .int(number)], [.courseStaff(course), .person(author)]
    )
    try tx.remove(QuizzesTables.key, key: key, from: seen)
    try tx.remove(QuizzesTables.version, key: key, from: seen)
  }
  let questions = try tx.rows("SELECT id, author FROM question WHERE school = $1 AND course = $2", place) {
    ($0.id(0, Question.self), $0.id(1, Account.self))
  }
  for (id, author) in questions {
    try tx.remove(
      QuizzesTables.question, key: [.id(tx.school), .id(id)], from: [.courseStaff(course), .person(author)])
  }
  let deleted = try tx.rows("SELECT id FROM quiz_trash WHERE school = $1 AND course = $2", place) {
    $0.id(0, Quiz.self)
  }
  for quiz in deleted.sorted() {
    try tx.remove(QuizzesTables.trash, key: [.id(tx.school), .id(quiz)], from: [.courseStaff(course)])
  }
  for quiz in try QuizzesStore(tx: tx).quizzes(of: course, in: tx.school).keys.sorted() {
    try tx.remove(QuizzesTables.quiz, key: [.id(tx.school), .id(quiz)], from: buckets)
  }
}
