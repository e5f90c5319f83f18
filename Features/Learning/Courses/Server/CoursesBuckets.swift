public import Base
public import Ledger
public import School

extension Bucket {
  /// The teachers of one course: drafts, answers, scores that are not posted yet.
  public static func courseStaff(_ id: ID<Course>) -> Bucket { Bucket(Kind("t"), id) }
  /// Those enrolled in one course, their families and its teachers: all that is published in it.
  public static func course(_ id: ID<Course>) -> Bucket { Bucket(Kind("u"), id) }
}
