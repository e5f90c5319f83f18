public import Base

/// Which of the proposed notes are taken, and where they go.
public struct FlashcardsChoice: Hashable, Sendable {
  /// `nil` is a new deck of one's own.
  public let deck: ID<Deck>?
  /// What the new deck is called.
  public let name: String
  public let keys: Set<String>

  public init(deck: ID<Deck>?, name: String, keys: Set<String>) {
    (self.deck, self.name, self.keys) = (deck, name, keys)
  }

  public init(_ form: inout FormReader) {
    deck = form.optionalID("deck", about: "The deck they go into; without it a new one of one's own.")
    name = form.optionalText("name", max: 120, about: "What a new deck is called.") ?? ""
    let chosen = form.values("card", about: "The cards that are taken, as the page calls them.")
    keys = Set(chosen.prefix(FlashcardProposal.most * 2))
    if keys.isEmpty { form.fail("card", Phrase("flashcards.make.choose")) }
    if deck == nil, name.isEmpty { form.fail("name", Phrase("form.required")) }
  }

  /// Those that were chosen; one that is not among the proposed any more has changed meanwhile.
  public func taken(from proposed: [FlashcardProposal]) throws(Refusal) -> [FlashcardFields] {
    let taken = proposed.filter { keys.contains($0.key) }
    guard taken.count == keys.count else { throw .stale }
    return taken.map { $0.fields }
  }
}

public protocol FlashcardsMaker: FormCommand {
  var choice: FlashcardsChoice { get }
}

/// Puts terms of a lesson into a deck.
public struct MakeLessonCards: FlashcardsMaker {
  public static let name = "flashcards.make-lesson-cards"
  public let lesson: ID<CourseItem>
  public let choice: FlashcardsChoice
  public init(lesson: ID<CourseItem>, choice: FlashcardsChoice) { (self.lesson, self.choice) = (lesson, choice) }
  public init(_ form: inout FormReader) { self.init(lesson: form.id("lesson"), choice: FlashcardsChoice(&form)) }
}

/// Puts questions of the bank into a deck, with what is right.
public struct MakeBankCards: FlashcardsMaker {
  public static let name = "flashcards.make-bank-cards"
  public let search: BankSearch
  public let choice: FlashcardsChoice
  public init(search: BankSearch, choice: FlashcardsChoice) { (self.search, self.choice) = (search, choice) }
  public init(_ form: inout FormReader) { self.init(search: BankSearch(&form), choice: FlashcardsChoice(&form)) }
}

/// Which questions of the bank: as its own page finds them.
public struct BankSearch: Hashable, Sendable {
  public let text: String
  public let tag: String?
  public init(text: String = "", tag: String? = nil) { (self.text, self.tag) = (text, tag) }
  public init(_ form: inout FormReader) {
    text = form.optionalText("q", max: 120, about: "Words of the questions.") ?? ""
    tag = form.optionalText("tag", max: 80, about: "A tag of the questions.")
  }
}

extension FlashcardsPaths {
  public static func making(from lesson: ID<CourseItem>) -> String { "/study/lessons/\(lesson.text)/cards" }
  public static let makingFromBank = "/study/questions/cards"
}
