public import Base
import Classroom
public import Ledger
import People
import School
import Web

/// Who is in which course: carries out what students, teachers and the office ask.
public struct EnrolmentService: Sendable {
  let ledger: Ledger
  let world: World
  /// For the tabs of a course's pages.
  let courses: CoursesService
  public init(ledger: Ledger, world: World, courses: CoursesService) {
    (self.ledger, self.world, self.courses) = (ledger, world, courses)
  }

  // MARK: students

  /// - Returns: what the request has become.
  func run(_ command: RequestSeat, _ request: Request) async throws -> SeatAnswer {
    try await own(command, request, course: command.course) {
      try command.permit(for: $0, me: $1, book: $2, now: $3).book
    }
  }

  func run(_ command: LeaveCourse, _ request: Request) async throws -> SeatAnswer {
    try await own(command, request, course: command.course) {
      try command.permit(for: $0, me: $1, book: $2, now: $3).book
    }
  }

  func run(_ command: StayInCourse, _ request: Request) async throws -> SeatAnswer {
    try await own(command, request, course: command.course) {
      try command.permit(for: $0, me: $1, book: $2, now: $3).book
    }
  }

  /// What a student asks about their own seat.
  private func own<C: Command>(
    _ command: C, _ request: Request, course: ID<Course>,
    _ permit: @escaping @Sendable (Caller, ID<Student>?, SeatBook?, Instant) throws -> SeatBook
  ) async throws -> SeatAnswer {
    let caller = try request.caller()
    let answer = try await ledger.write(request.sent(C.self)) { tx in
      let store = EnrolmentStore(tx: tx)
      let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school)?.id
      let book = try permit(
        caller, me, store.book(course, about: [me].compactMap(\.self), in: caller.school), tx.now)
      try store.write(book, by: caller.account)
      return SeatAnswer(book, me ?? .none).text
    }
    return SeatAnswer(answer.text)
  }

  // MARK: those who handle the course

  func run(_ command: AnswerRequest, _ request: Request) async throws -> SeatAnswer {
    let caller = try request.caller()
    let answer = try await ledger.write(request.sent(AnswerRequest.self)) { tx in
      let store = EnrolmentStore(tx: tx)
      let book = try command.permit(
        for: caller, facts: store.facts(command.course, caller),
        book: store.book(command.course, about: [command.student], in: caller.school), now: tx.now
      ).book
      try store.write(book, by: caller.account)
      return SeatAnswer(book, command.student).text
    }
    return SeatAnswer(answer.text)
  }

  /// - Returns: how many came in.
  func run(_ command: AddToCourse, _ request: Request) async throws -> Int {
    let caller = try request.caller()
    let answer = try await ledger.write(request.sent(AddToCourse.self)) { tx in
      let store = EnrolmentStore(tx: tx)
      let inClass = try command.classroom.flatMap { try store.inClass($0, caller) }
      let done = try command.permit(
        for: caller, facts: store.facts(command.course, caller),
        book: store.book(command.course, about: command.students + (inClass ?? []), in: caller.school),
        known: store.known(command.students, to: caller), inClass: inClass, now: tx.now)
      try store.write(done.book, by: caller.account)
      return String(done.count)
    }
    return Int(answer.text) ?? 0
  }

  func run(_ command: RemoveFromCourse, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RemoveFromCourse.self)) { tx in
      let store = EnrolmentStore(tx: tx)
      let book = try command.permit(
        for: caller, facts: store.facts(command.course, caller), book: store.book(command.course, in: caller.school),
        now: tx.now
      ).book
      try store.write(book, by: caller.account)
      return ""
    }
  }

  func run(_ command: RejoinCourse, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(request.sent(RejoinCourse.self)) { tx in
      let store = EnrolmentStore(tx: tx)
      let book = try command.permit(
        for: caller, facts: store.facts(command.course, caller),
        book: store.book(command.course, about: [command.student], in: caller.school), now: tx.now
      ).book
      try store.write(book, by: caller.account)
      return ""
    }
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
  func known(_ students: [ID<Student>], to caller: Caller) throws -> [ID<Student>] {
    let here = try StudentsStore(tx: tx).students(in: caller.school, ids: students).filter { $0.leftAt == nil }.map(
      \.id)
    if caller.role.isOffice { return here }
    let own = try taught(by: caller)
    return here.filter(own.contains)
  }

  /// The students a teacher knows from classes and from courses.
  func taught(by caller: Caller) throws -> Set<ID<Student>> {
    let classes = try StudentsReach.classrooms.taught(caller, tx)
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
