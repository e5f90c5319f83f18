import Base
import Database
import Kit
public import Router
import School

public func flashcardRoutes(_ service: FlashcardsService) -> [Route] {
  deckRoutes(service) + noteRoutes(service) + reviewRoutes(service) + flashcardImportRoutes(service)
    + flashcardMediaRoutes(service) + flashcardMakingRoutes(service)
    + flashcardNumberRoutes(service) + flashcardSettingRoutes(service)
}

private func deckRoutes(_ service: FlashcardsService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.blank(request, tx), request.draft)
    return .page { deckFormPage(data, draft, $0) }
  }
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.form(request, tx), request.draft)
    return .page { deckFormPage(data, draft, $0) }
  }
  return [
    .get(FlashcardsPaths.all, .members, "The decks one sees, and what is due in each.", offline: .everybody) {
      request, tx throws(Refusal) in
      let data = try service.decks(request, tx)
      return .page(json: { data.json }) { decksPage(data, $0) }
    },
    .get(FlashcardsPaths.new, .members, "The form for a new deck.", inAPI: false, offline: .everybody, blank),
    .post(
      FlashcardsPaths.all, .members, "Makes a deck for oneself or a class.", form: blank, CreateDeck.self,
      service.handle
    ) { handled in
      let id: ID<Deck> = handled.id()
      return .done(
        FlashcardsPaths.deck(id), toast: Toast(Phrase("flashcards.saved")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get(
      "/study/decks/:deck", .members, "A deck: its cards, and how far one is with them.",
      query: [
        .optional("from", "The place from which notes are listed."), .optional("q", "Words of the notes."),
      ], offline: .everybody
    ) {
      request, tx throws(Refusal) in
      let data = try service.deck(request, tx)
      return .page(json: { data.json }) { deckPage(data, $0) }
    },
    .get("/study/decks/:deck/edit", .members, "The form of a deck.", inAPI: false, offline: .everybody, editing),
    .post("/study/decks/:deck", .members, "Changes a deck.", form: editing, EditDeck.self, service.handle) { handled in
      .done(FlashcardsPaths.deck(handled.command.deck), toast: Toast(Phrase("flashcards.saved")))
    },
    .post(
      "/study/decks/:deck/deletion", .members, "Takes a deck away; it can be brought back.", DeleteDeck.self,
      service.handle
    ) { handled in
      let back = FlashcardsPaths.restoration(handled.command.deck)
      return .done(FlashcardsPaths.all, toast: Toast(Phrase("flashcards.deck-deleted"), undo: (back, [])))
    },
    .post(
      "/study/decks/:deck/restoration", .members, "Brings a deck back.", RestoreDeck.self, service.handle
    ) { handled in
      .done(FlashcardsPaths.deck(handled.command.deck), toast: Toast(Phrase("flashcards.restored")))
    },
  ]
}

private func noteRoutes(_ service: FlashcardsService) -> [Route] {
  let blank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.blankNote(request, tx), request.draft)
    return .page { noteFormPage(data, draft, $0) }
  }
  let editing: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.noteForm(request, tx), request.draft)
    return .page { noteFormPage(data, draft, $0) }
  }
  return [
    .get(
      "/study/decks/:deck/notes/new", .members, "The form for a new note.", inAPI: false, offline: .everybody, blank),
    .post(
      "/study/decks/:deck/notes", .members, "Puts a note at the end of a deck.", form: blank, AddNote.self,
      service.handle
    ) { handled in
      let id: ID<FlashcardNote> = handled.id()
      return .done(
        FlashcardsPaths.newNote(handled.command.deck), toast: Toast(Phrase("flashcards.note-added")), created: true,
        json: { .object([("id", .id(id))]) })
    },
    .get("/study/decks/:deck/notes/:note", .members, "The form of a note.", inAPI: false, offline: .everybody, editing),
    .post(
      "/study/decks/:deck/notes/:note", .members, "Changes a note; what one has learnt of it stays.", form: editing,
      EditNote.self, service.handle
    ) { handled in
      .done(FlashcardsPaths.deck(handled.command.deck), toast: Toast(Phrase("flashcards.saved")))
    },
    .post(
      "/study/decks/:deck/notes/:note/deletion", .members, "Takes a note away; it can be brought back.",
      DeleteNote.self, service.handle
    ) { handled in
      let back = FlashcardsPaths.note(handled.command.note, of: handled.command.deck) + "/restoration"
      return .done(
        FlashcardsPaths.deck(handled.command.deck), toast: Toast(Phrase("flashcards.note-deleted"), undo: (back, [])))
    },
    .post(
      "/study/decks/:deck/notes/:note/restoration", .members, "Brings a note back.", RestoreNote.self, service.handle
    ) { handled in
      .done(FlashcardsPaths.deck(handled.command.deck), toast: Toast(Phrase("flashcards.restored")))
    },
  ]
}

private func reviewRoutes(_ service: FlashcardsService) -> [Route] {
  [
    .get(
      "/study/decks/:deck/review", .members, "The next card of a deck.",
      query: [.optional("show", "With the answer.")], offline: .everybody
    ) {
      request, tx throws(Refusal) in
      let data = try service.review(request, tx)
      return .page(json: { data.json }) { reviewPage(data, $0) }
    },
    .post(
      "/study/decks/:deck/review/answers", .members, "How well one knew a card.", AnswerCard.self, service.handle
    ) { handled in
      let parts = handled.outcome.text.split(separator: " ")
      let toast = parts.count > 1 ? Toast(Phrase("flashcards.leech")) : nil
      let event = parts.first.map { String($0) } ?? ""
      return .done(
        FlashcardsPaths.review(handled.command.deck), toast: toast, json: { .object([("event", .text(event))]) })
    },
    .post("/study/decks/:deck/review/undo", .members, "Takes the last act back.", UndoAnswer.self, service.handle) {
      handled in
      .done(FlashcardsPaths.review(handled.command.deck), toast: Toast(Phrase("flashcards.undone")))
    },
    .post("/study/decks/:deck/review/burying", .members, "Not before tomorrow.", BuryCard.self, service.handle) {
      handled in
      done(handled.command.deck, handled.outcome, "flashcards.buried")
    },
    .post(
      "/study/decks/:deck/review/suspension", .members, "Not until it is wanted again.", SuspendCard.self,
      service.handle
    ) { handled in done(handled.command.deck, handled.outcome, "flashcards.suspended") },
    .post(
      "/study/decks/:deck/review/resumption", .members, "A card that was kept away comes again.", ResumeCard.self,
      service.handle
    ) { handled in
      .done(FlashcardsPaths.deck(handled.command.deck), toast: Toast(Phrase("flashcards.resumed")))
    },
    .post(
      "/study/decks/:deck/review/reset", .members, "Begins a card anew.", ResetCard.self, service.handle
    ) { handled in done(handled.command.deck, handled.outcome, "flashcards.was-reset") },
  ]
}

/// To the next card; what was done can be taken back.
private func done(_ deck: ID<Deck>, _ outcome: Outcome, _ key: String) -> Response {
  let undo = (FlashcardsPaths.act("undo", deck), [Form.Field("undone", outcome.text)])
  return .done(FlashcardsPaths.review(deck), toast: Toast(Phrase(key), undo: undo))
}
// words: flashcards.buried
// words: flashcards.suspended
// words: flashcards.was-reset
