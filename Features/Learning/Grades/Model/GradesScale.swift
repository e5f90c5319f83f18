public import Base

/// From percent to letter: each letter from its lower bound on (rules.md 4.3).
public struct LetterScale: Hashable, Sendable {
  public struct Step: Hashable, Sendable {
    public let letter: String
    /// The lowest percent that has this letter.
    public let from: Amount
    /// What it counts in a grade point average; `nil` is not at all.
    public let points: Amount?
    public init(_ letter: String, from: Amount, points: Amount?) {
      (self.letter, self.from, self.points) = (letter, from, points)
    }
  }
  /// Highest first.
  public let steps: [Step]

  /// Orders the steps.
  ///
  /// Use `problem` on what people typed.
  public init(_ steps: [Step]) { self.steps = steps.sorted { $1.from < $0.from } }

  /// What is wrong with a scale somebody typed; `nil` when it is one.
  public static func problem(_ steps: [Step]) -> Phrase? {
    if steps.isEmpty || steps.count > 40 { return Phrase("grades.scale-count", .count(40)) }
    for (place, step) in steps.enumerated() {
      if step.from < .zero { return Phrase("grades.scale-negative", .text(step.letter)) }
      if steps[..<place].contains(where: { $0.letter == step.letter || $0.from == step.from }) {
        return Phrase("grades.scale-twice", .text(step.letter))
      }
    }
    return steps.contains { $0.from == .zero } ? nil : Phrase("grades.scale-zero")
  }

  /// The highest letter whose bound is reached; what is below all has the last.
  public func step(for percent: Amount) -> Step? {
    let value = max(percent, .zero)
    for step in steps where step.from <= value { return step }
    return steps.last
  }

  /// The next better letter than the one for a percent; `nil` at the top.
  public func next(after percent: Amount) -> Step? {
    guard let here = step(for: percent) else { return nil }
    return steps.last { here.from < $0.from }
  }

  /// A letter as somebody typed it: “a−” is “A-”.
  public func step(named text: String) -> Step? {
    let wanted = LetterScale.plain(text)
    for step in steps where LetterScale.plain(step.letter) == wanted { return step }
    return nil
  }

  private static func plain(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      let isDash = scalar == "\u{2212}" || scalar == "\u{2010}" || scalar == "\u{2011}" || scalar == "\u{2013}"
      if isDash { out += "-" } else if scalar != " " { out.unicodeScalars.append(scalar) }
    }
    return out.uppercased()
  }

  /// The percent a letter stands for when a teacher types it: a point below the next, a tenth where they are close.
  public func percent(of step: Step) -> Amount {
    guard let above = steps.last(where: { step.from < $0.from }) else { return Amount(units: 100 * Amount.scale) }
    let gap = above.from.units - step.from.units
    return Amount(units: above.from.units - (gap < Amount.scale ? Amount.scale / 10 : Amount.scale))
  }
}

extension LetterScale {
  /// The scales everybody has; a school's own are rows.
  public enum Preset: String, CaseIterable, Hashable, Sendable {
    case thirteen
    /// The same, with more than four points for the highest.
    case thirteenPlus = "thirteen-plus"
    case canvas
    /// Passed or not, and in no average.
    case passFail = "pass-fail"
  }

  public init(_ preset: Preset) {
    switch preset {
    case .thirteen: self = .thirteen
    case .thirteenPlus: self = .thirteenPlus
    case .canvas: self = .canvas
    case .passFail: self = .passFail
    }
  }

  public static let passFail = LetterScale([
    Step("P", from: Amount(units: 60 * Amount.scale), points: nil), Step("F", from: .zero, points: nil),
  ])

  /// Whether its letters count in a grade point average at all.
  public var countsInAverages: Bool { steps.contains { $0.points != nil } }

  /// The preset with the same lines.
  public var preset: Preset? {
    for preset in Preset.allCases where LetterScale(preset) == self { return preset }
    return nil
  }

  public static let thirteen = LetterScale(named: [97, 93, 90, 87, 83, 80, 77, 73, 70, 67, 63, 60, 0], top: "A+")
  public static let thirteenPlus = LetterScale(
    thirteen.steps.map { step in
      step.letter == "A+" ? Step("A+", from: step.from, points: Amount(units: 43 * Amount.scale / 10)) : step
    })
  public static let canvas = LetterScale(named: [94, 90, 87, 84, 80, 77, 74, 70, 67, 64, 61, 0], top: "A")

  private static let names = ["A+", "A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F"]
  private static let tenths: [Int64] = [40, 40, 37, 33, 30, 27, 23, 20, 17, 13, 10, 7, 0]

  private init(named bounds: [Int64], top: String) {
    let skipped = top == "A+" ? 0 : 1
    steps = bounds.enumerated().map { place, bound in
      Step(
        LetterScale.names[place + skipped], from: Amount(units: bound * Amount.scale),
        points: Amount(units: LetterScale.tenths[place + skipped] * Amount.scale / 10))
    }
  }

  /// `A+ 97 4.0`, one a line: how a scale is typed, stored and shown again.
  public var text: String {
    var lines: [String] = []
    for step in steps {
      lines.append(step.letter + " " + step.from.text + (step.points.map { " " + $0.text } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  /// Reads what `text` writes; `nil` when a line is none.
  public init?(text: String) {
    var steps: [Step] = []
    for line in text.split(separator: "\n") {
      let parts = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      if parts.isEmpty { continue }
      guard parts.count == 2 || parts.count == 3, parts[0].count <= 12, let from = Amount(parts[1]) else { return nil }
      var points: Amount?
      if parts.count == 3 {
        guard let read = Amount(parts[2]) else { return nil }
        points = read
      }
      steps.append(Step(String(parts[0]), from: from, points: points))
    }
    self.init(steps)
  }
}
