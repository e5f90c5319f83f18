import Base
import Classroom
import Database
import Kit
import Learning
import People
import Router
import School
import Training

/// What pages ask: each a look into one snapshot.
extension CalendarService {
  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> CalendarPage {
    let (caller, zone) = (try request.caller(), request.scene.ownZone)
    let view = request.query["view"].flatMap { CalendarView(named: $0) } ?? .week
    let begins = request.scene.zone.firstWeekday
    let today = request.scene.ownToday
    let asked = request.query["on"].flatMap { Day($0) } ?? today
    let day = EventTimes(from: asked).isWithinReason ? asked : today
    let window = view.days(near: day, weekStart: begins)
    let home = try homeZone(of: caller.school, tx)
    let access = try CalendarAccess(caller, on: home.day(of: tx.now), tx)
    var page = CalendarPage(view: view, day: day, today: today, window: window)
    page.entries = try CalendarListing(access: access, zone: zone, home: home, window: window, tx: tx).entries()
      .sorted(by: CalendarEntry.comes)
    page.entries = CalendarEntry.marked(page.entries, isOffice: access.isOffice)
    page.choice = try CalendarStore(tx: tx).choice(of: caller.account, in: caller.school)
    page.topics = .watchingAll(Self.watched)
    page.isOffice = caller.role.isOffice
    return page
  }

  /// One time of an event the caller may see.
  func event(
    _ id: ID<Event>, _ day: Day?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (occurrence: Occurrence, facts: EventFacts, changes: [EventChange]) {
    let store = CalendarStore(tx: tx)
    let event = try store.known(id, in: caller.school)
    let facts = try EventFacts(of: event, caller, tx)
    guard facts.sees else { throw .notFound }
    let home = try homeZone(of: caller.school, tx)
    let own = tx.zones.named(event.zone) ?? home
    let changes = (try store.changes(of: [id], in: caller.school)[id] ?? []).filter { !event.isPast($0.day) }
    let wanted = day ?? event.times.from
    guard event.isNamed(wanted, zone: own) || day == nil else { throw .notFound }
    let change = changes.first { $0.day == wanted }
    return (event.occurrence(on: wanted, change?.isSkipped == true ? nil : change), facts, changes)
  }

  func eventPage(_ request: Request, _ tx: Transaction) throws(Refusal) -> EventPage {
    let (caller, id) = (try request.caller(), try request.id("event", Event.self))
    let day = (request.form["day"] ?? request.query["day"]).flatMap { Day($0) }
    let found = try self.event(id, day, caller, tx)
    let event = found.occurrence.event
    var page = EventPage(occurrence: found.occurrence, plans: found.facts.plans)
    page.changes = found.changes
    page.isSkipped = found.changes.contains { $0.day == found.occurrence.day && $0.isSkipped }
    page.by = try AccountsStore(tx: tx).names(of: [event.by])[event.by]
    page.group = try groupName(event.audience, caller.school, tx)
    let home = try homeZone(of: caller.school, tx)
    page.zone = event.times.isAllDay ? home : tx.zones.named(event.zone) ?? home
    page.choice = try CalendarStore(tx: tx).choice(of: caller.account, in: caller.school)
    page.topics = .watching(
      try event.audience.buckets(in: caller.school).tryFilter { bucket throws(Refusal) in try tx.maySee(bucket, caller)
      },
      [CalendarTables.event.number, CalendarTables.change.number])
    page.audiences = found.facts.plans ? try audiences(for: caller, tx, with: event.audience, page.group) : []
    return page
  }

  private func groupName(
    _ audience: Event.Audience, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> String? {
    switch audience {
    case .classroom(let id): return try ClassroomsStore(tx: tx).classroom(id, in: school)?.name
    case .course(let id): return try CoursesStore(tx: tx).course(id, in: school)?.name
    case .school, .person: return nil
    }
  }

  /// Whose clock new events are of.
  func home(_ request: Request, _ tx: Transaction) throws(Refusal) -> Zone {
    try homeZone(of: request.caller().school, tx)
  }

  /// For whom the caller may plan, with the names of classes and courses.
  func audiences(for request: Request, _ tx: Transaction) throws(Refusal) -> [AudienceChoice] {
    try audiences(for: request.caller(), tx)
  }

  /// - Parameter own: what an event is for already, which is always among the choices.
  private func audiences(
    for caller: Caller, _ tx: Transaction, with own: Event.Audience? = nil, _ name: String? = nil
  ) throws(Refusal) -> [AudienceChoice] {
    let found = try planned(by: caller, tx)
    guard let own, !found.contains(where: { $0.audience.text == own.text }) else { return found }
    return found + [AudienceChoice(audience: own, name: name)]
  }

  private func planned(by caller: Caller, _ tx: Transaction) throws(Refusal) -> [AudienceChoice] {
    var found = [AudienceChoice(audience: .person(.none), name: nil)]
    guard caller.role.isStaff else { return found }
    if caller.role.isOffice { found.append(AudienceChoice(audience: .school, name: nil)) }
    let today = try ClassroomsStore(tx: tx).today(in: caller.school)
    found += try ClassroomsStore(tx: tx).rooms(for: caller, on: today).prefix(300).map {
      AudienceChoice(audience: .classroom($0.id), name: $0.name)
    }
    let store = CoursesStore(tx: tx)
    let courses =
      caller.role.isOffice
      ? try store.all(in: caller.school, archived: false, after: nil, limit: 300)
      : try store.taught(by: caller.account, in: caller.school, archived: false)
    return found + courses.map { AudienceChoice(audience: .course($0.id), name: $0.name) }
  }
}

extension CalendarService {
  /// What an open calendar shows lies in these: events, lessons, closed days, and what is due, for all or for one student.
  static let watched = [
    CalendarTables.event.number, CalendarTables.change.number, AttendanceTables.period.number,
    AttendanceTables.holiday.number, CoursesTables.course.number, CoursesTables.meeting.number,
    CoursesTables.item.number, QuizzesTables.quiz.number, QuizzesTables.time.number,
    AssignmentsTables.dueExtension.number, LogbookTables.lesson.number,
  ]
}

extension CalendarView {
  /// The days a page of this view shows.
  func days(near day: Day, weekStart: Int) -> ClosedRange<Day> {
    func first(_ day: Day) -> Day { day.startOfWeek(from: weekStart) }
    switch self {
    case .day: return day...day
    case .week: return first(day)...first(day).plus(days: 6)
    case .list: return day...day.plus(days: 29)
    case .month:
      return first(day.startOfMonth)...first(day.endOfMonth).plus(days: 6)
    }
  }
}
