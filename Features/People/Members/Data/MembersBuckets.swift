public import Base
public import Database
public import School

/// Who may see what, as buckets. Rows lie in them, people are members of them; the feature that changes who belongs
/// where also grants and revokes here, in the same transaction.
extension Bucket {
  /// Owners and admins.
  public static func office(_ id: ID<Tenant>) -> Bucket { Bucket(Kind("o"), id) }
  /// Everybody in one role of the school; owners and admins are the office.
  public static func role(_ role: Role, in school: ID<Tenant>) -> Bucket {
    switch role {
    case .owner, .admin: office(school)
    case .teacher: Bucket(Kind("h"), school)
    case .student: Bucket(Kind("l"), school)
    case .guardian: Bucket(Kind("g"), school)
    }
  }
  /// The teachers of one classroom.
  public static func classStaff(_ id: ID<Classroom>) -> Bucket { Bucket(Kind("c"), id) }
  /// Students in a classroom.
  public static func classMates(_ id: ID<Classroom>) -> Bucket { Bucket(Kind("m"), id) }
  /// The guardians of those who are in one class: what is said to all of it, and nothing about other people's children.
  public static func classFamilies(_ id: ID<Classroom>) -> Bucket { Bucket(Kind("e"), id) }
  /// The student and the guardians.
  public static func family(_ id: ID<Student>) -> Bucket { Bucket(Kind("f"), id) }
  /// Those who take part in one conversation, and nobody else: not the office either.
  public static func conversation(_ id: ID<Conversation>) -> Bucket { Bucket(Kind("k"), id) }
}

extension Transaction {
  /// The question every page, route, file and live topic asks: may the caller see the bucket? The office sees all of
  /// its school but what is one person's alone, or said between people.
  public func maySee(_ bucket: Bucket, _ caller: Caller) throws(Refusal) -> Bool {
    if caller.role.isOffice, !bucket.isPrivate { return true }
    return try isMember(caller.account, of: bucket, school: caller.school)
  }

  /// The same of several buckets, and with `all` of every bucket the caller is in: for one line of the live stream.
  public func sight(of asked: Set<Bucket>, all: Bool, _ caller: Caller) throws(Refusal) -> Sight {
    var seen: Set<Bucket> = []
    for bucket in asked where try maySee(bucket, caller) { seen.insert(bucket) }
    return Sight(
      seen: seen, own: all ? try buckets(of: caller.account, in: caller.school) : [],
      isWhole: caller.role.isOffice)
  }

  /// Answers “not found” when the caller may not see the bucket.
  public func mustSee(_ bucket: Bucket, _ caller: Caller) throws(Refusal) {
    guard try maySee(bucket, caller) else { throw Refusal.notFound }
  }
}
