public import Base

extension CreateLesson {
  /// - Parameter module: whether the module is the course's.
  public func permit(
    for caller: Caller, access: CourseAccess, course: Course, module isKnown: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    try mustBeOpen(course)
    guard isKnown else { throw .invalid("module", Phrase("form.choice")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditLesson {
  /// - Parameter version: the version there is.
  public func permit(
    for caller: Caller, access: CourseAccess, course: Course, version: String, module isKnown: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    try mustBeOpen(course)
    if let seen = self.version, seen != version { throw .stale }
    guard isKnown else { throw .invalid("module", Phrase("form.choice")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension PublishLesson {
  public func permit(for caller: Caller, access: CourseAccess, course: Course, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try staffMay(access)
    try mustBeOpen(course)
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteLesson {
  public func permit(for caller: Caller, access: CourseAccess, course: Course, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try staffMay(access)
    try mustBeOpen(course)
    return Permit(self, caller: caller, at: now)
  }
}

extension RestoreLesson {
  public func permit(for caller: Caller, access: CourseAccess, course: Course, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try staffMay(access)
    try mustBeOpen(course)
    return Permit(self, caller: caller, at: now)
  }
}

extension LessonFile.Use {
  /// What a file is good for, by what it is.
  ///
  /// Pictures and films are those that every browser of today shows; others can be taken along.
  public init(type: String, name: String) {
    switch type {
    case "image/png", "image/jpeg", "image/gif", "image/webp": self = .picture
    case "video/mp4", "video/webm": self = .video
    case "text/vtt": self = .captions
    default: self = type.hasPrefix("text/") && name.lowercased().hasSuffix(".vtt") ? .captions : .attachment
    }
  }
}

extension AddLessonFile {
  /// The most files a lesson may have.
  public static let most = 60

  /// - Parameter use: what the file is good for.
  /// - Parameter captions: what is wrong with it as captions.
  public func permit(
    for caller: Caller, access: CourseAccess, course: Course, use: LessonFile.Use, captions: Phrase?, count: Int,
    now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    try mustBeOpen(course)
    guard count < Self.most else { throw .conflict(Phrase("lessons.files.too-many", .count(Self.most))) }
    switch use {
    case .picture: try mustSay(about, isDecoration)
    case .captions: if let captions { throw .invalid("file", captions) }
    case .attachment, .video: break
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension DescribeLessonFile {
  public func permit(
    for caller: Caller, access: CourseAccess, course: Course, file: LessonFile, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    try mustBeOpen(course)
    if file.use == .picture { try mustSay(about, isDecoration) }
    return Permit(self, caller: caller, at: now)
  }
}

/// A picture is described, or it is said that it needs no description.
private func mustSay(_ about: String?, _ isDecoration: Bool) throws(Refusal) {
  if about == nil, !isDecoration { throw .invalid("about", Phrase("lessons.about.missing")) }
  if about != nil, isDecoration { throw .invalid("about", Phrase("lessons.about.both")) }
}

extension RemoveLessonFile {
  public func permit(for caller: Caller, access: CourseAccess, course: Course, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try staffMay(access)
    try mustBeOpen(course)
    return Permit(self, caller: caller, at: now)
  }
}

extension FinishLesson {
  /// A student finishes for themselves.
  ///
  /// - Returns: also the day it counts for: the student's own when it is at most one off the school's, which is as far
  ///   as clocks of the world are apart (rules.md 4.10).
  public func permit(
    for caller: Caller, access: CourseAccess, today: Day, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, student: ID<Student>, day: Day) {
    guard case .student(let student) = access else { throw .notAllowed(Phrase("lessons.students-only")) }
    if let day, abs(day.number - today.number) > 1 { throw .invalid("day", Phrase("lessons.day")) }
    return (Permit(self, caller: caller, at: now), student, day ?? today)
  }
}

extension KeepPlace {
  /// Everybody who sees the lesson has a place of their own.
  ///
  /// - Returns: `nil` when a later place is known already.
  public func permit(for caller: Caller, known: VideoPlace?, now: Instant) -> (permit: Permit<Self>, at: Instant)? {
    // A clock that is ahead must not win for ever.
    let at = min(self.at ?? now, now)
    if let known, known.at > at { return nil }
    return (Permit(self, caller: caller, at: now), at)
  }
}

extension WriteLessonNote {
  public func permit(for caller: Caller, known: LessonNote?, now: Instant) throws(Refusal) -> Permit<Self> {
    if let version, version != known?.version ?? "0", known?.text != text { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

/// A course that was archived is kept as it is.
private func mustBeOpen(_ course: Course) throws(Refusal) {
  if course.isArchived { throw .conflict(Phrase("lessons.archived")) }
}
