import Base
import ICalendar
import School
import Talk

/// What stands in the demo schools' calendar besides lessons and work: an evening, a test, a club that comes again.
extension DemoBuilder {
  func schedule(
    _ rooms: [Room], _ courses: [DemoCourse], on today: Day
  ) async throws {
    guard let room = rooms.first, let course = courses.first else { return }
    let evening = EventTimes(from: plan.day(6, from: today), start: 18 * 60, end: 20 * 60)
    let test = EventTimes(from: plan.day(9, from: today), start: 8 * 60 + 15, end: 9 * 60)
    let club = EventTimes(from: plan.day(-12, from: today), start: 15 * 60, end: 16 * 60)
    try await plan(.school, .event, "Parents’ evening", "Hall", evening, by: accounts[1])
    try await plan(.course(course.course.id), .exam, "Fractions test", "Room 7", test, by: accounts[2])
    try await plan(
      .classroom(room.classroom.id), .event, "Chess club", "Library", club, rule: Recurrence(.weekly),
      key: world.id(), by: accounts[2])
  }

  private func plan(
    _ audience: Event.Audience, _ kind: Event.Kind, _ title: String, _ place: String, _ times: EventTimes,
    rule: Recurrence? = nil, key: ID<IdempotencyKey>? = nil, by author: ID<Account>
  ) async throws {
    let words = EventWords(
      audience: audience, kind: kind, title: title, place: place, times: times, rule: rule, isAnyway: true)
    try await send(AddEvent(id: world.id(), words: words), key, by: author)
  }
}
