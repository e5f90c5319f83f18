public import Base

/// A word to one person about something that happened, with a path that lands on it.
public struct Notification: Hashable, Sendable {
  public let id: ID<Notification>
  /// `absence`, …: what the person's preferences are about.
  public let kind: String
  public let phrase: Phrase
  public let path: String
  public let createdAt: Instant
  public let readAt: Instant?
  public init(id: ID<Notification>, kind: String, phrase: Phrase, path: String, createdAt: Instant, readAt: Instant?) {
    (self.id, self.kind, self.phrase) = (id, kind, phrase)
    (self.path, self.createdAt, self.readAt) = (path, createdAt, readAt)
  }
}
