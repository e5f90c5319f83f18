import Base
import Classroom
import Database
import HTML
import Kit
import Ledger
import People
import School
public import Web

/// What stays true on open screens: the register, the day of a class, of the school and of a family, the history.
public func attendanceViews(_ server: AttendanceServer) -> [LiveView] {
  [
    server.registerView, server.saidView, server.classDayView, server.officeDayView, server.familyView,
    server.historyView,
    server.timetableView, server.holidaysView, server.absencesView, server.missingView,
  ]
}

extension Change.Entry {
  /// Whose mark in which sitting this entry is about.
  var marked: (session: ID<LessonSession>, student: ID<Student>)? {
    guard let session = id("sitting", of: AttendanceTables.mark, LessonSession.self),
      let student = id("student", of: AttendanceTables.mark, Student.self)
    else { return nil }
    return (session, student)
  }
  /// The class whose list of students this entry is about.
  var enrolled: ID<Classroom>? { id("classroom", of: ClassroomsTables.enrolment) }
  var classroom: ID<Classroom>? { bucket.kind == Bucket.classStaff(.none).kind ? bucket.id.cast() : nil }
  var family: ID<Student>? { bucket.kind == Bucket.family(.none).kind ? bucket.id.cast() : nil }
}

extension Change {
  /// Who was marked in a sitting by this change.
  func students(in session: ID<LessonSession>) -> [ID<Student>] {
    Array(Set(entries.compactMap { $0.marked.flatMap { $0.session == session ? $0.student : nil } }))
  }
  var sessions: [ID<LessonSession>] { Array(Set(entries.compactMap { $0.marked?.session })) }
  func sessions(of classroom: ID<Classroom>) -> [ID<LessonSession>] {
    Array(Set(entries.filter { $0.classroom == classroom }.compactMap { $0.marked?.session }))
  }
}

extension AttendanceServer {
  private func staffMaySee(_ classroom: ID<Classroom>?, _ caller: Caller) async throws -> Bool {
    guard let classroom, caller.role.isStaff else { return false }
    return try await ledger.read { tx in
      try tx.maySee(.classStaff(classroom), caller)
        && ClassroomsStore(tx: tx).classroom(classroom, in: caller.school) != nil
    }
  }

  /// The topic is `session.classroom`: the sitting names itself before anybody has written it down, so who may see it
  /// is the classroom's question.
  ///
  /// With `.r` at the end it is for those who may only read.
  var registerView: LiveView {
    LiveView("register", isOfRows: true) { id, caller in
      try await staffMaySee(RegisterTopic(id)?.classroom, caller)
    } touched: { change in
      let open = change.entries.compactMap { entry -> String? in
        guard let classroom = entry.classroom, let marked = entry.marked else { return nil }
        return marked.session.text + "." + classroom.text
      }
      return Set(open + open.map { $0 + ".r" })
    } render: { id, change, scene in
      guard let topic = RegisterTopic(id) else { return nil }
      let refused = topic.isReadOnly ? Phrase("attendance.read-only") : nil
      let data = try await ledger.read { tx -> RegisterPage? in
        let store = AttendanceStore(tx: tx)
        guard let session = try store.session(topic.session, in: change.school), session.classroom == topic.classroom
        else {
          return nil
        }
        let roster = try ClassroomsStore(tx: tx).roster(session.classroom, in: change.school, on: session.day)
        return try RegisterPage(
          session, roster, store.marks(of: session.id, in: change.school), refused, change.school, tx)
      }
      return data.map { registerFragments($0, change.students(in: topic.session), scene) }
    }
  }

  /// What families say beforehand, into the registers of a class that are open: one line for each day, under an id that
  /// carries the day, so that each page takes its own.
  ///
  /// When somebody has come into the class or left it, the register asks for itself.
  var saidView: LiveView {
    LiveView("said") { id, caller in
      try await staffMaySee(ID(id), caller)
    } touched: { change in
      let said = change.entries.filter { $0.table == AttendanceTables.absence.number }
      return Set(said.compactMap { $0.classroom?.text } + change.entries.compactMap { $0.enrolled?.text })
    } render: { id, change, scene in
      let ids = Set(change.entries.compactMap { $0.id("id", of: AttendanceTables.absence, Absence.self) })
      let found = try await ledger.read { tx in
        let absences = try ids.compactMap { try AttendanceStore(tx: tx).absence($0, in: change.school) }
        return (absences, try AccountsStore(tx: tx).names(of: absences.map(\.by)))
      }
      let isOther = change.entries.contains { $0.enrolled?.text == id }
      return found.0.map { saidFragments($0, found.1[$0.by] ?? "—", scene) }
        .reduce(isOther ? fragment(.refresh, "main") : "", +)
    }
  }

