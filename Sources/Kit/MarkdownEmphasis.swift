import HTML

extension MarkdownInline {
  /// What stands beside a mark decides whether it can open or close.
  enum Neighbour { case space, mark, letter }

  func kind(startingAt place: Int) -> Neighbour {
    guard let first = byte(place) else { return .space }
    if first < 128 { return kind(ascii: first) }
    return kind(of: String(decoding: bytes[place..<min(bytes.count, place + 4)], as: UTF8.self).unicodeScalars.first)
  }

  func kind(endingAt place: Int) -> Neighbour {
    guard place > 0 else { return .space }
    if bytes[place - 1] < 128 { return kind(ascii: bytes[place - 1]) }
    var start = place - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return kind(of: String(decoding: bytes[start..<place], as: UTF8.self).unicodeScalars.first)
  }

  private func kind(ascii byte: UInt8) -> Neighbour { byte <= 32 ? .space : isPunctuation(byte) ? .mark : .letter }

  /// The spaces and marks of our languages; all else is taken for letters.
  private func kind(of scalar: Unicode.Scalar?) -> Neighbour {
    guard let scalar else { return .letter }
    switch scalar.value {
    case 0xA0, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return .space
    case 0xA1, 0xA7, 0xAB, 0xB6, 0xB7, 0xBB, 0xBF, 0x5BE, 0x5C0, 0x5C3, 0x5F3, 0x5F4, 0x60C, 0x61B, 0x61F,
      0x66A...0x66D,
      0x6D4, 0x2010...0x2027, 0x2030...0x205E, 0x3001...0x3003, 0x3008...0x3011:
      return .mark
    default: return .letter
    }
  }

  /// Pairs the marks after the first `bottom` of them, inner pairs first.
  mutating func pair(from bottom: Int) {
    var open: [Int] = []
    // Where there is no partner for such a mark, so that it is looked for once.
    var floors: [Int: Int] = [:]
    for place in marks[bottom...] {
      while pieces[place].mayClose, pieces[place].count > 0 {
        let key = key(of: pieces[place])
        guard let found = partner(of: place, in: open, from: floors[key] ?? 0) else {
          floors[key] = place
          break
        }
        open.removeLast(open.count - found - 1)
        wrap(open[found], place)
        if pieces[open[found]].count == 0 { open.removeLast() }
      }
      if pieces[place].mayOpen, pieces[place].count > 0 { open.append(place) }
    }
    marks.removeLast(marks.count - bottom)
  }

  private func key(of piece: Piece) -> Int {
    Int(piece.mark) * 6 + (piece.mayOpen ? 3 : 0) + piece.length % 3
  }

  private func partner(of place: Int, in open: [Int], from floor: Int) -> Int? {
    let closer = pieces[place]
    var candidate = open.count - 1
    while candidate >= 0, open[candidate] >= floor {
      let opener = pieces[open[candidate]]
      if opener.mark == closer.mark, fit(opener, closer) { return candidate }
      candidate -= 1
    }
    return nil
  }

  /// The rule of three: `**a*b**` is not read as two pairs.
  private func fit(_ opener: Piece, _ closer: Piece) -> Bool {
    guard opener.mayClose || closer.mayOpen else { return true }
    return (opener.length + closer.length) % 3 != 0 || opener.length % 3 == 0 && closer.length % 3 == 0
  }

  private mutating func wrap(_ opener: Int, _ closer: Int) {
    let width = pieces[opener].count >= 2 && pieces[closer].count >= 2 ? 2 : 1
    let (begin, end): (HTML, HTML) =
      if pieces[opener].mark == 126 {
        ("<del>", "</del>")
      } else if width == 2 {
        ("<strong>", "</strong>")
      } else {
        ("<em>", "</em>")
      }
    pieces[opener].begins = begin + pieces[opener].begins
    pieces[closer].ends += end
    pieces[opener].count -= width
    pieces[closer].count -= width
  }
}
