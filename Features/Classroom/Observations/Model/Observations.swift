public import Base

/// A word that the school files its observations under.
public struct RecordTag: Hashable, Sendable {
  public enum Taxonomy: String, CaseIterable, Sendable {
    /// Area or subject.
    case area
    case material
    /// An app or a piece of work.
    case work
  }
  public let id: ID<RecordTag>
  public let taxonomy: Taxonomy
  public var name: String
  /// Since when it is not offered any more; what is filed under it stays.
  public var archivedAt: Instant?
  /// The one that it is called from now on; what is filed under it is found under that one.
  public var mergedInto: ID<RecordTag>?
  public init(
    id: ID<RecordTag>, taxonomy: Taxonomy, name: String, archivedAt: Instant? = nil, mergedInto: ID<RecordTag>? = nil
  ) {
    (self.id, self.taxonomy, self.name) = (id, taxonomy, name)
    (self.archivedAt, self.mergedInto) = (archivedAt, mergedInto)
  }

  /// How many a school has at most, of all three kinds together.
  public static let most = 500
  /// In characters.
  public static let longest = 80
  public var isOffered: Bool { archivedAt == nil && mergedInto == nil }
}

/// What somebody saw of one or more children.
public struct Observation: Hashable, Restorable, Sendable {
  public enum State: String, CaseIterable, Sendable {
    /// Its author's alone, on all their devices.
    case draft
    /// For all staff of its children. Sharing with a family is an act of its own (`ObservationShare`).
    case complete
    /// From a family; seen by who sent it and by staff until these accept it.
    case home
  }
  public let id: ID<Observation>
  public let author: ID<Account>
  public var state: State
  public var text: String
  /// When it was seen: what the author says.
  public var happenedAt: Instant
  /// When it was written down first: what the server says.
  public let writtenAt: Instant
  /// The one it is about first.
  public var primary: ID<Student>
  /// All it is about, the first among them, at most `mostChildren`.
  public var children: [ID<Student>]
  public var tags: [ID<RecordTag>]
  /// Who of the staff took a home observation over.
  public var acceptedBy: ID<Account>?
  public var updatedAt: Instant
  public var deletedAt: Instant?
  public init(
    id: ID<Observation>, author: ID<Account>, state: State, text: String, happenedAt: Instant, writtenAt: Instant,
    primary: ID<Student>, children: [ID<Student>], tags: [ID<RecordTag>] = [], acceptedBy: ID<Account>? = nil,
    updatedAt: Instant, deletedAt: Instant? = nil
  ) {
    (self.id, self.author, self.state, self.text) = (id, author, state, text)
    (self.happenedAt, self.writtenAt, self.primary, self.children) = (happenedAt, writtenAt, primary, children)
    (self.tags, self.acceptedBy, self.updatedAt, self.deletedAt) = (tags, acceptedBy, updatedAt, deletedAt)
  }

  public static let mostChildren = 30
  public static let mostTags = 12
  /// In characters.
  public static let longest = 8000
  public static let mostFiles = 12
  /// Of one file.
  public static let mostMegabytes = 100
}

/// A child that an observation is about, for finding all of a child.
public struct ObservationChild: Hashable, Sendable {
  public let observation: ID<Observation>
  public let student: ID<Student>
  public let happenedAt: Instant
  public init(observation: ID<Observation>, student: ID<Student>, happenedAt: Instant) {
    (self.observation, self.student, self.happenedAt) = (observation, student, happenedAt)
  }
}

