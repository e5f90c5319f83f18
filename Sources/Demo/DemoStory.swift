/// How it has gone for a named child since the term began: pictures of numbers are read by what happens in them.
enum DemoStory: Sendable {
  /// Each score a little better than the one before; or worse.
  case rising, sliding
  /// Good work, and at the door when the lesson has begun.
  case late
  /// Half of what was asked for never came.
  case missing
  case strong, steady

  /// Of a child by its place in the list: Maya, Yusuf, Camille, Adam, Lia, Sami and Yazan in the one school.
  static func of(_ place: Int) -> DemoStory {
    switch place {
    case 0: .rising
    case 1: .missing
    case 3: .sliding
    case 4: .strong
    case 5: .late
    default: .steady
    }
  }

  /// What it reaches of a hundred, from the first piece of the term (0) to the last (100).
  func share(at progress: Int) -> Int {
    switch self {
    case .rising: 58 + progress * 34 / 100
    case .sliding: 91 - progress * 33 / 100
    case .late: 80
    case .missing: 71
    case .strong: 94
    case .steady: 83
    }
  }
}
