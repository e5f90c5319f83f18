package import Base
package import Database
import Kit
package import People
package import Router
package import School

/// A file that came for a lesson, looked at as far as it takes its content.
package struct IncomingLessonFile: Sendable {
  let file: IncomingFile
  let use: LessonFile.Use
  /// What is wrong with it as captions.
  let problem: Phrase?

  package init(file: IncomingFile, use: LessonFile.Use, problem: Phrase?) {
    (self.file, self.use, self.problem) = (file, use, problem)
  }
}

/// The files of lessons.
extension LessonsService {
  package func handle(
    _ command: AddLessonFile, _ incoming: IncomingLessonFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), LessonsStore(tx: tx))
    let facts = try LessonFacts(command.lesson, caller, tx)
    let (file, use) = (incoming.file, incoming.use)
    let others = try store.files(of: command.lesson, in: caller.school)
    _ = try command.permit(
      for: caller, access: facts.access, course: facts.course, use: use, captions: incoming.problem,
      count: others.count,
      now: tx.now)
    let new = LessonFile(
      id: tx.newID(), lesson: command.lesson, use: use, name: freeName(file.name, beside: others),
      type: use == .captions ? "text/vtt" : file.type, size: file.content.size,
      about: use == .picture ? command.about ?? "" : "",
      language: use == .captions ? command.language ?? request.scene.words.language : nil, createdAt: tx.now)
    _ = try FilesStore(tx: tx).keep(file, as: new.id.cast(), by: caller.account)
    try store.put(new)
    return .made(new.id)
  }

  func handle(_ command: DescribeLessonFile, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), LessonsStore(tx: tx))
    let facts = try LessonFacts(command.lesson, caller, tx)
    guard facts.access.isStaff, var file = try store.file(command.file, of: command.lesson, in: caller.school) else {
      throw .notFound
    }
    _ = try command.permit(for: caller, access: facts.access, course: facts.course, file: file, now: tx.now)
    file.about = command.about ?? ""
    try store.put(file)
    return .done
  }

  func handle(_ command: RemoveLessonFile, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), LessonsStore(tx: tx))
    let facts = try LessonFacts(command.lesson, caller, tx)
    let file = try store.file(command.file, of: command.lesson, removed: true, in: caller.school)
    guard facts.access.isStaff, var file else { throw .notFound }
    let permit = try command.permit(for: caller, access: facts.access, course: facts.course, now: tx.now)
    // Another may have taken its name meanwhile.
    let others = try store.files(of: command.lesson, in: caller.school).filter { $0.id != file.id }
    if !command.isRemoved { file.name = freeName(file.name, beside: others) }
    file.removedAt = command.isRemoved ? permit.at : nil
    try store.put(file)
    return .done
  }

  /// A file as an answer, to whoever sees its lesson.
  func file(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, lesson) = (try request.caller(), try request.id("lesson", CourseItem.self))
    let id: ID<LessonFile> = try request.id("file")
    _ = try EnrolmentStore(tx: tx).mustSee(lesson, caller)
    guard let file = try LessonsStore(tx: tx).file(id, of: lesson, in: caller.school),
      let kept = try tx.file(id.cast(), school: caller.school)
    else { throw .notFound }
    return Response.file(kept.called(file.name, type: file.type), inline: request.query["download"] == nil)
  }
}

/// `a.png`, or `a 2.png` when there is one: the text calls files by their names.
func freeName(_ name: String, beside others: [LessonFile]) -> String {
  let taken = Set(others.map { $0.name })
  guard taken.contains(name) else { return name }
  let ending = FileNames.ending(name)
  let stem = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
  var number = 2
  while taken.contains("\(stem) \(number)" + (ending.isEmpty ? "" : "." + ending)) { number += 1 }
  return "\(stem) \(number)" + (ending.isEmpty ? "" : "." + ending)
}
