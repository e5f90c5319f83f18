import Base
import Database
import Kit
public import Router
import School

// The paths are `TemplatesPaths`, beside the model, because pages of other features lead here.

public func templateRoutes(_ service: TemplatesService) -> [Route] {
  templateLibraryRoutes(service) + templateKeepingRoutes(service) + templateVersionRoutes(service)
}

private func made(_ handled: Handled<some Command>, _ key: String, edits: Bool) -> Response {
  let id: ID<ChecklistTemplate> = handled.id()
  return .done(
    edits ? TemplatesPaths.edit(id) : TemplatesPaths.template(id), toast: Toast(Phrase(key)), created: true,
    json: { .object([("id", .id(id))]) })
}

private func templateLibraryRoutes(_ service: TemplatesService) -> [Route] {
  let blank: PageHandler = { request, _ throws(Refusal) in
    let draft = request.draft
    return .page { newTemplatePage(draft, $0) }
  }
  let list: PageHandler = { request, tx throws(Refusal) in
    let data = try service.list(request, tx)
    return .page(json: { data.json }) { templatesPage(data, $0) }
  }
  return [
    .get(
      "/training/templates", .staff, "The templates of checklists that the school’s instructors share.",
      query: [
        .optional("q", "Words to find."), .optional("category", "Only of this category."),
        .optional("phase", "Only of this phase."),
      ], offline: .teachers, list),
    .get("/training/templates/new", .staff, "The form of a new template.", inAPI: false, offline: .teachers, blank),
    .post(
      "/training/templates", .staff, "Begins a template; its items are written in the editor.", form: blank,
      CreateChecklistTemplate.self, service.handle
    ) { made($0, "training.templates.made", edits: true) },
    .post(
      "/training/templates/shipped", .staff, "Adds one of the checklists that come with the program, as a draft.",
      form: list, AddShippedTemplate.self, service.handle
    ) { made($0, "training.templates.added", edits: false) },
    .get(
      "/training/templates/import", .staff, "The form for a template from a file.", inAPI: false, offline: .teachers
    ) { request, _ throws(Refusal) in
      let (data, draft) = (try service.importForm(request), request.draft)
      return .page { templateImportPage(data, draft, $0) }
    },
  ]
}

private func templateKeepingRoutes(_ service: TemplatesService) -> [Route] {
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.editor(request, tx), request.draft)
    return .page { templateEditorPage(data, draft, $0) }
  }
  return [
    .get(
      "/training/templates/:template", .staff, "A template with its draft and what was published of it.",
      offline: .teachers
    ) { request, tx throws(Refusal) in
      let data = try service.page(request, tx)
      return .page(version: data.known.template.versionTag, json: { data.json }) { templatePage(data, $0) }
    },
    .get(
      "/training/templates/:template/edit", .staff, "The editor of a template.", inAPI: false, offline: .teachers,
      editing),
    .post(
      "/training/templates/:template", .staff, "Saves the draft, and adds, moves or removes an item.",
      bodyLimit: Limits.textBody.most, form: editing, EditChecklistTemplate.self, service.handle
    ) { edited($0) },
    .post(
      "/training/templates/:template/items", .staff, "Brings back an item that was removed from the draft.",
      RestoreTemplateItem.self, service.handle
    ) { handled in
      let command = handled.command
      return .done(
        TemplatesPaths.edit(command.template) + "#item-" + String(command.item.key),
        toast: Toast(Phrase("training.templates.item-back")))
    },
    .post(
      "/training/templates/:template/retirement", .staff, "Gives it to nobody any more, or again.",
      RetireChecklistTemplate.self, service.handle
    ) { handled in
      let path = TemplatesPaths.template(handled.command.template)
      let undo = TemplatesPaths.retirement(handled.command.template)
      return .done(
        path,
        toast: handled.command.isRetired
          ? Toast(Phrase("training.templates.was-retired"), undo: (undo, []))
          : Toast(Phrase("training.templates.was-unretired"), undo: (undo, [Form.Field("retired", "on")])))
    },
    .post(
      "/training/templates/:template/copies", .staff, "Makes another template of the same words.",
      DuplicateChecklistTemplate.self, service.handle
    ) { made($0, "training.templates.copied", edits: true) },
  ]
}

