public import Base

/// What time is counted as, besides as a whole.
///
/// Dual and solo exclude each other; night and instrument are said of either, and so are the school's own, which have a name or are not used.
public enum LogKind: String, CaseIterable, Hashable, Sendable {
  case dual, solo, night, instrument, own1, own2, own3, own4, own5, own6

  /// Those that every school has.
  public static let standard: [LogKind] = [.dual, .solo, .night, .instrument]
  /// Those that a school may name.
  public static let own: [LogKind] = [.own1, .own2, .own3, .own4, .own5, .own6]
  /// Which of the school's own it is, from 0; `nil` for one of ours.
  public var ownPlace: Int? { Self.own.firstIndex(of: self) }
}

/// Minutes as a whole and by kind.
public struct LogMinutes: Hashable, Sendable {
  public var total: Int
  public var dual: Int
  public var solo: Int
  public var night: Int
  public var instrument: Int
  /// Of the school's own kinds, one after the other.
  private var own: [Int]

  /// - Parameter own: of the school's own kinds, from the first; those after the last one are none.
  public init(
    total: Int = 0, dual: Int = 0, solo: Int = 0, night: Int = 0, instrument: Int = 0, own: [Int] = []
  ) {
    (self.total, self.dual, self.solo) = (total, dual, solo)
    (self.night, self.instrument) = (night, instrument)
    self.own = LogKind.own.indices.map { own.indices.contains($0) ? own[$0] : 0 }
  }

  public subscript(kind: LogKind) -> Int {
    get {
      switch kind {
      case .dual: dual
      case .solo: solo
      case .night: night
      case .instrument: instrument
      case .own1, .own2, .own3, .own4, .own5, .own6: kind.ownPlace.map { own[$0] } ?? 0
      }
    }
    set {
      switch kind {
      case .dual: dual = newValue
      case .solo: solo = newValue
      case .night: night = newValue
      case .instrument: instrument = newValue
      case .own1, .own2, .own3, .own4, .own5, .own6: if let place = kind.ownPlace { own[place] = newValue }
      }
    }
  }

  /// What is neither dual nor solo.
  public var other: Int { max(0, total - dual - solo) }

  /// What does not go together, and at which kind that shows.
  public var problem: (field: String, reason: Phrase)? {
    guard total > 0 else { return ("total", Phrase("training.log.nothing")) }
    for kind in LogKind.allCases where self[kind] > total {
      return (kind.rawValue, Phrase("training.log.more-than-total"))
    }
    return dual + solo > total ? ("solo", Phrase("training.log.dual-and-solo")) : nil
  }
}

/// Some time of training, as a logbook has it.
public struct LogEntry: Hashable, Restorable, Sendable {
  public let id: ID<LogEntry>
  public let trainee: ID<Trainee>
  /// The checklist that was worked on, when the time was given there.
  public let checklist: ID<Checklist>?
  /// The lesson that it was made of.
  public let lesson: ID<TrainingLesson>?
  public let by: ID<Account>
  public var day: Day
  /// The aircraft, or the place of a training that needs none.
  public var aircraft: String
  public var from: String
  public var to: String
  public var note: String
  public var minutes: LogMinutes
  public let createdAt: Instant
  public var updatedAt: Instant
  public var deletedAt: Instant?

  public init(
    id: ID<LogEntry>, trainee: ID<Trainee>, checklist: ID<Checklist>? = nil, lesson: ID<TrainingLesson>? = nil,
    by: ID<Account>, day: Day, aircraft: String = "", from: String = "", to: String = "", note: String = "",
    minutes: LogMinutes, createdAt: Instant, updatedAt: Instant, deletedAt: Instant? = nil
  ) {
    (self.id, self.trainee, self.checklist, self.lesson) = (id, trainee, checklist, lesson)
    (self.by, self.day, self.aircraft, self.from, self.to) = (by, day, aircraft, from, to)
    (self.note, self.minutes, self.createdAt) = (note, minutes, createdAt)
    (self.updatedAt, self.deletedAt) = (updatedAt, deletedAt)
  }

