import Base

/// What somebody types to find a person by name: as it is written, or in another alphabet as it sounds.
///
/// `leila` finds `ليلى`, `خوري` finds `Khoury`, `דוד` finds `David`. Alphabets agree on consonants at most, and not on all of them: a
/// name is compared by what is left when letters that stand for each other are one and vowels within it are none. So it finds more than
/// was meant, never less than is written; within one alphabet the letters themselves are compared.
public struct NameSearch: Sendable {
  /// Words of a search, and letters of a word, that are looked at.
  static let maxWords = 6, maxLetters = 48
  private let words: [SoundedWord]

  public init(_ text: String) {
    words = Student.fold(text).split(separator: " ").prefix(Self.maxWords).map { SoundedWord(String($0)) }
  }

  public var isEmpty: Bool { words.isEmpty }

  /// Whether each word of the search is in one of these names.
  public func finds(_ names: [String]) -> Bool {
    let written = names.map { Student.fold($0) }
    var sounded: [SoundedWord]?
    for word in words where !written.contains(where: { $0.includes(word.text) }) {
      let there = sounded ?? Self.sounded(written)
      sounded = there
      guard there.contains(where: word.soundsLike) else { return false }
    }
    return true
  }

  private static func sounded(_ names: [String]) -> [SoundedWord] {
    names.flatMap { name in name.split { $0 == " " || $0 == "-" }.prefix(maxWords).map { SoundedWord(String($0)) } }
  }
}

/// A word with its alphabet and what is compared of its sound.
struct SoundedWord: Sendable {
  enum Alphabet: Sendable { case latin, arabic, hebrew }
  let text: String
  let alphabet: Alphabet?
  /// A `v` is a consonant to some and a vowel's letter to others, and an Arabic article may be left out: so there is more than one.
  let skeletons: [[UInt8]]

  /// - Parameter folded: a word as `Student.fold` leaves it.
  init(_ folded: String) {
    let letters = Array(folded.unicodeScalars.prefix(NameSearch.maxLetters).map { $0.value })
    (text, alphabet) = (folded, letters.lazy.compactMap(Self.alphabet).first)
    var all = [Self.skeleton(letters, hasV: true), Self.skeleton(letters, hasV: false)]
    if letters.count > 4, letters.starts(with: [0x0627, 0x0644]) {
      all.append(Self.skeleton(Array(letters.dropFirst(2)), hasV: true))
    }
    skeletons = all.filter { !$0.isEmpty }
  }

  /// Whether this word, in another alphabet, may be the other one or its beginning; one consonant alone is too little to begin with.
  func soundsLike(_ other: SoundedWord) -> Bool {
    guard let alphabet, let there = other.alphabet, alphabet != there else { return false }
    return skeletons.contains { mine in
      other.skeletons.contains { $0 == mine || mine.count > 1 && $0.starts(with: mine) }
    }
  }

  private static func alphabet(_ letter: UInt32) -> Alphabet? {
    switch letter {
    case 0x61...0x7A: .latin
    case 0x0621...0x064A, 0x067E...0x06CC: .arabic
    case 0x05D0...0x05EA: .hebrew
    default: nil
    }
  }

  static func skeleton(_ letters: [UInt32], hasV: Bool) -> [UInt8] {
    var (out, place) = ([UInt8](), 0)
    while place < letters.count {
      let letter = letters[place]
      let next = place + 1 < letters.count ? letters[place + 1] : 0
      let isFirst = out.isEmpty && place == 0
      if let sound = pair(letter, next) {
        out.append(sound)
        place += 2
        continue
      }
      // Written twice it is one long consonant.
      let isDouble = place > 0 && letters[place - 1] == letter
      place += 1
      guard !isDouble else { continue }
      let isLast = place == letters.count
      if let sound = latin(letter, isFirst, isLast, hasV) ?? arabic(letter, isFirst, isLast)
        ?? hebrew(letter, isFirst, isLast, hasV)
      {
        out.append(sound)
      }
    }
    return out
  }

