package import Base
package import Database
import Kit
public import Router
import School

public func ownFileRoutes(_ service: OwnFilesService) -> [Route] {
  [
    .get(
      OwnFilesPaths.all, .members, "What the caller keeps for themselves.",
      query: [
        .optional("kind", "Only pictures, drawings, documents, sounds, texts or others."),
        .optional("page", "Which part of a long list, from 1."),
      ], offline: .everybody, service.listAnswer),
    .get("/study/files/:file", .members, "A file of the caller's own.", offline: .everybody, service.pageAnswer),
    .get("/study/files/:file/content", .members, "What is in it, or a part of it.", service.content),
    .get("/study/files/:file/strokes", .members, "The strokes of a drawing, as JSON.", inAPI: false, service.strokes),
    .get("/study/files/:file/small", .members, "A picture as lists show it.", inAPI: false, service.small),
    .post(
      "/study/files/:file", .members, "Calls it otherwise.", form: service.pageAnswer, RenameOwnFile.self,
      service.handle
    ) { handled in
      .done(OwnFilesPaths.file(handled.command.file), toast: Toast(Phrase("own-files.renamed")))
    },
    .post(
      "/study/files/:file/removal", .members, "Deletes it, or brings it back within the hour.", RemoveOwnFile.self,
      service.handle
    ) { handled in
      let undo = (handled.request.path, [Form.Field("restore", "1")])
      return .done(
        OwnFilesPaths.all,
        toast: handled.command.isRemoved
          ? Toast(Phrase("own-files.deleted"), undo: undo) : Toast(Phrase("own-files.restored")))
    },
  ]
}

extension OwnFilesService {
  /// The list, with the form to upload as it was filled in.
  package func listAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try list(request, tx), request.draft)
    return .page(json: { .object([("files", .list(data.files.map { $0.json })), ("count", .integer(data.count))]) }) {
      ownFilesPage(data, draft, $0)
    }
  }

  func pageAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try page(request, tx), request.draft)
    return .page(json: { data.file.json }) { ownFilePage(data, draft, $0) }
  }
}

extension OwnFile {
  var json: JSON {
    .object([
      ("id", .id(id)), ("name", .text(name)), ("kind", .text(kind.rawValue)), ("type", .text(type)),
      ("size", .number(String(size))), ("createdAt", .text(createdAt.text)), ("path", .text(OwnFilesPaths.content(id))),
    ])
  }
}
