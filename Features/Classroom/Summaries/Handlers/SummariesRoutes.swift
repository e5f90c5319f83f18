package import Base
package import Database
import Kit
public import Router
import School

/// What is read, and what changes a draft; what needs a look at more than its writer sees is `summaryServerRoutes`.
public func summaryRoutes(_ service: SummariesService) -> [Route] {
  [
    .get(
      "/students/:student/summaries", .staff, "What a child's family was told, and what is being written.",
      offline: .everybody, service.listAnswer),
    .get(
      "/students/:student/summaries/:summary", .members,
      "A summary: for staff, and when it was sent for the child's family, with what was answered.",
      offline: .everybody, service.pageAnswer),
    .post(
      "/students/:student/summaries/:summary", .staff, "Changes a draft.", bodyLimit: Limits.textBody.most,
      form: service.pageAnswer, EditSummary.self, service.handle
    ) { handled in
      .done(
        SummariesPaths.of(handled.command.student) + "/" + handled.command.summary.text,
        toast: Toast(Phrase("summaries.saved")))
    },
    .get(
      "/students/:student/summaries/:summary/confirmation", .staff,
      "A draft as the family will read it, with what may be somebody's name marked.", inAPI: false,
      offline: .everybody, service.confirmationAnswer),
    .post(
      "/students/:student/summaries/:summary/deletion", .staff, "Takes a draft away; it can be brought back.",
      DeleteSummary.self, service.handle
    ) { handled in
      let path = SummariesPaths.of(handled.command.student)
      let undo = path + "/" + handled.command.summary.text + "/restoration"
      return .done(path, toast: Toast(Phrase("summaries.deleted"), undo: (undo, [])))
    },
    .post(
      "/students/:student/summaries/:summary/restoration", .staff, "Brings a draft back.", RestoreSummary.self,
      service.handle
    ) { handled in
      .done(
        SummariesPaths.of(handled.command.student) + "/" + handled.command.summary.text,
        toast: Toast(Phrase("summaries.restored")))
    },
  ]
}

extension SummariesService {
  package func listAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try list(request, tx), request.draft)
    return .page(json: { data.json }) { summariesPage(data, draft, $0) }
  }
  package func pageAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try page(request, tx), request.draft)
    return .page(json: { data.json }) { summaryPage(data, draft, $0) }
  }
  func confirmationAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let data = try confirmation(request, tx)
    return .page { summaryConfirmationPage(data, $0) }
  }
}

extension SummariesPage {
  var json: JSON { .object([("summaries", .list(summaries.map { $0.json }))]) }
}

extension SummaryPage {
  var json: JSON {
    .object([
      ("summary", summary.json), ("text", .text(summary.text)),
      (
        "replies",
        .list(
          replies.map { reply in
            .object([
              ("guardian", .id(reply.guardian)), ("author", .id(reply.author)), ("text", .text(reply.text)),
              ("at", .text(reply.at.text)),
            ])
          })
      ),
    ])
  }
}

extension Summary {
  var json: JSON {
    .object([
      ("id", .id(id)), ("from", .text(from.text)), ("until", .text(until.text)), ("language", .text(language)),
      ("sentAt", sentAt.map { .text($0.text) } ?? .null), ("version", .text(version)),
    ])
  }
}
