import App
import Base
import Classroom
import Database
import HomeroomTesting
import Ledger
import People
import School
import Talk
import Testing

@testable import Learning

/// How often pages ask the books, in the demo school and in one with ten times as many of everything.
@Suite struct `A page asks as often in a large school as in a small one` {
  @Test func `whoever opens whichever page`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let hall = try await Hall(school)
    let before = try await hall.questions()
    try await hall.grow()
    let after = try await hall.questions()
    for (page, seen) in after {
      let (few, many) = (before[page]?.count ?? 0, seen.count)
      let most = few + (Hall.parted.contains(page.kind) ? 1 : 0)
      #expect(many <= most, "\(page): \(few), then \(many): \(hall.more(seen, than: before[page] ?? []))")
      #expect(many <= Hall.most[page.kind] ?? 30, "\(page) asks \(many) times")
      let walks = Set(seen.flatMap { look in look.plan.filter(Hall.isWalk).map { $0 + " in " + look.sql.prefix(90) } })
      #expect(walks.isEmpty, "\(page): \(walks.sorted().joined(separator: "\n"))")
    }
  }
}

/// The course and the people that the pages are asked for.
private struct Hall {
  struct Page: Hashable, CustomStringConvertible {
    let kind: String, who: String, path: String
    var description: String { "\(kind) of \(who)" }
  }
  /// Pages that put several features together ask more often than thirty times.
  static let most = ["home": 56, "course": 44, "courses": 37, "student": 42, "messages": 40]
  /// Lists that ask once more where they go on in a next part, however long they are: how many there are.
  ///
  /// Where all that were found stand on the page, as in the small school, nobody looks through it a second time.
  static let parted: Set = ["students"]

  let school: TestSchool
  let tenant: ID<Tenant>, course: ID<Course>, room: ID<Classroom>, teacher: ID<Account>
  let maya: Student
  let items: [String: String]
  let register: String

  init(_ school: TestSchool) async throws {
    self.school = school
    let found = try await school.homeroom.ledger.read {
      tx -> (ID<Tenant>, ID<Course>, ID<Classroom>, ID<Account>, Student?, [String: String]) in
      let tenant = try tx.first("SELECT id FROM school WHERE name = 'Rimon School'") { $0.id(0, Tenant.self) } ?? .none
      let course = try tx.first("SELECT id FROM course WHERE name = 'Math 7'") { $0.id(0, Course.self) } ?? .none
      let room = try ClassroomsStore(tx: tx).find(name: "7B", in: tenant)?.id ?? .none
      let teacher = try CoursesStore(tx: tx).teachers(of: [course], in: tenant)[course]?.first ?? .none
      let maya = try tx.first("SELECT id FROM student WHERE given = 'مايا' AND family = 'خوري'") {
        $0.id(0, Student.self)
      }
      var items: [String: String] = [:]
      try tx.each(
        "SELECT kind, id FROM course_item WHERE course = $1 AND \"publishedAt\" IS NOT NULL ORDER BY id", [.id(course)]
      ) { items[$0.text(0)] = items[$0.text(0)] ?? $0.id(1, CourseItem.self).text }
      return (
        tenant, course, room, teacher, try maya.flatMap { try StudentsStore(tx: tx).student($0, in: tenant) }, items
      )
    }
    (tenant, course, room, teacher, items) = (found.0, found.1, found.2, found.3, found.5)
    maya = try #require(found.4)
    let omar = try await school.signedIn("omar@rimon.example")
    let day = try await omar.get("/api/v1/attendance", accept: "application/json").json()
    guard case .list(let sessions) = day["sittings"], case .text(let period) = sessions.first?["slot"],
      case .text(let date) = day["day"]
    else { throw Refusal.notFound }
    register = "/attendance/\(period)/\(date)"
    try await talk()
    try await offer(0..<1)
  }

