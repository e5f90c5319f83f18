public import Base
import Database
import People
public import School

extension QuestionsStore {
  /// What the caller finds in the bank, newest first, with what is right; for the staff.
  ///
  /// - Parameter limit: at most so many.
  public func bankContents(
    _ words: String, tag: String?, for caller: Caller, limit: Int
  ) throws(Refusal) -> [QuestionContent] {
    guard caller.role.isStaff else { throw .notFound }
    let courses = caller.role.isOffice ? nil : try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school)
    let found = try banked(
      words, tag: tag, author: caller.account, courses: courses, limit: limit, in: caller.school)
    let contents = try contents(of: found, in: caller.school)
    return found.compactMap { contents[$0.id] }
  }
}
