public import Base

/// Schedules the cards of a deck otherwise, from a day on.
public struct ChangeDeckSetting: FormCommand {
  public static let name = "flashcards.change-setting"
  /// As the sender calls it, if it does.
  public let id: ID<DeckSetting>?
  public let deck: ID<Deck>
  public let from: Day
  public let fields: DeckSettingFields
  public init(id: ID<DeckSetting>? = nil, deck: ID<Deck>, from: Day, fields: DeckSettingFields) {
    (self.id, self.deck, self.from, self.fields) = (id, deck, from, fields)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."), deck: form.id("deck"),
      from: form.day("from", about: "Answers of this day and later go by it."), fields: DeckSettingFields(&form))
  }
}

/// Takes a change of the settings back: what stood before stands again, from its day on.
public struct UndoDeckSetting: FormCommand {
  public static let name = "flashcards.undo-setting"
  public let deck: ID<Deck>
  public let setting: ID<DeckSetting>
  public init(deck: ID<Deck>, setting: ID<DeckSetting>) { (self.deck, self.setting) = (deck, setting) }
  public init(_ form: inout FormReader) { self.init(deck: form.id("deck"), setting: form.id("setting")) }
}
