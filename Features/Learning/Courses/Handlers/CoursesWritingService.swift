import Base
import Classroom
import Database
import People
import Router
import School

/// What teachers and the office ask of courses: ask the rules, then write.
extension CoursesService {
  func handle(_ command: AddCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let role: Role? =
      if let teacher = command.teacher {
        try MembersStore(tx: tx).membership(teacher, in: caller.school)?.role
      } else {
        nil
      }
    let (permit, id) = (try command.permit(for: caller, role: role, now: tx.now), tx.newID(Course.self))
    try CoursesStore(tx: tx).save(permit, as: id)
    return .made(id)
  }

  /// - Returns: by how many students the course is over its capacity now; nobody is taken out.
  func handle(_ command: EditCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store, seats) = (try request.caller(), CoursesStore(tx: tx), EnrolmentStore(tx: tx))
    let facts = try seats.facts(command.course, caller)
    let permit = try command.permit(for: caller, facts: facts, now: tx.now)
    guard let old = facts.course else { throw .notFound }
    try request.expect(version: old.version)
    let new = try store.save(permit, over: old)
    try seats.promote(new, by: caller.account)
    try seats.promoteInOtherCourses(than: new.id, by: caller.account)
    let free = try seats.book(new, in: caller.school).free
    return Outcome(String(max(0, -(free ?? 0))))
  }

  func handle(_ command: PublishCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store, seats) = (try request.caller(), CoursesStore(tx: tx), EnrolmentStore(tx: tx))
    let facts = try seats.facts(command.course, caller)
    let permit = try command.permit(for: caller, facts: facts, now: tx.now)
    guard let old = facts.course, old.isPublished != command.isPublished else { return .done }
    let new = try store.save(permit, over: old)
    try seats.recalculate(everybodyIn: new)
    try seats.promote(new, by: caller.account)
    return .done
  }

  func handle(_ command: ArchiveCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store, seats) = (try request.caller(), CoursesStore(tx: tx), EnrolmentStore(tx: tx))
    let facts = try seats.facts(command.course, caller)
    let permit = try command.permit(for: caller, facts: facts, now: tx.now)
    guard let old = facts.course, old.isArchived != command.isArchived else { return .done }
    let new = try store.save(permit, over: old)
    try seats.promote(new, by: caller.account)
    try seats.promoteInOtherCourses(than: new.id, by: caller.account)
    return .done
  }

  func handle(_ command: DeleteCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store, seats) = (try request.caller(), CoursesStore(tx: tx), EnrolmentStore(tx: tx))
    let wasUsed = try !seats.seats(in: command.course, school: caller.school).isEmpty
    let permit = try command.permit(
      for: caller, facts: seats.facts(command.course, caller), wasUsed: wasUsed, now: tx.now)
    for forget in forgetting { try forget.run(command.course, tx) }
    try store.save(permit)
    return .done
  }

  func handle(_ command: AssignCourseTeacher, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
    let role = try MembersStore(tx: tx).membership(command.teacher, in: caller.school)?.role
    try CoursesStore(tx: tx).save(command.permit(for: caller, facts: facts, role: role, now: tx.now))
    return .done
  }

  func handle(_ command: UnassignCourseTeacher, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CoursesStore(tx: tx))
    try store.save(
      command.permit(
        for: caller, facts: EnrolmentStore(tx: tx).facts(command.course, caller),
        teachers: store.teachers(of: command.course, in: caller.school), now: tx.now))
    return .done
  }
}
