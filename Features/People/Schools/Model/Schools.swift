public import Base

/// The kind of a school: which features it shows, which words it uses, which theme it starts with.
public enum SchoolKind: String, CaseIterable, Hashable, Sendable {
  case k12, montessori, training, study

  /// The theme a school of this kind starts with, by the name that `Appearance.Theme` knows.
  public var theme: String {
    switch self {
    case .k12: "wolfwhale"
    case .montessori: "montessori"
    case .training: "hogwarts"
    case .study: "oasis"
    }
  }
}

/// What a school has, or does without.
public enum SchoolArea {
  public static let training = "training"
}

/// The looks a school may choose, by the names that `Appearance.Theme` knows.
public enum SchoolTheme: String, CaseIterable, Hashable, Sendable { case wolfwhale, montessori, oasis, hogwarts }

/// A school: the owner of everything that happens in it.
public struct School: Hashable, Sendable {
  public let id: ID<Tenant>
  public var name: String
  public var kind: SchoolKind
  /// The name of its time zone, `Asia/Jerusalem`.
  public var zone: String
  public var language: Language
  public var theme: String
  public var createdAt: Instant
  public var updatedAt: Instant
  /// How many days back a class's teachers may still correct a register.
  public var correctionDays: Int
  /// The rate that counts where only one is shown.
  public var rate: AttendanceRate
  /// When it was deleted; from then on only owners see it, and `lockDays` later nobody.
  public var lockedAt: Instant?
  /// Its picture, when its owners have put one in.
  public var picture: ID<Photo>?
  /// What it says about students' work.
  public var work: SchoolWork
  /// The services outside of the school that it has switched on.
  public var outside: Set<OutsideKind>

  /// The areas that not every school has, by the names of `SchoolArea`.
  public var areas: Set<String> { kind == .training || work.trains ? [SchoolArea.training] : [] }

  /// Where the picture is, for everybody in the school.
  public var picturePath: String? { picture.map { $0.path(at: SchoolPicture.path(id)) } }

  public static let usualCorrectionDays = 14
  /// How long a deletion can be taken back.
  public static let lockDays: Int64 = 30
  /// When nothing of it will be left.
  public var erasedAt: Instant? { lockedAt?.plus(days: School.lockDays) }

  /// Names this state of the school, for those who change it: what `ETag` and `If-Match` carry.
  public var version: String { String(updatedAt.milliseconds) }

  public init(
    id: ID<Tenant>, name: String, kind: SchoolKind, zone: String, language: Language, theme: String, createdAt: Instant,
    updatedAt: Instant, correctionDays: Int = School.usualCorrectionDays, rate: AttendanceRate = .attendance,
    lockedAt: Instant? = nil, picture: ID<Photo>? = nil, work: SchoolWork = SchoolWork(),
    outside: Set<OutsideKind> = []
  ) {
    (self.id, self.name, self.kind, self.zone) = (id, name, kind, zone)
    (self.language, self.theme, self.createdAt, self.updatedAt) = (language, theme, createdAt, updatedAt)
    (self.correctionDays, self.rate, self.lockedAt) = (correctionDays, rate, lockedAt)
    (self.picture, self.work, self.outside) = (picture, work, outside)
  }
}

/// What a school says about the work of its students: how large files may be, and when a day of study begins.
public struct SchoolWork: Hashable, Sendable {
  /// The largest file of a student or a parent, in megabytes.
  public var file: Int
  /// All files of one student together, in megabytes.
  public var person: Int
  /// The hour at which a day of study begins: what is done before it counts for the day before.
  public var dayStart: Int
  /// Whether somebody trains somebody here by checklists, as in an internship; where training is the school's business it is always so.
  public var trains: Bool
  public init(file: Int = 25, person: Int = 1000, dayStart: Int = 0, trains: Bool = false) {
    (self.file, self.person, self.dayStart, self.trains) = (file, person, dayStart, trains)
  }

  /// As `Streak` counts it.
  public var startMinute: Int { dayStart * 60 }
}
