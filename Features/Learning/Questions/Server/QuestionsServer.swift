import Base
import Database
public import Learning
public import Ledger
import People
import PeopleServer
import School

/// What only a server does with questions: it looks at pictures and reads files.
public struct QuestionsServer: Sendable {
  public let service: QuestionsService
  let ledger: Ledger
  let files: FilesServer
  public init(ledger: Ledger, service: QuestionsService) {
    (self.ledger, self.service, files) = (ledger, service, FilesServer(ledger: ledger))
  }
}
