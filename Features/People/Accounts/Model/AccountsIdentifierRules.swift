public import Base

/// Whether the text has the shape of an e-mail address.
///
/// Whether anybody reads it, only a mail can tell.
public func isEmail(_ text: String) -> Bool {
  let halves = text.split(separator: "@", omittingEmptySubsequences: false)
  guard halves.count == 2, !halves[0].isEmpty, text.utf8.count <= 254 else { return false }
  let labels = halves[1].split(separator: ".", omittingEmptySubsequences: false)
  guard labels.count >= 2, !labels.contains(where: { $0.isEmpty }), !isDeceptive(text) else { return false }
  return !text.unicodeScalars.contains { $0.value <= 32 || $0.value == 127 || $0 == "<" || $0 == ">" || $0 == "," }
}

/// What is wrong with a username, or `nil`.
///
/// It has no `@`, so that it never passes for somebody's e-mail.
public func usernameProblem(_ text: String) -> Phrase? {
  let folded = foldedIdentifier(text)
  let wrong = folded.unicodeScalars.contains { $0.value <= 32 || $0.value == 127 || $0 == "@" }
  let count = folded.unicodeScalars.count
  if wrong || count < 2 || count > 60 { return Phrase("accounts.username-wrong") }
  return isDeceptive(folded) || passesForLatin(folded) ? Phrase("accounts.identifier-looks") : nil
}

/// Whether an identifier could be read as another one: by what nobody sees, by letters of two alphabets in one word, or
/// by characters that only write another one differently, as `ａ` or `ﬁ`.
public func isDeceptive(_ text: String) -> Bool {
  hidesSomething(text) || mixesAlphabets(text) || text.unicodeScalars.contains { isVariant($0.value) }
}

/// Blocks of compatibility characters: what they stand for is another character (NFKC).
private func isVariant(_ code: UInt32) -> Bool {
  switch code {
  case 0xAA, 0xB2...0xB5, 0xB9...0xBE, 0x132...0x133, 0x13F...0x140, 0x149, 0x17F, 0x1C4...0x1CC, 0x1F1...0x1F3,
    0x2B0...0x2B8, 0x2E0...0x2E4, 0x1D2C...0x1D6A, 0x2070...0x209F, 0x2100...0x218F, 0x2460...0x24FF, 0x3131...0x318E,
    0x3200...0x33FF, 0xF900...0xFAFF, 0xFB00...0xFDFF, 0xFE10...0xFE6F, 0xFE70...0xFEFC, 0xFF00...0xFFEF,
    0x1D400...0x1D7FF, 0x1F100...0x1F2FF, 0x2F800...0x2FA1F:
    true
  default: false
  }
}

/// Whether it is Greek or Cyrillic all through and yet reads as Latin, as “сосо”.
private func passesForLatin(_ folded: String) -> Bool {
  var letters = 0
  for scalar in folded.unicodeScalars {
    guard let alphabet = Alphabet(scalar.value) else { continue }
    guard alphabet == .cyrillic || alphabet == .greek, latinTwin(scalar) != nil else { return false }
    letters += 1
  }
  return letters > 0
}

/// What somebody sees who reads a name in passing: letters that look alike are one, marks and spaces are none.
///
/// Two names of one look are not to be told apart; they may still both be somebody's.
public func nameLook(_ name: String) -> String {
  var out = ""
  for scalar in Student.fold(name).unicodeScalars where scalar.value > 32 && scalar != "-" && scalar != "." {
    switch scalar {
    case "i", "1", "|", "ı": out.unicodeScalars.append("l")
    case "0": out.unicodeScalars.append("o")
    default: out.unicodeScalars.append(latinTwin(scalar) ?? scalar)
    }
  }
  return out
}

/// The small Latin letter that a small Greek or Cyrillic one is taken for.
private func latinTwin(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
  switch scalar {
  case "а", "α": "a"
  case "в", "β", "ь": "b"
  case "с": "c"
  case "ԁ": "d"
  case "е", "ё", "ε": "e"
  case "һ", "н", "η": "h"
  case "і", "ї", "ι", "ӏ": "l"
  case "ј": "j"
  case "к", "κ": "k"
  case "м", "μ": "m"
  case "ν": "v"
  case "о", "ο": "o"
  case "р", "ρ": "p"
  case "ԛ": "q"
  case "ѕ": "s"
  case "т", "τ": "t"
  case "υ", "у", "γ": "y"
  case "ԝ": "w"
  case "х", "χ": "x"
  case "ζ": "z"
  default: nil
  }
}

/// The path, when it leads to a page of this server that one may be sent to; `/` for everything else.
///
/// `//host` and `/\host` are other hosts to a browser; a line break would split the answer's head.
public func pathOfOurs(_ text: String?) -> String {
  let path = pageOfOurs(text)
  return path.hasPrefix("/sign-") ? "/" : path
}

/// The same, and the pages to sign in and up on, too: where somebody stays who has only chosen another language.
public func pageOfOurs(_ text: String?) -> String {
  guard let text, text.utf8.count <= 2000, text.utf8.first == UInt8(ascii: "/"),
    text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }), !text.hasPrefix("//"),
    !text.hasPrefix("/sign-out")
  else { return "/" }
  return text
}
