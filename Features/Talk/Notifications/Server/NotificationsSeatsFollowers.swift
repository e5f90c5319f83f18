import Base
import Database
import Learning
public import Ledger
import People
import School
import Talk

/// Tells a student and the family what has become of a place in a course, and those who handle the course that
/// somebody asks.
public let seatFollower = Follower(
  "notifications.seat", wants: .only(tables: [EnrolmentTables.seat, CoursesTables.course])
) { entry, tx in try followSeats(entry, tx) }

func followSeats(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  for seat in try seatsTouched(entry, tx) {
    guard let news = try SeatNews(seat, entry, tx) else { continue }
    // What happened since has an entry of its own.
    if seat.changedAt == entry.at { try news.askTeachers() }
    try news.tellFamily()
    if seat.state != .waitlisted { try news.takeBackPassedOver() }
  }
  for seat in try seatsPassedOver(entry, tx) { try SeatNews(seat, entry, tx)?.tellPassedOver() }
  for row in entry.named(CoursesTables.course) {
    guard let course = row.id("id", of: CoursesTables.course, Course.self),
      try CoursesStore(tx: tx).course(course, in: tx.school)?.publishedAt == nil
    else { continue }
    // A draft again, or gone: the word would lead nowhere.
    try NotificationsStore(tx: tx).takeBack(about: course.cast(), kinds: [.enrolment])
  }
}

/// The seats that changed with the entry, and those of a course that is shown from now on.
private func seatsTouched(_ entry: Journal.Entry, _ tx: WriteTransaction) throws -> [Seat] {
  let store = EnrolmentStore(tx: tx)
  let published = try entry.named(CoursesTables.course).compactMap {
    $0.id("id", of: CoursesTables.course, Course.self)
  }
  .filter { try CoursesStore(tx: tx).course($0, in: tx.school)?.publishedAt == entry.at }
  let shown = try published.flatMap { try store.seats(in: $0, school: tx.school).filter(\.state.holdsPlace) }
  if entry.isCut {
    return try store.seats(changedAt: entry.at, in: tx.school) + shown.filter { $0.changedAt != entry.at }
  }
  return try seatsNamed(entry, tx).filter { $0.changedAt == entry.at } + shown.filter { $0.changedAt != entry.at }
}

private func seatsNamed(_ entry: Journal.Entry, _ tx: WriteTransaction) throws -> [Seat] {
  let store = EnrolmentStore(tx: tx)
  return try entry.named(EnrolmentTables.seat).filter { !$0.isGone }.compactMap { row -> Seat? in
    guard let course = row.id("course", of: EnrolmentTables.seat, Course.self),
      let student = row.id("student", of: EnrolmentTables.seat, Student.self)
    else { return nil }
    return try store.seat(of: student, in: course, school: tx.school)
  }
}

