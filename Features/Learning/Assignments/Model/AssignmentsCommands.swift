public import Base
import Exact

/// A day and a time on the school's wall clock, as it is typed; a moment once the zone is known.
public struct WallTime: Hashable, Sendable {
  public let day: Day
  /// Minutes since midnight.
  public let minute: Int
  public init(day: Day, minute: Int) { (self.day, self.minute) = (day, minute) }

  /// Reads `2026-03-11T23:59`, as browsers write it; a day alone means its last minute.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let day = Day(first) else { return nil }
    guard parts.count == 2 else {
      self.init(day: day, minute: 1439)
      return
    }
    let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(clock.count), let hour = wholeNumber(clock[0].utf8), let minute = wholeNumber(clock[1].utf8),
      hour < 24, minute < 60
    else { return nil }
    self.init(day: day, minute: hour * 60 + minute)
  }

  public init(_ instant: Instant, in zone: Zone) {
    self.init(day: zone.day(of: instant), minute: zone.minute(of: instant))
  }

  /// In the hour that a change of clocks leaves out, the moment the clock jumps to; 23:59 lasts to its end, because
  /// that is what people mean by it.
  public func instant(in zone: Zone) -> Instant {
    let moment = zone.instant(day, minute: minute)
    return minute == 1439 ? moment.plus(seconds: 59) : moment
  }

  public var text: String { day.text + "T" + pad(minute / 60) + ":" + pad(minute % 60) }
}

extension Course {
  /// When it begins on the first later day on which it meets: nobody sets work for a lesson that is over in an hour, nor for
  /// one in the holidays, or before and after the course's own time.
  public func nextLesson(_ meetings: [CourseMeeting], after today: Day, holidays: Set<Day>) -> WallTime? {
    nextSitting(meetings, from: today.plus(days: 1), minute: -1, holidays: holidays)
      .map { WallTime(day: $0.day, minute: $0.meeting.start) }
  }
}

/// What the form of an assignment holds.
public struct AssignmentFields: Hashable, Sendable {
  public var title: String
  public var about: String
  public var module: ID<CourseModule>?
  public var category: ID<GradeCategory>?
  /// `nil`: no grade.
  public var points: Amount?
  public var accepts: [Assignment.Work]
  public var opens: WallTime?, due: WallTime?, closes: WallTime?
  public var attempts: Int?
  public var lateAllowed: Bool

  public init(
    title: String, about: String = "", module: ID<CourseModule>? = nil, category: ID<GradeCategory>? = nil,
    points: Amount? = nil, accepts: [Assignment.Work] = [.text, .files], opens: WallTime? = nil, due: WallTime? = nil,
    closes: WallTime? = nil, attempts: Int? = nil, lateAllowed: Bool = true
  ) {
    (self.title, self.about, self.module, self.category) = (title, about, module, category)
    (self.points, self.accepts, self.opens, self.due) = (points, accepts, opens, due)
    (self.closes, self.attempts, self.lateAllowed) = (closes, attempts, lateAllowed)
  }

  public init(_ form: inout FormReader) {
    self.init(
      title: form.text("title", max: 160, about: "What it is called."),
      about: form.note("about", max: 20_000, about: "What is to be done, in Markdown.") ?? "",
      module: form.optionalID("module", about: "The module of the outline."),
      category: form.optionalID("category", about: "The category of the gradebook."),
      points: form.points("points", about: "The most points; empty for work without a grade."),
      accepts: form.works("accepts", about: "Any of text, files, photo and link; none is work on paper."),
      opens: form.wallTime("opens", about: "From when it may be handed in."),
      due: form.wallTime("due", about: "The day and time, 2026-03-11T23:59, by the school's clock."),
      closes: form.wallTime("closes", about: "Until when it is taken, late or not."),
      attempts: form.attempts("attempts", about: "How often one may hand in; empty is as often as one likes."),
      lateAllowed: form.flag("late", about: "Whether it is taken after its day."))
    check(&form)
  }

  /// Times in the order in which they come.
  private func check(_ form: inout FormReader) {
    let key: (WallTime) -> Int = { $0.day.number * 1440 + $0.minute }
    if let opens, let due, key(due) <= key(opens) { form.fail("due", Phrase("assignments.due-before-opens")) }
    if let closes, let start = due ?? opens, key(closes) < key(start) {
      form.fail("closes", Phrase("assignments.closes-first"))
    }
  }
}

extension FormReader {
  /// Points with up to four places; empty is none.
  public mutating func points(_ name: String, about: String = "") -> Amount? {
    guard let raw = optionalText(name, max: 20, about: about) else { return nil }
    guard let points = Amount(plainNumber(raw)), points >= .zero, points.units <= 100_000 * Amount.scale else {
      fail(name, Phrase("assignments.points-wrong"))
      return nil
    }
    return points
  }

  mutating func wallTime(_ name: String, about: String = "") -> WallTime? {
    guard let raw = optionalText(name, max: 30, about: about) else { return nil }
    guard let time = WallTime(raw), time.day.isOfOurTime else {
      fail(name, Phrase("assignments.time-wrong"))
      return nil
    }
    return time
  }

