public import Base

/// What the form of a deck holds.
public struct DeckFields: Hashable, Sendable {
  public var name: String
  public var about: String
  /// Of both sides; empty when they are of two.
  public var language: String
  public var newPerDay: Int
  public var reviewsPerDay: Int

  public init(name: String, about: String = "", language: String = "", newPerDay: Int = 10, reviewsPerDay: Int = 200) {
    (self.name, self.about, self.language) = (name, about, language)
    (self.newPerDay, self.reviewsPerDay) = (newPerDay, reviewsPerDay)
  }

  public init(_ form: inout FormReader) {
    name = form.text("name", max: 120, about: "What the deck is called.")
    about = form.note("about", max: 2000, about: "What it is about, and where it comes from.") ?? ""
    language = form.optionalText("language", max: 20, about: "A code as he or en; empty for several.") ?? ""
    let isCode = language.utf8.allSatisfy { ($0 | 0x20) >= 97 && ($0 | 0x20) <= 122 || $0 == 45 }
    if !isCode { form.fail("language", Phrase("form.choice")) }
    newPerDay = Self.count("newPerDay", most: Deck.maxNewPerDay, usual: 10, &form)
    reviewsPerDay = Self.count("reviewsPerDay", most: Deck.maxReviewsPerDay, usual: 200, &form)
  }

  private static func count(_ name: String, most: Int, usual: Int, _ form: inout FormReader) -> Int {
    guard let text = form.optionalText(name, max: 9, about: "Cards on one day, 0 to \(most).") else { return usual }
    if let count = wholeNumber(text.utf8), (0...most).contains(count) { return count }
    form.fail(name, Phrase("form.integer", .count(0), .count(most)))
    return usual
  }
}

extension Deck {
  public static let maxNewPerDay = 200, maxReviewsPerDay = 2000
}

/// Makes a deck for oneself, or for a class.
public struct CreateDeck: FormCommand {
  public static let name = "flashcards.create-deck"
  /// As the sender calls it, if it does.
  public let id: ID<Deck>?
  /// `nil` is for oneself.
  public let classroom: ID<Classroom>?
  public let fields: DeckFields
  public init(id: ID<Deck>? = nil, classroom: ID<Classroom>? = nil, fields: DeckFields) {
    (self.id, self.classroom, self.fields) = (id, classroom, fields)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      classroom: form.optionalID("classroom", about: "A class; without it the deck is one's own."),
      fields: DeckFields(&form))
  }
}

public struct EditDeck: FormCommand {
  public static let name = "flashcards.edit-deck"
  public let deck: ID<Deck>
  public let fields: DeckFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(deck: ID<Deck>, fields: DeckFields, version: String? = nil) {
    (self.deck, self.fields, self.version) = (deck, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      deck: form.id("deck"), fields: DeckFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// Takes a deck away; what people did with its cards stays.
public struct DeleteDeck: FormCommand {
  public static let name = "flashcards.delete-deck"
  public let deck: ID<Deck>
  public init(deck: ID<Deck>) { self.deck = deck }
  public init(_ form: inout FormReader) { self.init(deck: form.id("deck")) }
}

public struct RestoreDeck: FormCommand {
  public static let name = "flashcards.restore-deck"
  public let deck: ID<Deck>
  public init(deck: ID<Deck>) { self.deck = deck }
  public init(_ form: inout FormReader) { self.init(deck: form.id("deck")) }
}

/// What the form of a note holds.
public struct FlashcardFields: Hashable, Sendable {
  public var kind: FlashcardNote.Kind
  public var front: String
  public var back: String
  public var tags: [String]
  public static let maxTags = 20

  public init(kind: FlashcardNote.Kind = .basic, front: String, back: String = "", tags: [String] = []) {
    (self.kind, self.front, self.back, self.tags) = (kind, front, back, tags)
  }

  public init(_ form: inout FormReader) {
    kind = form.optionalChoice("kind", about: "basic, both-ways or cloze.") ?? .basic
    front = form.note("front", max: FlashcardNote.longest, about: "Markdown; a cloze marks {{c1::gaps::hint}}.") ?? ""
    back = form.note("back", max: FlashcardNote.longest, about: "Markdown; may be empty for a cloze.") ?? ""
    let text = form.optionalText("tags", max: 400, about: "Words with spaces between.") ?? ""
    tags = text.split(separator: " ").map { String($0) }
    if tags.count > Self.maxTags { form.fail("tags", Phrase("flashcards.tags-many", .count(Self.maxTags))) }
    if let problem { form.fail(problem.field, problem.reason) }
  }

  /// What is wrong with the sides, as the form says it; for importing as well.
  public var problem: Problem? {
    let required = Phrase("form.required")
    if front.isEmpty { return Problem("front", required) }
    guard kind == .cloze else { return back.isEmpty ? Problem("back", required) : nil }
    do throws(FlashcardCloze.Problem) {
      _ = try FlashcardCloze(front)
      return nil
    } catch { return Problem("front", error.phrase) }
  }
}

/// Puts a note at the end of a deck.
public struct AddNote: FormCommand {
  public static let name = "flashcards.add-note"
  public let id: ID<FlashcardNote>?
  public let deck: ID<Deck>
  public let fields: FlashcardFields
  public init(id: ID<FlashcardNote>? = nil, deck: ID<Deck>, fields: FlashcardFields) {
    (self.id, self.deck, self.fields) = (id, deck, fields)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."), deck: form.id("deck"),
      fields: FlashcardFields(&form))
  }
}

/// Changes a note; what people have learnt of its cards stays.
public struct EditNote: FormCommand {
  public static let name = "flashcards.edit-note"
  public let deck: ID<Deck>
  public let note: ID<FlashcardNote>
  public let fields: FlashcardFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(deck: ID<Deck>, note: ID<FlashcardNote>, fields: FlashcardFields, version: String? = nil) {
    (self.deck, self.note, self.fields, self.version) = (deck, note, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      deck: form.id("deck"), note: form.id("note"), fields: FlashcardFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

public struct DeleteNote: FormCommand {
  public static let name = "flashcards.delete-note"
  public let deck: ID<Deck>
  public let note: ID<FlashcardNote>
  public init(deck: ID<Deck>, note: ID<FlashcardNote>) { (self.deck, self.note) = (deck, note) }
  public init(_ form: inout FormReader) { self.init(deck: form.id("deck"), note: form.id("note")) }
}

public struct RestoreNote: FormCommand {
  public static let name = "flashcards.restore-note"
  public let deck: ID<Deck>
  public let note: ID<FlashcardNote>
  public init(deck: ID<Deck>, note: ID<FlashcardNote>) { (self.deck, self.note) = (deck, note) }
  public init(_ form: inout FormReader) { self.init(deck: form.id("deck"), note: form.id("note")) }
}
