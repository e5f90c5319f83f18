public import Base

/// What the rules need to know of a gradebook before anything in it may change.
public struct GradebookFacts: Sendable {
  public let access: CourseAccess
  public let book: GradeBook
  /// Who is in the course.
  public let roster: Set<ID<Student>>
  /// How late the work was for cells in which nothing stands yet.
  public let lateness: [ID<GradeItem>: [ID<Student>: Int64]]
  /// Periods whose grades are frozen.
  public let periods: [GradingPeriod]
  /// The course was archived: its grades stay as they are.
  public let isArchived: Bool
  public init(
    access: CourseAccess, book: GradeBook, roster: Set<ID<Student>>,
    lateness: [ID<GradeItem>: [ID<Student>: Int64]] = [:], periods: [GradingPeriod] = [], isArchived: Bool = false
  ) {
    (self.access, self.book, self.roster) = (access, book, roster)
    (self.lateness, self.periods, self.isArchived) = (lateness, periods, isArchived)
  }

  /// Only who teaches the course, and the office; in a course that was archived, nobody.
  func check() throws(Refusal) {
    guard access.isStaff else { throw .notFound }
    if isArchived { throw .conflict(Phrase("courses.is-archived")) }
  }

  public func item(_ id: ID<GradeItem>) -> GradeItem? { book.items.first { $0.id == id } }
}

extension RecordScores {
  public func permit(for caller: Caller, _ facts: GradebookFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try facts.check()
    return Permit(self, caller: caller, at: now)
  }

  /// What becomes of each cell, in the order they came.
  ///
  /// - Parameter isClosed: whether the item lies in a period that is closed.
  public func steps(_ facts: GradebookFacts, by caller: Caller, at now: Instant, isClosed: (GradeItem) -> Bool)
    -> [CellStep]
  {
    let items = facts.book.items.keyed { $0.id }
    let columns = items
    let scale = facts.book.settings.letters
    return edits.map { edit in
      let before = facts.book.scores[edit.student]?[edit.item]
      guard let item = columns[edit.item] else { return edit.refused("grades.cell-no-column", before) }
      guard facts.roster.contains(edit.student) else { return edit.refused("grades.cell-no-student", before) }
      guard !isClosed(item) else { return edit.refused("grades.cell-closed", before) }
      return edit.step(item, before, scale, late: facts.lateness[edit.item]?[edit.student] ?? 0, by: caller, at: now)
    }
  }
}

extension CellEdit {
  func refused(_ key: String, _ before: Score?, _ arguments: Phrase.Argument...) -> CellStep {
    CellStep(edit: self, verdict: .refused(Phrase(key, all: arguments)), before: before, after: nil)
  }

  /// What this edit makes of a cell.
  ///
  /// - Parameter comment: `keep` leaves the words to the student as they are.
  func step(
    _ item: GradeItem, _ before: Score?, _ scale: LetterScale, late: Int64, comment: FieldUpdate<String> = .keep,
    by caller: Caller, at now: Instant
  ) -> CellStep {
    guard let typed = ScoreText(self.typed) else { return refused("grades.cell-unreadable", before) }
    let here = before?.cellText ?? ""
    if let was, ScoreText(was) != ScoreText(here) {
      return CellStep(edit: self, verdict: .conflict(here), before: before, after: nil)
    }
    var after =
      before ?? Score(item: self.item, student: student, raw: nil, lateSeconds: late, by: caller.account, at: now)
    (after.by, after.at) = (caller.account, now)
    switch typed {
    case .clear: (after.raw, after.excused) = (nil, false)
    case .excused: (after.raw, after.excused) = (nil, true)
    case .points(let points): (after.raw, after.excused) = (points, false)
    case .percent(let percent):
      (after.raw, after.excused) = (CellEdit.share(percent, of: item.possible), false)
    case .letter(let text):
      guard let letter = scale.step(named: text) else { return refused("grades.cell-letter", before, .text(text)) }
      (after.raw, after.excused) = (CellEdit.share(scale.percent(of: letter), of: item.possible), false)
    }
    if typed != .clear || before?.raw != nil { after.isPending = false }
    after.comment = comment.applied(to: after.comment)
    if let raw = after.raw, let reason = CellEdit.problem(raw, item) {
      return CellStep(edit: self, verdict: .refused(reason), before: before, after: nil)
    }
    let isSame =
      after.raw == before?.raw && after.excused == (before?.excused ?? false) && after.comment == before?.comment
      && after.isPending == (before?.isPending ?? false)
    return CellStep(edit: self, verdict: isSame ? .same : .saved, before: before, after: isSame ? nil : after)
  }

  private static func share(_ percent: Amount, of possible: Amount) -> Amount? {
    percent.timesHalfUp(possible)?.dividedHalfUp(by: Amount(units: 100 * Amount.scale))
  }

