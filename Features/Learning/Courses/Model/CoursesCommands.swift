public import Base

/// What a form says of a course; the same fields make one and change one.
public struct CourseFields: Hashable, Sendable {
  public var name: String
  public var subject: String?
  public var grade: String?
  public var about: String
  public var room: String?
  public var level: Course.Level
  public var credits: Amount?
  public var capacity: Int?
  public var entry: Course.Entry
  public var from: Day?
  public var until: Day?
  public var dropUntil: Day?
  public var promoteUntil: Day?
  public var refusesClash: Bool
  public var term: String?
  public var meetings: [CourseMeeting]

  public init(name: String, entry: Course.Entry = .closed, capacity: Int? = nil, meetings: [CourseMeeting] = []) {
    (self.name, self.about, self.level, self.refusesClash) = (name, "", .regular, false)
    (self.entry, self.capacity, self.meetings) = (entry, capacity, meetings)
  }

  /// More than meets in any week, and few enough to be typed.
  public static var maxMeetings: Int { 14 }

  public init(_ reader: inout FormReader) {
    self.init(name: reader.text("name", max: 120, about: "The name of the course."))
    subject = reader.optionalText("subject", max: 60, about: "The subject.")
    grade = reader.optionalText("grade", max: 40, about: "For whom it is, as the school says it.")
    about = reader.note("about", about: "What it is about.") ?? ""
    room = reader.optionalText("room", max: 60, about: "Where it meets.")
    level = reader.optionalChoice("level", about: "What its grade points count for; else regular.") ?? .regular
    entry = reader.optionalChoice("entry", about: "How students come in; else closed.") ?? .closed
    (credits, capacity) = (Self.credits(&reader), Self.capacity(&reader))
    from = reader.optionalDay("from", about: "The first day.")
    until = reader.optionalDay("until", about: "The last day.")
    dropUntil = reader.optionalDay("dropUntil", about: "The last day on which students leave without asking.")
    promoteUntil = reader.optionalDay(
      "promoteUntil", about: "The last day on which the line moves up; empty is the first day.")
    refusesClash = reader.flag(
      "refusesClash", about: "Whether it keeps out students who have another course at the same time.")
    term = reader.optionalText("term", max: 60, about: "The term, as the school names it.")
    meetings = Self.meetings(&reader)
    if let from, let until, until < from { reader.fail("until", Phrase("courses.until-before-from")) }
  }

  private static func credits(_ reader: inout FormReader) -> Amount? {
    let about = "0 to 100, with up to four places."
    guard let text = reader.optionalText("credits", max: 12, about: about) else { return nil }
    if let amount = Amount(text), amount.units >= 0, amount.units <= 100 * Amount.scale { return amount }
    reader.fail("credits", Phrase("courses.credits-wrong"))
    return nil
  }

  private static func capacity(_ reader: inout FormReader) -> Int? {
    let about = "The most students, up to 5000; empty is no limit."
    guard let text = reader.optionalText("capacity", max: 9, about: about) else { return nil }
    if let count = wholeNumber(text.utf8), (1...5000).contains(count) { return count }
    reader.fail("capacity", Phrase("form.integer", .count(1), .count(5000)))
    return nil
  }

  /// `meeting.0.weekday`, `meeting.0.start`, `meeting.0.end`; a row without a weekday is none.
  private static func meetings(_ reader: inout FormReader) -> [CourseMeeting] {
    let about = "When it meets: 0.weekday, 1 Monday to 7 Sunday, 0.start, 08:15, and 0.end; the next is 1.weekday."
    var rows: [Int: [String: String]] = [:]
    for (key, value) in reader.entries("meeting", max: 3 * 30, about: about) where !value.isEmpty {
      let parts = key.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
      guard parts.count == 2, let row = wholeNumber(parts[0]), row < 30, let what = String(parts[1]),
        what == "weekday" || what == "start" || what == "end"
      else {
        reader.fail("meeting." + key, Phrase("form.unknown"))
        continue
      }
      rows[row, default: [:]][what] = value
    }
    var found: [CourseMeeting] = []
    for row in rows.keys.sorted() {
      guard let fields = rows[row], fields["weekday"] != nil else { continue }
      if let meeting = meeting(row, fields, &reader) { found.append(meeting) }
    }
    if found.count > maxMeetings { reader.fail("meeting.0.weekday", Phrase("form.too-many", .count(maxMeetings))) }
    return found
  }

