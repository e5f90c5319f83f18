public import Base

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

  public init(_ reader: inout FormReader, _ form: Form) {
    self.init(
      title: reader.text("title", max: 160), about: reader.note("about", max: 20_000) ?? "",
      module: reader.optionalID("module"), category: reader.optionalID("category"), points: reader.points("points"),
      accepts: reader.works("accepts", form), opens: reader.wallTime("opens"), due: reader.wallTime("due"),
      closes: reader.wallTime("closes"), attempts: reader.attempts("attempts"), lateAllowed: reader.flag("late"))
    check(&reader)
  }

  /// Times in the order in which they come.
  private func check(_ reader: inout FormReader) {
    let key: (WallTime) -> Int = { $0.day.number * 1440 + $0.minute }
    if let opens, let due, key(due) <= key(opens) { reader.fail("due", Phrase("assignments.due-before-opens")) }
    if let closes, let start = due ?? opens, key(closes) < key(start) {
      reader.fail("closes", Phrase("assignments.closes-first"))
    }
  }
}

extension FormReader {
  /// Points with up to four places; empty is none.
  public mutating func points(_ name: String) -> Amount? {
    guard let raw = optionalText(name, max: 20) else { return nil }
    guard let points = Amount(plainDigits(raw)), points >= .zero, points.units <= 100_000 * Amount.scale else {
      fail(name, Phrase("assignments.points-wrong"))
      return nil
    }
    return points
  }

  mutating func wallTime(_ name: String) -> WallTime? {
    guard let raw = optionalText(name, max: 30) else { return nil }
    guard let time = WallTime(raw), time.day.isOfOurTime else {
      fail(name, Phrase("assignments.time-wrong"))
      return nil
    }
    return time
  }

  /// Empty is as often as one likes.
  mutating func attempts(_ name: String) -> Int? {
    guard let raw = optionalText(name, max: 4) else { return nil }
    guard let count = wholeNumber(raw.utf8), (1...100).contains(count) else {
      fail(name, Phrase("form.integer", .count(1), .count(100)))
      return nil
    }
    return count
  }

  /// The ways that are ticked.
  mutating func works(_ name: String, _ form: Form) -> [Assignment.Work] {
    ignore(name)
    let raw = form.all(name).filter { !$0.isEmpty && $0 != "paper" }
    let works = Assignment.Work.allCases.filter { raw.contains($0.rawValue) }
    if works.count != Set(raw).count { fail(name, Phrase("form.choice")) }
    return works
  }
}

/// The decimal number somebody typed, with the comma and the digits of their language, as `Amount` reads it.
public func plainDigits(_ text: String) -> String {
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x2C, 0x066B: out += "."
    case 0x0660...0x0669: out += String(scalar.value - 0x0660)
    case 0x06F0...0x06F9: out += String(scalar.value - 0x06F0)
    case 0x2212: out += "-"
    case 0x20, 0xA0, 0x202F, 0x200E, 0x200F, 0x2066...0x2069: continue
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}

/// A teacher sets work.
public struct CreateAssignment: Command {
  public static let name = "assignments.create-assignment"
  public let id: ID<CourseItem>
  public let course: ID<Course>
  public let fields: AssignmentFields
  public let isPublished: Bool
  /// Each student gets a copy of the files that come with it.
  public let isCopied: Bool
  public init(
    id: ID<CourseItem>, course: ID<Course>, fields: AssignmentFields, isPublished: Bool = false, isCopied: Bool = false
  ) {
    (self.id, self.course, self.fields, self.isPublished) = (id, course, fields, isPublished)
    self.isCopied = isCopied
  }

  public init(_ form: Form, id: ID<CourseItem>, course: ID<Course>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(
      id: id, course: course, fields: AssignmentFields(&reader, form), isPublished: reader.flag("publish"),
      isCopied: reader.flag("copy"))
    if isCopied, !fields.accepts.contains(.files), !fields.accepts.contains(.photo) {
      reader.fail("copy", Phrase("assignments.copy-needs-files"))
    }
    reader.ignore("file", "upload")
    try reader.finish()
  }
}

/// What is asked, or when, becomes different.
public struct EditAssignment: Command {
  public static let name = "assignments.edit-assignment"
  public let assignment: ID<CourseItem>
  public let fields: AssignmentFields
  /// The version the person saw; `nil` when they did not say.
  public let version: String?
  public init(assignment: ID<CourseItem>, fields: AssignmentFields, version: String? = nil) {
    (self.assignment, self.fields, self.version) = (assignment, fields, version)
  }

  public init(_ form: Form, assignment: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(
      assignment: assignment, fields: AssignmentFields(&reader, form), version: reader.optionalText("version", max: 40))
    reader.ignore("publish")
    try reader.finish()
  }
}

/// Students see it, or do not any more.
public struct PublishAssignment: Command {
  public static let name = "assignments.publish-assignment"
  public let assignment: ID<CourseItem>
  public let isPublished: Bool
  public init(assignment: ID<CourseItem>, isPublished: Bool) {
    (self.assignment, self.isPublished) = (assignment, isPublished)
  }

