public import Base
public import Database
import Kit
import People
package import School

/// What pages ask. Each is one snapshot and a number of queries that does not grow with what it finds.
extension AttendanceService {
  /// A day of the classes the caller marks; for the office, of the whole school.
  ///
  /// - Parameter isWhole: every register is listed, however many there are.
  public func day(
    _ wanted: Day? = nil, for caller: Caller, zone: Zone, isWhole: Bool = false, _ tx: Transaction
  ) throws(Refusal) -> AttendanceDay {
    let today = zone.day(of: tx.now)
    var day = try AttendanceDay(wanted ?? today, today: today, caller, tx)
    day.isWhole = isWhole
    return day
  }

  /// The caller's children today, or the caller's own day as a student.
  ///
  /// - Parameter withWeeks: the four weeks before, too.
  public func children(
    for caller: Caller, zone: Zone, withWeeks: Bool = false, _ tx: Transaction
  ) throws(Refusal) -> [ChildToday] {
    let students = StudentsStore(tx: tx)
    let children =
      caller.role == .student
      ? [try students.ofAccount(caller.account, in: caller.school)].compactMap { $0 }
      : try students.ofGuardian(caller.account, in: caller.school)
    return try ChildToday.of(
      children, zone.day(of: tx.now), caller.school, mayReport: caller.role != .student, withWeeks: withWeeks, tx)
  }

  func register(
    _ period: ID<TimetablePeriod>, _ day: Day, _ caller: Caller, _ zone: Zone, _ tx: Transaction
  ) throws(Refusal) -> RegisterPage {
    let context = try RegisterContext(period, day, caller, zone, tx)
    let refused = context.facts.reason(day, caller)
    // What may not be seen is not there; what only cannot be marked is shown with the reason.
    if refused == .notFound { throw .notFound }
    var reason: Phrase?
    if case .notAllowed(let phrase) = refused { reason = phrase }
    return try RegisterPage(context.session, context.roster, context.marks, reason, caller.school, tx)
  }

  /// What the page has to show: twelve months back.
  package static let historyDays = 366
  static let pageSize = 30

  func history(
    of student: ID<Student>, month: Day?, after: String?, _ caller: Caller, _ zone: Zone, _ tx: Transaction
  ) throws(Refusal) -> HistoryPage {
    try mustSeeStudent(caller, student, tx)
    return try HistoryPage(student, month: month, after: after, caller, zone.day(of: tx.now), tx)
  }

  func absences(
    of student: ID<Student>, _ caller: Caller, _ zone: Zone, _ tx: Transaction
  ) throws(Refusal) -> AbsencesPage {
    let access = try mustSeeStudent(caller, student, tx)
    guard let known = try StudentsStore(tx: tx).student(student, in: caller.school) else { throw .notFound }
    let facts = try AbsenceFacts(student, caller, zone, tx)
    let found = try AttendanceStore(tx: tx).absences(of: student, in: caller.school)
    let names = try AccountsStore(tx: tx).names(of: found.map { $0.by })
    return AbsencesPage(
      student: student, name: known.name, rows: found.map { .init(absence: $0, by: names[$0.by] ?? "—") },
      mayReport: access.isStaff || facts.isGuardian, today: facts.today)
  }
}

extension ChildToday {
  /// What a page watches that says the day in a sentence, and fetches itself again.
  public var interests: [String] {
    .watching([.family(student)], [AttendanceTables.mark.number, AttendanceTables.absence.number])
  }
}

