import Base
import Database
import Kit
import People
import Router
import School

extension QuizzesService {
  /// Writes a question, in a quiz or in the bank.
  ///
  /// Its outcome is which question it is now, and whether attempts were graded by an older version of it.
  func handle(_ sent: SaveQuestion, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    // Those of its pictures that wait for whoever saves it.
    let waiting = try files.waitingPictures(sent.content.pictures.map { $0.id.cast() }, of: caller.account, tx)
    let (command, pictures) = sent.taking(waiting, tx)
    let context = try QuestionContext(command, caller, tx)
    if let known = context.known?.question, known.removedAt == nil {
      try request.expect(version: String(known.version))
    }
    let permit = try command.permit(
      for: caller, access: context.access, known: context.known, pictures: context.pictures.union(pictures.keys),
      count: context.count, now: tx.now)
    if command.quiz != nil { try CoursesStore(tx: tx).mustBeOpen(context.course, in: caller.school) }
    let id = try context.save(permit, pictures)
    guard context.known != nil, try context.store.wasAsked(id, in: caller.school) else { return .made(id) }
    return Outcome(id.text + " asked")
  }

  /// Its outcome is the question, or the copy that was made of it.
  func handle(_ command: ArrangeQuestion, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let known = try context.store.question(command.question, in: caller.school)
    let permit = try command.permit(for: caller, quiz: context.facts, known: known, now: tx.now)
    guard let known else { throw .notFound }
    return try .made(context.save(permit, known))
  }

  /// Its outcome is how many it took.
  func handle(_ command: TakeFromBank, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let found = try command.questions.tryCompactMap { id throws(Refusal) in try context.banked(id, caller) }
    let permit = try command.permit(for: caller, quiz: context.facts, found: found, now: tx.now)
    try context.save(permit, found)
    return Outcome(String(found.count))
  }

  func handle(_ command: RemoveBanked, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), QuizzesStore(tx: tx))
    let known = try store.question(command.question, in: caller.school)
    var access: CourseAccess?
    if let known { access = try EnrolmentStore(tx: tx).access(of: known.course, caller) }
    let permit = try command.permit(for: caller, known: known, access: access, now: tx.now)
    guard let known else { throw .notFound }
    try store.save(permit, known)
    return .done
  }

  /// All questions of a file, or none.
  ///
  /// - Parameter pictures: those of its entries' pictures that are some.
  func handle(
    _ command: ImportQuestions, _ found: QuestionImport, _ pictures: NewPictures, _ request: Request,
    _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let permit = try command.permit(for: caller, quiz: context.facts, count: found.entries.count, now: tx.now)
    try context.save(permit, found, pictures)
    return Outcome(String(found.entries.count))
  }
}

/// What there is about a question that is to be saved.
private struct QuestionContext {
  let store: QuizzesStore<WriteTransaction>
  let tx: WriteTransaction
  let course: ID<Course>
  let access: CourseAccess
  let quiz: ID<Quiz>?
  let count: Int
  let places: [Int]
  var known: (question: Question, content: QuestionContent)?
  /// Those the question has had until now.
  let pictures: Set<ID<QuestionPicture>>

  init(_ command: SaveQuestion, _ caller: Caller, _ tx: WriteTransaction) throws(Refusal) {
    let store = QuizzesStore(tx: tx)
    (self.store, self.tx, quiz) = (store, tx, command.quiz)
    let question: Question? = if let id = command.id { try store.question(id, in: caller.school) } else { nil }
    if question == nil, command.isThere { throw Refusal.notFound }
    if let question, question.quiz != command.quiz { throw Refusal.notFound }
    if let quiz = command.quiz {
      let context = try QuizContext(quiz, caller, tx)
      (course, access, places) = (context.quiz.course, context.access, context.questions.map { $0.place })
    } else {
      guard let bank = question?.course ?? command.course else {
        throw Refusal.invalid("course", Phrase("form.required"))
      }
      course = bank
      // Its author keeps a question of the bank, also after leaving the course.
      let seen = question?.author == caller.account ? .teacher : try EnrolmentStore(tx: tx).access(of: bank, caller)
      guard let seen else { throw Refusal.notFound }
      access = seen
      places = []
    }
    count = places.count
    guard let question else {
      pictures = []
      return
    }
    pictures = try store.pictures(of: question.id, in: caller.school)
    known = try store.content(question.id, version: question.version, in: caller.school).map { (question, $0) }
  }

