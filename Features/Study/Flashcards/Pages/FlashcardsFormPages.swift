import Base
import HTML
import Kit
import School

/// What the form of a deck stands on; a new one is not there yet.
struct DeckForm: Sendable {
  var deck: Deck?
  /// The classes that the caller may make one for.
  var rooms: [Classroom] = []
}

/// What the form of a note stands on.
struct NoteForm: Sendable {
  var deck: Deck
  var note: FlashcardNote?
  /// Pictures and sounds that it may call.
  var media: [FlashcardMedia] = []
  static let mediaShown = 20
}

func deckFormPage(_ data: DeckForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, deck) = (scene.words, data.deck)
  var fields = [Field.text("name", words("flashcards.name"), value: deck?.name ?? "", max: 120)]
  if deck == nil, !data.rooms.isEmpty {
    fields.append(
      .select(
        "classroom", words("flashcards.for"), data.rooms.map { Field.Choice($0.id.text, $0.name) }, isRequired: false,
        empty: words("flashcards.for-me")))
  }
  fields += [
    .area("about", words("flashcards.about"), value: deck?.about ?? "", rows: 3, max: 2000),
    .select(
      "language", words("flashcards.language"), Language.allCases.map { Field.Choice($0.rawValue, $0.ownName) },
      value: deck?.language ?? "", isRequired: false, empty: words("flashcards.languages")),
    .number(
      "newPerDay", words("flashcards.new-per-day"), value: deck?.newPerDay ?? 10, in: 0...Deck.maxNewPerDay,
      hint: words("flashcards.new-per-day-hint")),
    .number(
      "reviewsPerDay", words("flashcards.reviews-per-day"), value: deck?.reviewsPerDay ?? 200,
      in: 0...Deck.maxReviewsPerDay),
  ]
  if let deck { fields.append(.hidden("version", deck.version)) }
  let back = deck.map { FlashcardsPaths.deck($0.id) } ?? FlashcardsPaths.all
  let advanced: HTML =
    deck.map { linkButton(words("flashcards.settings.advanced"), to: FlashcardsPaths.settings($0.id)) } ?? ""
  let delete: HTML =
    deck.map {
      postButton(words("flashcards.delete-deck"), to: FlashcardsPaths.deletion($0.id), scene, .destructive)
    } ?? ""
  return Page(
    deck == nil ? "flashcards.new-deck" : "flashcards.edit-deck",
    title: words(deck == nil ? "flashcards.new-deck" : "flashcards.edit-deck"),
    parent: (deck?.name ?? words("flashcards.decks"), back),
    body: stack(
      [
        form(
          back, fields, draft, scene, submit: words("flashcards.save"), cancel: (words("kit.cancel"), back),
          style: FormStyle(id: "deck")), advanced, delete,
      ], isLoose: true))
}

func noteFormPage(_ data: NoteForm, _ draft: Draft, _ scene: Scene) -> Page {
  let (words, note, id) = (scene.words, data.note, data.deck.id)
  let kinds = FlashcardNote.Kind.allCases.map {
    Field.Choice(
      $0.rawValue, words("flashcards.kind." + $0.rawValue), text: words("flashcards.kind-text." + $0.rawValue))
  }
  // words: flashcards.kind.*
  // words: flashcards.kind-text.*
  let longest = FlashcardNote.longest
  var fields = [
    Field.cards("kind", words("flashcards.kind"), kinds, value: (note?.kind ?? .basic).rawValue),
    .area(
      "front", words("flashcards.front"), value: note?.front ?? "", hint: words("flashcards.front-hint"),
      isRequired: true, rows: 4, max: longest),
    .area("back", words("flashcards.back"), value: note?.back ?? "", rows: 4, max: longest),
    .text(
      "tags", words("flashcards.tags"), value: note?.tags.joined(separator: " ") ?? "",
      hint: words("flashcards.tags-hint"), isRequired: false, max: 400),
  ]
  if let note { fields.append(.hidden("version", note.version)) }
  let path = note.map { FlashcardsPaths.note($0) } ?? FlashcardsPaths.notes(id)
  let delete: HTML =
    note == nil
    ? "" : postButton(words("flashcards.delete-note"), to: path + "/deletion", scene, .destructive)
  return Page(
    note == nil ? "flashcards.new-note" : "flashcards.edit-note",
    title: words(note == nil ? "flashcards.add-note" : "flashcards.edit-note"),
    parent: (data.deck.name, FlashcardsPaths.deck(id)),
    body: stack(
      [
        form(
          path, fields, draft, scene, submit: words("flashcards.save"),
          cancel: (words("kit.cancel"), FlashcardsPaths.deck(id)),
          style: FormStyle(id: "note", draft: "flashcard-" + (note?.id.text ?? id.text))),
        noteMedia(data, draft, scene),
        delete,
      ], isLoose: true))
}
