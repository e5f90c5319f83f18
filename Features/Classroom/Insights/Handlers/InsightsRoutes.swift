import Base
import Database
import Kit
public import Router
import School

public func insightRoutes(_ service: InsightsService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let data = try service.page(request, tx)
    return .page(json: { data.json }) { insightsPage(data, $0) }
  }
  return [
    .get(
      "/students/:student/insights", .staff, "What the rules propose for a child, each with its reason.",
      offline: .everybody, page),
    .post(
      "/students/:student/insights", .staff, "Says yes to a proposal: a plan or a task is made of it, once.",
      AcceptInsight.self, service.handle
    ) { handled in
      .done(InsightsPaths.of(handled.command.student), toast: Toast(Phrase("insights.accepted")))
    },
    .post(
      "/students/:student/insights/dismissal", .staff, "Says no to a proposal; it does not come again.",
      DismissInsight.self, service.handle
    ) { handled in
      let path = InsightsPaths.of(handled.command.student)
      return .done(
        path,
        toast: Toast(
          Phrase("insights.dismissed"), undo: (path + "/recall", [Form.Field("proposal", handled.command.proposal)])))
    },
    .post(
      "/students/:student/insights/recall", .staff, "Takes a no back.", RecallInsight.self, service.handle
    ) { handled in
      .done(InsightsPaths.of(handled.command.student), toast: Toast(Phrase("insights.recalled")))
    },
  ]
}

extension InsightsPage {
  var json: JSON {
    .object([
      (
        "insights",
        .list(
          insights.map { one in
            .object([
              ("proposal", .text(one.key)), ("kind", .text(one.kind.rawValue)),
              ("since", one.since.map { .text($0.text) } ?? .null),
            ])
          })
      )
    ])
  }
}
