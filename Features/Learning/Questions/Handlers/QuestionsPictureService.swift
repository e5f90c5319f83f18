import Base
import Database
import Kit
import People
import Router
import School

/// Pictures of questions: seen by who sees the text they stand in.
extension QuizzesService {
  /// A picture as an answer, or one of the caller's own that waits.
  func picture(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, id) = (try request.caller(), try request.id("picture", QuestionPicture.self))
    if let question = try QuizzesStore(tx: tx).question(of: id, in: caller.school) {
      guard try PictureAccess(question, caller, tx).mayFetch(id),
        let file = try tx.file(id.cast(), school: caller.school)
      else { throw .notFound }
      return .file(file, inline: true)
    }
    guard caller.role.isStaff else { throw .notFound }
    return .file(try files.waitingPicture(id.cast(), request, tx), inline: true)
  }
}

extension SaveQuestion {
  /// The question with its new pictures under ids of their own, and what is to be kept of them.
  ///
  /// Nothing is told of a picture that waits for somebody else: it is as if there were none.
  func taking(_ waiting: [ID<Photo>: IncomingFile], _ tx: WriteTransaction) -> (SaveQuestion, NewPictures) {
    var (command, new) = (self, NewPictures())
    for (place, picture) in content.pictures.enumerated() {
      guard let file = waiting[picture.id.cast()] else { continue }
      let own = QuestionPicture(id: tx.newID(), number: picture.number)
      new[own.id] = file.content
      command.content.pictures[place] = own
    }
    return (command, new)
  }
}

/// Which pictures of one question somebody may fetch.
///
/// Those of the face: who sees an attempt in which it was asked. Those of the key: nobody of them before the key is out.
private struct PictureAccess {
  let question: Question
  let caller: Caller
  let tx: Transaction
  private var school: ID<Tenant> { caller.school }

  init(_ id: ID<Question>, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    guard let question = try QuizzesStore(tx: tx).question(id, in: caller.school) else { throw .notFound }
    (self.question, self.caller, self.tx) = (question, caller, tx)
  }

  func mayFetch(_ picture: ID<QuestionPicture>) throws(Refusal) -> Bool {
    if question.quiz == nil, question.author == caller.account, caller.role.isStaff { return true }
    guard let access = try EnrolmentStore(tx: tx).access(of: question.course, caller) else { return false }
    guard !access.isStaff else { return true }
    guard let quiz = question.quiz else { return false }
    let context = try QuizContext(quiz, caller, tx)
    switch context.access {
    case .student(let student): return try isShown(picture, to: [student], context)
    case .guardian(let children): return try isShown(picture, to: children, context)
    case .office, .teacher: return true
    }
  }

  private func isShown(
    _ picture: ID<QuestionPicture>, to students: [ID<Student>], _ context: QuizContext<Transaction>
  ) throws(Refusal) -> Bool {
    let faces = try context.store.facesAsked(question.id, in: context.quiz.id, of: students, school: school)
    if faces.contains(where: { $0.pictures.contains { $0.id == picture } }) { return true }
    for student in students where try context.resultAccess(of: student) == .key {
      let keys = try context.store.keysShown(question.id, in: context.quiz.id, of: student, school: school)
      if keys.contains(where: { $0.pictures.contains { $0.id == picture } }) { return true }
    }
    return false
  }
}
