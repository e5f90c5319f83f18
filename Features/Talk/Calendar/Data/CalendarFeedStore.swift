package import Base
import Classroom
package import Database
import ICalendar
import Learning
import People
package import School

/// What one feed holds: the hours as rules, what is due, the events, those called off among them.
package struct FeedContent {
  let feed: Feed
  let school: ID<Tenant>
  /// What addresses that leave the server begin with.
  let origin: String
  let words: Words
  let tx: Transaction

  package init(feed: Feed, school: ID<Tenant>, origin: String, words: Words, tx: Transaction) {
    (self.feed, self.school, self.origin, self.words, self.tx) = (feed, school, origin, words, tx)
  }

  /// How far back and ahead it goes; what comes again goes on by itself.
  package static let past = 120
  static let ahead = 800

  /// `nil` when its owner may not see it any more.
  package func calendar() throws(Refusal) -> FeedCalendar? {
    guard let membership = try MembersStore(tx: tx).membership(feed.owner, in: school),
      let known = try SchoolsStore(tx: tx).school(school), known.erasedAt == nil
    else { return nil }
    let (home, caller) = (
      tx.zones.named(known.zone) ?? .utc, Caller(account: feed.owner, school: school, role: membership.role)
    )
    let today = home.day(of: tx.now)
    guard let (access, name) = try access(caller, today) else { return nil }
    let window = today.plus(days: -Self.past)...today.plus(days: Self.ahead)
    let language = try AccountsStore(tx: tx).languages(of: [feed.owner])[feed.owner] ?? known.language
    let content = FeedContent(feed: feed, school: school, origin: origin, words: words.speaking(language), tx: tx)
    let items = try content.items(access, window, home, today)
    return FeedCalendar(
      name: name.map { known.name + " · " + $0 } ?? known.name,
      host: origin.split(separator: "/").last.map(String.init) ?? "homeroom", items: items.sorted { $0.uid < $1.uid },
      last: window.upperBound)
  }

  private func items(
    _ access: CalendarAccess, _ window: ClosedRange<Day>, _ home: Zone, _ today: Day
  ) throws(Refusal) -> [FeedItem] {
    try events(access, window) + lessons(access, window, home, end: openEnd(today)) + due(access, window, home)
      + CalendarStudyReminder(content: self, home: home, today: today).items()
      + CalendarTraining(content: self, home: home).items(window)
  }

  /// When a timetable ends that says no end: with the last term there is, else a year from this month.
  private func openEnd(_ today: Day) throws(Refusal) -> Day {
    let terms = try SchoolsStore(tx: tx).terms(of: school).map { $0.until }.filter { $0 >= today }
    let (year, month, _) = today.parts
    let usual = Day(year: year + (month == 12 ? 2 : 1), month: month % 12 + 1, day: 1)?.plus(days: -1)
    return terms.max() ?? usual ?? today.plus(days: 365)
  }

  /// Whose it is stands first: in a program it is one among the calendars of a whole family.
  private func titled(_ title: String, _ who: [String]) -> String {
    who.isEmpty ? title : withoutIsolates(words("calendar.feed.whose", .text(words.list(who)), .text(title)))
  }

  /// Asked anew each time: who is removed, or whose child leaves, reads nothing more.
  private func access(_ caller: Caller, _ today: Day) throws(Refusal) -> (CalendarAccess, String?)? {
    switch feed.scope {
    case .person: return (try CalendarAccess(caller, on: today, isApart: true, tx), nil)
    case .child(let id):
      guard let child = try StudentsStore(tx: tx).student(id, in: school), child.leftAt == nil,
        try tx.isMember(feed.owner, of: .family(id), school: school)
      else { return nil }
      return (try CalendarAccess(child, owner: feed.owner, in: school, on: today, tx), child.given)
    case .classroom(let id):
      guard try ClassroomsStore(tx: tx).access(of: id, caller) != nil,
        let room = try ClassroomsStore(tx: tx).classroom(id, in: school)
      else { return nil }
      return (group(classrooms: [room]), room.name)
    case .course(let id):
      guard try EnrolmentStore(tx: tx).access(of: id, caller) != nil,
        let course = try CoursesStore(tx: tx).course(id, in: school)
      else { return nil }
      return (group(courses: [course]), course.name)
    }
  }

  private func group(classrooms: [Classroom] = [], courses: [Course] = []) -> CalendarAccess {
    CalendarAccess(
      account: feed.owner, school: school, classrooms: classrooms, courses: courses, hasPersonal: false,
      hasSchool: false)
  }

  private func events(_ access: CalendarAccess, _ window: ClosedRange<Day>) throws(Refusal) -> [FeedItem] {
    let store = CalendarStore(tx: tx)
    var found = try store.events(
      for: access.audiences, from: window.lowerBound, through: window.upperBound, in: school, isWhole: true)
    if access.isOffice {
      let known = Set(found.map { $0.id })
      found += try store.events(from: window.lowerBound, through: window.upperBound, in: school, isWhole: true)
        .filter { !known.contains($0.id) }
    }
    let changes = try store.changes(of: found.map { $0.id }, in: school)
    let shown = found.map { event in
      var item = FeedItem(event, changes[event.id] ?? [])
      let who = access.who(event.audience)
      item.title = titled(item.title, who)
      item.changed = item.changed.map { change in
        var change = change
        change.title = change.title.map { titled($0, who) }
        return change
      }
      item.url = origin + CalendarPaths.event(event.id)
      return item
    }
    return try shown + left(access, window, Set(found.map { $0.id }))
  }

  /// What is for others now is called off for those who had it; who began to read later never had it.
  private func left(
    _ access: CalendarAccess, _ window: ClosedRange<Day>, _ known: Set<ID<Event>>
  ) throws(Refusal) -> [FeedItem] {
    let (store, first, last) = (CalendarStore(tx: tx), window.lowerBound, window.upperBound)
    var found =
      access.isOffice
      ? try store.left(from: first, through: last, since: feed.createdAt, in: school)
        + store.left([.person(access.account)], from: first, through: last, since: feed.createdAt, in: school)
      : try store.left(access.audiences, from: first, through: last, since: feed.createdAt, in: school)
    var said = known
    // Who was told of it twice hears of the last time.
    found.sort { $0.sequence > $1.sequence }
    return found.compactMap { said.insert($0.event).inserted ? $0.item : nil }
  }

  // MARK: lessons

  private func lessons(
    _ access: CalendarAccess, _ window: ClosedRange<Day>, _ home: Zone, end: Day
  ) throws(Refusal) -> [FeedItem] {
    let free = try AttendanceStore(tx: tx).holidays(
      in: school, from: window.lowerBound, through: window.upperBound)
    let said = try CalendarStore(tx: tx).events(
      for: [.school], from: window.lowerBound, through: window.upperBound, in: school
    ).filter { $0.kind == .holiday && $0.times.isAllDay }
    let changes = try CalendarStore(tx: tx).changes(of: said.filter { $0.rule != nil }.map { $0.id }, in: school)
    var shown: Set<Day> = []
    for event in said {
      for one in event.occurrences(in: window, changes[event.id] ?? [], zone: home) {
        shown.formUnion((0...one.times.span).map { one.times.from.plus(days: $0) })
      }
    }
    // A day that a holiday on the calendar closes is in the feed as that.
    let closed = free.filter { access.hasSchool && $0.event == nil && !shown.contains($0.day) }.map { day in
      FeedItem(
        uid: "holiday-" + day.day.text + "-" + school.text + "@homeroom", updatedAt: home.moment(day.day, minute: 0),
        title: day.name, kind: "holiday", times: EventTimes(from: day.day), zone: home.name)
    }
    let days = free.map { $0.day }
    return try closed + periods(access, window, home, days, end: end) + meetings(access, window, home, days, end: end)
  }

  private func periods(
    _ access: CalendarAccess, _ window: ClosedRange<Day>, _ home: Zone, _ free: [Day], end: Day
  ) throws(Refusal) -> [FeedItem] {
    let periods = try AttendanceStore(tx: tx).periods(of: access.classrooms.map { $0.id }, in: school)
    return periods.filter { $0.until.map { $0 >= window.lowerBound } ?? true }.compactMap { period in
      let until = period.until ?? max(end, period.from.plus(days: 6))
      var item = weekly(
        period.id.text, period.title, period.weekday, period.start, period.end, period.from, until, home, free)
      item?.title = titled(period.title, access.classNames[period.classroom] ?? [])
      item?.note = access.classrooms.first { $0.id == period.classroom }?.name
      return item
    }
  }

  private func meetings(
    _ access: CalendarAccess, _ window: ClosedRange<Day>, _ home: Zone, _ free: [Day], end: Day
  ) throws(Refusal) -> [FeedItem] {
    let open = access.courses.filter { $0.isPublished && ($0.until.map { $0 >= window.lowerBound } ?? true) }
    let meetings = try CoursesStore(tx: tx).meetings(of: open.map { $0.id }, in: school)
    return open.flatMap { course in
      (meetings[course.id] ?? []).compactMap { one in
        let name = course.id.text + "-" + String(one.weekday) + "-" + String(one.start)
        let from = course.from ?? home.day(of: course.createdAt)
        let until = course.until ?? max(end, from.plus(days: 6))
        var item = weekly(name, course.name, one.weekday, one.start, one.end, from, until, home, free)
        item?.title = titled(course.name, access.courseNames[course.id] ?? [])
        item?.place = course.room
        item?.url = origin + CoursesPaths.course(course.id)
        item?.updatedAt = course.updatedAt
        item?.sequence = course.updatedAt.edition
        return item
      }
    }
  }

  /// A place in the week: every week from the first such day on, but for holidays.
  private func weekly(
    _ name: String, _ title: String, _ weekday: Int, _ start: Int, _ end: Int, _ from: Day, _ until: Day,
    _ home: Zone, _ free: [Day]
  ) -> FeedItem? {
    let first = from.plus(days: (weekday - from.weekday + 7) % 7)
    if until < first { return nil }
    var rule = Recurrence(.weekly)
    rule.weekdays = [.init(weekday: weekday)]
    rule.until = .day(until)
    var item = FeedItem(
      uid: name + "@homeroom", updatedAt: home.moment(from, minute: 0), title: title, kind: "lesson",
      times: EventTimes(from: first, start: start, end: end), zone: home.name, rule: rule)
    item.skipped = free.filter { $0.weekday == weekday && $0 >= first && $0 <= until }
    return item
  }

  // MARK: what is due

  private func due(_ access: CalendarAccess, _ window: ClosedRange<Day>, _ home: Zone) throws(Refusal) -> [FeedItem] {
    let names = access.titles
    let found = try CalendarDue.all(
      access, from: home.moment(window.lowerBound, minute: 0), until: home.moment(window.upperBound, minute: 0), tx)
    let days = Dictionary(grouping: found) { $0.item.id }.mapValues { $0.count }
    let withdrawn = try withdrawn(access, window, home, Set(found.map { $0.item.id }))
    return withdrawn
      + found.map { due in
        let (item, minute) = (due.item, home.minute(of: due.at))
        // Where children have days of their own, each has its own name among calendars.
        let whose = days[item.id] == 1 ? "" : due.students.first.map { "-" + $0.id.text } ?? ""
        let title = withoutIsolates(words("calendar.feed.due", .text(item.title)))
        var one = FeedItem(
          uid: item.id.text + whose + "@homeroom", updatedAt: due.changedAt, title: titled(title, due.who(access)),
          kind: "due", times: EventTimes(from: home.day(of: due.at), start: minute, end: minute), zone: home.name)
        (one.sequence, one.note, one.url) = (due.changedAt.edition, names[item.course], origin + path(of: item))
        return one
      }
  }

  /// Work that was taken back is called off, without a word of what it was.
  private func withdrawn(
    _ access: CalendarAccess, _ window: ClosedRange<Day>, _ home: Zone, _ shown: Set<ID<CourseItem>>
  ) throws(Refusal) -> [FeedItem] {
    let open = access.courses.filter { $0.isPublished }.map { $0.id }
    let gone = try CoursesStore(tx: tx).withdrawn(in: open, since: feed.createdAt, school)
      .filter { !shown.contains($0.id) }
    let own = gone.isEmpty ? [:] : try CalendarDue.extended(access.students.map { $0.id }, school, tx)
    return try gone.tryFlatMap { item throws(Refusal) -> [FeedItem] in
      let usual: Instant? =
        if let due = item.dueAt { due } else {
          try QuizzesStore(tx: tx).quiz(item.id.cast(), in: school)?.closesAt
        }
      // Where children had days of their own, each had its own name among calendars.
      var days: [(at: Instant, name: String)] = []
      for student in access.students.sorted(by: { $0.id < $1.id }) {
        guard let at = own[student.id]?[item.id] ?? usual, !days.contains(where: { $0.at == at }) else { continue }
        days.append((at, "-" + student.id.text))
      }
      if days.count < 2 { days = (days.first?.at ?? usual).map { [($0, "")] } ?? [] }
      return days.compactMap { day in
        let minute = home.minute(of: day.at)
        var one = FeedItem(
          uid: item.id.text + day.name + "@homeroom", updatedAt: item.at, title: "", kind: "due",
          times: EventTimes(from: home.day(of: day.at), start: minute, end: minute), zone: home.name)
        (one.sequence, one.isCancelled) = (item.at.edition, true)
        return window.contains(one.times.from) ? one : nil
      }
    }
  }
}

extension Instant {
  /// A number that grows when what it belongs to changes: the seconds since 2023.
  var edition: Int { Int(max(0, milliseconds / 1000 - 1_672_531_200)) }
}
