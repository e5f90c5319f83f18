/// Powers and logarithms that come out alike on every device, to the last bit.
///
/// A schedule is folded from reviews wherever it is read; the C libraries of a server and of a browser differ in the last
/// places, and one bit can move a date. Only the four operations of IEEE 754 are used, which are the same everywhere.
enum FlashcardsMath {
  private static let ln2High = 0.693_147_180_369_123_816_49
  private static let ln2Low = 1.908_214_929_270_587_700_02e-10

  /// e to the power of `x`; what is too large or too small stays within what a schedule can use.
  static func exp(_ x: Double) -> Double {
    let kept = min(max(x, -700), 700)
    let twos = (kept / (ln2High + ln2Low)).rounded()
    let rest = (kept - twos * ln2High) - twos * ln2Low
    // the series at |rest| ≤ 0.35: fifteen terms are below half a last place
    var (sum, term) = (1.0, 1.0)
    for n in 1...15 {
      term = term * rest / Double(n)
      sum += term
    }
    return Double(sign: .plus, exponent: Int(twos), significand: sum)
  }

  /// The natural logarithm of a number above nothing.
  static func log(_ x: Double) -> Double {
    guard x > 0, x.isFinite else { return 0 }
    var (twos, part) = (Double(x.exponent), x.significand)
    if part > 1.414_213_562_373_095_1 { (twos, part) = (twos + 1, part / 2) }
    let ratio = (part - 1) / (part + 1)
    let square = ratio * ratio
    var (sum, power) = (0.0, ratio)
    for n in stride(from: 1, through: 27, by: 2) {
      sum += power / Double(n)
      power *= square
    }
    return 2 * sum + twos * ln2Low + twos * ln2High
  }

  static func power(_ base: Double, _ exponent: Double) -> Double { exp(exponent * log(base)) }
}
