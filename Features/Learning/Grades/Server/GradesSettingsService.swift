import Base
import Ledger
import People
import School
import Web

/// How a course makes its grades: looking, trying, changing, and the way back.
extension GradesService {
  func settings(_ course: ID<Course>, _ caller: Caller) async throws -> GradeSettingsPage {
    try await ledger.read { tx in
      let known = try staffCourse(course, caller, tx)
      let store = GradesStore(tx: tx)
      return GradeSettingsPage(
        course: known, settings: try store.settings(of: course, in: caller.school),
        categories: try store.categories(of: course, in: caller.school))
    }
  }

  /// The page with whose grade would be another; nothing is written.
  func preview(_ command: ChangeGradeSettings, _ caller: Caller) async throws -> GradeSettingsPage {
    try await ledger.read { tx in
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
  }

  /// - Returns: the version after the change, for the way back.
  func run(_ command: ChangeGradeSettings, _ request: Request) async throws -> String {
    let caller = try request.caller()
    let new = (0..<command.rows.count).map { _ in world.id(GradeCategory.self) }
    return try await ledger.write(request.sent(ChangeGradeSettings.self)) { tx in
      let sight = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
      let permit = try command.permit(for: caller, sight, now: tx.now)
      try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
      let store = GradesStore(tx: tx)
      try request.expect(version: store.settings(of: command.course, in: caller.school).version)
      return try store.save(permit) { new[$0] }
    }.text
  }

  func run(_ command: UndoGradeSettings, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(UndoGradeSettings.self)) { tx in
      let store = GradesStore(tx: tx)
      let sight = try EnrolmentStore(tx: tx).mustSee(command.course, caller)
      let now = try store.settings(of: command.course, in: caller.school)
      let permit = try command.permit(for: caller, sight, now, now: tx.now)
      try CoursesStore(tx: tx).mustBeOpen(command.course, in: caller.school)
      guard let before = try store.before(of: command.course, in: caller.school) else { throw Refusal.stale }
      try store.save(permit, before)
      return ""
    }
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
