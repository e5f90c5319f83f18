import Base
import Database
public import Ledger
import People
import School

/// Puts the records of those who were there before into the sight of the staff of their classes and courses.
enum StudentPlacing {
  static let kind = "students.place"
  /// As many as one command moves: others write in between.
  static let batchSize = 200
}

extension EnrolmentServer {
  public var jobHandlers: [JobHandler] {
    [
      JobHandler(StudentPlacing.kind) { job, ledger in
        var last = ID<Student>.none
        while true {
          let students = try await ledger.read { [last] in
            try StudentsStore(tx: $0).everybody(in: job.school, after: last, limit: StudentPlacing.batchSize)
          }
          guard let end = students.last else { return }
          last = end
          // Whoever comes twice finds the records where they belong, so that each command may have a name of its own.
          let sent = CommandEnvelope(ledger.world.id(), job.kind, school: job.school, by: nil)
          try await ledger.write(sent) { tx in
            for student in students { try EnrolmentStore(tx: tx).recalculate(family: student) }
            return ""
          }
        }
      }
    ]
  }
}
