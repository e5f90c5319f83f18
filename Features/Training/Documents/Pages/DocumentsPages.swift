import Base
import HTML
package import Kit
package import School

struct TrainingDocumentsPage: Sendable {
  var trainee: Trainee
  var access: TraineeAccess
  var documents: TrainingDocuments
  var isMinor = false
  var consent: IdentityConsent?
  var topics: [String] = []
  /// Whether pages of a kind may not be taken yet.
  func waits(_ kind: DocumentKind) -> Bool { kind.needsConsent(isMinor: isMinor, consent) }
}

struct TrainingDocumentForm: Sendable {
  var trainee: Trainee
  var kinds: [DocumentKind]
  /// The one that was asked for.
  var kind: DocumentKind?
  /// Whether pages of it may not be taken yet.
  var needsConsent = false
}

struct TrainingDocumentView: Sendable {
  var trainee: Trainee
  var access: TraineeAccess
  var kind: DocumentKind
  var document: TrainingDocument
  var pages: [TrainingDocumentPage] = []
  var endorsement: DocumentEndorsement?
  /// Whether pages that would take its place may not be taken yet.
  var needsConsent = false
  var topics: [String] = []
}

/// A school's own name, or what one of ours is called in the reader's language.
package func kindName(_ kind: DocumentKind, _ scene: Scene) -> String {
  if !kind.name.isEmpty { return kind.name }
  // words: training.documents.standard.*
  return kind.standardNumber.map { scene.words("training.documents.standard." + String($0)) } ?? ""
}

func statusBadge(_ status: TrainingDocumentStatus, _ scene: Scene) -> HTML {
  let (tone, symbol): (Tone, String) =
    switch status {
    case .none: (.neutral, "clip")
    case .uploaded: (.success, "check")
    case .expiring: (.warning, "clock")
    case .expired: (.danger, "warning")
    case .rejected: (.danger, "x")
    }
  // words: training.documents.status.*
  return badge(
    scene.words("training.documents.status." + status.rawValue), tone, icon: icon(symbol, scene, size: .small))
}

/// What is required and not there, said to both; nothing when all is.
private func missingBanner(_ documents: TrainingDocuments, _ scene: Scene) -> HTML {
  let missing = documents.missing(today: scene.today)
  guard !missing.isEmpty else { return "" }
  return banner(
    "\(each: missing.indices, { "\($0 == 0 ? "" : ", " as HTML)\(name(kindName(missing[$0], scene)))" })", scene,
    .warning,
    title: scene.words("training.documents.missing-count", .count(missing.count)))
}

/// In the list of trainees.
func missingShort(_ documents: TrainingDocuments, _ scene: Scene) -> HTML {
  let missing = documents.missing(today: scene.today).count
  return missing == 0
    ? "\(scene.words("training.documents.complete"))"
    : "\(scene.words("training.documents.missing-count", .count(missing)))"
}

/// On the page of a trainee.
func documentsCard(
  _ trainee: Trainee, _ access: TraineeAccess, _ documents: TrainingDocuments, _ scene: Scene
) -> HTML {
  let words = scene.words
  let expiring = documents.expiring(today: scene.today)
  let missing = missingBanner(documents, scene)
  var parts: [HTML] = missing.isEmpty ? ["<p>\(words("training.documents.complete"))</p>"] : [missing]
  for entry in documents.entries where expiring.contains(where: { $0.id == entry.kind.id }) {
    if let last = entry.document?.expires {
      parts.append("<p>\(name(kindName(entry.kind, scene))) · \(lastDay(last, .expiring, scene))</p>")
    }
  }
  return card(
    words("training.documents.title"), id: "documents",
    foot: linkButton(
      words(access.isInstructor ? "training.documents.read" : "training.documents.bring"),
      to: DocumentsPaths.all(trainee.id), icon: icon("document", scene)), content: stack(parts))
}
// words: training.documents.read, training.documents.bring

/// “valid until …”, and how many days are left when there are few.
private func lastDay(_ last: Day, _ status: TrainingDocumentStatus, _ scene: Scene) -> HTML {
  let words = scene.words
  let until: HTML = "\(words("training.documents.valid-until")) \(day(last, scene))"
  guard status == .expiring else { return until }
  let left = last.number - scene.today.number
  return left == 0
    ? "\(until) (\(words("training.documents.last-today")))"
    : "\(until) (\(words("training.documents.days-left", .count(left))))"
}