  /// Courses of the catalogue, each with a line that passes Maya over, somebody who asks, and a question in its bank.
  private func offer(_ numbers: Range<Int>) async throws {
    let (world, ledger, teacher, maya) = (school.homeroom.world, school.homeroom.ledger, teacher, maya.id)
    try await ledger.write(CommandEnvelope(world.id(), "test.offer", school: tenant, by: teacher)) { [course] tx in
      let (store, seats) = (CoursesStore(tx: tx), EnrolmentStore(tx: tx))
      let hour = CourseMeeting(weekday: 6, start: 600, end: 660)
      try store.setMeetings([hour], of: course)
      for number in numbers {
        let open = Course(
          id: world.id(), name: "Offer \(number)", subject: "Subject \(number)", capacity: 3, entry: .approval,
          refusesClash: true, publishedAt: tx.now, createdAt: tx.now, updatedAt: tx.now)
        try store.put(open)
        try store.setMeetings([hour], of: open.id)
        try store.assign(teacher: teacher, to: open.id)
        let asker = Student(id: world.id(), given: "Asker", family: "Number \(number)", updatedAt: tx.now)
        try StudentsStore(tx: tx).insert(asker)
        for (student, state) in [(maya, Seat.State.waitlisted), (asker.id, .pending)] {
          try seats.put(
            Seat(course: open.id, student: student, state: state, requestedAt: tx.now, changedAt: tx.now), by: teacher)
        }
        try Hall.banked(open.id, teacher, world, tx)
      }
      return ""
    }
  }

  private static func banked(_ course: ID<Course>, _ author: ID<Account>, _ world: World, _ tx: WriteTransaction)
    throws
  {
    let (store, content) = (QuestionsStore(tx: tx), QuestionContent(.short, "Why?"))
    let question = Question(id: world.id(), course: course, quiz: nil, author: author, updatedAt: tx.now)
    try store.put(question, line: content.face.line)
    try store.put(content, version: 1, of: question, by: author)
  }

  /// The groups of the course and the class, in which something is new.
  private func talk() async throws {
    let (world, people, teacher) = (school.homeroom.world, [teacher] + [maya.account].compactMap(\.self), teacher)
    let groups: [(Conversation.Kind, ID<Conversation>)] = [(.course, course.cast()), (.classroom, room.cast())]
    try await school.homeroom.ledger.write(CommandEnvelope(world.id(), "test.talk", school: tenant, by: teacher)) {
      tx in
      for (kind, about) in groups { try Hall.group(kind, about, people, world, tx) }
      return ""
    }
  }

  private static func group(
    _ kind: Conversation.Kind, _ about: ID<Conversation>, _ people: [ID<Account>], _ world: World,
    _ tx: WriteTransaction
  ) throws {
    guard let first = people.first else { return }
    let (store, now) = (MessagesStore(tx: tx), tx.now)
    let talk = Conversation(
      id: world.id(), kind: kind, about: about, title: "Group", pair: Conversation.group(kind, about), lastAt: now,
      createdBy: first, createdAt: now)
    try store.insert(talk)
    for account in people { try store.seat(account, in: talk.id) }
    _ = try store.append(world.id(), to: talk, by: first, text: "Hello")
  }

