public import Base

/// What a student's own commands need to know.
public struct WorkRoom: Hashable, Sendable {
  public var assignment: Assignment
  public var times: WorkTimes
  /// How often the student has handed in.
  public var attempts: Int
  public var draft: WorkDraft?
  public var files: Int
  /// The course was put away: nothing comes into it any more.
  public var isArchived: Bool
  public init(
    assignment: Assignment, times: WorkTimes, attempts: Int, draft: WorkDraft?, files: Int, isArchived: Bool = false
  ) {
    (self.assignment, self.times, self.attempts) = (assignment, times, attempts)
    (self.draft, self.files, self.isArchived) = (draft, files, isArchived)
  }

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
}

extension SaveWork {
  /// Saving a draft is always possible while there is something to hand in: nothing typed is ever refused for the hour.
  public func permit(
    for caller: Caller, sight: CourseSight, room: WorkRoom, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try studentMay(sight)
    if room.assignment.isOnPaper { throw .conflict(Phrase("assignments.on-paper")) }
    if let seen = version, !seen.isEmpty, seen != room.draft?.version ?? "0" { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension AttachFiles {
  public static let most = 20

  public func permit(
    for caller: Caller, sight: CourseSight, room: WorkRoom, adding: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try studentMay(sight)
    guard room.assignment.takesFiles else { throw .invalid("file", Phrase("assignments.takes-no-files")) }
    guard room.files + adding <= Self.most else {
      throw .invalid("file", Phrase("assignments.too-many-files", .count(Self.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension DetachFile {
  /// - Parameter isThere: whether the file lies in the student's draft.
  public func permit(for caller: Caller, sight: CourseSight, isThere: Bool, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try studentMay(sight)
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

  public func permit(
    for caller: Caller, sight: CourseSight, room: WorkRoom, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try studentMay(sight)
    if let why = room.closed(pressedAt(now) ?? now) { throw .conflict(why) }
    let accepts = room.assignment.accepts
    if !text.isEmpty, !accepts.contains(.text) { throw .invalid("text", Phrase("assignments.takes-no-text")) }
    if !link.isEmpty, !accepts.contains(.link) { throw .invalid("link", Phrase("assignments.takes-no-link")) }
    if text.isEmpty, link.isEmpty, room.files == 0 { throw .invalid("", Phrase("assignments.nothing-to-hand-in")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension BeginAttempt {
  public func permit(
    for caller: Caller, sight: CourseSight, room: WorkRoom, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try studentMay(sight)
    guard room.attempts > 0 else { throw .notFound }
    if let why = room.closed(now) { throw .conflict(why) }
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

func studentMay(_ sight: CourseSight) throws(Refusal) {
  guard case .student = sight else { throw .notAllowed(Phrase("assignments.students-only")) }
}
