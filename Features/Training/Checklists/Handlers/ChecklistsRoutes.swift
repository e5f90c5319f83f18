import Base
import Database
import HTML
import Kit
public import Router
import School

// The paths are `ChecklistsPaths`, beside the model, because pages of other features lead here.

public func checklistRoutes(_ service: ChecklistsService) -> [Route] {
  checklistListRoutes(service) + checklistItemRoutes(service) + checklistCommentRoutes(service)
    + checklistVersionRoutes(service)
}

private func checklistListRoutes(_ service: ChecklistsService) -> [Route] {
  let giving: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.giving(request, tx), request.draft)
    return .page { checklistGivingPage(data, draft, $0) }
  }
  return [
    .get(
      "/training/trainees/:trainee/checklists", .members, "All checklists of a trainee, by phase, and how far each is.",
      offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.list(request, tx)
      return .page(json: { data.json }) { checklistsPage(data, $0) }
    },
    .get(
      "/training/trainees/:trainee/checklists/new", .staff, "The templates that can be given to a trainee.",
      inAPI: false, offline: .everybody, giving),
    .post(
      "/training/trainees/:trainee/checklists", .members, "Gives a trainee one or several published templates.",
      form: giving, GiveChecklists.self, service.handle
    ) { handled in
      let ids = handled.outcome.text.utf8.split(separator: UInt8(ascii: ",")).map {
        String(decoding: $0, as: UTF8.self)
      }
      return .done(
        ChecklistsPaths.of(handled.command.trainee),
        toast: Toast(Phrase("training.checklists.given", .count(ids.count))), created: true,
        json: { .object([("checklists", .list(ids.map { .text($0) }))]) })
    },
    .get(
      "/training/checklists/:checklist", .members, "A checklist with its items, and who has done which when.",
      query: [.optional("comment", "A comment that is marked among the others.")], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.page(request, tx)
      return .page(version: data.checklist.versionTag, json: { data.json }) { checklistPage(data, Draft(), $0) }
    },
    .get(
      "/training/checklists/:checklist/history", .members,
      "Everything that was ticked and taken back, with who did it.",
      query: [.optional("item", "The key of an item: its own history alone.")], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.history(request, tx)
      return .page(json: { data.json }) { checklistHistoryPage(data, $0) }
    },
    .post(
      "/training/checklists/:checklist/deletion", .members, "Takes it away from the trainee; it can be brought back.",
      DeleteChecklist.self, service.handle
    ) { handled in
      let undo = ChecklistsPaths.restoration(handled.command.checklist)
      return .done(
        ChecklistsPaths.of(handled.id()), toast: Toast(Phrase("training.checklists.was-deleted"), undo: (undo, [])))
    },
    .post(
      "/training/checklists/:checklist/restoration", .members, "Brings back what was taken away.",
      RestoreChecklist.self, service.handle
    ) { handled in
      .done(
        ChecklistsPaths.checklist(handled.command.checklist), toast: Toast(Phrase("training.checklists.was-restored")))
    },
  ]
}

/// A form that was sent from the page changes the row and the picture of progress there.
private func item(
  _ key: Int, of id: ID<Checklist>, _ service: ChecklistsService, _ request: Request, _ toast: Toast, _ tx: Transaction
) throws(Refusal) -> Response {
  let data = try service.page(id, of: request.caller(), tx)
  return .done(
    ChecklistsPaths.item(key, of: id), toast: toast, json: { data.countJSON },
    fragments: { scene in
      guard let line = data.merge?.lines.first(where: { $0.item.key == key }) else {
        return fragment(.refresh, "checklist-progress")
      }
      return """
        \(fragment(.replace, "item-\(key)", checklistItem(line, data, scene)))\
        \(fragment(.replace, "checklist-progress", checklistProgress(data, scene)))\
        \(fragment(.update, "toasts", Kit.toast(toast, scene)))
        """
    })
}

