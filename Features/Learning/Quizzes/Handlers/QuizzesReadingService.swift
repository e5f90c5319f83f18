package import Base
package import Database
import Kit
import People
import Router
package import School

/// What the pages of those who make and give a quiz show.
extension QuizzesService {
  func settings(new course: ID<Course>, _ request: Request, _ tx: Transaction) throws(Refusal) -> QuizSettingsPage {
    let (caller, language) = (try request.caller(), request.identity?.school?.language ?? .en)
    guard try EnrolmentStore(tx: tx).mustSee(course, caller).isStaff else { throw .notFound }
    return QuizSettingsPage(
      course: course, courseName: try CoursesStore(tx: tx).course(course, in: caller.school)?.name ?? "", head: nil,
      modules: try QuizzesStore(tx: tx).modules(of: course, in: caller.school),
      module: request.query["module"].flatMap { ID<CourseModule>($0) }, language: language)
  }

  func settings(
    _ id: ID<Quiz>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (QuizSettingsPage, version: String) {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    let head = try context.head()
    let page = QuizSettingsPage(
      course: context.quiz.course, courseName: head.courseName, head: head,
      modules: try context.store.modules(of: context.quiz.course, in: caller.school), language: context.quiz.language,
      closed: try context.closed())
    return (page, context.version)
  }

  func list(_ course: ID<Course>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> QuizListPage {
    let access = try EnrolmentStore(tx: tx).mustSee(course, caller)
    let quizzes = try QuizzesStore(tx: tx).quizzes(of: course, in: caller.school)
    let items = try CoursesStore(tx: tx).items(of: course, in: caller.school).filter { item in
      item.kind == .quiz && (access.isStaff || item.publishedAt != nil)
    }
    let lines = items.compactMap { item in
      quizzes[item.id.cast()].map { QuizListPage.Line(item: item, quiz: $0) }
    }
    guard let course = try CoursesStore(tx: tx).course(course, in: caller.school) else { throw .notFound }
    return QuizListPage(course: course, access: access, lines: lines)
  }

  func builder(
    _ id: ID<Quiz>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (QuizBuilderPage, version: String) {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    let page = QuizBuilderPage(
      head: try context.head(), lines: try context.lines(),
      attempts: try attempts.count(id, caller.school, tx))
    return (page, context.version)
  }

  func editor(
    _ id: ID<Quiz>, _ question: ID<Question>?, kind: QuestionKind, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuestionEditorPage {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    guard let question else {
      return QuestionEditorPage(
        home: .quiz(try context.taker()), question: nil, form: QuestionContent(kind, "").form,
        usual: context.quiz.points,
        wasAsked: false)
    }
    guard let known = context.questions.first(where: { $0.id == question }),
      let content = try context.questionsStore.content(question, version: known.version, in: caller.school)
    else { throw .notFound }
    return QuestionEditorPage(
      home: .quiz(try context.taker()), question: known, form: content.form.of(known), usual: context.quiz.points,
      wasAsked: try attempts.wasAsked(question, caller.school, tx))
  }

  func deletion(
    _ id: ID<Quiz>, _ question: ID<Question>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (QuizHead, QuizLine) {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    guard let line = try context.lines().first(where: { $0.question.id == question }) else { throw .notFound }
    return (try context.head(), line)
  }

  /// The bank, for a quiz that takes from it.
  func bank(
    for quiz: ID<Quiz>, _ query: Form, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuestionBankPage {
    let context = try QuizContext(quiz, caller, tx)
    try context.mustBeStaff()
    return try questions.bank(for: context.taker(), query, caller, tx)
  }

  package func importing(
    _ id: ID<Quiz>, _ found: QuestionImport?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuizImportPage {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    return QuizImportPage(taker: try context.taker(), found: found)
  }
}

extension QuizContext {
  func head() throws(Refusal) -> QuizHead {
    QuizHead(
      quiz: quiz, item: item, courseName: try CoursesStore(tx: tx).course(quiz.course, in: school)?.name ?? "",
      access: access,
      topics: access.isStaff ? .watching([.courseStaff(quiz.course)], LearningWatched.quiz) : [])
  }

  /// The quiz as pages of questions know it.
  func taker() throws(Refusal) -> QuestionTaker {
    let head = try head()
    return QuestionTaker(title: head.own.title, path: head.path)
  }

  func lines() throws(Refusal) -> [QuizLine] {
    let faces = try questionsStore.faces(of: quiz.id, in: school)
    return questions.compactMap { question in
      faces[question.id].map { QuizLine(question: question, face: $0, points: facts.points(question)) }
    }
  }
}
