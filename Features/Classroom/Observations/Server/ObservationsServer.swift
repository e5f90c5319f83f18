import Base
public import Classroom
public import Ledger
import People
public import PeopleServer

/// What only a server does with observations: it takes their pictures and sounds, and writes long lists.
public struct ObservationsServer: Sendable {
  public let service: ObservationsService
  let ledger: Ledger
  let files: FilesServer

  public init(ledger: Ledger, files: FilesServer) {
    (self.ledger, self.files) = (ledger, files)
    service = ObservationsService()
  }

  /// How many pixels a picture has each way at most.
  static let side = 2048
}
