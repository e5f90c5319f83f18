public import Base
public import Database
import People
public import School

extension Bucket {
  /// The teachers of one course: drafts, answers, scores that are not posted yet.
  public static func courseStaff(_ id: ID<Course>) -> Bucket { Bucket(Kind("t"), id) }
  /// Those enrolled in one course, their families and its teachers: all that is published in it.
  public static func course(_ id: ID<Course>) -> Bucket { Bucket(Kind("u"), id) }
}

extension Course {
  /// Its teachers and the office see it, those in it when it is published, everybody when the catalogue offers it.
  func buckets(in school: ID<Tenant>) -> [Bucket] {
    var buckets: [Bucket] = [.courseStaff(id), .office(school)]
    if isPublished { buckets.append(.course(id)) }
    if isOffered { buckets.append(.school(school)) }
    return buckets
  }
}

extension CourseItem {
  /// Drafts are seen by the staff, what is published by everybody in the course.
  var buckets: [Bucket] {
    publishedAt == nil ? [.courseStaff(course)] : [.courseStaff(course), .course(course)]
  }
}
