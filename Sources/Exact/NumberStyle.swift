public import Base

/// A digit of Arabic or Persian as ASCII knows it; every other scalar as it is.
public func latinDigit(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  switch scalar.value {
  case 0x0660...0x0669: Unicode.Scalar(UInt8(48 + scalar.value - 0x0660))
  case 0x06F0...0x06F9: Unicode.Scalar(UInt8(48 + scalar.value - 0x06F0))
  default: scalar
  }
}

/// The decimal number that somebody typed, with the comma and the digits of their language, as `Amount` reads it.
///
/// Spaces and marks of direction are left out. Here a comma is always the decimal sign, for nobody types thousands of
/// points with signs between them.
public func plainNumber(_ text: String) -> String {
  var out = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x2C, 0x066B: out.append(".")
    case 0x2212, 0x2013: out.append("-")
    case 0x20, 0x09, 0xA0, 0x202F, 0x200E, 0x200F, 0x061C, 0x2066...0x2069: continue
    default: out.append(latinDigit(scalar))
    }
  }
  return String(out)
}

/// How numbers are written in a language: which sign parts the whole from the rest.
public struct NumberStyle: Hashable, Sendable {
  public let decimal: UInt8
  public static let english = NumberStyle(decimal: UInt8(ascii: "."))
  public static let comma = NumberStyle(decimal: UInt8(ascii: ","))

  /// French writes 3,14; English, Hebrew and Arabic schools 3.14, the latter also with their own signs.
  public static func of(_ language: Language) -> NumberStyle { language == .fr ? .comma : .english }

  /// A number and the unit behind it; `nil` when it is none.
  ///
  /// Takes the digits of Arabic and Persian, grouping, `E` and `×10^`. A sign that can only be the decimal one is taken
  /// as that: nobody means 314 by `3,14`.
  public func read(_ text: String) -> (number: ExactNumber, unit: String)? {
    var reader = NumberReader(NumberStyle.plain(text))
    return reader.number(self)
  }

  /// The same with digits, signs and spaces as ASCII knows them, and without marks of direction.
  private static func plain(_ text: String) -> [Unicode.Scalar] {
    var out: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x066B: out.append("٫")
      case 0x066C: out.append("٬")
      case 0x2212, 0x2010...0x2014, 0xFE63, 0xFF0D: out.append("-")
      case 0x00A0, 0x2007, 0x2009, 0x202F, 0x09, 0x0A, 0x0D: out.append(" ")
      case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: break
      case 0x00D7, 0x22C5, 0x00B7: out.append("*")
      default: out.append(latinDigit(scalar))
      }
    }
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " }
    guard let first = out.firstIndex(where: { !isSpace($0) }), let last = out.lastIndex(where: { !isSpace($0) }) else {
      return []
    }
    return Array(out[first...last])
  }
}

/// Walks through one written number.
private struct NumberReader {
  private let text: [Unicode.Scalar]
  private var place = 0
  init(_ text: [Unicode.Scalar]) { self.text = text }

  private func at(_ place: Int) -> Unicode.Scalar? { place < text.count ? text[place] : nil }
  private static func digit(_ scalar: Unicode.Scalar?) -> UInt8? {
    guard let code = scalar?.value, (48...57).contains(code) else { return nil }
    return UInt8(code - 48)
  }

  mutating func number(_ style: NumberStyle) -> (number: ExactNumber, unit: String)? {
    let isNegative = at(place) == "-"
    if isNegative || at(place) == "+" { place += 1 }
    while at(place) == " " { place += 1 }
    guard let mantissa = mantissa(style) else { return nil }
    guard let power = exponent() else { return nil }
    guard mantissa.digits.count <= ExactNumber.maxDigits,
      (-ExactNumber.maxPower...ExactNumber.maxPower).contains(power)
    else { return nil }
    var coefficient = Whole.zero
    for digit in mantissa.digits { coefficient = coefficient * Whole(10) + Whole(Int64(digit)) }
    let number = ExactNumber(isNegative ? -coefficient : coefficient, power: power - mantissa.places)
    var unit = String.UnicodeScalarView()
    for scalar in text[min(place, text.count)...] { unit.append(scalar) }
    return (number, trimmed(String(unit)))
  }