  /// Without the field `draft` it is published.
  public init(_ form: Form, assignment: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(assignment: assignment, isPublished: !reader.flag("draft"))
    try reader.finish()
  }
}

/// An assignment goes away, with a way back.
public struct DeleteAssignment: Command {
  public static let name = "assignments.delete-assignment"
  public let assignment: ID<CourseItem>
  public init(assignment: ID<CourseItem>) { self.assignment = assignment }

  public init(_ form: Form, assignment: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(assignment: assignment)
    try reader.finish()
  }
}

/// A deletion is taken back: nothing has happened.
public struct RestoreAssignment: Command {
  public static let name = "assignments.restore-assignment"
  public let assignment: ID<CourseItem>
  public init(assignment: ID<CourseItem>) { self.assignment = assignment }

  public init(_ form: Form, assignment: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(assignment: assignment)
    try reader.finish()
  }
}

/// The rubric is written, whole.
public struct WriteRubric: Command {
  public static let name = "assignments.write-rubric"
  public let assignment: ID<CourseItem>
  public let rubric: Rubric
  public let version: String?
  /// Somebody has looked at whose grades change by it.
  public let isSure: Bool
  public init(assignment: ID<CourseItem>, rubric: Rubric, version: String? = nil, isSure: Bool = false) {
    (self.assignment, self.rubric, self.version, self.isSure) = (assignment, rubric, version, isSure)
  }

  /// The most criteria, and the most levels of one: what a page and a person can hold.
  public static let most = 12

  /// Criterion 2 is `criterion.2` and `criterion.2.id`, its third level `level.2.3`, `level.2.3.points`,
  /// `level.2.3.id`.
  ///
  /// What has no title is left out; ids that are missing are made.
  public init(
    _ form: Form, assignment: ID<CourseItem>, newID: () -> ID<RubricCriterion>
  ) throws(Refusal) {
    var reader = FormReader(form)
    var criteria: [RubricCriterion] = []
    for place in 0..<Self.most {
      let field = "criterion." + String(place)
      let title = reader.optionalText(field, max: 160)
      let id: ID<RubricCriterion>? = reader.optionalID(field + ".id")
      var levels: [RubricLevel] = []
      for step in 0..<Self.most {
        if let level = Self.level("level." + String(place) + "." + String(step), &reader, newID) {
          levels.append(level)
        }
      }
      if let title {
        if levels.isEmpty { reader.fail(field, Phrase("assignments.criterion-without-levels")) }
        criteria.append(RubricCriterion(id: id ?? newID(), title: title, levels: levels))
      } else if !levels.isEmpty {
        reader.fail(field, Phrase("form.required"))
      }
    }
    self.init(
      assignment: assignment, rubric: Rubric(criteria), version: reader.optionalText("version", max: 40),
      isSure: reader.flag("sure"))
    reader.ignore("more")
    try reader.finish()
  }

  private static func level(
    _ field: String, _ reader: inout FormReader, _ newID: () -> ID<RubricCriterion>
  ) -> RubricLevel? {
    let title = reader.optionalText(field, max: 300)
    let points = reader.points(field + ".points")
    let id: ID<RubricLevel>? = reader.optionalID(field + ".id")
    guard title != nil || points != nil else { return nil }
    guard let points else {
      reader.fail(field + ".points", Phrase("form.required"))
      return nil
    }
    return RubricLevel(id: id ?? newID().cast(), title: title ?? "", points: points)
  }
}

/// A rubric's change is taken back, with all that it did to scores.
public struct UndoRubric: Command {
  public static let name = "assignments.undo-rubric"
  public let assignment: ID<CourseItem>
  /// The moment of the change.
  public let at: Instant

  public init(_ form: Form, assignment: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    let at = Int64(reader.text("at", max: 15))
    if at == nil, reader.problems.isEmpty { reader.fail("at", Phrase("form.id")) }
    (self.assignment, self.at) = (assignment, Instant(milliseconds: at ?? 0))
    try reader.finish()
  }
}

/// Students get another day, each for themselves.
public struct ExtendDue: Command {
  public static let name = "assignments.extend-due"
  public let item: ID<CourseItem>
  public let students: [ID<Student>]
  public let due: WallTime
  public init(item: ID<CourseItem>, students: [ID<Student>], due: WallTime) {
    (self.item, self.students, self.due) = (item, students, due)
  }

  public init(_ form: Form, item: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    let students: [ID<Student>] = reader.ids("student", max: 500)
    if students.isEmpty { reader.fail("student", Phrase("assignments.choose-students")) }
    let due = reader.wallTime("due")
    if due == nil, !reader.problems.contains(where: { $0.field == "due" }) {
      reader.fail("due", Phrase("form.required"))
    }
    self.init(item: item, students: students, due: due ?? WallTime(day: Day(number: 0), minute: 0))
    try reader.finish()
  }
}

/// The student's day is everybody's again.
public struct EndExtension: Command {
  public static let name = "assignments.end-extension"
  public let item: ID<CourseItem>
  public let student: ID<Student>
  public init(item: ID<CourseItem>, student: ID<Student>) { (self.item, self.student) = (item, student) }

  public init(_ form: Form, item: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(item: item, student: reader.id("student"))
    try reader.finish()
  }
}
