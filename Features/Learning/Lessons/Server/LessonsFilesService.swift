import Base
import Kit
import Ledger
import People
import School
import Web

/// The files of lessons.
extension LessonsService {
  func run(_ command: AddLessonFile, _ request: Request) async throws -> ID<LessonFile> {
    let caller = try request.caller()
    if let before = try await ledger.answered(request.sent(AddLessonFile.self)), let id = ID<LessonFile>(before.text) {
      return id
    }
    guard let incoming = try await files.incoming(request).first else {
      throw Refusal.invalid("file", Phrase("form.required"))
    }
    let use = LessonFile.Use(type: incoming.type, name: incoming.name)
    let captions = use == .captions ? try await problem(inCaptions: incoming) : nil
    let (new, language) = (world.id(LessonFile.self), request.scene.words.language)
    let answered = try await ledger.write(request.sent(AddLessonFile.self)) { tx in
      let (facts, store) = (try LessonFacts(command.lesson, caller, tx), LessonsStore(tx: tx))
      let others = try store.files(of: command.lesson, in: caller.school)
      _ = try command.permit(
        for: caller, sight: facts.sight, course: facts.course, use: use, captions: captions, count: others.count,
        now: tx.now)
      let file = LessonFile(
        id: new, lesson: command.lesson, use: use, name: freeName(incoming.name, beside: others),
        type: use == .captions ? "text/vtt" : incoming.type, size: incoming.content.size,
        about: use == .picture ? command.about ?? "" : "",
        language: use == .captions ? command.language ?? language : nil, createdAt: tx.now)
      try keep(incoming, as: file, by: caller, tx)
      return new.text
    }
    return ID(answered.text) ?? new
  }

  private func problem(inCaptions file: IncomingFile) async throws -> Phrase? {
    guard file.content.size <= Int64(LessonsCaptions.limit) else { return Phrase("lessons.captions.large") }
    return LessonsCaptions.problem(in: try await ledger.files.contents(file.content.hash))
  }

  func run(_ command: DescribeLessonFile, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(DescribeLessonFile.self)) { tx in
      let (facts, store) = (try LessonFacts(command.lesson, caller, tx), LessonsStore(tx: tx))
      guard facts.sight.isStaff, var file = try store.file(command.file, of: command.lesson, in: caller.school) else {
        throw Refusal.notFound
      }
      _ = try command.permit(for: caller, sight: facts.sight, course: facts.course, file: file, now: tx.now)
      file.about = command.about ?? ""
      try store.put(file)
      return file.id.text
    }
  }

  func run(_ command: RemoveLessonFile, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RemoveLessonFile.self)) { tx in
      let (facts, store) = (try LessonFacts(command.lesson, caller, tx), LessonsStore(tx: tx))
      let file = try store.file(command.file, of: command.lesson, removed: true, in: caller.school)
      guard facts.sight.isStaff, var file else { throw Refusal.notFound }
      let permit = try command.permit(for: caller, sight: facts.sight, course: facts.course, now: tx.now)
      // Another may have taken its name meanwhile.
      let others = try store.files(of: command.lesson, in: caller.school).filter { $0.id != file.id }
      if !command.isRemoved { file.name = freeName(file.name, beside: others) }
      file.removedAt = command.isRemoved ? permit.at : nil
      try store.put(file)
      return file.id.text
    }
  }

  /// A file as an answer, to whoever sees its lesson.
  func file(_ request: Request) async throws -> Response {
    let (caller, lesson) = (try request.caller(), try request.id("lesson", CourseItem.self))
    let id: ID<LessonFile> = try request.id("file")
    let found = try await ledger.read { tx -> (LessonFile, KeptFile)? in
      _ = try EnrolmentStore(tx: tx).mustSee(lesson, caller)
      guard let file = try LessonsStore(tx: tx).file(id, of: lesson, in: caller.school),
        let kept = try tx.file(id.cast(), school: caller.school)
      else { return nil }
      return (file, kept)
    }
    guard let (file, kept) = found else { throw Refusal.notFound }
    let isShown = request.query["download"] == nil
    let answer = KeptFile(
      id: kept.id, content: kept.content, type: file.type, name: file.name, account: kept.account,
      createdAt: kept.createdAt)
    return Response.file(answer, inline: isShown)
  }
}

/// Keeps what arrived as a file of the lesson.
private func keep(
  _ incoming: IncomingFile, as file: LessonFile, by caller: Caller, _ tx: WriteTransaction
) throws {
  _ = try FilesStore(tx: tx).keep(incoming, as: file.id.cast(), by: caller.account)
  try LessonsStore(tx: tx).put(file)
}

/// `a.png`, or `a 2.png` when there is one: the text calls files by their names.
func freeName(_ name: String, beside others: [LessonFile]) -> String {
  let taken = Set(others.map(\.name))
  guard taken.contains(name) else { return name }
  let ending = FileNames.ending(name)
  let stem = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
  var number = 2
  while taken.contains("\(stem) \(number)" + (ending.isEmpty ? "" : "." + ending)) { number += 1 }
  return "\(stem) \(number)" + (ending.isEmpty ? "" : "." + ending)
}