  /// Digits with their signs, and how many of them stand behind the decimal sign.
  private mutating func mantissa(_ style: NumberStyle) -> (digits: [UInt8], places: Int)? {
    var digits: [UInt8] = []
    var marks: [(sign: Unicode.Scalar, before: Int)] = []
    while let scalar = at(place) {
      if let digit = Self.digit(scalar) {
        digits.append(digit)
      } else if ".,٫٬'’".unicodeScalars.contains(scalar), digits.isEmpty || isNumberGoingOn(scalar) {
        marks.append((scalar, digits.count))
      } else if scalar == " ", Self.digit(at(place + 1)) != nil, !digits.isEmpty {
        marks.append((" ", digits.count))
      } else {
        break
      }
      place += 1
      if digits.count > ExactNumber.maxDigits * 2 { return nil }
    }
    guard !digits.isEmpty, let point = decimalPlace(marks, digits, style) else { return nil }
    return (digits, digits.count - point)
  }

  /// A full stop at the end of a sentence, or `1.`, ends the number; a comma between digits goes on.
  private func isNumberGoingOn(_ scalar: Unicode.Scalar) -> Bool {
    Self.digit(at(place + 1)) != nil || scalar == "." || scalar == "," || scalar == "٫"
  }

  /// How many digits stand before the decimal sign; `nil` when the signs make no number.
  private func decimalPlace(
    _ marks: [(sign: Unicode.Scalar, before: Int)], _ digits: [UInt8], _ style: NumberStyle
  ) -> Int? {
    let count = digits.count
    guard let last = marks.last else { return count }
    let signs = marks.map { $0.sign }
    let decimal = Unicode.Scalar(style.decimal)
    let isGrouped: (ArraySlice<(sign: Unicode.Scalar, before: Int)>, Int) -> Bool = { groups, end in
      guard let first = groups.first, (1...3).contains(first.before) else { return groups.isEmpty }
      // Nobody writes a nought before thousands: 0,125 is an eighth in every language.
      guard digits.first != 0 else { return false }
      let edges = groups.map { $0.before } + [end]
      return zip(edges, edges.dropFirst()).allSatisfy { $1 - $0 == 3 }
    }
    let isLastAlone = signs.filter { $0 == last.sign }.count == 1
    if last.sign == "٫" || last.sign == decimal && isLastAlone {
      return isLastAlone && isGrouped(marks.dropLast(), last.before) ? last.before : nil
    }
    let isPlainSign = last.sign == "." || last.sign == ","
    if signs.count > 1, isPlainSign, isLastAlone, isGrouped(marks.dropLast(), last.before) { return last.before }
    if isGrouped(marks[...], count), !(isPlainSign && isLastAlone && signs.count == 1 && style == .comma) {
      return count
    }
    return isPlainSign && signs.count == 1 ? last.before : nil
  }

  /// The power of ten of `E-4`, `x10^8`, `*10**7`; 0 when there is none, `nil` when it is too great to be meant.
  private mutating func exponent() -> Int? {
    let start = place
    if at(place) == "e" || at(place) == "E" {
      place += 1
      if let power = signed() { return power }
      return back(to: start)
    }
    while at(place) == " " { place += 1 }
    guard let sign = at(place), sign == "x" || sign == "X" || sign == "*" else { return back(to: start) }
    place += 1
    while at(place) == " " { place += 1 }
    guard at(place) == "1", at(place + 1) == "0" else { return back(to: start) }
    place += 2
    if at(place) == "^" {
      place += 1
    } else if at(place) == "*", at(place + 1) == "*" {
      place += 2
    } else {
      return back(to: start)
    }
    return signed() ?? back(to: start)
  }

  private mutating func back(to start: Int) -> Int {
    place = start
    return 0
  }

  private mutating func signed() -> Int? {
    let isNegative = at(place) == "-"
    var here = place + (isNegative || at(place) == "+" ? 1 : 0)
    var (power, count) = (0, 0)
    while let digit = Self.digit(at(here)) {
      power = min(100_000, power * 10 + Int(digit))
      count += 1
      here += 1
    }
    guard count > 0 else { return nil }
    place = here
    return isNegative ? -power : power
  }
}
