public import Base

/// A talk between people of one school.
public struct Conversation: Hashable, Sendable {
  /// Between two people, for a course, for a class, or among staff.
  public enum Kind: String, CaseIterable, Hashable, Sendable { case direct, course, classroom = "class", staff }
  public let id: ID<Conversation>
  public let kind: Kind
  /// The course or the class it is for.
  public let about: ID<Conversation>?
  /// What a group is called; a direct talk is called by the other one's name.
  public let title: String
  /// What there is only one of: `pair(_:_:)` or `group(_:_:)`; `nil` for what there may be many of.
  public let pair: String?
  /// The number of the last message; 0 when there is none.
  public let last: Int
  public let lastAt: Instant
  public let lastBy: ID<Account>?
  /// How the last message begins.
  public let preview: String
  public let createdBy: ID<Account>
  public let createdAt: Instant

  public init(
    id: ID<Conversation>, kind: Kind, about: ID<Conversation>? = nil, title: String = "", pair: String? = nil,
    last: Int = 0, lastAt: Instant, lastBy: ID<Account>? = nil, preview: String = "", createdBy: ID<Account>,
    createdAt: Instant
  ) {
    (self.id, self.kind, self.about, self.title, self.pair) = (id, kind, about, title, pair)
    (self.last, self.lastAt, self.lastBy, self.preview) = (last, lastAt, lastBy, preview)
    (self.createdBy, self.createdAt) = (createdBy, createdAt)
  }

  /// What there is one of: the two people of a direct talk, whoever began it; the group of one course.
  public static func pair(_ a: ID<Account>, _ b: ID<Account>) -> String {
    a < b ? a.text + "." + b.text : b.text + "." + a.text
  }
  public static func group(_ kind: Kind, _ about: ID<Conversation>) -> String { kind.rawValue + "/" + about.text }
}

/// Somebody's place in a conversation.
public struct Participant: Hashable, Sendable {
  public let conversation: ID<Conversation>
  public let account: ID<Account>
  public let joinedAt: Instant
  public var leftAt: Instant?
  /// The number of the last message they have seen.
  public var read: Int
  public var readAt: Instant?
  public var isMuted: Bool
  /// A guardian who is in a child's talk because the school says so.
  public var isGuest: Bool
  /// The number after which they see messages.
  public var since: Int
  /// The word in their inbox that stands for what they have not read here.
  public var told: ID<Notification>?
  /// Whether they see it now; who left the school or the course keeps the place for when they come back.
  public var isHere: Bool

  public init(
    conversation: ID<Conversation>, account: ID<Account>, joinedAt: Instant, leftAt: Instant? = nil, read: Int = 0,
    readAt: Instant? = nil, isMuted: Bool = false, isGuest: Bool = false, since: Int = 0,
    told: ID<Notification>? = nil, isHere: Bool = true
  ) {
    (self.conversation, self.account, self.joinedAt, self.leftAt) = (conversation, account, joinedAt, leftAt)
    (self.read, self.readAt, self.isMuted, self.isGuest) = (read, readAt, isMuted, isGuest)
    (self.since, self.told, self.isHere) = (since, told, isHere)
  }
}

/// One thing somebody said; its id is the id of its sending, so that a retry and its own echo are the same message.
public struct Message: Hashable, Sendable {
  public let id: ID<Message>
  public let conversation: ID<Conversation>
  /// 1, 2, 3 …: its place in the conversation.
  public let number: Int
  public let sender: ID<Account>
  /// Empty when it was deleted.
  public let text: String
  public let at: Instant
  public let editedAt: Instant?
  public let deletedAt: Instant?
  public let deletedBy: ID<Account>?

  public init(
    id: ID<Message>, conversation: ID<Conversation>, number: Int, sender: ID<Account>, text: String, at: Instant,
    editedAt: Instant? = nil, deletedAt: Instant? = nil, deletedBy: ID<Account>? = nil
  ) {
    (self.id, self.conversation, self.number, self.sender) = (id, conversation, number, sender)
    (self.text, self.at, self.editedAt) = (text, at, editedAt)
    (self.deletedAt, self.deletedBy) = (deletedAt, deletedBy)
  }

  public static let longest = 4000
  public static let maxFiles = 10
}

/// A file that came with a message.
public struct MessageFile: Hashable, Sendable {
  public let id: ID<MessageFile>
  public let name: String, type: String
  public let size: Int
  public init(id: ID<MessageFile>, name: String, type: String, size: Int) {
    (self.id, self.name, self.type, self.size) = (id, name, type, size)
  }
  public var isPicture: Bool {
    type == "image/png" || type == "image/jpeg" || type == "image/gif" || type == "image/webp"
  }
}

/// A message somebody showed the office, with the words it had then.
public struct MessageReport: Hashable, Sendable {
  public let id: ID<MessageReport>
  public let message: ID<Message>
  public let conversation: ID<Conversation>
  public let by: ID<Account>
  public let sender: ID<Account>
  public let reason: String
  public let text: String
  public let at: Instant
  public let settledAt: Instant?
  public let settledBy: ID<Account>?

  public init(
    id: ID<MessageReport>, message: ID<Message>, conversation: ID<Conversation>, by: ID<Account>,
    sender: ID<Account>, reason: String, text: String, at: Instant, settledAt: Instant? = nil,
    settledBy: ID<Account>? = nil
  ) {
    (self.id, self.message, self.conversation, self.by) = (id, message, conversation, by)
    (self.sender, self.reason, self.text, self.at) = (sender, reason, text, at)
    (self.settledAt, self.settledBy) = (settledAt, settledBy)
  }
}

/// Where the feature's pages are.
public enum MessagesPaths {
  public static let all = "/messages"
  public static let new = "/messages/new"
  public static let newStaff = "/messages/new/staff"
  public static let oversight = "/messages/oversight"
  public static let reportedFile = "/messages/oversight/file"
  public static let policy = "/messages/policy"
  /// A report among the others.
  public static func report(_ id: ID<MessageReport>) -> String { oversight + "#report-" + id.text }
  public static func conversation(_ id: ID<Conversation>) -> String { all + "/" + id.text }
  public static func typing(_ id: ID<Conversation>) -> String { conversation(id) + "/typing" }
  public static func read(_ id: ID<Conversation>) -> String { conversation(id) + "/read" }
  public static func mute(_ id: ID<Conversation>) -> String { conversation(id) + "/mute" }
  public static func leave(_ id: ID<Conversation>) -> String { conversation(id) + "/leave" }
  public static func people(_ id: ID<Conversation>) -> String { conversation(id) + "/people" }
  public static func newPeople(_ id: ID<Conversation>) -> String { people(id) + "/new" }
  public static func export(_ id: ID<Conversation>) -> String { conversation(id) + "/export" }
  public static func message(_ id: ID<Conversation>, _ message: ID<Message>) -> String {
    conversation(id) + "/" + message.text
  }
  public static func file(_ id: ID<Conversation>, _ file: ID<MessageFile>) -> String {
    conversation(id) + "/files/" + file.text
  }
}

extension Notification {
  /// The name of the word about a message to one person: told twice, it is there once.
  public static func id(message: ID<Message>, to account: ID<Account>) -> ID<Notification> {
    id(absence: ID(high: message.high ^ 0x6D65_7373_6100_0000, low: message.low), ID(high: 0, low: 0), to: account)
  }

  /// The name of the word about a report to one of the office.
  public static func id(report: ID<MessageReport>, to account: ID<Account>) -> ID<Notification> {
    id(absence: ID(high: report.high ^ 0x7265_706F_7274_0000, low: report.low), ID(high: 0, low: 0), to: account)
  }
}
