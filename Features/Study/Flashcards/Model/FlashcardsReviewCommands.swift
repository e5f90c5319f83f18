public import Base

/// Where and when something was done with a card.
public struct FlashcardTap: Hashable, Sendable {
  /// As the device calls it: what was sent twice is one event.
  public let id: ID<FlashcardEvent>?
  /// By the device's clock, corrected; `nil` is now.
  public let at: Instant?
  /// The date of studying on the device; `nil` is by the school's clock.
  public let day: Day?
  public let device: String
  public let sequence: Int
  public init(
    id: ID<FlashcardEvent>? = nil, at: Instant? = nil, day: Day? = nil, device: String = "", sequence: Int = 0
  ) {
    (self.id, self.at, self.day, self.device, self.sequence) = (id, at, day, device, sequence)
  }

  public init(_ form: inout FormReader) {
    id = form.optionalID("event", about: "An id of the sender's own; sent twice, it is one event.")
    at = Self.number("at", max: 15, about: "Milliseconds since 1970, corrected.", &form).map {
      Instant(milliseconds: $0)
    }
    day = form.optionalDay("day", about: "The date of studying.")
    device = form.optionalText("device", max: 64, about: "What tells devices apart.") ?? ""
    let place = Self.number("sequence", max: 9, about: "Its place among the device's events.", &form)
    sequence = place.map { Int(clamping: $0) } ?? 0
  }

  static func number(_ name: String, max: Int, about: String, _ form: inout FormReader) -> Int64? {
    guard let text = form.optionalText(name, max: max, about: about) else { return nil }
    if let number = Int64(text), number >= 0 { return number }
    form.fail(name, Phrase("form.id"))
    return nil
  }
}

/// Something that somebody does with one card: an event of theirs.
public protocol CardCommand: FormCommand {
  var deck: ID<Deck> { get }
  var card: FlashcardKey { get }
  var tap: FlashcardTap { get }
  var act: FlashcardEvent.Act { get }
}

/// Says how well one knew a card.
public struct AnswerCard: CardCommand {
  public static let name = "flashcards.answer"
  public let deck: ID<Deck>
  public let card: FlashcardKey
  public let grade: FlashcardGrade
  public let milliseconds: Int
  public let tap: FlashcardTap
  public var act: FlashcardEvent.Act { .answer(grade, milliseconds: milliseconds) }
  public init(
    deck: ID<Deck>, card: FlashcardKey, grade: FlashcardGrade, milliseconds: Int = 0, tap: FlashcardTap = FlashcardTap()
  ) {
    (self.deck, self.card, self.grade, self.milliseconds, self.tap) = (deck, card, grade, milliseconds, tap)
  }
  public init(_ form: inout FormReader) {
    let (deck, card) = (form.id("deck", Deck.self), FlashcardKey(&form))
    let grade = form.integer("grade", in: 1...4, about: "1 again, 2 hard, 3 good, 4 easy.")
    let time = FlashcardTap.number("milliseconds", max: 9, about: "How long it took.", &form) ?? 0
    self.init(
      deck: deck, card: card, grade: FlashcardGrade(rawValue: grade) ?? .again,
      milliseconds: Int(min(time, Int64(Self.maxMilliseconds))), tap: FlashcardTap(&form))
  }
  /// Whoever leaves a card lying for an hour was not thinking about it.
  public static let maxMilliseconds = 600_000
}

extension FlashcardKey {
  init(_ form: inout FormReader) {
    self.init(
      note: form.id("note"),
      ordinal: form.integer("ordinal", in: 0...FlashcardCloze.maxNumber - 1, about: "Which card of the note, from 0."))
  }
}

/// Takes back an answer or anything else that one did with a card.
public struct UndoAnswer: FormCommand {
  public static let name = "flashcards.undo"
  public let deck: ID<Deck>
  public let undone: ID<FlashcardEvent>
  public let tap: FlashcardTap
  public init(deck: ID<Deck>, undone: ID<FlashcardEvent>, tap: FlashcardTap = FlashcardTap()) {
    (self.deck, self.undone, self.tap) = (deck, undone, tap)
  }
  public init(_ form: inout FormReader) {
    self.init(deck: form.id("deck"), undone: form.id("undone", about: "The event."), tap: FlashcardTap(&form))
  }
}

/// Keeps a card away until tomorrow.
public struct BuryCard: CardCommand {
  public static let name = "flashcards.bury"
  public let deck: ID<Deck>
  public let card: FlashcardKey
  public let tap: FlashcardTap
  public var act: FlashcardEvent.Act { .bury }
  public init(deck: ID<Deck>, card: FlashcardKey, tap: FlashcardTap = FlashcardTap()) {
    (self.deck, self.card, self.tap) = (deck, card, tap)
  }
  public init(_ form: inout FormReader) {
    self.init(deck: form.id("deck"), card: FlashcardKey(&form), tap: FlashcardTap(&form))
  }
}

/// Keeps a card away until it is wanted again.
public struct SuspendCard: CardCommand {
  public static let name = "flashcards.suspend"
  public let deck: ID<Deck>
  public let card: FlashcardKey
  public let tap: FlashcardTap
  public var act: FlashcardEvent.Act { .suspend }
  public init(deck: ID<Deck>, card: FlashcardKey, tap: FlashcardTap = FlashcardTap()) {
    (self.deck, self.card, self.tap) = (deck, card, tap)
  }
  public init(_ form: inout FormReader) {
    self.init(deck: form.id("deck"), card: FlashcardKey(&form), tap: FlashcardTap(&form))
  }
}

public struct ResumeCard: CardCommand {
  public static let name = "flashcards.resume"
  public let deck: ID<Deck>
  public let card: FlashcardKey
  public let tap: FlashcardTap
  public var act: FlashcardEvent.Act { .resume }
  public init(deck: ID<Deck>, card: FlashcardKey, tap: FlashcardTap = FlashcardTap()) {
    (self.deck, self.card, self.tap) = (deck, card, tap)
  }
  public init(_ form: inout FormReader) {
    self.init(deck: form.id("deck"), card: FlashcardKey(&form), tap: FlashcardTap(&form))
  }
}

/// Begins a card anew, as if one had never seen it.
public struct ResetCard: CardCommand {
  public static let name = "flashcards.reset"
  public let deck: ID<Deck>
  public let card: FlashcardKey
  public let tap: FlashcardTap
  public var act: FlashcardEvent.Act { .reset }
  public init(deck: ID<Deck>, card: FlashcardKey, tap: FlashcardTap = FlashcardTap()) {
    (self.deck, self.card, self.tap) = (deck, card, tap)
  }
  public init(_ form: inout FormReader) {
    self.init(deck: form.id("deck"), card: FlashcardKey(&form), tap: FlashcardTap(&form))
  }
}
