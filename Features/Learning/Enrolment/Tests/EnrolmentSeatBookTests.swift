import Base
import HomeroomTesting
import Testing

@testable import School

/// A course of the rules alone, with students called by numbers.
private struct Room {
  static let today = Day(number: 20_000)
  var course: Course
  var book: SeatBook
  var clock: Int64 = 1_000_000

  init(capacity: Int? = 2, entry: Course.Entry = .open, obstacles: [Int: SeatObstacle] = [:]) {
    let at = Instant(milliseconds: 0)
    course = Course(
      id: ID(high: 9, low: 9), name: "Robotics", capacity: capacity, entry: entry, from: Self.today.plus(days: 7),
      until: Self.today.plus(days: 90), publishedAt: at, createdAt: at, updatedAt: at)
    book = SeatBook(course: course, seats: [], today: Self.today, now: Instant(milliseconds: clock))
    again(obstacles: obstacles)
  }

  static func id(_ number: Int) -> ID<Student> { ID(high: 1, low: UInt64(number)) }

  /// The next command: the same seats, later, with another course or other obstacles.
  mutating func again(
    today: Day = Room.today, obstacles: [Int: SeatObstacle]? = nil, later: Int64 = 10,
    _ change: (inout Course) -> Void = { _ in }
  ) {
    clock += later
    change(&course)
    let kept = book.obstacles
    book = SeatBook(
      course: course, seats: Array(book.seats.values),
      obstacles: obstacles.map { all in
        Dictionary(all.map { (Room.id($0.key), $0.value) }) { first, _ in first }
      } ?? kept, today: today, now: Instant(milliseconds: clock))
  }

  func state(_ number: Int) -> Seat.State? { book.seats[Room.id(number)]?.state }
  var line: [Int] { book.line.map { Int($0.student.low) } }
  var inside: [Int] { book.seats.values.filter(\.state.holdsPlace).map { Int($0.student.low) }.sorted() }

  mutating func request(_ number: Int, later: Int64 = 10) throws {
    again(later: later)
    try book.request(Room.id(number))
  }
}

@Suite struct `The seats of a course` {
  @Test func `a yes lets nobody in who is elsewhere at that hour`() throws {
    var room = Room(entry: .approval)
    try room.request(1)
    room.again(obstacles: [1: .clash("Choir")])
    #expect(try room.book.approve(Room.id(1)) == .waitlisted)
    #expect(room.book.skipped.map(\.obstacle) == [.clash("Choir")] && room.inside.isEmpty)
  }

  @Test func `who asks first gets the places, and the others stand in the order of asking`() throws {
    var room = Room()
    for number in [5, 1, 9, 3] { try room.request(number) }
    #expect(room.inside == [1, 5] && room.line == [9, 3])
    #expect(room.book.position(of: Room.id(3)) == 2)
  }

  @Test func `two who ask in one millisecond are still one after the other`() throws {
    var room = Room(capacity: 1)
    for number in [1, 9, 8, 7, 2] { try room.request(number, later: 0) }
    #expect(room.line == [9, 8, 7, 2])
  }

  @Test func `asking again changes nothing and is no error`() throws {
    var room = Room()
    try room.request(1)
    room.again()
    #expect(try room.book.request(Room.id(1)) == .enrolled)
    #expect(room.book.changes.isEmpty)
  }

  @Test func `a request that needs a yes holds no place`() throws {
    var room = Room(capacity: 1, entry: .approval)
    for number in [1, 2] { try room.request(number) }
    #expect(room.state(1) == .pending && room.book.taken == 0)
    room.again()
    #expect(try room.book.approve(Room.id(2)) == .enrolled)
    room.again()
    #expect(try room.book.approve(Room.id(1)) == .waitlisted)
  }

  @Test func `approved when full, one waits where the request would have stood`() throws {
    var room = Room(capacity: 1, entry: .approval)
    for number in [1, 2, 3] { try room.request(number) }
    for number in [3, 2, 1] {
      room.again()
      try room.book.approve(Room.id(number))
    }
    #expect(room.inside == [3] && room.line == [1, 2])
    let asked = try #require(room.book.seats[Room.id(1)]).requestedAt
    #expect(asked < (try #require(room.book.seats[Room.id(2)]).requestedAt))
  }

  @Test func `approving twice, or after somebody else did, is no error`() throws {
    var room = Room(entry: .approval)
    try room.request(1)
    for _ in 0..<2 {
      room.again()
      #expect(try room.book.approve(Room.id(1)) == .enrolled)
    }
    #expect(throws: Refusal.notFound) { try room.book.approve(Room.id(7)) }
  }

