package import Base
package import Database
import Kit
public import Router
import School

// The paths are `ObservationsPaths`, beside the model, because pages of other features lead here.

public func observationRoutes(_ service: ObservationsService) -> [Route] {
  listRoutes(service) + readingRoutes(service) + writingRoutes(service) + fileRoutes(service) + sharingRoutes(service)
    + tagRoutes(service)
}

private let filters: [Input] = [
  .search, .optional("range", "The last 7, 30 or 90 days."), .optional("from", "From this day on."),
  .optional("until", "To this day."), .optional("tag", "Under one of these tags; may come several times."),
  .optional("child", "About one of these children; may come several times."),
  .optional("author", "Whoever wrote it."), .optional("classroom", "About children of a class."),
  .optional("sort", "oldest: the oldest first."), .after,
]

private func listRoutes(_ service: ObservationsService) -> [Route] {
  [
    .get(
      ObservationsPaths.all, .staff, "What was seen of the caller's children.", query: filters, offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.list(request, tx)
      return .page(next: data.next, json: { data.json }) { observationsPage(data, $0) }
    },
    .get(
      "/students/:student/observations", .staff, "What was seen of a child.", query: filters, offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.list(request, tx)
      return .page(next: data.next, json: { data.json }) { observationsPage(data, $0) }
    },
    .get(
      "/students/:student/shared", .members, "What a child's family was shown.", query: [.after], offline: .everybody
    ) { request, tx throws(Refusal) in
      try service.sharedAnswer(request, tx)
    },
  ]
}

private func readingRoutes(_ service: ObservationsService) -> [Route] {
  [
    .post(
      "/observations/:observation/acceptance", .staff, "Takes what a family saw at home over into the record.",
      AcceptHomeObservation.self, service.handle
    ) { handled in
      .done(
        ObservationsPaths.observation(handled.command.observation), toast: Toast(Phrase("observations.home-accepted")))
    },
    .get(
      "/observations/:observation", .staff, "An observation: its files, its past, and what families see of it.",
      offline: .everybody, service.pageAnswer),
    .get(
      "/observations/:observation/files/:file", .members,
      "A file of an observation, or a part of it: for staff, and for a family that was shown it.",
      query: [.optional("download", "1: to save it.")], service.file),
  ]
}

