import Base
import Database
import People
import School

/// What the pages of courses watch, so that each names the same rows for the same thing.
enum LearningWatched {
  /// A course as those in it see it, and with its drafts its staff.
  static let course = [
    CoursesTables.course.number, CoursesTables.teacher.number, CoursesTables.meeting.number,
    CoursesTables.module.number, CoursesTables.item.number,
  ]
  /// What students did and how it was judged: the family sees what was posted, the staff of the course all of it.
  static let work = [
    LessonsTables.done.number, AssignmentsTables.submission.number, AssignmentsTables.feedback.number,
    AssignmentsTables.posted.number, AssignmentsTables.feedbackFile.number, AssignmentsTables.dueExtension.number,
    AttemptsTables.attempt.number, AttemptsTables.result.number, QuizzesTables.time.number, EnrolmentTables.seat.number,
  ]
  /// A quiz, who took it and how it was judged, as its staff see it.
  static let quiz = [
    QuizzesTables.quiz.number, QuizzesTables.time.number, AttemptsTables.attempt.number, AttemptsTables.result.number,
    MarkingTables.regrade.number, GradesTables.posted.number,
  ]
  /// What waits for a teacher, and what settles it.
  static let toGrade = [
    CoursesTables.item.number, AssignmentsTables.submission.number, AssignmentsTables.feedback.number,
    AttemptsTables.attempt.number, AttemptsTables.result.number, GradesTables.score.number, EnrolmentTables.seat.number,
  ]
  /// What grades are made of: scores, and what stands in the place of one.
  static let grades = [
    GradesTables.score.number, GradesTables.posted.number, GradesTables.override.number,
    GradesTables.postedOverride.number, GradesTables.frozen.number, GradesTables.periodOverride.number,
    GradesTables.postedPeriodOverride.number, GradesTables.standing.number,
  ]
  /// How a course makes its grades, which everybody in it sees.
  static let grading = [
    GradesTables.item.number, GradesTables.settings.number, GradesTables.category.number, GradesTables.period.number,
    GradesTables.statistics.number,
  ]
}

extension CourseAccess {
  /// The bucket by which somebody sees what is in the course.
  func bucket(of course: ID<Course>) -> Bucket { isStaff ? .courseStaff(course) : .course(course) }

  /// The children whose own rows somebody sees in a course, by their families.
  var families: [Bucket] {
    switch self {
    case .student(let student): return [.family(student)]
    case .guardian(let children): return children.sorted().map { .family($0) }
    default: return []
    }
  }
}
