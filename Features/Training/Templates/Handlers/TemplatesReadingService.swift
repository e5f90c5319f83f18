package import Base
package import Database
import Kit
import People
package import Router
package import School

/// What pages about templates show.
extension TemplatesService {
  private static let watched = [TemplatesTables.template.number, TemplatesTables.version.number]

  func list(_ request: Request, _ tx: Transaction) throws(Refusal) -> TemplatesPage {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    guard caller.role.isStaff else { throw .notFound }
    var reader = FormReader(request.query)
    var page = TemplatesPage(
      search: reader.optionalText("q", max: 120) ?? "", category: reader.optionalText("category", max: 80),
      phase: reader.optionalText("phase", max: 80))
    try reader.finish()
    page.rows = try store.library(in: caller.school).map { TemplateRow(known: $0) }
    page.topics = .watchingAll(Self.watched)
    return page
  }

  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> TemplatePage {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let known = try store.mustKnow(request.id("template"), caller)
    let versions = try store.versions(of: known.template.id, in: caller.school)
    let names = try AccountsStore(tx: tx).names(of: Array(Set(versions.map { $0.publishedBy })))
    return TemplatePage(
      known: known,
      versions: versions.map { .init(version: $0, isSound: $0.content != nil, by: names[$0.publishedBy]) },
      topics: .watchingAll(Self.watched))
  }

  /// The editor; of a damaged template there is none.
  func editor(_ request: Request, _ tx: Transaction) throws(Refusal) -> TemplateEditor {
    let known = try TemplatesStore(tx: tx).mustKnow(request.id("template"), request.caller())
    guard known.isSound, let draft = known.draft else {
      throw .conflict(Phrase("training.templates.damaged"))
    }
    return TemplateEditor(template: known.template, content: draft)
  }

  func publication(_ request: Request, _ tx: Transaction) throws(Refusal) -> TemplatePublication {
    let known = try TemplatesStore(tx: tx).mustKnow(request.id("template"), request.caller())
    guard known.isSound, let draft = known.draft else {
      throw .conflict(Phrase("training.templates.damaged"))
    }
    return TemplatePublication(known: known, draft: draft)
  }

  func version(_ request: Request, _ tx: Transaction) throws(Refusal) -> TemplateVersionPage {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let known = try store.mustKnow(request.id("template"), caller)
    guard let number = wholeNumber((request.names["number"] ?? "").utf8),
      let version = try store.version(number, of: known.template.id, in: caller.school)
    else { throw .notFound }
    let before = try store.version(number - 1, of: known.template.id, in: caller.school)
    let names = try AccountsStore(tx: tx).names(of: [version.publishedBy])
    return TemplateVersionPage(
      template: known.template, version: version, content: version.content, before: before?.content,
      by: names[version.publishedBy])
  }

  package func importForm(_ request: Request) throws(Refusal) -> TemplateImportPage {
    guard try request.caller().role.isStaff else { throw .notFound }
    return TemplateImportPage()
  }

  /// The words of the draft, or of a version exactly as it was published.
  package func export(_ request: Request, _ tx: Transaction) throws(Refusal) -> ChecklistContent {
    let (caller, store) = (try request.caller(), TemplatesStore(tx: tx))
    let known = try store.mustKnow(request.id("template"), caller)
    var reader = FormReader(request.query)
    let text = reader.optionalText("version", max: 9)
    try reader.finish()
    guard let text else {
      guard let draft = known.draft else { throw .conflict(Phrase("training.templates.damaged")) }
      return draft
    }
    guard let number = wholeNumber(text.utf8),
      let version = try store.version(number, of: known.template.id, in: caller.school)
    else { throw .notFound }
    guard let content = version.content else { throw .conflict(Phrase("training.templates.damaged")) }
    return content
  }
}