  /// Of one trainee, deleted ones among them.
  public static let most = 20_000
}

/// From one day through another; without an end it is open there.
public struct LogPeriod: Hashable, Sendable {
  public var from: Day?
  public var through: Day?
  public init(from: Day? = nil, through: Day? = nil) { (self.from, self.through) = (from, through) }
  public var isAll: Bool { from == nil && through == nil }
}

/// How many entries, and what they come to: exactly.
public struct LogSums: Hashable, Sendable {
  public let count: Int
  public let minutes: LogMinutes
  public init(count: Int, minutes: LogMinutes) { (self.count, self.minutes) = (count, minutes) }
}

/// A lesson that an instructor has planned with a trainee.
public struct TrainingLesson: Hashable, Versioned, Sendable {
  public let id: ID<TrainingLesson>
  public let trainee: ID<Trainee>
  public let instructor: ID<Account>
  public var startsAt: Instant
  public var endsAt: Instant
  public var place: String
  public var note: String
  public let createdAt: Instant
  public var updatedAt: Instant
  public var cancelledAt: Instant?

  public init(
    id: ID<TrainingLesson>, trainee: ID<Trainee>, instructor: ID<Account>, startsAt: Instant, endsAt: Instant,
    place: String = "", note: String = "", createdAt: Instant, updatedAt: Instant, cancelledAt: Instant? = nil
  ) {
    (self.id, self.trainee, self.instructor) = (id, trainee, instructor)
    (self.startsAt, self.endsAt, self.place, self.note) = (startsAt, endsAt, place, note)
    (self.createdAt, self.updatedAt, self.cancelledAt) = (createdAt, updatedAt, cancelledAt)
  }

  /// How long it takes.
  public var minutes: Int { Int(max(0, endsAt.milliseconds - startsAt.milliseconds) / 60_000) }
  /// Two lessons that touch do not overlap.
  public func overlaps(_ start: Instant, _ end: Instant) -> Bool { startsAt < end && start < endsAt }

  /// Of one trainee.
  public static let most = 2000
  /// The longest, in minutes.
  public static let longest = 720
}

public enum LogbookPaths {
  /// What the school's log counts, for the office.
  public static let kinds = TrainingPaths.all + "/hours"
  public static func log(_ trainee: ID<Trainee>) -> String { TrainingPaths.trainee(trainee) + "/log" }
  public static func new(_ trainee: ID<Trainee>) -> String { log(trainee) + "/new" }
  public static func importing(_ trainee: ID<Trainee>) -> String { log(trainee) + "/import" }
  public static func export(_ trainee: ID<Trainee>) -> String { log(trainee) + "/export" }
  public static func entry(_ trainee: ID<Trainee>, _ entry: ID<LogEntry>) -> String {
    log(trainee) + "/" + entry.text
  }
  public static func edit(_ trainee: ID<Trainee>, _ entry: ID<LogEntry>) -> String {
    self.entry(trainee, entry) + "/edit"
  }
  public static func deletion(_ trainee: ID<Trainee>, _ entry: ID<LogEntry>) -> String {
    self.entry(trainee, entry) + "/deletion"
  }
  public static func restoration(_ trainee: ID<Trainee>, _ entry: ID<LogEntry>) -> String {
    self.entry(trainee, entry) + "/restoration"
  }

  public static func lessons(_ trainee: ID<Trainee>) -> String { TrainingPaths.trainee(trainee) + "/lessons" }
  public static func newLesson(_ trainee: ID<Trainee>) -> String { lessons(trainee) + "/new" }
  public static func lesson(_ lesson: TrainingLesson) -> String { lessons(lesson.trainee) + "/" + lesson.id.text }
  public static func edit(_ lesson: TrainingLesson) -> String { self.lesson(lesson) + "/edit" }
  public static func cancellation(_ lesson: TrainingLesson) -> String { self.lesson(lesson) + "/cancellation" }
  public static func restoration(_ lesson: TrainingLesson) -> String { self.lesson(lesson) + "/restoration" }
  public static func logging(_ lesson: TrainingLesson) -> String { self.lesson(lesson) + "/log" }
}
