/// Why the answer is no.
///
/// The only error a command may throw on purpose.
public enum Refusal: Error, Hashable, Sendable {
  /// The caller may not do this. The phrase is a sentence fit to show them.
  case notAllowed(Phrase)
  /// What was asked about is not there, or the caller may not know that it is.
  case notFound
  /// What was sent is wrong, field by field; never empty.
  case invalid([Problem])
  /// More than is taken: the problem names the field and the limit.
  case tooLarge(Problem)
  /// It contradicts what is there: a name already taken, an invite already used.
  case conflict(Phrase)
  /// Somebody else changed it first. The caller should look again.
  case stale
  /// Too often. Try again after so many seconds.
  case tooMany(seconds: Int)
  /// The disk is full; nothing was written.
  case full
  /// What was asked for is written down and not to be had any more: a file that the disk lost or damaged.
  case lost
  /// The books cannot be reached or written now; nothing was written.
  case unavailable

  /// One field is wrong.
  public static func invalid(_ field: String, _ reason: Phrase) -> Refusal { .invalid([Problem(field, reason)]) }

  /// The id that the sender made is another's already, or of something else.
  public static var taken: Refusal { .conflict(Phrase("ledger.taken")) }

  /// The permanent name of the kind, for problem documents, logs and tests.
  public var code: String {
    switch self {
    case .notAllowed: "not-allowed"
    case .notFound: "not-found"
    case .invalid: "invalid"
    case .tooLarge: "too-large"
    case .conflict: "conflict"
    case .stale: "stale"
    case .tooMany: "too-many"
    case .full: "full"
    case .lost: "lost"
    case .unavailable: "unavailable"
    }
  }
}

/// What is wrong with one field of a form.
public struct Problem: Hashable, Sendable {
  /// The field's name in the form; empty when it is about the form as a whole.
  public let field: String
  public let reason: Phrase
  public init(_ field: String, _ reason: Phrase) { (self.field, self.reason) = (field, reason) }
}
