import Base
import Classroom
import Database
import ICalendar
import Learning
import People
import School

/// What stands in the way of an event: the same room, the same class or course, or its teacher elsewhere.
struct EventClashes {
  let event: Event
  /// What it takes the place of.
  var old: ID<Event>?
  let caller: Caller
  let home: Zone
  let tx: Transaction

  /// How far ahead, and how many times, are looked at.
  static let days = 200
  static let times = 60

  func found() throws(Refusal) -> [Clash] {
    guard !event.times.isAllDay, let clocks = clocks() else { return [] }
    let people = try people()
    let (room, holders) = (event.place.map(Student.fold), holders(people))
    guard !holders.isEmpty else { return [] }
    let wanted = clocks.times.map {
      Busy(start: $0.start, end: $0.end, title: event.title, holders: holders, audience: event.audience)
    }
    let free = try AttendanceStore(tx: tx).holidays(
      in: caller.school, from: clocks.days.lowerBound, through: clocks.days.upperBound)
    let taught = try Taught(people, event.audience, room, caller.school, tx)
    return try told(
      Busy.clashes(
        wanted,
        others(taught, room, clocks.days) + sessions(taught, free, clocks.days) + meetings(taught, free, clocks.days)))
  }

  private func clocks() -> (times: [(start: Instant, end: Instant)], days: ClosedRange<Day>)? {
    let (own, near) = (tx.zones.named(event.zone) ?? home, max(event.times.from, home.day(of: tx.now)))
    let times = event.occurrences(in: near...near.plus(days: Self.days), [], zone: own).prefix(Self.times)
      .map { (start: $0.start(in: own), end: $0.end(in: own)) }
    guard let first = times.map({ $0.start }).min(), let last = times.map({ $0.end }).max() else { return nil }
    return (times, home.day(of: first)...home.day(of: last))
  }

  /// Who must be there: the caller who teaches the class or the course; when the office plans, those who do.
  private func people() throws(Refusal) -> [ID<Account>] {
    let teachers: [ID<Account>]
    switch event.audience {
    case .classroom(let id): teachers = try ClassroomsStore(tx: tx).teachers(of: id, in: caller.school)
    case .course(let id): teachers = try CoursesStore(tx: tx).teachers(of: id, in: caller.school)
    case .person, .school: return []
    }
    return teachers.contains(caller.account) ? [caller.account] : Array(teachers.prefix(10))
  }

  private func holders(_ people: [ID<Account>]) -> Set<Busy.Holder> {
    var found = Set(people.map { Busy.Holder.person($0) })
    if let place = event.place { found.insert(.room(Student.fold(place))) }
    if let holder = event.audience.holder { found.insert(holder) }
    return found
  }

  /// What the caller may not see is told by its room alone.
  private func told(_ clashes: [Clash]) throws(Refusal) -> [Clash] {
    var known: [Event.Audience: Bool] = [:]
    for clash in clashes where known[clash.audience] == nil {
      known[clash.audience] = try EventFacts.access(of: clash.audience, caller, tx).sees
    }
    return clashes.map { clash in
      var clash = clash
      if known[clash.audience] != true { clash.title = clash.place ?? "" }
      return clash
    }
  }

  // MARK: what is taken

  /// Other events: of the same class, course or teachers, or in the same room.
  private func others(_ taught: Taught, _ room: String?, _ window: ClosedRange<Day>) throws(Refusal) -> [Busy] {
    let (store, school) = (CalendarStore(tx: tx), caller.school)
    var found = try store.events(
      for: Array(taught.audiences), from: window.lowerBound, through: window.upperBound, in: school)
    if let room {
      let known = Set(found.map { $0.id })
      found += try store.events(inRoom: room, from: window.lowerBound, through: window.upperBound, in: school)
        .filter { !known.contains($0.id) }
    }
    found.removeAll { $0.id == event.id || $0.id == old }
    let changes = try store.changes(of: found.filter { $0.rule != nil }.map { $0.id }, in: school)
    return found.flatMap { other -> [Busy] in
      let own = other.times.isAllDay ? home : tx.zones.named(other.zone) ?? home
      let people = taught.people(of: other)
      return other.occurrences(in: window, changes[other.id] ?? [], zone: own).filter { !$0.times.isAllDay }.map {
        one in
        var holders = people
        if let place = one.place { holders.insert(.room(Student.fold(place))) }
        if let holder = other.audience.holder { holders.insert(holder) }
        return Busy(
          start: one.start(in: own), end: one.end(in: own), title: one.title, holders: holders,
          audience: other.audience, place: one.place)
      }
    }
  }

