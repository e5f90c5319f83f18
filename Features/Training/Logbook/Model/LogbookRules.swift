public import Base

extension LogFields {
  /// Nothing is logged before it was.
  fileprivate func check(today: Day) throws(Refusal) {
    // Somebody west of the school may be a day behind, and somebody east of it a day ahead.
    guard day <= today.plus(days: 1) else { throw .invalid("day", Phrase("training.log.day-ahead")) }
  }
}

/// What was signed off stands with its hours.
private func mustBeOpen(_ checklist: Checklist?) throws(Refusal) {
  guard checklist?.isLocked != true else { throw .conflict(Phrase("training.log.checklist-signed")) }
}

extension AddLogEntry {
  /// - Parameters:
  ///   - linked: the checklist it names, one of the trainee's.
  ///   - count: how many entries there are.
  public func permit(
    for caller: Caller, access: TraineeAccess, linked: Checklist?, count: Int, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try access.mustInstruct()
    try mustBeOpen(linked)
    try fields.check(today: today)
    guard count < LogEntry.most else { throw .conflict(Phrase("training.log.many", .count(LogEntry.most))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditLogEntry {
  /// - Parameter shown: the kinds that the form asks for.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: LogEntry, linked: Checklist?,
    shown: [LogKind] = LogKind.allCases, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try access.mustInstruct()
    guard known.deletedAt == nil else { throw .conflict(Phrase("training.log.is-deleted")) }
    if let version, version != known.version { throw .stale }
    try mustBeOpen(linked)
    try fields.check(today: today)
    if let problem = fields.minutes.keeping(known.minutes, but: shown).problem {
      throw .invalid(problem.field, problem.reason)
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension LogMinutes {
  /// What stands under kinds that the form does not show is not lost with the form.
  public func keeping(_ known: LogMinutes, but shown: [LogKind]) -> LogMinutes {
    var kept = self
    for kind in LogKind.allCases where !shown.contains(kind) && kept[kind] == 0 { kept[kind] = known[kind] }
    return kept
  }
}

extension NameLogKinds {
  /// The school's office alone.
  public func permit(for caller: Caller, known: LogScheme, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    if let version, version != known.version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteLogEntry {
  /// - Returns: `nil` when it was deleted already.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: LogEntry, linked: Checklist?, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    guard known.deletedAt == nil else { return nil }
    try mustBeOpen(linked)
    return Permit(self, caller: caller, at: now)
  }
}

extension RestoreLogEntry {
  /// - Parameter isLogged: whether the lesson it was made of has another entry by now.
  /// - Returns: `nil` when it is there.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: LogEntry, linked: Checklist?, isLogged: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    guard known.deletedAt != nil else { return nil }
    guard !isLogged else { throw .conflict(Phrase("training.log.lesson-logged")) }
    try mustBeOpen(linked)
    return Permit(self, caller: caller, at: now)
  }
}

extension ImportLog {
  /// - Returns: `nil` when every entry of the file is there already.
  public func permit(
    for caller: Caller, access: TraineeAccess, file: LogImport, plan: LogImportPlan, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    guard !file.entries.isEmpty else {
      throw .invalid("text", file.problems.first?.phrase ?? Phrase("training.log.import.nothing"))
    }
    guard count + plan.new.count <= LogEntry.most else {
      throw .invalid("text", Phrase("training.log.many", .count(LogEntry.most)))
    }
    return plan.new.isEmpty ? nil : Permit(self, caller: caller, at: now)
  }
}

// MARK: lessons

/// Another lesson of the same instructor or trainee at that time, and what it may be called to the caller.
public struct TrainingLessonClash: Hashable, Sendable {
  /// With whom it is; `nil` when the caller does not know them.
  public let name: String?
  /// Whether it is the trainee who is busy, with whoever instructs them.
  public let isTrainee: Bool
  /// When, as the school's clock says it: `2026-03-09 10:00–11:30`.
  public let times: String
  public init(name: String?, isTrainee: Bool, times: String) {
    (self.name, self.isTrainee, self.times) = (name, isTrainee, times)
  }

  public var phrase: Phrase {
    guard let name else { return Phrase("training.log.lesson.clash", .text(times)) }
    let key = isTrainee ? "training.log.lesson.clash-trainee" : "training.log.lesson.clash-instructor"
    // words: training.log.lesson.clash-trainee, training.log.lesson.clash-instructor
    return Phrase(key, .text(name), .text(times))
  }
}

extension TrainingLessonFields {
  fileprivate func check(
    _ times: (start: Instant, end: Instant), _ clash: TrainingLessonClash?, today: Day
  ) throws(Refusal) {
    let minutes = (times.end.milliseconds - times.start.milliseconds) / 60_000
    guard minutes > 0 else { throw .invalid("end", Phrase("training.log.lesson.no-time")) }
    guard minutes <= TrainingLesson.longest else {
      throw .invalid("end", Phrase("training.log.lesson.long", .count(TrainingLesson.longest / 60)))
    }
    // One that was given without a plan may be put down afterwards; beyond two years nobody plans.
    guard day >= today.plus(days: -60), day <= today.plus(days: 730) else {
      throw .invalid("day", Phrase("training.log.lesson.far"))
    }
    if let clash { throw .invalid("start", clash.phrase) }
  }
}

extension PlanTrainingLesson {
  /// - Parameters:
  ///   - times: from when to when, by the school's clock.
  ///   - count: how many lessons the trainee has.
  public func permit(
    for caller: Caller, access: TraineeAccess, times: (start: Instant, end: Instant), clash: TrainingLessonClash?,
    count: Int, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try access.mustInstruct()
    try fields.check(times, clash, today: today)
    guard count < TrainingLesson.most else {
      throw .conflict(Phrase("training.log.lesson.many", .count(TrainingLesson.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditTrainingLesson {
  public func permit(
    for caller: Caller, access: TraineeAccess, known: TrainingLesson, times: (start: Instant, end: Instant),
    clash: TrainingLessonClash?, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try access.mustInstruct()
    guard known.cancelledAt == nil else { throw .conflict(Phrase("training.log.lesson.is-cancelled")) }
    if let version, version != known.version { throw .stale }
    try fields.check(times, clash, today: today)
    return Permit(self, caller: caller, at: now)
  }
}

extension CancelTrainingLesson {
  /// - Returns: `nil` when it is cancelled.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: TrainingLesson, isLogged: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    guard known.cancelledAt == nil else { return nil }
    guard !isLogged else { throw .conflict(Phrase("training.log.lesson-logged")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RestoreTrainingLesson {
  /// - Returns: `nil` when it takes place.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: TrainingLesson, clash: TrainingLessonClash?, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    guard known.cancelledAt != nil else { return nil }
    if let clash { throw .conflict(clash.phrase) }
    return Permit(self, caller: caller, at: now)
  }
}

extension LogTrainingLesson {
  /// - Returns: `nil` when it has an entry: two taps make one.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: TrainingLesson, isLogged: Bool, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    guard known.cancelledAt == nil else { throw .conflict(Phrase("training.log.lesson.is-cancelled")) }
    guard known.endsAt <= now else { throw .conflict(Phrase("training.log.lesson.not-over")) }
    guard !isLogged else { return nil }
    guard count < LogEntry.most else { throw .conflict(Phrase("training.log.many", .count(LogEntry.most))) }
    return Permit(self, caller: caller, at: now)
  }
}