// MARK: the list

func trainingDocumentsPage(_ data: TrainingDocumentsPage, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let rows = data.documents.entries.map { documentRow($0, data, scene) }
  return Page(
    "training.documents", title: words("training.documents.title"),
    actions: data.access.isInstructor
      ? linkButton(
        words("training.documents.kinds"), to: DocumentsPaths.kinds, icon: icon("settings", scene)) : "",
    topics: data.topics,
    parent: (data.trainee.name, TrainingPaths.trainee(data.trainee.id)),
    body: stack([
      missingBanner(data.documents, scene),
      rows.isEmpty
        ? emptyState("document", words("training.documents.no-kinds"), words("training.documents.no-kinds-text"), scene)
        : list(rows, label: words("training.documents.title")),
      consentCard(data, draft, scene),
      "<p class=\"quiet\">\(words(data.access.isInstructor ? "training.documents.read-text" : "training.documents.bring-text"))</p>",
    ]))
}
// words: training.documents.read-text, training.documents.bring-text

private func documentRow(_ entry: TrainingDocuments.Entry, _ data: TrainingDocumentsPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let status = entry.status(today: scene.today)
  var meta: [HTML] = [
    "\(words(entry.kind.isRequired ? "training.documents.required" : "training.documents.optional"))"
  ]
  if let last = entry.document?.expires { meta.append(lastDay(last, status, scene)) }
  if let before = entry.earlier {
    let path = DocumentsPaths.document(before.id, of: data.trainee.id)
    meta.append("<a href=\"\(url: path)\">\(words("training.documents.earlier"))</a>")
  }
  var trail = statusBadge(status, scene)
  if data.waits(entry.kind) {
    meta.append("\(words("training.documents.consent-missing"))")
  } else if data.access == .trainee, entry.kind.deletedAt == nil {
    let label = words(entry.document == nil ? "training.documents.upload" : "training.documents.replace")
    trail = """
      \(trail)\(linkButton(
        label, to: DocumentsPaths.new(data.trainee.id, kind: entry.kind.id), style: ButtonStyle(isSmall: true)))
      """
  }
  return cell(
    name(kindName(entry.kind, scene)), meta: dotted(meta), lead: icon("document", scene), trail: trail,
    to: entry.document.map { DocumentsPaths.document($0.id, of: data.trainee.id) }, scene,
    style: CellStyle(id: "kind-" + entry.kind.id.text, hasChevron: false))
}
// words: training.documents.required, training.documents.optional, training.documents.upload, training.documents.replace

// MARK: handing in

func trainingDocumentFormPage(_ data: TrainingDocumentForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, kind) = (scene.words, data.kind)
  let choice = Field.select(
    "kind", words("training.documents.kind"), data.kinds.map { Field.Choice($0.id.text, kindName($0, scene)) },
    value: kind?.id.text ?? "")
  let expires = Field.date(
    "expires", words("training.documents.expires"), hint: words("training.documents.expires-hint"),
    isRequired: kind?.needsDate ?? false)
  let notes = Field.area("notes", words("training.documents.notes"), rows: 3, max: TrainingDocument.longestNotes)
  let file = Field("file", words("training.documents.file"), .hidden)
  let back = DocumentsPaths.all(data.trainee.id)
  if data.needsConsent { return consentNeededPage(data, back, scene) }
  if data.kinds.isEmpty {
    return Page(
      "training.document-new", title: words("training.documents.upload"),
      parent: (words("training.documents.title"), back),
      body: emptyState(
        "document", words("training.documents.no-kinds"), words("training.documents.no-kinds-text"), scene))
  }
  return Page(
    "training.document-new", title: kind.map { kindName($0, scene) } ?? words("training.documents.upload"),
    parent: (words("training.documents.title"), back),
    body: card(
      content: form(
        back, scene, style: FormStyle(isMultipart: true),
        content: """
          \(errorSummary(draft, [choice, file, expires, notes], scene))\(field(choice, draft, scene))\
          \(fileField(
            "photo", words("training.documents.camera"), hint: words("training.documents.camera-hint"),
            accept: "image/*", camera: true, draft, scene))\
          \(fileField(
            "file", words("training.documents.file"), hint: words("training.documents.file-hint"),
            accept: "image/*,.pdf", draft, scene))\
          \(field(expires, draft, scene))\(field(notes, draft, scene))\
          <div class="form__actions">\(submit(words("training.documents.upload"), icon: icon("upload", scene)))\
          \(linkButton(words("kit.cancel"), to: back, .ghost))</div>
          """)))
}

