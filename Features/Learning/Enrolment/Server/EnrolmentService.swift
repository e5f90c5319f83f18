import Base
import Classroom
import Database
public import Ledger
import People
import Router
import School
import Web

/// Who is in which course: carries out what students, teachers and the office ask.
public struct EnrolmentService: Sendable {
  let ledger: Ledger
  /// For the tabs of a course's pages.
  let courses: CoursesService
  public init(ledger: Ledger, courses: CoursesService) {
    (self.ledger, self.courses) = (ledger, courses)
  }

  // MARK: students

  // Each answers with what the request has become (`SeatAnswer`).

  func handle(_ command: RequestSeat, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try own(command.course, request, tx) { caller, me, book throws(Refusal) in
      try command.permit(for: caller, me: me, book: book, now: tx.now).book
    }
  }

  func handle(_ command: LeaveCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try own(command.course, request, tx) { caller, me, book throws(Refusal) in
      try command.permit(for: caller, me: me, book: book, now: tx.now).book
    }
  }

  func handle(_ command: StayInCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    try own(command.course, request, tx) { caller, me, book throws(Refusal) in
      try command.permit(for: caller, me: me, book: book, now: tx.now).book
    }
  }

  /// What a student asks about their own seat.
  private func own(
    _ course: ID<Course>, _ request: Request, _ tx: WriteTransaction,
    _ permit: (Caller, ID<Student>?, SeatBook?) throws(Refusal) -> SeatBook
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), EnrolmentStore(tx: tx))
    let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school)?.id
    let book = try permit(caller, me, store.book(course, about: [me].compactMap(\.self), in: caller.school))
    try store.write(book, by: caller.account)
    return Outcome(SeatAnswer(book, me ?? .none).text)
  }

  // MARK: those who handle the course

  func handle(_ command: AnswerRequest, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), EnrolmentStore(tx: tx))
    let book = try command.permit(
      for: caller, facts: store.facts(command.course, caller),
      book: store.book(command.course, about: [command.student], in: caller.school), now: tx.now
    ).book
    try store.write(book, by: caller.account)
    return Outcome(SeatAnswer(book, command.student).text)
  }

  /// - Returns: how many came in.
  func handle(_ command: AddToCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), EnrolmentStore(tx: tx))
    let inClass: [ID<Student>]? =
      if let classroom = command.classroom { try store.inClass(classroom, caller) } else { nil }
    let done = try command.permit(
      for: caller, facts: store.facts(command.course, caller),
      book: store.book(command.course, about: command.students + (inClass ?? []), in: caller.school),
      known: store.known(command.students, to: caller), inClass: inClass, now: tx.now)
    try store.write(done.book, by: caller.account)
    return Outcome(String(done.count))
  }

  func handle(_ command: RemoveFromCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), EnrolmentStore(tx: tx))
    let book = try command.permit(
      for: caller, facts: store.facts(command.course, caller), book: store.book(command.course, in: caller.school),
      now: tx.now
    ).book
    try store.write(book, by: caller.account)
    return .done
  }

  func handle(_ command: RejoinCourse, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), EnrolmentStore(tx: tx))
    let book = try command.permit(
      for: caller, facts: store.facts(command.course, caller),
      book: store.book(command.course, about: [command.student], in: caller.school), now: tx.now
    ).book
    try store.write(book, by: caller.account)
    return .done
  }
}

/// What an act on a seat has come to: its state, and the position in the line.
struct SeatAnswer: Sendable {
  let state: Seat.State
  let position: Int?

  init(_ book: SeatBook, _ student: ID<Student>) {
    state = book.seats[student]?.state ?? .removed
    position = book.position(of: student)
  }

  /// `waitlisted 2`.
  var text: String { state.rawValue + (position.map { " " + String($0) } ?? "") }

  init(_ text: String) {
    let parts = text.split(separator: " ")
    state = parts.first.flatMap { Seat.State(rawValue: String($0)) } ?? .removed
    position = parts.count > 1 ? Int(parts[1]) : nil
  }
}

extension EnrolmentStore {
  /// The course a command is about and as whom the caller, as they are now, sees it.
  func facts(_ course: ID<Course>, _ caller: Caller) throws(Refusal) -> CourseFacts {
    CourseFacts(
      sight: try sight(of: course, caller), course: try CoursesStore(tx: tx).course(course, in: caller.school))
  }

  /// Who may be put into a course by the caller: the office knows everybody, teachers whom they teach already.
  func known(_ students: [ID<Student>], to caller: Caller) throws(Refusal) -> [ID<Student>] {
    let here = try StudentsStore(tx: tx).students(in: caller.school, ids: students).filter { $0.leftAt == nil }.map(
      \.id)
    if caller.role.isOffice { return here }
    let own = try taught(by: caller)
    return here.filter(own.contains)
  }

  /// The students a teacher knows from classes and from courses.
  func taught(by caller: Caller) throws(Refusal) -> Set<ID<Student>> {
    let classes = try refusing { try StudentsReach.classrooms.taught(caller, tx) }
    let courses = try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school)
    return Set(classes).union(try studentIDs(in: courses, school: caller.school))
  }

  func studentIDs(in courses: [ID<Course>], school: ID<Tenant>) throws(Refusal) -> [ID<Student>] {
    guard !courses.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT DISTINCT student FROM seat
      WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2))) AND state IN \(Self.holding)
      """, [.id(school)] + courses.map { .id($0) }
    ) { $0.id(0) }
  }

  /// Who is in a class today; `nil` when the caller is not its staff.
  func inClass(_ classroom: ID<Classroom>, _ caller: Caller) throws(Refusal) -> [ID<Student>]? {
    let rooms = ClassroomsStore(tx: tx)
    guard try rooms.sight(of: classroom, caller)?.isStaff == true else { return nil }
    return try rooms.studentIDs(classroom, in: caller.school, on: rooms.today(in: caller.school))
  }
}
