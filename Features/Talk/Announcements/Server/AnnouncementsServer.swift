import Base
public import Ledger
import People
public import PeopleServer
public import Talk

/// What only a server does with announcements: it takes their files, brings them out at their time, and tells people.
public struct AnnouncementsServer: Sendable {
  public let service: AnnouncementsService
  let ledger: Ledger
  let world: World
  let files: FilesServer

  public init(ledger: Ledger, files: FilesServer) {
    (self.ledger, world, self.files) = (ledger, ledger.world, files)
    service = AnnouncementsService()
  }
}
