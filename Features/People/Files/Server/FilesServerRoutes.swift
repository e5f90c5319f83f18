import Base
import Database
import Ledger
import People
public import Router
import School
import Web

/// The door that pieces come by.
public func fileServerRoutes(_ server: FilesServer) -> [Route] {
  [
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
      let arrival = try await server.run(command, piece, request.caller())
      return .done("/", json: { arrival.json })
    }.taking(
      FilesTaken(["piece"], most: FilesService.pieceSize, count: 1) { request in
        _ = try await server.ledger.read { try server.service.arrival(request.id("arrival"), request.caller(), $0) }
      }.promised())
  ]
}
