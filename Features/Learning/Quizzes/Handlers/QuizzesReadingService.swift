import Base
import Database
import Kit
import People
import Router
import School

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
    return QuizListPage(
      course: course, courseName: try CoursesStore(tx: tx).course(course, in: caller.school)?.name ?? "",
      isStaff: access.isStaff, lines: lines)
  }

  func builder(
    _ id: ID<Quiz>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (QuizBuilderPage, version: String) {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    let page = QuizBuilderPage(
      head: try context.head(), lines: try context.lines(),
      attempts: try context.store.attemptCount(of: id, in: caller.school))
    return (page, context.version)
  }

  func editor(
    _ id: ID<Quiz>, _ question: ID<Question>?, kind: QuestionKind, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuestionEditorPage {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    guard let question else {
      return QuestionEditorPage(
        home: .quiz(try context.head()), question: nil, form: QuestionContent(kind, "").form,
        usual: context.quiz.points,
        wasAsked: false)
    }
    guard let known = context.questions.first(where: { $0.id == question }),
      let content = try context.store.content(question, version: known.version, in: caller.school)
    else { throw .notFound }
    return QuestionEditorPage(
      home: .quiz(try context.head()), question: known, form: content.form.of(known), usual: context.quiz.points,
      wasAsked: try context.store.wasAsked(question, in: caller.school))
  }

  func deletion(
    _ id: ID<Quiz>, _ question: ID<Question>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (QuizHead, QuizLine) {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    guard let line = try context.lines().first(where: { $0.question.id == question }) else { throw .notFound }
    return (try context.head(), line)
  }

  func importing(
    _ id: ID<Quiz>, _ found: QuestionImport?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuizImportPage {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    return QuizImportPage(head: try context.head(), found: found)
  }

  // MARK: the bank

  func bank(_ quiz: ID<Quiz>?, _ query: Form, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> QuestionBankPage {
    let (limit, store) = (50, QuizzesStore(tx: tx))
    var head: QuizHead?
    if let quiz {
      let context = try QuizContext(quiz, caller, tx)
      try context.mustBeStaff()
      head = try context.head()
    }
    let courses = caller.role.isOffice ? nil : try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school)
    let (text, tag) = (query["q"] ?? "", query["tag"].flatMap { $0.isEmpty ? nil : $0 })
    let after = query["after"].flatMap { ID<Question>($0) }
    var found = try store.banked(
      text, tag: tag, author: caller.account, courses: courses, after: after, limit: limit + 1, in: caller.school)
    let next = found.count > limit ? found[limit - 1].id.text : nil
    found = Array(found.prefix(limit))
    let faces = try store.contents(of: found, in: caller.school).mapValues { $0.face }
    let names = try store.courseNames(Set(found.map { $0.course }), in: caller.school)
    let lines = found.compactMap { question in
      faces[question.id].map {
        QuestionBankPage.Line(question: question, face: $0, course: names[question.course] ?? "")
      }
    }
    let tags = Array(Set(found.flatMap { $0.tags })).sorted().prefix(24)
    return QuestionBankPage(
      head: head, text: String(text.prefix(120)), tag: tag, lines: lines, tags: Array(tags), next: next)
  }

  func bankEditor(
    _ id: ID<Question>?, kind: QuestionKind, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> QuestionEditorPage {
    let store = QuizzesStore(tx: tx)
    let taught = try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school)
    let names = try store.courseNames(Set(taught), in: caller.school)
    let courses = taught.map { (id: $0, name: names[$0] ?? "") }
    guard let id else {
      return QuestionEditorPage(
        home: .bank(courses), question: nil, form: QuestionContent(kind, "").form, usual: Quiz.usualPoints,
        wasAsked: false)
    }
    guard let known = try store.question(id, in: caller.school), known.quiz == nil, known.removedAt == nil,
      let content = try store.content(id, version: known.version, in: caller.school)
    else { throw .notFound }
    if known.author != caller.account, try EnrolmentStore(tx: tx).access(of: known.course, caller)?.isStaff != true {
      throw .notFound
    }
    return QuestionEditorPage(
      home: .bank(courses), question: known, form: content.form.of(known), usual: Quiz.usualPoints, wasAsked: false)
  }
}

extension Form {
  /// With what stands beside the content: its own points and its tags.
  func of(_ question: Question) -> Form {
    var copy = self
    if let points = question.points { copy.fields.append(Field("points", points.text)) }
    copy.fields.append(Field("tags", question.tags.joined(separator: ", ")))
    return copy
  }
}

extension QuizContext {
  func head() throws(Refusal) -> QuizHead {
    QuizHead(
      quiz: quiz, item: item, courseName: try CoursesStore(tx: tx).course(quiz.course, in: school)?.name ?? "",
      access: access,
      topics: access.isStaff
        ? .watching(
          [.courseStaff(quiz.course)],
          [
            QuizzesTables.quiz.number, QuizzesTables.attempt.number, QuizzesTables.result.number,
            QuizzesTables.time.number, QuizzesTables.regrade.number, GradesTables.posted.number,
          ]) : [])
  }

  func lines() throws(Refusal) -> [QuizLine] {
    let faces = try store.faces(of: quiz.id, in: school)
    return questions.compactMap { question in
      faces[question.id].map { QuizLine(question: question, face: $0, points: facts.points(question)) }
    }
  }
}
