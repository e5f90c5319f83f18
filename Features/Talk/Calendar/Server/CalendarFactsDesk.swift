import Base
import Classroom
import Learning
import Ledger
import People
import School

extension EventFacts {
  /// Of an event that is there: whether the caller sees it, and whether it is theirs to plan.
  init(of event: Event, _ caller: Caller, _ tx: Transaction) throws {
    let (sees, plans) = try EventFacts.sight(of: event.audience, caller, tx)
    self.init(sees: sees, plans: plans)
  }

  /// Of an event that is to be: also what stands in its way.
  init(_ event: Event, _ caller: Caller, _ home: Zone, _ tx: Transaction) throws {
    let (sees, plans) = try EventFacts.sight(of: event.audience, caller, tx)
    let clashes = sees && plans ? try EventClashes(event: event, caller: caller, home: home, tx: tx).found() : []
    self.init(sees: sees, plans: plans, clashes: clashes)
  }

  static func sight(
    of audience: Event.Audience, _ caller: Caller, _ tx: Transaction
  ) throws -> (sees: Bool, plans: Bool) {
    switch audience {
    case .person(let account): return (account == caller.account, account == caller.account)
    case .school: return (true, caller.role.isOffice)
    case .classroom(let id):
      guard let sight = try ClassroomsStore(tx: tx).sight(of: id, caller) else { return (false, false) }
      return (true, sight == .office || sight == .teacher)
    case .course(let id):
      guard let sight = try EnrolmentStore(tx: tx).sight(of: id, caller) else { return (false, false) }
      return (true, sight.isStaff)
    }
  }
}

/// What stands in the way of an event: the same room, the same class or course, or its teacher elsewhere.
struct EventClashes {
  let event: Event
  let caller: Caller
  let home: Zone
  let tx: Transaction

  /// How far ahead, and how many times, are looked at.
  static let days = 200
  static let times = 60

  func found() throws -> [Clash] {
    guard !event.times.isAllDay else { return [] }
    let wanted = wanted()
    guard let first = wanted.map(\.start).min(), let last = wanted.map(\.end).max(),
      !wanted.allSatisfy(\.holders.isEmpty)
    else { return [] }
    let window = home.day(of: first)...home.day(of: last)
    return try Busy.clashes(wanted, others(window) + lessons(window))
  }

  private var holders: Set<Busy.Holder> {
    var found: Set<Busy.Holder> = []
    if let place = event.place { found.insert(.room(Student.fold(place))) }
    switch event.audience {
    case .classroom(let id): found.formUnion([.classroom(id), .person(caller.account)])
    case .course(let id): found.formUnion([.course(id), .person(caller.account)])
    case .person, .school: break
    }
    return found
  }

  private func wanted() -> [Busy] {
    let near = max(event.times.from, home.day(of: tx.now))
    return event.occurrences(in: near...near.plus(days: Self.days), [], zone: home).prefix(Self.times).map {
      Busy(start: $0.start(in: home), end: $0.end(in: home), title: event.title, holders: holders)
    }
  }

  /// Other events: of the same people, or in any room.
  private func others(_ window: ClosedRange<Day>) throws -> [Busy] {
    let store = CalendarStore(tx: tx)
    var found = try store.events(
      for: [event.audience], from: window.lowerBound, through: window.upperBound, in: caller.school)
    if event.place != nil {
      let known = Set(found.map(\.id))
      found += try store.events(inPlaces: window.lowerBound, through: window.upperBound, in: caller.school)
        .filter { !known.contains($0.id) }
    }
    found.removeAll { $0.id == event.id || $0.times.isAllDay }
    let changes = try store.changes(of: found.map(\.id), in: caller.school)
    return try found.flatMap { other -> [Busy] in
      let own = zoneNamed(other.zone) ?? home
      // Of what the caller may not see, only that the room is taken.
      let title = try EventFacts.sight(of: other.audience, caller, tx).sees ? other.title : other.place ?? ""
      return other.occurrences(in: window, changes[other.id] ?? [], zone: own).map { one in
        var holders: Set<Busy.Holder> = []
        if let place = one.place { holders.insert(.room(Student.fold(place))) }
        switch other.audience {
        case .classroom(let id): holders.insert(.classroom(id))
        case .course(let id): holders.insert(.course(id))
        case .person, .school: break
        }
        if other.by == caller.account { holders.insert(.person(caller.account)) }
        return Busy(start: one.start(in: own), end: one.end(in: own), title: title, holders: holders)
      }
    }
  }

  /// What the caller teaches then, and what the class or the course has then.
  private func lessons(_ window: ClosedRange<Day>) throws -> [Busy] {
    let free = try AttendanceStore(tx: tx).holidays(
      in: caller.school, from: window.lowerBound, through: window.upperBound)
    var mine = caller.role.isStaff ? try ClassroomsStore(tx: tx).taught(by: caller.account, in: caller.school) : []
    if case .classroom(let id) = event.audience, !mine.contains(id) { mine.append(id) }
    let taught = Set(try ClassroomsStore(tx: tx).taught(by: caller.account, in: caller.school))
    let slots = try AttendanceStore(tx: tx).slots(of: mine, in: caller.school)
    let sittings = Timetable(slots: slots, holidays: free).sittings(from: window.lowerBound, through: window.upperBound)
    let held = sittings.map { one -> Busy in
      var holders: Set<Busy.Holder> = [.classroom(one.classroom)]
      if taught.contains(one.classroom) { holders.insert(.person(caller.account)) }
      return Busy(
        start: home.moment(one.day, minute: one.start), end: home.moment(one.day, minute: one.end), title: one.title,
        holders: holders)
    }
    return try held + meetings(window, Set(free.map(\.day)))
  }

  private func meetings(_ window: ClosedRange<Day>, _ free: Set<Day>) throws -> [Busy] {
    let store = CoursesStore(tx: tx)
    var courses = try store.taught(by: caller.account, in: caller.school, archived: false)
    let taught = Set(courses.map(\.id))
    if case .course(let id) = event.audience, !taught.contains(id), let one = try store.course(id, in: caller.school) {
      courses.append(one)
    }
    let rooms =
      try event.place == nil
      ? []
      : store.all(in: caller.school, archived: false, after: nil, limit: 500)
        .filter { course in course.room != nil && !courses.contains { $0.id == course.id } }
    courses += rooms
    let meetings = try store.meetings(of: courses.map(\.id), in: caller.school)
    var found: [Busy] = []
    for number in window.lowerBound.number...window.upperBound.number where !free.contains(Day(number: number)) {
      let day = Day(number: number)
      for course in courses where course.isTaught(on: day) {
        for one in meetings[course.id] ?? [] where one.weekday == day.weekday {
          var holders: Set<Busy.Holder> = [.course(course.id)]
          if let room = course.room { holders.insert(.room(Student.fold(room))) }
          if taught.contains(course.id) { holders.insert(.person(caller.account)) }
          found.append(
            Busy(
              start: home.moment(day, minute: one.start), end: home.moment(day, minute: one.end), title: course.name,
              holders: holders))
        }
      }
    }
    return found
  }
}
