import Base
import Database
import Kit
import People
import Router
import School

/// Carries out what is asked of gradebooks, and answers what their pages ask.
public struct GradesService: Sendable {
  public init() {}

  // MARK: cells

  func handle(_ command: RecordScores, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try GradebookContext(
      command.course, caller, request.scene.zone, tx, of: command.edits.map { $0.student },
      lateness: command.edits.map { $0.item })
    let permit = try command.permit(for: caller, context.facts, now: tx.now)
    let now = try context.moment(command.edits.map { ($0.item, $0.student) })
    let steps = command.steps(context.facts, by: caller, at: now, isClosed: context.isClosed)
    try context.store.save(permit, steps)
    return Outcome(ScoreChange(at: now, verdicts: steps.map { $0.verdict }).text)
  }

  func handle(_ command: WriteCell, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try GradebookContext(
      command.course, caller, request.scene.zone, tx, of: [command.edit.student], lateness: [command.edit.item])
    let permit = try command.permit(for: caller, context.facts, now: tx.now)
    try request.expect(version: context.facts.book.scores[command.edit.student]?[command.edit.item]?.version ?? "0")
    let now = try context.moment([(command.edit.item, command.edit.student)])
    let step = try command.step(context.facts, by: caller, at: now, isClosed: context.isClosed)
    try context.store.save(permit, step)
    return Outcome(ScoreChange(at: now, verdicts: [step.verdict]).text)
  }

  func handle(_ command: UndoScores, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let touched = try GradesStore(tx: tx).touched(
      at: command.at, by: caller.account, in: command.course, school: caller.school)
    let context = try GradebookContext(command.course, caller, request.scene.zone, tx, of: touched.map { $0.1 })
    let permit = try command.permit(for: caller, context.facts, now: tx.now)
    let now = try context.moment(touched)
    let steps = try command.steps(context.histories(touched), by: caller, at: now)
    for item in touched.compactMap({ context.facts.item($0.0) }) { try context.mustBeOpen(item) }
    try context.store.save(permit, steps)
    return Outcome(ScoreChange(at: now, verdicts: steps.map { $0.verdict }).text)
  }

  // MARK: columns

  /// Answers how many students' scores came into sight, or went out of it.
  func handle(_ command: PostScores, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try GradebookContext(command.course, caller, request.scene.zone, tx)
    let permit = try command.permit(for: caller, context.facts, now: tx.now)
    if let item = context.facts.item(command.item) { try context.mustBeOpen(item) }
    return Outcome(String(try context.store.save(permit, context.facts)))
  }

  func handle(_ command: PutColumn, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, zone) = (try request.caller(), request.scene.zone)
    let context = try GradebookContext(command.course, caller, zone, tx)
    let permit = try command.permit(for: caller, context.facts, now: tx.now)
    let column = command.column(context.facts, new: tx.newID(), zone: zone, now: tx.now)
    if let old = context.facts.item(column.id) {
      try context.store.mustStay(old, as: column, day: "due", points: "possible")
    }
    try context.store.save(permit, column)
    return .made(column.id)
  }

  func handle(_ command: RemoveColumn, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try GradebookContext(command.course, caller, request.scene.zone, tx)
    try context.store.save(command.permit(for: caller, context.facts, now: tx.now))
    return .done
  }

  func handle(_ command: OverrideGrade, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try GradebookContext(command.course, caller, request.scene.zone, tx)
    let permit = try command.permit(for: caller, context.facts, now: tx.now)
    let book = context.facts.book
    if let period = command.period {
      try context.store.save(permit, in: period, before: book.periodOverrides[command.student]?[period])
    } else {
      try context.store.save(permit, before: book.overrides[command.student])
    }
    return .done
  }

  /// Answers how the student took part before, as the form says it.
  func handle(_ command: SetGradeStanding, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try GradebookContext(command.course, caller, request.scene.zone, tx)
    let permit = try command.permit(for: caller, context.facts, now: tx.now)
    let before = context.facts.book.standings[command.student]
    if before != command.standing { try context.store.save(permit, before: before) }
    return Outcome(before?.rawValue ?? SetGradeStanding.graded)
  }
}