  private var pages: [Page] {
    let (course, student) = ("/courses/" + course.text, "/students/" + maya.id.text)
    let (lesson, work, quiz) = (items["lesson"] ?? "", items["assignment"] ?? "", items["quiz"] ?? "")
    let asked: [(String, String, String)] = [
      ("home", "omar@rimon.example", "/"), ("home", "dana@rimon.example", "/"), ("home", "maya", "/"),
      ("home", "leila@rimon.example", "/"),
      ("register", "omar@rimon.example", register), ("attendance", "omar@rimon.example", "/attendance"),
      ("attendance", "dana@rimon.example", "/attendance"), ("students", "dana@rimon.example", "/students"),
      ("students", "omar@rimon.example", "/students"), ("student", "omar@rimon.example", student),
      ("year", "omar@rimon.example", student + "/attendance"), ("year", "leila@rimon.example", student + "/attendance"),
      ("members", "dana@rimon.example", "/members"), ("classes", "dana@rimon.example", "/classes"),
      ("class", "omar@rimon.example", "/classes/" + room.text),
      ("courses", "dana@rimon.example", "/courses"), ("courses", "omar@rimon.example", "/courses"),
      ("courses", "maya", "/courses"), ("course", "omar@rimon.example", course), ("course", "maya", course),
      ("people", "omar@rimon.example", course + "/people"), ("gradebook", "omar@rimon.example", course + "/gradebook"),
      ("progress", "omar@rimon.example", course + "/progress"), ("progress", "maya", course + "/progress"),
      ("grades", "maya", "/grades"), ("grades", "leila@rimon.example", "/grades"),
      ("grade", "maya", course + "/grades/" + maya.id.text),
      ("grade", "omar@rimon.example", course + "/grades/" + maya.id.text),
      ("lesson", "maya", "/lessons/" + lesson), ("lesson", "omar@rimon.example", "/lessons/" + lesson),
      ("assignment", "maya", "/assignments/" + work), ("assignment", "omar@rimon.example", "/assignments/" + work),
      ("desk", "omar@rimon.example", "/assignments/" + work + "/grading"),
      ("messages", "maya", "/messages"), ("messages", "omar@rimon.example", "/messages"),
      ("quiz", "maya", "/quizzes/" + quiz), ("quiz", "omar@rimon.example", "/quizzes/" + quiz),
      ("results", "omar@rimon.example", "/quizzes/" + quiz + "/results"),
      ("analysis", "omar@rimon.example", "/quizzes/" + quiz + "/analysis"),
      ("regrade", "omar@rimon.example", "/quizzes/" + quiz + "/regrade"), ("files", "maya", "/files"),
      ("catalogue", "maya", "/catalogue"), ("catalogue", "leila@rimon.example", "/catalogue"),
      ("catalogue", "omar@rimon.example", "/catalogue"), ("catalogue", "dana@rimon.example", "/catalogue"),
      ("requests", "omar@rimon.example", "/requests"), ("requests", "dana@rimon.example", "/requests"),
      ("questions", "omar@rimon.example", "/questions"), ("questions", "dana@rimon.example", "/questions"),
    ]
    return asked.map { Page(kind: $0.0, who: $0.1, path: $0.2) }
  }

  /// What each page reads when it is opened a second time, so that who asks is known.
  func questions() async throws -> [Page: [Watch.Seen]] {
    var seen: [Page: [Watch.Seen]] = [:]
    for (who, pages) in Dictionary(grouping: pages, by: \.who) {
      let browser = try await school.signedIn(who)
      for page in pages {
        _ = try await browser.get(page.path)
        _ = school.watch.take()
        var reply = try await browser.get(page.path)
        if reply.status == 303, let to = reply.header("location") {
          _ = school.watch.take()
          reply = try await browser.get(to)
        }
        #expect(reply.status == 200, "\(page) at \(page.path)")
        seen[page] = school.watch.take()
      }
    }
    return seen
  }

  /// The statements that were asked more often than before.
  func more(_ now: [Watch.Seen], than before: [Watch.Seen]) -> [String] {
    let old = Dictionary(grouping: before) { $0.sql.prefix(120) }.mapValues(\.count)
    return Dictionary(grouping: now) { $0.sql.prefix(120) }.filter { $0.value.count > old[$0.key] ?? 0 }
      .map { "\($0.value.count) × \($0.key)" }
  }

  /// Steps that read a table or a school from one end to the other.
  static func isWalk(_ step: String) -> Bool {
    if step.hasPrefix("SCAN") {
      return !step.contains("CONSTANT ROW") && !step.contains("SUBQUERY") && !step.contains("(")
    }
    guard step.hasPrefix("SEARCH"), step.hasSuffix("(school=?)") else { return false }
    return !bounded.contains { step.contains($0) }
  }

  /// Walks along an index that stop at the page's end, and tables that hold a few rows for a school of any size.
  private static let bounded = [
    "student_search", "membership_school_sort", "course_school_sort", "class_size", "classroom",
    "class_teacher", "slot", "letter_scale", "message_policy",
  ]

  // MARK: growing

