public import Base

/// Chooses how a course makes a grade of scores, categories and all.
public struct ChangeGradeSettings: FormCommand {
  public static let name = "grades.change-settings"
  /// A category as somebody typed it; without an id it is new.
  public struct Row: Hashable, Sendable {
    public var id: ID<GradeCategory>?
    public var kind: GradeCategory.Kind
    public var name: String?
    public var weight: Amount
    public var dropLowest: Int
    public var dropHighest: Int
    public var isCapped: Bool
  }
  public let settings: GradeSettings
  public let rows: [Row]
  public init(settings: GradeSettings, rows: [Row]) { (self.settings, self.rows) = (settings, rows) }

  public var course: ID<Course> { settings.course }
  static let maxRows = 30

  /// The fields of `fields(_:_:)`; `step` is the business of the page.
  public init(_ form: inout FormReader) {
    form.ignore("step")
    let hundred = Amount(units: 100 * Amount.scale)
    var settings = GradeSettings(course: form.id("course", Course.self))
    settings.scheme = form.choice("scheme", else: .weighted)
    settings.within = form.choice("within", else: .points)
    settings.rounding = form.choice("rounding", else: .hundredth)
    settings.isCapped = form.flag("capped")
    settings.late = LatePolicy(
      percent: form.amount("late-percent", most: hundred), interval: form.choice("late-every", else: .day),
      floor: form.amount("late-floor", most: hundred), graceMinutes: form.integer("late-grace", in: 0...1440))
    settings.missing = MissingPolicy(
      isOn: form.flag("missing"), percent: form.amount("missing-percent", most: hundred, else: hundred))
    settings.scale = ChangeGradeSettings.scale(&form, mayFollow: true)
    settings.postsItself = form.flag("posts-itself")
    settings.showsStatistics = form.flag("statistics")
    let rows = ChangeGradeSettings.rows(&form)
    self.init(settings: settings, rows: rows)
  }

  /// The letters that were chosen or typed.
  ///
  /// - Parameter mayFollow: whether the school's are a choice.
  static func scale(_ reader: inout FormReader, mayFollow: Bool) -> String {
    let chosen = reader.text("scale", max: 20)
    let typed = reader.note("scale-text", max: 2000) ?? ""
    if mayFollow, chosen == GradeSettings.follows { return chosen }
    if LetterScale.Preset(rawValue: chosen) != nil { return chosen }
    guard let scale = LetterScale(text: typed) else {
      reader.fail("scale-text", Phrase("grades.scale-unreadable"))
      return typed
    }
    if let reason = LetterScale.problem(scale.steps) { reader.fail("scale-text", reason) }
    return scale.text
  }

  /// Rows that are empty are left out, and those that are ticked to go.
  private static func rows(_ reader: inout FormReader) -> [Row] {
    var (rows, numbers) = ([Row](), [String]())
    for (key, _) in reader.entries("category", max: 400) {
      let number = String(key.prefix { $0 != "." })
      if !numbers.contains(number) { numbers.append(number) }
    }
    for number in numbers.prefix(maxRows) {
      let field = "category." + number + "."
      let isGone = reader.flag(field + "remove")
      let id = reader.optionalID(field + "id", GradeCategory.self)
      let kind = reader.optionalChoice(field + "kind", GradeCategory.Kind.self) ?? .own
      let name = reader.optionalText(field + "name", max: 60)
      let isBlank = id == nil && name == nil && kind == .own && (reader.values(field + "weight").first ?? "").isEmpty
      if isGone || isBlank { continue }
      if kind == .own, name == nil { reader.fail(field + "name", Phrase("form.required")) }
      rows.append(
        Row(
          id: id, kind: kind, name: name,
          weight: reader.amount(field + "weight", most: Amount(units: 1000 * Amount.scale)),
          dropLowest: count(field + "low", &reader), dropHighest: count(field + "high", &reader),
          isCapped: reader.flag(field + "capped")))
    }
    if rows.isEmpty { reader.fail("category", Phrase("grades.needs-category")) }
    return rows
  }

