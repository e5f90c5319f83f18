import Base
import Database
import Router
import School

/// The form for cards from a file, and for files of cards.
func flashcardImportRoutes(_ service: FlashcardsService) -> [Route] {
  [
    .get(
      "/study/decks/:deck/import", .members, "The form for cards from a file.", inAPI: false, offline: .everybody,
      service.importForm)
  ]
}
