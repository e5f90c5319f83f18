import Base
import Ledger
import People
import School
import Web

/// What is done to a course's outline.
extension CoursesService {
  /// - Returns: the move that takes this one back; `nil` when nothing moved.
  func run(_ command: ArrangeOutline, _ request: Request) async throws -> String? {
    let caller = try request.caller()
    let answer = try await ledger.write(request.sent(ArrangeOutline.self)) { tx in
      let store = CoursesStore(tx: tx)
      let (modules, items) = (
        try store.modules(of: command.course, in: caller.school), try store.items(of: command.course, in: caller.school)
      )
      let old = Outline(modules: modules, items: items)
      let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
      let done = try command.permit(for: caller, facts: facts, outline: old, now: tx.now)
      guard done.outline != old else { return "" }
      try store.save(done.permit, done.outline, modules: modules, items: items)
      return ArrangeOutline(course: command.course, moved: command.moved, before: old.follower(of: command.moved)).text
    }
    return answer.text.isEmpty ? nil : answer.text
  }

  func run(_ command: AddModule, _ request: Request) async throws -> ID<CourseModule> {
    let caller = try request.caller()
    let answer = try await ledger.write(request.sent(AddModule.self)) { tx in
      let store = CoursesStore(tx: tx)
      let modules = try store.modules(of: command.course, in: caller.school)
      let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
      let permit = try command.permit(for: caller, facts: facts, count: modules.count, now: tx.now)
      try store.save(permit, place: store.endOfOutline(of: command.course, in: caller.school))
      return command.id.text
    }
    return try named(answer)
  }

  func run(_ command: RenameModule, _ request: Request) async throws {
    try await change(command.module, command, request) { module, facts, caller, tx in
      try CoursesStore(tx: tx).save(command.permit(for: caller, facts: facts, now: tx.now), over: module)
    }
  }

  func run(_ command: DeleteModule, _ request: Request) async throws {
    try await change(command.module, command, request) { module, facts, caller, tx in
      try CoursesStore(tx: tx).save(command.permit(for: caller, facts: facts, now: tx.now), over: module)
    }
  }

  private func change<C: Command>(
    _ id: ID<CourseModule>, _ command: C, _ request: Request,
    _ write: @escaping @Sendable (CourseModule, CourseFacts, Caller, WriteTransaction) throws -> Void
  ) async throws {
    let (caller, course) = (try request.caller(), try request.id("course", Course.self))
    try await ledger.write(request.sent(C.self)) { tx in
      guard let module = try CoursesStore(tx: tx).module(id, in: caller.school), module.course == course else {
        throw Refusal.notFound
      }
      try write(module, EnrolmentStore(tx: tx).facts(course, caller), caller, tx)
      return ""
    }
  }

  func run(_ command: PublishItem, _ request: Request) async throws {
    let (caller, course, publishing) = (try request.caller(), try request.id("course", Course.self), publishing)
    try await ledger.write(request.sent(PublishItem.self)) { tx in
      let store = CoursesStore(tx: tx)
      guard let item = try store.item(command.item, in: caller.school), item.course == course else {
        throw Refusal.notFound
      }
      let facts = try EnrolmentStore(tx: tx).facts(course, caller)
      let permit = try command.permit(for: caller, facts: facts, now: tx.now)
      guard (item.publishedAt != nil) != command.isPublished else { return "" }
      if let publish = publishing[item.kind] {
        try publish(item, command.isPublished, caller, tx)
      } else {
        try store.save(permit, over: item)
      }
      return ""
    }
  }

  /// The module for a form, when the caller is the course's staff.
  func module(_ request: Request) async throws -> (course: Course, module: CourseModule, count: Int) {
    let (caller, id, course) = (
      try request.caller(), try request.id("module", CourseModule.self), try request.id("course", Course.self)
    )
    return try await ledger.read { tx in
      let store = CoursesStore(tx: tx)
      guard try EnrolmentStore(tx: tx).sight(of: course, caller)?.isStaff == true,
        let known = try store.course(course, in: caller.school), let module = try store.module(id, in: caller.school),
        module.course == course
      else { throw Refusal.notFound }
      return (known, module, try store.items(of: course, in: caller.school).filter { $0.module == id }.count)
    }
  }
}
