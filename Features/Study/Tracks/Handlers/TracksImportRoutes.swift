import Base
import Database
import Kit
import Router
import School

/// Where texts come in from files; what takes the file itself is the server's, in `trackImportServerRoutes`.
func trackImportRoutes(_ service: TracksService) -> [Route] {
  [
    .get(
      "/study/tracks/:track/import", .members, "The form for texts from a file, for who may change the track.",
      inAPI: false, offline: .everybody, service.showImport)
  ]
}
