public import Base
public import Database
import People
public import School

// What happens to assignments when their course is taught again, and when it goes.

/// A course is taught again: what was asked for, with its rubric, and nothing of what was handed in.
///
/// Title and day are the item's, points and category the column's; both are there already or come with the gradebook.
public func assignmentCopying() -> CourseCopying {
  CourseCopying(.assignment) { copy, tx throws(Refusal) in
    let store = AssignmentsStore(tx: tx)
    for old in try store.assignments(of: copy.from.id, in: tx.school).sorted(by: { $0.id < $1.id }) {
      guard let new = copy.items[old.id] else { continue }
      let due = try CoursesStore(tx: tx).item(old.id, in: tx.school)?.dueAt
      let window = copy.shift.window(opens: old.opensAt, due: due, closes: old.closesAt)
      try store.put(
        Assignment(
          id: new, course: copy.to.id, about: old.about, accepts: old.accepts, opensAt: window.opens,
          closesAt: window.closes, attempts: old.attempts, lateAllowed: old.lateAllowed, rubric: old.rubric,
          updatedAt: tx.now))
      for (place, one) in try store.sheets(of: old.id, in: tx.school).enumerated() {
        // A row of its own, so that what becomes of one course's file is not the other's.
        let file = KeptFile(
          id: ID(high: new.high, low: new.low ^ UInt64(place + 1) << 40), content: one.file.content,
          type: one.file.type, name: one.file.name, account: copy.by, createdAt: tx.now)
        try tx.keep(file.id, file.content, name: file.name, type: file.type, by: file.account)
        try store.put(
          Worksheet(assignment: new, file: file.id.cast(), isCopied: one.sheet.isCopied, addedAt: file.createdAt))
      }
    }
  }
}

/// The days an assignment opens and closes on, for the preview of a copy.
@Sendable public func assignmentDates(
  of course: ID<Course>, in school: ID<Tenant>, _ tx: Transaction
) throws(Refusal) -> [CourseDate] {
  let titles = try CoursesStore(tx: tx).items(of: course, in: school).keyed(by: { $0.id }, to: { $0.title })
  return try AssignmentsStore(tx: tx).assignments(of: course, in: school).flatMap { assignment -> [CourseDate] in
    guard let title = titles[assignment.id] else { return [] }
    return [
      assignment.opensAt.map { CourseDate(title, "courses.date.opens", at: $0) },
      assignment.closesAt.map { CourseDate(title, "courses.date.closes", at: $0) },
    ].compactMap { $0 }
  }
}

/// A course that nobody was ever in goes, and its assignments with it, deleted ones too.
@Sendable public func forgetAssignments(of course: ID<Course>, _ tx: WriteTransaction) throws(Refusal) {
  let all: [ID<CourseItem>] = try tx.rows(
    "SELECT id FROM assignment WHERE school = $1 AND course = $2", [.id(tx.school), .id(course)]
  ) { $0.id(0) }
  for id in all {
    for one in try AssignmentsStore(tx: tx).sheets(of: id, in: tx.school) {
      try tx.remove(AssignmentsTables.sheet, one.sheet)
      try tx.forgetFile(one.file.id)
    }
    try tx.remove(AssignmentsTables.assignment, key: [.id(tx.school), .id(id)])
  }
}
