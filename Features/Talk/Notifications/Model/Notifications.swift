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
  public let facts: NoticeFacts
  public init(
    id: ID<Notification>, kind: String, phrase: Phrase, path: String, createdAt: Instant, readAt: Instant?,
    facts: NoticeFacts = NoticeFacts()
  ) {
    (self.id, self.kind, self.phrase) = (id, kind, phrase)
    (self.path, self.createdAt, self.readAt, self.facts) = (path, createdAt, readAt, facts)
  }

  /// What it says, by the reader's clock: “tomorrow” would be wrong the day after.
  public func said(_ words: Words, in zone: Zone) -> String {
    guard kind == NoticeKind.due.rawValue, let due = facts.moment else { return words(phrase) }
    return words(Phrase(phrase.key, all: phrase.arguments + [.text(words.moment(due, in: zone))]))
  }
}

/// What a notification is about, as far as that can turn out otherwise before it is read or sent.
public struct NoticeFacts: Hashable, Sendable {
  /// The child; whoever is not its family any more is told nothing of it.
  public var student: ID<Student>?
  /// The work, the column of grades, or the course of several.
  public var thing: ID<NoticeThing>?
  /// When work is due, or when grades were posted.
  public var moment: Instant?
  public init(student: ID<Student>? = nil, thing: ID<NoticeThing>? = nil, moment: Instant? = nil) {
    (self.student, self.thing, self.moment) = (student, thing, moment)
  }
}

/// The kind of `ID` of what a notification is about.
public enum NoticeThing {}

extension Notification {
  /// The name of the word about one student's absence from one sitting to one person: worked out, not assigned, so that
  /// being told twice makes one notification.
  public static func id(absence session: ID<LessonSession>, _ student: ID<Student>, to account: ID<Account>) -> ID<
    Notification
  > {
    var (high, low) = (UInt64(0x9E37_79B9_7F4A_7C15), UInt64(0xBF58_476D_1CE4_E5B9))
    for word in [session.high, session.low, student.high, student.low, account.high, account.low] {
      high = mixed(high ^ word)
      low = mixed(low &+ word &* 0x94D0_49BB_1331_11EB)
    }
    // The version (8: made by a rule of one's own) and the variant of RFC 9562.
    return ID(
      high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// The name of the word about what a family reported.
  public static func id(report absence: ID<Absence>, _ student: ID<Student>, to account: ID<Account>) -> ID<
    Notification
  > {
    id(absence: ID(high: absence.high ^ 0x7361_6964_0000_0000, low: absence.low), student, to: account)
  }

  /// The name of the word that something is not allowed of a child any more.
  public static func id(consent student: ID<Student>, since moment: Instant, to account: ID<Account>) -> ID<
    Notification
  > {
    let since = UInt64(bitPattern: moment.milliseconds)
    return id(absence: ID(high: student.high ^ 0x636F_6E73_0000_0000, low: student.low ^ since), student, to: account)
  }

  /// The last step of SplitMix64: each bit of the input moves half of the output's.
  private static func mixed(_ word: UInt64) -> UInt64 {
    var z = word
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Where the inbox is and what belongs to it; pages of other features lead here.
public enum NotificationsPaths {
  /// Where a person chooses by whose clock they read.
  public static let zone = "/account#zone"
  public static let inbox = "/notifications"
  public static let readAll = "/notifications/read"
  public static let readOne = "/notifications/read-one"
  public static let settings = "/settings/notifications"
  public static let devices = "/settings/notifications/devices"
  public static let deviceRemoval = "/settings/notifications/devices/removal"
  /// What a letter's way out leads to; it works without signing in.
  public static let unsubscribe = "/unsubscribe"
  /// Leads on to what a notification is about, wherever one has to sign in on the way.
  public static func open(_ id: ID<Notification>) -> String { inbox + "/" + id.text }
}
