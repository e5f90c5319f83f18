package import Base
package import Database
import Kit
public import People
package import Router
package import School

/// Carries out what is asked of questions; those of a quiz are the quiz's to place.
///
/// Who stands above adds what it knows through the seam below; App connects them.
public struct QuestionsService: Sendable {
  let files: FilesService
  /// Who sees a picture besides the staff.
  public var sights: [Sight] = []
  public init(files: FilesService) { self.files = files }

  /// Whether somebody who does not teach the course of a question of a quiz may fetch one of its pictures.
  public struct Sight: Sendable {
    let mayFetch: @Sendable (ID<QuestionPicture>, Question, Caller, Transaction) throws(Refusal) -> Bool
  }

  /// Writes a question of the bank.
  ///
  /// Its outcome is which question it is now.
  package func handle(_ sent: SaveQuestion, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    guard sent.quiz == nil else { throw .notFound }
    return .made(try save(sent, in: QuestionHome(bank: sent, request.caller(), tx), request, tx).id)
  }

  func handle(_ command: RemoveBanked, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), QuestionsStore(tx: tx))
    let known = try store.question(command.question, in: caller.school)
    var access: CourseAccess?
    if let known { access = try EnrolmentStore(tx: tx).access(of: known.course, caller) }
    let permit = try command.permit(for: caller, known: known, access: access, now: tx.now)
    guard let known else { throw .notFound }
    try store.save(permit, known)
    return .done
  }
}

/// Where a question that is to be saved stands: in the bank of a course, or in a quiz, which says so itself.
struct QuestionHome {
  let course: ID<Course>
  let quiz: ID<Quiz>?
  let access: CourseAccess
  /// The places of the questions that stand there.
  let places: [Int]

  init(course: ID<Course>, quiz: ID<Quiz>?, access: CourseAccess, places: [Int]) {
    (self.course, self.quiz, self.access, self.places) = (course, quiz, access, places)
  }

  /// Its author keeps a question of the bank, also after leaving the course.
  init(bank command: SaveQuestion, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    let store = QuestionsStore(tx: tx)
    let known: Question? = if let id = command.id { try store.question(id, in: caller.school) } else { nil }
    if known == nil, command.isThere { throw .notFound }
    guard let bank = known?.course ?? command.course else { throw .invalid("course", Phrase("form.required")) }
    let seen = known?.author == caller.account ? .teacher : try EnrolmentStore(tx: tx).access(of: bank, caller)
    guard let seen else { throw .notFound }
    self.init(course: bank, quiz: nil, access: seen, places: [])
  }
}

/// A question that was saved: which it is, and what has become of it.
struct SavedQuestion {
  let id: ID<Question>
  /// There was none before.
  let isNew: Bool
  let isChanged: Bool
}

extension QuestionsService {
  /// Writes a question where it stands: a version of its own when it asks something else now.
  func save(
    _ sent: SaveQuestion, in home: QuestionHome, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> SavedQuestion {
    let caller = try request.caller()
    // Those of its pictures that wait for whoever saves it.
    let waiting = try files.waitingPictures(sent.content.pictures.map { $0.id.cast() }, of: caller.account, tx)
    let (command, pictures) = sent.taking(waiting, tx)
    let context = try QuestionContext(command, home, caller, tx)
    if let known = context.known?.question, known.removedAt == nil {
      try request.expect(version: String(known.version))
    }
    let permit = try command.permit(
      for: caller, access: home.access, known: context.known, pictures: context.pictures.union(pictures.keys),
      count: home.places.count, now: tx.now)
    if home.quiz != nil { try CoursesStore(tx: tx).mustBeOpen(home.course, in: caller.school) }
    return try context.save(permit, pictures)
  }
}

/// What there is about a question that is to be saved.
private struct QuestionContext {
  let store: QuestionsStore<WriteTransaction>
  let tx: WriteTransaction
  let home: QuestionHome
  var known: (question: Question, content: QuestionContent)?
  /// Those the question has had until now.
  let pictures: Set<ID<QuestionPicture>>

  init(_ command: SaveQuestion, _ home: QuestionHome, _ caller: Caller, _ tx: WriteTransaction) throws(Refusal) {
    let store = QuestionsStore(tx: tx)
    (self.store, self.tx, self.home) = (store, tx, home)
    let question: Question? = if let id = command.id { try store.question(id, in: caller.school) } else { nil }
    if question == nil, command.isThere { throw Refusal.notFound }
    guard let question else {
      pictures = []
      return
    }
    if question.quiz != home.quiz { throw Refusal.notFound }
    pictures = try store.pictures(of: question.id, in: caller.school)
    known = try store.content(question.id, version: question.version, in: caller.school).map { (question, $0) }
  }

  func save(_ permit: Permit<SaveQuestion>, _ pictures: NewPictures) throws(Refusal) -> SavedQuestion {
    let (command, account) = (permit.command, permit.caller.account)
    var question =
      known?.question
      ?? Question(
        id: command.id ?? tx.newID(), course: home.course, quiz: home.quiz, author: account,
        place: (home.places.max() ?? -1) + 1, version: 0, updatedAt: permit.at)
    let isSame = known?.content == command.content
    if isSame, question.points == command.points, question.tags == command.tags {
      return SavedQuestion(id: question.id, isNew: false, isChanged: false)
    }
    (question.points, question.tags, question.updatedAt) = (command.points, command.tags, permit.at)
    if !isSame { question.version += 1 }
    try store.put(question, line: command.content.face.line)
    if !isSame { try store.put(command.content, version: question.version, of: question, by: account) }
    try store.keep(pictures, in: command.content, of: question, by: account)
    return SavedQuestion(id: question.id, isNew: known == nil, isChanged: true)
  }
}

extension QuestionsStore {
  /// A question of the bank that the caller may take into a quiz.
  func banked(_ id: ID<Question>, _ caller: Caller) throws(Refusal) -> Question? {
    guard let question = try question(id, in: caller.school), question.quiz == nil, question.removedAt == nil else {
      return nil
    }
    if question.author == caller.account { return question }
    return try EnrolmentStore(tx: tx).access(of: question.course, caller)?.isStaff == true ? question : nil
  }
}

extension QuestionsStore where DB == WriteTransaction {
  func save(_ permit: Permit<RemoveBanked>, _ known: Question) throws(Refusal) {
    try remove(known, at: permit.command.isRestored ? nil : permit.at)
  }
}