  func save(_ permit: Permit<SaveQuestion>, _ pictures: NewPictures) throws(Refusal) -> ID<Question> {
    let (command, account) = (permit.command, permit.caller.account)
    var question =
      known?.question
      ?? Question(
        id: command.id ?? tx.newID(), course: course, quiz: quiz, author: account, place: (places.max() ?? -1) + 1,
        version: 0, updatedAt: permit.at)
    let isSame = known?.content == command.content
    if isSame, question.points == command.points, question.tags == command.tags { return question.id }
    (question.points, question.tags, question.updatedAt) = (command.points, command.tags, permit.at)
    if !isSame { question.version += 1 }
    try store.put(question, line: command.content.face.line)
    if !isSame { try store.put(command.content, version: question.version, of: question, by: account) }
    try store.keep(pictures, in: command.content, of: question, by: account)
    if let quiz { try QuizContext(quiz, permit.caller, tx).recalculateColumn(by: account) }
    return question.id
  }
}

extension QuizContext {
  /// A question of the bank that the caller may take.
  func banked(_ id: ID<Question>, _ caller: Caller) throws(Refusal) -> Question? {
    guard let question = try store.question(id, in: school), question.quiz == nil, question.removedAt == nil else {
      return nil
    }
    if question.author == caller.account { return question }
    return try EnrolmentStore(tx: tx).access(of: question.course, caller)?.isStaff == true ? question : nil
  }
}

extension QuizzesStore where DB == WriteTransaction {
  func save(_ permit: Permit<RemoveBanked>, _ known: Question) throws(Refusal) {
    try remove(known, at: permit.command.isRestored ? nil : permit.at)
  }
}

extension QuizContext where DB == WriteTransaction {
  /// Copies of the bank's questions, at the end.
  func save(_ permit: Permit<TakeFromBank>, _ found: [Question]) throws(Refusal) {
    for question in found { try copy(question, to: quiz.id, place: .max, by: permit.caller.account) }
    try recalculateColumn(by: permit.caller.account)
  }

  /// What a file held, at the end.
  func save(
    _ permit: Permit<ImportQuestions>, _ found: QuestionImport, _ pictures: NewPictures
  ) throws(Refusal) {
    let last = questions.map { $0.place }.max() ?? -1
    for (place, entry) in found.entries.enumerated() {
      let question = Question(
        id: tx.newID(), course: quiz.course, quiz: quiz.id, author: permit.caller.account, place: last + 1 + place,
        points: entry.points, tags: entry.tags, updatedAt: permit.at)
      try store.put(question, line: entry.content.face.line)
      try store.put(entry.content, version: 1, of: question, by: permit.caller.account)
      try store.keep(pictures, in: entry.content, of: question, by: permit.caller.account)
    }
    try recalculateColumn(by: permit.caller.account)
  }

  /// The column is out of what the questions give.
  func recalculateColumn(by account: ID<Account>) throws(Refusal) {
    let (was, now) = (try standings(), try store.questions(of: quiz.id, in: school))
    try store.putColumn(of: quiz, item, possible: Amount.total(now.map { facts.points($0) }))
    try recordAll(over: was, by: account)
  }

  /// - Returns: its id, also where there was nothing to copy.
  @discardableResult
  func copy(
    _ question: Question, to quiz: ID<Quiz>?, place: Int, by account: ID<Account>
  ) throws(Refusal) -> ID<Question> {
    let id: ID<Question> = tx.newID()
    guard let content = try store.content(question.id, version: question.version, in: school) else { return id }
    let others = if let quiz { try store.questions(of: quiz, in: school) } else { [] as [Question] }
    let last = others.map { $0.place }.max() ?? -1
    let copy = Question(
      id: id, course: self.quiz.course, quiz: quiz, author: account, place: min(place, last + 1),
      points: question.points, tags: question.tags, updatedAt: tx.now)
    let own = try store.copy(content, to: copy, by: account)
    try store.put(copy, line: own.face.line)
    try store.put(own, version: 1, of: copy, by: account)
    return id
  }

  /// - Returns: the question, or the copy that was made of it.
  func save(_ permit: Permit<ArrangeQuestion>, _ known: Question) throws(Refusal) -> ID<Question> {
    let (command, account) = (permit.command, permit.caller.account)
    var id = known.id
    switch command.act {
    case .up, .down, .place:
      for (place, question) in command.order(questions).enumerated() where question.place != place {
        try store.place(question, place)
      }
    case .duplicate:
      for question in questions where question.place > known.place { try store.place(question, question.place + 1) }
      id = try copy(known, to: quiz.id, place: known.place + 1, by: account)
    case .remove: try store.remove(known, at: permit.at)
    case .restore: try store.remove(known, at: nil)
    case .bank: id = try copy(known, to: nil, place: 0, by: account)
    }
    if command.act != .bank { try recalculateColumn(by: account) }
    return id
  }
}