extension AttendanceDay {
  package init(_ day: Day, today: Day, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    let (classrooms, store) = (ClassroomsStore(tx: tx), AttendanceStore(tx: tx))
    let (school, isOffice) = (caller.school, caller.role.isOffice)
    let classCount = isOffice ? try classrooms.count(in: school) : 0
    // A large school's classes are not listed here: they have a page.
    let isLarge = classCount > Self.maxLinks ? try store.hasPeriods(of: nil, in: school) : false
    let rooms = isLarge ? [] : try classrooms.rooms(for: caller, on: day)
    let own = isOffice ? nil : rooms.map { $0.id }
    let holiday = try store.holiday(on: day, in: school)
    let registers =
      holiday == nil
      ? try store.registers(on: day, of: own, in: school) + store.untaken(on: day, of: own, in: school) : []
    let meeting = Set(registers.map { $0.session.classroom })
    let sizes =
      isOffice
      ? try classrooms.counts(in: school, on: day) : try classrooms.counts(of: meeting, in: school, on: day)
    let lines = registers.sorted { LessonSession.comes($0.session, before: $1.session) }.map {
      SessionLine(
        session: $0.session, classroom: $0.classroom, students: sizes[$0.session.classroom] ?? 0, count: $0.count)
    }
    self.init(
      day: day, today: today, holiday: holiday, lines: lines,
      hasTimetable: isLarge || !lines.isEmpty ? true : try store.hasPeriods(of: own, in: school), classrooms: rooms,
      classCount: isOffice ? classCount : rooms.count,
      topics: isOffice ? ["office-day/" + school.text] : rooms.map { "class-day/" + $0.id.text })
  }
}

extension LessonSession {
  /// The sittings that were written down, as they were then, and those that only follow from the timetable.
  static func all(_ written: [LessonSession], _ planned: [LessonSession]) -> [LessonSession] {
    let known = Set(written.map { $0.id })
    return (written + planned.filter { !known.contains($0.id) }).sorted { comes($0, before: $1) }
  }
}

extension ChildToday {
  /// Several children at once, in the order given.
  package static func of(
    _ children: [Student], _ day: Day, _ school: ID<Tenant>, mayReport: Bool = true, withWeeks: Bool = false,
    _ tx: Transaction
  ) throws(Refusal) -> [ChildToday] {
    let ids = children.map { $0.id }
    let stays = try ClassroomsStore(tx: tx).current(of: ids, in: school, on: day)
    let rooms = Array(Set(stays.map { $0.classroom }))
    let store = AttendanceStore(tx: tx)
    let holiday = try store.holiday(on: day, in: school)
    let planned = Timetable(periods: try store.periods(of: rooms, in: school), holidays: []).sessions(on: day)
    let sessions = holiday == nil ? LessonSession.all(try store.sessions(on: day, of: rooms, in: school), planned) : []
    let marks = try store.marks(of: ids, in: sessions.map { $0.id }, school: school)
    let absences = try store.absences(of: ids, on: day, in: school)
    let first = day.plus(days: -27)
    let days =
      withWeeks ? try store.worstMarks(of: ids, in: rooms, from: first, through: day, school: school) : [:]
    return children.map { child in
      let mine = Set(stays.filter { $0.student == child.id }.map { $0.classroom })
      let lines = sessions.filter { mine.contains($0.classroom) }.map { session in
        Line(session: session, mark: marks.first { $0.student == child.id && $0.session == session.id })
      }
      var today = ChildToday(
        student: child.id, name: child.name, given: child.called ?? child.given, holiday: holiday, lines: lines,
        absence: absences[child.id],
        mayReport: mayReport)
      if withWeeks {
        let marked = days[child.id] ?? [:]
        today.weeks = (0..<28).map { (first.plus(days: $0), marked[first.plus(days: $0)]) }
      }
      return today
    }
  }
}

extension RegisterPage {
  package init(
    _ session: LessonSession, _ roster: [Student], _ marks: [Mark], _ refused: Phrase?, _ school: ID<Tenant>,
    _ tx: Transaction
  ) throws(Refusal) {
    let room = try ClassroomsStore(tx: tx).classroom(session.classroom, in: school)
    let said = try AttendanceStore(tx: tx).absences(of: roster.map { $0.id }, on: session.day, in: school)
    let names = try AccountsStore(tx: tx).names(of: marks.map { $0.by } + said.values.map { $0.by })
    let rows = roster.map { student in
      let mark = marks.first { $0.student == student.id }
      return Row(
        student: student.id, name: student.name, mark: mark, by: mark.flatMap { names[$0.by] },
        said: said[student.id].map { Said(by: names[$0.by] ?? "—", reason: $0.reason) }, photo: student.photoPath)
    }
    let topic = session.id.text + "." + session.classroom.text + (refused == nil ? "" : ".r")
    self.init(
      session: session, classroom: room?.name ?? "", rows: rows, refused: refused,
      topics: ["register/" + topic] + (refused == nil ? ["said/" + session.classroom.text] : []))
  }
}

