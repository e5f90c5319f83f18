/// The same numbers on every machine (SplitMix64).
public struct SeededGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  public mutating func flip() -> Bool { number(0...1) == 1 }

  public mutating func pick<Item>(_ items: [Item]) -> Item { items[number(0...(items.count - 1))] }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A text of what writers and readers of tables stumble over: formulas, quotes, line ends, three scripts and their marks.
  public mutating func oddText() -> String { (0..<number(0...5)).map { _ in pick(Self.scraps) }.joined() }

  private static let scraps = [
    "=", "+", "-", "@", "'", "''=", "\t", "\r", "\n", "\r\n", "\"", "\"\"", ",", ";", "\\", "\\;", "|", " ", "a", "Ada",
    "שרה", "عمر", "É", "e\u{301}", "😀", "\u{202E}", "\u{200F}", "</script>", "\u{FEFF}", "0", "\u{A0}", "=HYPERLINK(1)",
    String(repeating: "\u{300}", count: 100),
  ]
}
