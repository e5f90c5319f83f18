import Base

/// How written answers are compared (rules.md 4.5).
///
/// Never by likeness: “mitosis” is not “meiosis”. What is nearly right is shown to the teacher instead.
public struct TextRule: Hashable, Sendable {
  public var ignoresAccents: Bool
  /// Hebrew niqqud, Arabic tashkil and tatweel are looked over.
  public var ignoresVowels: Bool
  public var isCaseSensitive: Bool
  /// `*` in an accepted answer stands for anything, `\*` for itself.
  public var hasWildcards: Bool

  public init(
    ignoresAccents: Bool = false, ignoresVowels: Bool = true, isCaseSensitive: Bool = false, hasWildcards: Bool = false
  ) {
    (self.ignoresAccents, self.ignoresVowels) = (ignoresAccents, ignoresVowels)
    (self.isCaseSensitive, self.hasWildcards) = (isCaseSensitive, hasWildcards)
  }

  /// The text as it is compared: trimmed, inner white space as one space, case folded by no language in particular,
  /// curly quotes straight, dashes as `-`.
  ///
  /// Letters are compared as characters, which are equal when their canonical forms are.
  public func normal(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    var pending = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.value == 0xFEFF || scalar.value == 0x200B {
        pending = !out.isEmpty
        continue
      }
      for plain in plain(scalar) {
        if pending { out.append(" ") }
        pending = false
        out.append(plain)
      }
    }
    return String(out)
  }

  private func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if TextRule.isDirection(scalar) || ignoresVowels && TextRule.isVowelMark(scalar) { return [] }
    if ignoresVowels, let letter = TextRule.bareHebrew(scalar) { return [letter] }
    switch scalar.value {
    case 0x2018, 0x2019, 0x201A, 0x201B, 0x2032, 0x05F3, 0x00B4, 0x0060: return ["'"]
    case 0x201C...0x201F, 0x2033, 0x05F4, 0x00AB, 0x00BB: return ["\""]
    case 0x2010...0x2015, 0x2212, 0x05BE, 0xFE58, 0xFE63, 0xFF0D: return ["-"]
    case 0x00B5: return ["\u{03BC}"]  // the sign for a millionth is the letter mu
    case 0x2103: return isCaseSensitive ? ["°", "C"] : ["°", "c"]
    case 0x2109: return isCaseSensitive ? ["°", "F"] : ["°", "f"]
    default: break
    }
    guard ignoresAccents else { return isCaseSensitive ? [scalar] : TextRule.folded(scalar) }
    if (0x0300...0x036F).contains(scalar.value) { return [] }
    let bare = QuizAccents.bare(scalar)
    return (isCaseSensitive ? [bare] : TextRule.folded(bare)).flatMap { TextRule.bareLatin($0) }
  }

  private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func isVowelMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x05BE, 0x05C0, 0x05C3, 0x05C6: false  // hyphen and punctuation between the niqqud
    case 0x0591...0x05C7, 0x0640, 0x064B...0x0652, 0x0670: true
    default: false
    }
  }

  /// The letter of a Hebrew sign that has its point built in.
  private static func bareHebrew(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0xFB1D: "\u{05D9}"
    case 0xFB1F: "\u{05F2}"
    case 0xFB2A...0xFB2D: "\u{05E9}"
    case 0xFB2E, 0xFB2F: "\u{05D0}"
    case 0xFB30...0xFB4A: Unicode.Scalar(0x05D0 + scalar.value - 0xFB30)
    case 0xFB4B: "\u{05D5}"
    case 0xFB4C: "\u{05D1}"
    case 0xFB4D: "\u{05DB}"
    case 0xFB4E: "\u{05E4}"
    default: nil
    }
  }

  /// Unicode's full case folding, as lower case of upper case of lower case: ß, ẞ and SS are ss, ﬁ is fi, ς is σ.
  ///
  /// The dotless ı is a letter of its own and not the small I.
  private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar.value {
    case 0x41...0x5A: return [Unicode.Scalar(UInt8(scalar.value + 32))]
    case 0...0x7F, 0x131: return [scalar]
    default:
      let small = scalar.properties.lowercaseMapping.unicodeScalars
      let great = small.flatMap { Array($0.properties.uppercaseMapping.unicodeScalars) }
      return great.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
    }
  }

  /// The plain letters of those that no decomposition knows: ø, ł, đ, æ.
  private static func bareLatin(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard (0xC0...0x17E).contains(scalar.value) else { return [scalar] }
    let small = scalar.properties.lowercaseMapping
    let bare = Student.fold(small)
    return Array((small == String(scalar) ? bare : bare.uppercased()).unicodeScalars)
  }

  /// Whether what was written is one of the accepted answers.
  ///
  /// Nothing is never right.
  public func accepts(_ written: String, _ accepted: [String]) -> Bool {
    let mine = normal(written)
    guard !mine.isEmpty else { return false }
    return accepted.contains { matches(mine, $0) }
  }

  private func matches(_ mine: String, _ accepted: String) -> Bool {
    guard hasWildcards else { return mine == normal(accepted) && !mine.isEmpty }
    return TextRule.fits(Array(mine), TextRule.pattern(accepted, self))
  }

  /// The pieces of an accepted answer between its wildcards.
  private static func pattern(_ accepted: String, _ rule: TextRule) -> [[Character]] {
    var (pieces, piece, isEscaped) = ([String](), "", false)
    for letter in accepted {
      if isEscaped {
        if letter != "*", letter != "\\" { piece.append("\\") }
        piece.append(letter)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if letter == "*" {
        pieces.append(piece)
        piece = ""
      } else {
        piece.append(letter)
      }
    }
    if isEscaped { piece.append("\\") }
    let all = pieces + [piece]
    return all.indices.map { place in
      Array(rule.normal(all[place], after: place > 0, before: place + 1 < all.count))
    }
  }

  /// A piece beside a wildcard keeps the space that stands there: `New *` is not Newton.
  private func normal(_ piece: String, after: Bool, before: Bool) -> String {
    let text = normal(piece)
    let (isOpen, isClosed) = (piece.first?.isWhitespace ?? false, piece.last?.isWhitespace ?? false)
    if text.isEmpty { return isOpen && (after || before) ? " " : "" }
    return (after && isOpen ? " " : "") + text + (before && isClosed ? " " : "")
  }

  /// Whether the pieces follow each other in the text, the first at its beginning and the last at its end.
  private static func fits(_ text: [Character], _ pieces: [[Character]]) -> Bool {
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return pieces.first == text }
    guard text.starts(with: first), text.count >= first.count + last.count, text.suffix(last.count).elementsEqual(last)
    else { return false }
    var from = first.count
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      let end = text.count - last.count - piece.count
      guard from <= end, let found = (from...end).first(where: { Array(text[$0..<$0 + piece.count]) == piece }) else {
        return false
      }
      from = found + piece.count
    }
    return true
  }

  /// The accepted answer that differs by one letter left out, put in, changed or swapped.
  ///
  /// It gets no points; the teacher is shown it. Short words are too alike to tell.
  public func nearMiss(_ written: String, _ accepted: [String]) -> String? {
    let mine = Array(normal(written))
    guard mine.count >= 5 else { return nil }
    return accepted.first { answer in
      let theirs = Array(normal(answer))
      return theirs.count >= 5 && mine != theirs && TextRule.isOneStep(mine, theirs)
    }
  }

  private static func isOneStep(_ a: [Character], _ b: [Character]) -> Bool {
    let (short, long) = a.count <= b.count ? (a, b) : (b, a)
    guard long.count - short.count <= 1 else { return false }
    guard let place = short.indices.first(where: { short[$0] != long[$0] }) else { return true }
    if long.count > short.count { return short[place...].elementsEqual(long[(place + 1)...]) }
    if short[(place + 1)...].elementsEqual(long[(place + 1)...]) { return true }
    return place + 1 < short.count && short[place] == long[place + 1] && short[place + 1] == long[place]
      && short[(place + 2)...].elementsEqual(long[(place + 2)...])
  }
}
