public import Base

/// A student who is not where the timetable says: marked absent or excused, or reported beforehand.
public struct MissingStudent: Hashable, Sendable {
  /// What the school knows of the reason, the urgent first.
  public enum Kind: String, CaseIterable, Sendable { case unexplained, reported, excused }
  /// One lesson the student was marked in.
  public struct Lesson: Hashable, Sendable {
    public let session: LessonSession
    public let status: Mark.Status
    public let note: String?
    public init(session: LessonSession, status: Mark.Status, note: String?) {
      (self.session, self.status, self.note) = (session, status, note)
    }
  }
  public let student: ID<Student>
  public let name: String
  /// The names of the classes of the lessons, or of the student where there is no mark yet.
  public let rooms: [String]
  public let lessons: [Lesson]
  public let said: Absence?
  public let call: HomeCall?
  public init(
    student: ID<Student>, name: String, rooms: [String], lessons: [Lesson], said: Absence?, call: HomeCall?
  ) {
    (self.student, self.name, self.rooms) = (student, name, rooms)
    (self.lessons, self.said, self.call) = (lessons, said, call)
  }

  /// Who is marked absent and of whom nobody said anything is to be asked after.
  public var kind: Kind {
    if said != nil { return .reported }
    return lessons.contains { $0.status == .absent } ? .unexplained : .excused
  }
}

/// Somebody of the school has called a family about a day.
public struct HomeCall: Hashable, Sendable {
  public let student: ID<Student>
  public let day: Day
  public let by: ID<Account>
  public let at: Instant
  public init(student: ID<Student>, day: Day, by: ID<Account>, at: Instant) {
    (self.student, self.day, self.by, self.at) = (student, day, by, at)
  }
}
