import Base
public import Database
import People
public import School

/// Announcements with their versions in other languages, their files, and who has read them.
public enum AnnouncementsTables {
  public static let announcement = Table<Announcement>(
    "announcement", number: 190,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.choice("audience") { $0.audience.kind }
      $0.text("role") { $0.audience.role?.rawValue }
      $0.id("target") { $0.audience.target }
      $0.id("author", onMerge: .follows) { $0.author }
      $0.text("language") { $0.original.language.rawValue }
      $0.text("title") { $0.original.title }
      $0.text("text") { $0.original.text }
      $0.flag("pinned") { $0.isPinned }
      $0.choice("state") { $0.state }
      $0.instant("publishAt") { $0.publishAt }
      $0.instant("publishedAt") { $0.publishedAt }
      $0.instant("editedAt") { $0.editedAt }
      $0.instant("retractedAt") { $0.retractedAt }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("updatedAt") { $0.updatedAt }
      // The folded titles and texts of all languages.
      $0.text("search", isRead: false) { $0.search }
    }, key: ["school", "id"],
    indexes: [["school", "pinned", "publishedAt", "id"], ["school", "state", "publishAt"], ["publishAt"]],
    foreign: [.init(["school"], to: "school", ["id"]), .init(["author"], to: "account", ["id"])],
    seen: .by { $0.buckets(in: $1) }
  ) { cells throws(Refusal) in
    Announcement(
      id: cells.id(), audience: try AnnouncementAudience(&cells), author: cells.id(),
      original: try AnnouncementText(&cells),
      isPinned: cells.flag(), state: try cells.choice(), publishAt: cells.optionalInstant(),
      publishedAt: cells.optionalInstant(),
      editedAt: cells.optionalInstant(), retractedAt: cells.optionalInstant(), createdAt: cells.instant(),
      updatedAt: cells.instant())
  }

  public static let version = Table<AnnouncementVersion>(
    "announcement_version", number: 191,
    {
      $0.school()
      $0.id("announcement") { $0.announcement }
      $0.text("language") { $0.text.language.rawValue }
      $0.text("title") { $0.text.title }
      $0.text("text") { $0.text.text }
    }, key: ["school", "announcement", "language"],
    foreign: [.init(["school", "announcement"], to: "announcement", ["school", "id"])],
    seen: .with("announcement", by: "announcement")
  ) { cells throws(Refusal) in
    AnnouncementVersion(announcement: cells.id(), text: try AnnouncementText(&cells))
  }

  /// One that was taken away stays, to be brought back.
  public static let file = Table<AnnouncementFile>(
    "announcement_file", number: 192,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("announcement") { $0.announcement }
      $0.text("name") { $0.name }
      $0.text("type") { $0.type }
      $0.integer64("size") { $0.size }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("removedAt") { $0.removedAt }
    }, key: ["school", "id"], indexes: [["school", "announcement"]],
    foreign: [
      .init(["school", "announcement"], to: "announcement", ["school", "id"]),
      .init(["school", "id"], to: "file", ["school", "id"]),
    ],
    // One that was taken away is its author's alone.
    seen: .with(parent: "announcement", column: "announcement") { file, bucket in
      file.removedAt == nil || bucket.kind == Bucket.person(.none).kind
    }, file: "id"
  ) {
    AnnouncementFile(
      id: $0.id(), announcement: $0.id(), name: $0.text(), type: $0.text(), size: $0.integer64(),
      createdAt: $0.instant(), removedAt: $0.optionalInstant())
  }

  public static let read = Table<AnnouncementRead>(
    "announcement_read", number: 193,
    {
      $0.school()
      $0.id("announcement") { $0.announcement }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.instant("at") { $0.at }
    }, key: ["school", "announcement", "account"], indexes: [["school", "account"]],
    foreign: [
      .init(["school", "announcement"], to: "announcement", ["school", "id"]),
      .init(["account"], to: "account", ["id"]),
    ],
    seen: .by { read, _ in [.person(read.account)] }
  ) { AnnouncementRead(announcement: $0.id(), account: $0.id(), at: $0.instant()) }

  public static let migrations = [
    Migration.baseline("announcements", announcement.schema, version.schema, file.schema, read.schema)
  ]
}

/// What an announcement says in one language more.
public struct AnnouncementVersion: Hashable, Sendable {
  let announcement: ID<Announcement>, text: AnnouncementText
}

/// Somebody has read an announcement.
public struct AnnouncementRead: Sendable {
  let announcement: ID<Announcement>, account: ID<Account>, at: Instant
}

extension AnnouncementAudience {
  fileprivate enum Kind: String, CaseIterable { case school, role, classroom, course }

  fileprivate var kind: Kind {
    switch self {
    case .school: .school
    case .role: .role
    case .classroom: .classroom
    case .course: .course
    }
  }
  fileprivate var role: Role? { if case .role(let role) = self { role } else { nil } }
  fileprivate var target: ID<Announcement>? {
    switch self {
    case .school, .role: nil
    case .classroom(let id): id.cast()
    case .course(let id): id.cast()
    }
  }

  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    let (kind, role, target) = (
      try cells.choice(Kind.self), try cells.optionalChoice(Role.self), cells.optionalID(Announcement.self)
    )
    switch (kind, role, target) {
    case (.school, _, _): self = .school
    case (.role, .some(let role), _): self = .role(role)
    case (.classroom, _, .some(let id)): self = .classroom(id.cast())
    case (.course, _, .some(let id)): self = .course(id.cast())
    default: throw Refusal.unavailable
    }
  }
}

extension AnnouncementText {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    self.init(try cells.choice(), title: cells.text(), text: cells.text())
  }
}
