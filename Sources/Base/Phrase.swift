/// A sentence that has not been said yet: the key of its words and what goes into the gaps.
///
/// Rules and commands speak in phrases; whoever stands before the reader turns them into the reader's language.
public struct Phrase: Hashable, Sendable {
  public let key: String
  public let arguments: [Argument]

  public init(_ key: String, _ arguments: Argument...) { (self.key, self.arguments) = (key, arguments) }
  public init(_ key: String, all arguments: [Argument]) { (self.key, self.arguments) = (key, arguments) }

  public enum Argument: Hashable, Sendable {
    /// A name or another piece of text, shown as it is, kept apart from the direction of the sentence.
    case text(String)
    /// A count: chooses the plural form, shown in the reader's digits.
    case count(Int)
    /// Words that have a key of their own.
    case key(String)
  }
}