  var classDayView: LiveView {
    LiveView("class-day") { id, caller in
      try await staffMaySee(ID(id), caller)
    } touched: { change in
      Set(change.entries.compactMap { $0.marked == nil ? nil : $0.classroom?.text })
    } render: { id, change, scene in
      guard let classroom = ID<Classroom>(id) else { return nil }
      return try await dayFragments(change.sessions(of: classroom), change.school, hasSums: false, scene)
    }
  }

  var officeDayView: LiveView {
    LiveView("office-day") { id, caller in
      caller.role.isOffice && id == caller.school.text
    } touched: { change in
      change.sessions.isEmpty ? [] : [change.school.text]
    } render: { _, change, scene in
      try await dayFragments(change.sessions, change.school, hasSums: true, scene)
    }
  }

  /// The rows of the sittings, on whichever days they are.
  private func dayFragments(
    _ sessions: [ID<LessonSession>], _ school: ID<Tenant>, hasSums: Bool, _ scene: Scene
  ) async throws -> HTML {
    // The whole school, as nobody in particular.
    let everybody = Caller(account: .none, school: school, role: .owner)
    let days = try await ledger.read { tx in
      let known = try sessions.compactMap { try AttendanceStore(tx: tx).session($0, in: school) }
      let today = scene.zone.day(of: tx.now)
      return try Set(known.map(\.day)).map { try AttendanceDay($0, today: today, everybody, tx) }
    }
    return days.map { changedRows($0, sessions, hasSums: hasSums, scene) }.reduce("", +)
  }

  var familyView: LiveView {
    LiveView("family") { id, caller in
      guard let student = ID<Student>(id) else { return false }
      return try await ledger.read { try maySeeStudent(caller, student, $0) }
    } touched: { change in
      let ours = [AttendanceTables.mark.number, AttendanceTables.absence.number]
      return Set(change.entries.filter { ours.contains($0.table) }.compactMap { $0.family?.text })
    } render: { id, change, scene in
      guard let student = ID<Student>(id) else { return nil }
      let cards = try await ledger.read { tx in
        let known = try StudentsStore(tx: tx).students(in: change.school, ids: [student])
        return try ChildToday.of(known, scene.zone.day(of: tx.now), change.school, tx)
      }
      return cards.map { fragment(.replace, "today-" + id, todayPart($0, scene)) }.reduce("", +)
    }
  }

  /// The topic is the student, or `student.2026-11` for a page of one month.
  var historyView: LiveView {
    LiveView("history") { id, caller in
      guard let topic = HistoryTopic(id) else { return false }
      return try await ledger.read { try maySeeStudent(caller, topic.student, $0) }
    } touched: { change in
      let students = Set(change.entries.compactMap { $0.marked == nil ? nil : $0.family?.text })
      // Which month a sitting is of, the change does not say; pages of other months are told that nothing is different.
      return students.union(students.flatMap { student in months.map { student + "." + $0 } })
    } render: { id, change, scene in
      guard let topic = HistoryTopic(id) else { return nil }
      let marked = Set(change.entries.compactMap { $0.marked }.filter { $0.student == topic.student }.map(\.session))
      return try await ledger.read { tx in
        let store = AttendanceStore(tx: tx)
        let touched = try marked.compactMap { try store.session($0, in: change.school) }
          .filter { topic.month == nil || topic.month == $0.day.startOfMonth }
        if touched.isEmpty { return nil }
        let found = try touched.compactMap { session in
          try store.marks(of: [topic.student], in: [session.id], school: change.school).first.map { (session, $0) }
        }
        // As nobody in particular: what only some may press stands outside of these pieces.
        let caller = Caller(account: .none, school: change.school, role: .owner)
        let page = try HistoryPage(
          topic.student, month: topic.month, after: nil, caller, scene.zone.day(of: tx.now), tx)
        let here = Set(found.map(\.0.id))
        return historyFragments(
          page, try HistoryPage.entries(found, topic.student, change.school, tx),
          cleared: touched.map(\.id).filter { !here.contains($0) }, scene)
      }
    }
  }