/// Those who wait as before, and whom the line came to with the entry: it names their seats and changed nothing of them.
private func seatsPassedOver(_ entry: Journal.Entry, _ tx: WriteTransaction) throws -> [Seat] {
  try seatsNamed(entry, tx).filter { $0.state == .waitlisted && $0.changedAt < entry.at }
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
    let deciders = try teachers.isEmpty ? MembersStore(tx: tx).office(of: tx.school) : teachers
    for account in deciders where account != entry.account {
      try tellOfRequest(account, "enrolment.notice.request", isOpen: seat.state == .pending, mark: 0)
      try tellOfRequest(account, "enrolment.notice.leaving", isOpen: seat.state == .dropRequested, mark: 1)
    }
    try tellFreePlace(deciders)
  }

  /// A place is free, somebody waits, and nobody comes up by themselves any more: whoever handles the course is told,
  /// whoever gave the place free too, for they may not know of the line.
  private func tellFreePlace(_ deciders: [ID<Account>]) throws {
    guard [.dropped, .removed, .left].contains(seat.state), let capacity = course.capacity, !course.isArchived,
      try !course.movesUp(on: SchoolsStore(tx: tx).zone(of: tx.school).day(of: entry.at)),
      let counts = try EnrolmentStore(tx: tx).counts(of: [course.id], in: tx.school)[course.id],
      counts.waiting > 0, counts.enrolled < capacity
    else { return }
    for account in deciders {
      try NotificationsStore(tx: tx).tell(
        account, Notification.id(.request, course.id, student.id, mark: entry.at.milliseconds, to: account),
        kind: NoticeKind.request.rawValue, Phrase("enrolment.notice.free-place", .text(course.name)),
        path: CoursesPaths.people(course.id), about: course.id.cast())
    }
  }

  private func tellOfRequest(_ account: ID<Account>, _ key: String, isOpen: Bool, mark: Int64) throws {
    let store = NotificationsStore(tx: tx)
    let id = Notification.id(
      .request, course.id, student.id, mark: seat.requestedAt.milliseconds &* 2 &+ mark, to: account)
    guard isOpen else { return try store.takeBack(id) }
    try store.tell(
      account, id, kind: NoticeKind.request.rawValue, Phrase(key, .text(student.name), .text(course.name)),
      path: EnrolmentPaths.requests + "#request-" + course.id.text + "-" + student.id.text, about: course.id.cast())
  }

  /// Nobody is told what they did themselves, nor of a course they cannot see: those are told when it is shown.
  func tellFamily() throws {
    guard course.publishedAt != nil, course.archivedAt == nil else { return }
    guard let word else { return try takeBack() }
    // Said yes to, with a place to be had: it is not the course that is full.
    if word == "waiting", try hasRoom(), try tellPassedOver() { return }
    guard student.account == nil || entry.account != student.account else { return }
    for account in try family() where account != entry.account {
      let isOwn = account == student.account
      // words: enrolment.notice.*
      let phrase =
        isOwn
        ? Phrase("enrolment.notice." + word, .text(course.name))
        : Phrase("enrolment.notice." + word + "-of", .text(student.name), .text(course.name))
      try NotificationsStore(tx: tx).tell(
        account, Notification.id(.enrolment, course.id, student.id, mark: seat.changedAt.milliseconds, to: account),
        kind: NoticeKind.enrolment.rawValue, phrase, path: path, about: course.id.cast(),
        facts: NoticeFacts(student: student.id, thing: course.id.cast()))
    }
  }

  private func hasRoom() throws -> Bool {
    let counts = try EnrolmentStore(tx: tx).counts(of: [course.id], in: tx.school)[course.id] ?? SeatCounts()
    return course.capacity.map { counts.enrolled < $0 } ?? true
  }

  private func family() throws -> [ID<Account>] {
    let guardians = try StudentsStore(tx: tx).guardianAccounts(of: [student.id], in: tx.school)[student.id] ?? []
    return Set(guardians + [student.account].compactMap(\.self)).sorted()
  }

  /// It was the student's turn, and another course at the same hour keeps them out: told once for each wait, by whoever's
  /// doing the place came free.
  ///
  /// - Returns: whether there is such a course; who may come in by now is told that instead.
  @discardableResult
  func tellPassedOver() throws -> Bool {
    guard course.publishedAt != nil, course.archivedAt == nil,
      let other = try EnrolmentStore(tx: tx).clash(of: student.id, with: course, in: tx.school)
    else { return false }
    for account in try family() {
      let phrase =
        account == student.account
        ? Phrase("enrolment.notice.passed-over", .text(course.name), .text(other))
        : Phrase("enrolment.notice.passed-over-of", .text(student.name), .text(course.name), .text(other))
      try NotificationsStore(tx: tx).tell(
        account, passedOver(account), kind: NoticeKind.enrolment.rawValue, phrase, path: EnrolmentPaths.catalogue,
        about: course.id.cast(), facts: NoticeFacts(student: student.id, thing: course.id.cast()))
    }
    return true
  }

  /// Who waits no more is not told why they would wait on.
  func takeBackPassedOver() throws {
    for account in try family() { try NotificationsStore(tx: tx).takeBack(passedOver(account)) }
  }

  /// One for each wait; below zero, where no moment of a change is.
  private func passedOver(_ account: ID<Account>) -> ID<Notification> {
    Notification.id(.enrolment, course.id, student.id, mark: -seat.requestedAt.milliseconds, to: account)
  }

  /// Who is out again is not told any more that they are in.
  private func takeBack() throws {
    guard !seat.state.holdsPlace else { return }
    try NotificationsStore(tx: tx).takeBack(about: course.id.cast(), kinds: [.enrolment]) {
      $0.facts.student == student.id
    }
  }

  /// Only who has a place sees the course.
  private var path: String { seat.state.holdsPlace ? CoursesPaths.course(course.id) : EnrolmentPaths.catalogue }

  private var word: String? {
    switch seat.state {
    case .enrolled: entry.command == StayInCourse.name ? nil : "enrolled"
    case .waitlisted: entry.command == AnswerRequest.name ? "waiting" : nil
    case .denied: "denied"
    case .pending, .dropRequested, .dropped, .removed, .completed, .left: nil
    }
  }
}