  /// Empty is as often as one likes.
  mutating func attempts(_ name: String, about: String = "") -> Int? {
    guard let raw = optionalText(name, max: 4, about: about) else { return nil }
    guard let count = wholeNumber(raw.utf8), (1...100).contains(count) else {
      fail(name, Phrase("form.integer", .count(1), .count(100)))
      return nil
    }
    return count
  }

  /// The ways that are ticked.
  mutating func works(_ name: String, about: String = "") -> [Assignment.Work] {
    let raw = values(name, about: about).filter { !$0.isEmpty && $0 != "paper" }
    let works = Assignment.Work.allCases.filter { raw.contains($0.rawValue) }
    if works.count != Set(raw).count { fail(name, Phrase("form.choice")) }
    return works
  }
}

/// A teacher sets work.
public struct CreateAssignment: FormCommand {
  public static let name = "assignments.create-assignment"
  public let course: ID<Course>
  public let fields: AssignmentFields
  public let isPublished: Bool
  /// Each student gets a copy of the files that come with it.
  public let isCopied: Bool
  public init(course: ID<Course>, fields: AssignmentFields, isPublished: Bool = false, isCopied: Bool = false) {
    (self.course, self.fields, self.isPublished, self.isCopied) = (course, fields, isPublished, isCopied)
  }

  public init(_ form: inout FormReader) {
    self.init(
      course: form.id("course"), fields: AssignmentFields(&form),
      isPublished: form.flag("publish", about: "Hands it out at once."),
      isCopied: form.flag("copy", about: "Each student gets a copy of the files that come with it."))
    if isCopied, !fields.accepts.contains(.files), !fields.accepts.contains(.photo) {
      form.fail("copy", Phrase("assignments.copy-needs-files"))
    }
    form.ignore("file", "upload")
  }
}

/// What is asked, or when, becomes different.
public struct EditAssignment: FormCommand {
  public static let name = "assignments.edit-assignment"
  public let assignment: ID<CourseItem>
  public let fields: AssignmentFields
  /// The version the person saw; `nil` when they did not say.
  public let version: String?
  public init(assignment: ID<CourseItem>, fields: AssignmentFields, version: String? = nil) {
    (self.assignment, self.fields, self.version) = (assignment, fields, version)
  }

  public init(_ form: inout FormReader) {
    self.init(
      assignment: form.id("assignment"), fields: AssignmentFields(&form),
      version: form.optionalText("version", max: 40, about: "The version that was seen; If-Match does the same."))
    form.ignore("publish")
  }
}

/// Students see it, or do not any more.
public struct PublishAssignment: FormCommand {
  public static let name = "assignments.publish-assignment"
  public let assignment: ID<CourseItem>
  public let isPublished: Bool
  public init(assignment: ID<CourseItem>, isPublished: Bool) {
    (self.assignment, self.isPublished) = (assignment, isPublished)
  }

  /// Without the field `draft` it is published.
  public init(_ form: inout FormReader) {
    self.init(assignment: form.id("assignment"), isPublished: !form.flag("draft", about: "Makes it a draft."))
  }
}

/// An assignment goes away, with a way back.
public struct DeleteAssignment: FormCommand {
  public static let name = "assignments.delete-assignment"
  public let assignment: ID<CourseItem>
  public init(assignment: ID<CourseItem>) { self.assignment = assignment }

  public init(_ form: inout FormReader) { self.init(assignment: form.id("assignment")) }
}

/// A deletion is taken back: nothing has happened.
public struct RestoreAssignment: FormCommand {
  public static let name = "assignments.restore-assignment"
  public let assignment: ID<CourseItem>
  public init(assignment: ID<CourseItem>) { self.assignment = assignment }

  public init(_ form: inout FormReader) { self.init(assignment: form.id("assignment")) }
}

/// Students get another day, each for themselves.
public struct ExtendDue: FormCommand {
  public static let name = "assignments.extend-due"
  public let item: ID<CourseItem>
  public let students: [ID<Student>]
  public let due: WallTime
  public init(item: ID<CourseItem>, students: [ID<Student>], due: WallTime) {
    (self.item, self.students, self.due) = (item, students, due)
  }

  public init(_ form: inout FormReader) {
    let item: ID<CourseItem> = form.id("assignment")
    let students: [ID<Student>] = form.ids("student", max: 500, about: "Who gets another day.")
    if students.isEmpty { form.fail("student", Phrase("assignments.choose-students")) }
    let due = form.wallTime("due", about: "By the school's clock, as 2026-03-11T23:59; always asked for.")
    if due == nil, !form.problems.contains(where: { $0.field == "due" }) {
      form.fail("due", Phrase("form.required"))
    }
    self.init(item: item, students: students, due: due ?? WallTime(day: Day(number: 0), minute: 0))
  }
}

/// The student's day is everybody's again.
public struct EndExtension: FormCommand {
  public static let name = "assignments.end-extension"
  public let item: ID<CourseItem>
  public let student: ID<Student>
  public init(item: ID<CourseItem>, student: ID<Student>) { (self.item, self.student) = (item, student) }

  public init(_ form: inout FormReader) {
    self.init(item: form.id("assignment"), student: form.id("student", about: "Who has another day."))
  }
}
