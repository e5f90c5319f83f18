public import Base

/// Why somebody in the line, or at its end, may not have a place now.
public enum SeatObstacle: Hashable, Sendable {
  /// Has left the school.
  case left
  /// Is in another course at the same time, which is called so.
  case clash(String)

  /// For the journal: `left`, `clash`.
  public var code: String {
    switch self {
    case .left: "left"
    case .clash: "clash"
    }
  }
}

/// Why a seat is what it is now, as the journal keeps it.
public enum SeatCause: String, Hashable, Sendable {
  case requested, approved, denied, cancelled, dropped, added, removed, promoted, stayed, rejoined
  /// Left the school, or came back.
  case left, returned
}

/// One seat that changed.
public struct SeatChange: Hashable, Sendable {
  public let seat: Seat
  /// What it was; `nil` when there was none.
  public let old: Seat.State?
  public let cause: SeatCause
}

/// The seats of one course while one command changes them: who is in it, who waits, and who comes next (rules.md 4.8).
///
/// Pure: it is filled from the books, changed by the acts below, and its `changes` are written. After every act that can
/// free a place comes `promote()`, in the same transaction, so that no place is free while somebody who may have it
/// waits and the line still moves.
public struct SeatBook: Sendable {
  public let course: Course
  public let today: Day
  public let now: Instant
  public private(set) var seats: [ID<Student>: Seat]
  /// What keeps some students out, whatever the line says.
  public let obstacles: [ID<Student>: SeatObstacle]
  public private(set) var changes: [SeatChange] = []
  /// Those whom the line passed over, and why.
  public private(set) var skipped: [(student: ID<Student>, obstacle: SeatObstacle)] = []

  public init(
    course: Course, seats: [Seat], obstacles: [ID<Student>: SeatObstacle] = [:], today: Day, now: Instant
  ) {
    (self.course, self.obstacles, self.today, self.now) = (course, obstacles, today, now)
    self.seats = [:]
    for seat in seats { self.seats[seat.student] = seat }
  }

  // MARK: what holds

  public var taken: Int {
    var count = 0
    for seat in seats.values where seat.state.holdsPlace { count += 1 }
    return count
  }

  /// How many more may come in; `nil` is no limit.
  public var free: Int? { course.capacity.map { $0 - taken } }
  public var hasRoom: Bool { free.map { $0 > 0 } ?? true }

  /// Those who wait, the first to come first.
  public var line: [Seat] { seats.values.filter { $0.state == .waitlisted }.sorted { $0.isBefore($1) } }

  /// 1 is the next.
  public func position(of student: ID<Student>) -> Int? {
    line.firstIndex { $0.student == student }.map { $0 + 1 }
  }

  /// Whether the line moves: not after the day for it, not in a course that is archived or takes nobody.
  public var isPromoting: Bool { course.movesUp(on: today) }

  /// Whether students may still ask for a place.
  public var isAsking: Bool { course.isOffered && course.until.map { today <= $0 } ?? true }

  /// Archived, or past its last day.
  public var isOver: Bool { course.isOver(today) }

  // MARK: acts

  /// A student asks for a place; asking again changes nothing.
  ///
  /// Never overtakes the line, even when a place is free at this moment.
  @discardableResult
  public mutating func request(_ student: ID<Student>) throws(Refusal) -> Seat.State {
    if let seat = seats[student], seat.state.isActive { return seat.state }
    guard isAsking else { throw .conflict(Phrase("enrolment.not-open")) }
    switch obstacles[student] {
    case .left?: throw .notFound
    case .clash(let other)?: throw .conflict(Phrase("enrolment.clash", .text(other)))
    case nil: break
    }
    if course.entry == .approval {
      set(student, .pending, .requested, requestedAt: now)
    } else if hasRoom, line.isEmpty {
      set(student, .enrolled, .requested, requestedAt: now)
    } else {
      set(student, .waitlisted, .requested, requestedAt: endOfLine)
      promote()
    }
    return seats[student]?.state ?? .pending
  }

  /// Somebody said yes.
  ///
  /// With no place left, the student waits where the first request would have stood.
  @discardableResult
  public mutating func approve(_ student: ID<Student>) throws(Refusal) -> Seat.State {
    guard let seat = seats[student] else { throw .notFound }
    switch seat.state {
    case .pending: enter(seat)
    case .dropRequested:
      set(student, .dropped, .approved)
      promote()
    // Said already, by somebody else or by the same press sent twice.
    case .enrolled, .waitlisted, .dropped: break
    case .denied, .removed, .left, .completed: throw .conflict(Phrase("enrolment.no-request"))
    }
    return seats[student]?.state ?? seat.state
  }

  private mutating func enter(_ seat: Seat) {
    set(seat.student, .waitlisted, .approved)
    promote()
    // A late yes still counts when nobody stands before; not for who may not come in.
    guard seats[seat.student]?.state == .waitlisted, obstacles[seat.student] == nil, hasRoom,
      line.first?.student == seat.student
    else { return }
    set(seat.student, .enrolled, .approved)
  }

