import Base

/// Something to reckon in one's head.
public struct ArithmeticQuestion: Hashable, Sendable {
  public enum Sign: String, CaseIterable, Hashable, Sendable {
    case times = "x"
    case plus = "+"
    case minus = "-"
  }
  public let left: Int, sign: Sign, right: Int
  init(_ left: Int, _ sign: Sign, _ right: Int) { (self.left, self.sign, self.right) = (left, sign, right) }

  /// - Parameter text: `7x8`; what no round asks is none.
  public init?(_ text: String) {
    for sign in Sign.allCases {
      let parts = text.split(separator: Character(sign.rawValue), omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      guard let left = Int(String(parts[0])), let right = Int(String(parts[1])) else { return nil }
      guard (0...Self.highest).contains(left), (0...Self.highest).contains(right) else { return nil }
      self.init(left, sign, right)
      return
    }
    return nil
  }

  public var text: String { String(left) + sign.rawValue + String(right) }
  public var answer: Int {
    switch sign {
    case .times: left * right
    case .plus: left + right
    case .minus: left - right
    }
  }
  public func isRight(_ given: String?) -> Bool { given.flatMap { Int($0) } == answer }

  /// No operand is greater, so that nothing overflows.
  static let highest = 99
}

/// Ten questions: first those that went wrong before, then others by the number of the round.
public struct ArithmeticRound: Hashable, Sendable {
  public static let length = 10
  /// So many at most are of what went wrong before.
  static let mostWeak = 5
  public static let numbers = 1...999_999

  public let number: Int
  public let questions: [ArithmeticQuestion]
  public var text: String { questions.map { $0.text }.joined(separator: ",") }

  /// The number of the round after some: another one, whatever they came to.
  public static func next(after past: [ToolResult]) -> Int {
    past.reduce(past.count + 1) { sum, result in (sum + result.right) % 1000 + 1 }
  }

  /// - Parameter past: one's results, of which only those of arithmetic are looked at.
  public init(_ number: Int, past: [ToolResult]) {
    self.number = number
    var chance = StudyChance(seed: UInt64(clamping: number))
    var chosen = Array(Self.weakest(past).prefix(Self.mostWeak))
    var known = Set(chosen)
    // There are far more questions than places, so that this ends; the bound is for whoever changes that.
    for _ in 0..<500 where chosen.count < Self.length {
      let next = Self.question(&chance)
      if known.insert(next).inserted { chosen.append(next) }
    }
    questions = chosen
  }

  private static func question(_ chance: inout StudyChance) -> ArithmeticQuestion {
    switch chance.below(5) {
    case 0: return ArithmeticQuestion(11 + chance.below(60), .plus, 11 + chance.below(29))
    case 1:
      let right = 11 + chance.below(29)
      return ArithmeticQuestion(right + 2 + chance.below(50), .minus, right)
    default: return ArithmeticQuestion(2 + chance.below(11), .times, 2 + chance.below(11))
    }
  }

  /// What went wrong more than it went right since, the weakest first.
  static func weakest(_ past: [ToolResult]) -> [ArithmeticQuestion] {
    var scores: [ArithmeticQuestion: Int] = [:]
    for result in past where result.tool == .arithmetic {
      for (question, given) in result.arithmetic {
        scores[question, default: 0] += question.isRight(given) ? -1 : 2
      }
    }
    let weak = scores.filter { $0.value > 0 }.map { (question: $0.key, score: $0.value) }
    return weak.sorted { a, b in
      a.score != b.score ? a.score > b.score : a.question.text < b.question.text
    }.map { $0.question }
  }
}

extension ToolResult {
  /// What was asked in a round of arithmetic, and what was answered; empty is left open.
  public var arithmetic: [(question: ArithmeticQuestion, given: String)] {
    guard tool == .arithmetic, let read = try? JSON(Array(details.utf8)), case .object(let members) = read else {
      return []
    }
    return members.prefix(ArithmeticRound.length).compactMap { name, value in
      guard let question = ArithmeticQuestion(name), case .text(let given) = value else { return nil }
      return (question, given)
    }
  }
}

extension AnswerArithmetic {
  /// What is kept of it.
  public func outcome(of questions: [ArithmeticQuestion]) -> (right: Int, details: String) {
    var right = 0
    var members: [(String, JSON)] = []
    for (place, question) in questions.enumerated() {
      let given = (answers.indices.contains(place) ? answers[place] : nil) ?? ""
      if question.isRight(given) { right += 1 }
      members.append((question.text, .text(given)))
    }
    return (right, String(decoding: JSON.object(members).bytes, as: UTF8.self))
  }
}