  /// Ten times what is possible is a slip of the finger, not extra credit.
  private static func problem(_ raw: Amount, _ item: GradeItem) -> Phrase? {
    if raw < .zero { return Phrase("grades.cell-negative") }
    let most = item.possible > .zero ? min(item.possible.units, PutColumn.most.units / 10) * 10 : PutColumn.most.units
    return raw.units > most ? Phrase("grades.cell-too-much", .text(item.possible.text)) : nil
  }
}

extension WriteCell {
  public func permit(for caller: Caller, _ facts: GradebookFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try facts.check()
    guard facts.item(edit.item) != nil, facts.roster.contains(edit.student) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }

  /// What becomes of the cell; a cell somebody else has changed is stale.
  public func step(_ facts: GradebookFacts, by caller: Caller, at now: Instant, isClosed: (GradeItem) -> Bool)
    throws(Refusal) -> CellStep
  {
    guard let item = facts.item(edit.item) else { throw .notFound }
    if isClosed(item) { throw .conflict(Phrase("grades.cell-closed")) }
    let before = facts.book.scores[edit.student]?[edit.item]
    let step = edit.step(
      item, before, facts.book.settings.letters, late: facts.lateness[edit.item]?[edit.student] ?? 0,
      comment: comment.map { .set($0) } ?? .clear, by: caller, at: now)
    switch step.verdict {
    case .refused(let reason): throw .invalid("score", reason)
    case .conflict: throw .stale
    case .saved, .same: return step
    }
  }
}

extension UndoScores {
  public func permit(for caller: Caller, _ facts: GradebookFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try facts.check()
    return Permit(self, caller: caller, at: now)
  }

  /// Puts back what stood before the caller's change.
  ///
  /// What the caller changed since and took back again stands as it was, so one can go back step by step.
  ///
  /// - Parameter events: for each cell of that moment all that was ever there, newest first.
  /// - Throws: `stale` when nothing was changed at that moment, or when one of them says something else by now, or is
  ///   somebody else's.
  public func steps(_ events: [[Score]], by caller: Caller, at moment: Instant) throws(Refusal) -> [CellStep] {
    var steps: [CellStep] = []
    for history in events {
      guard let mine = history.first(where: { $0.at == at }), let now = history.first, now.says(mine),
        history.allSatisfy({ $0.at < at || $0.by == caller.account })
      else { throw .stale }
      var after =
        history.dropFirst().first { $0.at < at }
        ?? Score(item: mine.item, student: mine.student, raw: nil, by: caller.account, at: moment)
      (after.by, after.at) = (caller.account, moment)
      steps.append(
        CellStep(
          edit: CellEdit(item: mine.item, student: mine.student, typed: after.cellText), verdict: .saved,
          before: now.isEmpty ? nil : now, after: after))
    }
    if steps.isEmpty { throw .stale }
    return steps
  }
}

extension PostScores {
  public func permit(for caller: Caller, _ facts: GradebookFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try facts.check()
    guard facts.item(item) != nil else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension PutColumn {
  public func permit(for caller: Caller, _ facts: GradebookFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try facts.check()
    if let item, facts.item(item) == nil { throw .notFound }
    if let category, !facts.book.categories.contains(where: { $0.id == category }) {
      throw .invalid("category", Phrase("form.choice"))
    }
    return Permit(self, caller: caller, at: now)
  }

  /// The column as it is to be; title, points and day of what stands in the outline belong to their own feature.
  public func column(_ facts: GradebookFacts, new: ID<GradeItem>, zone: Zone, now: Instant) -> GradeItem {
    let known = item.flatMap { facts.item($0) }
    var column =
      known
      ?? GradeItem(
        id: new, course: course, source: .manual, title: title, possible: possible,
        place: (facts.book.items.map { $0.place }.max() ?? 0) + 1, updatedAt: now)
    if column.source == .manual {
      (column.title, column.possible) = (title, possible)
      column.dueAt = due.map { zone.instant($0, minute: 1439) }
    }
    column.category = category ?? column.category
    (column.counts, column.neverDrop, column.postsItself) = (counts, neverDrop, postsItself)
    column.updatedAt = now
    return column
  }
}

extension RemoveColumn {
  public func permit(for caller: Caller, _ facts: GradebookFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try facts.check()
    guard let column = facts.item(item) else { throw .notFound }
    if column.source != .manual { throw .notAllowed(Phrase("grades.column-not-manual")) }
    if facts.book.scores.values.contains(where: { $0[item] != nil }) {
      throw .conflict(Phrase("grades.column-has-scores"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension OverrideGrade {
  public func permit(for caller: Caller, _ facts: GradebookFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try facts.check()
    guard facts.roster.contains(student) else { throw .notFound }
    if let period {
      guard let known = facts.periods.first(where: { $0.id == period }) else {
        throw .invalid("period", Phrase("form.choice"))
      }
      // What is closed is opened again first, with a reason.
      if known.closedAt != nil { throw .conflict(Phrase("grades.period-is-closed")) }
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension SetGradeStanding {
  /// Like every grade it is said by who teaches the course, or the office, and stays in a course that was archived.
  public func permit(for caller: Caller, _ facts: GradebookFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try facts.check()
    guard facts.roster.contains(student) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}
