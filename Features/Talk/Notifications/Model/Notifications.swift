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

extension Notification {
  /// The name of the word about one student's absence from one sitting to one person: worked out, not assigned, so that
  /// being told twice makes one notification.
  public static func id(absence sitting: ID<Sitting>, _ student: ID<Student>, to account: ID<Account>) -> ID<
    Notification
  > {
    var (high, low) = (UInt64(0x9E37_79B9_7F4A_7C15), UInt64(0xBF58_476D_1CE4_E5B9))
    for word in [sitting.high, sitting.low, student.high, student.low, account.high, account.low] {
      high = mixed(high ^ word)
      low = mixed(low &+ word &* 0x94D0_49BB_1331_11EB)
    }
    // The version (8: made by a rule of one's own) and the variant of RFC 9562.
    return ID(
      high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// The last step of SplitMix64: each bit of the input moves half of the output's.
  private static func mixed(_ word: UInt64) -> UInt64 {
    var z = word
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
