import Base
import Database
import People
import School

/// Writing: rows, history and change index together, and never without a permit.
extension GradesStore where DB == WriteTransaction {
  func save(_ permit: Permit<RecordScores>, _ steps: [CellStep]) throws(Refusal) { try save(steps) }
  func save(_ permit: Permit<UndoScores>, _ steps: [CellStep]) throws(Refusal) { try save(steps) }
  func save(_ permit: Permit<WriteCell>, _ step: CellStep) throws(Refusal) { try save([step]) }

  private func save(_ steps: [CellStep]) throws(Refusal) {
    var items: [ID<GradeItem>: GradeItem] = [:]
    for step in steps {
      guard let after = step.after else { continue }
      let known: GradeItem? = if let item = items[after.item] { item } else { try self.item(after.item, in: tx.school) }
      guard let item = known else { throw Refusal.notFound }
      items[after.item] = item
      try replace(step.before, by: after, of: item)
    }
  }

  func save(_ permit: Permit<PostScores>, _ facts: GradebookFacts) throws(Refusal) -> Int {
    let command = permit.command
    guard var item = facts.item(command.item) else { throw Refusal.notFound }
    var count = 0
    for score in try scores(for: item.id, in: tx.school) {
      let isPosted = try isPosted(score.student, for: item.id, in: tx.school)
      if command.isShown == isPosted { continue }
      if command.isShown { try post(score, of: item) } else { try unpost(score.student, of: item) }
      count += 1
    }
    // Hidden on purpose is not shown by the next score that comes.
    if !command.isShown, item.postsItself {
      (item.postsItself, item.updatedAt) = (false, tx.now)
      try put(item)
    }
    tx.detail(item.id.text, command.isShown ? "posted" : "hidden")
    return count
  }

  func save(_ permit: Permit<PutColumn>, _ column: GradeItem) throws(Refusal) {
    try recalculate(column.course)
    try put(column)
  }

  func save(_ permit: Permit<RemoveColumn>) throws(Refusal) {
    try tx.removeAll(GradesTables.before, "AND item = $2", [.id(permit.command.item)])
    try tx.remove(GradesTables.item, key: [.id(tx.school), .id(permit.command.item)])
  }

  func save(_ permit: Permit<OverrideGrade>, before: Amount?) throws(Refusal) {
    let command = permit.command
    let place: [Value] = [.id(command.course), .id(command.student)]
    if let percent = command.percent {
      try tx.put(
        GradesTables.override,
        GradeOverride(
          course: command.course, student: command.student, percent: percent, reason: command.reason,
          by: permit.caller.account, at: permit.at))
    } else if before != nil {
      try tx.remove(GradesTables.override, key: [.id(tx.school)] + place)
    }
    if let percent = command.percent, command.isShown {
      try tx.put(
        GradesTables.postedOverride,
        PostedOverride(course: command.course, student: command.student, percent: percent, at: permit.at))
    } else if let posted = try tx.first(
      GradesTables.postedOverride, in: tx.school, "AND course = $2 AND student = $3", place)
    {
      try tx.remove(GradesTables.postedOverride, posted)
    }
    tx.detail(command.student.text, (before?.text ?? "computed") + " → " + (command.percent?.text ?? "computed"))
    if !command.reason.isEmpty { tx.detail("reason", command.reason) }
  }

  /// Writes the usual settings and categories down, where nobody has chosen any: what refers to them must be there.
  func recalculate(_ course: ID<Course>) throws(Refusal) {
    guard try categories(of: [course], in: tx.school)[course] == nil else { return }
    try put(GradeCategory.usual(for: course), of: course)
    var settings = try settings(of: course, in: tx.school)
    settings.updatedAt = tx.now
    try put(settings)
  }

  // MARK: moments

  /// The cells an account changed at one moment.
  func touched(at: Instant, by account: ID<Account>, in course: ID<Course>, school: ID<Tenant>) throws(Refusal)
    -> [(ID<GradeItem>, ID<Student>)]
  {
    try tx.rows(
      """
      SELECT s.item, s.student FROM grade_item i JOIN score s ON s.school = i.school AND s.item = i.id
      WHERE i.school = $1 AND i.course = $2 AND s.at = $3 AND s.by = $4
      UNION SELECT b.item, b.student FROM grade_item i JOIN score_before b ON b.school = i.school AND b.item = i.id
      WHERE i.school = $1 AND i.course = $2 AND b.at = $3 AND b.by = $4
      """, [.id(school), .id(course), .instant(at), .id(account)]
    ) { ($0.id(0), $0.id(1)) }
  }

  /// When anything was last said in the history of these columns.
  func lastEvent(in items: Set<ID<GradeItem>>, school: ID<Tenant>) throws(Refusal) -> Instant {
    guard !items.isEmpty else { return Instant(milliseconds: 0) }
    return try tx.first(
      "SELECT max(at) FROM score_before WHERE school = $1 AND item IN (\(placeholders(items.count, from: 2)))",
      [.id(school)] + items.map { .id($0) }
    ) { $0.optionalInstant(0) ?? Instant(milliseconds: 0) } ?? Instant(milliseconds: 0)
  }
}

extension GradesStore {
  /// How late what was handed in last for some columns was, in seconds.
  func lateness(of items: Set<ID<GradeItem>>, school: ID<Tenant>) throws(Refusal) -> [ID<GradeItem>: [ID<Student>:
    Int64]]
  {
    var found: [ID<GradeItem>: [ID<Student>: Int64]] = [:]
    let store = AssignmentsStore(tx: tx)
    for item in items {
      let id = item.cast(to: CourseItem.self)
      guard let assignment = try store.assignment(id, in: school),
        let outline = try CoursesStore(tx: tx).item(id, in: school)
      else { continue }
      let own = try store.dueExtensions(id, in: school).keyed(by: { $0.student }, to: { $0.dueAt })
      for work in try store.submissions(for: id, in: school) {
        let times = WorkTimes(assignment, due: outline.dueAt, extended: own[work.student])
        found[item, default: [:]][work.student] = times.lateSeconds(work.countsAt)
      }
    }
    return found
  }
}
