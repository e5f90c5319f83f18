package import Base
package import Database
import People
package import Router
package import School

/// How a course makes its grades: looking, trying, changing, and the way back.
extension GradesService {
  func settings(_ course: ID<Course>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> GradeSettingsPage {
    let (known, store) = (try staffCourse(course, caller, tx), GradesStore(tx: tx))
    return GradeSettingsPage(
      course: known, settings: try store.settings(of: course, in: caller.school),
      categories: try store.categories(of: course, in: caller.school))
  }

  /// The page with whose grade would be another; nothing is written.
  package func preview(
    _ command: ChangeGradeSettings, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> GradeSettingsPage {
    let known = try staffCourse(command.course, caller, tx)
    let book = try GradesStore(tx: tx).book(of: command.course, in: caller.school)
    let roster = try EnrolmentStore(tx: tx).roster(command.course, in: caller.school)
    let categories = command.categories(from: book.categories) { ID(high: 0, low: UInt64($0)) }
    var page = GradeSettingsPage(course: known, settings: book.settings, categories: book.categories)
    var wanted = command.settings
    wanted.schoolLetters = book.settings.schoolLetters
    let (old, new) = (book.policy, wanted.policy(categories))
    let changes = roster.compactMap { student -> GradeSettingsPage.Change? in
      let change = GradeSettingsPage.Change(
        student: student.id, name: student.listName, before: book.headline(of: student.id, old),
        after: book.headline(of: student.id, new))
      return change.before.percent == change.after.percent && !change.changesLetter ? nil : change
    }
    let sum = categories.reduce(Int64(0)) { $0 + $1.weight.units }
    page.preview = .init(
      fields: command.fields, changes: changes, students: roster.count, weights: Amount(units: sum),
      places: command.settings.rounding.places)
    return page
  }

  /// Answers the version after the change, for the way back.
  package func handle(_ command: ChangeGradeSettings, _ request: Request, _ tx: WriteTransaction) throws(Refusal)
    -> Outcome
  {
    let (caller, store) = (try request.caller(), GradesStore(tx: tx))
    let access = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
    let permit = try command.permit(for: caller, access, now: tx.now)
    try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
    try request.expect(version: store.settings(of: command.course, in: caller.school).version)
    return Outcome(try store.save(permit) { _ in tx.newID() })
  }

  func handle(_ command: UndoGradeSettings, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), GradesStore(tx: tx))
    let access = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
    let now = try store.settings(of: command.course, in: caller.school)
    let permit = try command.permit(for: caller, access, now, now: tx.now)
    try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
    guard let before = try store.before(of: command.course, in: caller.school) else { throw .stale }
    try store.save(permit, before)
    return .done
  }
}

extension ChangeGradeSettings {
  /// The form again, as it was understood.
  var fields: [Form.Field] {
    let categories = rows.map { row in
      GradeCategory(
        id: row.id ?? .none, course: course, kind: row.kind, name: row.name, weight: row.weight,
        dropLowest: row.dropLowest, dropHighest: row.dropHighest, isCapped: row.isCapped)
    }
    return ChangeGradeSettings.fields(settings, categories).map {
      $0.value == ID<GradeCategory>.none.text ? Form.Field($0.name, "") : $0
    }
  }
}
