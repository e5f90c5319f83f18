public import Base

/// A published template as one trainee goes through it: it names the version and copies nothing of it.
public struct Checklist: Hashable, Sendable {
  public let id: ID<Checklist>
  public let trainee: ID<Trainee>
  public let template: ID<ChecklistTemplate>
  /// The version it stays with until an instructor takes a newer one.
  public var version: Int
  /// As it is kept.
  public private(set) var progressText: String
  public let createdBy: ID<Account>
  public let createdAt: Instant
  public var updatedAt: Instant
  /// When it was signed off; from then on only amendments are made.
  public var signedAt: Instant?
  /// One that was taken away comes back until it is forgotten.
  public var deletedAt: Instant?
  /// The version that it had before the newer one was taken, and when that was, so that one can go back.
  public var versionBefore: Int?
  public var versionAt: Instant?

  public init(
    id: ID<Checklist>, trainee: ID<Trainee>, template: ID<ChecklistTemplate>, version: Int, progressText: String = "",
    createdBy: ID<Account>, createdAt: Instant, updatedAt: Instant, signedAt: Instant? = nil,
    deletedAt: Instant? = nil, versionBefore: Int? = nil, versionAt: Instant? = nil
  ) {
    (self.id, self.trainee, self.template, self.version) = (id, trainee, template, version)
    (self.progressText, self.createdBy, self.createdAt) = (progressText, createdBy, createdAt)
    (self.updatedAt, self.signedAt, self.deletedAt) = (updatedAt, signedAt, deletedAt)
    (self.versionBefore, self.versionAt) = (versionBefore, versionAt)
  }

  /// Nothing when it is damaged: then nothing is written to it, and the office hears of it.
  public var progress: ChecklistProgress? { ChecklistProgress(text: progressText) }
  public mutating func progress(_ progress: ChecklistProgress) { progressText = progress.text }

  /// Names this state of it for those who change it.
  public var versionTag: String { String(updatedAt.milliseconds) }
  public var isLocked: Bool { signedAt != nil }
  /// When something was done, to the minute.
  public func time(of act: ChecklistAct) -> Instant {
    Instant(milliseconds: createdAt.milliseconds + Int64(act.minute) * 60_000)
  }
  public func minute(of instant: Instant) -> Int {
    let minutes = (instant.milliseconds - createdAt.milliseconds) / 60_000
    // Five digits to the base of 36 hold a century.
    return Int(max(0, min(minutes, 60_466_175)))
  }

  /// Of one trainee.
  public static let most = 300
}

/// What an instructor says of one item for this trainee; each instructor has words of their own, so that two are both kept.
public struct ChecklistNote: Hashable, Sendable {
  public let checklist: ID<Checklist>
  /// The item's key.
  public let item: Int
  public let by: ID<Account>
  public var text: String
  public var updatedAt: Instant
  public init(checklist: ID<Checklist>, item: Int, by: ID<Account>, text: String, updatedAt: Instant) {
    (self.checklist, self.item, self.by, self.text, self.updatedAt) = (checklist, item, by, text, updatedAt)
  }

  public static let longest = 2000
}

/// What an instructor says of a checklist as a whole; the trainee says that it was read.
public struct ChecklistComment: Hashable, Versioned, Sendable {
  public let id: ID<ChecklistComment>
  public let checklist: ID<Checklist>
  public let by: ID<Account>
  public var text: String
  public let createdAt: Instant
  /// When its words were last changed; as it was made before that.
  public var updatedAt: Instant
  public var acknowledgedBy: ID<Account>?
  public var acknowledgedAt: Instant?

  public init(
    id: ID<ChecklistComment>, checklist: ID<Checklist>, by: ID<Account>, text: String, createdAt: Instant,
    updatedAt: Instant, acknowledgedBy: ID<Account>? = nil, acknowledgedAt: Instant? = nil
  ) {
    (self.id, self.checklist, self.by, self.text) = (id, checklist, by, text)
    (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    (self.acknowledgedBy, self.acknowledgedAt) = (acknowledgedBy, acknowledgedAt)
  }

  public var isEdited: Bool { updatedAt > createdAt }
  /// Where it stands on the page of its checklist.
  public var anchor: String { "comment-" + id.text }

  public static let longest = 4000
  /// Of one checklist.
  public static let most = 200
}

public enum ChecklistsPaths {
  public static let all = TrainingPaths.all + "/checklists"
  public static func checklist(_ id: ID<Checklist>) -> String { all + "/" + id.text }
  /// On the page of its checklist, marked among the others.
  public static func comment(_ comment: ChecklistComment) -> String {
    checklist(comment.checklist) + "?comment=" + comment.id.text + "#" + comment.anchor
  }
  public static func item(_ key: Int, of id: ID<Checklist>) -> String { checklist(id) + "#item-" + String(key) }
  public static func tick(_ id: ID<Checklist>) -> String { checklist(id) + "/tick" }
  public static func untick(_ id: ID<Checklist>) -> String { checklist(id) + "/untick" }
  public static func note(_ id: ID<Checklist>) -> String { checklist(id) + "/note" }
  public static func note(_ id: ID<Checklist>, item: Int) -> String { note(id) + "?item=" + String(item) }
  public static func history(_ id: ID<Checklist>) -> String { checklist(id) + "/history" }
  public static func history(_ id: ID<Checklist>, item: Int) -> String { history(id) + "?item=" + String(item) }
  public static func comments(_ id: ID<Checklist>) -> String { checklist(id) + "/comments" }
  public static func comment(_ comment: ID<ChecklistComment>, of id: ID<Checklist>) -> String {
    comments(id) + "/" + comment.text
  }
  public static func acknowledgement(_ comment: ID<ChecklistComment>, of id: ID<Checklist>) -> String {
    self.comment(comment, of: id) + "/acknowledgement"
  }
  public static func version(_ id: ID<Checklist>) -> String { checklist(id) + "/version" }
  public static func versionReturn(_ id: ID<Checklist>) -> String { version(id) + "/return" }
  public static func deletion(_ id: ID<Checklist>) -> String { checklist(id) + "/deletion" }
  public static func restoration(_ id: ID<Checklist>) -> String { checklist(id) + "/restoration" }

  public static func of(_ trainee: ID<Trainee>) -> String { TrainingPaths.trainee(trainee) + "/checklists" }
  public static func giving(_ trainee: ID<Trainee>) -> String { of(trainee) + "/new" }
}
