public import Base

/// What a student's own commands need to know.
public struct WorkRoom: Hashable, Sendable {
  public var assignment: Assignment
  public var times: WorkTimes
  /// How often the student has handed in.
  public var attempts: Int
  public var draft: WorkDraft?
  public var files: Int
  /// The course was archived: nothing comes into it any more.
  public var isArchived: Bool
  /// When it was handed out; nobody can have done it before.
  public var publishedAt: Instant?
  /// When the server saw the student at it.
  public var seen: Viewing?
  public init(
    assignment: Assignment, times: WorkTimes, attempts: Int, draft: WorkDraft?, files: Int, isArchived: Bool,
    publishedAt: Instant? = nil, seen: Viewing? = nil
  ) {
    (self.assignment, self.times, self.attempts) = (assignment, times, attempts)
    (self.draft, self.files, self.isArchived) = (draft, files, isArchived)
    (self.publishedAt, self.seen) = (publishedAt, seen)
  }

  /// What a saving grew from: the draft, or that there is none after so many attempts.
  ///
  /// So what was on its way while the work was handed in does not become a draft again.
  public var version: String { draft?.version ?? WorkDraft.noVersion(after: attempts) }

  public var hasAttemptLeft: Bool { assignment.attempts.map { attempts < $0 } ?? true }

  /// Why nothing can be handed in now; `nil` when it can.
  public func closed(_ now: Instant) -> Phrase? {
    if isArchived { return Phrase("courses.is-archived") }
    if assignment.isOnPaper { return Phrase("assignments.on-paper") }
    switch times.window(now) {
    case .notYet: return Phrase("assignments.not-open")
    case .closed: return Phrase("assignments.closed")
    case .open, .late: break
    }
    return hasAttemptLeft ? nil : Phrase("assignments.no-attempt-left")
  }

  /// Where nothing can be handed in, nothing is begun for it either.
  func mustBeOpen(_ now: Instant) throws(Refusal) {
    if let reason = closed(now) { throw .conflict(reason) }
  }
}

extension SaveWork {
  /// Saving a draft is always possible while there is something to hand in: nothing typed is ever refused for the hour.
  public func permit(
    for caller: Caller, access: CourseAccess, room: WorkRoom, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try studentMay(access)
    if room.assignment.isOnPaper { throw .conflict(Phrase("assignments.on-paper")) }
    if let seen = version, !seen.isEmpty, seen != room.version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension AttachFiles {
  public static let most = 20

  public func permit(
    for caller: Caller, access: CourseAccess, room: WorkRoom, adding: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try studentMay(access)
    guard room.assignment.takesFiles else { throw .invalid("file", Phrase("assignments.takes-no-files")) }
    try filesMayBe(room.files + adding, most: Self.most)
    return Permit(self, caller: caller, at: now)
  }
}

extension DetachFile {
  /// - Parameter isThere: whether the file lies in the student's draft.
  public func permit(for caller: Caller, access: CourseAccess, isThere: Bool, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try studentMay(access)
    guard isThere else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension HandIn {
  /// The longest time that a device may have waited for a line.
  public static let longestWait: Int64 = 7 * 86_400

  /// When the button was pressed, as far as that is believed.
  public func pressedAt(_ now: Instant) -> Instant? {
    guard let waited, waited > 2, waited <= Self.longestWait else { return nil }
    return now.plus(seconds: -waited)
  }

  /// Seconds that a line may have been down before the teacher is asked.
  public static let maxDelay: Int64 = 86_400

  /// The time of the button, if that is another than now, and whether the teacher is asked about it.
  ///
  /// What came in time needs no other time, and nothing was handed in before it was handed out.
  public func time(_ room: WorkRoom, _ now: Instant) -> (pressedAt: Instant?, claim: Submission.Claim?) {
    guard let pressed = pressedAt(now), pressed >= room.publishedAt ?? pressed, room.closed(pressed) == nil else {
      return (nil, nil)
    }
    if let seen = room.seen?.last(before: pressed, of: now), now.since(pressed) <= Self.maxDelay * 1000,
      WitnessedTime(seen: seen, waited: now.since(pressed), arrived: now).isPossible
    {
      return (pressed, nil)
    }
    return room.times.window(now) == .open ? (nil, nil) : (pressed, .open)
  }

  /// Work whose time only the device tells is taken, also after the end: what becomes of it is the teacher's to say.
  public func permit(
    for caller: Caller, access: CourseAccess, room: WorkRoom, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try studentMay(access)
    try room.mustBeOpen(time(room, now).pressedAt ?? now)
    let accepts = room.assignment.accepts
    if !text.isEmpty, !accepts.contains(.text) { throw .invalid("text", Phrase("assignments.takes-no-text")) }
    if !link.isEmpty, !accepts.contains(.link) { throw .invalid("link", Phrase("assignments.takes-no-link")) }
    if text.isEmpty, link.isEmpty, room.files == 0 { throw .invalid("", Phrase("assignments.nothing-to-hand-in")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension BeginAttempt {
  public func permit(
    for caller: Caller, access: CourseAccess, room: WorkRoom, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try studentMay(access)
    guard room.attempts > 0 else { throw .notFound }
    try room.mustBeOpen(now)
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteWorkFile {
  /// - Parameter isMine: whether the file is in the caller's own work.
  /// - Parameter isLocked: whether it is part of work that was handed in.
  public func permit(for caller: Caller, isMine: Bool, isLocked: Bool, now: Instant) throws(Refusal) -> Permit<Self> {
    guard isMine else { throw .notFound }
    if isLocked { throw .conflict(Phrase("assignments.file-locked")) }
    return Permit(self, caller: caller, at: now)
  }
}

/// No more files in one place than its page can list, whoever put them there.
func filesMayBe(_ count: Int, most: Int) throws(Refusal) {
  guard count <= most else { throw .invalid("file", Phrase("assignments.too-many-files", .count(most))) }
}

func studentMay(_ access: CourseAccess) throws(Refusal) {
  guard case .student = access else { throw .notAllowed(Phrase("assignments.students-only")) }
}
