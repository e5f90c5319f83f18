import Base
import Classroom
import Database
import Kit
import People
import Router
import School

/// What pages ask: each a look into one snapshot, with everything the page shows.
extension EnrolmentService {
  static let part = 24

  // MARK: the catalogue

  func catalogue(_ request: Request, _ tx: Transaction) throws(Refusal) -> CataloguePage {
    let caller = try request.caller()
    var reader = FormReader(request.query)
    var filter = CatalogueFilter(text: reader.optionalText("q", max: 100) ?? "")
    (filter.subject, filter.grade) = (reader.optionalText("subject", max: 60), reader.optionalText("grade", max: 40))
    filter.teacher = reader.optionalID("teacher")
    filter.weekday = reader.optionalText("weekday", max: 1).flatMap { Int($0) }
    let after: ID<Course>? = reader.optionalID("after")
    try reader.finish()
    let today = try ClassroomsStore(tx: tx).today(in: caller.school)
    let store = CoursesStore(tx: tx)
    var found = try store.catalogue(in: caller.school, filter, on: today, after: after, limit: Self.part + 1)
    let isMore = found.count > Self.part
    if isMore { found.removeLast() }
    var page = CataloguePage(cards: try Self.cards(found, caller, tx), today: today)
    (page.text, page.subject, page.grade) = (filter.text, filter.subject, filter.grade)
    (page.teacher, page.weekday) = (filter.teacher, filter.weekday)
    page.count = try store.catalogueCount(in: caller.school, filter, on: today)
    (page.next, page.isLater) = (isMore ? found.last?.id : nil, after != nil)
    try Self.complete(&page, caller, today, tx)
    return page
  }

  private static func complete(
    _ page: inout CataloguePage, _ caller: Caller, _ today: Day, _ tx: Transaction
  ) throws(Refusal) {
    let choices = try CoursesStore(tx: tx).catalogueChoices(in: caller.school, on: today)
    let names = try AccountsStore(tx: tx).names(of: choices.teachers)
    page.choices.subjects = choices.subjects
    page.choices.grades = choices.grades
    page.choices.teachers = choices.teachers.map { (account: $0, name: names[$0] ?? "") }
      .sorted { Student.fold($0.name) < Student.fold($1.name) }
    page.isStaff = caller.role.isStaff
    page.requests = caller.role.isStaff ? try EnrolmentStore(tx: tx).requestCount(for: caller) : 0
    let own = try family(of: caller, tx)
    page.isStudent = caller.role == .student && !own.isEmpty
    page.topics =
      ["catalogue/" + caller.school.text] + .watching([.school(caller.school)], [CoursesTables.course.number])
      + .watching(own.map { .family($0.id) }, [EnrolmentTables.seat.number])
  }

  private static func cards(
    _ courses: [Course], _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [CataloguePage.Card] {
    let store = EnrolmentStore(tx: tx)
    let own = try family(of: caller, tx)
    let seats = try store.seats(of: own.map { $0.id }, in: caller.school)
    let positions = try store.positions(of: own.map { $0.id }, in: caller.school)
    let taught =
      caller.role == .teacher ? Set(try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school)) : []
    let clashes = try clashes(courses, seats, own, caller.school, store)
    return try CoursesService.cards(courses, caller.school, tx).map { shown in
      var card = CataloguePage.Card(card: shown)
      for student in own {
        guard let seat = seats.first(where: { $0.student == student.id && $0.course == shown.course.id }) else {
          continue
        }
        card.seats.append((student.given, seat, positions[shown.course.id]?[student.id]))
      }
      card.clashes = own.compactMap { one in clashes[shown.course.id]?[one.id].map { (one.given, $0) } }
      card.isOpen =
        caller.role.isOffice || taught.contains(shown.course.id) || card.seats.contains { $0.seat.state.holdsPlace }
      return card
    }
  }

  /// What keeps those who wait out, where the course keeps out whoever has another at the same time.
  private static func clashes<DB: Transaction>(
    _ courses: [Course], _ seats: [Seat], _ own: [Student], _ school: ID<Tenant>, _ store: EnrolmentStore<DB>
  ) throws(Refusal) -> [ID<Course>: [ID<Student>: String]] {
    let here = Set(own.filter { $0.leftAt == nil }.map { $0.id })
    let waiting = seats.filter { $0.state == .waitlisted && here.contains($0.student) }
    let waited = Set(waiting.map { $0.course })
    let found = try store.clashes(
      of: Array(Set(waiting.map { $0.student })), with: courses.filter { $0.refusesClash && waited.contains($0.id) },
      school: school)
    // Who waits for one of them may have a place in another.
    var all: [ID<Course>: [ID<Student>: String]] = [:]
    for (course, clashes) in found {
      all[course] = clashes.filter { clash in waiting.contains { $0.course == course && $0.student == clash.key } }
    }
    return all
  }

  /// The student who signs in, or a guardian's children; staff have none here.
  static func family(of caller: Caller, _ tx: Transaction) throws(Refusal) -> [Student] {
    let records = StudentsStore(tx: tx)
    switch caller.role {
    case .student:
      return [try records.ofAccount(caller.account, in: caller.school)].compactMap { $0 }.filter { $0.leftAt == nil }
    case .guardian: return try records.ofGuardian(caller.account, in: caller.school)
    case .owner, .admin, .teacher: return []
    }
  }

  /// The course a student is about to leave.
  func leaving(_ request: Request, _ tx: Transaction) throws(Refusal) -> (course: Course, today: Day) {
    let (caller, id) = (try request.caller(), try request.id("course", Course.self))
    guard case .student = try EnrolmentStore(tx: tx).mustSee(id, caller),
      let course = try CoursesStore(tx: tx).course(id, in: caller.school), course.entry != .closed
    else { throw .notFound }
    return (course, try ClassroomsStore(tx: tx).today(in: caller.school))
  }

