public import Base
import Database
import People
public import School

/// What the service writes: a permit in, rows out. The details beside the journal hold what was there before.
extension CoursesStore where DB == WriteTransaction {
  func save(_ permit: Permit<AddCourse>, as id: ID<Course>) throws(Refusal) {
    let command = permit.command
    try put(command.course(as: id, now: permit.at))
    try setMeetings(command.fields.meetings, of: id)
    if let teacher = command.firstTeacher(permit.caller) { try assign(teacher: teacher, to: id) }
  }

  func save(_ permit: Permit<EditCourse>, over old: Course) throws(Refusal) -> Course {
    let new = permit.command.fields.course(over: old, now: permit.at)
    note(old, new)
    try put(new)
    try setMeetings(permit.command.fields.meetings, of: new.id)
    return new
  }

  func save(_ permit: Permit<PublishCourse>, over old: Course) throws(Refusal) -> Course {
    var new = old
    (new.publishedAt, new.updatedAt) = (permit.command.isPublished ? permit.at : nil, old.next(permit.at))
    try put(new)
    return new
  }

  func save(_ permit: Permit<ArchiveCourse>, over old: Course) throws(Refusal) -> Course {
    var new = old
    (new.archivedAt, new.updatedAt) = (permit.command.isArchived ? permit.at : nil, old.next(permit.at))
    try put(new)
    return new
  }

  func save(_ permit: Permit<DeleteCourse>) throws(Refusal) {
    try forgetWithdrawals(of: permit.command.course)
    let id = permit.command.course
    guard let course = try course(id, in: tx.school) else { return }
    tx.detail("name", course.name)
    for item in try items(of: id, in: tx.school) { try remove(item) }
    for module in try modules(of: id, in: tx.school) { try remove(module) }
    try setMeetings([], of: id)
    for teacher in try teachers(of: id, in: tx.school) { try unassign(teacher: teacher, from: id) }
    try tx.remove(CoursesTables.course, course)
  }

  func save(_ permit: Permit<AssignCourseTeacher>) throws(Refusal) {
    try assign(teacher: permit.command.teacher, to: permit.command.course)
  }

  func save(_ permit: Permit<UnassignCourseTeacher>) throws(Refusal) {
    try unassign(teacher: permit.command.teacher, from: permit.command.course)
  }

  /// What a change of the course was before; only what differs.
  private func note(_ old: Course, _ new: Course) {
    func differ(_ name: String, _ before: String?, _ after: String?) {
      guard before != after else { return }
      tx.detail("old." + name, before ?? "")
      tx.detail("new." + name, after ?? "")
    }
    differ("name", old.name, new.name)
    differ("capacity", old.capacity.map { String($0) }, new.capacity.map { String($0) })
    differ("entry", old.entry.rawValue, new.entry.rawValue)
    differ("from", old.from?.text, new.from?.text)
    differ("until", old.until?.text, new.until?.text)
    differ("credits", old.credits?.text, new.credits?.text)
    differ("level", old.level.rawValue, new.level.rawValue)
  }

  // MARK: the outline

  /// Writes what stands elsewhere now; a row that keeps its place is not written.
  func save(
    _ permit: Permit<ArrangeOutline>, _ outline: Outline, modules: [CourseModule], items: [CourseItem]
  ) throws(Refusal) {
    var (knownModules, knownItems) = ([ID<CourseModule>: CourseModule](), [ID<CourseItem>: CourseItem]())
    for module in modules { knownModules[module.id] = module }
    for item in items { knownItems[item.id] = item }
    for (entry, section, place) in outline.places {
      switch entry {
      case .module(let id):
        guard var module = knownModules[id], module.place != place else { continue }
        module.place = place
        try put(module)
      case .item(let id):
        guard var item = knownItems[id], item.place != place || item.module != section else { continue }
        (item.place, item.module) = (place, section)
        try put(item)
      }
    }
  }

  func save(_ permit: Permit<AddModule>, as id: ID<CourseModule>, place: Int) throws(Refusal) {
    try put(CourseModule(id: id, course: permit.command.course, title: permit.command.title, place: place))
  }

  func save(_ permit: Permit<RenameModule>, over old: CourseModule) throws(Refusal) {
    tx.detail("before", old.title)
    var new = old
    new.title = permit.command.title
    try put(new)
  }

  /// What the module held stands above the modules from now on, in its order.
  func save(_ permit: Permit<DeleteModule>, over old: CourseModule) throws(Refusal) {
    tx.detail("before", old.title)
    for var item in try items(of: old.course, in: tx.school) where item.module == old.id {
      item.module = nil
      try put(item)
    }
    try remove(old)
  }

  func save(_ permit: Permit<PublishItem>, over old: CourseItem) throws(Refusal) {
    guard (old.publishedAt != nil) != permit.command.isPublished else { return }
    var new = old
    new.publishedAt = permit.command.isPublished ? permit.at : nil
    new.updatedAt = max(permit.at, Instant(milliseconds: old.updatedAt.milliseconds + 1))
    try put(new)
  }

  func remove(_ module: CourseModule) throws(Refusal) { try tx.remove(CoursesTables.module, module) }
}

extension CoursesStore {
  /// The place after everything there is: where what is new stands.
  public func endOfOutline(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> Int {
    let last = try tx.first(
      """
      SELECT max(place) FROM (
        SELECT place FROM course_item WHERE school = $1 AND course = $2
        UNION ALL SELECT place FROM course_module WHERE school = $1 AND course = $2) AS places
      """, [.id(school), .id(course)]
    ) { $0.optionalInt(0) }
    return ((last ?? nil) ?? -1) + 1
  }
}
