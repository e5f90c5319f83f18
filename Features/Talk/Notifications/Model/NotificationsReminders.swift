public import Base

/// Something a student has to hand in by a moment.
public struct ReminderWork: Hashable, Sendable {
  public let item: ID<CourseItem>
  public let student: ID<Student>
  /// The student's own day.
  public let dueAt: Instant
  public let isDone: Bool
  /// Whether they were reminded of it for another hour: then the new one is told however late that is.
  public let isMoved: Bool
  public init(item: ID<CourseItem>, student: ID<Student>, dueAt: Instant, isDone: Bool, isMoved: Bool = false) {
    (self.item, self.student, self.dueAt, self.isDone) = (item, student, dueAt, isDone)
    self.isMoved = isMoved
  }
}

/// A reminder that one work will be due in so many hours.
public struct Reminder: Hashable, Sendable {
  public let work: ReminderWork
  public let hours: Int
  public var at: Instant { work.dueAt.plus(seconds: -Int64(hours) * 3600) }
  public init(work: ReminderWork, hours: Int) { (self.work, self.hours) = (work, hours) }
}

/// The reminders of one person.
///
/// They are worked out of what is true at the moment, so a new day, a hand-in, an extension or another choice needs no
/// repair, and working them out twice gives the same; what was told and is not true any more is taken back.
public enum Reminders {
  /// The most for one person at a time (M09).
  public static let most = 60
  /// How long after its moment one still comes, when the server was down.
  public static let grace: Int64 = 3600

  /// The most urgent first: of what is due within a week, neither over nor done.
  public static func plan(_ works: [ReminderWork], leads: Set<Int>, at now: Instant) -> [Reminder] {
    let open = works.filter { !$0.isDone && $0.dueAt > now && $0.dueAt <= now.plus(days: 7) }
    var all: [Reminder] = []
    for work in open {
      for hours in leads {
        let reminder = Reminder(work: work, hours: hours)
        if work.isMoved || reminder.at > now.plus(seconds: -grace) { all.append(reminder) }
      }
    }
    all.sort { ($0.at, $0.work.item, $0.hours) < ($1.at, $1.work.item, $1.hours) }
    return Array(all.prefix(most))
  }

  /// Those whose moment has come; of two for the same work, the later one says it all.
  public static func due(_ works: [ReminderWork], leads: Set<Int>, at now: Instant) -> [Reminder] {
    var latest: [ID<CourseItem>: Reminder] = [:]
    for reminder in plan(works, leads: leads, at: now) where reminder.at <= now {
      if let known = latest[reminder.work.item], known.hours <= reminder.hours { continue }
      latest[reminder.work.item] = reminder
    }
    return latest.values.sorted { ($0.at, $0.work.item) < ($1.at, $1.work.item) }
  }
}

extension Notification {
  /// The name of a reminder: another day is another reminder.
  public static func id(due reminder: Reminder, to account: ID<Account>) -> ID<Notification> {
    let moment = ID<LessonSession>(
      high: reminder.work.item.high ^ UInt64(bitPattern: reminder.work.dueAt.milliseconds),
      low: reminder.work.item.low ^ UInt64(reminder.hours))
    return id(absence: moment, reminder.work.student, to: account)
  }

  /// The name of a word of some kind about one thing and one student.
  ///
  /// - Parameter mark: what sets it apart from others about the same, as the moment it happened.
  public static func id<Thing>(
    _ kind: NoticeKind, _ thing: ID<Thing>, _ student: ID<Student>, mark: Int64 = 0, to account: ID<Account>
  ) -> ID<Notification> {
    var word = UInt64(bitPattern: mark)
    for byte in kind.rawValue.utf8 { word = word &* 1_099_511_628_211 ^ UInt64(byte) }
    return id(absence: ID(high: thing.high ^ word, low: thing.low), student, to: account)
  }
}