/// A picture or sound of an observation; the kept file has the same id.
public struct ObservationFile: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable { case picture, sound, other }
  public let id: ID<ObservationFile>
  public let observation: ID<Observation>
  public let kind: Kind
  public let name: String
  public let type: String
  public let size: Int64
  /// The children on it, of those tagged: each of them must allow pictures, or sound.
  public var children: [ID<Student>]
  /// Whether whoever added it said that nobody else is on it; `nil` when nobody was asked yet.
  public var isOnlyThese: Bool?
  /// Whether one of the children on it may not be shown any more; nobody is shown it then.
  public var isHidden: Bool
  public let by: ID<Account>
  public let at: Instant
  public var deletedAt: Instant?
  public init(
    id: ID<ObservationFile>, observation: ID<Observation>, kind: Kind, name: String, type: String,
    size: Int64, children: [ID<Student>], isOnlyThese: Bool?, isHidden: Bool = false, by: ID<Account>, at: Instant,
    deletedAt: Instant? = nil
  ) {
    (self.id, self.observation, self.kind, self.name) = (id, observation, kind, name)
    (self.type, self.size, self.children, self.isOnlyThese) = (type, size, children, isOnlyThese)
    (self.isHidden, self.by, self.at, self.deletedAt) = (isHidden, by, at, deletedAt)
  }

  /// What kind a file of a type is.
  public static func kind(of type: String) -> Kind {
    type.hasPrefix("image/") ? .picture : type.hasPrefix("audio/") ? .sound : .other
  }

  /// What those who are on a file of a type must allow; a film shows and sounds.
  public static func scopes(of type: String) -> [ConsentScope] {
    if type.hasPrefix("image/") { return [.photos] }
    if type.hasPrefix("audio/") { return [.voice] }
    return type.hasPrefix("video/") ? [.photos, .voice] : []
  }
}

/// How an observation was before somebody changed it.
public struct ObservationBefore: Hashable, Sendable {
  public let observation: ID<Observation>
  public let at: Instant
  public let by: ID<Account>
  public let text: String
  public init(observation: ID<Observation>, at: Instant, by: ID<Account>, text: String) {
    (self.observation, self.at, self.by, self.text) = (observation, at, by, text)
  }
}

/// What one family is shown of an observation: its own text, without other children's names, and chosen files.
public struct ObservationShare: Hashable, Sendable {
  public let id: ID<ObservationShare>
  public let observation: ID<Observation>
  public let student: ID<Student>
  public var text: String
  public var happenedAt: Instant
  public var files: [ID<ObservationFile>]
  /// What kind each of the files is, in their order: a family does not hold the files' own rows, which name others.
  public var kinds: [ObservationFile.Kind]
  /// Those of the files that are not shown any more, because somebody on them took back what they allowed.
  public var hidden: [ID<ObservationFile>]
  public var by: ID<Account>
  public var at: Instant
  public var withdrawnAt: Instant?
  public init(
    id: ID<ObservationShare>, observation: ID<Observation>, student: ID<Student>, text: String, happenedAt: Instant,
    files: [ID<ObservationFile>], kinds: [ObservationFile.Kind] = [], hidden: [ID<ObservationFile>] = [],
    by: ID<Account>, at: Instant, withdrawnAt: Instant? = nil
  ) {
    (self.id, self.observation, self.student, self.text) = (id, observation, student, text)
    (self.happenedAt, self.files, self.kinds, self.hidden) = (happenedAt, files, kinds, hidden)
    (self.by, self.at, self.withdrawnAt) = (by, at, withdrawnAt)
  }

  /// The files with their kinds.
  public var items: [(id: ID<ObservationFile>, kind: ObservationFile.Kind, isHidden: Bool)] {
    files.indices.map { place in
      let kind = place < kinds.count ? kinds[place] : .other
      return (id: files[place], kind: kind, isHidden: hidden.contains(files[place]))
    }
  }
}

public enum ObservationsPaths {
  public static let all = "/observations"
  public static let new = "/observations/new"
  public static let tags = "/observations/tags"
  public static let form = "/observations/form"
  public static let export = "/observations/export"
  public static func observation(_ id: ID<Observation>) -> String { "/observations/\(id.text)" }
  public static func edit(_ id: ID<Observation>) -> String { observation(id) + "/edit" }
  public static func files(_ id: ID<Observation>) -> String { observation(id) + "/files" }
  public static func file(_ file: ObservationFile) -> String { self.file(file.id, of: file.observation) }
  public static func file(_ id: ID<ObservationFile>, of observation: ID<Observation>) -> String {
    files(observation) + "/\(id.text)"
  }
  public static func shares(_ id: ID<Observation>, _ student: ID<Student>) -> String {
    observation(id) + "/shares/\(student.text)"
  }
  /// The form of a new one about a child.
  public static func new(about student: ID<Student>) -> String { new + "?child=" + student.text }
  public static func of(_ student: ID<Student>) -> String { "/students/\(student.text)/observations" }
  /// What the child's family was shown.
  public static func shared(_ student: ID<Student>) -> String { "/students/\(student.text)/shared" }
  /// What was seen of the children of a class.
  public static func of(_ classroom: ID<Classroom>) -> String { all + "?classroom=" + classroom.text }
}