extension HistoryPage {
  package init(
    _ student: ID<Student>, month: Day?, after: String?, _ caller: Caller, _ today: Day, _ tx: Transaction
  ) throws(Refusal) {
    let school = caller.school
    guard let known = try StudentsStore(tx: tx).student(student, in: school) else { throw .notFound }
    let stays = try ClassroomsStore(tx: tx).enrolments(of: student, in: school).map {
      Stay(classroom: $0.enrolment.classroom, from: $0.enrolment.from, until: $0.enrolment.until)
    }
    let (store, since) = (AttendanceStore(tx: tx), today.plus(days: -AttendanceService.historyDays))
    let all = try store.history(of: student, since: since, in: school).filter { found in
      stays.contains { $0.covers(found.session) }
    }
    let shown = all.filter { found in month.map { $0.startOfMonth == found.session.day.startOfMonth } ?? true }
    let start = after.flatMap { id in shown.firstIndex { $0.session.id.text == id } }.map { $0 + 1 } ?? 0
    let page = shown.dropFirst(start).prefix(AttendanceService.pageSize)
    let marks = try store.marks(of: [student], in: page.map { $0.session.id }, school: school)
    let isMore = shown.count > start + page.count
    let facts = try AbsenceFacts(student, caller, .utc, tx)
    self.init(
      student: student, name: known.name, count: AttendanceCount(shown.map { $0.status }),
      rate: try SchoolsStore(tx: tx).school(school)?.rate ?? .attendance,
      missed: MissedDays(shown.map { ($0.session.day, $0.session.minutes, $0.status) }),
      untaken: try HistoryPage.untaken(stays, shown.map { $0.session }, since, month, today, school, tx), month: month,
      months: Day.months(all.map { $0.session.day }),
      entries: try HistoryPage.entries(HistoryPage.pairs(page.map { $0.session }, marks), student, school, tx),
      next: isMore ? page.last?.session.id.text : nil, isFirst: start == 0,
      mayReport: caller.role.isStaff || facts.isGuardian)
  }

  /// The sittings with what was marked in each.
  private static func pairs(_ sessions: [LessonSession], _ marks: [Mark]) -> [(session: LessonSession, mark: Mark)] {
    let known = marks.keyed { $0.session }
    return sessions.compactMap { session in known[session.id].map { (session, $0) } }
  }

  /// How many sittings there were for the student in the time shown, without a mark.
  private static func untaken(
    _ stays: [Stay], _ marked: [LessonSession], _ since: Day, _ month: Day?, _ today: Day, _ school: ID<Tenant>,
    _ tx: Transaction
  ) throws(Refusal) -> Int {
    let store = AttendanceStore(tx: tx)
    let first = max(since, month ?? since)
    let last = min(today, month.map { $0.endOfMonth } ?? today)
    let periods = try store.periods(of: Array(Set(stays.map { $0.classroom })), in: school)
    let holidays = try store.holidays(in: school, from: first, through: max(first, last))
    return Timetable(periods: periods, holidays: holidays).count(
      for: stays, besides: marked, from: first, through: last)
  }

  package static func entries(
    _ found: [(session: LessonSession, mark: Mark)], _ student: ID<Student>, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [Entry] {
    let before = try AttendanceStore(tx: tx).events(of: student, in: found.map { $0.session.id }, school: school)
    let names = try AccountsStore(tx: tx).names(of: found.map { $0.mark.by } + before.map { $0.event.by })
    return found.map { session, mark in
      let old = before.filter { $0.session == session.id }.map { $0.event }.reversed()
      return Entry(
        session: session, mark: mark, by: names[mark.by] ?? "—",
        earlier: old.map { (event: $0, by: names[$0.by] ?? "—") })
    }
  }
}

extension Day {
  /// The months of some days, newest first.
  static func months(_ days: [Day]) -> [Day] { Set(days.map { $0.startOfMonth }).sorted(by: >) }
}
