public import Base

/// The letters of a school, and how its grade point averages are made: what courses follow that chose nothing else.
public struct SchoolLetters: Hashable, Sendable {
  /// `nil` while nobody has chosen any.
  public let id: ID<SchoolLetters>?
  public let scale: LetterScale
  /// What counts of a course that was taken again.
  public let repeats: GradeAverage.Repeats
  /// What harder courses count for.
  public let bonus: LevelBonus
  /// Whether a course may show its students how the class did.
  public let allowsStatistics: Bool
  public let createdAt: Instant
  public init(
    id: ID<SchoolLetters>? = nil, scale: LetterScale = .thirteen, repeats: GradeAverage.Repeats = .all,
    bonus: LevelBonus = .usual, allowsStatistics: Bool = false, createdAt: Instant = Instant(milliseconds: 0)
  ) {
    (self.id, self.scale, self.repeats, self.createdAt) = (id, scale, repeats, createdAt)
    (self.bonus, self.allowsStatistics) = (bonus, allowsStatistics)
  }

  public var version: String { String(createdAt.milliseconds) }

  /// The form that says what there is.
  public var fields: [Form.Field] {
    [
      Form.Field("scale", scale.preset?.rawValue ?? "own"), Form.Field("scale-text", scale.text),
      Form.Field("repeats", repeats.rawValue), Form.Field("honors", bonus.honors.text),
      Form.Field("advanced", bonus.advanced.text),
    ] + (allowsStatistics ? [Form.Field("statistics", "on")] : [])
  }
}

/// Chooses the letters of the school.
public struct SetLetters: FormCommand {
  public static let name = "grades.set-letters"
  public let scale: LetterScale
  public let repeats: GradeAverage.Repeats
  public let bonus: LevelBonus
  public let allowsStatistics: Bool
  /// What the letters' version was when the form was shown; `nil` asks for nothing.
  public let version: String?
  public init(
    scale: LetterScale, repeats: GradeAverage.Repeats = .all, bonus: LevelBonus = .usual,
    allowsStatistics: Bool = false, version: String? = nil
  ) {
    (self.scale, self.repeats, self.version) = (scale, repeats, version)
    (self.bonus, self.allowsStatistics) = (bonus, allowsStatistics)
  }

  /// `step` is the business of the page.
  public init(_ form: inout FormReader) {
    form.ignore("step")
    let text = ChangeGradeSettings.scale(&form, mayFollow: false)
    let repeats = form.optionalChoice("repeats", GradeAverage.Repeats.self) ?? .all
    let most = Amount(units: 5 * Amount.scale)
    let bonus = LevelBonus(
      honors: form.optionalAmount("honors", most: most, places: 2) ?? LevelBonus.usual.honors,
      advanced: form.optionalAmount("advanced", most: most, places: 2) ?? LevelBonus.usual.advanced)
    let allows = form.flag("statistics")
    let version = form.optionalText("version", max: 20)
    let preset = LetterScale.Preset(rawValue: text).map { LetterScale($0) }
    self.init(
      scale: preset ?? LetterScale(text: text) ?? .thirteen, repeats: repeats, bonus: bonus, allowsStatistics: allows,
      version: version)
  }

  /// The form again, as it was understood.
  public var fields: [Form.Field] {
    SchoolLetters(scale: scale, repeats: repeats, bonus: bonus, allowsStatistics: allowsStatistics).fields
      + (version.map { [Form.Field("version", $0)] } ?? [])
  }
}
