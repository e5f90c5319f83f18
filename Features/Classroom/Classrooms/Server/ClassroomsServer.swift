public import Classroom
public import Ledger
import People
import PeopleServer

/// What only a server does about classrooms: pictures that come with forms, the turn of the day, open screens.
public struct ClassroomsServer: Sendable {
  public let service: ClassroomsService
  let ledger: Ledger
  let files: FilesServer
  public init(ledger: Ledger, service: ClassroomsService = ClassroomsService()) {
    (self.ledger, self.service) = (ledger, service)
    files = FilesServer(ledger: ledger)
  }
}
