import Base
import HTML
import Kit
import School

struct DocumentKindsPage: Sendable {
  var kinds: [DocumentKind]
  var topics: [String] = []
}

func documentKindsPage(_ data: DocumentKindsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let rows = data.kinds.map { kind -> HTML in
    var meta: [HTML] = [
      "\(words(kind.isRequired ? "training.documents.required" : "training.documents.optional"))"
    ]
    if kind.needsFile { meta.append("\(words("training.documents.needs-file"))") }
    if kind.needsDate { meta.append("\(words("training.documents.needs-date"))") }
    if kind.isIdentity { meta.append("\(words("training.documents.is-identity"))") }
    return cell(
      name(kindName(kind, scene)), meta: dotted(meta), lead: icon("document", scene), to: DocumentsPaths.kind(kind.id),
      scene)
  }
  let shown =
    rows.isEmpty
    ? emptyState("document", words("training.documents.no-kinds"), words("training.documents.no-kinds-text"), scene)
    : list(rows, label: words("training.documents.kinds"))
  return Page(
    "training.document-kinds", title: words("training.documents.kinds"), topics: data.topics,
    parent: (words("training.title"), TrainingPaths.all),
    body: stack([
      "<p class=\"quiet\">\(words("training.documents.kinds-text"))</p>", shown,
      card(
        words("training.documents.add-kind"), id: "add-kind",
        content: form(
          DocumentsPaths.kinds, kindFields(nil, scene), draft, scene, submit: words("training.documents.add-kind"))),
    ]))
}

func documentKindPage(_ kind: DocumentKind, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let path = DocumentsPaths.kind(kind.id)
  let fields = kindFields(kind, scene) + [.hidden("version", draft["version"] ?? kind.version)]
  return Page(
    "training.document-kind", title: kindName(kind, scene),
    parent: (words("training.documents.kinds"), DocumentsPaths.kinds),
    body: stack([
      card(
        content: form(
          path, fields, draft, scene, submit: words("training.documents.save"),
          cancel: (words("kit.cancel"), DocumentsPaths.kinds))),
      card(
        words("training.documents.remove-kind"), .flat, id: "removal",
        foot: postButton(
          words("training.documents.remove-kind"), to: DocumentsPaths.kindRemoval(kind.id), scene, .destructive),
        content: "<p>\(words("training.documents.remove-kind-text"))</p>"),
    ]))
}

private func kindFields(_ kind: DocumentKind?, _ scene: Scene) -> [Field] {
  let words = scene.words
  let isStandard = kind?.standardNumber != nil
  return [
    .text(
      "name", words("training.documents.name"), value: kind?.name ?? "",
      hint: isStandard ? words("training.documents.name-hint") : nil, isRequired: !isStandard, max: 80),
    .check("required", words("training.documents.is-required"), isOn: kind?.isRequired ?? true),
    .check("file", words("training.documents.needs-file"), isOn: kind?.needsFile ?? true),
    .check("date", words("training.documents.needs-date"), isOn: kind?.needsDate ?? false),
    .number(
      "warning", words("training.documents.warning"), value: kind?.warningDays ?? 30,
      in: 0...DocumentKind.longestWarning, hint: words("training.documents.warning-hint")),
    .check(
      "identity", words("training.documents.is-identity"), isOn: kind?.isIdentity ?? false,
      hint: words("training.documents.is-identity-hint")),
    .check(
      "endorsed", words("training.documents.is-endorsed"), isOn: kind?.isEndorsed ?? false,
      hint: words("training.documents.is-endorsed-hint")),
  ]
}
