import Base
import Database
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
      JobHandler("grades.statistics") { job, ledger in
        try await ledger.write(CommandEnvelope(job.id.cast(), job.kind, school: job.school, by: nil)) { tx in
          try GradesStore(tx: tx).recalculateAllStatistics()
          return ""
        }
      }
    ]
  }
}
