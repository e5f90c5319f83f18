public import Base
import Database
import People
public import School

/// The parts of the year: what they are, what of them no family sees, and what is frozen.
extension GradesStore {
  /// The parts of the year a course is graded in, the first first.
  public func periods(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [GradingPeriod] {
    try periods(of: [course], in: school)
  }

  func periods(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [GradingPeriod] {
    try allPeriods(of: courses, in: school).filter { $0.removedAt == nil }
  }

  /// With those that were removed and can come back.
  func allPeriods(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [GradingPeriod] {
    guard !courses.isEmpty else { return [] }
    return try tx.all(
      GradesTables.period, in: school,
      "AND course IN (\(placeholders(courses.count, from: 2))) ORDER BY \"from\", id", courses.map { .id($0) })
  }

  /// What of each open part no family sees yet.
  func hidden(in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [ID<GradingPeriod>: HiddenGrades] {
    let book = try book(of: course, in: school)
    var posted: [ID<GradeItem>: Set<ID<Student>>] = [:]
    for score in try self.posted(in: course, school: school) { posted[score.item, default: []].insert(score.student) }
    var waiting: [ID<GradeItem>: Int] = [:]
    for score in book.scores.values.flatMap({ $0.values }) where posted[score.item]?.contains(score.student) != true {
      waiting[score.item, default: 0] += 1
    }
    var shown: [ID<GradingPeriod>: [ID<Student>: Amount]] = [:]
    for one in try periodOverrides(.posted, in: [course], school: school) {
      shown[one.period, default: [:]][one.student] = one.percent
    }
    var out: [ID<GradingPeriod>: HiddenGrades] = [:]
    for period in book.periods where period.closedAt == nil {
      let columns = (book.itemsOf[period.id] ?? []).compactMap { item in
        waiting[item.id].map { HiddenGrades.Column(item: item.id, title: item.title, count: $0) }
      }
      let overrides = book.periodOverrides.compactMap { student, given in
        given[period.id] == shown[period.id]?[student] ? nil : student
      }
      out[period.id] = HiddenGrades(columns: columns, overrides: overrides.sorted())
    }
    return out
  }
}

extension GradesStore where DB == WriteTransaction {
  func save(_ permit: Permit<AddGradingPeriod>, as id: ID<GradingPeriod>) throws(Refusal) {
    let command = permit.command
    try put(
      GradingPeriod(
        id: id, course: command.course, name: command.title, from: command.from, until: command.until,
        weight: command.weight))
  }

  func save(_ permit: Permit<EditGradingPeriod>, _ known: GradingPeriod) throws(Refusal) {
    let command = permit.command
    var period = known
    (period.name, period.from, period.until) = (command.title, command.from, command.until)
    period.weight = command.weight
    try put(period)
    tx.detail(period.id.text, GradesStore.words(known) + " → " + GradesStore.words(period))
  }

  private static func words(_ period: GradingPeriod) -> String {
    [period.name, period.from.text, period.until.text, period.weight?.text ?? "none"].joined(separator: ", ")
  }

  func save(_ permit: Permit<ChangeGradingPeriod>, _ known: GradingPeriod, _ hidden: HiddenGrades) throws(Refusal) {
    var period = known
    switch permit.command.act {
    case .remove: period.removedAt = tx.now
    case .restore: period.removedAt = nil
    case .close:
      if permit.command.hidden == .post { try post(hidden, in: period) }
      try freeze(period)
      period.closedAt = tx.now
    case .reopen:
      try thaw(period)
      period.closedAt = nil
    }
    try put(period)
    tx.detail(period.id.text, permit.command.act.rawValue)
    if let decision = permit.command.hidden, hidden.count > 0 {
      tx.detail("hidden", String(hidden.count) + ": " + decision.rawValue)
    }
    if let reason = permit.command.reason { tx.detail("reason", reason) }
  }

  func put(_ period: GradingPeriod) throws(Refusal) { try tx.put(GradesTables.period, period) }

  /// Lets families see what they do not see yet of a part of the year.
  private func post(_ hidden: HiddenGrades, in period: GradingPeriod) throws(Refusal) {
    for column in hidden.columns {
      guard let item = try item(column.item, in: tx.school) else { continue }
      let posted = Set(try postedStudents(for: item.id, in: tx.school))
      for score in try scores(for: item.id, in: tx.school) where !posted.contains(score.student) {
        try post(score, of: item)
      }
    }
    let given = try periodOverrides(.staff, in: [period.course], school: tx.school).filter { $0.period == period.id }
    for one in given where hidden.overrides.contains(one.student) {
      try tx.put(
        GradesTables.postedPeriodOverride,
        PostedPeriodOverride(
          period: period.id, student: one.student, course: period.course, percent: one.percent, at: tx.now))
    }
  }

  /// Writes down what each student has in a period now, as families see it: what is not posted is not frozen.
  private func freeze(_ period: GradingPeriod) throws(Refusal) {
    let students = try EnrolmentStore(tx: tx).studentIDs(in: period.course, school: tx.school)
    guard let book = try postedGradebooks(of: students, in: [period.course], school: tx.school)[period.course] else {
      return
    }
    for student in students {
      let total = book.grade(of: student).periods.first { $0.period.id == period.id }?.total
      try tx.put(
        GradesTables.frozen,
        FrozenGradeRow(
          period: period.id, student: student, course: period.course, percent: total?.percent,
          letter: total?.letter?.letter))
    }
  }

  private func thaw(_ period: GradingPeriod) throws(Refusal) {
    for one in try tx.all(GradesTables.frozen, in: tx.school, "AND period = $2", [.id(period.id)]) {
      try tx.remove(GradesTables.frozen, one)
    }
  }
}
