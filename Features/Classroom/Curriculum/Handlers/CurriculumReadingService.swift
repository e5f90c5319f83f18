package import Base
package import Database
import Kit
package import Router
package import School

/// What pages about the curriculum show.
extension CurriculumService {
  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> CurriculumPage {
    let caller = try keeper(request)
    var reader = FormReader(request.query)
    let text = reader.optionalText("q", max: 120) ?? ""
    let showsArchived = reader.flag("archived")
    try reader.finish()
    let tree = try CurriculumStore(tx: tx).tree(in: caller.school)
    return CurriculumPage(tree: tree, text: text, showsArchived: showsArchived, topics: Self.topics)
  }

  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> CurriculumNodePage {
    let (node, tree) = try mustSee(request, tx)
    return CurriculumNodePage(node: node, tree: tree, topics: Self.topics)
  }

  /// The form of a new place, in one that the address names.
  func blank(_ request: Request, _ tx: Transaction) throws(Refusal) -> CurriculumForm {
    let caller = try keeper(request)
    let form = request.draft.form.fields.isEmpty ? request.query : request.draft.form
    let tree = try CurriculumStore(tx: tx).tree(in: caller.school)
    guard let text = form["parent"], !text.isEmpty else { return CurriculumForm(parent: nil, tree: tree) }
    guard let id = ID<CurriculumNode>(text), let parent = tree[id], parent.mergedInto == nil,
      parent.kind != .presentation
    else { throw .notFound }
    return CurriculumForm(parent: parent, tree: tree)
  }

  /// What would become of a presentation; how much goes along counts what no device holds.
  func merging(_ request: Request, _ tx: Transaction) throws(Refusal) -> CurriculumMergePage {
    let caller = try keeper(request)
    let (node, tree) = try mustSee(request, tx)
    guard node.kind == .presentation, node.mergedInto == nil else { throw .notFound }
    let form = request.draft.form.fields.isEmpty ? request.query : request.draft.form
    guard let text = form["into"], !text.isEmpty else { return CurriculumMergePage(node: node, tree: tree) }
    guard let id = ID<CurriculumNode>(text), let into = tree[id] else { throw .notFound }
    let command = MergeCurriculumNode(node: node.id, into: id)
    var page = CurriculumMergePage(node: node, tree: tree)
    do throws(Refusal) {
      _ = try command.permit(for: caller, known: node, tree: tree, now: tx.now)
      page.into = into
      page.uses = try uses?(tree.sources(of: node.id), caller.school, tx)
    } catch {
      guard case .invalid(let problems) = error else { throw error }
      page.problems = problems
    }
    return page
  }

  package func importing(
    _ table: CurriculumTable?, _ plan: CurriculumPlan?, _ request: Request
  ) throws(Refusal) -> CurriculumImportPage {
    _ = try keeper(request)
    return CurriculumImportPage(table: table, plan: plan)
  }

  package func showImport(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (data, draft) = (try importing(nil, nil, request), request.draft)
    return .page { curriculumImportPage(data, draft, $0) }
  }

  package func keeper(_ request: Request) throws(Refusal) -> Caller {
    let caller = try request.caller()
    guard caller.role.isStaff else { throw .notFound }
    return caller
  }

  private func mustSee(
    _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> (node: CurriculumNode, tree: CurriculumTree) {
    let tree = try CurriculumStore(tx: tx).tree(in: keeper(request).school)
    guard let node = tree[try request.id("node")] else { throw .notFound }
    return (node, tree)
  }

  private static let topics = [String].watchingAll([CurriculumTables.node.number, CurriculumTables.prerequisite.number])
}
