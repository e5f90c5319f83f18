public import Base

extension Notification {
  /// The name of the word about a student's grade to one person: posted twice, told once.
  public static func id(grade item: ID<GradeItem>, _ student: ID<Student>, to account: ID<Account>) -> ID<Notification>
  {
    id(absence: ID(high: item.high ^ 0x6772_6164_6500_0000, low: item.low), student, to: account)
  }

  /// The same for several grades that were posted together.
  public static func id(grades seq: Int64, of course: ID<Course>, _ student: ID<Student>, to account: ID<Account>)
    -> ID<Notification>
  {
    id(absence: ID(high: course.high ^ 0x6772_6164_6573_0000, low: course.low ^ UInt64(seq)), student, to: account)
  }
}
