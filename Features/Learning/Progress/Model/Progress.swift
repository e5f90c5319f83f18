public import Base

/// So many of so many.
public struct Tally: Hashable, Sendable {
  public var done: Int
  public var of: Int
  public init(_ done: Int = 0, of: Int = 0) { (self.done, self.of) = (done, of) }

  /// Whole percent, rounded down, so that 100 means all of them.
  public var percent: Int { of > 0 ? min(done, of) * 100 / of : 0 }
  public static func + (a: Tally, b: Tally) -> Tally { Tally(a.done + b.done, of: a.of + b.of) }
}

/// How far a student is in a course (K01, K03): what is published counts, and nothing else.
public struct CourseProgress: Hashable, Sendable {
  public var lessons = Tally()
  public var assignments = Tally()
  public var quizzes = Tally()
  /// The first lesson in the outline's order that the student is not through with.
  public var next: CourseItem?
  public var minutesLeft: Int?

  public init() {}

  /// The one number that says how far it is, by the name of what it counts: the lessons, or what there is of handing in
  /// and of quizzes where a course has no lesson.
  public var share: (name: String, tally: Tally) {
    if lessons.of > 0 { return ("lessons", lessons) }
    return assignments.of > 0 ? ("assignments", assignments) : ("quizzes", quizzes)
  }

  /// Everything together, each item as much as another.
  public var whole: Tally { lessons + assignments + quizzes }

  /// - Parameter items: the published ones, in the outline's order.
  /// - Parameter done: lessons through, assignments handed in, quizzes taken, by their ids.
  public init(_ items: [CourseItem], done: Set<ID<CourseItem>>, minutes: [ID<CourseItem>: Int]) {
    for item in items {
      let tally = Tally(done.contains(item.id) ? 1 : 0, of: 1)
      switch item.kind {
      case .lesson: lessons = lessons + tally
      case .assignment: assignments = assignments + tally
      case .quiz: quizzes = quizzes + tally
      }
    }
    let all = items.filter { $0.kind == .lesson }
    next = all.first { !done.contains($0.id) }
    minutesLeft = CourseProgress.minutesLeft(all.map { $0.id }, done: done, minutes: minutes)
  }

  /// The mean of those lessons whose length somebody guessed, times the lessons that are left (F07).
  ///
  /// - Returns: `nil` when nobody guessed.
  public static func minutesLeft(
    _ lessons: [ID<CourseItem>], done: Set<ID<CourseItem>>, minutes: [ID<CourseItem>: Int]
  ) -> Int? {
    let guessed = lessons.compactMap { minutes[$0] }
    guard !guessed.isEmpty else { return nil }
    let left = lessons.count { !done.contains($0) }
    // Rounded half up, once, at the end.
    return (guessed.reduce(0, +) * left * 2 + guessed.count) / (guessed.count * 2)
  }
}

/// One thing a student did: through with a lesson, handed in, took a quiz.
public struct ProgressEvent: Hashable, Sendable {
  public let student: ID<Student>
  public let item: ID<CourseItem>
  public let course: ID<Course>
  public let kind: CourseItem.Kind
  /// The day it counts for.
  public let day: Day
  /// Handed in after it was due.
  public let isLate: Bool
  public init(
    student: ID<Student>, item: ID<CourseItem>, course: ID<Course>, kind: CourseItem.Kind, day: Day,
    isLate: Bool = false
  ) {
    (self.student, self.item, self.course, self.kind) = (student, item, course, kind)
    (self.day, self.isLate) = (day, isLate)
  }
}

/// Something that one student was to hand in or take by now, and whether it was done.
public struct OwedWork: Hashable, Sendable {
  public let item: ID<CourseItem>
  public let student: ID<Student>
  public let isDone: Bool
  public init(item: ID<CourseItem>, student: ID<Student>, isDone: Bool) {
    (self.item, self.student, self.isDone) = (item, student, isDone)
  }
}

extension Tally {
  /// The hand-in rate of a course (G11): of everything that was due by now, what was done.
  ///
  /// Who is excused, or was given points without handing anything in, owes nothing.
  ///
  /// - Parameter isSettled: whether somebody has settled it with the student otherwise.
  public static func handedIn(_ owed: [OwedWork], isSettled: (OwedWork) -> (excused: Bool, graded: Bool)) -> Tally {
    var tally = Tally()
    for one in owed {
      let settled = isSettled(one)
      if settled.excused || settled.graded && !one.isDone { continue }
      tally.of += 1
      if one.isDone { tally.done += 1 }
    }
    return tally
  }
}