  @Test func `a late yes counts when nobody stands before`() throws {
    var room = Room(entry: .approval)
    try room.request(1)
    room.again(today: Room.today.plus(days: 30))
    #expect(try room.book.approve(Room.id(1)) == .enrolled)
  }

  @Test func `a freed place goes to the first who may have it; who may not is passed over and told reason`() throws {
    var room = Room(capacity: 1)
    for number in [1, 2, 3, 4] { try room.request(number) }
    room.again(obstacles: [2: .left, 3: .clash("Choir")])
    try room.book.leave(Room.id(1))
    #expect(room.inside == [4] && room.line == [2, 3])
    #expect(room.book.skipped.map(\.obstacle) == [.left, .clash("Choir")])
    #expect(room.book.changes.map(\.cause) == [.dropped, .promoted])
  }

  @Test func `three places more bring in three; places fewer take out nobody, and nobody comes in until there is room`()
    throws
  {
    var room = Room(capacity: 1)
    for number in 1...6 { try room.request(number) }
    room.again { $0.capacity = 4 }
    room.book.promote()
    #expect(room.inside == [1, 2, 3, 4] && room.line == [5, 6])
    room.again { $0.capacity = 2 }
    room.book.promote()
    #expect(room.inside == [1, 2, 3, 4])
    for number in [1, 2] {
      room.again()
      try room.book.leave(Room.id(number))
    }
    #expect(room.inside == [3, 4] && room.line == [5, 6])
    room.again()
    try room.book.leave(Room.id(3))
    #expect(room.inside == [4, 5])
  }

  @Test(arguments: ["late", "archived", "closed", "draft"])
  func `the line stands still after its day, and in a course that takes nobody`(_ reason: String) throws {
    var room = Room(capacity: 1)
    for number in [1, 2] { try room.request(number) }
    room.again(today: reason == "late" ? Room.today.plus(days: 8) : Room.today) { course in
      switch reason {
      case "archived": course.archivedAt = Instant(milliseconds: 1)
      case "closed": course.entry = .closed
      case "draft": course.publishedAt = nil
      default: break
      }
    }
    try room.book.remove(Room.id(1))
    #expect(room.inside.isEmpty && room.line == [2])
  }

  @Test func `a day of its own moves the line longer than the beginning of the course`() throws {
    var room = Room(capacity: 1)
    for number in [1, 2] { try room.request(number) }
    room.again(today: Room.today.plus(days: 20)) { $0.promoteUntil = Room.today.plus(days: 20) }
    try room.book.leave(Room.id(1))
    #expect(room.inside == [2])
  }

  @Test func `a fresh request never overtakes the line, even when a place is free`() throws {
    var room = Room(capacity: 1)
    for number in [1, 2] { try room.request(number) }
    room.again(today: Room.today.plus(days: 8))
    try room.book.leave(Room.id(1))
    room.again(today: Room.today.plus(days: 8))
    #expect(try room.book.request(Room.id(3)) == .waitlisted)
    #expect(room.book.hasRoom && room.line == [2, 3])
  }

  @Test func `whoever comes back stands at the end`() throws {
    var room = Room(capacity: 1)
    for number in [1, 2, 3] { try room.request(number) }
    room.again()
    try room.book.leave(Room.id(2))
    try room.request(2)
    #expect(room.line == [3, 2])
    room.again()
    try room.book.leave(Room.id(1))
    try room.request(1)
    #expect(room.inside == [3] && room.line == [2, 1])
  }

  @Test func `after the day for it, leaving is asked for and the place is kept`() throws {
    var room = Room(capacity: 1)
    for number in [1, 2] { try room.request(number) }
    room.again { $0.dropUntil = Room.today.plus(days: -1) }
    #expect(try room.book.leave(Room.id(1)) == .dropRequested)
    #expect(room.inside == [1] && room.line == [2])
    var stays = room
    stays.again()
    #expect(try stays.book.deny(Room.id(1)) == .enrolled)
    room.again()
    #expect(try room.book.approve(Room.id(1)) == .dropped)
    #expect(room.inside == [2])
  }

  @Test func `nobody leaves by themselves a course they were put into`() throws {
    var room = Room(entry: .closed)
    try room.book.add([Room.id(1)])
    #expect(throws: Refusal.notAllowed(Phrase("enrolment.ask-teacher"))) { try room.book.leave(Room.id(1)) }
  }

