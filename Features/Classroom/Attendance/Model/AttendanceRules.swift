public import Base

/// What the rules need to know of a register before anything in it may change.
public struct RegisterFacts: Sendable {
  /// How far back a class's teachers may still correct; the office may always.
  public let openDays: Int
  public let period: TimetablePeriod?
  /// Whether the caller belongs to those who mark this class.
  public let marksClass: Bool
  /// Whether a register was taken of it before; it then exists, whatever became of the slot.
  public let isWritten: Bool
  public let isHoliday: Bool
  public let today: Day
  /// Who is in the class on that day.
  public let roster: [ID<Student>]

  public init(
    period: TimetablePeriod?, marksClass: Bool, isWritten: Bool, isHoliday: Bool, today: Day, roster: [ID<Student>],
    openDays: Int = School.usualCorrectionDays
  ) {
    self.openDays = openDays
    (self.period, self.marksClass, self.isWritten) = (period, marksClass, isWritten)
    (self.isHoliday, self.today, self.roster) = (isHoliday, today, roster)
  }

  /// Whether the register may be written in, and by this caller.
  public func check(_ day: Day, _ caller: Caller) throws(Refusal) {
    guard let period, marksClass, caller.role.isStaff, isWritten || period.takesPlace(on: day) else { throw .notFound }
    if day > today { throw .notAllowed(Phrase("attendance.refused-future")) }
    if isHoliday { throw .notAllowed(Phrase("attendance.refused-holiday")) }
    if !caller.role.isOffice, today.number - day.number > openDays {
      throw .notAllowed(Phrase("attendance.refused-old", .count(openDays)))
    }
  }

  /// The same question as an answer, for the page.
  public func reason(_ day: Day, _ caller: Caller) -> Refusal? {
    do throws(Refusal) {
      try check(day, caller)
      return nil
    } catch { return error }
  }
}

extension TakeRegister {
  public func permit(for caller: Caller, register: RegisterFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try register.check(day, caller)
    let known = Set(register.roster)
    let untrustedProxies = entries.filter { !known.contains($0.student) }
    guard untrustedProxies.isEmpty else {
      throw .invalid(untrustedProxies.map { Problem("marks." + $0.student.text, Phrase("attendance.not-enrolled")) })
    }
    return Permit(self, caller: caller, at: now)
  }

  /// What changes, given the marks there are.
  ///
  /// What is already so is no change.
  public func steps(from marks: [Mark], in session: ID<LessonSession>, by account: ID<Account>, at now: Instant)
    throws(Refusal) -> [MarkStep]
  {
    var steps: [MarkStep] = []
    for entry in entries {
      let before = marks.first { $0.student == entry.student }
      let status = entry.status.applied(to: before?.status)
      guard let status else {
        if case .set = entry.note {
          throw .invalid("note." + entry.student.text, Phrase("attendance.note-needs-mark"))
        }
        if before != nil { steps.append(MarkStep(student: entry.student, before: before, after: nil)) }
        continue
      }
      let note = entry.note.applied(to: before?.note)
      if status == before?.status, note == before?.note { continue }
      let after = Mark(session: session, student: entry.student, status: status, note: note, by: account, at: now)
      steps.append(MarkStep(student: entry.student, before: before, after: after))
    }
    return steps
  }
}

extension FieldUpdate {
  func applied(to old: Value?) -> Value? {
    switch self {
    case .keep: old
    case .clear: nil
    case .set(let value): value
    }
  }
}

extension MarkRestPresent {
  public func permit(for caller: Caller, register: RegisterFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try register.check(day, caller)
    return Permit(self, caller: caller, at: now)
  }

  public func steps(
    from marks: [Mark], roster: [ID<Student>], in session: ID<LessonSession>, by account: ID<Account>, at now: Instant
  ) -> [MarkStep] {
    let marked = Set(marks.map { $0.student })
    return roster.filter { !marked.contains($0) }.map {
      let mark = Mark(session: session, student: $0, status: .present, note: nil, by: account, at: now)
      return MarkStep(student: $0, before: nil, after: mark)
    }
  }
}

extension UndoRegister {
  public func permit(for caller: Caller, register: RegisterFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try register.check(day, caller)
    return Permit(self, caller: caller, at: now)
  }

  /// Puts back what stood before the caller's change.
  ///
  /// - Parameters:
  ///   - marks: the marks there are.
  ///   - events: what was said earlier, and that a mark was cleared; in any order.
  /// - Throws: `stale` when nothing was changed at that moment, or when somebody has changed one of them since.
  public func steps(
    from marks: [Mark], _ events: [MarkEvent], in session: ID<LessonSession>, by account: ID<Account>, at now: Instant
  ) throws(Refusal) -> [MarkStep] {
    let all = events + marks.map { MarkEvent($0) }
    let mine = all.filter { $0.at == at && $0.by == account }
    guard !mine.isEmpty else { throw .stale }
    var steps: [MarkStep] = []
    for change in mine {
      let history = all.filter { $0.student == change.student }
      if history.contains(where: { $0.at > at }) { throw .stale }
      let old = history.filter { $0.at < at }.max { $0.at < $1.at }
      let after = old.flatMap { event in
        event.status.map {
          Mark(session: session, student: event.student, status: $0, note: event.note, by: account, at: now)
        }
      }
      let before = marks.first { $0.student == change.student }
      steps.append(MarkStep(student: change.student, before: before, after: after))
    }
    return steps
  }
}

/// What the rules need to know about a child somebody speaks for.
public struct AbsenceFacts: Sendable {
  /// Whether the caller may know the student at all.
  public let maySee: Bool
  public let isGuardian: Bool
  public let today: Day
  public init(maySee: Bool, isGuardian: Bool, today: Day) {
    (self.maySee, self.isGuardian, self.today) = (maySee, isGuardian, today)
  }

  /// Guardians speak for their children; staff may write down what a guardian said.
  func check(_ caller: Caller) throws(Refusal) {
    guard maySee else { throw .notFound }
    guard isGuardian || caller.role.isStaff else { throw .notAllowed(Phrase("attendance.refused-report")) }
  }
}

extension ReportAbsence {
  /// A school year ahead, two weeks back, and no longer than three months at once.
  static let maxDays = 92
  static let backDays = 14

  public func permit(for caller: Caller, absence: AbsenceFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try absence.check(caller)
    guard from.number >= absence.today.number - ReportAbsence.backDays else {
      throw .invalid("from", Phrase("attendance.too-long-ago"))
    }
    guard until.number <= absence.today.number + 366 else { throw .invalid("until", Phrase("attendance.too-far")) }
    guard until.number - from.number < ReportAbsence.maxDays else {
      throw .invalid("until", Phrase("attendance.too-many-days", .count(ReportAbsence.maxDays)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension WithdrawAbsence {
  public func permit(for caller: Caller, absence: AbsenceFacts, is known: Absence?, now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    guard let known else { throw .notFound }
    try absence.check(caller)
    if known.withdrawnAt != nil { throw .conflict(Phrase("attendance.already-withdrawn")) }
    return Permit(self, caller: caller, at: now)
  }
}
