public import Base

// Each answers with the permit and the course's seats as they are to be; the machine itself is `SeatBook`.

extension RequestSeat {
  /// - Parameter me: the student who signs in with the caller's account; nobody else asks for a place.
  /// - Parameter book: the seats of the course, `nil` when there is no such course.
  public func permit(
    for caller: Caller, me: ID<Student>?, book: SeatBook?, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, book: SeatBook) {
    guard caller.role == .student, let me, var book else { throw .notFound }
    // Who is not in a course that nobody can find may not learn that it is there.
    guard book.course.isOffered || book.seats[me]?.state.isActive == true else { throw .notFound }
    try book.request(me)
    return (Permit(self, caller: caller, at: now), book)
  }
}

extension LeaveCourse {
  public func permit(
    for caller: Caller, me: ID<Student>?, book: SeatBook?, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, book: SeatBook) {
    guard caller.role == .student, let me, var book, let seat = book.seats[me] else { throw .notFound }
    // What was learned there stays in the student's grades.
    if seat.state.holdsPlace, book.isOver { throw .conflict(Phrase("enrolment.is-over")) }
    try book.leave(me)
    return (Permit(self, caller: caller, at: now), book)
  }
}

extension StayInCourse {
  public func permit(
    for caller: Caller, me: ID<Student>?, book: SeatBook?, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, book: SeatBook) {
    guard caller.role == .student, let me, var book else { throw .notFound }
    try book.stay(me)
    return (Permit(self, caller: caller, at: now), book)
  }
}

extension AnswerRequest {
  public func permit(
    for caller: Caller, facts: CourseFacts, book: SeatBook?, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, book: SeatBook) {
    _ = try facts.openForStaff()
    guard var book else { throw .notFound }
    if isApproved { try book.approve(student) } else { try book.deny(student) }
    return (Permit(self, caller: caller, at: now), book)
  }
}

extension AddToCourse {
  /// - Parameter known: those of the students whom the caller sees and who are at the school. A teacher who could bring
  ///   in anybody could see anybody.
  /// - Parameter inClass: who is in the class that is named; `nil` when the caller is not its staff.
  public func permit(
    for caller: Caller, facts: CourseFacts, book: SeatBook?, known: [ID<Student>], inClass: [ID<Student>]?, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, book: SeatBook, count: Int) {
    _ = try facts.openForStaff()
    guard var book, Set(students).isSubset(of: known) else { throw .notFound }
    if classroom != nil, inClass == nil { throw .notFound }
    let count = try book.add(students + (inClass ?? []))
    return (Permit(self, caller: caller, at: now), book, count)
  }
}

extension RemoveFromCourse {
  public func permit(
    for caller: Caller, facts: CourseFacts, book: SeatBook?, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, book: SeatBook) {
    _ = try facts.openForStaff()
    guard var book else { throw .notFound }
    try book.remove(student)
    return (Permit(self, caller: caller, at: now), book)
  }
}

extension RejoinCourse {
  public func permit(
    for caller: Caller, facts: CourseFacts, book: SeatBook?, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, book: SeatBook) {
    _ = try facts.openForStaff()
    guard var book else { throw .notFound }
    try book.rejoin(student)
    return (Permit(self, caller: caller, at: now), book)
  }
}