// MARK: one

func trainingDocumentPage(_ data: TrainingDocumentView, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, document) = (scene.words, data.document)
  let status = TrainingDocumentStatus(document, data.kind, today: scene.today)
  var facts: [HTML] = ["\(words("training.documents.uploaded-at")) \(time(document.uploadedAt, scene))"]
  if let last = document.expires { facts.append(lastDay(last, status, scene)) }
  var parts: [HTML] = []
  if document.replacedAt != nil { parts.append(banner("\(words("training.documents.is-earlier"))", scene)) }
  if status == .rejected {
    parts.append(
      banner(
        "<span dir=\"auto\">\(document.reason)</span>", scene, .danger,
        title: words("training.documents.status.rejected")))
  }
  parts.append("<p class=\"quiet\">\(statusBadge(status, scene)) \(dotted(facts))</p>")
  if !document.notes.isEmpty { parts.append("<p>\(name(document.notes))</p>") }
  parts += data.pages.map { pageCard($0, scene) }
  if let endorsement = data.endorsement {
    parts.append(endorsementCard(endorsement, data, scene))
  } else if data.pages.isEmpty {
    parts.append("<p class=\"quiet\">\(words("training.documents.no-pages"))</p>")
  }
  if document.isCurrent { parts.append(acts(data, draft, scene)) }
  return Page(
    "training.document", title: kindName(data.kind, scene), topics: data.topics,
    parent: (words("training.documents.title"), DocumentsPaths.all(data.trainee.id)), body: stack(parts))
}

/// A page as it came, and the sum by which a download is checked.
private func pageCard(_ page: TrainingDocumentPage, _ scene: Scene) -> HTML {
  let (words, path, sum) = (scene.words, DocumentsPaths.content(page), hex(page.hash))
  let shown: HTML =
    page.isPicture
    ? """
    <a class="own-file__shown" href="\(url: path)"><img src="\(url: path)" alt="\(page.name)" loading="lazy"></a>
    """
    : linkButton(words("training.documents.open"), to: path, icon: icon("eye", scene))
  return card(
    page.name, id: "page-" + page.id.text,
    foot: linkButton(
      words("training.documents.download"), to: path + "?save=1", icon: icon("download", scene),
      style: ButtonStyle(isSmall: true)),
    content: """
      \(shown)<p class="quiet">\(scene.words.bytes(Int(clamping: page.size)))</p>\
      <p class="quiet training-sum">\(words("training.documents.sum-name")) <code dir="ltr">\(sum)</code></p>\
      <div class="js-only"><button type="button" class="button button--small"\(behaviour: .checking, path) \
      data-sum="\(sum)" data-word-good="\(words("training.documents.sum-good"))" \
      data-word-bad="\(words("training.documents.sum-bad"))" data-word-lost="\(words("training.documents.sum-lost"))">\
      \(icon("check", scene))\(words("training.documents.check"))</button> <span role="status"></span></div>
      """)
}

private func acts(_ data: TrainingDocumentView, _ draft: Draft, _ scene: Scene) -> HTML {
  let (words, id, trainee) = (scene.words, data.document.id, data.trainee.id)
  guard data.access == .trainee else {
    let reason = Field.text(
      "reason", words("training.documents.reason"), hint: words("training.documents.reason-hint"),
      max: TrainingDocument.longestReason)
    let reject = card(
      words("training.documents.reject"), id: "reject",
      content: form(
        DocumentsPaths.rejection(id, of: trainee), [reason], draft, scene, submit: words("training.documents.reject")))
    return stack([endorseCard(data, draft, scene), reject].filter { !$0.isEmpty })
  }
  return cluster([
    data.needsConsent
      ? "<p class=\"quiet\">\(words("training.documents.consent-missing"))</p>"
      : linkButton(
        words("training.documents.replace"), to: DocumentsPaths.new(trainee, kind: data.kind.id), .primary,
        icon: icon("upload", scene)),
    postButton(
      words("training.documents.remove"), to: DocumentsPaths.removal(id, of: trainee), scene, .ghost,
      icon: icon("trash", scene)),
  ])
}

extension Behaviour {
  /// A button that fetches a file and compares its sum with the one that was kept.
  static let checking = Behaviour("checking", on: "data-checking")
}
