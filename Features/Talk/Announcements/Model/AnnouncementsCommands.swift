public import Base

/// What the form of an announcement holds.
public struct AnnouncementFields: Hashable, Sendable {
  /// What the button said.
  public enum Act: String, CaseIterable, Hashable, Sendable {
    /// Out it goes: now, or at the time that was given.
    case publish
    case draft
  }
  public var audience: AnnouncementAudience
  public var original: AnnouncementText
  public var versions: [AnnouncementText]
  public var isPinned: Bool
  public var publishAt: WallTime?
  public var act: Act

  public init(
    audience: AnnouncementAudience, original: AnnouncementText, versions: [AnnouncementText] = [],
    isPinned: Bool = false, publishAt: WallTime? = nil, act: Act = .publish
  ) {
    (self.audience, self.original, self.versions) = (audience, original, versions)
    (self.isPinned, self.publishAt, self.act) = (isPinned, publishAt, act)
  }

  /// The longest text, in characters; what the renderer takes.
  public static let longest = 40_000

  public init(_ reader: inout FormReader) {
    // Files are the business of whoever takes them in.
    reader.ignore("upload", "file")
    let raw = reader.text(
      "audience", max: 60,
      about: "school, role-teacher, role-student, role-guardian, role-admin, class-ID or course-ID.")
    let audience = AnnouncementAudience(raw)
    if audience == nil, !raw.isEmpty { reader.fail("audience", Phrase("form.choice")) }
    let language = reader.choice("language", Language.self, else: .en, about: "The language of title and text.")
    let title = reader.text("title", max: 160)
    let original = AnnouncementText(
      language, title: title, text: reader.note("text", max: AnnouncementFields.longest, about: "Markdown.") ?? "")
    var versions: [AnnouncementText] = []
    for other in Language.allCases {
      if let version = AnnouncementFields.version(other, of: original, &reader) { versions.append(version) }
    }
    let isPinned = reader.flag("pinned", about: "Keeps it above the others.")
    let typed = reader.optionalText(
      "publishAt", max: 30, about: "When it comes out, on the school's clock: 2026-03-11T07:30.")
    let publishAt = typed.flatMap { WallTime($0) }
    if typed != nil, publishAt == nil { reader.fail("publishAt", Phrase("announcements.time-wrong")) }
    let act = reader.optionalChoice("act", Act.self, about: "It is a draft without it.") ?? .draft
    self.init(
      audience: audience ?? .school, original: original, versions: versions, isPinned: isPinned, publishAt: publishAt,
      act: act)
  }

  /// One more language; `nil` when nothing was written in it.
  private static func version(
    _ language: Language, of original: AnnouncementText, _ reader: inout FormReader
  ) -> AnnouncementText? {
    let (name, body) = ("title." + language.rawValue, "text." + language.rawValue)
    let title = reader.optionalText(name, max: 160, about: "The title in another language.")
    let text = reader.note(body, max: longest, about: "The text in another language.")
    guard title != nil || text != nil else { return nil }
    if language == original.language {
      reader.fail(title == nil ? body : name, Phrase("announcements.version-same"))
      return nil
    }
    if title == nil { reader.fail(name, Phrase("form.required")) }
    if text == nil, !original.text.isEmpty { reader.fail(body, Phrase("form.required")) }
    return AnnouncementText(language, title: title ?? "", text: text ?? "")
  }
}

public struct CreateAnnouncement: FormCommand {
  public static let name = "announcements.create"
  /// As the sender calls it, if it does.
  public let id: ID<Announcement>?
  public let fields: AnnouncementFields
  public init(id: ID<Announcement>? = nil, fields: AnnouncementFields) { (self.id, self.fields) = (id, fields) }
  public init(_ form: inout FormReader) {
    self.init(id: form.optionalID("id", about: "Its id, made by the sender."), fields: AnnouncementFields(&form))
  }
}

/// Says it otherwise; whoever has read it sees that it was changed.
public struct EditAnnouncement: FormCommand {
  public static let name = "announcements.edit"
  public let announcement: ID<Announcement>
  public let fields: AnnouncementFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(announcement: ID<Announcement>, fields: AnnouncementFields, version: String? = nil) {
    (self.announcement, self.fields, self.version) = (announcement, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      announcement: form.id("announcement"), fields: AnnouncementFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// Brings a draft out, or one that was to come out later, now.
public struct PublishAnnouncement: FormCommand {
  public static let name = "announcements.publish"
  public let announcement: ID<Announcement>
  public init(announcement: ID<Announcement>) { self.announcement = announcement }
  public init(_ form: inout FormReader) { self.init(announcement: form.id("announcement")) }
}

/// Brings out what its time has come for; the clock sends it in the author's name.
public struct PublishDue: Command {
  public static let name = "announcements.publish-due"
  public let announcement: ID<Announcement>
  public init(announcement: ID<Announcement>) { self.announcement = announcement }
}

/// Keeps an announcement above the others, or no longer.
public struct PinAnnouncement: FormCommand {
  public static let name = "announcements.pin"
  public let announcement: ID<Announcement>
  public let isPinned: Bool
  public init(announcement: ID<Announcement>, isPinned: Bool) {
    (self.announcement, self.isPinned) = (announcement, isPinned)
  }
  public init(_ form: inout FormReader) {
    self.init(
      announcement: form.id("announcement"), isPinned: form.flag("pinned", about: "Whether it stays above the others."))
  }
}

/// Takes an announcement back; it can be brought back as it was.
public struct RetractAnnouncement: FormCommand {
  public static let name = "announcements.retract"
  public let announcement: ID<Announcement>
  public init(announcement: ID<Announcement>) { self.announcement = announcement }
  public init(_ form: inout FormReader) { self.init(announcement: form.id("announcement")) }
}

public struct RestoreAnnouncement: FormCommand {
  public static let name = "announcements.restore"
  public let announcement: ID<Announcement>
  public init(announcement: ID<Announcement>) { self.announcement = announcement }
  public init(_ form: inout FormReader) { self.init(announcement: form.id("announcement")) }
}

/// The caller has read it.
public struct ReadAnnouncement: FormCommand {
  public static let name = "announcements.read"
  public let announcement: ID<Announcement>
  public init(announcement: ID<Announcement>) { self.announcement = announcement }
  public init(_ form: inout FormReader) { self.init(announcement: form.id("announcement")) }
}

/// Takes a file away from an announcement, or brings it back.
public struct RemoveAnnouncementFile: FormCommand {
  public static let name = "announcements.remove-file"
  public let announcement: ID<Announcement>
  public let file: ID<AnnouncementFile>
  public let isRemoved: Bool
  public init(announcement: ID<Announcement>, file: ID<AnnouncementFile>, isRemoved: Bool = true) {
    (self.announcement, self.file, self.isRemoved) = (announcement, file, isRemoved)
  }
  public init(_ form: inout FormReader) {
    self.init(
      announcement: form.id("announcement"), file: form.id("file"),
      isRemoved: !form.flag("restore", about: "Brings it back."))
  }
}
