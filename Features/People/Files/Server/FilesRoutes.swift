public import Base
import Database
public import Kit
import Ledger
public import Router
public import School
import Web

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
    .post(
      "/api/v1/uploads/:arrival", .members,
      "One piece, as the file `piece` of multipart/form-data, at most 1 MiB. Sending one again is harmless.",
      inputs: [
        Input("place", "where in the file it begins, in bytes"),
        Input("sha256", "the piece's hash, so that damage on the way is noticed", required: false),
      ], inAPI: false
    ) { request in
      guard let piece = request.uploads.first(where: { $0.field == "piece" }), piece.size <= FilesService.pieceSize
      else {
        throw Refusal.invalid("piece", Phrase("files.piece"))
      }
      let command = try AddPiece(request.form, path: request.names, size: Int64(piece.size))
      let arrival = try await service.run(command, piece, request.caller())
      return .done("/", json: { arrival.json })
    }.taking(
      FilesTaken(["piece"], most: FilesService.pieceSize, count: 1) { request in
        _ = try await service.ledger.read { try service.arrival(request.id("arrival"), request.caller(), $0) }
      }.promised()),
  ]
}

extension Arrival {
  var json: JSON {
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
