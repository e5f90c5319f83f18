import Base
import Classroom
import Database
import Kit
import People
import Router
import School

/// What pages ask: each a look into one snapshot, with everything the page shows.
extension CoursesService {
  static let part = 50

  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> CoursesPage {
    let caller = try request.caller()
    var reader = FormReader(request.query)
    let isArchived = reader.flag("archived") && caller.role.isStaff
    let after: ID<Course>? = reader.optionalID("after")
    try reader.finish()
    var page = try Self.list(caller, isArchived: isArchived, after: after, tx)
    page.requests = caller.role.isStaff ? try EnrolmentStore(tx: tx).requestCount(for: caller) : 0
    guard !isArchived, !page.cards.isEmpty else { return page }
    page.holidays = try Self.holidays(from: ClassroomsStore(tx: tx).today(in: caller.school), caller.school, tx)
    let listed = page.cards.map { $0.course }
    for lines in lines {
      let pieces = try lines.draw(listed, caller, tx)
      for place in page.cards.indices {
        if let piece = pieces[page.cards[place].course.id] { page.cards[place].pieces.append(piece) }
      }
    }
    return page
  }

  static func list(
    _ caller: Caller, isArchived: Bool, after: ID<Course>?, _ tx: Transaction
  ) throws(Refusal) -> CoursesPage {
    let store = CoursesStore(tx: tx)
    var (found, children) = ([Course](), [ID<Course>: [String]]())
    switch caller.role {
    case .owner, .admin:
      found = try store.all(in: caller.school, archived: isArchived, after: after, limit: part + 1)
    case .teacher: found = try store.taught(by: caller.account, in: caller.school, archived: isArchived)
    case .student, .guardian:
      (found, children) = try taken(caller, tx)
    }
    let isMore = caller.role.isOffice && found.count > part
    if isMore { found.removeLast() }
    var page = CoursesPage(
      cards: try cards(found, caller.school, tx).map { card in
        var card = card
        card.children = children[card.course.id] ?? []
        return card
      })
    (page.isArchived, page.isStaff, page.isOffice) = (isArchived, caller.role.isStaff, caller.role.isOffice)
    (page.next, page.isLater) = (isMore ? found.last?.id : nil, after != nil)
    page.topics = .watchingAll([
      CoursesTables.course.number, CoursesTables.teacher.number, CoursesTables.meeting.number,
      EnrolmentTables.seat.number, CoursesTables.item.number,
    ])
    switch caller.role {
    case .student, .guardian: page.topics += .watchingAll(LearningWatched.work + LearningWatched.grades)
    case .teacher: page.topics += .watchingAll(LearningWatched.toGrade)
    case .owner, .admin: break
    }
    return page
  }

