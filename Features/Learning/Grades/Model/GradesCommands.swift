public import Base

/// Writes scores into some cells of a gradebook; the others stay as they are.
///
/// Each cell gets its own verdict: one that is wrong keeps nobody from saving the rest.
public struct RecordScores: Command {
  public static let name = "grades.record-scores"
  /// A whole gradebook of 200 by 60 at once.
  public static let most = Limits.scores.most
  public let course: ID<Course>
  public let edits: [CellEdit]
  public init(course: ID<Course>, edits: [CellEdit]) { (self.course, self.edits) = (course, edits) }

  /// `course`, and for each cell `cell.<item>.<student>` with what was typed, `was.<item>.<student>` with what stood
  /// there; or `cells`, one a line: item, student, typed, and what stood there, with tabs between.
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let course = reader.id("course", Course.self)
    var edits = RecordScores.lines(&reader)
    var was: [String: String] = [:]
    for (key, value) in reader.entries("was", max: RecordScores.most) { was[key] = value }
    for (key, value) in reader.entries("cell", max: RecordScores.most) {
      let parts = key.utf8.split(separator: UInt8(ascii: "."))
      guard parts.count == 2, let item = ID<GradeItem>(String(Substring(parts[0]))),
        let student = ID<Student>(String(Substring(parts[1])))
      else {
        reader.fail("cell." + String(key.prefix(80)), Phrase("form.id"))
        continue
      }
      edits.append(CellEdit(item: item, student: student, typed: String(value.prefix(40)), was: was[key]))
    }
    if edits.isEmpty, reader.problems.isEmpty { reader.fail("cells", Phrase("form.required")) }
    if edits.count > RecordScores.most { reader.fail("cells", Phrase("form.too-many", .count(RecordScores.most))) }
    try reader.finish()
    self.init(course: course, edits: edits)
  }

  private static func lines(_ reader: inout FormReader) -> [CellEdit] {
    var edits: [CellEdit] = []
    for line in (reader.note("cells", max: 2_000_000) ?? "").split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count >= 2, let item = ID<GradeItem>(parts[0]), let student = ID<Student>(parts[1]) else {
        reader.fail("cells", Phrase("form.id"))
        return []
      }
      let typed = parts.count > 2 ? String(parts[2].prefix(40)) : ""
      edits.append(CellEdit(item: item, student: student, typed: typed, was: parts.count > 3 ? String(parts[3]) : nil))
    }
    return edits
  }
}

/// Takes back what the caller wrote into a gradebook at one moment: those cells, all of them, and no others.
public struct UndoScores: Command {
  public static let name = "grades.undo-scores"
  public let course: ID<Course>
  public let at: Instant
  public init(course: ID<Course>, at: Instant) { (self.course, self.at) = (course, at) }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let course = reader.id("course", Course.self)
    let at = Int64(reader.text("at", max: 15))
    if at == nil, !reader.problems.contains(where: { $0.field == "at" }) { reader.fail("at", Phrase("form.id")) }
    try reader.finish()
    self.init(course: course, at: Instant(milliseconds: at ?? 0))
  }
}

/// Changes one cell with everything that is in it: the points and the words to the student.
public struct WriteCell: Command {
  public static let name = "grades.write-cell"
  public let course: ID<Course>
  public let edit: CellEdit
  public let comment: String?
  public init(course: ID<Course>, edit: CellEdit, comment: String?) {
    (self.course, self.edit, self.comment) = (course, edit, comment)
  }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let (course, item) = (reader.id("course", Course.self), reader.id("item", GradeItem.self))
    let student = reader.id("student", Student.self)
    let typed = reader.optionalText("score", max: 40) ?? ""
    let was = form["was"] == nil ? nil : reader.optionalText("was", max: 40) ?? ""
    let comment = reader.note("comment", max: Score.longestComment)
    try reader.finish()
    self.init(course: course, edit: CellEdit(item: item, student: student, typed: typed, was: was), comment: comment)
  }
}

/// Lets families see the scores of a column, or takes them out of their sight again.
public struct PostScores: Command {
  public static let name = "grades.post-scores"
  public let course: ID<Course>
  public let item: ID<GradeItem>
  public let isShown: Bool
  public init(course: ID<Course>, item: ID<GradeItem>, isShown: Bool) {
    (self.course, self.item, self.isShown) = (course, item, isShown)
  }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let (course, item) = (reader.id("course", Course.self), reader.id("item", GradeItem.self))
    let isHidden = reader.flag("hide")
    reader.ignore("back")
    try reader.finish()
    self.init(course: course, item: item, isShown: !isHidden)
  }
}

