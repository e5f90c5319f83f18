import Base
import Database
import Router
import School

/// Carries out what is asked of decks and cards, and answers what pages ask.
public struct FlashcardsService: Sendable {
  public init() {}
}