  /// The courses of a student, or of a guardian's children with the children's names.
  private static func taken(
    _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> ([Course], [ID<Course>: [String]]) {
    let records = StudentsStore(tx: tx)
    let own =
      caller.role == .student
      ? [try records.ofAccount(caller.account, in: caller.school)].compactMap { $0 }
      : try records.ofGuardian(caller.account, in: caller.school)
    let here = own.filter { $0.leftAt == nil }
    let seats = try EnrolmentStore(tx: tx).seats(of: here.map { $0.id }, in: caller.school).filter {
      $0.state.holdsPlace
    }
    var names: [ID<Course>: [String]] = [:]
    if caller.role == .guardian {
      for child in here {
        for seat in seats where seat.student == child.id { names[seat.course, default: []].append(child.given) }
      }
    }
    let courses = try CoursesStore(tx: tx).courses(Array(Set(seats.map { $0.course })), in: caller.school)
    return (courses.filter { $0.isPublished && !$0.isArchived }, names)
  }

  /// Courses with what lists say of them, in a constant number of questions.
  static func cards(_ courses: [Course], _ school: ID<Tenant>, _ tx: Transaction) throws(Refusal) -> [CourseCard] {
    let (store, ids) = (CoursesStore(tx: tx), courses.map { $0.id })
    let teachers = try store.teachers(of: ids, in: school)
    let meetings = try store.meetings(of: ids, in: school)
    let counts = try EnrolmentStore(tx: tx).counts(of: ids, in: school)
    let names = try AccountsStore(tx: tx).names(of: teachers.values.flatMap { $0 })
    return courses.map { course in
      CourseCard(
        course: course, teachers: (teachers[course.id] ?? []).compactMap { names[$0] },
        meetings: meetings[course.id] ?? [], counts: counts[course.id] ?? SeatCounts())
    }
  }

  func course(_ request: Request, _ tx: Transaction) throws(Refusal) -> CoursePage {
    let (caller, id) = (try request.caller(), try request.id("course", Course.self))
    let access = try EnrolmentStore(tx: tx).mustSee(id, caller)
    var page = try Self.page(id, access, caller.school, tx)
    try complete(&page, caller, tx)
    return page
  }

  /// The course as everybody with this sight sees it.
  static func page(
    _ id: ID<Course>, _ access: CourseAccess, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> CoursePage {
    let store = CoursesStore(tx: tx)
    guard let course = try store.course(id, in: school), let card = try cards([course], school, tx).first else {
      throw .notFound
    }
    let items = try store.items(of: id, in: school)
    return CoursePage(
      course: course, access: access, teachers: card.teachers, meetings: card.meetings,
      modules: try store.modules(of: id, in: school),
      items: access.isStaff ? items : items.filter { $0.publishedAt != nil }, counts: card.counts)
  }

  /// The days without school among those on which a next meeting is looked for.
  static func holidays(from day: Day, _ school: ID<Tenant>, _ tx: Transaction) throws(Refusal) -> Set<Day> {
    let last = day.plus(days: Course.meetingDays)
    return Set(try AttendanceStore(tx: tx).holidays(in: school, from: day, through: last).map { $0.day })
  }

  /// What the neighbours add for this caller.
  func complete(_ page: inout CoursePage, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    let (course, access, items) = (page.course, page.access, page.items)
    for marks in marks {
      let pieces = try marks.draw(items, course, access, caller, tx)
      for (item, piece) in pieces { page.marks[item, default: []].append(piece) }
    }
    page.cards = try cards.tryCompactMap { card throws(Refusal) in try card.draw(course, access, caller, tx) }
    page.heads = try heads.tryCompactMap { head throws(Refusal) in try head.draw(course, access, caller, tx) }
    page.making = making
    page.topics =
      .watching([access.bucket(of: course.id)], LearningWatched.course + (access.isStaff ? LearningWatched.work : []))
      + .watching(access.families, LearningWatched.work + LearningWatched.grades)
      + (page.heads + page.cards).flatMap { $0.topics }
    page.today = try ClassroomsStore(tx: tx).today(in: caller.school)
    page.holidays = try Self.holidays(from: page.today, caller.school, tx)
    // The way out of a course one entered by one's own wish.
    if case .student(let me) = access, course.entry != .closed, !course.isOver(page.today) {
      page.seats = [try EnrolmentStore(tx: tx).seat(of: me, in: course.id, school: caller.school)].compactMap { $0 }
    }
  }

  // MARK: forms

  func newForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> CourseFormPage {
    let caller = try request.caller()
    var page = CourseFormPage(fields: CourseFields(name: ""))
    if caller.role.isOffice {
      page.candidates = try Self.candidates(besides: [], caller.school, tx).map {
        .init(account: $0.account, name: $0.name)
      }
    }
    return page
  }

  func form(_ request: Request, _ tx: Transaction) throws(Refusal) -> (course: Course, data: CourseFormPage) {
    let (caller, id) = (try request.caller(), try request.id("course", Course.self))
    let course = try Self.staffed(id, caller, tx)
    let meetings = try CoursesStore(tx: tx).meetings(of: [id], in: caller.school)[id] ?? []
    return (course, CourseFormPage(course: course, fields: CourseFields(course, meetings: meetings)))
  }

  func deletion(_ request: Request, _ tx: Transaction) throws(Refusal) -> (Course, wasUsed: Bool) {
    let (caller, id) = (try request.caller(), try request.id("course", Course.self))
    let course = try Self.staffed(id, caller, tx)
    return (course, try !EnrolmentStore(tx: tx).seats(in: id, school: caller.school).isEmpty)
  }

  /// The course, when the caller is its staff.
  static func staffed(_ id: ID<Course>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> Course {
    guard try EnrolmentStore(tx: tx).mustSee(id, caller).isStaff,
      let course = try CoursesStore(tx: tx).course(id, in: caller.school)
    else { throw .notFound }
    return course
  }

  /// The teachers of the school who do not teach the course yet, by name.
  static func candidates(
    besides teachers: [ID<Account>], _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> [(account: ID<Account>, name: String)] {
    let there = Set(teachers)
    let accounts = try MembersStore(tx: tx).accounts(of: school, role: .teacher).filter { !there.contains($0) }
    return try AccountsStore(tx: tx).names(of: accounts).map { (account: $0.key, name: $0.value) }
      .sorted { (Student.fold($0.name), $0.account) < (Student.fold($1.name), $1.account) }
  }
}
