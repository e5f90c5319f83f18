package import Base
package import Database
import Kit
package import Router
package import School

/// A quiz is built of questions: its own, copies of the bank's, and those of a file.
extension QuizzesService {
  /// Writes a question of a quiz.
  ///
  /// Its outcome is which question it is now, and whether attempts were graded by an older version of it.
  package func handle(_ sent: SaveQuestion, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    guard let quiz = sent.quiz else { throw .notFound }
    let caller = try request.caller()
    let context = try QuizContext(quiz, caller, tx)
    let home = QuestionHome(
      course: context.quiz.course, quiz: quiz, access: context.access, places: context.questions.map { $0.place })
    let saved = try questions.save(sent, in: home, request, tx)
    if saved.isChanged { try context.questionsChanged(by: caller.account, attempts) }
    guard !saved.isNew, try attempts.wasAsked(saved.id, caller.school, tx) else { return .made(saved.id) }
    return Outcome(saved.id.text + " asked")
  }

  /// Its outcome is the question, or the copy that was made of it.
  func handle(_ command: ArrangeQuestion, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let known = try context.questionsStore.question(command.question, in: caller.school)
    let permit = try command.permit(for: caller, quiz: context.facts, known: known, now: tx.now)
    guard let known else { throw .notFound }
    return try .made(context.save(permit, known, attempts))
  }

  /// Its outcome is how many it took.
  func handle(_ command: TakeFromBank, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let found = try command.questions.tryCompactMap { id throws(Refusal) in
      try context.questionsStore.banked(id, caller)
    }
    let permit = try command.permit(for: caller, quiz: context.facts, found: found, now: tx.now)
    try context.save(permit, found, attempts)
    return Outcome(String(found.count))
  }

  /// All questions of a file, or none.
  ///
  /// - Parameter pictures: those of its entries' pictures that are some.
  package func handle(
    _ command: ImportQuestions, _ found: QuestionImport, _ pictures: NewPictures, _ request: Request,
    _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let permit = try command.permit(for: caller, quiz: context.facts, count: found.entries.count, now: tx.now)
    try context.save(permit, found, pictures, attempts)
    return Outcome(String(found.entries.count))
  }
}

extension QuizContext where DB == WriteTransaction {
  /// Copies of the bank's questions, at the end.
  func save(_ permit: Permit<TakeFromBank>, _ found: [Question], _ attempts: QuizAttempts) throws(Refusal) {
    for question in found { try copy(question, to: quiz.id, place: .max, by: permit.caller.account) }
    try questionsChanged(by: permit.caller.account, attempts)
  }

  /// What a file held, at the end.
  func save(
    _ permit: Permit<ImportQuestions>, _ found: QuestionImport, _ pictures: NewPictures, _ attempts: QuizAttempts
  ) throws(Refusal) {
    let last = questions.map { $0.place }.max() ?? -1
    for (place, entry) in found.entries.enumerated() {
      let question = Question(
        id: tx.newID(), course: quiz.course, quiz: quiz.id, author: permit.caller.account, place: last + 1 + place,
        points: entry.points, tags: entry.tags, updatedAt: permit.at)
      try questionsStore.put(question, line: entry.content.face.line)
      try questionsStore.put(entry.content, version: 1, of: question, by: permit.caller.account)
      try questionsStore.keep(pictures, in: entry.content, of: question, by: permit.caller.account)
    }
    try questionsChanged(by: permit.caller.account, attempts)
  }

  /// The quiz says whether there is anything to answer, its column is out of what the questions give, and what attempts
  /// come to follows.
  func questionsChanged(by account: ID<Account>, _ attempts: QuizAttempts) throws(Refusal) {
    try store.recalculate(quiz.id)
    let settle = try attempts.changing(.questions, quiz.id, tx)
    let now = try questionsStore.questions(of: quiz.id, in: school)
    try store.putColumn(of: quiz, item, possible: Amount.total(now.map { facts.points($0) }))
    try settle(account)
  }

  /// - Returns: its id, also where there was nothing to copy.
  @discardableResult
  func copy(
    _ question: Question, to quiz: ID<Quiz>?, place: Int, by account: ID<Account>
  ) throws(Refusal) -> ID<Question> {
    let id: ID<Question> = tx.newID()
    guard let content = try questionsStore.content(question.id, version: question.version, in: school) else {
      return id
    }
    let others = if let quiz { try questionsStore.questions(of: quiz, in: school) } else { [] as [Question] }
    let last = others.map { $0.place }.max() ?? -1
    let copy = Question(
      id: id, course: self.quiz.course, quiz: quiz, author: account, place: min(place, last + 1),
      points: question.points, tags: question.tags, updatedAt: tx.now)
    let own = try questionsStore.copy(content, to: copy, by: account)
    try questionsStore.put(copy, line: own.face.line)
    try questionsStore.put(own, version: 1, of: copy, by: account)
    return id
  }

  /// - Returns: the question, or the copy that was made of it.
  func save(
    _ permit: Permit<ArrangeQuestion>, _ known: Question, _ attempts: QuizAttempts
  ) throws(Refusal) -> ID<Question> {
    let (command, account) = (permit.command, permit.caller.account)
    var id = known.id
    switch command.act {
    case .up, .down, .place:
      for (place, question) in command.order(questions).enumerated() where question.place != place {
        try questionsStore.place(question, place)
      }
    case .duplicate:
      for question in questions where question.place > known.place {
        try questionsStore.place(question, question.place + 1)
      }
      id = try copy(known, to: quiz.id, place: known.place + 1, by: account)
    case .remove: try questionsStore.remove(known, at: permit.at)
    case .restore: try questionsStore.remove(known, at: nil)
    case .bank: id = try copy(known, to: nil, place: 0, by: account)
    }
    if command.act != .bank { try questionsChanged(by: account, attempts) }
    return id
  }
}