private func writingRoutes(_ service: ObservationsService) -> [Route] {
  [
    .get(
      ObservationsPaths.new, .staff, "The form of a new observation.",
      query: [.optional("child", "Whom it is about; may come several times.")], inAPI: false, offline: .everybody,
      service.blankAnswer),
    .get(
      "/observations/:observation/edit", .staff, "The form of an observation.", inAPI: false, offline: .everybody,
      service.editAnswer),
    .post(
      ObservationsPaths.form, .staff, "The form as it was typed, with the children that were looked for.",
      inputs: [Input("q", "Part of a name.", required: false)], inAPI: false, bodyLimit: Limits.textBody.most,
      offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.finding(request, tx)
      let draft = Draft(request.form)
      return .page { observationFormPage(data, draft, $0) }
    },
    .post(
      ObservationsPaths.all, .staff, "Writes an observation down.", bodyLimit: Limits.textBody.most,
      form: service.blankAnswer, WriteObservation.self, service.handle
    ) { handled in
      let id: ID<Observation> = handled.id()
      return .done(
        ObservationsPaths.observation(id), toast: Toast(handled.command.fields.act.said), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .post(
      "/observations/:observation", .staff, "Changes an observation; what it said before is kept.",
      bodyLimit: Limits.textBody.most, form: service.editAnswer, EditObservation.self, service.handle
    ) { handled in
      .done(
        ObservationsPaths.observation(handled.command.observation), toast: Toast(handled.command.fields.act.said))
    },
    .post(
      "/observations/:observation/deletion", .staff, "Takes an observation away, from families too.",
      DeleteObservation.self, service.handle
    ) { handled in
      let back = ObservationsPaths.observation(handled.command.observation) + "/restoration"
      return .done(ObservationsPaths.all, toast: Toast(Phrase("observations.was-deleted"), undo: (back, [])))
    },
    .post(
      "/observations/:observation/restoration", .staff, "Brings an observation back; families do not see it by that.",
      RestoreObservation.self, service.handle
    ) { handled in
      .done(
        ObservationsPaths.observation(handled.command.observation), toast: Toast(Phrase("observations.was-restored")))
    },
  ]
}

private func fileRoutes(_ service: ObservationsService) -> [Route] {
  [
    .post(
      "/observations/:observation/files/:file/people", .staff, "Says who is on a file.", form: service.pageAnswer,
      DescribeObservationFile.self, service.handle
    ) { handled in
      .done(ObservationsPaths.observation(handled.command.observation), toast: Toast(Phrase("observations.saved")))
    },
    .post(
      "/observations/:observation/files/:file/removal", .staff,
      "Takes a file away, from families too, or brings it back.", form: service.pageAnswer, RemoveObservationFile.self,
      service.handle
    ) { handled in
      let undo = (handled.request.path, [Form.Field("restore", "1")])
      return .done(
        ObservationsPaths.observation(handled.command.observation),
        toast: handled.command.isRemoved
          ? Toast(Phrase("observations.file-removed"), undo: undo) : Toast(Phrase("observations.file-restored")))
    },
  ]
}

private func sharingRoutes(_ service: ObservationsService) -> [Route] {
  [
    .post(
      "/observations/:observation/shares/:student", .staff, "Shows it to one family, in words for that family.",
      bodyLimit: Limits.textBody.most, form: service.pageAnswer, ShareObservation.self, service.handle
    ) { handled in
      let (one, student) = (handled.command.observation, handled.command.student)
      let undo = ObservationsPaths.shares(one, student) + "/withdrawal"
      return .done(
        ObservationsPaths.observation(one), toast: Toast(Phrase("observations.was-shared"), undo: (undo, [])))
    },
    .post(
      "/observations/:observation/shares/:student/withdrawal", .staff, "Shows it to a family no longer.",
      WithdrawShare.self, service.handle
    ) { handled in
      .done(
        ObservationsPaths.observation(handled.command.observation), toast: Toast(Phrase("observations.share-gone")))
    },
  ]
}

private func tagRoutes(_ service: ObservationsService) -> [Route] {
  [
    .get(ObservationsPaths.tags, .staff, "What observations are filed under.", offline: .everybody, service.tagsAnswer),
    .post(
      ObservationsPaths.tags, .staff, "Adds a tag.", form: service.tagsAnswer, AddTag.self, service.handle
    ) { handled in
      let id: ID<RecordTag> = handled.id()
      return .done(
        ObservationsPaths.tags, toast: Toast(Phrase("observations.saved")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .post(
      "/observations/tags/:tag", .staff, "Calls a tag otherwise.", form: service.tagsAnswer, RenameTag.self,
      service.handle
    ) { _ in
      .done(ObservationsPaths.tags, toast: Toast(Phrase("observations.saved")))
    },
    .post(
      "/observations/tags/:tag/archiving", .staff, "Offers a tag no more, or again; what is under it stays.",
      ArchiveTag.self, service.handle
    ) { handled in
      let undo = (handled.request.path, handled.command.isArchived ? [Form.Field("restore", "1")] : [])
      return .done(ObservationsPaths.tags, toast: Toast(Phrase("observations.saved"), undo: undo))
    },
    .post(
      "/observations/tags/:tag/merging", .staff, "Files what is under a tag under another, or no longer.",
      form: service.tagsAnswer, MergeTags.self, service.handle
    ) { handled in
      let undo: (String, [Form.Field])? = handled.command.into == nil ? nil : (handled.request.path, [])
      return .done(ObservationsPaths.tags, toast: Toast(Phrase("observations.saved"), undo: undo))
    },
  ]
}

extension ObservationsService {
  package func sharedAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try shared(request, tx), request.draft)
    return .page(next: data.next, json: { data.json }) { sharedPage(data, draft, $0) }
  }
  package func pageAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try page(request, tx), request.shareDraft)
    return .page(json: { data.json }) { observationPage(data, draft, $0) }
  }
  func blankAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try blank(request, tx), request.draft)
    return .page { observationFormPage(data, draft, $0) }
  }
  func editAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try editing(request, tx), request.draft)
    return .page { observationFormPage(data, draft, $0) }
  }
  func tagsAnswer(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try tags(request, tx), request.draft)
    return .page(json: { data.json }) { tagsPage(data, draft, $0) }
  }
}

extension Request {
  /// What was typed for one family, with the child that the path names.
  fileprivate var shareDraft: Draft {
    guard let student = names["student"], draft.form["student"] == nil else { return draft }
    return Draft(Form(draft.form.fields + [Form.Field("student", student)]), problems: draft.problems)
  }
}

extension ObservationFields.Act {
  /// What was done with it.
  fileprivate var said: Phrase {
    self == .draft ? Phrase("observations.draft-saved") : Phrase("observations.saved")
  }
}
