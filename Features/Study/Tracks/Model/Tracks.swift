public import Base

/// Something to study a little of every day: texts in an order, and the days that each is for.
public struct Track: Hashable, Restorable, Sendable {
  public let id: ID<Track>
  public var audience: StudyAudience
  /// Who made it, and may change it.
  public let author: ID<Account>
  public var name: String
  /// What it is about, and where its texts come from.
  public var about: String
  /// Of its texts, unless one says otherwise.
  public var language: String
  /// Anybody on the server may study it, without an account.
  public var isPublic: Bool
  /// The days on which one is expected to study: 1 Monday … 7 Sunday.
  public var weekdays: Set<Int>
  /// A missed day is forgiven once for seven days studied; a class may want it otherwise.
  public var hasFreezes: Bool
  public let createdAt: Instant
  public var updatedAt: Instant
  /// One that was deleted stays, for the logs of those who studied it.
  public var deletedAt: Instant?

  public init(
    id: ID<Track>, audience: StudyAudience, author: ID<Account>, name: String, about: String = "",
    language: String, isPublic: Bool = false, weekdays: Set<Int> = [1, 2, 3, 4, 5, 6, 7], hasFreezes: Bool = true,
    createdAt: Instant, updatedAt: Instant, deletedAt: Instant? = nil
  ) {
    (self.id, self.audience, self.author, self.name, self.about) = (id, audience, author, name, about)
    (self.language, self.isPublic, self.weekdays, self.hasFreezes) = (language, isPublic, weekdays, hasFreezes)
    (self.createdAt, self.updatedAt, self.deletedAt) = (createdAt, updatedAt, deletedAt)
  }
}

/// For whom something to study is: everybody in the school, a class, or the one who made it.
public enum StudyAudience: Hashable, Sendable {
  case school
  case classroom(ID<Classroom>)
  case person(ID<Account>)
}

/// One text of a track: what is read in one sitting, or a part of it.
public struct TrackItem: Hashable, Sendable {
  public let id: ID<TrackItem>
  public let track: ID<Track>
  /// Its place among the texts, from 0.
  public var position: Int
  /// What it is called, “Berakhot 1:1”; nothing computes it from the place.
  public var label: String
  /// Where it stands in the book it was taken from.
  public var reference: String
  /// Markdown.
  public var source: String
  /// Of the source; `nil` is the track's.
  public var language: String?
  /// A summary of what commentaries say, in Markdown; empty when there is none.
  public var commentary: String
  public var commentaryLanguage: String?
  /// Questions that came with the text.
  public var questions: [TrackQuestion]
  public var deletedAt: Instant?

  public init(
    id: ID<TrackItem>, track: ID<Track>, position: Int, label: String, reference: String = "", source: String,
    language: String? = nil, commentary: String = "", commentaryLanguage: String? = nil,
    questions: [TrackQuestion] = [], deletedAt: Instant? = nil
  ) {
    (self.id, self.track, self.position, self.label, self.reference) = (id, track, position, label, reference)
    (self.source, self.language, self.commentary) = (source, language, commentary)
    (self.commentaryLanguage, self.questions, self.deletedAt) = (commentaryLanguage, questions, deletedAt)
  }
}

/// A question about a text, with one right answer.
public struct TrackQuestion: Hashable, Sendable {
  public var text: String
  public var right: String
  /// One at least.
  public var wrong: [String]
  public init(text: String, right: String, wrong: [String]) {
    (self.text, self.right, self.wrong) = (text, right, wrong)
  }
}

/// What one day of a track has, compiled from its cycle or written by hand.
public struct TrackDay: Hashable, Sendable {
  public let track: ID<Track>
  public let day: Day
  /// In the order they are read; none is a day without a text.
  public var items: [ID<TrackItem>]
  /// By hand: no change of the cycle touches it.
  public var isEdited: Bool
  public init(track: ID<Track>, day: Day, items: [ID<TrackItem>], isEdited: Bool = false) {
    (self.track, self.day, self.items, self.isEdited) = (track, day, items, isEdited)
  }
}

/// Somebody studies a track.
public struct TrackMember: Hashable, Sendable {
  public let track: ID<Track>, account: ID<Account>
  public let joinedOn: Day
  /// Who left keeps the log, and may come back.
  public var leftAt: Instant?
  public init(track: ID<Track>, account: ID<Account>, joinedOn: Day, leftAt: Instant? = nil) {
    (self.track, self.account, self.joinedOn, self.leftAt) = (track, account, joinedOn, leftAt)
  }
}

/// As what the caller sees a track.
public enum TrackAccess: Hashable, Sendable {
  /// The author, the office for what is the school's, and teachers of the class: they may change it.
  case keeper
  case reader
}

public enum TracksPaths {
  public static let all = "/study/tracks"
  public static let new = "/study/tracks/new"
  public static func track(_ id: ID<Track>) -> String { "/study/tracks/\(id.text)" }
  public static func edit(_ id: ID<Track>) -> String { track(id) + "/edit" }
  public static func membership(_ id: ID<Track>) -> String { track(id) + "/membership" }
  public static func leaving(_ id: ID<Track>) -> String { track(id) + "/leaving" }
  public static func deletion(_ id: ID<Track>) -> String { track(id) + "/deletion" }
  public static func restoration(_ id: ID<Track>) -> String { track(id) + "/restoration" }
  public static func texts(_ id: ID<Track>) -> String { track(id) + "/texts" }
  public static func newText(_ id: ID<Track>) -> String { texts(id) + "/new" }
  public static func text(_ id: ID<Track>, _ item: ID<TrackItem>) -> String { texts(id) + "/" + item.text }
  public static func editText(_ id: ID<Track>, _ item: ID<TrackItem>) -> String { text(id, item) + "/edit" }
  public static func place(_ id: ID<Track>, _ item: ID<TrackItem>) -> String { text(id, item) + "/place" }
  public static func removal(_ id: ID<Track>, _ item: ID<TrackItem>) -> String { text(id, item) + "/removal" }
  public static func cycle(_ id: ID<Track>) -> String { track(id) + "/cycle" }
  public static func cycleDay(_ id: ID<Track>, _ day: Day) -> String { cycle(id) + "/" + day.text }
}
