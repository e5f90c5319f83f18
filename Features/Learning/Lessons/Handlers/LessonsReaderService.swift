package import Base
package import Database
import Kit
import People
import Router
package import School

/// What readers do: finish, stop somewhere in a film, write notes.
extension LessonsService {
  func handle(_ command: FinishLesson, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), LessonsStore(tx: tx))
    let (item, access) = try EnrolmentStore(tx: tx).mustSee(command.lesson, caller)
    guard try store.lesson(item.id, in: caller.school) != nil else { throw .notFound }
    let (permit, student, day) = try command.permit(
      for: caller, access: access, today: SchoolsStore(tx: tx).studyDay(of: tx.now, in: caller.school), now: tx.now)
    let known = try store.done(item.id, by: student, in: caller.school)
    if command.isDone, known == nil {
      try store.put(LessonDone(lesson: item.id, student: student, course: item.course, at: permit.at, day: day))
    } else if !command.isDone, let known {
      try store.remove(known)
    }
    return .done
  }

  /// A bookmark, not an act: it does not go into the journal, which would be full of them.
  ///
  /// - Returns: where the film stands now, by whichever device spoke last.
  package func keep(_ command: KeepPlace, _ caller: Caller, _ tx: WriteTransaction) throws(Refusal) -> VideoPlace {
    let (item, _) = try EnrolmentStore(tx: tx).mustSee(command.lesson, caller)
    let store = LessonsStore(tx: tx)
    guard try store.lesson(item.id, in: caller.school) != nil else { throw .notFound }
    let known = try store.place(of: caller.account, in: item.id, school: caller.school)
    guard let (permit, at) = command.permit(for: caller, known: known, now: tx.now) else {
      return known ?? VideoPlace(second: command.second, at: tx.now)
    }
    try store.save(permit, at: at)
    return VideoPlace(second: command.second, at: at)
  }

  /// The outcome is the version the note has now.
  func handle(_ command: WriteLessonNote, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), LessonsStore(tx: tx))
    let (item, _) = try EnrolmentStore(tx: tx).mustSee(command.lesson, caller)
    guard try store.lesson(item.id, in: caller.school) != nil else { throw .notFound }
    let known = try store.note(of: caller.account, on: item.id, school: caller.school)
    let moment = max(tx.now, known.map { Instant(milliseconds: $0.updatedAt.milliseconds + 1) } ?? tx.now)
    let permit = try command.permit(for: caller, known: known, now: moment)
    guard known?.text != command.text, known != nil || !command.text.isEmpty else {
      return Outcome(known?.version ?? "0")
    }
    let note = try store.save(permit)
    return Outcome(note.text.isEmpty ? "0" : note.version)
  }
}