/// What a command did to some cells: when, and what became of each.
///
/// It is the command's answer, so asking again says the same.
struct ScoreChange: Sendable, Hashable {
  let at: Instant
  let verdicts: [CellVerdict]
  init(at: Instant, verdicts: [CellVerdict]) { (self.at, self.verdicts) = (at, verdicts) }

  var saved: Int { verdicts.count { $0 == .saved } }
  var kept: Int { verdicts.count { $0.isSaved } }
  var refused: Int { verdicts.count { !$0.isSaved } }

  /// The moment, then a line for each cell: `s`, `=`, `c` with what is there now, `r` with why.
  var text: String {
    var lines = [String(at.milliseconds)]
    for verdict in verdicts {
      switch verdict {
      case .saved: lines.append("s")
      case .same: lines.append("=")
      case .conflict(let now): lines.append("c\t" + now)
      case .refused(let reason):
        let argument = reason.arguments.first.map { if case .text(let text) = $0 { "\t" + text } else { "" } } ?? ""
        lines.append("r\t" + reason.key + argument)
      }
    }
    return lines.joined(separator: "\n")
  }

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    at = Instant(milliseconds: lines.first.flatMap { Int64($0) } ?? 0)
    verdicts = lines.dropFirst().map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch parts[0] {
      case "s": return .saved
      case "c": return .conflict(parts.count > 1 ? parts[1] : "")
      case "r": return .refused(Phrase(parts[1], all: parts.count > 2 ? [.text(parts[2])] : []))
      default: return .same
      }
    }
  }
}

/// What there is about a gradebook, read in the transaction that is about to change it.
struct GradebookContext<DB: Transaction> {
  let store: GradesStore<DB>
  let facts: GradebookFacts
  let zone: Zone

  /// - Parameters:
  ///   - students: of nobody else anything is read; `nil` is everybody.
  ///   - lateness: for these columns it is looked up how late work was that has no score yet.
  init(
    _ course: ID<Course>, _ caller: Caller, _ zone: Zone, _ tx: DB, of students: [ID<Student>]? = nil,
    lateness items: [ID<GradeItem>] = []
  ) throws(Refusal) {
    store = GradesStore(tx: tx)
    self.zone = zone
    let access = try EnrolmentStore(tx: tx).mustSee(course, caller)
    guard access.isStaff else { throw Refusal.notFound }
    facts = GradebookFacts(
      access: access, book: try store.book(of: course, students: students.map { Array(Set($0)) }, in: caller.school),
      roster: Set(try EnrolmentStore(tx: tx).studentIDs(in: course, school: caller.school)),
      lateness: try store.lateness(of: Set(items), school: caller.school),
      periods: try store.periods(of: course, in: caller.school),
      isArchived: try CoursesStore(tx: tx).course(course, in: caller.school)?.isArchived ?? false)
  }

  func mustBeOpen(_ item: GradeItem) throws(Refusal) {
    if isClosed(item) { throw Refusal.conflict(Phrase("grades.cell-closed")) }
  }

  /// Whether an item lies in a period whose grades are frozen.
  func isClosed(_ item: GradeItem) -> Bool {
    guard facts.periods.contains(where: { $0.closedAt != nil }) else { return false }
    return GradingPeriod.of(item.dueAt.map { zone.day(of: $0) }, in: facts.periods)?.closedAt != nil
  }
}

extension GradebookContext where DB == WriteTransaction {
  /// The moment of a change: later than everything that was ever said in these cells.
  ///
  /// Two changes within a millisecond, or after the clock went back, would otherwise share one.
  func moment(_ cells: [(ID<GradeItem>, ID<Student>)]) throws(Refusal) -> Instant {
    var last = try store.lastEvent(in: Set(cells.map { $0.0 }), school: store.tx.school)
    for (item, student) in cells {
      if let at = facts.book.scores[student]?[item]?.at { last = max(last, at) }
    }
    return max(store.tx.now, Instant(milliseconds: last.milliseconds + 1))
  }

  /// All that was ever in these cells, newest first.
  func histories(_ cells: [(ID<GradeItem>, ID<Student>)]) throws(Refusal) -> [[Score]] {
    try cells.map { item, student throws(Refusal) -> [Score] in
      let now = facts.book.scores[student]?[item]
      return try (now.map { [$0] } ?? []) + store.earlier(of: student, for: item, in: store.tx.school)
    }
  }
}