  /// The week of a class, for its staff.
  var timetableView: LiveView {
    LiveView("timetable") { id, caller in
      try await staffMaySee(ID(id), caller)
    } touched: { change in
      Set(change.entries.filter { $0.table == AttendanceTables.period.number }.compactMap { $0.classroom?.text })
    } render: { id, change, scene in
      guard let classroom = ID<Classroom>(id) else { return nil }
      let caller = Caller(account: .none, school: change.school, role: .owner)
      let page = try await ledger.read { try service.timetablePage(classroom, caller, scene.zone, $0) }
      return fragment(.replace, "timetable-" + id, timetableWeek(page, scene))
    }
  }

  /// The days the school is closed; each has a button with its own proof, so the page asks for itself.
  var holidaysView: LiveView {
    LiveView("holidays") { id, caller in
      caller.role.isOffice && id == caller.school.text
    } touched: { change in
      change.entries.contains { $0.table == AttendanceTables.holiday.number } ? [change.school.text] : []
    } render: { _, _, _ in
      fragment(.refresh, "main")
    }
  }

  /// What was said beforehand about one child, with a button for each, as above.
  var absencesView: LiveView {
    LiveView("absences") { id, caller in
      guard let student = ID<Student>(id) else { return false }
      return try await ledger.read { try maySeeStudent(caller, student, $0) }
    } touched: { change in
      Set(change.entries.filter { $0.table == AttendanceTables.absence.number }.compactMap { $0.family?.text })
    } render: { _, _, _ in
      fragment(.refresh, "main")
    }
  }

  /// For the office the whole school, for a class's staff their class: the page asks for itself when a mark, a report or a call changes.
  var missingView: LiveView {
    LiveView("missing") { id, caller in
      guard caller.role.isStaff else { return false }
      if caller.role.isOffice, id == caller.school.text { return true }
      guard let room = ID<Classroom>(id) else { return false }
      return try await ledger.read { try $0.maySee(.classStaff(room), caller) }
    } touched: { change in
      let tables = [AttendanceTables.mark.number, AttendanceTables.absence.number, AttendanceTables.homeCall.number]
      let rooms = change.entries.filter { tables.contains($0.table) }.compactMap { $0.classroom?.text }
      return rooms.isEmpty ? [] : Set(rooms + [change.school.text])
    } render: { _, _, _ in
      fragment(.refresh, "main")
    }
  }

  /// Every month that a history may show, as `2026-11`.
  private var months: [String] {
    let today = Zone.utc.day(of: ledger.world.now())
    var (months, day) = (Set<String>(), today.plus(days: 1))
    while day.number >= today.number - AttendanceService.historyDays - 1 {
      months.insert(String(day.text.prefix(7)))
      day = day.startOfMonth.plus(days: -1)
    }
    return months.sorted()
  }
}

/// The id of a history's topic, taken apart.
private struct HistoryTopic {
  let student: ID<Student>
  /// Its first day.
  let month: Day?
  init?(_ id: String) {
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, let student = ID<Student>(first), parts.count <= 2 else { return nil }
    let month = parts.count == 2 ? Day(String(parts[1]) + "-01") : nil
    if parts.count == 2, month == nil { return nil }
    (self.student, self.month) = (student, month)
  }
}

/// The id of a register's topic, taken apart.
private struct RegisterTopic {
  let session: ID<LessonSession>
  let classroom: ID<Classroom>
  let isReadOnly: Bool
  init?(_ id: String) {
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let session = ID<LessonSession>(parts[0]), let classroom = ID<Classroom>(parts[1]) else {
      return nil
    }
    (self.session, self.classroom, isReadOnly) = (session, classroom, parts.count > 2)
  }
}