/// Where the editor goes on: at the item that was moved, at the new one, or back to the template.
private func edited(_ handled: Handled<EditChecklistTemplate>) -> Response {
  let id = handled.command.template
  let editor = TemplatesPaths.edit(id)
  switch handled.command.act {
  case .save: return .done(TemplatesPaths.template(id), toast: Toast(Phrase("training.templates.saved")))
  case .add: return .done(editor + "#item-new", toast: Toast(Phrase("training.templates.saved")))
  case .up(let key), .down(let key): return .done(editor + "#item-" + String(key))
  case .remove(let key):
    let parts = handled.outcome.text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    // What is said once travels in a cookie: an item with long notes is had again from the version before.
    guard parts.count == 3, handled.outcome.text.utf8.count <= 800 else {
      return .done(editor, toast: Toast(Phrase("training.templates.item-removed")))
    }
    let fields = [
      Form.Field("key", String(key)), Form.Field("place", String(parts[0])), Form.Field("title", String(parts[1])),
      Form.Field("notes", String(parts[2])),
    ]
    return .done(
      editor, toast: Toast(Phrase("training.templates.item-removed"), undo: (TemplatesPaths.items(id), fields)))
  }
}

private func templateVersionRoutes(_ service: TemplatesService) -> [Route] {
  let question: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.publication(request, tx), request.draft)
    return .page { templatePublicationPage(data, draft, $0) }
  }
  return [
    .get(
      "/training/templates/:template/publication", .staff, "What would be published, and what it changes.",
      inAPI: false, offline: .teachers, question),
    .post(
      "/training/templates/:template/publication", .staff, "Makes the draft a version, which nobody changes any more.",
      form: question, PublishChecklistTemplate.self, service.handle
    ) { handled in
      let number = wholeNumber(handled.outcome.text.utf8) ?? 0
      return .done(
        TemplatesPaths.template(handled.command.template),
        toast: Toast(Phrase("training.templates.published", .count(number))),
        json: { .object([("version", .integer(number))]) })
    },
    .get(
      "/training/templates/:template/versions/:number", .staff, "One version as it was published.", offline: .teachers
    ) { request, tx throws(Refusal) in
      let data = try service.version(request, tx)
      return .page(json: { data.json }) { templateVersionPage(data, $0) }
    },
  ]
}

// MARK: for programs

extension TemplatesPage {
  var json: JSON {
    .object([
      (
        "templates",
        .list(
          found.map { row in
            .object([
              ("id", .id(row.id)), ("name", .optional(row.content?.name)),
              ("category", .optional(row.content?.category)),
              ("phase", .optional(row.content?.phase)), ("items", .integer(row.content?.items.count ?? 0)),
              ("version", .integer(row.known.template.version)),
              ("changed", .flag(row.known.template.version > 0 && row.known.isSound && row.known.hasChanges)),
              ("damaged", .flag(!row.known.isSound)), ("retiredAt", .optional(row.known.template.retiredAt?.text)),
            ])
          })
      )
    ])
  }
}

extension TemplatePage {
  var json: JSON {
    .object([
      ("id", .id(known.template.id)), ("draft", known.draft?.json ?? .null),
      ("tag", .text(known.template.versionTag)), ("damaged", .flag(!known.isSound)),
      ("retiredAt", .optional(known.template.retiredAt?.text)),
      (
        "versions",
        .list(
          versions.map { one in
            .object([
              ("number", .integer(one.version.number)), ("hash", .text(one.version.hashText)),
              ("publishedAt", .text(one.version.publishedAt.text)), ("damaged", .flag(!one.isSound)),
            ])
          })
      ),
    ])
  }
}

extension TemplateVersionPage {
  var json: JSON {
    .object([
      ("number", .integer(version.number)), ("hash", .text(version.hashText)),
      ("publishedAt", .text(version.publishedAt.text)), ("content", content?.json ?? .null),
      ("damaged", .flag(content == nil)),
    ])
  }
}
