public import Base

/// To whom an announcement is said.
public enum AnnouncementAudience: Hashable, Sendable {
  /// Everybody in the school.
  case school
  /// Everybody in one role; `.admin` stands for the office, owners included.
  case role(Role)
  /// The students of a class, their guardians and their teachers.
  case classroom(ID<Classroom>)
  /// Those enrolled in a course, their guardians and the teachers.
  case course(ID<Course>)

  /// The roles that can be addressed.
  public static let roles: [Role] = [.teacher, .student, .guardian, .admin]

  /// `school`, `role-guardian`, `class-0190…` or `course-0190…`, as in forms, addresses and live topics.
  public var text: String {
    switch self {
    case .school: "school"
    case .role(let role): "role-" + role.rawValue
    case .classroom(let id): "class-" + id.text
    case .course(let id): "course-" + id.text
    }
  }

  public init?(_ text: String) {
    if text == "school" {
      self = .school
      return
    }
    guard let dash = text.firstIndex(of: "-") else { return nil }
    let (kind, rest) = (text[..<dash], String(text[text.index(after: dash)...]))
    switch kind {
    case "role":
      guard let role = Role(rawValue: rest), Self.roles.contains(role) else { return nil }
      self = .role(role)
    case "class":
      guard let id = ID<Classroom>(rest) else { return nil }
      self = .classroom(id)
    case "course":
      guard let id = ID<Course>(rest) else { return nil }
      self = .course(id)
    default: return nil
    }
  }
}

/// What is said, in one language.
public struct AnnouncementText: Hashable, Sendable {
  public let language: Language
  public var title: String
  /// Markdown; may be empty when the title says it all.
  public var text: String
  public init(_ language: Language, title: String, text: String) {
    (self.language, self.title, self.text) = (language, title, text)
  }
}

/// Something the school says to many at once.
public struct Announcement: Hashable, Versioned, Sendable {
  public enum State: String, CaseIterable, Hashable, Sendable {
    case draft
    /// Comes out at `publishAt`, by itself.
    case scheduled
    case published
  }
  public let id: ID<Announcement>
  public var audience: AnnouncementAudience
  public var author: ID<Account>
  public var original: AnnouncementText
  /// The same in other languages, as far as the author gave them.
  public var versions: [AnnouncementText]
  public var isPinned: Bool
  public var state: State
  /// When it is to come out; kept in a draft, for the form.
  public var publishAt: Instant?
  public var publishedAt: Instant?
  /// When it was last changed after it had come out.
  public var editedAt: Instant?
  /// When it was taken back.
  public var retractedAt: Instant?
  public let createdAt: Instant
  public var updatedAt: Instant

  public init(
    id: ID<Announcement>, audience: AnnouncementAudience, author: ID<Account>, original: AnnouncementText,
    versions: [AnnouncementText] = [], isPinned: Bool = false, state: State = .draft, publishAt: Instant? = nil,
    publishedAt: Instant? = nil, editedAt: Instant? = nil, retractedAt: Instant? = nil, createdAt: Instant,
    updatedAt: Instant
  ) {
    (self.id, self.audience, self.author, self.original) = (id, audience, author, original)
    (self.versions, self.isPinned, self.state, self.publishAt) = (versions, isPinned, state, publishAt)
    (self.publishedAt, self.editedAt, self.retractedAt) = (publishedAt, editedAt, retractedAt)
    (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
  }

  /// Whether its audience sees it.
  public var isOut: Bool { state == .published && retractedAt == nil }

  /// In the reader's language when the author gave it, else as it was written.
  public func said(in language: Language) -> AnnouncementText {
    if original.language == language { return original }
    return versions.first { $0.language == language } ?? original
  }

  /// All there is of it, the original first.
  public var texts: [AnnouncementText] { [original] + versions }

  /// What the search looks through: folded, all languages.
  public var search: String {
    var words = ""
    for text in texts { words += text.title + " " + String(text.text.prefix(4000)) + " " }
    return Student.fold(words)
  }
}

/// A file that goes with an announcement; the kept file behind it has the same id.
public struct AnnouncementFile: Hashable, Sendable {
  public let id: ID<AnnouncementFile>
  public let announcement: ID<Announcement>
  public let name: String
  public let type: String
  public let size: Int64
  public let createdAt: Instant
  /// When it was taken away; it stays, to be brought back.
  public var removedAt: Instant?
  public init(
    id: ID<AnnouncementFile>, announcement: ID<Announcement>, name: String, type: String, size: Int64,
    createdAt: Instant, removedAt: Instant? = nil
  ) {
    (self.id, self.announcement, self.name, self.type) = (id, announcement, name, type)
    (self.size, self.createdAt, self.removedAt) = (size, createdAt, removedAt)
  }

