package import Base
package import Database
import Kit
public import Router
import School

// The paths are `DocumentsPaths`, beside the model, because pages of other features lead here.

public func documentRoutes(_ service: DocumentsService) -> [Route] {
  documentKindRoutes(service) + trainingDocumentRoutes(service) + identityRoutes(service)
}

private func documentKindRoutes(_ service: DocumentsService) -> [Route] {
  let all: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.kinds(request, tx), request.draft)
    return .page(json: { data.json }) { documentKindsPage(data, draft, $0) }
  }
  let one: PageHandler = { request, tx throws(Refusal) in
    let (kind, draft) = (try service.kind(request, tx), request.draft)
    return .page(version: kind.version, json: { .object(kind.json) }) { documentKindPage(kind, draft, $0) }
  }
  return [
    .get(
      "/training/document-kinds", .staff, "The documents that the school wants of its trainees.", offline: .everybody,
      all),
    .post(
      "/training/document-kinds", .staff, "The school wants one more kind of document.", form: all,
      AddDocumentKind.self, service.handle
    ) { handled in
      let id: ID<DocumentKind> = handled.id()
      return .done(
        DocumentsPaths.kinds, toast: Toast(Phrase("training.documents.kind-added")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get("/training/document-kinds/:kind", .staff, "One of them, with its form.", offline: .everybody, one),
    .post(
      "/training/document-kinds/:kind", .staff, "Changes what the school wants of a kind.", form: one,
      EditDocumentKind.self, service.handle
    ) { _ in .done(DocumentsPaths.kinds, toast: Toast(Phrase("training.documents.kind-saved"))) },
    .post(
      "/training/document-kinds/:kind/removal", .staff, "The school wants a kind no more, or again; documents stay.",
      RemoveDocumentKind.self, service.handle
    ) { handled in
      let undo = (handled.request.path, [Form.Field("restore", "1")])
      return .done(
        DocumentsPaths.kinds,
        toast: handled.command.isRemoved
          ? Toast(Phrase("training.documents.kind-removed"), undo: undo)
          : Toast(Phrase("training.documents.kind-restored")))
    },
  ]
}

private func trainingDocumentRoutes(_ service: DocumentsService) -> [Route] {
  let one: PageHandler = { request, tx throws(Refusal) in try service.pageAnswer(request, tx) }
  return [
    .get(
      "/training/trainees/:trainee/documents", .members, "What a trainee has to bring, and what is there.",
      offline: .everybody, service.listAnswer),
    .get(
      "/training/trainees/:trainee/documents/new", .members, "The form of a document, for the trainee.",
      query: [.optional("kind", "What it is.")], inAPI: false, offline: .everybody, service.formAnswer),
    .get(
      "/training/trainees/:trainee/documents/:document", .members, "A document with its pages.", offline: .everybody,
      one),
    .get(
      "/training/trainees/:trainee/documents/:document/pages/:page", .members, "What is on a page, or a part of it.",
      service.content),
    .post(
      "/training/trainees/:trainee/documents/:document/rejection", .members, "An instructor says why it will not do.",
      form: one, RejectTrainingDocument.self, service.handle
    ) { handled in
      .done(
        DocumentsPaths.document(handled.command.document, of: handled.command.trainee),
        toast: Toast(Phrase("training.documents.was-rejected")))
    },
    .post(
      "/training/trainees/:trainee/documents/:document/removal", .members, "The trainee takes it away, or back.",
      RemoveTrainingDocument.self, service.handle
    ) { handled in
      let undo = (handled.request.path, [Form.Field("restore", "1")])
      return .done(
        DocumentsPaths.all(handled.command.trainee),
        toast: handled.command.isRemoved
          ? Toast(Phrase("training.documents.was-removed"), undo: undo)
          : Toast(Phrase("training.documents.was-restored")))
    },
  ]
}

extension DocumentsService {
  func listAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft, today) = (try list(request, tx), request.draft, request.scene.today)
    return .page(json: { data.json(today) }) { trainingDocumentsPage(data, draft, $0) }
  }

  package func pageAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try page(request, tx), request.draft)
    return .page(json: { data.json }) { trainingDocumentPage(data, draft, $0) }
  }

  package func formAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try form(request, tx), request.draft)
    return .page { trainingDocumentFormPage(data, draft, $0) }
  }
}

// MARK: for programs

extension DocumentKind {
  var json: [(String, JSON)] {
    [
      ("id", .id(id)), ("name", .text(name)), ("standard", standardNumber.map { .integer($0) } ?? .null),
      ("required", .flag(isRequired)), ("file", .flag(needsFile)), ("date", .flag(needsDate)),
      ("warning", .integer(warningDays)), ("identity", .flag(isIdentity)), ("endorsed", .flag(isEndorsed)),
      ("version", .text(version)),
    ]
  }
}

extension DocumentKindsPage {
  var json: JSON { .object([("kinds", .list(kinds.map { .object($0.json) }))]) }
}

extension TrainingDocument {
  var json: [(String, JSON)] {
    [
      ("id", .id(id)), ("kind", .id(kind)), ("expires", .optional(expires?.text)), ("notes", .text(notes)),
      ("uploadedAt", .text(uploadedAt.text)), ("rejectedAt", .optional(rejectedAt?.text)), ("reason", .text(reason)),
      ("replacedAt", .optional(replacedAt?.text)),
    ]
  }
}

extension TrainingDocumentsPage {
  func json(_ today: Day) -> JSON {
    .object([
      ("minor", .flag(isMinor)), ("consent", consent.map { $0.json } ?? .null),
      (
        "kinds",
        .list(
          documents.entries.map { entry in
            .object(
              entry.kind.json + [
                ("status", .text(entry.status(today: today).rawValue)),
                ("document", entry.document.map { .object($0.json) } ?? .null),
                ("earlier", entry.earlier.map { .object($0.json) } ?? .null),
              ])
          })
      ),
    ])
  }
}

extension TrainingDocumentView {
  var json: JSON {
    .object(
      document.json + [
        ("endorsement", endorsement.map { $0.json } ?? .null),
        (
          "pages",
          .list(
            pages.map {
              .object([
                ("id", .id($0.id)), ("name", .text($0.name)), ("type", .text($0.type)),
                ("size", .number(String($0.size))), ("sha256", .text(hex($0.hash))),
                ("path", .text(DocumentsPaths.content($0))),
              ])
            })
        ),
      ])
  }
}
