public import Base

/// The rubric is written, whole.
public struct WriteRubric: FormCommand {
  public static let name = "assignments.write-rubric"
  public let assignment: ID<CourseItem>
  /// What is new in it has no id yet.
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
  /// What has no title is left out.
  public init(_ form: inout FormReader) {
    let assignment: ID<CourseItem> = form.id("assignment")
    var left = Self.names(&form)
    var criteria: [RubricCriterion] = []
    for place in 0..<Self.most {
      let field = "criterion." + String(place)
      var (title, id): (String?, ID<RubricCriterion>?) = (nil, nil)
      if Self.take([field, field + ".id"], from: &left) {
        title = form.optionalText(field, max: 160)
        id = form.optionalID(field + ".id")
      }
      var levels: [RubricLevel] = []
      for step in 0..<Self.most {
        if let level = Self.level("level." + String(place) + "." + String(step), &left, &form) { levels.append(level) }
      }
      if let title {
        if levels.isEmpty { form.fail(field, Phrase("assignments.criterion-without-levels")) }
        criteria.append(RubricCriterion(id: id ?? .none, title: title, levels: levels))
      } else if !levels.isEmpty {
        form.fail(field, Phrase("form.required"))
      }
    }
    for name in left.sorted().prefix(50) { form.fail(String(name.prefix(60)), Phrase("form.unknown")) }
    self.init(
      assignment: assignment, rubric: Rubric(criteria),
      version: form.optionalText("version", max: 40, about: "The version of the work that was seen."),
      isSure: form.flag("sure", about: "Grades that were given already change with it."))
    form.ignore("more")
  }

  /// Everything that came of criteria and levels.
  ///
  /// Only what came is asked for: a description that named each of all possible fields would name hundreds.
  private static func names(_ form: inout FormReader) -> Set<String> {
    let criteria = form.entries(
      "criterion", about: "The title of each criterion, the first at 0; with 0.id beside it, it stays the same.")
    let levels = form.entries(
      "level", about: "The title of each level, 0.1 the second of the first criterion, with 0.1.points and 0.1.id.")
    return Set(criteria.map { "criterion." + $0.key } + levels.map { "level." + $0.key })
  }

  /// Whether any of these came.
  private static func take(_ names: [String], from left: inout Set<String>) -> Bool {
    let count = left.count
    left.subtract(names)
    return left.count < count
  }

  private static func level(
    _ field: String, _ left: inout Set<String>, _ form: inout FormReader
  ) -> RubricLevel? {
    guard take([field, field + ".points", field + ".id"], from: &left) else { return nil }
    let title = form.optionalText(field, max: 300)
    let points = form.points(field + ".points")
    let id: ID<RubricLevel>? = form.optionalID(field + ".id")
    guard title != nil || points != nil else { return nil }
    guard let points else {
      form.fail(field + ".points", Phrase("form.required"))
      return nil
    }
    return RubricLevel(id: id ?? .none, title: title ?? "", points: points)
  }

  /// The same with an id for whatever has none.
  public func naming(_ newID: () -> ID<RubricCriterion>) -> WriteRubric {
    let criteria = rubric.criteria.map { one in
      RubricCriterion(
        id: one.id == .none ? newID() : one.id, title: one.title,
        levels: one.levels.map { level in
          RubricLevel(id: level.id == .none ? newID().cast() : level.id, title: level.title, points: level.points)
        })
    }
    return WriteRubric(assignment: assignment, rubric: Rubric(criteria), version: version, isSure: isSure)
  }
}

/// A rubric's change is taken back, with all that it did to scores.
public struct UndoRubric: FormCommand {
  public static let name = "assignments.undo-rubric"
  public let assignment: ID<CourseItem>
  /// The moment of the change.
  public let at: Instant

  public init(_ form: inout FormReader) {
    assignment = form.id("assignment")
    let at = Int64(form.text("at", max: 15, about: "The moment of the change, in milliseconds."))
    if at == nil, form.problems.isEmpty { form.fail("at", Phrase("form.id")) }
    self.at = Instant(milliseconds: at ?? 0)
  }
}
