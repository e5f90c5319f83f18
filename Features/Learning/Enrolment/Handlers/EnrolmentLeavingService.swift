public import Base
public import Database
public import People
public import School

// What becomes of seats and teachers when somebody comes, leaves, or is another from now on; App connects it.

/// A student leaves the school: every place and every wait ends, and those who come next come up.
public func onLeaveCourses(_ student: ID<Student>, _ tx: WriteTransaction) throws(Refusal) {
  let store = EnrolmentStore(tx: tx)
  for seat in try store.seats(of: [student], in: tx.school) where seat.state.isActive {
    guard var book = try store.book(seat.course, in: tx.school) else { continue }
    book.leaveSchool(student)
    try store.write(book, by: .none)
  }
}

/// A student is back: on the places that are still free, else in the line.
public func returningToCourses(_ student: ID<Student>, _ tx: WriteTransaction) throws(Refusal) {
  let store = EnrolmentStore(tx: tx)
  for seat in try store.seats(of: [student], in: tx.school) where seat.state == .left {
    guard var book = try store.book(seat.course, about: [student], in: tx.school) else { continue }
    book.comeBack(student)
    try store.write(book, by: .none)
  }
}

/// Somebody leaves the school, or is staff no more: they teach no course there any more.
public func onLeaveTeaching(_ account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  let store = CoursesStore(tx: tx)
  for course in try store.taughtEver(by: account, in: tx.school) { try store.unassign(teacher: account, from: course) }
}

/// One person's account is another from now on: it teaches what the old one taught, and sees its children's courses.
///
/// Goes after `mergeStudents`.
public func mergeCourses(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  let (store, records) = (CoursesStore(tx: tx), StudentsStore(tx: tx))
  for course in try store.taughtEver(by: old, in: tx.school) {
    try store.unassign(teacher: old, from: course)
    try store.assign(teacher: new, to: course)
  }
  let own = try records.ofAccount(new, in: tx.school).map { $0.id }
  for student in try records.everyChild(of: new, in: tx.school) + [own].compactMap({ $0 }) {
    try EnrolmentStore(tx: tx).recalculate(family: student)
  }
}

/// An invitation linked somebody to a student: they see the student's courses, in the same transaction.
///
/// Goes after `linkInvite` of the students.
public func recalculateCourses(_ invite: Invite, _ tx: WriteTransaction) throws(Refusal) {
  guard let student = invite.student else { return }
  try EnrolmentStore(tx: tx).recalculate(family: student)
}

extension StudentsReach {
  /// What the records ask, with what the courses have to say to it: App adds it to the classrooms' own answers.
  public func withCourses() -> StudentsReach {
    var reach = self
    reach.leave = { student, tx throws(Refusal) in
      try onLeaveCourses(student, tx)
      return try leave(student, tx)
    }
    reach.rejoin = { student, rooms, tx throws(Refusal) in
      try rejoin(student, rooms, tx)
      try returningToCourses(student, tx)
    }
    reach.hasRecords = { student, school, tx throws(Refusal) in
      if try hasRecords(student, school, tx) { return true }
      return try !EnrolmentStore(tx: tx).seats(of: [student], in: school).isEmpty
    }
    reach.recalculate = { student, tx throws(Refusal) in
      try recalculate(student, tx)
      try EnrolmentStore(tx: tx).recalculate(family: student)
    }
    return reach
  }
}
