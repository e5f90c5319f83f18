public import Base

/// One piece of a package goes into its deck.
public struct PutPackagePiece: Command {
  public static let name = "flashcards.put-package-piece"
  public let deck: ID<Deck>
  public let upload: ID<Arrival>
  public init(_ run: FlashcardsPackageRun) { (deck, upload) = (run.deck, run.upload) }
}

/// A package that stopped goes on after its last piece.
public struct ContinuePackage: FormCommand {
  public static let name = "flashcards.continue-package"
  public let deck: ID<Deck>
  public let run: ID<Arrival>
  public init(_ form: inout FormReader) { (deck, run) = (form.id("deck"), form.id("run")) }
}

/// Takes away what a package added to a deck.
public struct TakePackageBack: FormCommand {
  public static let name = "flashcards.take-package-back"
  public let deck: ID<Deck>
  public let run: ID<Arrival>
  public init(_ form: inout FormReader) { (deck, run) = (form.id("deck"), form.id("run")) }
}
