import Base
import Classroom
import Database
import ICalendar
import Learning
import People
import School

/// What somebody's calendar is made of: the classes and courses whose hours it shows, and for whom events are shown.
struct CalendarAccess {
  var account: ID<Account>
  var school: ID<Tenant>
  var isOffice = false
  var isStaff = false
  /// The classes and courses that are the reader's own, or the children's.
  var classrooms: [Classroom] = []
  var courses: [Course] = []
  /// The reader, or the children: work is due on their own days.
  var students: [Student] = []
  /// For guardians of several: whose each class and course is.
  var classNames: [ID<Classroom>: [String]] = [:]
  var courseNames: [ID<Course>: [String]] = [:]
  /// Where lessons lead.
  var leadsToRegisters = false
  var hasPersonal = true
  /// Whether it is about the school as a whole, too.
  var hasSchool = true

  var audiences: [Event.Audience] {
    (hasSchool ? [.school] : []) + classrooms.map { .classroom($0.id) } + courses.map { .course($0.id) }
      + (hasPersonal ? [.person(account)] : [])
  }

  /// What the courses are called.
  var titles: [ID<Course>: String] {
    var found: [ID<Course>: String] = [:]
    for course in courses where found[course.id] == nil { found[course.id] = course.name }
    return found
  }

  /// What the classes are called.
  var roomNames: [ID<Classroom>: String] {
    var found: [ID<Classroom>: String] = [:]
    for room in classrooms where found[room.id] == nil { found[room.id] = room.name }
    return found
  }

  /// For guardians: whose class or course it is.
  func who(_ audience: Event.Audience) -> [String] {
    switch audience {
    case .classroom(let id): classNames[id] ?? []
    case .course(let id): courseNames[id] ?? []
    case .school, .person: []
    }
  }
}

extension CalendarAccess {
  /// As the caller sees the calendar now.
  ///
  /// - Parameter isApart: whether it is read among other calendars, where a child is named also when there is but one.
  init(_ caller: Caller, on day: Day, isApart: Bool = false, _ tx: Transaction) throws(Refusal) {
    self.init(account: caller.account, school: caller.school)
    (isOffice, isStaff) = (caller.role.isOffice, caller.role.isStaff)
    switch caller.role {
    case .owner, .admin, .teacher:
      let rooms = ClassroomsStore(tx: tx)
      let taught = Set(try rooms.taught(by: caller.account, in: caller.school))
      classrooms = try rooms.rooms(for: caller, on: day).filter { taught.contains($0.id) }
      courses = try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school, archived: false)
      leadsToRegisters = true
    case .student:
      let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school)
      try take([me].compactMap { $0 }, isNamed: false, on: day, tx)
    case .guardian:
      let children = try StudentsStore(tx: tx).ofGuardian(caller.account, in: caller.school)
      try take(children, isNamed: isApart || children.count > 1, on: day, tx)
    }
  }

  /// One child's, as the feed of the child has it: nobody else's names, nothing of the person who made it.
  init(_ child: Student, owner: ID<Account>, in school: ID<Tenant>, on day: Day, _ tx: Transaction) throws(Refusal) {
    self.init(account: owner, school: school)
    hasPersonal = false
    try take([child], isNamed: false, on: day, tx)
  }

  private mutating func take(_ children: [Student], isNamed: Bool, on day: Day, _ tx: Transaction) throws(Refusal) {
    let here = children.filter { $0.leftAt == nil }
    students = here
    let stays = try ClassroomsStore(tx: tx).current(of: here.map { $0.id }, in: school, on: day)
    let rooms = Set(stays.map { $0.classroom })
    classrooms = try rooms.tryCompactMap { room throws(Refusal) in
      try ClassroomsStore(tx: tx).classroom(room, in: school)
    }
    .filter { $0.archivedAt == nil }.sorted { ($0.sort, $0.id) < ($1.sort, $1.id) }
    let seats = try EnrolmentStore(tx: tx).seats(of: here.map { $0.id }, in: school).filter { $0.state.holdsPlace }
    courses = try CoursesStore(tx: tx).courses(Array(Set(seats.map { $0.course })), in: school)
      .filter { $0.isPublished && !$0.isArchived }
    guard isNamed else { return }
    for child in here {
      for stay in stays where stay.student == child.id { classNames[stay.classroom, default: []].append(child.given) }
      for seat in seats where seat.student == child.id { courseNames[seat.course, default: []].append(child.given) }
    }
  }
}

/// What happens in some days, as one reader sees it.
struct CalendarListing {
  let access: CalendarAccess
  let zone: Zone
  /// The school's own zone, in which its timetables and events count.
  let home: Zone
  let window: ClosedRange<Day>
  let tx: Transaction

