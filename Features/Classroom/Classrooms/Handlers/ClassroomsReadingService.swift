package import Base
package import Database
import Kit
import People
package import Router
package import School

/// What pages ask: each a look into one snapshot, with everything the page shows.
extension ClassroomsService {
  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> ClassroomsPage {
    let caller = try request.caller()
    var reader = FormReader(request.query)
    let archived = reader.flag("archived") && caller.role.isOffice
    let (text, after) = (reader.optionalText("q", max: 100) ?? "", reader.optionalID("after", Classroom.self))
    try reader.finish()
    var page = try Self.list(caller.school, for: caller, archived: archived, text: text, after: after, tx)
    page.isOffice = caller.role.isOffice
    page.isStaff = caller.role.isStaff
    page.topics = .watchingAll(ClassroomsTables.watched)
    return page
  }

  /// How many classes one part of the list has.
  static let part = 60

  /// One part of the list: the names of all are read and put in order, of what is shown also the rest.
  static func list(
    _ school: ID<Tenant>, for caller: Caller?, archived: Bool, text: String = "", after: ID<Classroom>? = nil,
    _ tx: Transaction
  ) throws(Refusal) -> ClassroomsPage {
    let store = ClassroomsStore(tx: tx)
    let day = try store.today(in: school)
    let words = Student.fold(text).split(separator: " ").prefix(6)
    let found = try store.rooms(in: school, for: caller, archived: archived, on: day).filter { room in
      words.allSatisfy { Student.fold(room.name).includes($0) }
    }
    let start = after.flatMap { last in found.firstIndex { $0.id == last } }.map { $0 + 1 } ?? 0
    let shown = Array(found[start..<min(start + part, found.count)])
    let rooms = try store.summaries(of: shown, in: school, on: day)
    let names = try AccountsStore(tx: tx).names(of: rooms.flatMap { $0.teachers })
    var page = ClassroomsPage(
      rows: rooms.map {
        .init(classroom: $0.classroom, students: $0.students, teachers: $0.teachers.compactMap { names[$0] })
      }, archived: archived)
    (page.text, page.total, page.isLater) = (text, found.count, start > 0)
    page.next = start + part < found.count ? shown.last?.id : nil
    return page
  }

  func classroom(_ request: Request, _ tx: Transaction) throws(Refusal) -> ClassroomPage {
    let (caller, id) = (try request.caller(), try request.id("classroom", Classroom.self))
    guard let access = try ClassroomsStore(tx: tx).access(of: id, caller),
      var page = try Self.page(id, access, caller.school, tx)
    else { throw .notFound }
    if access == .office { page.candidates = try Self.candidates(besides: page.teachers, caller.school, tx) }
    page.topics = .watching(access.buckets(of: id), Self.watched)
    try Self.mark(&page, caller.school, tx)
    let room = page.classroom
    page.cards = try cards.tryCompactMap { card throws(Refusal) in try card.draw(room, access, caller, tx) }
    page.topics += page.cards.flatMap { $0.topics }
    return page
  }

  /// Who is in it and teaches it, and today's marks, which stand beside the names.
  private static let watched =
    ClassroomsTables.watched + [
      StudentsTables.student.number, AttendanceTables.mark.number, AttendanceTables.period.number,
    ]

