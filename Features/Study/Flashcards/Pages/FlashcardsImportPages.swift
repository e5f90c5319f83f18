package import Base
import HTML
package import Kit
package import School

/// What a file would change in a deck.
package struct FlashcardsImportPreview: Sendable {
  let deck: Deck
  let plan: FlashcardsImportPlan
  let file: String
  /// What is said of a package besides.
  var packed: Packed?

  package init(deck: Deck, plan: FlashcardsImportPlan, file: String, packed: Packed? = nil) {
    (self.deck, self.plan, self.file, self.packed) = (deck, plan, file, packed)
  }

  package struct Packed: Sendable {
    let upload: ID<Arrival>
    let decks: [FlashcardsPackage.Part]
    let skipped: Int
    let reviews: Int
    let leavesReviews: Bool
    let media: Int
    let missing: Int
  }
  static let decksShown = 50
  static let shown = 10
  static let faultsShown = 50

  package var json: JSON {
    .object(
      [
        ("new", .integer(plan.count(.new))), ("changed", .integer(plan.count(.changed))),
        ("kept", .integer(plan.count(.kept))), ("media", .integer(packed?.media ?? plan.text.media)),
        ("problems", .integer(plan.text.faultCount)),
        (
          "lines",
          .list(
            plan.text.faults.map { .object([("line", .integer($0.line)), ("why", .text($0.reason.rawValue))]) })
        ),
      ] + (packed.map { $0.members } ?? []))
  }
}

extension FlashcardsImportPreview.Packed {
  fileprivate var members: [(String, JSON)] {
    [
      ("upload", .id(upload)), ("reviews", .integer(reviews)), ("skipped", .integer(skipped)),
      ("missing", .integer(missing)),
      (
        "decks",
        .list(
          decks.prefix(FlashcardsImportPreview.decksShown).map {
            .object([("name", .text($0.name)), ("cards", .integer($0.cards))])
          })
      ),
    ]
  }
}

func flashcardsImportPage(_ deck: Deck, _ draft: Draft, _ scene: Scene) -> Page {
  let words = scene.words
  let fields: [Field] = [
    .file(
      "file", words("flashcards.import.file"), accept: ".csv,.tsv,.txt,.apkg,.colpkg,text/csv,text/plain",
      hint: words("flashcards.import.file-hint")),
    .area(
      "text", words("flashcards.import.text"), hint: words("flashcards.import.text-hint"), rows: 8,
      max: FlashcardsText.maxBytes),
  ]
  return Page(
    "flashcards.import", title: words("flashcards.import.title"),
    parent: (title: deck.name, path: FlashcardsPaths.deck(deck.id)),
    body: stack([
      card(
        content: form(
          FlashcardsPaths.importing(deck.id), fields, draft, scene, submit: words("flashcards.import.look"),
          cancel: (label: words("kit.cancel"), path: FlashcardsPaths.deck(deck.id)),
          style: FormStyle(isMultipart: true))),
      exportCard(deck, scene),
    ]))
}

/// Each link is a file.
func exportCard(_ deck: Deck, _ scene: Scene) -> HTML {
  let links = FlashcardsTextFile.allCases.map { format in
    linkButton(
      scene.words("flashcards.export." + format.rawValue),  // words: flashcards.export.*
      to: FlashcardsPaths.export(deck.id) + "?format=" + format.rawValue)
  }
  let archive = linkButton(scene.words("flashcards.export.archive"), to: FlashcardsPaths.archive(deck.id))
  return card(
    scene.words("flashcards.export.title"), id: "export",
    content: "<p class=\"quiet\">\(scene.words("flashcards.export.about"))</p>\(cluster(links + [archive]))")
}

package func flashcardsPreviewPage(_ data: FlashcardsImportPreview, _ scene: Scene) -> Page {
  let (words, plan) = (scene.words, data.plan)
  var parts: [HTML] = [
    stats([
      Stat(words("flashcards.import.new"), words.number(plan.count(.new))),
      Stat(words("flashcards.import.changed"), words.number(plan.count(.changed))),
      Stat(words("flashcards.import.kept"), words.number(plan.count(.kept))),
    ])
  ]
  if let packed = data.packed {
    parts.append(flashcardsPackedFacts(packed, scene))
  } else if plan.text.media > 0 {
    parts.append(banner(HTML(text: words("flashcards.import.media", .count(plan.text.media))), scene, .warning))
  }
  if plan.text.faultCount > 0 { parts.append(faults(data, scene)) }
  parts.append(action(data, scene))
  let rows = plan.rows.prefix(FlashcardsImportPreview.shown).map { row in
    let tone: Tone = row.state == .new ? .success : row.state == .changed ? .warning : .neutral
    return card(
      content: """
        \(badge(words("flashcards.import." + row.state.rawValue), tone))\
        <div dir="auto">\(markdown(row.note.front, style: MarkdownStyle(heading: 3)))</div><hr>\
        <div dir="auto">\(markdown(row.note.back, style: MarkdownStyle(heading: 3)))</div>
        """)
  }
  if !rows.isEmpty { parts += ["<h2>\(words("flashcards.import.first"))</h2>", stack(rows)] }
  return Page(
    "flashcards.preview", title: words("flashcards.import.preview"),
    parent: (title: words("flashcards.import.title"), path: FlashcardsPaths.importing(data.deck.id)),
    body: stack(parts))
}

private func faults(_ data: FlashcardsImportPreview, _ scene: Scene) -> HTML {
  let words = scene.words
  let lines = data.plan.text.faults.prefix(FlashcardsImportPreview.faultsShown).map { fault -> HTML in
    let place = words(data.packed == nil ? "flashcards.import.line" : "flashcards.anki.note", .count(fault.line))
    return "<li>\(place) \(words(fault.phrase))</li>"
  }
  let left = data.packed == nil ? "flashcards.import.left" : "flashcards.anki.left"
  return banner(HTML(text: words(left, .count(data.plan.text.faultCount))), scene, .warning)
    + card(content: "<ul class=\"prose\">\(each: lines, { $0 })</ul>")
}

private func action(_ data: FlashcardsImportPreview, _ scene: Scene) -> HTML {
  let words = scene.words
  let again = linkButton(words("flashcards.import.again"), to: FlashcardsPaths.importing(data.deck.id), .ghost)
  guard data.plan.count(.new) + data.plan.count(.changed) + (data.packed?.reviews ?? 0) > 0 else {
    return banner(HTML(text: words("flashcards.import.nothing")), scene, action: again)
  }
  guard data.plan.total <= FlashcardNote.maxNotes else {
    return banner(
      HTML(text: words("flashcards.import.full", .count(FlashcardNote.maxNotes))), scene, .danger, action: again)
  }
  if let packed = data.packed {
    return form(
      FlashcardsPaths.packageImport(data.deck.id), scene,
      content: """
        \(hidden([Form.Field("upload", packed.upload.text)]))\
        <div class="form__actions">\(submit(words("flashcards.import.apply")))\(again)</div>
        """)
  }
  // As parts, Hebrew is not three times as long.
  return form(
    FlashcardsPaths.importing(data.deck.id) + "/apply", scene, style: FormStyle(isMultipart: true),
    content: """
      \(hidden([Form.Field("file", data.file)]))\
      <div class="form__actions">\(submit(words("flashcards.import.apply")))\(again)</div>
      """)
}
