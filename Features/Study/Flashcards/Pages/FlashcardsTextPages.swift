import Base
import HTML
import Kit
import School

/// A side of a card, with its formulas and the pictures and sounds of its deck.
///
/// - Parameter media: those that the text calls; another's name says that there is no such thing.
func flashcardText(_ text: String, _ media: [FlashcardMedia], heading: Int = 2, _ scene: Scene) -> HTML {
  let files = media.map {
    MarkdownFile(name: $0.name, path: FlashcardsPaths.media($0), isPicture: $0.isPicture, isSound: $0.isSound)
  }
  return markdown(
    FlashcardMedia.markdown(text),
    style: MarkdownStyle(heading: heading, files: files, missing: scene.words("flashcards.media.missing")))
}