  private static func count(_ field: String, _ reader: inout FormReader) -> Int {
    (reader.values(field).first ?? "").isEmpty ? 0 : reader.integer(field, in: 0...20)
  }

  /// The form that says what there is: for the page, for the way back, and for programs.
  public static func fields(_ settings: GradeSettings, _ categories: [GradeCategory]) -> [Form.Field] {
    let isPreset = settings.followsSchool || LetterScale.Preset(rawValue: settings.scale) != nil
    var fields = [
      Form.Field("scheme", settings.scheme.rawValue), Form.Field("within", settings.within.rawValue),
      Form.Field("rounding", settings.rounding.rawValue), Form.Field("late-percent", settings.late.percent.text),
      Form.Field("late-every", settings.late.interval.rawValue), Form.Field("late-floor", settings.late.floor.text),
      Form.Field("late-grace", String(settings.late.graceMinutes)),
      Form.Field("missing-percent", settings.missing.percent.text),
      Form.Field("scale", isPreset ? settings.scale : "own"), Form.Field("scale-text", settings.letters.text),
    ]
    for (name, isOn) in [
      ("capped", settings.isCapped), ("missing", settings.missing.isOn), ("posts-itself", settings.postsItself),
      ("statistics", settings.showsStatistics),
    ] where isOn { fields.append(Form.Field(name, "on")) }
    for (place, category) in categories.enumerated() {
      let field = "category." + String(place) + "."
      fields += [
        Form.Field(field + "id", category.id.text), Form.Field(field + "kind", category.kind.rawValue),
        Form.Field(field + "name", category.name ?? ""), Form.Field(field + "weight", category.weight.text),
        Form.Field(field + "low", String(category.dropLowest)),
        Form.Field(field + "high", String(category.dropHighest)),
      ]
      if category.isCapped { fields.append(Form.Field(field + "capped", "on")) }
    }
    return fields
  }

  /// The categories as they are to be.
  public func categories(from known: [GradeCategory], new: (Int) -> ID<GradeCategory>) -> [GradeCategory] {
    let ids = Set(known.map { $0.id })
    return rows.enumerated().map { place, row in
      GradeCategory(
        id: row.id.flatMap { ids.contains($0) ? $0 : nil } ?? new(place), course: course, kind: row.kind,
        name: row.name,
        weight: row.weight, dropLowest: row.dropLowest, dropHighest: row.dropHighest, isCapped: row.isCapped,
        place: place)
    }
  }
}

/// Takes back the last change of a course's settings.
public struct UndoGradeSettings: FormCommand {
  public static let name = "grades.undo-settings"
  public let course: ID<Course>
  /// What the settings' version was after the change.
  public let version: String
  public init(_ form: inout FormReader) {
    (course, version) = (form.id("course"), form.text("version", max: 20, about: "What the change answered."))
  }
}

/// A student's “what if”: scores that nobody gave, and a goal.
///
/// Nothing of it is kept.
public struct WhatIf: Hashable, Sendable {
  public var scores: [ID<GradeItem>: Amount] = [:]
  public var target: Amount?
  /// What the goal was written as, a letter or a percent.
  public var goal: String = ""
  public init() {}

  /// `score.<item>` with points, `goal` with a letter or a percent.
  public init(_ form: Form, _ scale: LetterScale) throws(Refusal) {
    var reader = FormReader(form)
    for (key, value) in reader.entries("score", max: 500) {
      guard let item = ID<GradeItem>(key) else {
        reader.fail("score." + String(key.prefix(40)), Phrase("form.id"))
        continue
      }
      switch ScoreText(value) {
      case .clear?: continue
      case .points(let points)? where !(points < .zero) && !(PutColumn.most < points): scores[item] = points
      default: reader.fail("score." + key, Phrase("grades.cell-unreadable"))
      }
    }
    goal = reader.optionalText("goal", max: 20) ?? ""
    if !goal.isEmpty {
      switch ScoreText(goal) {
      case .points(let percent)?, .percent(let percent)?: target = percent
      case .letter(let text)?: target = scale.step(named: text)?.from
      default: break
      }
      if target == nil { reader.fail("goal", Phrase("grades.goal-unreadable")) }
    }
    try reader.finish()
  }
}
