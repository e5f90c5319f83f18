import Base

/// Letters as names are compared: folded, without what nobody sees.
struct RedactionLetters: Hashable, Sendable {
  var values: [UInt32]
  init(_ values: [UInt32]) { self.values = values }
  init(_ text: String) {
    var seen = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.isUnseen { seen.append(scalar) }
    values = Student.fold(String(seen)).unicodeScalars.map { $0.value }
  }

  var count: Int { values.count }
  var string: String {
    var out = String.UnicodeScalarView()
    for value in values { if let scalar = Unicode.Scalar(value) { out.append(scalar) } }
    return String(out)
  }
  func dropping(_ count: Int) -> RedactionLetters { RedactionLetters(Array(values.dropFirst(count))) }
  func keeping(_ count: Int) -> RedactionLetters { RedactionLetters(Array(values.prefix(count))) }
  func without(_ place: Int) -> RedactionLetters {
    var rest = values
    if rest.indices.contains(place) { rest.remove(at: place) }
    return RedactionLetters(rest)
  }
  /// The same with another letter at a place; nought is any.
  func with(_ letter: UInt32, at place: Int) -> RedactionLetters {
    var other = values
    if other.indices.contains(place) { other[place] = letter }
    return RedactionLetters(other)
  }
  func swapped(_ place: Int) -> RedactionLetters {
    var other = values
    if place + 1 < other.count { other.swapAt(place, place + 1) }
    return RedactionLetters(other)
  }
  /// Whether it is written with letters that have no large form.
  var isCaseless: Bool { values.contains { $0 >= 0x590 && $0 <= 0x6FF } }
}

/// A word of a text, where it stands.
struct RedactionWord: Sendable {
  let range: Range<Int>
  let folded: RedactionLetters
  /// Whether it begins with a large letter.
  let isCapital: Bool
  /// Whether all of its letters are large.
  let isShouted: Bool
  /// Whether a sentence begins with it, so that a large letter says nothing.
  let isFirst: Bool

  /// Longer ones are no names; they are passed by.
  static let longest = 48

  static func all(in scalars: [Unicode.Scalar]) -> [RedactionWord] {
    var (words, at, isFirst) = ([RedactionWord](), 0, true)
    while at < scalars.count {
      guard scalars[at].isNameLetter else {
        if scalars[at].endsSentence { isFirst = true }
        at += 1
        continue
      }
      let end = end(of: at, in: scalars)
      words.append(RedactionWord(at..<end, scalars, isFirst: isFirst))
      (at, isFirst) = (end, false)
    }
    return words
  }

  /// An apostrophe belongs to the word that goes on after it; what nobody sees does not part a word.
  private static func end(of start: Int, in scalars: [Unicode.Scalar]) -> Int {
    var (at, end) = (start + 1, start + 1)
    while at < scalars.count {
      if scalars[at].isNameLetter {
        (at, end) = (at + 1, at + 1)
      } else if scalars[at].isUnseen {
        at += 1
      } else if scalars[at].isApostrophe, at + 1 < scalars.count, scalars[at + 1].isNameLetter {
        at += 1
      } else {
        break
      }
    }
    return end
  }

  private init(_ range: Range<Int>, _ scalars: [Unicode.Scalar], isFirst: Bool) {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range].prefix(Self.longest * 2))
    let letters = scalars[range].prefix(Self.longest).filter { $0.isNameLetter }
    (self.range, self.isFirst, folded) = (range, isFirst, RedactionLetters(String(text)))
    isCapital = letters.first.map { $0.isLarge } ?? false
    isShouted = letters.allSatisfy { $0.isLarge }
  }
}

extension Unicode.Scalar {
  /// Letters and the marks on them; a name ends where none follows.
  var isNameLetter: Bool {
    switch value {
    case 0x41...0x5A, 0x61...0x7A: true
    case 0xD7, 0xF7: false
    case 0xC0...0x2AF, 0x300...0x52F: true
    case 0x5BE, 0x5C0, 0x5C3, 0x5C6: false
    case 0x591...0x5C7, 0x5D0...0x5EA, 0x5EF...0x5F2: true
    case 0x66A...0x66D, 0x6D4, 0x6DD...0x6DE, 0x6F0...0x6F9: false
    case 0x660...0x669: false
    case 0x620...0x6FF, 0x750...0x77F: true
    case 0x1E00...0x1EFF: true
    case 0x2000...0x2BFF, 0x3000...0x303F, 0xFE00...0xFE6F, 0xFEFF, 0xFF00...0xFF20: false
    default: value >= 0x900 && value < 0xE000 || value >= 0xFB1D && value < 0xFFF0 || value >= 0x20000
    }
  }
  /// Signs that say how a line runs or where it may break: inside of a name they hide it.
  var isUnseen: Bool {
    switch value {
    case 0xAD, 0x61C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF, 0xFE00...0xFE0F: true
    default: false
    }
  }
  var isApostrophe: Bool { value == 0x27 || value == 0x2018 || value == 0x2019 || value == 0x5F3 || value == 0x2BC }
  /// What two names of one child may stand apart by.
  var joinsNames: Bool {
    value == 0x20 || value == 0xA0 || value == 0x2D || value == 0x5BE || value == 0x2010 || isUnseen
  }
  fileprivate var endsSentence: Bool {
    switch value {
    case 0x2E, 0x21, 0x3F, 0x3A, 0x0A, 0x0D, 0x22, 0x28, 0x2026, 0x201C, 0x201E, 0xAB, 0x2022, 0x61F: true
    default: false
    }
  }
  fileprivate var isLarge: Bool {
    if value < 0x80 { return value >= 0x41 && value <= 0x5A }
    if value >= 0x590 && value <= 0x1DFF { return false }
    let text = String(Character(self))
    return text.lowercased() != text
  }
}
