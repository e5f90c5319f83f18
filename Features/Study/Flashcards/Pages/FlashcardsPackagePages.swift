import Base
import HTML
import Kit
import School

/// What a package brings besides notes, and what of it stays behind.
func flashcardsPackedFacts(_ packed: FlashcardsImportPreview.Packed, _ scene: Scene) -> HTML {
  let words = scene.words
  var lines = [
    words("flashcards.anki.reviews", .count(packed.reviews)), words("flashcards.anki.media", .count(packed.media)),
  ]
  if packed.leavesReviews {
    lines.append(words("flashcards.anki.reviews-left", .count(FlashcardsPackage.maxReviews)))
  }
  let facts = card(content: "<ul class=\"prose\">\(each: lines, { "<li>\($0)</li>" })</ul>")
  var parts = [facts]
  if packed.skipped > 0 {
    parts.append(banner(HTML(text: words("flashcards.anki.skipped", .count(packed.skipped))), scene, .warning))
  }
  if packed.missing > 0 {
    parts.append(banner(HTML(text: words("flashcards.anki.missing", .count(packed.missing))), scene, .warning))
  }
  let shown = packed.decks.prefix(FlashcardsImportPreview.decksShown)
  if !shown.isEmpty {
    let names = shown.map { deck -> HTML in
      "<li><bdi>\(deck.name)</bdi>: \(words("flashcards.anki.cards", .count(deck.cards)))</li>"
    }
    parts += [
      "<h2>\(words("flashcards.anki.decks"))</h2>",
      card(
        content: """
          <ul class="prose">\(each: names, { $0 })</ul><p class="quiet">\(words("flashcards.anki.decks-one"))</p>
          """),
    ]
  }
  return stack(parts)
}
