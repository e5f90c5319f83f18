import Base
import Kit
import Ledger
import People
import School
import Web

/// What pages ask: each a look into one snapshot, with everything the page shows.
extension CoursesDesk {
  static let part = 50

  func list(_ ask: Ask) async throws -> CoursesPage {
    let caller = try ask.caller()
    var reader = FormReader(ask.query)
    let isArchived = reader.flag("archived") && caller.role.isStaff
    let after: ID<Course>? = reader.optionalID("after")
    try reader.finish()
    return try await ledger.read { tx in
      var page = try Self.list(caller, isArchived: isArchived, after: after, tx)
      page.requests = caller.role.isStaff ? try EnrolmentStore(tx: tx).requestCount(for: caller) : 0
      return page
    }
  }

  static func list(
    _ caller: Caller, isArchived: Bool, after: ID<Course>?, _ tx: Transaction
  ) throws -> CoursesPage {
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
    page.topics = isArchived || after != nil ? [] : ["courses/" + caller.account.text]
    return page
  }

  /// The courses of a student, or of a guardian's children with the children's names.
  private static func taken(_ caller: Caller, _ tx: Transaction) throws -> ([Course], [ID<Course>: [String]]) {
    let records = StudentsStore(tx: tx)
    let own =
      caller.role == .student
      ? [try records.ofAccount(caller.account, in: caller.school)].compactMap(\.self)
      : try records.ofGuardian(caller.account, in: caller.school)
    let here = own.filter { $0.leftAt == nil }
    let seats = try EnrolmentStore(tx: tx).seats(of: here.map(\.id), in: caller.school).filter(\.state.holdsPlace)
    var names: [ID<Course>: [String]] = [:]
    if caller.role == .guardian {
      for child in here {
        for seat in seats where seat.student == child.id { names[seat.course, default: []].append(child.given) }
      }
    }
    let courses = try CoursesStore(tx: tx).courses(Array(Set(seats.map(\.course))), in: caller.school)
    return (courses.filter { $0.isPublished && !$0.isArchived }, names)
  }

  /// Courses with what lists say of them, in a constant number of questions.
  static func cards(_ courses: [Course], _ school: ID<Tenant>, _ tx: Transaction) throws -> [CourseCard] {
    let (store, ids) = (CoursesStore(tx: tx), courses.map(\.id))
    let teachers = try store.teachers(of: ids, in: school)
    let meetings = try store.meetings(of: ids, in: school)
    let counts = try EnrolmentStore(tx: tx).counts(of: ids, in: school)
    let names = try AccountsStore(tx: tx).names(of: teachers.values.flatMap(\.self))
    return courses.map { course in
      CourseCard(
        course: course, teachers: (teachers[course.id] ?? []).compactMap { names[$0] },
        meetings: meetings[course.id] ?? [], counts: counts[course.id] ?? SeatCounts())
    }
  }

  func course(_ ask: Ask) async throws -> CoursePage {
    let (desk, caller, id) = (self, try ask.caller(), try ask.id("course", Course.self))
    return try await ledger.read { tx in
      let sight = try EnrolmentStore(tx: tx).mustSee(id, caller)
      var page = try Self.page(id, sight, caller.school, tx)
      try desk.complete(&page, caller, tx)
      return page
    }
  }

  /// The course as everybody with this sight sees it.
  static func page(_ id: ID<Course>, _ sight: CourseSight, _ school: ID<Tenant>, _ tx: Transaction) throws -> CoursePage
  {
    let store = CoursesStore(tx: tx)
    guard let course = try store.course(id, in: school), let card = try cards([course], school, tx).first else {
      throw Refusal.notFound
    }
    let items = try store.items(of: id, in: school)
    return CoursePage(
      course: course, sight: sight, teachers: card.teachers, meetings: card.meetings,
      modules: try store.modules(of: id, in: school),
      items: sight.isStaff ? items : items.filter { $0.publishedAt != nil }, counts: card.counts)
  }

  /// What the neighbours add for this caller.
  func complete(_ page: inout CoursePage, _ caller: Caller, _ tx: Transaction) throws {
    let (course, sight) = (page.course, page.sight)
    for marks in marks {
      for (item, piece) in try marks(page.items, course, sight, caller, tx) {
        page.marks[item, default: []].append(piece)
      }
    }
    page.cards = try cards.compactMap { try $0(course, sight, caller, tx) }
    page.ways = try tabs(of: course, sight, caller, page.counts, tx)
    page.making = making
    page.topics = ["course/" + course.id.text]
  }

  /// The pages of a course besides its outline.
  func tabs(
    of course: Course, _ sight: CourseSight, _ caller: Caller, _ counts: SeatCounts, _ tx: Transaction
  ) throws -> [CourseWay] {
    try ways.compactMap { try $0(course, sight, caller, tx) }
  }
}
