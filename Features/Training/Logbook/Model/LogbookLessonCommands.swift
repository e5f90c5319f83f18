public import Base

/// What the form of a lesson holds, on the school's clock.
public struct TrainingLessonFields: Hashable, Sendable {
  public var day: Day
  /// Minutes since midnight.
  public var start: Int
  public var end: Int
  public var place: String
  public var note: String

  public init(day: Day, start: Int, end: Int, place: String = "", note: String = "") {
    (self.day, self.start, self.end, self.place, self.note) = (day, start, end, place, note)
  }

  public init(_ form: inout FormReader) {
    day = form.day("day", about: "The day of the lesson.")
    start = form.clock("start", about: "When it begins, on the school's clock: 09:00.")
    end = form.clock("end", about: "When it ends; before the beginning, it is on the day after.")
    place = form.optionalText("place", max: LogFields.longestPlace, about: "Where one meets, or which aircraft.") ?? ""
    note = form.note("note", max: LogFields.longestNote, about: "What it is about.") ?? ""
  }

  /// From when to when; a lesson at night ends on the day after.
  public func times(in zone: Zone) -> (start: Instant, end: Instant) {
    (zone.instant(day, minute: start), zone.instant(end < start ? day.plus(days: 1) : day, minute: end))
  }
}

public struct PlanTrainingLesson: FormCommand {
  public static let name = "logbook.plan-lesson"
  /// As the sender calls it, if it does.
  public let id: ID<TrainingLesson>?
  public let trainee: ID<Trainee>
  public let fields: TrainingLessonFields
  public init(id: ID<TrainingLesson>? = nil, trainee: ID<Trainee>, fields: TrainingLessonFields) {
    (self.id, self.trainee, self.fields) = (id, trainee, fields)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      trainee: form.id("trainee"), fields: TrainingLessonFields(&form))
  }
}

public struct EditTrainingLesson: FormCommand {
  public static let name = "logbook.edit-lesson"
  public let trainee: ID<Trainee>
  public let lesson: ID<TrainingLesson>
  public let fields: TrainingLessonFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(
    trainee: ID<Trainee>, lesson: ID<TrainingLesson>, fields: TrainingLessonFields, version: String? = nil
  ) {
    (self.trainee, self.lesson, self.fields, self.version) = (trainee, lesson, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      trainee: form.id("trainee"), lesson: form.id("lesson"), fields: TrainingLessonFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// Calls a lesson off; calendars are told.
public struct CancelTrainingLesson: FormCommand {
  public static let name = "logbook.cancel-lesson"
  public let trainee: ID<Trainee>
  public let lesson: ID<TrainingLesson>
  public init(trainee: ID<Trainee>, lesson: ID<TrainingLesson>) { (self.trainee, self.lesson) = (trainee, lesson) }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee"), lesson: form.id("lesson")) }
}

public struct RestoreTrainingLesson: FormCommand {
  public static let name = "logbook.restore-lesson"
  public let trainee: ID<Trainee>
  public let lesson: ID<TrainingLesson>
  public init(trainee: ID<Trainee>, lesson: ID<TrainingLesson>) { (self.trainee, self.lesson) = (trainee, lesson) }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee"), lesson: form.id("lesson")) }
}

/// Makes an entry of a lesson that took place: its day, its place and its time as dual.
public struct LogTrainingLesson: FormCommand {
  public static let name = "logbook.log-lesson"
  public let trainee: ID<Trainee>
  public let lesson: ID<TrainingLesson>
  public init(trainee: ID<Trainee>, lesson: ID<TrainingLesson>) { (self.trainee, self.lesson) = (trainee, lesson) }
  public init(_ form: inout FormReader) { self.init(trainee: form.id("trainee"), lesson: form.id("lesson")) }
}
