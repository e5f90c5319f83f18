import Base
import Database
import People
import School

extension CoursesStore where DB == WriteTransaction {
  /// The course itself, its teachers, its week and its outline, all drafts.
  func save(
    _ permit: Permit<CopyCourse>, over old: Course, shift: CourseShift, kinds: Set<CourseItem.Kind>
  ) throws(Refusal) -> CourseCopy {
    let new = permit.command.course(as: tx.newID(), of: old, shift: shift, now: permit.at)
    try put(new)
    tx.detail("from", old.id.text)
    try setMeetings(meetings(of: [old.id], in: tx.school)[old.id] ?? [], of: new.id)
    var teachers = try teachers(of: old.id, in: tx.school)
    if permit.caller.role == .teacher, !teachers.contains(permit.caller.account) {
      teachers.append(permit.caller.account)
    }
    for teacher in teachers { try assign(teacher: teacher, to: new.id) }
    let modules = try copyModules(of: old, to: new)
    let kept = try items(of: old.id, in: tx.school).filter { kinds.contains($0.kind) }
    let items = try copyItems(kept, to: new, modules, shift, permit.at)
    return CourseCopy(
      from: old, to: new, modules: modules, items: items, shift: shift, by: permit.caller.account)
  }

  private func copyModules(
    of old: Course, to new: Course
  ) throws(Refusal) -> [ID<CourseModule>: ID<CourseModule>] {
    var names: [ID<CourseModule>: ID<CourseModule>] = [:]
    for module in try modules(of: old.id, in: tx.school) {
      let copy = CourseModule(id: tx.newID(), course: new.id, title: module.title, place: module.place)
      names[module.id] = copy.id
      try put(copy)
    }
    return names
  }

  private func copyItems(
    _ items: [CourseItem], to new: Course, _ modules: [ID<CourseModule>: ID<CourseModule>], _ shift: CourseShift,
    _ now: Instant
  ) throws(Refusal) -> [ID<CourseItem>: ID<CourseItem>] {
    var names: [ID<CourseItem>: ID<CourseItem>] = [:]
    for item in items {
      let copy = CourseItem(
        id: tx.newID(), course: new.id, module: item.module.flatMap { modules[$0] }, kind: item.kind,
        title: item.title, place: item.place, dueAt: item.dueAt.map { shift($0) }, updatedAt: now)
      names[item.id] = copy.id
      try put(copy)
    }
    return names
  }
}