  // MARK: people

  func people(_ request: Request, _ tx: Transaction) throws(Refusal) -> PeoplePage {
    let (caller, id) = (try request.caller(), try request.id("course", Course.self))
    let (store, known) = (EnrolmentStore(tx: tx), CoursesStore(tx: tx))
    let access = try store.mustSee(id, caller)
    guard let course = try known.course(id, in: caller.school) else { throw .notFound }
    let counts = try store.counts(of: [id], in: caller.school)[id] ?? SeatCounts()
    let accounts = try known.teachers(of: id, in: caller.school)
    let names = try AccountsStore(tx: tx).names(of: accounts)
    var students = try store.roster(id, in: caller.school)
    if case .guardian(let own) = access { students = students.filter { own.contains($0.id) } }
    var page = PeoplePage(
      course: course, access: access,
      teachers: accounts.map { .init(account: $0, name: names[$0] ?? "") }, students: students, counts: counts)
    if access.isStaff { try Self.addStaffParts(&page, caller, tx) }
    return page
  }

  private static func addStaffParts(
    _ page: inout PeoplePage, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) {
    let (store, id) = (EnrolmentStore(tx: tx), page.course.id)
    page.candidates = try CoursesService.candidates(besides: page.teachers.map { $0.account }, caller.school, tx)
      .map { .init(account: $0.account, name: $0.name) }
    let seats = try store.seats(in: id, school: caller.school)
    page.leaving = Set(seats.filter { $0.state == .dropRequested }.map { $0.student })
    let line = seats.filter { $0.state == .waitlisted }.sorted { $0.isBefore($1) }
    let waiting = try StudentsStore(tx: tx).students(in: caller.school, ids: line.map { $0.student })
    page.line = line.enumerated().compactMap { place, seat in
      waiting.first { $0.id == seat.student }.map { .init(student: $0, seat: seat, position: place + 1) }
    }
    page.known = Set(
      caller.role.isOffice
        ? page.students.map { $0.id } : try StudentsReach.classrooms.taught(caller, tx))
    page.topics = .watching(
      [.courseStaff(id)],
      [EnrolmentTables.seat.number, CoursesTables.teacher.number, CoursesTables.course.number])
  }

  /// Students the caller knows who are not in the course.
  func candidates(_ request: Request, _ tx: Transaction) throws(Refusal) -> AddPeoplePage {
    let (caller, id) = (try request.caller(), try request.id("course", Course.self))
    var reader = FormReader(request.query)
    let text = reader.optionalText("q", max: 100) ?? ""
    let after: ID<Student>? = reader.optionalID("after")
    try reader.finish()
    let (store, rooms) = (EnrolmentStore(tx: tx), ClassroomsStore(tx: tx))
    let course = try CoursesService.staffed(id, caller, tx)
    let here = Set(try store.studentIDs(in: id, school: caller.school))
    let own = caller.role.isOffice ? nil : Array(try store.taught(by: caller))
    // Those who are here already are left out after the search, so a part may be shorter, never wrong.
    let limit = 50 + min(here.count, 100)
    let found = try StudentsStore(tx: tx).search(
      in: caller.school, text: text, ids: own, after: after, limit: limit)
    var page = AddPeoplePage(course: course, text: text, students: found.filter { !here.contains($0.id) })
    page.classes = try StudentsReach.classrooms.classNames(found.map { $0.id }, caller.school, tx)
    page.rooms = try rooms.classrooms(in: caller.school, for: caller).map { ($0.classroom.id, $0.classroom.name) }
    page.free = try store.book(course, in: caller.school).free
    page.next = found.count == limit ? found.last?.id : nil
    return page
  }

  // MARK: requests

  /// What waits for the caller's word, in one course or in all; the oldest first.
  func requests(_ request: Request, _ tx: Transaction) throws(Refusal) -> RequestsPage {
    let caller = try request.caller()
    let only: ID<Course>? = request.names["course"] == nil ? nil : try request.id("course", Course.self)
    var page = RequestsPage(requests: [])
    if let only {
      let course = try CoursesService.staffed(only, caller, tx)
      page.course = course
      page.topics = .watching([.courseStaff(only)], [EnrolmentTables.seat.number])
    } else {
      page.topics = .watchingAll([EnrolmentTables.seat.number])
    }
    page.requests = try Self.requests(only, caller, tx)
    return page
  }

  /// More than anybody answers at one sitting; the next come up as these are answered.
  private static let maxRequests = 200

  private static func requests(
    _ only: ID<Course>?, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [RequestsPage.Request] {
    let (store, known) = (EnrolmentStore(tx: tx), CoursesStore(tx: tx))
    var own = only.map { [$0] }
    if own == nil, !caller.role.isOffice { own = try known.taught(by: caller.account, in: caller.school) }
    let seats = try store.requests(in: own, school: caller.school, limit: maxRequests)
    let ids = Array(Set(seats.map { $0.course }))
    let counts = try store.counts(of: ids, in: caller.school)
    var (courses, students) = ([ID<Course>: Course](), [ID<Student>: Student]())
    for course in try known.courses(ids, in: caller.school) { courses[course.id] = course }
    for student in try StudentsStore(tx: tx).students(in: caller.school, ids: seats.map({ $0.student })) {
      students[student.id] = student
    }
    return seats.compactMap { seat in
      guard let student = students[seat.student], let course = courses[seat.course], !course.isArchived else {
        return nil
      }
      return .init(student: student, seat: seat, course: course, counts: counts[course.id] ?? SeatCounts())
    }
  }
}
