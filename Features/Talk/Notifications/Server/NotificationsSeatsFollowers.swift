import Base
import Learning
public import Ledger
import People
import School

/// Tells a student and the family what has become of a place in a course, and those who handle the course that
/// somebody asks.
public let seatFollower = Follower("notifications.seat") { entry, tx in try followSeats(entry, tx) }

func followSeats(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  for row in entry.named(EnrolmentTables.seat) where !row.isGone {
    guard let course = row.id(1, Course.self), let student = row.id(2, Student.self),
      let seat = try EnrolmentStore(tx: tx).seat(of: student, in: course, school: tx.school),
      // What happened since has an entry of its own.
      seat.changedAt == entry.at,
      let news = try SeatNews(seat, entry, tx)
    else { continue }
    try news.askTeachers()
    try news.tellFamily()
  }
}

private struct SeatNews {
  let seat: Seat
  let entry: Journal.Entry
  let course: Course
  let student: Student
  let tx: WriteTransaction

  init?(_ seat: Seat, _ entry: Journal.Entry, _ tx: WriteTransaction) throws {
    guard let course = try CoursesStore(tx: tx).course(seat.course, in: tx.school),
      let student = try StudentsStore(tx: tx).student(seat.student, in: tx.school), student.leftAt == nil
    else { return nil }
    (self.seat, self.entry, self.course, self.student, self.tx) = (seat, entry, course, student, tx)
  }

  /// A request is told while it waits and taken back when somebody has decided.
  func askTeachers() throws {
    let teachers = try CoursesStore(tx: tx).teachers(of: course.id, in: tx.school)
    let deciders =
      try teachers.isEmpty
      ? Role.allCases.filter(\.isOffice).flatMap { try MembersStore(tx: tx).accounts(of: tx.school, role: $0) }
      : teachers
    for account in deciders where account != entry.account {
      try ask(account, "enrolment.notice.request", isOpen: seat.state == .pending, mark: 0)
      try ask(account, "enrolment.notice.leaving", isOpen: seat.state == .dropRequested, mark: 1)
    }
  }

  private func ask(_ account: ID<Account>, _ key: String, isOpen: Bool, mark: Int64) throws {
    let store = NotificationsStore(tx: tx)
    let id = Notification.id(
      .request, course.id, student.id, mark: seat.requestedAt.milliseconds &* 2 &+ mark, to: account)
    guard isOpen else { return try store.takeBack(id) }
    try store.tell(
      account, id, kind: NoticeKind.request.rawValue, Phrase(key, .text(student.name), .text(course.name)),
      path: EnrolmentPaths.requests, about: course.id.cast())
  }

  /// Nobody is told what they did themselves.
  func tellFamily() throws {
    guard let word, student.account == nil || entry.account != student.account else { return }
    let guardians = try StudentsStore(tx: tx).guardianAccounts(of: [student.id], in: tx.school)[student.id] ?? []
    for account in Set(guardians + [student.account].compactMap(\.self)).sorted() where account != entry.account {
      let isOwn = account == student.account
      // words: enrolment.notice.*
      let phrase =
        isOwn
        ? Phrase("enrolment.notice." + word, .text(course.name))
        : Phrase("enrolment.notice." + word + "-of", .text(student.name), .text(course.name))
      try NotificationsStore(tx: tx).tell(
        account, Notification.id(.enrolment, course.id, student.id, mark: seat.changedAt.milliseconds, to: account),
        kind: NoticeKind.enrolment.rawValue, phrase, path: CoursesPaths.course(course.id), about: course.id.cast())
    }
  }

  private var word: String? {
    switch seat.state {
    case .enrolled: entry.command == StayInCourse.name ? nil : "enrolled"
    case .waitlisted: entry.command == AnswerRequest.name ? "waiting" : nil
    case .denied: "denied"
    case .pending, .dropRequested, .dropped, .removed, .completed, .left: nil
    }
  }
}
