import Base
import Database
import Learning
import Ledger
import School

/// A course of the demo with what other features build on.
struct DemoCourse: Sendable {
  let course: Course
  let modules: [CourseModule]
  let teacher: ID<Account>
  /// Those who are in it, the named children first.
  let students: [ID<Student>]
  /// Whether they are the children of the list, from its first on.
  let beginsWithNamed: Bool
}

// a table of data

/// What the demo schools teach: courses to be in, one to ask for, and one that is full.
enum DemoCourses {
  struct Plan: Sendable {
    let name: String, subject: String, grade: String, about: String
    /// Places in the list of people.
    let teachers: [Int]
    /// The class whose children are in it, and how many of them.
    let room: Int, size: Int
    let week: [(weekday: Int, start: Int)]
    var entry = Course.Entry.closed
    var level = Course.Level.regular
    var capacity: Int?
    /// Days from today.
    var from = -42, until = 84
    /// The first of the children who are in it, and the places of those who would like to be.
    var first = 0, asking: [Int] = [], waiting: [Int] = []
    let modules: [String]
  }

  static func plans(_ kind: SchoolKind) -> [Plan] { kind == .montessori ? hill : rimon }

  /// Taught in Hebrew, and in Arabic: titles, lessons and work are, too.
  static let literature = "ספרות ז׳", arabic = "لغة عربية 7"

  static let rimon: [Plan] = [
    Plan(
      name: "Math 7", subject: "Mathematics", grade: "7",
      about: "Fractions, ratios and first equations, with a project on the school’s own numbers.", teachers: [2],
      room: 0, size: 24, week: [(7, 495), (1, 495), (2, 495), (3, 495), (4, 495)],
      modules: ["Fractions", "Ratio and percent", "Equations", "Geometry"]),
    Plan(
      name: "Science 7", subject: "Science", grade: "7", about: "Cells, energy and the water cycle; a lab every week.",
      teachers: [2, 3], room: 0, size: 24, week: [(7, 600), (2, 600), (4, 600)],
      modules: ["Living things", "Energy", "Water"]),
    Plan(
      name: literature, subject: "ספרות", grade: "7", about: "סיפורים ושירים, בקריאה בקול ובכתיבה משלנו.",
      teachers: [3],
      room: 0, size: 20, week: [(1, 660), (3, 660)], level: .honors, modules: ["סיפורים", "שירים"]),
    Plan(
      name: arabic, subject: "عربية", grade: "7", about: "قراءة وكتابة وشعر، مع حكايات من البيت.", teachers: [2],
      room: 0,
      size: 12, week: [(7, 720), (3, 720)], modules: ["الجملة", "الشعر"]),
    Plan(
      name: "Robotics", subject: "Technology", grade: "7–8",
      about: "Build a robot that finds its way out of a maze. No experience needed.", teachers: [2], room: 0, size: 4,
      week: [(2, 900), (4, 900)], entry: .open, capacity: 4, from: 21, until: 105, first: 8, waiting: [5],
      modules: ["Motors and sensors", "The maze"]),
    Plan(
      name: "School newspaper", subject: "Language", grade: "6–8", about: "Write, photograph and print six issues.",
      teachers: [3, 2], room: 0, size: 5, week: [(3, 900)], entry: .approval, capacity: 6, from: 7, until: 112,
      first: 3, asking: [1, 2], modules: ["Interviews", "Layout"]),
    Plan(
      name: "Choir", subject: "Music", grade: "All", about: "Everybody sings. Two concerts a year.", teachers: [3],
      room: 0, size: 0, week: [(7, 900)], entry: .open, capacity: 30, from: 14, until: 120, modules: ["Warm-ups"]),
  ]

