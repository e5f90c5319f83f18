public import Base
import Classroom
public import Database
import Learning
import People
public import School

/// What a small school begins with beside its people; a feature's `found` calls these.
extension FeatureSchool {
  /// A student's record, with who signs in as the student and who looks after them.
  public func addStudent(
    _ student: ID<Student>, _ given: String, _ family: String, account person: Person? = nil,
    guardians: [Person] = [],
    _ tx: WriteTransaction
  ) throws {
    let store = StudentsStore(tx: tx)
    try store.insert(Student(id: student, given: given, family: family, updatedAt: tx.now))
    for guardian in guardians { try store.link(guardian: account(guardian), to: student) }
    if let person { try store.link(account: account(person), to: student) }
  }

  /// A class, with who teaches it and who has sat in it since a day.
  public func addClass(
    _ room: ID<Classroom>, _ name: String, teachers: [Person], students: [ID<Student>],
    from day: Day,
    _ tx: WriteTransaction
  ) throws {
    let store = ClassroomsStore(tx: tx)
    try store.insert(Classroom(id: room, name: name, updatedAt: tx.now))
    for teacher in teachers { try store.assign(teacher: account(teacher), to: room) }
    for student in students { try store.enrol(student, in: room, from: day) }
  }

  /// A published course, with who teaches it and who learns in it.
  public func addCourse(
    _ course: ID<Course>, _ name: String, teachers: [Person], students: [ID<Student>] = [],
    _ tx: WriteTransaction
  ) throws {
    let store = CoursesStore(tx: tx)
    try store.put(
      Course(id: course, name: name, publishedAt: tx.now, createdAt: tx.now, updatedAt: tx.now))
    for teacher in teachers { try store.assign(teacher: account(teacher), to: course) }
    try seat(students, in: course, by: teachers[0], tx)
  }

  public func seat(
    _ students: [ID<Student>], in course: ID<Course>, by teacher: Person, _ tx: WriteTransaction
  ) throws {
    for student in students {
      try EnrolmentStore(tx: tx).put(
        Seat(
          course: course, student: student, state: .enrolled, requestedAt: tx.now, changedAt: tx.now
        ),
        by: account(teacher))
    }
  }
}
