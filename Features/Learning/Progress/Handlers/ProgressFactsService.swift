import Base
import Database
import People
import School

/// What is known of some students in some courses, read in a constant number of questions.
struct ProgressFacts {
  let courses: [Course]
  /// What is published, in the order in which it is read; no work on paper, which cannot be handed in.
  let items: [ID<Course>: [CourseItem]]
  let minutes: [ID<CourseItem>: Int]
  /// Everything the students ever did, in courses they have left too.
  let events: [ID<Student>: [ProgressEvent]]
  let settings: [ID<Course>: ProgressSettings]

  init(
    _ students: [ID<Student>], _ courses: [Course], _ sources: [ProgressService.Source], _ zone: Zone,
    _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) {
    let ids = courses.map { $0.id }
    self.courses = courses
    let paper = try AssignmentsStore(tx: tx).onPaper(in: ids, school: school)
    items = try CoursesStore(tx: tx).items(of: ids, in: school).mapValues { items in
      items.filter { $0.publishedAt != nil && !paper.contains($0.id) }
    }
    minutes = try LessonsStore(tx: tx).minutes(of: ids, in: school)
    settings = try ProgressStore(tx: tx).settings(of: ids, in: school)
    var all = try LessonsStore(tx: tx).events(of: students, in: school)
    all += try AssignmentsStore(tx: tx).handedIn(by: students, in: school).map { work in
      ProgressEvent(
        student: work.student, item: work.item, course: work.course, kind: .assignment,
        day: work.day ?? zone.day(of: work.at), isLate: work.dueAt.map { work.at > $0 } ?? false)
    }
    for source in sources { all += try source.read(students, zone, school, tx) }
    events = Dictionary(grouping: all, by: { $0.student })
  }

  func progress(of student: ID<Student>, in course: ID<Course>) -> CourseProgress {
    CourseProgress(items[course] ?? [], done: done(by: student), minutes: minutes)
  }

  func done(by student: ID<Student>) -> Set<ID<CourseItem>> { Set((events[student] ?? []).map { $0.item }) }

  /// The days that count for a streak: those of courses that want one.
  func days(of student: ID<Student>) -> Set<Day> {
    Set((events[student] ?? []).filter { settings[$0.course]?.streaks ?? true }.map { $0.day })
  }

  /// The first day on which any of them did anything: a streak is a fold from there on.
  var firstDay: Day? { events.values.joined().map { $0.day }.min() }

  /// Whether a streak is shown: some course wants one.
  func hasStreak(in courses: [ID<Course>]) -> Bool {
    courses.isEmpty || courses.contains { settings[$0]?.streaks ?? true }
  }
}
