public import Base
import Classroom
public import Database
import People
public import School

extension EnrolmentStore {
  /// The accounts that see a course because of a student in it: the students' own and their guardians'.
  func familyAccounts(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> Set<ID<Account>> {
    let students = try roster(course, in: school).filter { $0.leftAt == nil }
    let guardians = try StudentsStore(tx: tx).guardianAccounts(of: students.map { $0.id }, in: school)
    return Set(students.compactMap { $0.account } + guardians.values.flatMap { $0 })
  }
}

/// Who sees a course: what its students' families see follows from the seats, in the same transaction.
extension EnrolmentStore where DB == WriteTransaction {
  func familyAccounts(of course: ID<Course>) throws(Refusal) -> Set<ID<Account>> {
    try familyAccounts(of: course, in: tx.school)
  }

  /// Writes a seat as it stands, and lets the student's family see the course while the seat holds a place.
  public func put(_ seat: Seat, by account: ID<Account>) throws(Refusal) {
    try tx.put(EnrolmentTables.seat, SeatRow(seat: seat, by: account))
    try place(seat.student)
    guard let student = try StudentsStore(tx: tx).student(seat.student, in: tx.school) else { return }
    try recalculate(student, in: seat.course, holds: seat.state.holdsPlace)
  }

  /// Makes what a student's family sees agree with the student's seats; after a parent or a login was linked, or the
  /// student came back.
  public func recalculate(_ student: ID<Student>) throws(Refusal) {
    guard let known = try StudentsStore(tx: tx).student(student, in: tx.school) else { return }
    try place(student)
    for seat in try seats(of: [student], in: tx.school) {
      try recalculate(known, in: seat.course, holds: seat.state.holdsPlace)
    }
  }

  /// Whoever teaches a course sees who is, was or wants to be in it, and who is responsible for those who are.
  private func place(_ student: ID<Student>) throws(Refusal) {
    let seats = try seats(of: [student], in: tx.school)
    try StudentsStore(tx: tx).place(
      student, among: Bucket.courseStaff(.none).kind, ever: seats.map { .courseStaff($0.course) },
      now: seats.filter { $0.state.holdsPlace }.map { .courseStaff($0.course) })
  }

  /// The same after somebody was linked to the student or let go, for the student's classes too.
  ///
  /// Whoever sees one of the student's courses without a reason of their own sees it no more.
  public func recalculate(family student: ID<Student>) throws(Refusal) {
    try ClassroomsStore(tx: tx).recalculate(family: student)
    try recalculate(student)
    for seat in try seats(of: [student], in: tx.school) {
      let stay = try familyAccounts(of: seat.course)
        .union(CoursesStore(tx: tx).teachers(of: seat.course, in: tx.school))
      for account in try onlookers(of: seat.course) where !stay.contains(account) {
        try tx.revoke(account, .course(seat.course))
      }
    }
  }

  /// Everybody who sees what is published in the course now.
  private func onlookers(of course: ID<Course>) throws(Refusal) -> [ID<Account>] {
    let bucket = Bucket.course(course)
    return try tx.rows(
      """
      SELECT account FROM member WHERE school = $1 AND kind = $2 AND bucket = $3 AND revoked IS NULL ORDER BY account
      """, [.id(tx.school), .text(bucket.kind.letter), .id(bucket.id)]
    ) { $0.id(0) }
  }

  /// A course was published, or taken back: its families begin to see it, or stop.
  public func recalculate(everybodyIn course: Course) throws(Refusal) {
    for account in try familyAccounts(of: course.id).sorted() {
      if course.isPublished { try tx.grant(account, .course(course.id)) } else { try release(account, from: course.id) }
    }
  }

  private func recalculate(_ student: Student, in course: ID<Course>, holds: Bool) throws(Refusal) {
    let isPublished = try CoursesStore(tx: tx).course(course, in: tx.school)?.isPublished == true
    for account in try StudentsStore(tx: tx).family(of: student, in: tx.school) {
      if holds, isPublished, student.leftAt == nil {
        try tx.grant(account, .course(course))
      } else {
        try release(account, from: course)
      }
    }
  }

  /// A teacher of the course, or a parent of two children in it, keeps seeing it when one of the reasons ends.
  private func release(_ account: ID<Account>, from course: ID<Course>) throws(Refusal) {
    guard try tx.isMember(account, of: .course(course), school: tx.school) else { return }
    if try tx.isMember(account, of: .courseStaff(course), school: tx.school) { return }
    let isPublished = try CoursesStore(tx: tx).course(course, in: tx.school)?.isPublished == true
    if isPublished, try hasReason(account, in: course) { return }
    try tx.revoke(account, .course(course))
  }

  private func hasReason(_ account: ID<Account>, in course: ID<Course>) throws(Refusal) -> Bool {
    let records = StudentsStore(tx: tx)
    if let me = try records.ofAccount(account, in: tx.school), me.leftAt == nil,
      try isEnrolled(me.id, in: course, school: tx.school)
    {
      return true
    }
    for child in try records.ofGuardian(account, in: tx.school)
    where try isEnrolled(child.id, in: course, school: tx.school) { return true }
    return false
  }
}
