import Base
import Database
import People
import Router
import School

/// Who is in which course: carries out what students, teachers and the office ask.
public struct EnrolmentService: Sendable {
  public init() {}

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
    let book = try permit(caller, me, store.book(course, about: [me].compactMap { $0 }, in: caller.school))
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
