import Base
import Database
import Kit
public import Router
import School

// The paths are `CurriculumPaths`, beside the model, because pages of other features lead here.

public func curriculumRoutes(_ service: CurriculumService) -> [Route] {
  curriculumPageRoutes(service) + curriculumChangeRoutes(service) + curriculumTieRoutes(service)
}

private func curriculumPageRoutes(_ service: CurriculumService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.blank(request, tx), request.draft)
    return .page { curriculumFormPage(data, draft, $0) }
  }
  let merging: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.merging(request, tx), request.draft)
    return .page(json: { data.json }) { curriculumMergePage(data, draft, $0) }
  }
  return [
    .get(
      "/curriculum", .staff, "The school's curriculum: areas, materials, presentations.",
      query: [.search, .optional("archived", "on: also what was archived.")], offline: .everybody
    ) { request, tx throws(Refusal) in
      let data = try service.list(request, tx)
      return .page(json: { data.json }) { curriculumPage(data, $0) }
    },
    .get(
      "/curriculum/new", .staff, "The form of a new place.",
      query: [.optional("parent", "What it is to lie in.")], inAPI: false, offline: .everybody, blank),
    .post(
      "/curriculum", .staff, "Adds an area, a group, a material or a presentation.", form: blank,
      AddCurriculumNode.self, service.handle
    ) { handled in
      let id: ID<CurriculumNode> = handled.id()
      let undo = (CurriculumPaths.archive(id), [Form.Field]())
      return .done(
        CurriculumPaths.node(handled.command.parent ?? id), toast: Toast(Phrase("curriculum.added"), undo: undo),
        created: true, json: { .object([("id", .id(id))]) })
    },
    .get(
      "/curriculum/import", .staff, "The form for a table of the curriculum.", inAPI: false, offline: .everybody,
      service.showImport),
    .get(
      "/curriculum/:node/merge", .staff, "What would become of a presentation that is merged into another.",
      query: [.optional("into", "The presentation that stays.")], merging),
    .post(
      "/curriculum/:node/merge", .staff, "Makes one presentation of two; what was written with the first counts on.",
      form: merging, MergeCurriculumNode.self, service.handle
    ) { handled in
      let undo = (CurriculumPaths.archive(handled.command.node), [Form.Field("restore", "on")])
      return .done(
        CurriculumPaths.node(handled.command.into), toast: Toast(Phrase("curriculum.was-merged"), undo: undo))
    },
  ]
}

private func curriculumChangeRoutes(_ service: CurriculumService) -> [Route] {
  let page = nodePage(service)
  return [
    .get(
      "/curriculum/:node", .staff, "A place of the curriculum, with what comes before and after it.",
      offline: .everybody, page),
    .post(
      "/curriculum/:node", .staff, "Changes what is said of a place; its key stays.", form: page,
      EditCurriculumNode.self, service.handle
    ) { handled in .done(CurriculumPaths.node(handled.command.node), toast: Toast(Phrase("curriculum.saved"))) },
    .post(
      "/curriculum/:node/place", .staff, "Puts a place elsewhere.", form: page, MoveCurriculumNode.self, service.handle
    ) { handled in
      let was = handled.outcome.text.split(separator: " ").map { String($0) }
      var fields = [Form.Field("place", was.first ?? "")]
      if was.count > 1 { fields.append(Form.Field("parent", was[1])) }
      let node = handled.command.node
      // Moved among its neighbours, it is looked at with them.
      let beside = handled.command.parent == nil && was.count > 1 ? ID<CurriculumNode>(was[1]) : nil
      return .done(
        CurriculumPaths.node(beside ?? node),
        toast: Toast(Phrase("curriculum.was-moved"), undo: (CurriculumPaths.place(node), fields)))
    },
    .post(
      "/curriculum/:node/archive", .staff, "Takes a place out of what is offered, or brings it back.", form: page,
      ArchiveCurriculumNode.self, service.handle
    ) { handled in
      let (node, isBack) = (handled.command.node, handled.command.isRestored)
      let undo = (CurriculumPaths.archive(node), [Form.Field("restore", "on")])
      return .done(
        CurriculumPaths.node(node),
        toast: isBack
          ? Toast(Phrase("curriculum.was-restored")) : Toast(Phrase("curriculum.was-archived"), undo: undo))
    },
  ]
}

private func curriculumTieRoutes(_ service: CurriculumService) -> [Route] {
  [
    .post(
      "/curriculum/:node/prerequisites", .staff, "Says that a presentation comes after another, or no longer.",
      form: nodePage(service), SetPrerequisite.self, service.handle
    ) { handled in
      let (command, path) = (handled.command, handled.request.path)
      let needs = Form.Field("needs", command.needs.text)
      let undo = command.isRemoved ? [needs] : [needs, Form.Field("remove", "on")]
      return .done(
        CurriculumPaths.node(command.node),
        toast: Toast(Phrase(command.isRemoved ? "curriculum.untied" : "curriculum.tied"), undo: (path, undo)))
    }
  ]
}
// words: curriculum.tied, curriculum.untied

private func nodePage(_ service: CurriculumService) -> PageHandler {
  { request, tx throws(Refusal) in
    let (data, draft) = (try service.page(request, tx), request.draft)
    return .page(version: data.node.version, json: { data.json }) { curriculumNodePage(data, draft, $0) }
  }
}

// MARK: for programs

extension CurriculumNode {
  func json(_ tree: CurriculumTree) -> [(String, JSON)] {
    [
      ("id", .id(id)), ("parent", parent.map { .id($0) } ?? .null), ("kind", .text(kind.rawValue)), ("key", .text(key)),
      ("name", .text(name)), ("from", fromMonths.map { .integer($0) } ?? .null),
      ("until", untilMonths.map { .integer($0) } ?? .null), ("aims", .text(aims)),
      ("after", .list(tree.prerequisites(of: id).map { .id($0) })), ("archivedAt", .optional(archivedAt?.text)),
      ("mergedInto", mergedInto.map { .id($0) } ?? .null), ("version", .text(version)),
    ]
  }
}

extension CurriculumPage {
  var json: JSON { .object([("nodes", .list(shown.map { .object($0.json(tree)) }))]) }
}

extension CurriculumNodePage {
  var json: JSON {
    .object(
      node.json(tree) + [
        ("path", .text(tree.pathName(of: node.id))), ("leads", .list(tree.followers(of: node.id).map { .id($0) })),
        ("children", .list(tree.children(of: node.id).map { .object($0.json(tree)) })),
      ])
  }
}

extension CurriculumMergePage {
  var json: JSON {
    .object([
      ("into", into.map { .id($0.id) } ?? .null), ("acts", uses.map { .integer($0.acts) } ?? .null),
      ("plans", uses.map { .integer($0.plans) } ?? .null),
      ("problems", .list(problems.map { .text($0.reason.key) })),
    ])
  }
}
