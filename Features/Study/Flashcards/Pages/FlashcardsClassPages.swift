import Base
import HTML
import Kit
import School

/// What a class's teachers see of its deck.
struct DeckClassPage: Sendable {
  var deck: Deck
  /// `nil` when those who learn with it are too few.
  var numbers: DeckClassNumbers?
}

func deckClassPage(_ data: DeckClassPage, _ scene: Scene) -> Page {
  let words = scene.words
  let least = words.number(DeckClassNumbers.least)
  let body: HTML =
    data.numbers.map { classNumbers($0, scene) }
    ?? emptyState(
      "people", words("flashcards.class.few"), words("flashcards.class.few-text", .text(least)), scene)
  return Page(
    "flashcards.class", title: words("flashcards.class.title"),
    parent: (data.deck.name, FlashcardsPaths.deck(data.deck.id)),
    body: stack([body, "<p class=\"quiet\">\(words("flashcards.class.text", .text(least)))</p>"], isLoose: true))
}

private func classNumbers(_ data: DeckClassNumbers, _ scene: Scene) -> HTML {
  let words = scene.words
  let table = DataTable(
    words("flashcards.class.settled"),
    [
      .init(words("flashcards.class.settled-cards")),
      .init(words("flashcards.class.learners"), isNumber: true),
    ])
  let rows = data.settled.map { step in
    DataTable.Row([
      HTML(text: words("flashcards.class.at-least", .text(words.number(step.cards)))),
      HTML(text: told(step.learners, words)),
    ])
  }
  return stack([
    stats([
      Stat(words("flashcards.class.learners"), words.number(data.learners)),
      Stat(words("flashcards.class.this-week"), told(data.thisWeek, words)),
      Stat(
        words("flashcards.class.answers"), words("flashcards.class.at-least", .text(words.number(data.answers)))),
    ]), table.html(rows),
  ])
}

/// A count of people, or that they are too few to be told.
private func told(_ count: Int, _ words: Words) -> String {
  count >= DeckClassNumbers.least
    ? words.number(count) : words("flashcards.class.fewer", .text(words.number(DeckClassNumbers.least)))
}

extension DeckClassPage {
  /// The same as is on the page: what is not told there is not told here.
  var json: JSON {
    func told(_ count: Int) -> JSON { count >= DeckClassNumbers.least ? .integer(count) : .null }
    guard let numbers else { return .object([("learners", .null)]) }
    return .object([
      ("learners", .integer(numbers.learners)), ("thisWeek", told(numbers.thisWeek)),
      ("answers", .integer(numbers.answers)),
      (
        "settled",
        .list(numbers.settled.map { .object([("cards", .integer($0.cards)), ("learners", told($0.learners))]) })
      ),
    ])
  }
}
