import Base
import Database
import People
import Router
import School

/// What is done to a course's outline.
extension CoursesService {
  /// - Returns: the move that takes this one back; nothing when nothing moved.
  func handle(_ command: ArrangeOutline, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CoursesStore(tx: tx))
    let modules = try store.modules(of: command.course, in: caller.school)
    let items = try store.items(of: command.course, in: caller.school)
    let old = Outline(modules: modules, items: items)
    let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
    let done = try command.permit(for: caller, facts: facts, outline: old, now: tx.now)
    guard done.outline != old else { return .done }
    try store.save(done.permit, done.outline, modules: modules, items: items)
    let back = ArrangeOutline(course: command.course, moved: command.moved, before: old.follower(of: command.moved))
    return Outcome(back.text)
  }

  func handle(_ command: AddModule, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CoursesStore(tx: tx))
    let modules = try store.modules(of: command.course, in: caller.school)
    let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
    let permit = try command.permit(for: caller, facts: facts, count: modules.count, now: tx.now)
    let id: ID<CourseModule> = tx.newID()
    try store.save(permit, as: id, place: store.endOfOutline(of: command.course, in: caller.school))
    return .made(id)
  }

  func handle(_ command: RenameModule, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CoursesStore(tx: tx))
    let module = try store.mustBe(command.module, in: command.course, of: caller.school)
    let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
    try store.save(command.permit(for: caller, facts: facts, now: tx.now), over: module)
    return .done
  }

  func handle(_ command: DeleteModule, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CoursesStore(tx: tx))
    let module = try store.mustBe(command.module, in: command.course, of: caller.school)
    let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
    try store.save(command.permit(for: caller, facts: facts, now: tx.now), over: module)
    return .done
  }

  func handle(_ command: PublishItem, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), CoursesStore(tx: tx))
    guard let item = try store.item(command.item, in: caller.school), item.course == command.course else {
      throw .notFound
    }
    let facts = try EnrolmentStore(tx: tx).facts(command.course, caller)
    let permit = try command.permit(for: caller, facts: facts, now: tx.now)
    guard (item.publishedAt != nil) != command.isPublished else { return .done }
    if let publish = publishing[item.kind] {
      try publish.run(item, command.isPublished, caller, tx)
    } else {
      try store.save(permit, over: item)
    }
    return .done
  }

  /// The module for a form, when the caller is the course's staff.
  func module(
    _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> (course: Course, module: CourseModule, count: Int) {
    let (caller, id) = (try request.caller(), try request.id("module", CourseModule.self))
    let (course, store) = (try request.id("course", Course.self), CoursesStore(tx: tx))
    guard try EnrolmentStore(tx: tx).access(of: course, caller)?.isStaff == true,
      let known = try store.course(course, in: caller.school)
    else { throw .notFound }
    let module = try store.mustBe(id, in: course, of: caller.school)
    return (known, module, try store.items(of: course, in: caller.school).filter { $0.module == id }.count)
  }
}

extension CoursesStore {
  /// A module is reached through its own course only.
  fileprivate func mustBe(
    _ id: ID<CourseModule>, in course: ID<Course>, of school: ID<Tenant>
  ) throws(Refusal) -> CourseModule {
    guard let module = try module(id, in: school), module.course == course else { throw .notFound }
    return module
  }
}
