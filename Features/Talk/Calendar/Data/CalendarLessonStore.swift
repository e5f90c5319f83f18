import Base
import Classroom
import Database
import ICalendar
import Learning
import People
import School

/// Lessons: the hours of classes, which have registers, and the meetings of courses.
extension CalendarListing {
  func lessons(_ free: [Holiday]) throws(Refusal) -> [CalendarEntry] {
    let (sessions, meetings) = (try sessions(free), try meetings(Set(free.map { $0.day })))
    guard access.isStaff else { return CalendarEntry.joined(sessions, meetings) { _, _ in true } }
    let pairs = try together(sessions, meetings)
    return CalendarEntry.joined(sessions, meetings) { pairs[$1]?.contains($0) == true }
  }

  /// Of staff, who are nobody's classmates: the classes that have students in a course of the same hour.
  private func together(
    _ sessions: [CalendarEntry], _ meetings: [CalendarEntry]
  ) throws(Refusal) -> [ID<Course>: Set<ID<Classroom>>] {
    let (taught, met) = (Set(sessions.compactMap { $0.begins }), Set(meetings.compactMap { $0.begins }))
    let rooms = Set(sessions.filter { $0.begins.map(met.contains) == true }.compactMap { $0.classroom })
    let courses = Set(meetings.filter { $0.begins.map(taught.contains) == true }.compactMap { $0.course })
    return try EnrolmentStore(tx: tx).classes(
      of: courses.sorted(), among: rooms.sorted(), on: window.lowerBound, in: access.school)
  }

  private func sessions(_ free: [Holiday]) throws(Refusal) -> [CalendarEntry] {
    let rooms = access.roomNames
    let periods = try AttendanceStore(tx: tx).periods(of: Array(rooms.keys), in: access.school)
    let found = Timetable(periods: periods, holidays: free).sessions(from: wide.lowerBound, through: wide.upperBound)
    return found.compactMap { session in
      var entry = lesson(session.title, session.day, session.start, session.end)
      (entry.group, entry.who) = (rooms[session.classroom], access.classNames[session.classroom] ?? [])
      (entry.classroom, entry.hue) = (session.classroom, CalendarEntry.hue(of: session.title))
      if access.leadsToRegisters { entry.path = AttendancePaths.register(session.period, session.day) }
      return isShown(entry) ? entry : nil
    }
  }

  private func meetings(_ free: Set<Day>) throws(Refusal) -> [CalendarEntry] {
    let open = access.courses.filter { $0.isPublished }
    let meetings = try CoursesStore(tx: tx).meetings(of: open.map { $0.id }, in: access.school)
    var found: [CalendarEntry] = []
    for number in wide.lowerBound.number...wide.upperBound.number where !free.contains(Day(number: number)) {
      let day = Day(number: number)
      for course in open where course.isTaught(on: day) {
        for meeting in meetings[course.id] ?? [] where meeting.weekday == day.weekday {
          var entry = lesson(course.name, day, meeting.start, meeting.end)
          (entry.place, entry.who) = (course.room, access.courseNames[course.id] ?? [])
          (entry.course, entry.hue) = (course.id, CalendarEntry.hue(of: course.id))
          entry.path = CoursesPaths.course(course.id)
          if isShown(entry) { found.append(entry) }
        }
      }
    }
    return found
  }

  private func lesson(_ title: String, _ day: Day, _ start: Int, _ end: Int) -> CalendarEntry {
    let (begins, ends) = (home.moment(day, minute: start), home.moment(day, minute: end))
    var entry = CalendarEntry(
      .lesson, title, day: zone.day(of: begins), start: zone.minute(of: begins), end: zone.minute(of: ends))
    (entry.begins, entry.ends) = (begins, ends)
    entry.last = zone.day(of: ends)
    entry.endAtMidnight()
    return entry
  }

  /// The school's days of which the reader's own clock may have a part on the days shown.
  private var wide: ClosedRange<Day> {
    zone.name == home.name ? window : window.lowerBound.plus(days: -1)...window.upperBound.plus(days: 1)
  }

  func isShown(_ entry: CalendarEntry) -> Bool {
    entry.day <= window.upperBound && entry.last >= window.lowerBound
  }
}

extension CalendarEntry {
  /// An hour of a class and a meeting of a course at the same time are one lesson, where the same people are in both: it
  /// is called as the course is, and leads to the register for who takes it, for others to the course.
  ///
  /// Of guardians each child is counted alone: what is one lesson for a sister may be two for her brother.
  static func joined(
    _ sessions: [CalendarEntry], _ meetings: [CalendarEntry], _ isSame: (ID<Classroom>, ID<Course>) -> Bool
  ) -> [CalendarEntry] {
    var meetings = meetings
    var found: [CalendarEntry] = []
    var taken: Set<Int> = []
    for session in sessions {
      let near = meetings.indices.filter { session.isOne(with: meetings[$0], isSame) }
      guard let place = near.max(by: { session.kinship(meetings[$0]) < session.kinship(meetings[$1]) }) else {
        found.append(session)
        continue
      }
      let meeting = meetings[place]
      found.append(session.taught(as: meeting))
      let alone = session.who.filter { !meeting.who.contains($0) }
      if !alone.isEmpty {
        var rest = session
        rest.who = alone
        found.append(rest)
      }
      meetings[place].who.removeAll { session.who.contains($0) }
      if meetings[place].who.isEmpty { taken.insert(place) }
    }
    return found + meetings.indices.filter { !taken.contains($0) }.map { meetings[$0] }
  }

  private func isOne(with meeting: CalendarEntry, _ isSame: (ID<Classroom>, ID<Course>) -> Bool) -> Bool {
    guard begins == meeting.begins, ends == meeting.ends, let classroom, let course = meeting.course else {
      return false
    }
    return (who.isEmpty && meeting.who.isEmpty || who.contains { meeting.who.contains($0) })
      && isSame(classroom, course)
  }

  /// How much of their names is the same from the beginning on: “Mathematics” is rather “Math 7” than “Music”.
  private func kinship(_ other: CalendarEntry) -> Int {
    zip(Student.fold(title).utf8, Student.fold(other.title).utf8).prefix { $0 == $1 }.count
  }

  private func taught(as meeting: CalendarEntry) -> CalendarEntry {
    var entry = self
    (entry.title, entry.course, entry.hue) = (meeting.title, meeting.course, meeting.hue)
    (entry.place, entry.path) = (meeting.place, path ?? meeting.path)
    entry.who = who.filter { meeting.who.contains($0) }
    return entry
  }
}
