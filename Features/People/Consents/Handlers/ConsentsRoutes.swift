import Base
import Database
import Kit
public import Router
import School

// The paths are `ConsentsPaths`, beside the model, because pages of other features lead here.

public func consentRoutes(_ service: ConsentsService) -> [Route] { answering(service) + recording(service) }

private func answering(_ service: ConsentsService) -> [Route] {
  let reading: PageHandler = { request, tx throws(Refusal) in
    let data = try service.page(request, tx)
    return .page(json: { data.json }) { consentsPage(data, $0) }
  }
  return [
    .get(
      "/students/:student/consents", .members,
      "What is allowed of a student; guardians see their own answers, the office everybody's.",
      offline: Offline([.owner, .admin, .teacher, .guardian]), reading),
    .post(
      "/students/:student/consents", .members, "A guardian's own answer.", form: reading, AnswerConsent.self,
      service.handle
    ) { handled in
      let command = handled.command
      let path = ConsentsPaths.of(command.student)
      return .done(
        path, toast: Toast(command.answer.said, undo: (path, undo(command.scope, handled.outcome))),
        json: { .object([("before", .text(handled.outcome.text))]) })
    },
  ]
}

private func recording(_ service: ConsentsService) -> [Route] {
  let paper: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.recording(request, tx), request.draft)
    return .page { paperConsentPage(data, draft, $0) }
  }
  let order: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.recording(request, tx), request.draft)
    return .page { consentOrderPage(data, draft, $0) }
  }
  let offline = Offline([.owner, .admin])
  return [
    .get(
      "/students/:student/consents/paper/new", .office, "The form for an answer on paper.", inAPI: false,
      offline: offline, paper),
    .post(
      "/students/:student/consents/paper", .office, "Records what a guardian said on paper.", form: paper,
      RecordPaperConsent.self, service.handle
    ) { handled in
      let command = handled.command
      let fields = [
        Form.Field("guardian", command.guardian.text), Form.Field("day", command.day.text),
      ]
      return .done(
        ConsentsPaths.of(command.student),
        toast: Toast(
          Phrase("consents.recorded"), undo: (handled.request.path, undo(command.scope, handled.outcome) + fields)),
        created: true)
    },
    .get(
      "/students/:student/consents/order/new", .office, "The form for the order of a court.", inAPI: false,
      offline: offline, order),
    .post(
      "/students/:student/consents/order", .office, "Records the order of a court, or that it holds no more.",
      form: order, RecordConsentOrder.self, service.handle
    ) { handled in
      let command = handled.command
      let fields = [Form.Field("day", command.day.text), Form.Field("note", command.note)]
      return .done(
        ConsentsPaths.of(command.student),
        toast: Toast(
          Phrase("consents.recorded"), undo: (handled.request.path, undo(command.scope, handled.outcome) + fields)),
        created: true)
    },
  ]
}

/// The form that says again what was said before.
private func undo(_ scope: ConsentScope, _ before: Outcome) -> [Form.Field] {
  [Form.Field("scope", scope.rawValue), Form.Field("answer", before.text)]
}

extension Consent.Answer {
  /// What the one who gave it is told.
  fileprivate var said: Phrase {
    switch self {
    case .yes: Phrase("consents.said-yes")
    case .no: Phrase("consents.said-no")
    case .withdrawn: Phrase("consents.said-nothing")
    }
  }
}

// MARK: for programs

extension ConsentsPage {
  var json: JSON {
    var all: [(String, JSON)] = [
      ("student", .id(student.id)), ("scopes", .list(ConsentScope.allCases.map { json($0) })),
    ]
    // What only the office sees is not even named to others.
    if let office { all.append(("history", .list(office.history.map { $0.json }))) }
    return .object(all)
  }

  private func json(_ scope: ConsentScope) -> JSON {
    let state = states[scope]
    var all: [(String, JSON)] = [
      ("scope", .text(scope.rawValue)), ("allowed", .flag(state?.isAllowed ?? false)),
      ("since", .optional(state?.since.text)),
    ]
    // Why is known to those alone who know what was answered.
    if let office { all.append(("why", .text((office.why[scope] ?? .unasked).rawValue))) }
    if let own { all.append(("own", .optional(own[scope]?.answer.rawValue))) }
    return .object(all)
  }
}

extension ConsentsPage.Entry {
  fileprivate var json: JSON {
    .object([
      ("scope", .text(consent.scope.rawValue)), ("answer", .text(consent.answer.rawValue)),
      ("source", .text(consent.source.rawValue)), ("guardian", .optional(guardian)),
      ("day", .text(consent.day.text)), ("note", .text(consent.note)), ("by", .text(by)),
      ("at", .text(consent.at.text)),
    ])
  }
}
