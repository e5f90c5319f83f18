import Base
import Database
import Office
public import Router
import School
import Web

/// The steps to a school, with the pictures that wait for it.
public func homeServerRoutes(_ server: HomeServer) -> [Route] {
  [
    .get(HomePaths.wizard, .signedIn, "The first step of a new school.", inAPI: false, server.wizard),
    .post(HomePaths.wizard, .signedIn, "One step of a new school; the last one founds it.", inAPI: false) {
      try await server.step($0)
    }.taking(
      FilesTaken(WizardField.ofPictures, most: Limits.picture.most, count: WizardField.ofPictures.count) { _ in
        guard server.service.mayFound else { throw Refusal.notFound }
      }),
    .get(
      "/welcome/pictures/:picture", .signedIn, "A picture that waits for a new school.", inAPI: false, server.picture),
  ]
}
