import Base
import Database
import School

/// By what open screens are told of a child.
extension StudentsService {
  /// The buckets through which the reader sees the child: who loses them hears nothing more, nor do the staff of a class that
  /// the child has left.
  ///
  /// The office sees what the family does, and so hears of this child alone.
  static func buckets(
    of student: Student, _ access: StudentAccess, _ caller: Caller, _ reach: StudentsReach, _ tx: Transaction
  ) throws(Refusal) -> [Bucket] {
    guard access == .teacher else { return [.family(student.id)] }
    return try reach.staff(of: student.id, caller.school, tx).tryFilter { bucket throws(Refusal) in
      try tx.isMember(caller.account, of: bucket, school: caller.school)
    }
  }
}