  static let hill: [Plan] = [
    Plan(
      name: "Cosmic education", subject: "Science", grade: "6–9", about: "The great stories, one each month.",
      teachers: [2], room: 0, size: 18, week: [(1, 600), (3, 600)], modules: ["The coming of the universe", "Life"]),
    Plan(
      name: "Golden beads", subject: "Mathematics", grade: "3–6", about: "The decimal system in the hands.",
      teachers: [2, 3], room: 0, size: 18, week: [(2, 600)], modules: ["Quantities", "Symbols"]),
    Plan(
      name: "Garden", subject: "Nature", grade: "All", about: "Sow, water, wait, taste.", teachers: [3], room: 0,
      size: 3, week: [(4, 660)], entry: .approval, capacity: 6, from: 14, until: 100, asking: [3],
      modules: ["Spring beds"]),
  ]
}

extension DemoBuilder {
  /// The courses with their teachers, weeks, modules and students; a larger school has one more for each of its classes.
  func teach(_ rooms: [Room], on today: Day) async throws
    -> [DemoCourse]
  {
    var plans = DemoCourses.plans(plan.kind)
    for (place, room) in rooms.enumerated().dropFirst(2) {
      plans.append(
        DemoCourses.Plan(
          name: "Mathematics " + room.classroom.name, subject: "Mathematics",
          grade: String(room.classroom.name.dropLast()), about: "", teachers: room.plan.teachers, room: place, size: 28,
          week: [(1, 540), (3, 540)], modules: ["Numbers", "Shapes"]))
    }
    var made: [DemoCourse] = []
    for plan in plans { made.append(try await open(plan, rooms[plan.room].students, on: today)) }
    return made
  }

  private func open(
    _ plan: DemoCourses.Plan, _ children: [ID<Student>], on today: Day
  ) async throws -> DemoCourse {
    let now = world.now()
    let teachers = plan.teachers.map { accounts[$0] }
    let course = try await course(plan, on: today, now, by: teachers)
    var modules: [CourseModule] = []
    for title in plan.modules {
      let id = try await make(
        AddModule(course: course.id, title: title), world.id(), by: teachers[0], CourseModule.self)
      modules.append(CourseModule(id: id, course: course.id, title: title, place: modules.count))
    }
    let inside = Array(children.dropFirst(plan.first).prefix(plan.size))
    try await ledger.write(envelope("demo.seat", teachers[0])) { tx in
      func seat(_ student: ID<Student>, _ state: Seat.State, days: Int64) throws {
        let at = now.plus(days: -days)
        try EnrolmentStore(tx: tx).put(
          Seat(course: course.id, student: student, state: state, requestedAt: at, changedAt: at), by: teachers[0])
      }
      for student in inside { try seat(student, .enrolled, days: 40) }
      for place in plan.asking { try seat(children[place], .pending, days: 2) }
      for (number, place) in plan.waiting.enumerated() {
        try seat(children[place], .waitlisted, days: Int64(3 - number))
      }
      return ""
    }
    return DemoCourse(
      course: course, modules: modules, teacher: teachers[0], students: inside,
      beginsWithNamed: plan.room == 0 && plan.first == 0)
  }

  /// The course itself, with its teachers and its week, and seen by its students.
  private func course(
    _ plan: DemoCourses.Plan, on today: Day, _ now: Instant, by teachers: [ID<Account>]
  ) async throws -> Course {
    let key = world.id(IdempotencyKey.self)
    let meetings = plan.week.map { CourseMeeting(weekday: $0.weekday, start: $0.start, end: $0.start + 45) }
    var fields = CourseFields(name: plan.name, entry: plan.entry, capacity: plan.capacity, meetings: meetings)
    (fields.subject, fields.grade, fields.about) = (plan.subject, plan.grade, plan.about)
    (fields.level, fields.credits) = (plan.level, Amount(1))
    (fields.from, fields.until) = (today.plus(days: plan.from), today.plus(days: plan.until))
    let id = try await make(AddCourse(fields: fields), key, by: teachers[0], Course.self)
    for teacher in teachers.dropFirst() {
      try await send(AssignCourseTeacher(course: id, teacher: teacher), by: teachers[0])
    }
    try await send(PublishCourse(course: id, isPublished: true), by: teachers[0])
    return fields.course(over: Course(id: id, name: plan.name, createdAt: now, updatedAt: now), now: now)
  }
}