  /// Somebody said no: to coming in, or to leaving.
  @discardableResult
  public mutating func deny(_ student: ID<Student>) throws(Refusal) -> Seat.State {
    guard let seat = seats[student] else { throw .notFound }
    switch seat.state {
    case .pending, .waitlisted: set(student, .denied, .denied)
    case .dropRequested: set(student, .enrolled, .denied)
    case .denied, .enrolled: break
    case .dropped, .removed, .left, .completed: throw .conflict(Phrase("enrolment.no-request"))
    }
    promote()
    return seats[student]?.state ?? seat.state
  }

  /// A student takes a request back, leaves the line, or leaves the course; after the day for it, asks to.
  @discardableResult
  public mutating func leave(_ student: ID<Student>) throws(Refusal) -> Seat.State {
    guard let seat = seats[student] else { throw .notFound }
    switch seat.state {
    case .pending, .waitlisted: set(student, .dropped, .cancelled)
    case .enrolled where course.entry == .closed: throw .notAllowed(Phrase("enrolment.ask-teacher"))
    case .enrolled where course.dropUntil.map({ today > $0 }) ?? false: set(student, .dropRequested, .dropped)
    case .enrolled: set(student, .dropped, .dropped)
    case .dropRequested, .dropped, .denied, .removed, .left, .completed: break
    }
    promote()
    return seats[student]?.state ?? seat.state
  }

  /// A student who asked to leave stays after all.
  public mutating func stay(_ student: ID<Student>) throws(Refusal) {
    guard let seat = seats[student], seat.state == .dropRequested || seat.state == .enrolled else { throw .notFound }
    if seat.state == .dropRequested { set(student, .enrolled, .stayed) }
  }

  /// The staff put students in; whoever is in already stays.
  ///
  /// All of them, or none.
  ///
  /// - Returns: how many came in.
  @discardableResult
  public mutating func add(_ students: [ID<Student>]) throws(Refusal) -> Int {
    var new: [ID<Student>] = []
    for student in students where seats[student]?.state.holdsPlace != true && !new.contains(student) {
      if case .left? = obstacles[student] { throw .notFound }
      new.append(student)
    }
    if let free, new.count > free { throw .conflict(Phrase("enrolment.too-few", .count(max(0, free)))) }
    for student in new {
      let waits = seats[student].map { $0.state == .waitlisted || $0.state == .pending } ?? false
      set(student, .enrolled, .added, requestedAt: waits ? nil : now)
    }
    return new.count
  }

  /// The staff take a student out, of the course or of the line.
  public mutating func remove(_ student: ID<Student>) throws(Refusal) {
    guard let seat = seats[student], seat.state.isActive else { throw .notFound }
    set(student, .removed, .removed)
    promote()
  }

  /// A student leaves the school: the place is the next one's.
  public mutating func leaveSchool(_ student: ID<Student>) {
    guard let seat = seats[student], seat.state.isActive else { return }
    set(student, .left, .left)
    promote()
  }

  /// A removal is taken back, as long as the place is free: nobody who came after it goes out again.
  public mutating func rejoin(_ student: ID<Student>) throws(Refusal) {
    guard let seat = seats[student] else { throw .notFound }
    if seat.state.isActive { return }
    guard seat.state == .removed else { throw .notFound }
    if case .left? = obstacles[student] { throw .notFound }
    guard hasRoom else { throw .conflict(Phrase("enrolment.place-given")) }
    set(student, .enrolled, .rejoined)
  }

  /// A student is back at the school: on the old place when it is free, else in the line where they stood.
  public mutating func comeBack(_ student: ID<Student>) {
    guard let seat = seats[student], seat.state == .left else { return }
    if hasRoom, line.isEmpty {
      set(student, .enrolled, .returned)
    } else {
      set(student, .waitlisted, .returned)
      promote()
    }
  }

  /// While there is room: the first in the line who may come in does.
  ///
  /// Those who may not are passed over, and the line goes on behind them.
  public mutating func promote() {
    skipped = []
    guard isPromoting else { return }
    for seat in line {
      guard hasRoom else { return }
      if let obstacle = obstacles[seat.student] {
        skipped.append((seat.student, obstacle))
      } else {
        set(seat.student, .enrolled, .promoted)
      }
    }
  }

  /// Later than everybody who waits: two requests in one millisecond are still one after the other.
  private var endOfLine: Instant {
    guard let last = line.last else { return now }
    return max(now, Instant(milliseconds: last.requestedAt.milliseconds + 1))
  }

  private mutating func set(
    _ student: ID<Student>, _ state: Seat.State, _ cause: SeatCause, requestedAt: Instant? = nil
  ) {
    let old = seats[student]
    let seat = Seat(
      course: course.id, student: student, state: state, requestedAt: requestedAt ?? old?.requestedAt ?? now,
      changedAt: now)
    seats[student] = seat
    // One act is one change: who asked and came up at once has asked, and is in.
    if let place = changes.firstIndex(where: { $0.seat.student == student }) {
      let first = changes[place]
      changes[place] = SeatChange(seat: seat, old: first.old, cause: cause == .promoted ? first.cause : cause)
    } else {
      changes.append(SeatChange(seat: seat, old: old?.state, cause: cause))
    }
  }
}

extension Seat {
  /// The order of the line.
  public func isBefore(_ other: Seat) -> Bool {
    (requestedAt.milliseconds, student) < (other.requestedAt.milliseconds, other.student)
  }
}

extension Seat.State {
  /// Whether the student is in the course, in its line, or asks for either.
  public var isActive: Bool { holdsPlace || self == .pending || self == .waitlisted }
}
