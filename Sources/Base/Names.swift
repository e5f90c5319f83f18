// What a name may hold, wherever it comes from: a form, the API, a row of a file. A name stands for a person, so nothing
// in it may be invisible, turn the line round, or pass for the letters of another alphabet.

/// What is wrong with a name, or `nil` when it will do.
///
/// - Parameter name: as `nameAsTyped` answers it.
public func nameProblem(_ name: String, max: Int = 80) -> Phrase? {
  guard hasVisible(name) else { return Phrase("form.required") }
  if let reason = Form.wrongWithLine(name, max: max) { return reason }
  if hidesSomething(name, joiners: true) { return Phrase("form.hidden") }
  return mixesAlphabets(name) ? Phrase("form.letters") : nil
}

/// A name without the white space at its ends, and without the marks nobody sees that come along when one is copied.
public func nameAsTyped(_ text: String) -> String {
  let scalars = text.unicodeScalars
  let isEdge: (Unicode.Scalar) -> Bool = { isHidden($0.value) && !isMeant($0.value) }
  guard let first = scalars.first, let last = scalars.last else { return "" }
  if !isEdge(first), !isEdge(last) { return trimmed(text) }
  var part = scalars[...]
  while let scalar = part.first, isEdge(scalar) || isSpace(scalar.value) { part.removeFirst() }
  while let scalar = part.last, isEdge(scalar) || isSpace(scalar.value) { part.removeLast() }
  return trimmed(String(part))
}

/// What nobody copies along by accident: controls, and what turns the line round.
private func isMeant(_ code: UInt32) -> Bool {
  code < 0xA0 || (0x202A...0x202E).contains(code) || (0x2066...0x2069).contains(code)
}

/// Whether there is anything to be seen in it.
public func hasVisible(_ text: String) -> Bool {
  text.unicodeScalars.contains { !isHidden($0.value) && !isSpace($0.value) }
}

/// Whether something in it cannot be seen.
///
/// - Parameter joiners: whether the joiners stand where Persian and the scripts of India need them: between two letters.
public func hidesSomething(_ text: String, joiners: Bool = false) -> Bool {
  let codes = text.unicodeScalars.map { $0.value }
  return codes.indices.contains { place in
    guard isHidden(codes[place]) else { return false }
    guard joiners, codes[place] == 0x200C || codes[place] == 0x200D, place > 0, place + 1 < codes.count else {
      return true
    }
    return !isJoined(codes[place - 1]) || !isJoined(codes[place + 1])
  }
}

/// Characters without ink: Unicode's default-ignorable ones, those drawn as nothing, and those only one maker knows.
func isHidden(_ code: UInt32) -> Bool {
  switch code {
  case 0xAD, 0x034F, 0x061C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E,
    0x2060...0x206F, 0x2800, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3,
    0x1D173...0x1D17A, 0xE000...0xF8FF, 0xE0000...0xE0FFF, 0xF0000...0x10FFFF:
    true
  default: code < 32 || (127...159).contains(code)
  }
}

private func isSpace(_ code: UInt32) -> Bool {
  switch code {
  case 9...13, 32, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
  default: false
  }
}

/// Whether a joiner beside it changes how it is written: Arabic, Syriac, and from Devanagari to Sinhala.
private func isJoined(_ code: UInt32) -> Bool {
  (0x0620...0x08FF).contains(code) || (0x0900...0x0DFF).contains(code)
}

// MARK: alphabets

/// The alphabets whose letters are taken for each other's, and those that only look like letters.
public enum Alphabet: Hashable, Sendable {
  case latin, greek, cyrillic, armenian, cherokee, hebrew, arabic
  /// Mathematical and enclosed letters: an ornament that reads like a name.
  case ornament

  /// `nil` for what belongs to all, as digits and marks, and for scripts that nobody takes for another.
  public init?(_ code: UInt32) {
    switch code {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x02AF, 0x1E00...0x1EFF,
      0x2C60...0x2C7F, 0xA722...0xA7FF, 0xAB30...0xAB64, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
      self = .latin
    case 0x0370...0x037D, 0x037F...0x0386, 0x0388...0x03FF, 0x1F00...0x1FFF: self = .greek
    case 0x0400...0x0482, 0x048A...0x052F, 0x1C80...0x1C8F, 0xA640...0xA66E, 0xA680...0xA69D: self = .cyrillic
    case 0x0531...0x0556, 0x0560...0x0588: self = .armenian
    case 0x13A0...0x13FF, 0xAB70...0xABBF: self = .cherokee
    case 0x05D0...0x05F2, 0xFB1D...0xFB4F: self = .hebrew
    case 0x0620...0x064A, 0x066E...0x06D3, 0x06FA...0x06FF, 0x0750...0x077F, 0x08A0...0x08C9, 0xFB50...0xFDFF,
      0xFE70...0xFEFC:
      self = .arabic
    case 0x24B6...0x24E9, 0x1D400...0x1D7CB, 0x1F110...0x1F189: self = .ornament
    default: return nil
    }
  }
}

/// Whether one word of it has letters of two alphabets, as a Cyrillic “а” in a Latin name.
///
/// Several words may each be in their own: “Ahmed أحمد” deceives nobody.
public func mixesAlphabets(_ text: String) -> Bool {
  var before: Alphabet?
  for scalar in text.unicodeScalars {
    if isSpace(scalar.value) || scalar == "-" || scalar == "." || scalar == "@" { before = nil }
    guard let alphabet = Alphabet(scalar.value) else { continue }
    if alphabet == .ornament || before.map({ $0 != alphabet }) ?? false { return true }
    before = alphabet
  }
  return false
}
