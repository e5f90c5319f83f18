import Base
import Kit
import Router
import School

/// Notes that rules make of a lesson, and of the questions of the bank for those who keep it.
func flashcardMakingRoutes(_ service: FlashcardsService) -> [Route] {
  let lesson: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.lessonCards(request, tx), request.draft)
    return .page { flashcardsMakingPage(data, draft, $0) }
  }
  let bank: PageHandler = { request, tx throws(Refusal) in
    let (data, draft) = (try service.bankCards(request, tx), request.draft)
    return .page { flashcardsMakingPage(data, draft, $0) }
  }
  return [
    .get(
      "/study/lessons/:lesson/cards", .members, "The cards that a lesson makes, to choose from.", inAPI: false,
      offline: .teachersAndFamilies, lesson),
    .post(
      "/study/lessons/:lesson/cards", .members, "Puts terms of a lesson into a deck.", form: lesson,
      MakeLessonCards.self, service.handle
    ) { handled in made(handled.outcome) },
    .get(
      FlashcardsPaths.makingFromBank, .staff, "The cards that questions of the bank make, to choose from.",
      query: [.optional("q", "Words of the questions."), .optional("tag", "A tag of the questions.")], inAPI: false,
      offline: .teachers, bank),
    .post(
      FlashcardsPaths.makingFromBank, .staff, "Puts questions of the bank into a deck, with what is right.",
      form: bank, MakeBankCards.self, service.handle
    ) { handled in made(handled.outcome) },
  ]
}

private func made(_ outcome: Outcome) -> Response {
  let parts = outcome.text.split(separator: " ")
  let deck = parts.first.flatMap { ID<Deck>(String($0)) } ?? .none
  let count = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
  return .done(
    FlashcardsPaths.deck(deck), toast: Toast(Phrase("flashcards.make.done", .count(count))), created: true,
    json: { .object([("deck", .id(deck)), ("new", .integer(count))]) })
}
