public import Base

/// Writes scores into some cells of a gradebook; the others stay as they are.
///
/// Each cell gets its own verdict: one that is wrong keeps nobody from saving the rest.
public struct RecordScores: FormCommand {
  public static let name = "grades.record-scores"
  /// A whole gradebook of 200 by 60 at once.
  public static let most = Limits.scores.most
  public let course: ID<Course>
  public let edits: [CellEdit]
  public init(course: ID<Course>, edits: [CellEdit]) { (self.course, self.edits) = (course, edits) }

  /// `course`, and for each cell `cell.<item>.<student>` with what was typed, `was.<item>.<student>` with what stood
  /// there; or `cells`, one a line: item, student, typed, and what stood there, with tabs between.
  ///
  /// With an `item`, as from a column's own page, it is that column's and no other's, and `fill` goes into every cell
  /// that was left empty.
  public init(_ form: inout FormReader) {
    let course: ID<Course> = form.id("course")
    let item: ID<GradeItem>? = form.optionalID("item", about: "The one column that all cells are of.")
    let fill = (item == nil ? nil : form.values("fill").first).flatMap { trimmed($0).isEmpty ? nil : $0 } ?? ""
    var edits = RecordScores.lines(&form)
    var was: [String: String] = [:]
    let seen = "What stood in each cell, by the same ids; something else there now is a conflict."
    for (key, value) in form.entries("was", max: RecordScores.most, about: seen) { was[key] = value }
    let wanted = "By the column's id, a dot and the student's: points, 85%, a letter, EX, or nothing to clear."
    for (key, value) in form.entries("cell", max: RecordScores.most, about: wanted) {
      let parts = key.utf8.split(separator: UInt8(ascii: "."))
      guard parts.count == 2, let item = ID<GradeItem>(String(Substring(parts[0]))),
        let student = ID<Student>(String(Substring(parts[1])))
      else {
        form.fail("cell." + String(key.prefix(80)), Phrase("form.id"))
        continue
      }
      let typed = String((value.isEmpty ? fill : value).prefix(40))
      edits.append(CellEdit(item: item, student: student, typed: typed, was: was[key]))
    }
    if let item, edits.contains(where: { $0.item != item }) { form.fail("cell", Phrase("form.id")) }
    if edits.isEmpty, form.problems.isEmpty { form.fail("cells", Phrase("form.required")) }
    if edits.count > RecordScores.most { form.fail("cells", Phrase("form.too-many", .count(RecordScores.most))) }
    self.init(course: course, edits: edits)
  }