private func checklistItemRoutes(_ service: ChecklistsService) -> [Route] {
  let noting: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.noteForm(request, tx), request.draft)
    return .page { checklistNotePage(data, draft, $0) }
  }
  return [
    .post(
      "/training/checklists/:checklist/tick", .members, "An item is done.", TickChecklistItem.self, service.handle
    ) { handled, tx throws(Refusal) in
      let (command, mark) = (handled.command, handled.outcome.text)
      let fields = [Form.Field("item", String(command.item)), Form.Field("seen", mark)]
      let toast = Toast(
        Phrase("training.checklists.was-ticked"),
        undo: mark.isEmpty ? nil : (ChecklistsPaths.untick(command.checklist), fields))
      return try item(command.item, of: command.checklist, service, handled.request, toast, tx)
    },
    .post(
      "/training/checklists/:checklist/untick", .members,
      "An item is not done after all; of its ticks those are taken back that were seen.", UntickChecklistItem.self,
      service.handle
    ) { handled, tx throws(Refusal) in
      let command = handled.command
      let toast = Toast(
        Phrase("training.checklists.was-unticked"),
        undo: (ChecklistsPaths.tick(command.checklist), [Form.Field("item", String(command.item))]))
      return try item(command.item, of: command.checklist, service, handled.request, toast, tx)
    },
    .get(
      "/training/checklists/:checklist/note", .staff, "The form of one's own note of an item.",
      query: [.optional("item", "The item's key.")], inAPI: false, offline: .everybody, noting),
    .post(
      "/training/checklists/:checklist/note", .members, "Writes one's own note of an item; an empty one takes it away.",
      form: noting, WriteChecklistNote.self, service.handle
    ) { handled in
      .done(
        ChecklistsPaths.item(handled.command.item, of: handled.command.checklist),
        toast: Toast(Phrase("training.checklists.note-saved")))
    },
  ]
}

private func checklistCommentRoutes(_ service: ChecklistsService) -> [Route] {
  let page: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.page(request, tx), request.draft)
    return .page { checklistPage(data, draft, $0) }
  }
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.commentForm(request, tx), request.draft)
    return .page { checklistCommentPage(data, draft, $0) }
  }
  return [
    .post(
      "/training/checklists/:checklist/comments", .members, "Says something of a checklist; the trainee is told.",
      form: page, AddChecklistComment.self, service.handle
    ) { handled in
      let id: ID<ChecklistComment> = handled.id()
      return .done(
        ChecklistsPaths.checklist(handled.command.checklist) + "#comment-" + id.text,
        toast: Toast(Phrase("training.checklists.comment-saved")), created: true, json: { .object([("id", .id(id))]) })
    },
    .get(
      "/training/checklists/:checklist/comments/:comment", .staff, "The form of one's own comment.", inAPI: false,
      offline: .everybody, editing),
    .post(
      "/training/checklists/:checklist/comments/:comment", .members, "Says it otherwise; the trainee is told again.",
      form: editing, EditChecklistComment.self, service.handle
    ) { handled in
      .done(
        ChecklistsPaths.checklist(handled.command.checklist) + "#comment-" + handled.command.comment.text,
        toast: Toast(Phrase("training.checklists.comment-saved")))
    },
    .post(
      "/training/checklists/:checklist/comments/:comment/acknowledgement", .members,
      "The trainee says that a comment was read.", AcknowledgeComment.self, service.handle
    ) { handled in
      .done(
        ChecklistsPaths.checklist(handled.command.checklist) + "#comment-" + handled.command.comment.text,
        toast: Toast(Phrase("training.checklists.was-acknowledged")))
    },
  ]
}

private func checklistVersionRoutes(_ service: ChecklistsService) -> [Route] {
  [
    .get(
      "/training/checklists/:checklist/version", .staff, "What a newer version of the template would change.",
      offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.preview(request, tx)
      return .page(json: { data.json }) { checklistPreviewPage(data, $0) }
    },
    .post(
      "/training/checklists/:checklist/version", .members,
      "Goes on with the newer version, for this trainee or for all of one's own.", TakeChecklistVersion.self,
      service.handle
    ) { handled in
      let command = handled.command
      let undo = (ChecklistsPaths.versionReturn(command.checklist), [Form.Field("for", command.reach.rawValue)])
      let count = wholeNumber(handled.outcome.text.utf8) ?? 0
      return .done(
        ChecklistsPaths.checklist(command.checklist),
        toast: Toast(
          Phrase("training.checklists.version-taken", .count(count), .text(String(command.version))),
          undo: count > 0 ? undo : nil),
        json: { .object([("count", .integer(count))]) })
    },
    .post(
      "/training/checklists/:checklist/version/return", .members, "Goes back to the version before.",
      ReturnChecklistVersion.self, service.handle
    ) { handled in
      .done(
        ChecklistsPaths.checklist(handled.command.checklist),
        toast: Toast(Phrase("training.checklists.version-returned")))
    },
  ]
}
