public import Base
public import Ledger
import People
public import School

/// The letters of the school, and grades that were put in the place of a period's.
extension GradesStore {
  /// The letters there are now; the usual ones where nobody has chosen.
  func letters(in school: ID<Tenant>) throws(Refusal) -> SchoolLetters {
    try lettersEver(in: school, only: "AND \"retiredAt\" IS NULL").last ?? SchoolLetters()
  }

  /// All letters there ever were, the oldest first; before them were the usual ones.
  func lettersEver(in school: ID<Tenant>, only: String = "") throws(Refusal) -> [SchoolLetters] {
    try tx.rows(
      """
      SELECT id, steps, repeats, "createdAt", honors, advanced, statistics FROM letter_scale WHERE school = $1 \(only) ORDER BY "createdAt", id
      """, [.id(school)]
    ) { row in
      SchoolLetters(
        id: row.id(0), scale: LetterScale(text: row.text(1)) ?? .thirteen,
        repeats: row.optionalText(2).flatMap { GradeAverage.Repeats(rawValue: $0) } ?? .all,
        // Both are written together; letters from before have neither.
        bonus: row.isNull(4) ? .usual : LevelBonus(honors: row.amount(4), advanced: row.amount(5)),
        allowsStatistics: !row.isNull(6) && row.flag(6), createdAt: row.instant(3))
    }
  }

  /// What stands in the place of the grades of periods, for some courses.
  ///
  /// - Parameter sight: all of it, or what families see.
  func periodOverrides(_ sight: GradeSight, in courses: [ID<Course>], school: ID<Tenant>) throws(Refusal)
    -> [(course: ID<Course>, student: ID<Student>, period: ID<GradingPeriod>, percent: Amount)]
  {
    guard !courses.isEmpty else { return [] }
    let table = sight == .staff ? GradesTables.periodOverride : GradesTables.postedPeriodOverride
    return try tx.rows(
      """
      SELECT course, student, period, percent FROM \(table.name)
      WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2)))
      """, [.id(school)] + courses.map { .id($0) }
    ) { ($0.id(0), $0.id(1), $0.id(2), $0.amount(3)) }
  }
}

extension GradesStore where Books == WriteTransaction {
  func save(_ permit: Permit<SetLetters>, over old: SchoolLetters, as id: ID<SchoolLetters>) throws(Refusal) {
    let (command, now) = (permit.command, max(permit.at, Instant(milliseconds: old.createdAt.milliseconds + 1)))
    if old.id != nil { try write(old, as: old.id, retiredAt: now) }
    let new = SchoolLetters(
      scale: command.scale, repeats: command.repeats, bonus: command.bonus, allowsStatistics: command.allowsStatistics,
      createdAt: now)
    try write(new, as: id, retiredAt: nil)
    tx.detail("before", old.words)
    tx.detail("after", new.words)
  }

  /// Writes the school's letters; a row that is retired stays for what they were in their time.
  public func write(_ letters: SchoolLetters, as id: ID<SchoolLetters>?, retiredAt: Instant? = nil) throws(Refusal) {
    try tx.put(
      GradesTables.scale,
      [
        .id(tx.school), .id(id), .text(""), .text(letters.scale.text), .instant(letters.createdAt),
        .instant(retiredAt), .text(letters.repeats.rawValue), .amount(letters.bonus.honors),
        .amount(letters.bonus.advanced), .flag(letters.allowsStatistics),
      ], in: [.school(tx.school)])
  }

  /// Another grade for one part of the year, or the computed one again.
  func save(_ permit: Permit<OverrideGrade>, in period: ID<GradingPeriod>, before: Amount?) throws(Refusal) {
    let (command, staff, family) = (
      permit.command, Bucket.courseStaff(permit.command.course), Bucket.family(permit.command.student)
    )
    let key: [Value] = [.id(tx.school), .id(period), .id(command.student)]
    let given = command.percent.map { key + [.id(command.course), .amount($0)] }
    if let given {
      try tx.put(
        GradesTables.periodOverride,
        given + [.text(command.reason), .id(permit.caller.account), .instant(permit.at)], in: [staff])
    } else if before != nil {
      try tx.remove(GradesTables.periodOverride, key: key, from: [staff])
    }
    if let given, command.isShown {
      try tx.put(GradesTables.postedPeriodOverride, given + [.instant(permit.at)], in: [staff, family])
    } else {
      try tx.remove(GradesTables.postedPeriodOverride, key: key, from: [staff, family])
    }
    tx.detail(
      command.student.text + " " + period.text,
      (before?.text ?? "computed") + " → " + (command.percent?.text ?? "computed"))
    if !command.reason.isEmpty { tx.detail("reason", command.reason) }
  }
}

extension SchoolLetters {
  /// In the journal.
  fileprivate var words: String { fields.filter { $0.name != "scale" }.map(\.value).joined(separator: "\n") }
}