  /// Two Latin letters for one sound.
  private static func pair(_ letter: UInt32, _ next: UInt32) -> UInt8? {
    switch (UInt8(truncatingIfNeeded: letter), UInt8(truncatingIfNeeded: next)) {
    case _ where letter > 0x7A || next > 0x7A: nil
    case (ascii("k"), ascii("h")), (ascii("c"), ascii("h")), (ascii("c"), ascii("k")): ascii("K")
    case (ascii("s"), ascii("h")), (ascii("z"), ascii("h")), (ascii("t"), ascii("z")), (ascii("t"), ascii("s")):
      ascii("S")
    case (ascii("g"), ascii("h")), (ascii("d"), ascii("j")): ascii("G")
    case (ascii("p"), ascii("h")): ascii("B")
    case (ascii("t"), ascii("h")): ascii("T")
    case (ascii("d"), ascii("h")): ascii("D")
    default: nil
    }
  }

  private static func latin(_ letter: UInt32, _ isFirst: Bool, _ isLast: Bool, _ hasV: Bool) -> UInt8? {
    guard letter >= 0x61, letter <= 0x7A else { return nil }
    switch UInt8(truncatingIfNeeded: letter) {
    case ascii("a"), ascii("e"), ascii("i"), ascii("o"), ascii("u"): return isFirst ? ascii("A") : nil
    case ascii("y"): return isFirst ? ascii("Y") : nil
    case ascii("w"): return isFirst ? ascii("W") : nil
    case ascii("v"): return hasV ? ascii("B") : isFirst ? ascii("W") : nil
    case ascii("h"): return isLast && !isFirst ? nil : ascii("K")
    case ascii("b"), ascii("p"), ascii("f"): return ascii("B")
    case ascii("k"), ascii("q"), ascii("c"), ascii("x"): return ascii("K")
    case ascii("g"), ascii("j"): return ascii("G")
    case ascii("s"), ascii("z"): return ascii("S")
    case let other: return other & 0xDF  // d, l, m, n, r and t are themselves
    }
  }

  private static func arabic(_ letter: UInt32, _ isFirst: Bool, _ isLast: Bool) -> UInt8? {
    switch letter {
    case 0x0621, 0x0627, 0x0639: isFirst ? ascii("A") : nil
    case 0x0648: isFirst ? ascii("W") : nil
    case 0x064A, 0x06CC: isFirst ? ascii("Y") : nil
    case 0x0647: isLast ? nil : ascii("K")
    case 0x062D, 0x062E, 0x0642, 0x0643, 0x06A9: ascii("K")
    case 0x0628, 0x067E, 0x0641, 0x06A4: ascii("B")
    case 0x062C, 0x063A, 0x06AF: ascii("G")
    case 0x062F, 0x0630, 0x0636: ascii("D")
    case 0x062A, 0x062B, 0x0637: ascii("T")
    case 0x0632, 0x0633, 0x0634, 0x0635, 0x0638, 0x0686: ascii("S")
    case 0x0644: ascii("L")
    case 0x0645: ascii("M")
    case 0x0646: ascii("N")
    case 0x0631: ascii("R")
    default: nil
    }
  }

  private static func hebrew(_ letter: UInt32, _ isFirst: Bool, _ isLast: Bool, _ hasV: Bool) -> UInt8? {
    switch letter {
    case 0x05D0, 0x05E2: isFirst ? ascii("A") : nil
    case 0x05D5: isFirst ? ascii("W") : hasV ? ascii("B") : nil
    case 0x05D9: isFirst ? ascii("Y") : nil
    case 0x05D4: isLast ? nil : ascii("K")
    case 0x05D7, 0x05DA, 0x05DB, 0x05E7: ascii("K")
    case 0x05D1, 0x05E3, 0x05E4: ascii("B")
    case 0x05D2: ascii("G")
    case 0x05D3: ascii("D")
    case 0x05D8, 0x05EA: ascii("T")
    case 0x05D6, 0x05E1, 0x05E5, 0x05E6, 0x05E9: ascii("S")
    case 0x05DC: ascii("L")
    case 0x05DD, 0x05DE: ascii("M")
    case 0x05DF, 0x05E0: ascii("N")
    case 0x05E8: ascii("R")
    default: nil
    }
  }
}

private func ascii(_ letter: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: letter.value) }
