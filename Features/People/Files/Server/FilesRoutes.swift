public import Base
public import Kit
public import School
public import Web

/// The doors of files in pieces, for scripts: `POST` to begin, `POST` each piece, `GET` to ask how far it has come.
public func fileRoutes(_ service: FilesService) -> [Route] {
  [
    .post(
      "/api/v1/uploads", .members, "Announce a file that comes in pieces.",
      inputs: [Input("name", "what it is called"), Input("size", "its length in bytes")], inAPI: false
    ) { ask in
      let arrival = try await service.run(BeginUpload(ask.form), ask)
      return .done("/", created: true, json: { arrival.json })
    },
    .get("/api/v1/uploads/:arrival", .members, "How much of a file has come.", inAPI: false) { ask in
      let arrival = try await service.arrival(ask.id("arrival"), ask.caller())
      return .page(json: { arrival.json }) { refusalPage(.notFound, $0) }
    },
    .post(
      "/api/v1/uploads/:arrival", .members,
      "One piece, as the file `piece` of multipart/form-data, at most 1 MiB. Sending one again is harmless.",
      inputs: [
        Input("place", "where in the file it begins, in bytes"),
        Input("sha256", "the piece's hash, so that damage on the way is noticed", required: false),
      ], inAPI: false
    ) { ask in
      guard let piece = ask.uploads.first(where: { $0.field == "piece" }), piece.size <= FilesService.pieceSize else {
        throw Refusal.invalid("piece", Phrase("files.piece"))
      }
      var form = ask.form
      form.fields.append(Form.Field("arrival", try ask.id("arrival", Arrival.self).text))
      let arrival = try await service.run(AddPiece(form, size: Int64(piece.size)), piece, ask.caller())
      return .done("/", json: { arrival.json })
    }.taking(
      FilesTaken(["piece"], most: FilesService.pieceSize, count: 1) { ask in
        _ = try await service.arrival(ask.id("arrival"), ask.caller())
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