  static func page(
    _ id: ID<Classroom>, _ access: ClassAccess, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> ClassroomPage? {
    let store = ClassroomsStore(tx: tx)
    guard let room = try store.classroom(id, in: school) else { return nil }
    let all = try store.roster(id, in: school, on: store.today(in: school))
    let teachers = try store.teachers(of: id, in: school)
    let names = try AccountsStore(tx: tx).names(of: teachers)
    var students = all
    if case .guardian(let children) = access { students = all.filter { children.contains($0.id) } }
    return ClassroomPage(
      classroom: room, access: access, students: students, count: students.count,
      teachers: teachers.map { .init(account: $0, name: names[$0] ?? "") })
  }

  /// What stands beside the names: the pills of the lesson that is on, or each student's latest mark of today.
  static func mark(_ page: inout ClassroomPage, _ school: ID<Tenant>, _ tx: Transaction) throws(Refusal) {
    page.running = try running(page, school, tx)
    if page.running == nil { page.marks = try marks(page, school, tx) }
  }

  /// Each student's latest mark of today.
  ///
  /// Classmates do not see each other's.
  private static func marks(
    _ page: ClassroomPage, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [ID<Student>: Mark.Status] {
    guard page.access != .mate else { return [:] }
    let store = AttendanceStore(tx: tx)
    let today = try ClassroomsStore(tx: tx).today(in: school)
    let sessions = try store.sessions(on: today, of: [page.classroom.id], in: school).map { $0.id }
    let marks = try store.marks(of: page.students.map { $0.id }, in: sessions, school: school)
    return marks.sorted(by: { $0.at < $1.at }).keyed(by: { $0.student }, to: { $0.status })
  }

  /// The register of the lesson that is on, or was on last today.
  static func running(
    _ page: ClassroomPage, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> RunningRegister? {
    guard page.isOpen else { return nil }
    let zone = try SchoolsStore(tx: tx).zone(of: school)
    let (store, today, minute) = (AttendanceStore(tx: tx), zone.day(of: tx.now), zone.minute(of: tx.now))
    let periods = try store.periods(of: [page.classroom.id], in: school)
    let begun = Timetable(periods: periods, holidays: []).sessions(on: today).last { $0.start <= minute }
    guard let begun, try store.holiday(on: today, in: school) == nil else { return nil }
    let marks = try store.marks(of: begun.id, in: school).keyed(by: { $0.student }, to: { $0.status })
    return RunningRegister(session: begun, marks: marks)
  }

  private static func candidates(
    besides teachers: [ClassroomPage.Teacher], _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [ClassroomPage.Teacher] {
    let there = Set(teachers.map { $0.account })
    let accounts = try MembersStore(tx: tx).accounts(of: school, role: .teacher).filter { !there.contains($0) }
    return try AccountsStore(tx: tx).names(of: accounts).map { ClassroomPage.Teacher(account: $0.key, name: $0.value) }
      .sorted { (Student.fold($0.name), $0.account) < (Student.fold($1.name), $1.account) }
  }

  /// The classroom for a form, when the caller is its staff.
  package func room(_ request: Request, _ tx: Transaction) throws(Refusal) -> (classroom: Classroom, wasUsed: Bool) {
    let (caller, id) = (try request.caller(), try request.id("classroom", Classroom.self))
    let store = ClassroomsStore(tx: tx)
    guard let access = try store.access(of: id, caller), access.isStaff,
      let room = try store.classroom(id, in: caller.school)
    else { throw .notFound }
    return (room, try store.wasUsed(id, in: caller.school))
  }

  /// Students the caller knows who are not in the class.
  func enrolment(_ request: Request, _ tx: Transaction) throws(Refusal) -> EnrolmentPage {
    let (caller, room) = (try request.caller(), try room(request, tx).classroom)
    var reader = FormReader(request.query)
    let text = reader.optionalText("q", max: 100) ?? ""
    let after: ID<Student>? = reader.optionalID("after")
    // A refused form brings what was ticked; a new search or the next part does by its address.
    let ticked: [ID<Student>] =
      reader.ids("student", max: 500) + request.draft.form.all("student").compactMap { ID($0) }
    try reader.finish()
    let store = ClassroomsStore(tx: tx)
    let here = Set(try store.studentIDs(room.id, in: caller.school, on: store.today(in: caller.school)))
    let own: [ID<Student>]? = if caller.role.isOffice { nil } else { try StudentsReach.classrooms.taught(caller, tx) }
    // Those who are here already are left out after the search, so a part may be shorter, never wrong.
    let found = try StudentsStore(tx: tx).search(
      in: caller.school, text: text, ids: own, after: after, limit: 50 + min(here.count, 100))
    let known = Set(try store.known(ticked, to: caller)).subtracting(here)
    let chosen = try StudentsStore(tx: tx).students(in: caller.school, ids: known.sorted())
    return EnrolmentPage(
      classroom: room, text: text, chosen: chosen,
      students: found.filter { !here.contains($0.id) && !known.contains($0.id) },
      classes: try store.names(of: (found + chosen).map { $0.id }, in: caller.school),
      next: found.count == 50 + min(here.count, 100) ? found.last?.id : nil)
  }
}
