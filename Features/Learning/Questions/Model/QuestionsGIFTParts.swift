import Base
import Exact

/// One answer between the marks.
struct GIFTAnswer {
  let mark: Character
  /// Percent; `nil` where the mark says it all: right after `=`, wrong after `~`.
  let weight: ExactNumber?
  /// A weight that is none, so that nobody knows what is right.
  let isWeightOdd: Bool
  let raw: String
  let feedback: Bool

  init(_ mark: Character, _ piece: String) {
    var text = trimmed(piece)
    var (weight, isOdd) = (nil as ExactNumber?, false)
    if text.hasPrefix("%"), let end = text.dropFirst().firstIndex(of: "%") {
      let inside = text[text.index(after: text.startIndex)..<end]
      if let number = ExactNumber(inside), number.magnitude <= ExactNumber(100) {
        weight = number
      } else {
        isOdd = inside.contains { $0.isNumber } || inside.isEmpty
      }
      if weight != nil { text = trimmed(String(text[text.index(after: end)...])) }
    }
    let isPlain = mark == "=" ? weight == ExactNumber(100) : weight?.isZero ?? false
    let hash = GIFT.find("#", in: text)
    feedback = hash.map { !trimmed(String(text[$0...].dropFirst())).isEmpty } ?? false
    raw = hash.map { trimmed(String(text[..<$0])) } ?? text
    (self.mark, self.weight, isWeightOdd) = (mark, isPlain ? nil : weight, isOdd)
  }
}

extension StringProtocol {
  /// Where a short text begins; the standard library's own needs more than a browser has.
  func firstRange(of2 text: String) -> Index? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(text) { return place }
      place = index(after: place)
    }
    return nil
  }
}

/// The small parts of the language.
extension GIFT {
  /// A piece of the file, and the line it begins in.
  struct Block {
    var text: String
    let line: Int
  }

  /// Pieces between empty lines; comments and categories by themselves.
  ///
  /// Within braces an empty line divides nothing.
  static func blocks(_ text: String) -> [Block] {
    var (found, depth) = ([Block](), 0)
    var (lines, first) = ([String](), 0)
    func close() {
      if !lines.isEmpty { found.append(Block(text: lines.joined(separator: "\n"), line: first)) }
      lines = []
    }
    let isEnd: (Character) -> Bool = { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: isEnd).enumerated() {
      let line = String(index == 0 && raw.hasPrefix("\u{FEFF}") ? raw.dropFirst() : raw)
      let bare = trimmed(line)
      let isOwn = depth == 0 && (bare.hasPrefix("//") || bare.hasPrefix("$CATEGORY:"))
      if depth == 0, bare.isEmpty || isOwn {
        close()
        if isOwn { found.append(Block(text: bare, line: index + 1)) }
        continue
      }
      if bare.hasPrefix("//") { continue }
      if lines.isEmpty { first = index + 1 }
      lines.append(line)
      depth = max(0, depth + balance(line))
    }
    close()
    return found
  }

  private static func balance(_ line: String) -> Int {
    var (depth, isEscaped) = (0, false)
    for letter in line {
      if isEscaped {
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if letter == "{" {
        depth += 1
      } else if letter == "}" {
        depth -= 1
      }
    }
    return depth
  }

  static func title(_ text: inout String) -> String {
    guard text.hasPrefix("::"), let end = find(":", times: 2, in: text.dropFirst(2)) else { return "" }
    let title = String(text[text.index(text.startIndex, offsetBy: 2)..<end])
    text = trimmed(String(text[end...].dropFirst(2)))
    return trimmed(title)
  }

  /// The first place of a sign that is not escaped.
  static func find<Text: StringProtocol>(_ sign: Character, in text: Text) -> String.Index? {
    var isEscaped = false
    for place in text.indices {
      if isEscaped {
        isEscaped = false
      } else if text[place] == "\\" {
        isEscaped = true
      } else if text[place] == sign {
        return place
      }
    }
    return nil
  }

  /// The first place of a sign so many times, none of them escaped.
  static func find<Text: StringProtocol>(_ sign: Character, times: Int, in text: Text) -> String.Index? {
    var (isEscaped, count, start) = (false, 0, text.startIndex)
    for place in text.indices {
      let isSign = !isEscaped && text[place] == sign
      if isSign, count == 0 { start = place }
      count = isSign ? count + 1 : 0
      if count == times { return start }
      isEscaped = !isEscaped && text[place] == "\\"
    }
    return nil
  }

  static func arrow(_ text: String) -> String.Index? { text.firstRange(of2: "->") }

  /// The answers, and what `####` says to everybody.
  static func feedback(_ body: String) -> (answers: String, general: String) {
    guard let place = find("#", times: 4, in: body) else { return (body, "") }
    return (String(body[..<place]), trimmed(String(body[place...].dropFirst(4))))
  }

  static func answers(_ body: String) -> [GIFTAnswer] {
    var (found, mark, piece, isEscaped) = ([GIFTAnswer](), Character(" "), "", false)
    for letter in body {
      if isEscaped {
        piece += "\\" + String(letter)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if letter == "=" || letter == "~" {
        if mark != " " || !trimmed(piece).isEmpty { found.append(GIFTAnswer(mark, piece)) }
        (mark, piece) = (letter, "")
      } else {
        piece.append(letter)
      }
    }
    if mark != " " || !trimmed(piece).isEmpty { found.append(GIFTAnswer(mark, piece)) }
    return found
  }

  static func unescaped(_ text: String) -> String {
    var (out, isEscaped) = ("", false)
    for letter in text {
      if isEscaped {
        if letter == "n" {
          out.append("\n")
        } else if "~=#{}:\\>".contains(letter) {
          out.append(letter)
        } else {
          out += "\\" + String(letter)
        }
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else {
        out.append(letter)
      }
    }
    return isEscaped ? out + "\\" : out
  }

  /// A text so that it is read as it is; `->` is no arrow of a pair.
  static func escaped(_ text: String) -> String {
    var (out, last) = ("", Character(" "))
    for letter in text {
      if letter == "\n" {
        out += "\\n"
      } else {
        if "~=#{}:\\".contains(letter) || letter == ">" && last == "-" { out.append("\\") }
        out.append(letter)
      }
      last = letter
    }
    return out
  }
}
