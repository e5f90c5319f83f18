import Base
import HTML
import Kit
import School

/// What would become of a presentation that is merged into another.
struct CurriculumMergePage: Sendable {
  var node: CurriculumNode
  var tree: CurriculumTree
  /// `nil` before one was chosen, or when it may not be.
  var into: CurriculumNode?
  /// How much goes along; `nil` when nobody counts.
  var uses: CurriculumService.Uses?
  var problems: [Problem] = []
}

func curriculumMergePage(_ data: CurriculumMergePage, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, node) = (scene.words, data.node)
  let choices = presentationChoices(data.tree, but: [node.id])
  var parts: [HTML] = ["<p class=\"measure\">\(words("curriculum.merge-text"))</p>"]
  if choices.isEmpty {
    parts.append(emptyState("copy", words("curriculum.no-other"), words("curriculum.no-other-text"), scene))
  } else {
    let select = Field.select(
      "into", words("curriculum.merge-into"), choices, value: data.into?.id.text ?? "",
      empty: words("curriculum.choose"))
    let shown = data.problems.isEmpty ? draft : Draft(draft.form, problems: data.problems)
    parts.append(
      card(
        content: """
          <form class="form" method="get" action="\(url: CurriculumPaths.merge(node.id))">\
          \(errorSummary(shown, [select], scene))\(field(select, shown, scene))\
          <div class="form__actions">\(submit(words("curriculum.look"), .secondary))</div></form>
          """))
  }
  if let into = data.into { parts.append(preview(data, into, scene)) }
  return Page(
    "curriculum.merge", title: words("curriculum.merge"), parent: (node.name, CurriculumPaths.node(node.id)),
    body: stack(parts, isLoose: true))
}

private func preview(_ data: CurriculumMergePage, _ into: CurriculumNode, _ scene: Scene) -> HTML {
  let (words, node) = (scene.words, data.node)
  let names: HTML = """
    <p>\(name(data.tree.pathName(of: node.id))) → <strong>\(name(data.tree.pathName(of: into.id)))</strong></p>
    """
  let counts: HTML =
    data.uses.map {
      """
      <ul><li>\(words("curriculum.merge-acts", .count($0.acts)))</li>\
      <li>\(words("curriculum.merge-plans", .count($0.plans)))</li></ul>
      """
    } ?? ""
  return card(
    words("curriculum.merge-preview"), .tinted, id: "preview",
    content: """
      \(names)\(counts)\(postButton(
        words("curriculum.merge"), to: CurriculumPaths.merge(node.id), scene,
        fields: [Form.Field("into", into.id.text)], .primary))
      """)
}
