import Base
import Ledger
import People
import School
import Web

/// The letters of the school: looking, trying, changing.
extension GradesDesk {
  func letters(_ caller: Caller) async throws -> LettersPage {
    try await ledger.read { LettersPage(letters: try GradesStore(tx: $0).letters(in: caller.school)) }
  }

  /// The page with the courses in which letters would be others; nothing is written.
  func preview(_ command: SetLetters, _ caller: Caller) async throws -> LettersPage {
    try await ledger.read { tx in
      let (store, courses) = (GradesStore(tx: tx), CoursesStore(tx: tx))
      var page = LettersPage(letters: try store.letters(in: caller.school))
      let all = try courses.all(in: caller.school, limit: 1000)
      let settings = try store.settings(of: all.map(\.id), in: caller.school)
      let following = all.filter { settings[$0.id]?.followsSchool == true }
      let changes = try following.compactMap { course -> LettersPage.Change? in
        let book = try store.book(of: course.id, in: caller.school)
        let students = try EnrolmentStore(tx: tx).studentIDs(in: course.id, school: caller.school)
        let old = book.policy
        let others = students.count {
          let percent = book.headline(of: $0, old).percent
          return percent.flatMap { old.scale.step(for: $0)?.letter }
            != percent.flatMap { command.scale.step(for: $0)?.letter }
        }
        return others == 0 ? nil : .init(course: course, letters: others, students: students.count)
      }
      page.preview = .init(
        fields: command.fields, scale: command.scale, changes: changes, courses: following.count)
      return page
    }
  }

  /// - Returns: what there was before, for the way back, and the version now.
  func run(_ command: SetLetters, _ ask: Ask) async throws -> String {
    let (caller, new) = (try ask.caller(), world.id(SchoolLetters.self))
    return try await ledger.write(ask.sent(SetLetters.self)) { tx in
      let store = GradesStore(tx: tx)
      let known = try store.letters(in: caller.school)
      let permit = try command.permit(for: caller, known, now: tx.now)
      if known.id != nil { try ask.expect(version: known.version) }
      try store.save(permit, over: known, as: new)
      return try store.letters(in: caller.school).version
    }.text
  }
}
