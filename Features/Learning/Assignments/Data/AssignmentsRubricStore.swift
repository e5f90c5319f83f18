import Base
import Database
import School

/// A rubric and the scores that were given by it.
extension AssignmentsStore {
  /// Whose grades another rubric would change.
  func steps(_ rubric: Rubric, over assignment: Assignment, in school: ID<Tenant>) throws(Refusal) -> [RubricStep] {
    let grades = GradesStore(tx: tx)
    guard let column = try grades.item(assignment.id.cast(), in: school) else { return [] }
    let posted = Set(try grades.postedStudents(for: column.id, in: school))
    let levels = try feedback(for: assignment.id, in: school).keyed(by: { $0.student }, to: { $0.levels })
    let scores = try grades.scores(for: column.id, in: school).compactMap { score in
      score.raw.map {
        RubricScore(
          student: score.student, raw: $0, levels: levels[score.student] ?? [],
          isPosted: posted.contains(score.student))
      }
    }
    return rubric.steps(over: assignment.rubric, scores, possible: column.possible)
      .sorted { $0.student < $1.student }
  }
}

extension AssignmentsStore where DB == WriteTransaction {
  /// What the rubric and the column were before a change of that moment.
  func rubric(of assignment: ID<CourseItem>, before moment: Instant) throws(Refusal) -> RubricBefore? {
    try tx.first(
      AssignmentsTables.rubricBefore, in: tx.school, "AND assignment = $2 AND at = $3",
      [.id(assignment), .instant(moment)])
  }

  /// The scores of a change's moment, each with what was there before, newest first.
  func histories(of assignment: ID<CourseItem>, at moment: Instant) throws(Refusal) -> [[Score]] {
    let grades = GradesStore(tx: tx)
    return try grades.scores(for: assignment.cast(), in: tx.school).filter { $0.at == moment }.map {
      score throws(Refusal) in
      try [score] + grades.earlier(of: score.student, for: score.item, in: tx.school)
    }
  }

  /// Whose score somebody has changed since a moment in which it was changed.
  func changed(of assignment: ID<CourseItem>, at moment: Instant) throws(Refusal) -> [ID<Student>] {
    try tx.rows(
      """
      SELECT b.student FROM score_before b WHERE b.school = $1 AND b.item = $2 AND b.at = $3
      """, [.id(tx.school), .id(assignment), .instant(moment)]
    ) { $0.id(0) }
  }

  /// A moment later than everything that was ever said in the column.
  func moment(of assignment: ID<CourseItem>) throws(Refusal) -> Instant {
    let grades = GradesStore(tx: tx)
    var last = try grades.lastEvent(in: [assignment.cast()], school: tx.school)
    for score in try grades.scores(for: assignment.cast(), in: tx.school) { last = max(last, score.at) }
    return max(tx.now, Instant(milliseconds: last.milliseconds + 1))
  }
}

extension AssignmentsStore where DB == WriteTransaction {
  /// Writes the rubric, and the points that follow from it, as one change of one moment.
  func save(
    _ permit: Permit<WriteRubric>, over old: Assignment, _ item: CourseItem, _ steps: [RubricStep]
  ) throws(Refusal) {
    let grades = GradesStore(tx: tx)
    let column = try grades.item(item.id.cast(), in: tx.school)
    try tx.put(
      AssignmentsTables.rubricBefore,
      RubricBefore(assignment: old.id, at: permit.at, rubric: old.rubric, possible: column?.possible))
    tx.detail("rubric-before", old.rubric.json.string)
    guard let changed = try put(permit.command.rubric, over: old, item, possible: nil, at: permit.at) else { return }
    for step in steps where step.movesPoints {
      guard var score = try grades.score(of: step.student, for: changed.id, in: tx.school) else { continue }
      let before = score
      (score.raw, score.by, score.at) = (step.after, permit.caller.account, permit.at)
      try grades.replace(before, by: score, of: changed)
    }
  }

  /// Puts rubric, column and scores back as they were, to the last of them.
  func save(
    _ permit: Permit<UndoRubric>, over now: Assignment, _ item: CourseItem,
    _ before: RubricBefore, _ histories: [[Score]]
  ) throws(Refusal) {
    let grades = GradesStore(tx: tx)
    guard let column = try put(before.rubric, over: now, item, possible: before.possible, at: permit.at) else { return }
    for history in histories {
      guard let mine = history.first, var old = history.dropFirst().first(where: { $0.at < mine.at }) else { continue }
      (old.by, old.at) = (permit.caller.account, permit.at)
      try grades.replace(mine, by: old, of: column)
    }
  }

  /// - Parameter possible: what there is to get where the rubric does not say it.
  /// - Returns: the column as it is then.
  private func put(
    _ rubric: Rubric, over old: Assignment, _ item: CourseItem, possible: Amount?, at now: Instant
  ) throws(Refusal) -> GradeItem? {
    var new = old
    (new.rubric, new.updatedAt) = (rubric, now)
    try put(new)
    let grades = GradesStore(tx: tx)
    let known = try grades.item(item.id.cast(), in: tx.school)
    guard let most = rubric.isEmpty ? possible : rubric.possible else { return known }
    var column =
      known
      ?? GradeItem(
        id: item.id.cast(), course: item.course, source: .assignment, title: item.title, possible: most,
        place: item.place, dueAt: item.dueAt, updatedAt: now)
    let was = column
    (column.possible, column.updatedAt) = (most, now)
    try grades.mustStay(was, as: column, day: "", points: "")
    try grades.put(column)
    return column
  }
}
