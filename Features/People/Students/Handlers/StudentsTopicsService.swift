import Base
import Database
import School

/// What open screens listen to.
extension StudentsService {
  /// A topic names the bucket through which the reader sees the child: who loses the bucket hears nothing more, nor
  /// do the staff of a class that the child has left.
  static func topics(
    of student: Student, _ access: StudentAccess, _ caller: Caller, _ reach: StudentsReach, _ tx: Transaction
  ) throws(Refusal) -> [String] {
    switch access {
    case .office: return [topic(.office(caller.school), student.id)]
    case .family: return [topic(.family(student.id), student.id)]
    case .teacher:
      let own = try reach.staff(of: student.id, caller.school, tx).tryFilter { bucket throws(Refusal) in
        try tx.isMember(caller.account, of: bucket, school: caller.school)
      }
      return own.map { topic($0, student.id) }
    }
  }

  static func topic(_ bucket: Bucket, _ student: ID<Student>) -> String {
    "student/" + [bucket.kind.letter, bucket.id.text, student.text].joined(separator: ".")
  }
}