  private static func lines(_ reader: inout FormReader) -> [CellEdit] {
    var edits: [CellEdit] = []
    let text = reader.note(
      "cells", max: 2_000_000, about: "The same, one a line: item, student, typed, was, with tabs between.")
    for line in (text ?? "").split(separator: "\n") {
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
public struct UndoScores: FormCommand {
  public static let name = "grades.undo-scores"
  public let course: ID<Course>
  public let at: Instant
  public init(course: ID<Course>, at: Instant) { (self.course, self.at) = (course, at) }
  public init(_ form: inout FormReader) {
    let course = form.id("course", Course.self)
    let at = Int64(form.text("at", max: 15, about: "The moment, in milliseconds, as the change answered."))
    if at == nil, !form.problems.contains(where: { $0.field == "at" }) { form.fail("at", Phrase("form.id")) }
    self.init(course: course, at: Instant(milliseconds: at ?? 0))
  }
}

/// Changes one cell with everything that is in it: the points and the words to the student.
public struct WriteCell: FormCommand {
  public static let name = "grades.write-cell"
  public let course: ID<Course>
  public let edit: CellEdit
  public let comment: String?
  public init(course: ID<Course>, edit: CellEdit, comment: String?) {
    (self.course, self.edit, self.comment) = (course, edit, comment)
  }
  public init(_ form: inout FormReader) {
    let (course, item) = (form.id("course", Course.self), form.id("item", GradeItem.self))
    let student = form.id("student", Student.self)
    let typed = form.optionalText("score", max: 40, about: "Points, 85%, a letter, EX, or nothing to clear.") ?? ""
    let stood = form.optionalText("was", max: 40, about: "What stood there; something else now is a conflict.") ?? ""
    // Nothing stood there, or nothing is said of it: those are two.
    let was = form.values("was").isEmpty ? nil : stood
    let comment = form.note("comment", max: Score.longestComment, about: "Words to the student.")
    self.init(course: course, edit: CellEdit(item: item, student: student, typed: typed, was: was), comment: comment)
  }
}

/// Lets families see the scores of a column, or takes them out of their sight again.
public struct PostScores: FormCommand {
  public static let name = "grades.post-scores"
  public let course: ID<Course>
  public let item: ID<GradeItem>
  public let isShown: Bool
  public init(course: ID<Course>, item: ID<GradeItem>, isShown: Bool) {
    (self.course, self.item, self.isShown) = (course, item, isShown)
  }
  public init(_ form: inout FormReader) {
    form.ignore("back")
    self.init(
      course: form.id("course"), item: form.id("item"),
      isShown: !form.flag("hide", about: "Takes them out of sight again."))
  }
}

/// Adds a column that a teacher fills by hand, or changes how a column counts.
public struct PutColumn: FormCommand {
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

  public init(_ form: inout FormReader) {
    let course: ID<Course> = form.id("course")
    let item: ID<GradeItem>? = form.optionalID("item", about: "A column that there is; without it, it is a new one.")
    let title = form.text("title", max: 80, about: "What it is called.")
    let possible = form.amount("possible", most: PutColumn.most, about: "The most points.")
    let category = form.optionalID("category", GradeCategory.self, about: "The category it counts in.")
    let due = form.optionalDay("due", about: "On which day it is due, as 2026-03-11.")
    let ignored = form.flag("ignored", about: "Shown, and never counted.")
    let never = form.flag("never-drop", about: "Never dropped, however low it is.")
    let posts = form.flag("posts-itself", about: "Families see scores as they are entered.")
    self.init(
      course: course, item: item, title: title, possible: possible, category: category, due: due, counts: !ignored,
      neverDrop: never, postsItself: posts)
  }
}

/// Removes a column nobody has been given anything for.
public struct RemoveColumn: FormCommand {
  public static let name = "grades.remove-column"
  public let course: ID<Course>
  public let item: ID<GradeItem>
  public init(course: ID<Course>, item: ID<GradeItem>) { (self.course, self.item) = (course, item) }
  public init(_ form: inout FormReader) { (course, item) = (form.id("course"), form.id("item")) }
}

/// Puts a percent in the place of a student's computed grade, or the computed one back.
public struct OverrideGrade: FormCommand {
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
  public init(_ form: inout FormReader) {
    let (course, student) = (form.id("course", Course.self), form.id("student", Student.self))
    let period = form.optionalID("period", GradingPeriod.self, about: "A part of the year; none is the course.")
    let isRemoved = form.flag("remove", about: "The computed one again; no percent is read then.")
    let most = Amount(units: 1000 * Amount.scale)
    let percent =
      isRemoved
      ? nil : form.optionalAmount("percent", most: most, places: 2, about: "With at most two places; not with remove.")
    let reason = form.optionalText("reason", max: 300, about: "Why; always with a percent.")
    for (field, isThere) in [("percent", percent != nil), ("reason", reason != nil)]
    where !isRemoved && !isThere && !form.problems.contains(where: { $0.field == field }) {
      form.fail(field, Phrase("form.required"))
    }
    let isShown = form.flag("shown", about: "Families see it.")
    if isRemoved { form.ignore("percent") }
    self.init(
      course: course, student: student, period: period, percent: percent, reason: reason ?? "", isShown: isShown)
  }
}

extension FormReader {
  /// A number of zero or more, as people type it.
  mutating func amount(
    _ name: String, most: Amount, places: Int = 4, else standIn: Amount = .zero, about: String = ""
  ) -> Amount {
    let typed = text(name, max: 40, about: about)
    return typed.isEmpty ? standIn : amount(name, typed, most: most, places: places, else: standIn)
  }

  /// Like `amount`, but nothing is nothing.
  mutating func optionalAmount(_ name: String, most: Amount, places: Int = 4, about: String = "") -> Amount? {
    optionalText(name, max: 40, about: about).map { amount(name, $0, most: most, places: places, else: .zero) }
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
