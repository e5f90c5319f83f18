public import Base

/// What the form of a track holds.
public struct TrackFields: Hashable, Sendable {
  public var name: String
  public var about: String
  public var language: Language
  /// The days on which one is expected to study: 1 Monday … 7 Sunday.
  public var weekdays: Set<Int>
  public var hasFreezes: Bool
  public var isPublic: Bool

  public init(
    name: String, about: String = "", language: Language, weekdays: Set<Int> = Set(1...7), hasFreezes: Bool = true,
    isPublic: Bool = false
  ) {
    (self.name, self.about, self.language) = (name, about, language)
    (self.weekdays, self.hasFreezes, self.isPublic) = (weekdays, hasFreezes, isPublic)
  }

  public init(_ form: inout FormReader) {
    name = form.text("name", max: 160, about: "What the track is called.")
    about = form.note("about", max: 4000, about: "Markdown: what it is about, where its texts come from.") ?? ""
    language = form.choice("language", Language.self, else: .en, about: "Of its texts, unless one says otherwise.")
    weekdays = Self.weekdays(&form, about: "A day on which one is expected to study: 1 Monday to 7 Sunday; repeated.")
    hasFreezes = form.flag("freezes", about: "A missed day is forgiven once for seven days studied.")
    isPublic = form.flag("public", about: "Anybody may study it without an account; set by the office.")
  }

  static func weekdays(_ form: inout FormReader, about: String) -> Set<Int> {
    let typed = form.values("weekday", about: about)
    let found = Set(typed.prefix(14).compactMap { wholeNumber($0.utf8) })
    if typed.count > 14 || found.contains(where: { !(1...7).contains($0) }) || found.count != Set(typed).count {
      form.fail("weekday", Phrase("form.choice"))
    } else if found.isEmpty {
      form.fail("weekday", Phrase("tracks.weekdays-none"))
    }
    return found.filter { (1...7).contains($0) }
  }
}

extension StudyAudience {
  /// As a form says it: `me`, `school` or `class-ID`.
  public init?(_ text: String, me: ID<Account>) {
    switch text {
    case "me": self = .person(me)
    case "school": self = .school
    default:
      guard text.hasPrefix("class-"), let id = ID<Classroom>(String(text.dropFirst(6))) else { return nil }
      self = .classroom(id)
    }
  }

  public var text: String {
    switch self {
    case .school: "school"
    case .classroom(let id): "class-" + id.text
    case .person: "me"
    }
  }
}

/// For whom somebody may make something to study.
public struct StudyReach: Hashable, Sendable {
  public let isStaff: Bool
  /// The classes one teaches; for the office all.
  public let classrooms: [Classroom]
  public init(isStaff: Bool, classrooms: [Classroom]) { (self.isStaff, self.classrooms) = (isStaff, classrooms) }

  public func allows(_ audience: StudyAudience, _ caller: Caller) -> Bool {
    switch audience {
    case .person(let id): id == caller.account
    case .school: isStaff
    case .classroom(let id): isStaff && classrooms.contains { $0.id == id }
    }
  }
}

/// Makes a track; one for oneself is joined with it.
public struct CreateTrack: FormCommand {
  public static let name = "tracks.create-track"
  /// As the sender calls it, if it does.
  public let id: ID<Track>?
  /// `me`, `school` or `class-ID`.
  public let audience: String
  public let fields: TrackFields
  public init(id: ID<Track>? = nil, audience: String = "me", fields: TrackFields) {
    (self.id, self.audience, self.fields) = (id, audience, fields)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      audience: form.optionalText("audience", max: 60, about: "me, school or class-ID; me without it.") ?? "me",
      fields: TrackFields(&form))
  }
}

/// Changes what is said of a track; for whom it is stays.
public struct EditTrack: FormCommand {
  public static let name = "tracks.edit-track"
  public let track: ID<Track>
  public let fields: TrackFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(track: ID<Track>, fields: TrackFields, version: String? = nil) {
    (self.track, self.fields, self.version) = (track, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      track: form.id("track"), fields: TrackFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// Takes a track out of sight; the logs of those who studied it stay, and it can be brought back as it was.
public struct DeleteTrack: FormCommand {
  public static let name = "tracks.delete-track"
  public let track: ID<Track>
  public init(track: ID<Track>) { self.track = track }
  public init(_ form: inout FormReader) { self.init(track: form.id("track")) }
}

public struct RestoreTrack: FormCommand {
  public static let name = "tracks.restore-track"
  public let track: ID<Track>
  public init(track: ID<Track>) { self.track = track }
  public init(_ form: inout FormReader) { self.init(track: form.id("track")) }
}

/// The caller studies a track from now on, or again.
public struct JoinTrack: FormCommand {
  public static let name = "tracks.join-track"
  public let track: ID<Track>
  public init(track: ID<Track>) { self.track = track }
  public init(_ form: inout FormReader) { self.init(track: form.id("track")) }
}

/// The caller studies it no more; the days studied stay theirs.
public struct LeaveTrack: FormCommand {
  public static let name = "tracks.leave-track"
  public let track: ID<Track>
  public init(track: ID<Track>) { self.track = track }
  public init(_ form: inout FormReader) { self.init(track: form.id("track")) }
}