  /// The most an announcement may have.
  public static let most = 20
}

/// Whom somebody may address: the classes and courses by name, and for the office everybody.
public struct AnnouncementReach: Hashable, Sendable {
  public let isOffice: Bool
  public let classrooms: [(id: ID<Classroom>, name: String)]
  public let courses: [(id: ID<Course>, name: String)]
  public init(
    isOffice: Bool, classrooms: [(id: ID<Classroom>, name: String)], courses: [(id: ID<Course>, name: String)]
  ) {
    (self.isOffice, self.classrooms, self.courses) = (isOffice, classrooms, courses)
  }

  public var isEmpty: Bool { !isOffice && classrooms.isEmpty && courses.isEmpty }

  /// One's own classes and courses; for the office none, because nobody should speak to a whole school by not choosing.
  public var narrow: [AnnouncementAudience] {
    isOffice ? [] : classrooms.map { .classroom($0.id) } + courses.map { .course($0.id) }
  }

  /// The one class or course that there is to speak to; of several somebody says which.
  public var only: AnnouncementAudience? { narrow.count == 1 ? narrow.first : nil }

  public func allows(_ audience: AnnouncementAudience) -> Bool {
    switch audience {
    case .school, .role: isOffice
    case .classroom(let id): classrooms.contains { $0.id == id }
    case .course(let id): courses.contains { $0.id == id }
    }
  }

  public static func == (a: AnnouncementReach, b: AnnouncementReach) -> Bool {
    a.isOffice == b.isOffice && a.classrooms.map { $0.id } == b.classrooms.map { $0.id }
      && a.courses.map { $0.id } == b.courses.map { $0.id }
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(isOffice) }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum AnnouncementsPaths {
  public static let all = "/announcements"
  public static let new = "/announcements/new"
  public static let preview = "/announcements/preview"
  /// Those of one class or course.
  public static func of(_ audience: AnnouncementAudience) -> String { all + "?audience=" + audience.text }
  /// The form, its audience chosen already.
  public static func new(for audience: AnnouncementAudience) -> String { new + "?audience=" + audience.text }
  public static func announcement(_ id: ID<Announcement>) -> String { all + "/" + id.text }
  public static func edit(_ id: ID<Announcement>) -> String { announcement(id) + "/edit" }
  public static func publication(_ id: ID<Announcement>) -> String { announcement(id) + "/publication" }
  public static func pin(_ id: ID<Announcement>) -> String { announcement(id) + "/pin" }
  public static func retraction(_ id: ID<Announcement>) -> String { announcement(id) + "/retraction" }
  public static func restoration(_ id: ID<Announcement>) -> String { announcement(id) + "/restoration" }
  public static func reading(_ id: ID<Announcement>) -> String { announcement(id) + "/reading" }
  public static func readers(_ id: ID<Announcement>) -> String { announcement(id) + "/readers" }
  public static func file(_ file: AnnouncementFile) -> String {
    announcement(file.announcement) + "/files/" + file.id.text
  }
  public static func removal(_ file: AnnouncementFile) -> String { self.file(file) + "/removal" }
}

extension Notification {
  /// The name of the word about an announcement to one person: published twice, told once.
  public static func id(announcement: ID<Announcement>, to account: ID<Account>) -> ID<Notification> {
    id(
      absence: ID(high: announcement.high ^ 0x616E_6E6F_756E_0000, low: announcement.low),
      ID(high: announcement.low, low: announcement.high), to: account)
  }

  /// The name of the word about an announcement that did not come out.
  public static func id(putBack announcement: ID<Announcement>, to account: ID<Account>) -> ID<Notification> {
    id(
      absence: ID(high: announcement.high ^ 0x7075_7462_6163_0000, low: announcement.low),
      ID(high: announcement.low, low: announcement.high), to: account)
  }
}
