import Base
import HTML
import Kit
import School

/// What the page of a review shows: one card, or that there is none for now.
struct ReviewPage: Sendable {
  struct Card: Sendable {
    let key: FlashcardKey
    let face: FlashcardFace
    let isLeech: Bool
    /// When the card comes again, by grade.
    let next: [(grade: FlashcardGrade, due: FlashcardDue)]
  }
  var deck: Deck
  var due: FlashcardsDue
  var card: Card?
  var isShown = false
  /// What can be taken back.
  var last: ID<FlashcardEvent>?
  /// The day of study.
  var day: Day
  /// The pictures and sounds that the card calls.
  var media: [FlashcardMedia] = []
  var topics: [String] = []
}

extension Behaviour {
  /// A card that is turned without asking the server, and swiped.
  static let flashcard = Behaviour("flashcards", on: "data-flashcard")
}

func reviewPage(_ data: ReviewPage, _ scene: Scene) -> Page {
  let words = scene.words
  let body: HTML =
    data.card.map { reviewCard($0, data, scene) }
    ?? nothingLeft(words("flashcards.all-done"), allDone(data, scene), scene)
  return Page(
    "flashcards.review", title: words("flashcards.review"), topics: data.topics,
    parent: (data.deck.name, FlashcardsPaths.deck(data.deck.id)), body: stack([body, undoButton(data, scene)]))
}

private func allDone(_ data: ReviewPage, _ scene: Scene) -> String {
  let words = scene.words
  if let at = data.due.nextAt { return words("flashcards.next-at", .text(words.time(at, in: scene.zone))) }
  if let day = data.due.nextDay { return words("flashcards.next-day", .text(words.date(day))) }
  return words("flashcards.next-none")
}

/// The answer is in the page and hidden; a script shows it at once, and without one the page comes again with it.
private func reviewCard(_ card: ReviewPage.Card, _ data: ReviewPage, _ scene: Scene) -> HTML {
  let (words, id) = (scene.words, data.deck.id)
  let language = data.deck.language.isEmpty ? nil : data.deck.language
  let leech: HTML = card.isLeech ? banner(HTML(text: words("flashcards.leech")), scene, .warning) : ""
  return """
    <p class="quiet">\(words("flashcards.left", .count(data.due.count)))</p>\(leech)\
    <article class="flashcard"\(behaviour: .flashcard)>\
    <div class="flashcard__front prose" dir="auto"\(attribute: "lang", language)>\(flashcardText(card.face.question, data.media, scene))</div>\
    <div class="flashcard__answer prose" dir="auto" tabindex="-1"\(attribute: "lang", language)\(flag: "hidden", !data.isShown)>\
    \(flashcardText(card.face.answer, data.media, scene))</div></article>\
    \(data.isShown ? "" : linkButton(words("flashcards.show"), to: FlashcardsPaths.review(id) + "?show=1", .primary, style: ButtonStyle(isWide: true, classes: "flashcard__show")))\
    \(gradesForm(card, data, scene))\
    \(cluster([
      cardAct("flashcards.bury", "burying", card.key, data, scene),
      cardAct("flashcards.suspend", "suspension", card.key, data, scene),
      cardAct("flashcards.reset", "reset", card.key, data, scene),
    ]))
    """
}

private func gradesForm(_ card: ReviewPage.Card, _ data: ReviewPage, _ scene: Scene) -> HTML {
  let words = scene.words
  let buttons = card.next.map { one in
    submit(
      words("flashcards.grade." + one.grade.word, .text(interval(one.due, words))),
      one.grade == .good ? .primary : .plain, name: "grade", value: String(one.grade.rawValue),
      style: ButtonStyle(key: String(one.grade.rawValue)))
  }
  // words: flashcards.grade.*
  let known = cardFields(card.key) + [dayField(data)]
  return """
    <div class="flashcard__grades"\(flag: "hidden", !data.isShown)>\
    \(form(FlashcardsPaths.act("answers", data.deck.id), scene, style: FormStyle(id: "grades", classes: "grades"), content: """
      \(hidden(known))\(each: buttons, { $0 })
      """))</div>
    """
}

private func cardAct(_ key: String, _ act: String, _ card: FlashcardKey, _ data: ReviewPage, _ scene: Scene) -> HTML {
  postButton(
    scene.words(key), to: FlashcardsPaths.act(act, data.deck.id), scene, fields: cardFields(card) + [dayField(data)],
    .ghost,
    style: ButtonStyle(isSmall: true))
}
// words: flashcards.bury
// words: flashcards.suspend
// words: flashcards.reset

/// The day of study travels with the tap.
private func dayField(_ data: ReviewPage) -> Form.Field { Form.Field("day", data.day.text) }

private func undoButton(_ data: ReviewPage, _ scene: Scene) -> HTML {
  guard let last = data.last else { return "" }
  return postButton(
    scene.words("flashcards.undo"), to: FlashcardsPaths.act("undo", data.deck.id), scene,
    fields: [Form.Field("undone", last.text), dayField(data)], .ghost, icon: "", style: ButtonStyle(key: "z"))
}

private func interval(_ due: FlashcardDue, _ words: Words) -> String {
  switch due {
  case .seconds(let seconds): words("flashcards.minutes", .count(max(1, (seconds + 30) / 60)))
  case .days(let days): words("flashcards.days", .count(days))
  }
}

extension FlashcardGrade {
  var word: String {
    switch self {
    case .again: "again"
    case .hard: "hard"
    case .good: "good"
    case .easy: "easy"
    }
  }
}
