import Base
import Database

/// One server process, for as long as it runs.
public enum Node {}

/// A word from one node to the others: something that is in no books, or that they would find there too late.
///
/// Not kept: a node that is not listening at the moment misses it.
public struct Word: Hashable, Sendable {
  /// What it is about, permanent; no spaces.
  public let kind: String
  public let text: String

  public init(_ kind: String, _ text: String) { (self.kind, self.text) = (kind, text) }

  /// What a notice of a word begins with; one of schools begins with an id.
  static let mark = "!"

  func notice(from node: ID<Node>) -> String { "\(Self.mark)\(node.text) \(kind) \(text)" }

  init?(notice: String, notFrom node: ID<Node>) {
    guard notice.hasPrefix(Self.mark) else { return nil }
    let parts = notice.dropFirst().split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] != node.text[...] else { return nil }
    self.init(String(parts[1]), String(parts[2]))
  }
}

extension Ledger {
  /// Tells the nodes beside this one; where there is none, nobody.
  public func tellOthers(_ word: Word) { tail?.tellOthers(word) }

  /// What other nodes tell, from now on.
  public func words() -> AsyncStream<Word> { hub.listenForWords() }
}