  func entries() throws(Refusal) -> [CalendarEntry] {
    let free = try AttendanceStore(tx: tx).holidays(
      in: access.school, from: window.lowerBound.plus(days: -1), through: window.upperBound.plus(days: 1))
    let events = try self.events()
    // A holiday that is an event, too, is shown once.
    let said = events.filter { $0.kind == .holiday && $0.start == nil }
    let closed = free.filter { day in
      window.contains(day.day) && access.hasSchool && day.event == nil
        && !said.contains { $0.day <= day.day && day.day <= $0.last }
    }.map { CalendarEntry(.holiday, $0.name, day: $0.day) }
    return try closed + events + lessons(free) + trainings() + due()
  }

  // MARK: what is due

  private func due() throws(Refusal) -> [CalendarEntry] {
    let names = access.titles
    let found = try CalendarDue.all(
      access, from: zone.moment(window.lowerBound, minute: 0),
      until: zone.moment(window.upperBound.plus(days: 1), minute: 0), tx)
    return found.map { due in
      var entry = CalendarEntry(.due, due.item.title, day: zone.day(of: due.at), start: zone.minute(of: due.at))
      (entry.begins, entry.group) = (due.at, names[due.item.course])
      entry.hue = CalendarEntry.hue(of: due.item.course)
      (entry.who, entry.path) = (due.who(access), path(of: due.item))
      return entry
    }
  }

  // MARK: events

  private func events() throws(Refusal) -> [CalendarEntry] {
    let store = CalendarStore(tx: tx)
    let (first, last) = (window.lowerBound.plus(days: -1), window.upperBound.plus(days: 1))
    var found =
      access.isOffice
      ? try store.events(from: first, through: last, in: access.school)
        + store.events(for: [.person(access.account)], from: first, through: last, in: access.school)
      : try store.events(for: access.audiences, from: first, through: last, in: access.school)
    found.sort { $0.id < $1.id }
    let changes = try store.changes(of: found.filter { $0.rule != nil }.map { $0.id }, in: access.school)
    let groups = try groups(of: found)
    return found.flatMap { event -> [CalendarEntry] in
      let own = event.times.isAllDay ? home : tx.zones.named(event.zone) ?? home
      return event.occurrences(in: first...last, changes[event.id] ?? [], zone: own)
        .map { entry($0, own, groups[event.id]) }
        .filter(isShown)
    }
  }

  private func entry(_ one: Occurrence, _ own: Zone, _ group: String?) -> CalendarEntry {
    let event = one.event
    var entry = CalendarEntry(
      CalendarEntry.Kind(rawValue: event.kind.rawValue) ?? .event, one.title, day: one.times.from, last: one.times.until
    )
    if !one.times.isAllDay {
      let (begins, ends) = (one.start(in: own), one.end(in: own))
      (entry.begins, entry.ends) = (begins, ends)
      (entry.day, entry.start) = (zone.day(of: begins), zone.minute(of: begins))
      (entry.last, entry.end) = (zone.day(of: ends), zone.minute(of: ends))
      entry.endAtMidnight()
    }
    (entry.place, entry.group, entry.who) = (one.place, group, access.who(event.audience))
    (entry.event, entry.original, entry.path) = (event.id, one.day, CalendarPaths.event(event.id, one.day))
    (entry.isRepeated, entry.isChanged, entry.isMovable) = (event.rule != nil, one.isChanged, mayPlan(event))
    if case .course(let id) = event.audience { entry.hue = CalendarEntry.hue(of: id) }
    return entry
  }

  /// Those who plan for it may move it.
  private func mayPlan(_ event: Event) -> Bool {
    switch event.audience {
    case .person(let id): id == access.account
    case .school: access.isOffice
    case .classroom, .course: access.isStaff
    }
  }

  /// The names of the classes and courses that events are for.
  private func groups(of events: [Event]) throws(Refusal) -> [ID<Event>: String] {
    var found: [ID<Event>: String] = [:]
    var rooms = access.roomNames
    var courses = access.titles
    for event in events {
      switch event.audience {
      case .classroom(let id):
        if rooms[id] == nil { rooms[id] = try ClassroomsStore(tx: tx).classroom(id, in: access.school)?.name }
        found[event.id] = rooms[id]
      case .course(let id):
        if courses[id] == nil { courses[id] = try CoursesStore(tx: tx).course(id, in: access.school)?.name }
        found[event.id] = courses[id]
      case .school, .person: break
      }
    }
    return found
  }
}