  @Test func `students are put in all together or not at all`() throws {
    var room = Room(capacity: 2)
    try room.request(1)
    room.again()
    #expect(throws: Refusal.conflict(Phrase("enrolment.too-few", .count(1)))) {
      try room.book.add([Room.id(2), Room.id(3)])
    }
    #expect(room.inside == [1])
    #expect(try room.book.add([Room.id(1), Room.id(2), Room.id(2)]) == 1)
  }

  @Test func `a removal is taken back while the place is free`() throws {
    var room = Room(capacity: 1)
    for number in [1, 2] { try room.request(number) }
    room.again()
    try room.book.remove(Room.id(1))
    room.again()
    #expect(throws: Refusal.conflict(Phrase("enrolment.place-given"))) { try room.book.rejoin(Room.id(1)) }
    room.again { $0.capacity = 2 }
    try room.book.rejoin(Room.id(1))
    #expect(room.inside == [1, 2])
  }

  @Test func `who was refused or left was not removed, and no undo of a removal brings them in`() throws {
    var room = Room(capacity: 3)
    for number in [1, 2] { try room.request(number) }
    room.again()
    try room.book.leave(Room.id(1))
    room.book.leaveSchool(Room.id(2))
    for number in [1, 2] { #expect(throws: Refusal.notFound) { try room.book.rejoin(Room.id(number)) } }
    #expect(room.inside == [])
  }

  @Test func `who leaves the school gives the place up, and has it again when it is still free`() throws {
    var room = Room(capacity: 2)
    for number in [1, 2, 3] { try room.request(number) }
    room.again()
    room.book.leaveSchool(Room.id(1))
    #expect(room.inside == [2, 3])
    var back = room
    back.again()
    back.book.comeBack(Room.id(1))
    #expect(back.state(1) == .waitlisted && back.line == [1])
    room.again { $0.capacity = 3 }
    room.book.comeBack(Room.id(1))
    #expect(room.inside == [1, 2, 3])
  }

  @Test func `a course that is over or hidden takes no requests`() throws {
    var room = Room()
    room.again(today: Room.today.plus(days: 91))
    #expect(throws: Refusal.conflict(Phrase("enrolment.not-open"))) { try room.book.request(Room.id(1)) }
    room.again { $0.publishedAt = nil }
    #expect(throws: Refusal.conflict(Phrase("enrolment.not-open"))) { try room.book.request(Room.id(1)) }
  }

  /// What must hold after every act, whatever was done before.
  @Test(arguments: 0..<40)
  func `whatever is done in whatever order, the seats stay right`(_ seed: Int) throws {
    var dice = Dice(seed: UInt64(seed) &* 977 &+ 13)
    var room = Room(capacity: dice.roll(1...4), entry: seed % 3 == 0 ? .approval : .open)
    var order: [ID<Student>: Instant] = [:]
    for _ in 0..<250 {
      let (act, who) = (dice.roll(0...11), Room.id(dice.roll(1...9)))
      let before = (room.book.taken, room.course.capacity ?? 0, room.book.line.map(\.student))
      room.again(later: Int64(dice.roll(0...2))) { course in
        if act == 9 { course.capacity = dice.roll(1...5) }
        if act == 10 { course.dropUntil = dice.roll(0...1) == 0 ? nil : Room.today.plus(days: -1) }
        if act == 11 { course.entry = dice.roll(0...1) == 0 ? .open : .approval }
      }
      // Refusals leave everything as it was; the act is simply not done.
      switch act {
      case 0, 1, 2: _ = try? room.book.request(who)
      case 3, 4: _ = try? room.book.leave(who)
      case 5: _ = try? room.book.approve(who)
      case 6: _ = try? room.book.deny(who)
      case 7: _ = try? room.book.remove(who)
      case 8: _ = try? room.book.add([who])
      default: room.book.promote()
      }
      let capacity = room.course.capacity ?? 0
      #expect(room.book.taken <= max(capacity, before.0), "\(act)")
      if room.book.taken > before.0 { #expect(room.book.taken <= capacity) }
      // No place is free while somebody who may have it waits.
      #expect(!(room.book.isPromoting && room.book.hasRoom && !room.book.line.isEmpty), "\(act)")
      // Who was in the line before and still is, stands in the same order.
      let line = room.book.line.map(\.student)
      #expect(before.2.filter(line.contains) == line.filter(before.2.contains), "\(act)")
      for seat in room.book.line { order[seat.student] = seat.requestedAt }
      #expect(zip(room.book.line, room.book.line.dropFirst()).allSatisfy { $0.isBefore($1) })
      // Each change is told once, with what was before.
      #expect(Set(room.book.changes.map(\.seat.student)).count == room.book.changes.count)
    }
    #expect(!order.isEmpty)
  }
}
