import Base
import Kit
import Router
import School

func flashcardMediaRoutes(_ service: FlashcardsService) -> [Route] {
  [
    .get(
      "/study/decks/:deck/media", .members, "The pictures and sounds of a deck, for those who keep it.",
      query: [.optional("from", "The name from which they are listed.")], offline: .everybody
    ) { request, tx throws(Refusal) in
      let (data, draft) = (try service.mediaPage(request, tx), request.draft)
      return .page(json: { data.json }) { deckMediaPage(data, draft, $0) }
    },
    .get(
      "/study/decks/:deck/media/:media", .members, "A picture or a sound of a deck, or a part of it.", service.media),
    .post(
      "/study/decks/:deck/media/:media/removal", .members, "Takes a picture or a sound away, or brings it back.",
      RemoveFlashcardMedia.self, service.handle
    ) { handled in
      let undo = (handled.request.path, [Form.Field("restore", "1")])
      return .done(
        FlashcardsPaths.media(handled.command.deck),
        toast: handled.command.isRemoved
          ? Toast(Phrase("flashcards.media.removed"), undo: undo) : Toast(Phrase("flashcards.restored")))
    },
  ]
}
