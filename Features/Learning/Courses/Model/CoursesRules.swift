public import Base

/// What the rules need to know of the course a command is about, and of who asks.
public struct CourseFacts: Sendable {
  /// As whom the caller sees it; `nil` is not at all.
  public let access: CourseAccess?
  public let course: Course?
  public init(access: CourseAccess?, course: Course?) { (self.access, self.course) = (access, course) }

  /// Those who see the course as others learn nothing new from being told no.
  func forStaff() throws(Refusal) -> Course {
    guard let access, let course else { throw .notFound }
    guard access.isStaff else { throw .notAllowed(Phrase("courses.staff-only")) }
    return course
  }

  /// What is archived is read, not changed.
  func openForStaff() throws(Refusal) -> Course {
    let course = try forStaff()
    if course.isArchived { throw .conflict(Phrase("courses.is-archived")) }
    return course
  }
}

extension CourseFields {
  /// The course these fields make of another.
  public func course(over old: Course, now: Instant) -> Course {
    var new = old
    (new.name, new.subject, new.grade, new.about, new.room) = (name, subject, grade, about, room)
    (new.level, new.credits, new.capacity, new.entry) = (level, credits, capacity, entry)
    (new.from, new.until, new.dropUntil, new.promoteUntil) = (from, until, dropUntil, promoteUntil)
    (new.refusesClash, new.term) = (refusesClash, term)
    new.updatedAt = old.next(now)
    return new
  }

  public init(_ course: Course, meetings: [CourseMeeting]) {
    self.init(name: course.name, entry: course.entry, capacity: course.capacity, meetings: meetings)
    (subject, grade, about, room) = (course.subject, course.grade, course.about, course.room)
    (level, credits, term) = (course.level, course.credits, course.term)
    (from, until, dropUntil) = (course.from, course.until, course.dropUntil)
    (promoteUntil, refusesClash) = (course.promoteUntil, course.refusesClash)
  }
}

extension Course {
  /// When a change is: two in one millisecond are still two versions.
  public func next(_ now: Instant) -> Instant { max(now, Instant(milliseconds: updatedAt.milliseconds + 1)) }
}

extension AddCourse {
  /// - Parameter role: what the teacher who is named is in the school.
  public func permit(for caller: Caller, role: Role?, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isStaff else { throw .notAllowed(Phrase("courses.staff-only")) }
    if let teacher, teacher != caller.account {
      guard let role, role.isStaff else { throw .invalid("teacher", Phrase("courses.no-teacher")) }
      guard caller.role.isOffice else { throw .notAllowed(Phrase("courses.office-only")) }
    }
    return Permit(self, caller: caller, at: now)
  }

  /// Who teaches it: the one who was named, else the teacher who makes it.
  public func firstTeacher(_ caller: Caller) -> ID<Account>? {
    teacher ?? (caller.role == .teacher ? caller.account : nil)
  }

  public func course(as id: ID<Course>, now: Instant) -> Course {
    var made = fields.course(over: Course(id: id, name: fields.name, createdAt: now, updatedAt: now), now: now)
    made.updatedAt = now
    return made
  }
}

extension EditCourse {
  public func permit(for caller: Caller, facts: CourseFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    let course = try facts.openForStaff()
    if let version, version != course.version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension PublishCourse {
  public func permit(for caller: Caller, facts: CourseFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    _ = try facts.openForStaff()
    return Permit(self, caller: caller, at: now)
  }
}

extension ArchiveCourse {
  public func permit(for caller: Caller, facts: CourseFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    _ = try facts.forStaff()
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteCourse {
  /// - Parameter wasUsed: whether anybody was ever in the course, or asked for it.
  public func permit(for caller: Caller, facts: CourseFacts, wasUsed: Bool, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    _ = try facts.forStaff()
    if wasUsed { throw .conflict(Phrase("courses.was-used")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension CopyCourse {
  public func permit(for caller: Caller, facts: CourseFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    _ = try facts.forStaff()
    return Permit(self, caller: caller, at: now)
  }

  /// The day that becomes the new course's first: the old one's first, or the first of its dates.
  public static func anchor(_ course: Course, dates: [Day], zone: Zone) -> Day {
    course.from ?? dates.min() ?? zone.day(of: course.createdAt)
  }

  /// The new course: everything but its place in time and its students.
  public func course(as id: ID<Course>, of old: Course, shift: CourseShift, now: Instant) -> Course {
    var new = Course(id: id, name: title, createdAt: now, updatedAt: now)
    (new.subject, new.grade, new.about, new.room) = (old.subject, old.grade, old.about, old.room)
    (new.level, new.credits, new.capacity, new.entry) = (old.level, old.credits, old.capacity, old.entry)
    (new.refusesClash, new.term, new.from) = (old.refusesClash, term, from)
    new.until = old.until.map { shift.last($0, from: from) }
    new.dropUntil = old.dropUntil.map { shift($0) }
    new.promoteUntil = old.promoteUntil.map { shift($0) }
    return new
  }
}

extension AssignCourseTeacher {
  /// - Parameter role: what the account is in the school; `nil` when it is no member.
  public func permit(for caller: Caller, facts: CourseFacts, role: Role?, now: Instant) throws(Refusal) -> Permit<Self>
  {
    _ = try facts.openForStaff()
    guard let role, role.isStaff else { throw .invalid("teacher", Phrase("courses.no-teacher")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension UnassignCourseTeacher {
  /// The office may leave a course without a teacher, for the one who comes next; teachers may not.
  public func permit(
    for caller: Caller, facts: CourseFacts, teachers: [ID<Account>], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    _ = try facts.forStaff()
    guard teachers.contains(teacher) else { throw .notFound }
    if facts.access != .office, teachers.count == 1 { throw .conflict(Phrase("courses.last-teacher")) }
    return Permit(self, caller: caller, at: now)
  }
}
