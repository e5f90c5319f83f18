/// The languages Homeroom speaks.
///
/// Each is complete: a missing word fails `make check`.
public enum Language: String, CaseIterable, Hashable, Sendable {
  case en, fr, ar, he

  public var isRightToLeft: Bool { self == .ar || self == .he }
  /// The value of the `dir` attribute.
  public var direction: String { isRightToLeft ? "rtl" : "ltr" }

  /// The language's own name, as its speakers write it.
  public var ownName: String {
    switch self {
    case .en: "English"
    case .fr: "Français"
    case .ar: "العربية"
    case .he: "עברית"
    }
  }

  /// The first of ours in an `Accept-Language` header, by weight.
  ///
  /// A hundred entries are read, the rest is ignored.
  public static func best(accept: String) -> Language? {
    var found: (language: Language, weight: Int)?
    for entry in accept.split(separator: ",").prefix(100) {
      let parts = entry.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      guard let tag = parts.first, let language = Language(tag: tag) else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Language.weight($0.dropFirst(2)) } ?? 1000
      if weight > found?.weight ?? 0 { found = (language, weight) }
    }
    return found?.language
  }

  /// Matches by the first subtag; `iw` is what old systems call Hebrew.
  public init?(tag: String) {
    let head = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map(String.init) ?? ""
    self.init(rawValue: head == "iw" ? "he" : head)
  }

  /// Thousandths of a quality value: `0.8` is 800; what cannot be read weighs nothing.
  private static func weight(_ text: Substring) -> Int {
    guard let amount = Amount(text.prefix(5)), amount.units >= 0 else { return 0 }
    return Int(amount.units / 10)
  }

  /// The plural category of a whole number, by the rules of CLDR 46 (tested against ICU).
  public func plural(_ count: Int) -> Plural {
    let n = count.magnitude
    switch self {
    case .en: return n == 1 ? .one : .other
    case .fr: return n < 2 ? .one : n % 1_000_000 == 0 ? .many : .other
    case .he: return n == 1 ? .one : n == 2 ? .two : .other
    case .ar:
      switch (n, n % 100) {
      case (0, _): return .zero
      case (1, _): return .one
      case (2, _): return .two
      case (_, 3...10): return .few
      case (_, 11...99): return .many
      default: return .other
      }
    }
  }
}

/// The six plural categories of CLDR.
public enum Plural: String, CaseIterable, Hashable, Sendable { case zero, one, two, few, many, other }
