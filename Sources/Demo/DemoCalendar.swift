import Base
import Database
import ICalendar
import Ledger
import School
import Talk

/// What stands in the demo schools' calendar besides lessons and work: an evening, a test, a club that comes again.
extension DemoBuilder {
  func schedule(
    _ rooms: [Room], _ courses: [DemoCourse], _ accounts: [ID<Account>], in school: ID<Tenant>, on today: Day
  ) async throws {
    guard let room = rooms.first, let course = courses.first else { return }
    let evening = EventTimes(from: today.plus(days: 6), start: 18 * 60, end: 20 * 60)
    let test = EventTimes(from: today.plus(days: 9), start: 8 * 60 + 15, end: 9 * 60)
    let club = EventTimes(from: today.plus(days: -12), start: 15 * 60, end: 16 * 60)
    let events = [
      event(.school, .event, "Parents’ evening", "Hall", evening, by: accounts[1]),
      event(.course(course.course.id), .exam, "Fractions test", "Room 7", test, by: accounts[2]),
      event(
        .classroom(room.classroom.id), .event, "Chess club", "Library", club,
        rule: Recurrence(.weekly), by: accounts[2]),
    ]
    try await ledger.write(envelope("demo.schedule", school, accounts[1])) { tx in
      for event in events { try CalendarStore(tx: tx).put(event) }
      return ""
    }
  }

  private func event(
    _ audience: Event.Audience, _ kind: Event.Kind, _ title: String, _ place: String, _ times: EventTimes,
    rule: Recurrence? = nil, by author: ID<Account>
  ) -> Event {
    let (id, now) = (world.id(Event.self), world.now())
    return Event(
      id: id, audience: audience, kind: kind, title: title, place: place, times: times, zone: plan.zone, rule: rule,
      uid: id.text + "@homeroom", by: author, createdAt: now, updatedAt: now)
  }
}
