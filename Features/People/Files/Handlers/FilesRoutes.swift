public import Base
import Database
public import Kit
public import Router
public import School

/// The doors of files in pieces, for scripts: `POST` to begin, `POST` each piece, `GET` to ask how far it has come.
public func fileRoutes(_ service: FilesService) -> [Route] {
  [
    .post(
      "/api/v1/uploads", .members, "Announce a file that comes in pieces.", inAPI: false, BeginUpload.self,
      service.handle
    ) { handled, tx throws(Refusal) in
      let arrival = try service.arrival(handled.id(), handled.request.caller(), tx)
      return .done("/", created: true, json: { arrival.json })
    },
    .get("/api/v1/uploads/:arrival", .members, "How much of a file has come.", inAPI: false) {
      request, tx throws(Refusal) in
      let arrival = try service.arrival(request.id("arrival"), request.caller(), tx)
      return .page(json: { arrival.json }) { refusalPage(.notFound, $0) }
    },
  ]
}

extension Arrival {
  package var json: JSON {
    .object([
      ("id", .id(id)), ("name", .text(name)), ("size", .integer(Int(size))), ("received", .integer(Int(received))),
      ("whole", .flag(isWhole)), ("type", .optional(type)), ("piece", .integer(FilesService.pieceSize)),
    ])
  }
}

extension Toast {
  /// Says that a picture was taken out, with the way back for as long as there is one.
  ///
  /// - Parameter path: where the picture is sent to.
  public static func pictureRemoved(_ said: String, _ picture: ID<Photo>?, back path: String) -> Toast {
    Toast(Phrase(said), undo: picture.map { (path, [Form.Field(WaitingPicture.field, $0.text)]) })
  }
}
