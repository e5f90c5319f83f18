public import Base

extension CreateAssignment {
  /// - Parameter count: how many files come with it.
  public func permit(
    for caller: Caller, access: CourseAccess, count: Int = 0, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    try filesMayBe(count, most: Worksheet.most)
    return Permit(self, caller: caller, at: now)
  }
}

extension EditAssignment {
  /// - Parameter version: the version there is.
  /// - Parameter hasWork: whether somebody handed in; then the work cannot become one on paper.
  public func permit(
    for caller: Caller, access: CourseAccess, version: String, hasWork: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    if let seen = self.version, seen != version { throw .stale }
    if hasWork, fields.accepts.isEmpty { throw .invalid("accepts", Phrase("assignments.has-work")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension PublishAssignment {
  /// - Parameter hasWork: what was handed in must not vanish from its author's sight.
  public func permit(for caller: Caller, access: CourseAccess, hasWork: Bool, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try staffMay(access)
    if hasWork, !isPublished { throw .conflict(Phrase("assignments.has-work-draft")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteAssignment {
  public func permit(for caller: Caller, access: CourseAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension RestoreAssignment {
  public func permit(for caller: Caller, access: CourseAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension WriteRubric {
  /// - Parameter steps: whose grades it changes; without a look at them it does not.
  public func permit(
    for caller: Caller, access: CourseAccess, version: String, steps: [RubricStep], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    if let seen = self.version, seen != version { throw .stale }
    if !steps.isEmpty, !isSure {
      throw .invalid("sure", Phrase("assignments.rubric-changes-grades", .count(steps.count)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension UndoRubric {
  /// - Parameters:
  ///   - isLast: whether the rubric is as that change left it.
  ///   - areAsLeft: whether the scores are.
  public func permit(
    for caller: Caller, access: CourseAccess, isLast: Bool, areAsLeft: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    guard isLast, areAsLeft else { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension ExtendDue {
  /// - Parameter roster: who is in the course.
  /// - Parameter due: the item's own day; an extension that is none is a mistake.
  public func permit(
    for caller: Caller, access: CourseAccess, roster: [ID<Student>], due: Instant?, zone: Zone, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    guard Set(students).isSubset(of: Set(roster)) else { throw .notFound }
    try DueExtension.check(self.due.instant(in: zone), over: due, field: "due")
    return Permit(self, caller: caller, at: now)
  }
}

extension DueExtension {
  /// Another day is later than everybody's, which there has to be.
  static func check(_ own: Instant, over due: Instant?, field: String) throws(Refusal) {
    guard let due else { throw .conflict(Phrase("assignments.no-day-to-extend")) }
    if own <= due { throw .invalid(field, Phrase("assignments.extension-earlier")) }
  }
}

extension EndExtension {
  public func permit(for caller: Caller, access: CourseAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension GradeWork {
  /// - Parameter version: of the score and the words there are.
  /// - Parameter isEnrolled: whether the student is in the course now.
  public func permit(
    for caller: Caller, access: CourseAccess, isEnrolled: Bool, rubric: Rubric, isGraded: Bool, version: String,
    now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    guard isEnrolled else { throw .notFound }
    let known = rubric.criteria.flatMap { $0.levels.map { $0.id } }
    guard levels.allSatisfy({ known.contains($0) }) else { throw .invalid("level", Phrase("form.choice")) }
    if !isGraded, points != nil { throw .invalid("points", Phrase("assignments.gives-no-points")) }
    if let seen = self.version, seen != version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension JudgeTime {
  /// - Parameter work: what was handed in; there is something to say only where the server did not see the time itself.
  public func permit(
    for caller: Caller, access: CourseAccess, work: Submission?, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    guard work?.claim != nil else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension KeepPhrase {
  /// - Parameter count: how many the teacher has.
  public func permit(for caller: Caller, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isStaff else { throw .notAllowed(Phrase("assignments.staff-only")) }
    guard count < 50 else { throw .conflict(Phrase("assignments.too-many-phrases", .count(50))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension DropPhrase {
  /// - Parameter isMine: whether the phrase is the caller's.
  public func permit(for caller: Caller, isMine: Bool, now: Instant) throws(Refusal) -> Permit<Self> {
    guard isMine else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension KeepArchive {
  public func permit(for caller: Caller, access: CourseAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

extension ReturnMarked {
  public func permit(for caller: Caller, access: CourseAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(access)
    return Permit(self, caller: caller, at: now)
  }
}

/// What the course's own staff may do; to others the answer tells nothing new, they see the page itself.
func staffMay(_ access: CourseAccess) throws(Refusal) {
  guard access.isStaff else { throw .notAllowed(Phrase("assignments.staff-only")) }
}