  private func sessions(_ taught: Taught, _ free: [Holiday], _ window: ClosedRange<Day>) throws(Refusal) -> [Busy] {
    let periods = try AttendanceStore(tx: tx).periods(of: taught.classrooms, in: caller.school)
    return Timetable(periods: periods, holidays: free).sessions(from: window.lowerBound, through: window.upperBound).map
    {
      busy($0.day, $0.start, $0.end, $0.title, .classroom($0.classroom), taught)
    }
  }

  private func meetings(_ taught: Taught, _ free: [Holiday], _ window: ClosedRange<Day>) throws(Refusal) -> [Busy] {
    let (closed, courses) = (Set(free.map { $0.day }), taught.courses)
    let meetings = try CoursesStore(tx: tx).meetings(of: courses.map { $0.id }, in: caller.school)
    return (window.lowerBound.number...window.upperBound.number).map { Day(number: $0) }.filter { !closed.contains($0) }
      .flatMap { day in
        courses.filter { $0.isTaught(on: day) }.flatMap { course in
          (meetings[course.id] ?? []).filter { $0.weekday == day.weekday }.map {
            busy(day, $0.start, $0.end, course.name, .course(course.id), taught, room: course.room)
          }
        }
      }
  }

  private func busy(
    _ day: Day, _ start: Int, _ end: Int, _ title: String, _ audience: Event.Audience, _ taught: Taught,
    room: String? = nil
  ) -> Busy {
    var holders = taught.people[audience] ?? []
    if let holder = audience.holder { holders.insert(holder) }
    if let room { holders.insert(.room(Student.fold(room))) }
    return Busy(
      start: home.moment(day, minute: start), end: home.moment(day, minute: end), title: title, holders: holders,
      audience: audience, place: room)
  }
}

/// The classes and courses that may stand in the way, and who of the people teaches which.
private struct Taught {
  private(set) var classrooms: [ID<Classroom>] = []
  private(set) var courses: [Course] = []
  private(set) var people: [Event.Audience: Set<Busy.Holder>] = [:]
  /// Whose events are looked at: of those that merely have the room, only what is in it.
  private(set) var audiences: Set<Event.Audience> = []

  init(
    _ accounts: [ID<Account>], _ audience: Event.Audience, _ room: String?, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) {
    let store = CoursesStore(tx: tx)
    for account in accounts {
      for id in try ClassroomsStore(tx: tx).taught(by: account, in: school) { add(.classroom(id), account) }
      for id in try store.taught(by: account, in: school) { add(.course(id), account) }
    }
    audiences = Set(people.keys).union([audience])
    classrooms = audiences.compactMap { if case .classroom(let id) = $0 { id } else { nil } }.sorted()
    let own: [ID<Course>] = audiences.compactMap { if case .course(let id) = $0 { id } else { nil } }
    courses = try store.courses(own, in: school)
    if let room { courses += try store.courses(inRoom: room, in: school).filter { !own.contains($0.id) } }
  }

  private mutating func add(_ audience: Event.Audience, _ account: ID<Account>) {
    people[audience, default: []].insert(.person(account))
  }

  /// Who must be at an event: who planned it for a class of theirs, or else all who teach it.
  func people(of event: Event) -> Set<Busy.Holder> {
    let all = people[event.audience] ?? []
    return all.contains(.person(event.by)) ? [.person(event.by)] : all
  }
}

extension Event.Audience {
  fileprivate var holder: Busy.Holder? {
    switch self {
    case .classroom(let id): .classroom(id)
    case .course(let id): .course(id)
    case .person, .school: nil
    }
  }
}
