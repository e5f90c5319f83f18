import Base
import HTML
import Kit
import School

/// What the list of decks shows.
struct DecksPage: Sendable {
  var decks: [DeckSummary]
  var topics: [String] = []
}

/// What the page of a deck shows, to whom it shows it.
struct DeckPage: Sendable {
  var deck: Deck
  var isKeeper: Bool
  var counts: DeckCounts
  /// How many cards today has, by the limits.
  var today: Int
  var notes: [FlashcardNote]
  /// From where the next part of the notes goes on.
  var next: Int?
  var isFirst: Bool
  var suspended: Set<FlashcardKey> = []
  /// What is looked for among the notes.
  var text = ""
  var topics: [String] = []
  static let part = 50

  var isForClass: Bool { if case .classroom = deck.audience { true } else { false } }
}

func decksPage(_ data: DecksPage, _ scene: Scene) -> Page {
  let words = scene.words
  let new = linkButton(words("flashcards.new-deck"), to: FlashcardsPaths.new, .primary, style: ButtonStyle(key: "n"))
  let rows = data.decks.map { one in
    cell(
      name(one.deck.name), meta: HTML(text: words("flashcards.notes-count", .count(one.notes))),
      trail: one.due > 0 ? badge(words("flashcards.due-count", .count(one.due)), .accent) : "",
      to: FlashcardsPaths.deck(one.deck.id), scene)
  }
  let body: HTML =
    rows.isEmpty
    ? emptyState("copy", words("flashcards.none"), words("flashcards.none-text"), scene, action: new)
    : list(rows, id: "decks", label: words("flashcards.decks"))
  return Page(
    "flashcards.decks", title: words("flashcards.decks"), actions: rows.isEmpty ? "" : new, topics: data.topics,
    body: body)
}

func deckPage(_ data: DeckPage, _ scene: Scene) -> Page {
  let (words, id) = (scene.words, data.deck.id)
  let edit: HTML =
    data.isKeeper
    ? linkButton(words("flashcards.import.title"), to: FlashcardsPaths.importing(id))
      + linkButton(words("flashcards.edit-deck"), to: FlashcardsPaths.edit(id), style: ButtonStyle(key: "e")) : ""
  let counts = data.counts
  let numbers = stats([
    Stat(words("flashcards.count.new"), words.number(counts.new)),
    Stat(words("flashcards.count.learning"), words.number(counts.learning)),
    Stat(words("flashcards.count.known"), words.number(counts.known)),
    Stat(words("flashcards.count.due"), words.number(counts.due)),
    Stat(words("flashcards.count.suspended"), words.number(counts.suspended)),
  ])
  let more = cluster([
    linkButton(words("flashcards.stats.title"), to: FlashcardsPaths.statistics(id), .ghost),
    data.isForClass && data.isKeeper
      ? linkButton(words("flashcards.class.title"), to: FlashcardsPaths.classNumbers(id), .ghost) : "",
  ])
  let about: HTML = data.deck.about.isEmpty ? "" : "<div class=\"prose\">\(markdown(data.deck.about))</div>"
  let begin: HTML =
    data.today > 0
    ? linkButton(
      words("flashcards.review-count", .count(data.today)), to: FlashcardsPaths.review(id), .primary,
      style: ButtonStyle(key: "r"))
    : counts.cards > 0 ? "<p class=\"quiet\">\(words("flashcards.done-today"))</p>" : ""
  return Page(
    "flashcards.deck", title: data.deck.name, actions: edit, topics: data.topics,
    parent: (words("flashcards.decks"), FlashcardsPaths.all),
    body: stack([about, begin, counts.cards > 0 ? numbers + more : "", deckNotes(data, scene)], isLoose: true))
}

func cardFields(_ card: FlashcardKey) -> [Form.Field] {
  [Form.Field("note", card.note.text), Form.Field("ordinal", String(card.ordinal))]
}
