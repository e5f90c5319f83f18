import Base
import Classroom
import Ledger
import People
import School
import Web

/// What teachers and the office ask of courses: ask the rules, then write.
extension CoursesService {
  func run(_ command: AddCourse, _ request: Request) async throws -> ID<Course> {
    let caller = try request.caller()
    let answer = try await ledger.write(request.sent(AddCourse.self)) { tx in
      let store = CoursesStore(tx: tx)
      let role = try command.teacher.flatMap { try MembersStore(tx: tx).membership($0, in: caller.school)?.role }
      let isTaken = try store.course(command.id, in: caller.school) != nil
      try store.save(command.permit(for: caller, role: role, isTaken: isTaken, now: tx.now))
      return command.id.text
    }
    return try named(answer)
  }

  /// - Returns: by how many students the course is over its capacity now; nobody is taken out.
  func run(_ command: EditCourse, _ request: Request) async throws -> Int {
    let caller = try request.caller()
    let answer = try await ledger.write(request.sent(EditCourse.self)) { tx in
      let (store, seats) = (CoursesStore(tx: tx), EnrolmentStore(tx: tx))
      let facts = try seats.facts(command.course, caller)
      let permit = try command.permit(for: caller, facts: facts, now: tx.now)
      guard let old = facts.course else { throw Refusal.notFound }
      try request.expect(version: old.version)
      let new = try store.save(permit, over: old)
      try seats.promote(new, by: caller.account)
      try seats.promoteElsewhere(than: new.id, by: caller.account)
      return String(max(0, -(try seats.book(new, in: caller.school).free ?? 0)))
    }
    return Int(answer.text) ?? 0
  }

  func run(_ command: PublishCourse, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(PublishCourse.self)) { tx in
      let (store, seats) = (CoursesStore(tx: tx), EnrolmentStore(tx: tx))
      let facts = try seats.facts(command.course, caller)
      let permit = try command.permit(for: caller, facts: facts, now: tx.now)
      guard let old = facts.course, old.isPublished != command.isPublished else { return "" }
      let new = try store.save(permit, over: old)
      try seats.settle(everybodyIn: new)
      try seats.promote(new, by: caller.account)
      return ""
    }
  }

  func run(_ command: ArchiveCourse, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(ArchiveCourse.self)) { tx in
      let (store, seats) = (CoursesStore(tx: tx), EnrolmentStore(tx: tx))
      let facts = try seats.facts(command.course, caller)
      let permit = try command.permit(for: caller, facts: facts, now: tx.now)
      guard let old = facts.course, old.isArchived != command.isArchived else { return "" }
      let new = try store.save(permit, over: old)
      try seats.promote(new, by: caller.account)
      try seats.promoteElsewhere(than: new.id, by: caller.account)
      return ""
    }
  }

  func run(_ command: DeleteCourse, _ request: Request) async throws {
    let (caller, forgetting) = (try request.caller(), forgetting)
    try await ledger.write(request.sent(DeleteCourse.self)) { tx in
      let (store, seats) = (CoursesStore(tx: tx), EnrolmentStore(tx: tx))
      let wasUsed = try !seats.seats(in: command.course, school: caller.school).isEmpty
      let permit = try command.permit(
        for: caller, facts: seats.facts(command.course, caller), wasUsed: wasUsed, now: tx.now)
      for forget in forgetting { try forget(command.course, tx) }
      try store.save(permit)
      return ""
    }
  }

  func run(_ command: AssignCourseTeacher, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(AssignCourseTeacher.self)) { tx in
      let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
      let role = try MembersStore(tx: tx).membership(command.teacher, in: caller.school)?.role
      try CoursesStore(tx: tx).save(command.permit(for: caller, facts: facts, role: role, now: tx.now))
      return ""
    }
  }

  func run(_ command: UnassignCourseTeacher, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(UnassignCourseTeacher.self)) { tx in
      let (store, seats) = (CoursesStore(tx: tx), EnrolmentStore(tx: tx))
      try store.save(
        command.permit(
          for: caller, facts: seats.facts(command.course, caller),
          teachers: store.teachers(of: command.course, in: caller.school), now: tx.now))
      return ""
    }
  }

  func named<Thing>(_ answer: Answered) throws(Refusal) -> ID<Thing> {
    guard let id = ID<Thing>(answer.text) else { throw .unavailable }
    return id
  }
}
