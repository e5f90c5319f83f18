import Base
import Database
import Learning
import Ledger
import School

/// The letters of the school: trying.
extension GradesServer {
  /// How many courses are looked through in one reading, so that none lasts long.
  private static let batchSize = 25

  /// The page with the courses in which letters would be others; nothing is written.
  func preview(_ command: SetLetters, _ caller: Caller) async throws -> LettersPage {
    var page = try await ledger.read { try service.letters(caller, $0) }
    var (changes, following, after) = ([LettersPage.Change](), 0, nil as ID<Course>?)
    repeat {
      let last = after
      let (found, count, next) = try await ledger.read { tx in
        let all = try CoursesStore(tx: tx).all(in: caller.school, after: last, limit: Self.batchSize)
        let settings = try GradesStore(tx: tx).settings(of: all.map(\.id), in: caller.school)
        let own = all.filter { settings[$0.id].map { $0.followsSchool && !$0.hasSettledLetters } ?? false }
        let changes = try own.compactMap { try Self.change(in: $0, command, caller.school, tx) }
        return (changes, own.count, all.count < Self.batchSize ? nil : all.last?.id)
      }
      (changes, following, after) = (changes + found, following + count, next)
    } while after != nil
    page.preview = .init(fields: command.fields, scale: command.scale, changes: changes, courses: following)
    return page
  }

  /// How many in a course would have another letter; `nil` when nobody.
  private static func change(
    in course: Course, _ command: SetLetters, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> LettersPage.Change? {
    let book = try GradesStore(tx: tx).book(of: course.id, in: school)
    let students = try EnrolmentStore(tx: tx).studentIDs(in: course.id, school: school)
    let old = book.policy
    let others = students.count {
      let percent = book.headline(of: $0, old).percent
      return percent.flatMap { old.scale.step(for: $0)?.letter }
        != percent.flatMap { command.scale.step(for: $0)?.letter }
    }
    return others == 0 ? nil : .init(course: course, letters: others, students: students.count)
  }
}
