public import Base

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum GradesPaths {
  /// A student's own, or a guardian's children's.
  public static let mine = "/grades"
  /// The letters of the school.
  public static let letters = "/settings/letters"
  public static func gradebook(_ course: ID<Course>) -> String { CoursesPaths.course(course) + "/gradebook" }
  public static func settings(_ course: ID<Course>) -> String { CoursesPaths.course(course) + "/grade-settings" }
  public static func periods(_ course: ID<Course>) -> String { settings(course) + "/periods" }
  public static func period(_ course: ID<Course>, _ period: ID<GradingPeriod>) -> String {
    periods(course) + "/" + period.text
  }
  /// What families see of one course.
  public static func course(_ course: ID<Course>) -> String { CoursesPaths.course(course) + "/grades" }
  public static func course(_ course: ID<Course>, _ student: ID<Student>) -> String {
    self.course(course) + "/" + student.text
  }
  public static func whatIf(_ course: ID<Course>, _ student: ID<Student>) -> String {
    self.course(course, student) + "/what-if"
  }
  public static func column(_ course: ID<Course>, _ item: ID<GradeItem>) -> String {
    gradebook(course) + "/items/" + item.text
  }
  public static func newColumn(_ course: ID<Course>) -> String { gradebook(course) + "/columns" }
  public static func cell(_ course: ID<Course>, _ item: ID<GradeItem>, _ student: ID<Student>) -> String {
    gradebook(course) + "/cells/" + item.text + "/" + student.text
  }
  public static func undo(_ course: ID<Course>) -> String { gradebook(course) + "/undo" }
  public static func importing(_ course: ID<Course>) -> String { gradebook(course) + "/import" }
  public static func exporting(_ course: ID<Course>) -> String { gradebook(course) + "/export" }
}
