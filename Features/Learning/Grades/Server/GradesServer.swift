import Base
import Database
public import Learning
public import Ledger

/// What only a server does with gradebooks: it looks at files, and looks through a whole school.
public struct GradesServer: Sendable {
  public let service: GradesService
  let ledger: Ledger
  public init(ledger: Ledger) { (service, self.ledger) = (GradesService(), ledger) }
}

extension GradesServer {
  public var jobHandlers: [JobHandler] {
    [
      JobHandler(GradesTables.statisticsJob) { job, ledger in
        let courses = try await ledger.read { try GradesStore(tx: $0).coursesWithStatistics(in: job.school) }
        for course in courses {
          // Whoever comes twice finds it worked out, so that each command may have a name of its own.
          let sent = CommandEnvelope(ledger.world.id(), job.kind, school: job.school, by: nil)
          try await ledger.write(sent) { tx in
            GradesStore(tx: tx).recalculateStatistics(of: course)
            return ""
          }
        }
      }
    ]
  }
}