  private static func meeting(_ row: Int, _ fields: [String: String], _ reader: inout FormReader) -> CourseMeeting? {
    let name = "meeting." + String(row)
    guard let weekday = wholeNumber((fields["weekday"] ?? "").utf8), (1...7).contains(weekday) else {
      reader.fail(name + ".weekday", Phrase("form.choice"))
      return nil
    }
    var clocks = FormReader(Form([.init("start", fields["start"] ?? ""), .init("end", fields["end"] ?? "")]))
    let meeting = CourseMeeting(weekday: weekday, start: clocks.clock("start"), end: clocks.clock("end"))
    for problem in clocks.problems { reader.fail(name + "." + problem.field, problem.reason) }
    guard clocks.problems.isEmpty else { return nil }
    if meeting.end <= meeting.start {
      reader.fail(name + ".end", Phrase("courses.end-before-start"))
      return nil
    }
    return meeting
  }
}

/// A course comes into being, as a draft.
public struct AddCourse: FormCommand {
  public static let name = "courses.add-course"
  public let fields: CourseFields
  /// Who teaches it; whoever makes it when a teacher does.
  public let teacher: ID<Account>?
  public init(fields: CourseFields, teacher: ID<Account>? = nil) { (self.fields, self.teacher) = (fields, teacher) }

  public init(_ form: inout FormReader) {
    self.init(
      fields: CourseFields(&form), teacher: form.optionalID("teacher", about: "Who teaches it; for the office."))
  }
}

/// What is known of a course changes.
public struct EditCourse: FormCommand {
  public static let name = "courses.edit-course"
  public let course: ID<Course>
  public let fields: CourseFields
  /// The version the person saw; `nil` when they did not say.
  public let version: String?
  public init(course: ID<Course>, fields: CourseFields, version: String? = nil) {
    (self.course, self.fields, self.version) = (course, fields, version)
  }

  public init(_ form: inout FormReader) {
    self.init(
      course: form.id("course"), fields: CourseFields(&form),
      version: form.optionalText("version", max: 40, about: "The version that was seen; If-Match does the same."))
  }
}

/// Students see the course from now on, or no longer.
public struct PublishCourse: FormCommand {
  public static let name = "courses.publish-course"
  public let course: ID<Course>
  public let isPublished: Bool
  public init(course: ID<Course>, isPublished: Bool) { (self.course, self.isPublished) = (course, isPublished) }

  public init(_ form: inout FormReader) {
    self.init(course: form.id("course"), isPublished: form.flag("published", about: "Whether its students see it."))
  }
}

/// A course that is over is archived, or opened again.
public struct ArchiveCourse: FormCommand {
  public static let name = "courses.archive-course"
  public let course: ID<Course>
  public let isArchived: Bool
  public init(course: ID<Course>, isArchived: Bool) { (self.course, self.isArchived) = (course, isArchived) }

  /// Without the field `open`, it is archived.
  public init(_ form: inout FormReader) {
    self.init(course: form.id("course"), isArchived: !form.flag("open", about: "Takes it out again."))
  }
}

/// A course nobody was ever in goes away: one made by mistake, or a copy taken back.
public struct DeleteCourse: FormCommand {
  public static let name = "courses.delete-course"
  public let course: ID<Course>
  public init(course: ID<Course>) { self.course = course }

  public init(_ form: inout FormReader) { self.init(course: form.id("course")) }
}

/// Somebody teaches the course from now on.
public struct AssignCourseTeacher: FormCommand {
  public static let name = "courses.assign-teacher"
  public let course: ID<Course>
  public let teacher: ID<Account>
  public init(course: ID<Course>, teacher: ID<Account>) { (self.course, self.teacher) = (course, teacher) }

  public init(_ form: inout FormReader) {
    self.init(course: form.id("course"), teacher: form.id("teacher", about: "The member who teaches."))
  }
}

/// Somebody does not teach the course any more.
public struct UnassignCourseTeacher: FormCommand {
  public static let name = "courses.unassign-teacher"
  public let course: ID<Course>
  public let teacher: ID<Account>
  public init(course: ID<Course>, teacher: ID<Account>) { (self.course, self.teacher) = (course, teacher) }

  public init(_ form: inout FormReader) {
    self.init(course: form.id("course"), teacher: form.id("teacher", about: "The member who taught."))
  }
}
