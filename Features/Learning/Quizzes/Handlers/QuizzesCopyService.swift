public import Base
public import Database
public import School

// What happens to quizzes when their course is taught again, and when it goes.

/// A course is taught again: its quizzes with their questions as they are now, as first versions of questions of their
/// own, so that what is changed in one year changes nothing in the other.
public func quizCopying() -> CourseCopying {
  CourseCopying(.quiz) { copy, tx throws(Refusal) in
    let (store, asked) = (QuizzesStore(tx: tx), QuestionsStore(tx: tx))
    for (id, old) in try store.quizzes(of: copy.from.id, in: tx.school).sorted(by: { $0.key < $1.key }) {
      guard let new = copy.items[id.cast()], let item = try CoursesStore(tx: tx).item(new, in: tx.school),
        let due = try CoursesStore(tx: tx).item(id.cast(), in: tx.school).map({ $0.dueAt })
      else { continue }
      let window = copy.shift.window(opens: old.opensAt, due: due, closes: old.closesAt)
      let quiz = old.again(as: new.cast(), in: copy.to.id, opens: window.opens, closes: window.closes, at: tx.now)
      let contents = try asked.contents(of: id, in: tx.school)
      var questions: [(question: Question, content: QuestionContent)] = []
      for question in try asked.questions(of: id, in: tx.school) {
        guard let content = contents[question.id] else { continue }
        let own = Question(
          id: tx.newID(), course: copy.to.id, quiz: quiz.id, author: copy.by, place: question.place,
          points: question.points, tags: question.tags, updatedAt: tx.now)
        questions.append((own, try asked.copy(content, to: own, by: copy.by)))
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
) throws(Refusal) -> [CourseDate] {
  let titles = try CoursesStore(tx: tx).items(of: course, in: school).keyed(by: { $0.id }, to: { $0.title })
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
@Sendable public func forgetQuizzes(of course: ID<Course>, _ tx: WriteTransaction) throws(Refusal) {
  let (store, asked) = (QuizzesStore(tx: tx), QuestionsStore(tx: tx))
  if try asked.hasBanked(in: course) { throw Refusal.conflict(Phrase("quizzes.bank-stays")) }
  try asked.forgetPictures(of: course)
  try asked.removeQuestions("course = $2", [.id(course)])
  for trash in try tx.all(QuizzesTables.trash, in: tx.school, "AND course = $2 ORDER BY id", [.id(course)]) {
    try tx.remove(QuizzesTables.trash, trash)
  }
  for quiz in try store.quizzes(of: course, in: tx.school).keys.sorted() {
    try tx.remove(QuizzesTables.quiz, key: [.id(tx.school), .id(quiz)])
  }
}