  /// Ten times the students in the class and the course, ten times the columns and assignments, ten times Maya's
  /// courses.
  func grow() async throws {
    let (world, ledger) = (school.homeroom.world, school.homeroom.ledger)
    let people = [teacher] + [maya.account].compactMap(\.self)
    let (tenant, course, room, teacher, maya) = (tenant, course, room, teacher, maya.id)
    try await ledger.write(CommandEnvelope(world.id(), "test.grow", school: tenant, by: teacher)) { tx in
      let there = try EnrolmentStore(tx: tx).studentIDs(in: course, school: tenant)
      let today = try ClassroomsStore(tx: tx).today(in: tenant)
      for number in 0..<there.count * 9 {
        let child = Student(id: world.id(), given: "Child", family: "Number \(number)", updatedAt: tx.now)
        try StudentsStore(tx: tx).insert(child)
        try ClassroomsStore(tx: tx).enrol(child.id, in: room, from: today)
        try EnrolmentStore(tx: tx).put(Hall.seat(child.id, course, tx.now), by: teacher)
      }
      for number in 0..<40 {
        try Hall.column(number, course, there, teacher, world, tx)
        if number < 20 { try Hall.file(try Hall.work(number, course, there, teacher, world, tx), maya, world, tx) }
      }
      for number in 0..<25 { try Hall.another(number, maya, people, world, tx) }
      return ""
    }
    try await offer(1..<20)
  }

  private static func seat(_ student: ID<Student>, _ course: ID<Course>, _ now: Instant) -> Seat {
    Seat(course: course, student: student, state: .enrolled, requestedAt: now, changedAt: now)
  }

  private static func column(
    _ number: Int, _ course: ID<Course>, _ students: [ID<Student>], _ teacher: ID<Account>, _ world: World,
    _ tx: WriteTransaction
  ) throws {
    let column = GradeItem(
      id: world.id(), course: course, source: .manual, title: "Sheet \(number)", possible: Amount(10) ?? .zero,
      place: 200 + number, postsItself: true, updatedAt: tx.now)
    let store = GradesStore(tx: tx)
    try store.put(column)
    for student in students.prefix(8) {
      try store.record(
        Score(item: column.id, student: student, raw: Amount(7), by: teacher, at: tx.now), of: column)
    }
  }

  private static func work(
    _ number: Int, _ course: ID<Course>, _ students: [ID<Student>], _ teacher: ID<Account>, _ world: World,
    _ tx: WriteTransaction
  ) throws -> ID<CourseItem> {
    let item = CourseItem(
      id: world.id(), course: course, kind: .assignment, title: "Work \(number)", place: 300 + number,
      dueAt: tx.now.plus(days: Int64(number) - 10), publishedAt: tx.now, updatedAt: tx.now)
    try CoursesStore(tx: tx).put(item)
    try AssignmentsStore(tx: tx).put(
      Assignment(id: item.id, course: course, accepts: [.text], updatedAt: tx.now))
    for student in students.prefix(6) {
      try AssignmentsStore(tx: tx).insert(
        Submission(
          id: world.id(), assignment: item.id, student: student, attempt: 1, text: "Here.", link: "",
          submittedAt: tx.now,
          by: teacher), files: [])
    }
    return item.id
  }

  /// A file in what a student is writing.
  private static func file(_ work: ID<CourseItem>, _ student: ID<Student>, _ world: World, _ tx: WriteTransaction)
    throws
  {
    guard let account = try StudentsStore(tx: tx).student(student, in: tx.school)?.account else { return }
    let (id, content) = (world.id(KeptFile.self), FileContent(hash: Array(repeating: 7, count: 32), size: 1))
    try tx.keep(id, content, name: "a.txt", type: "text/plain", by: account)
    try AssignmentsStore(tx: tx).attach(id, to: work, of: student)
  }

  private static func another(
    _ number: Int, _ maya: ID<Student>, _ people: [ID<Account>], _ world: World, _ tx: WriteTransaction
  ) throws {
    guard let teacher = people.first else { return }
    let course = Course(
      id: world.id(), name: "Course \(number)", publishedAt: tx.now, createdAt: tx.now, updatedAt: tx.now)
    try CoursesStore(tx: tx).put(course)
    try CoursesStore(tx: tx).assign(teacher: teacher, to: course.id)
    try EnrolmentStore(tx: tx).put(seat(maya, course.id, tx.now), by: teacher)
    try column(number, course.id, [maya], teacher, world, tx)
    try group(.course, course.id.cast(), people, world, tx)
  }
}
