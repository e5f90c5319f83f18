import Base
import Ledger
import People
import School

extension GradesStore {
  /// What a course's settings were before the last change, as their form.
  func before(of course: ID<Course>, in school: ID<Tenant>) throws -> Form? {
    let text = try tx.first(
      "SELECT before FROM grade_settings WHERE school = $1 AND course = $2", [.id(school), .id(course)]
    ) { $0.optionalText(0) }
    return try text.flatMap { $0 }.map { try JSON(Array($0.utf8)).form() }
  }
}

extension GradesStore where Books == WriteTransaction {
  func save(_ permit: Permit<ChangeGradeSettings>, new: (Int) -> ID<GradeCategory>) throws -> String {
    let course = permit.command.course
    let (old, known) = (try settings(of: course, in: tx.school), try categories(of: course, in: tx.school))
    var settings = permit.command.settings
    settings.updatedAt = later(than: old)
    try put(settings, before: ChangeGradeSettings.fields(old, known))
    try replace(known, by: permit.command.categories(from: known, new: new), of: course)
    tx.detail(course.text, "settings changed")
    return settings.version
  }

  func save(_ permit: Permit<UndoGradeSettings>, _ before: Form) throws {
    let course = permit.command.course
    let (old, known) = (try settings(of: course, in: tx.school), try categories(of: course, in: tx.school))
    let command = try ChangeGradeSettings(before.setting("course", course.text))
    var settings = command.settings
    settings.updatedAt = later(than: old)
    try put(settings)
    // The very ids there were: items still name them.
    let rows = command.rows.enumerated().map { place, row in
      GradeCategory(
        id: row.id ?? .none, course: course, kind: row.kind, name: row.name, weight: row.weight,
        dropLowest: row.dropLowest, dropHighest: row.dropHighest, isCapped: row.isCapped, place: place)
    }
    try replace(known, by: rows, of: course)
    tx.detail(course.text, "settings undone")
  }

  private func later(than old: GradeSettings) -> Instant {
    max(tx.now, Instant(milliseconds: old.updatedAt.milliseconds + 1))
  }

  /// Items keep the category they had, also while it is away: it may come back, and until then they say that they have
  /// none.
  private func replace(_ old: [GradeCategory], by new: [GradeCategory], of course: ID<Course>) throws {
    try put(new, of: course)
  }

  func save(_ permit: Permit<AddGradingPeriod>, as id: ID<GradingPeriod>) throws {
    let command = permit.command
    try put(
      GradingPeriod(
        id: id, course: command.course, name: command.title, from: command.from, until: command.until,
        weight: command.weight))
  }

  func save(_ permit: Permit<ChangeGradingPeriod>, _ known: GradingPeriod) throws {
    var period = known
    switch permit.command.act {
    case .remove:
      try forgetOverrides(in: period)
      try tx.remove(
        GradesTables.period, key: [.id(tx.school), .id(period.id)],
        from: [.courseStaff(period.course), .course(period.course)])
      return
    case .close:
      try freeze(period)
      period.closedAt = tx.now
    case .reopen:
      try thaw(period)
      period.closedAt = nil
    }
    try put(period)
    tx.detail(period.id.text, permit.command.act.rawValue)
    if let reason = permit.command.reason { tx.detail("reason", reason) }
  }

  func put(_ period: GradingPeriod) throws {
    try tx.put(
      GradesTables.period,
      [
        .id(tx.school), .id(period.id), .id(period.course), .text(period.name), .day(period.from), .day(period.until),
        period.weight.map { .amount($0) } ?? .null, .instant(period.closedAt),
      ], in: [.courseStaff(period.course), .course(period.course)])
  }

  /// Writes down what each student has in a period now, as families see it: what is not posted is not frozen.
  private func freeze(_ period: GradingPeriod) throws {
    let students = try EnrolmentStore(tx: tx).studentIDs(in: period.course, school: tx.school)
    guard let book = try postedBooks(of: students, in: [period.course], school: tx.school)[period.course] else {
      return
    }
    for student in students {
      let total = book.grade(of: student).periods.first { $0.period.id == period.id }?.total
      try tx.put(
        GradesTables.frozen,
        [
          .id(tx.school), .id(period.id), .id(student), .id(period.course), total?.percent.map { .amount($0) } ?? .null,
          .text(total?.letter?.letter),
        ], in: [.courseStaff(period.course), .family(student)])
    }
  }

  /// What was put in the place of its grades goes with the period.
  private func forgetOverrides(in period: GradingPeriod) throws {
    for (table, more) in [(GradesTables.periodOverride, false), (GradesTables.postedPeriodOverride, true)] {
      let students = try tx.rows(
        "SELECT student FROM \(table.name) WHERE school = $1 AND period = $2", [.id(tx.school), .id(period.id)]
      ) { $0.id(0, Student.self) }
      for student in students {
        try tx.remove(
          table, key: [.id(tx.school), .id(period.id), .id(student)],
          from: [.courseStaff(period.course)] + (more ? [.family(student)] : []))
      }
    }
  }

  private func thaw(_ period: GradingPeriod) throws {
    for student in try tx.rows(
      "SELECT student FROM frozen_grade WHERE school = $1 AND period = $2", [.id(tx.school), .id(period.id)],
      { $0.id(0, Student.self) })
    {
      try tx.remove(
        GradesTables.frozen, key: [.id(tx.school), .id(period.id), .id(student)],
        from: [.courseStaff(period.course), .family(student)])
    }
  }
}
