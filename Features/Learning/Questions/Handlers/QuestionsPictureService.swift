import Base
import Database
import Kit
import People
import Router
import School

/// Pictures of questions: seen by who sees the text they stand in.
extension QuestionsService {
  /// A picture as an answer, or one of the caller's own that waits.
  func picture(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, id) = (try request.caller(), try request.id("picture", QuestionPicture.self))
    if let question = try QuestionsStore(tx: tx).question(of: id, in: caller.school) {
      guard try PictureAccess(question, sights, caller, tx).mayFetch(id),
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
/// Besides the staff those who were asked it, as far as the attempts say so.
private struct PictureAccess {
  let question: Question
  let sights: [QuestionsService.Sight]
  let caller: Caller
  let tx: Transaction
  private var school: ID<Tenant> { caller.school }

  init(
    _ id: ID<Question>, _ sights: [QuestionsService.Sight], _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) {
    guard let question = try QuestionsStore(tx: tx).question(id, in: caller.school) else { throw .notFound }
    (self.question, self.sights, self.caller, self.tx) = (question, sights, caller, tx)
  }

  func mayFetch(_ picture: ID<QuestionPicture>) throws(Refusal) -> Bool {
    if question.quiz == nil, question.author == caller.account, caller.role.isStaff { return true }
    guard let access = try EnrolmentStore(tx: tx).access(of: question.course, caller) else { return false }
    guard !access.isStaff else { return true }
    guard question.quiz != nil else { return false }
    for sight in sights where try sight.mayFetch(picture, question, caller, tx) { return true }
    return false
  }
}
