import Base
import Database
import People
import School

/// The letters of the school, and grades that were put in the place of a period's.
extension GradesStore {
  /// The letters there are now; the usual ones where nobody has chosen.
  func letters(in school: ID<Tenant>) throws(Refusal) -> SchoolLetters {
    try lettersEver(in: school, only: "AND \"retiredAt\" IS NULL").last ?? SchoolLetters()
  }

  /// All letters there ever were, the oldest first; before them were the usual ones.
  func lettersEver(in school: ID<Tenant>, only: String = "") throws(Refusal) -> [SchoolLetters] {
    try tx.all(GradesTables.scale, in: school, "\(only) ORDER BY \"createdAt\", id").map { $0.letters }
  }

  /// What stands in the place of the grades of periods, for some courses.
  ///
  /// - Parameter sight: all of it, or what families see.
  func periodOverrides(_ access: GradeAccess, in courses: [ID<Course>], school: ID<Tenant>) throws(Refusal)
    -> [(course: ID<Course>, student: ID<Student>, period: ID<GradingPeriod>, percent: Amount)]
  {
    guard !courses.isEmpty else { return [] }
    let table = access == .staff ? GradesTables.periodOverride.name : GradesTables.postedPeriodOverride.name
    return try tx.rows(
      """
      SELECT course, student, period, percent FROM \(table)
      WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2)))
      """, [.id(school)] + courses.map { .id($0) }
    ) { ($0.id(0), $0.id(1), $0.id(2), $0.amount(3)) }
  }
}

extension GradesStore where DB == WriteTransaction {
  func save(_ permit: Permit<SetLetters>, over old: SchoolLetters, as id: ID<SchoolLetters>) throws(Refusal) {
    let (command, now) = (permit.command, max(permit.at, Instant(milliseconds: old.createdAt.milliseconds + 1)))
    if let known = old.id { try write(old, as: known, retiredAt: now) }
    let new = SchoolLetters(
      scale: command.scale, repeats: command.repeats, bonus: command.bonus, allowsStatistics: command.allowsStatistics,
      createdAt: now)
    try write(new, as: id, retiredAt: nil)
    if new.allowsStatistics != old.allowsStatistics { try recalculateAllStatistics() }
    tx.detail("before", old.words)
    tx.detail("after", new.words)
  }

  /// Writes the school's letters; a row that is retired stays for what they were in their time.
  func write(_ letters: SchoolLetters, as id: ID<SchoolLetters>, retiredAt: Instant? = nil) throws(Refusal) {
    try tx.put(GradesTables.scale, SchoolLettersRow(letters, as: id, retiredAt: retiredAt))
  }

  /// Another grade for one part of the year, or the computed one again.
  func save(_ permit: Permit<OverrideGrade>, in period: ID<GradingPeriod>, before: Amount?) throws(Refusal) {
    let command = permit.command
    let place: [Value] = [.id(period), .id(command.student)]
    if let percent = command.percent {
      try tx.put(
        GradesTables.periodOverride,
        PeriodOverride(
          period: period, student: command.student, course: command.course, percent: percent, reason: command.reason,
          by: permit.caller.account, at: permit.at))
    } else if before != nil {
      try tx.remove(GradesTables.periodOverride, key: [.id(tx.school)] + place)
    }
    if let percent = command.percent, command.isShown {
      try tx.put(
        GradesTables.postedPeriodOverride,
        PostedPeriodOverride(
          period: period, student: command.student, course: command.course, percent: percent, at: permit.at))
    } else if let posted = try tx.first(
      GradesTables.postedPeriodOverride, in: tx.school, "AND period = $2 AND student = $3", place)
    {
      try tx.remove(GradesTables.postedPeriodOverride, posted)
    }
    tx.detail(
      command.student.text + " " + period.text,
      (before?.text ?? "computed") + " → " + (command.percent?.text ?? "computed"))
    if !command.reason.isEmpty { tx.detail("reason", command.reason) }
  }
}

extension SchoolLetters {
  /// In the journal.
  fileprivate var words: String { fields.filter { $0.name != "scale" }.map { $0.value }.joined(separator: "\n") }
}

extension SchoolLettersRow {
  fileprivate init(_ letters: SchoolLetters, as id: ID<SchoolLetters>, retiredAt: Instant?) {
    self.init(
      id: id, steps: letters.scale.text, createdAt: letters.createdAt, retiredAt: retiredAt, repeats: letters.repeats,
      honors: letters.bonus.honors, advanced: letters.bonus.advanced, allowsStatistics: letters.allowsStatistics)
  }

  fileprivate var letters: SchoolLetters {
    // Both are written together; letters from before have neither.
    let bonus: LevelBonus =
      if let honors, let advanced { LevelBonus(honors: honors, advanced: advanced) } else { .usual }
    return SchoolLetters(
      id: id, scale: LetterScale(text: steps) ?? .thirteen, repeats: repeats ?? .all, bonus: bonus,
      allowsStatistics: allowsStatistics ?? false, createdAt: createdAt)
  }
}
