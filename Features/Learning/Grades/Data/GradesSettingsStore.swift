import Base
import Database
import People
import School

extension GradesStore {
  /// What a course's settings were before the last change, as their form.
  func before(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> Form? {
    let text = try tx.first(
      "SELECT before FROM grade_settings WHERE school = $1 AND course = $2", [.id(school), .id(course)]
    ) { $0.optionalText(0) }
    guard let text = text.flatMap({ $0 }) else { return nil }
    return try JSON(Array(text.utf8)).form()
  }
}

extension GradesStore where DB == WriteTransaction {
  func save(_ permit: Permit<ChangeGradeSettings>, new: (Int) -> ID<GradeCategory>) throws(Refusal) -> String {
    let course = permit.command.course
    let (old, known) = (try settings(of: course, in: tx.school), try categories(of: course, in: tx.school))
    var settings = permit.command.settings
    settings.updatedAt = later(than: old)
    try put(settings, before: ChangeGradeSettings.fields(old, known))
    try replace(known, by: permit.command.categories(from: known, new: new), of: course)
    tx.detail(course.text, "settings changed")
    return settings.version
  }

  func save(_ permit: Permit<UndoGradeSettings>, _ before: Form) throws(Refusal) {
    let course = permit.command.course
    let (old, known) = (try settings(of: course, in: tx.school), try categories(of: course, in: tx.school))
    let command = try ChangeGradeSettings(before, path: ["course": course.text])
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
  private func replace(_ old: [GradeCategory], by new: [GradeCategory], of course: ID<Course>) throws(Refusal) {
    try put(new, of: course)
  }
}
