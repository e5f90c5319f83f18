public import Base

/// Puts pictures and sounds into a deck, for its cards to call.
public struct AddFlashcardMedia: FormCommand {
  public static let name = "flashcards.add-media"
  public let deck: ID<Deck>
  /// The note whose form they were added on; `nil` is none, or one that is not written yet.
  public let note: ID<FlashcardNote>?
  /// Whether they were added on the form of a note at all.
  public let isOnNote: Bool
  public init(deck: ID<Deck>, note: ID<FlashcardNote>? = nil, isOnNote: Bool = false) {
    (self.deck, self.note, self.isOnNote) = (deck, note, isOnNote)
  }
  public init(_ form: inout FormReader) {
    form.ignore("upload", "file")
    self.init(
      deck: form.id("deck"),
      note: form.optionalID("note", about: "The note on whose form they were added, to go back to it."),
      isOnNote: form.flag("on-note", about: "They were added on the form of a note."))
  }
}

public struct RemoveFlashcardMedia: FormCommand {
  public static let name = "flashcards.remove-media"
  public let deck: ID<Deck>
  public let media: ID<FlashcardMedia>
  public let isRemoved: Bool
  public init(deck: ID<Deck>, media: ID<FlashcardMedia>, isRemoved: Bool = true) {
    (self.deck, self.media, self.isRemoved) = (deck, media, isRemoved)
  }
  public init(_ form: inout FormReader) {
    self.init(
      deck: form.id("deck"), media: form.id("media"), isRemoved: !form.flag("restore", about: "Brings it back."))
  }
}