/// Adds a column that a teacher fills by hand, or changes how a column counts.
public struct PutColumn: Command {
  public static let name = "grades.put-column"
  public let course: ID<Course>
  /// `nil` makes a new one.
  public let item: ID<GradeItem>?
  public let title: String
  public let possible: Amount
  public let category: ID<GradeCategory>?
  public let due: Day?
  public let counts: Bool
  public let neverDrop: Bool
  public let postsItself: Bool
  public init(
    course: ID<Course>, item: ID<GradeItem>? = nil, title: String, possible: Amount, category: ID<GradeCategory>? = nil,
    due: Day? = nil, counts: Bool = true, neverDrop: Bool = false, postsItself: Bool = false
  ) {
    (self.course, self.item, self.title, self.possible) = (course, item, title, possible)
    (self.category, self.due, self.counts) = (category, due, counts)
    (self.neverDrop, self.postsItself) = (neverDrop, postsItself)
  }

  /// The most points an item may give.
  public static let most = Amount(units: 1_000_000 * Amount.scale)

  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let (course, item) = (reader.id("course", Course.self), reader.optionalID("item", GradeItem.self))
    let title = reader.text("title", max: 80)
    let possible = reader.amount("possible", most: PutColumn.most)
    let category = reader.optionalID("category", GradeCategory.self)
    let due = reader.optionalDay("due")
    let ignored = reader.flag("ignored")
    let (never, posts) = (reader.flag("never-drop"), reader.flag("posts-itself"))
    try reader.finish()
    self.init(
      course: course, item: item, title: title, possible: possible, category: category, due: due, counts: !ignored,
      neverDrop: never, postsItself: posts)
  }
}

/// Removes a column nobody has been given anything for.
public struct RemoveColumn: Command {
  public static let name = "grades.remove-column"
  public let course: ID<Course>
  public let item: ID<GradeItem>
  public init(course: ID<Course>, item: ID<GradeItem>) { (self.course, self.item) = (course, item) }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    (course, item) = (reader.id("course", Course.self), reader.id("item", GradeItem.self))
    try reader.finish()
  }
}

/// Puts a percent in the place of a student's computed grade, or the computed one back.
public struct OverrideGrade: Command {
  public static let name = "grades.override"
  public let course: ID<Course>
  public let student: ID<Student>
  /// `nil` is the whole course.
  public let period: ID<GradingPeriod>?
  /// `nil` restores the computed value.
  public let percent: Amount?
  public let reason: String
  /// Whether the family sees it.
  public let isShown: Bool
  public init(
    course: ID<Course>, student: ID<Student>, period: ID<GradingPeriod>? = nil, percent: Amount?, reason: String,
    isShown: Bool
  ) {
    (self.course, self.student, self.period, self.percent) = (course, student, period, percent)
    (self.reason, self.isShown) = (reason, isShown)
  }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    let (course, student) = (reader.id("course", Course.self), reader.id("student", Student.self))
    let period = reader.optionalID("period", GradingPeriod.self)
    let isRemoved = reader.flag("remove")
    let percent = isRemoved ? nil : reader.amount("percent", most: Amount(units: 1000 * Amount.scale), places: 2)
    let reason = isRemoved ? reader.optionalText("reason", max: 300) ?? "" : reader.text("reason", max: 300)
    let isShown = reader.flag("shown")
    if isRemoved { reader.ignore("percent") }
    try reader.finish()
    self.init(
      course: course, student: student, period: period, percent: percent, reason: reason, isShown: isShown)
  }
}

extension FormReader {
  /// A number of zero or more, as people type it.
  mutating func amount(_ name: String, most: Amount, places: Int = 4, else standIn: Amount = .zero) -> Amount {
    guard let text = optionalText(name, max: 40) else {
      fail(name, Phrase("form.required"))
      return standIn
    }
    return amount(name, text, most: most, places: places, else: standIn)
  }

  /// Like `amount`, but nothing is nothing.
  mutating func optionalAmount(_ name: String, most: Amount, places: Int = 4) -> Amount? {
    optionalText(name, max: 40).map { amount(name, $0, most: most, places: places, else: .zero) }
  }

  private mutating func amount(_ name: String, _ text: String, most: Amount, places: Int, else standIn: Amount)
    -> Amount
  {
    guard case .points(let value)? = ScoreText(text), !(value < .zero), !(most < value),
      value.roundedHalfUp(places: places) == value
    else {
      fail(name, Phrase("grades.not-a-number", .text(most.text)))
      return standIn
    }
    return value
  }
}
