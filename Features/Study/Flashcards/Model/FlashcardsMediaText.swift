import Base

/// The pictures and sounds that a text calls: `![what it shows](name)`, `![](<a name>)`, `[sound:name]`.
struct FlashcardsMediaText {
  struct Call: Equatable {
    let name: String
    /// What a picture shows; empty for a sound.
    let about: String
    let isSound: Bool
  }
  enum Piece {
    case text([UInt8])
    case call(Call)
  }

  private(set) var pieces: [Piece] = []
  /// A side calls so many at most; what comes after is text.
  static let most = 100
  /// The longest name and the longest words about a picture, in bytes.
  private static let longest = 1000

  /// One walk; a call reaches over no line's end, so that no stretch is searched twice for long.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    var (plain, at, count) = ([UInt8](), 0, 0)
    while at < bytes.count {
      let found = bytes[at] == 91 || bytes[at] == 33 ? Self.sound(bytes, at) ?? Self.picture(bytes, at) : nil
      guard let found, count < Self.most else {
        // What a backslash stands before means nothing.
        if bytes[at] == 92, at + 1 < bytes.count {
          plain.append(bytes[at])
          at += 1
        }
        plain.append(bytes[at])
        at += 1
        continue
      }
      if !plain.isEmpty { pieces.append(.text(plain)) }
      pieces.append(.call(found.call))
      (plain, at, count) = ([], found.end, count + 1)
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
  }

  var calls: [Call] { pieces.compactMap { if case .call(let call) = $0 { call } else { nil } } }

  /// The text with every sound written as a picture is, which is all that Markdown knows.
  var markdown: String {
    var out: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let bytes): out += bytes
      case .call(let call):
        out += Array("![\(call.about)](".utf8) + Array(FlashcardMedia.address(call.name).utf8) + [41]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The words alone, for one line of a list: a picture is what it shows, or its name.
  var plain: String {
    var out: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let bytes): out += bytes
      case .call(let call): out += Array((call.about.isEmpty ? "(\(call.name))" : "(\(call.about))").utf8)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func sound(_ bytes: [UInt8], _ at: Int) -> (call: Call, end: Int)? {
    let head = Array("[sound:".utf8)
    guard bytes[at...].starts(with: head) else { return nil }
    let name = bytes[(at + head.count)...].prefix(longest).prefix { $0 != 91 && $0 != 93 && $0 != 10 }
    guard name.endIndex < bytes.count, bytes[name.endIndex] == 93, !name.isEmpty else { return nil }
    return (Call(name: trimmed(String(decoding: name, as: UTF8.self)), about: "", isSound: true), name.endIndex + 1)
  }

  private static func picture(_ bytes: [UInt8], _ at: Int) -> (call: Call, end: Int)? {
    guard bytes[at...].starts(with: [33, 91]) else { return nil }
    let about = bytes[(at + 2)...].prefix(longest).prefix { $0 != 91 && $0 != 93 && $0 != 10 }
    var start = about.endIndex + 2
    guard start < bytes.count, bytes[about.endIndex] == 93, bytes[start - 1] == 40 else { return nil }
    let isAngled = bytes[start] == 60
    if isAngled { start += 1 }
    // No name has a bracket, and the next call begins with one: no stretch is searched twice.
    let name = bytes[start...].prefix(longest).prefix {
      $0 != (isAngled ? 62 : 41) && $0 != 10 && $0 != 60 && $0 != 91
    }
    let end = name.endIndex + (isAngled ? 1 : 0)
    guard end < bytes.count, bytes[end] == 41, !name.isEmpty, !isAngled || bytes[name.endIndex] == 62 else {
      return nil
    }
    let words = String(decoding: about, as: UTF8.self)
    return (Call(name: trimmed(String(decoding: name, as: UTF8.self)), about: words, isSound: false), end + 1)
  }
}

extension FlashcardMedia {
  /// The names that some texts call, each once, in no order.
  public static func names(in texts: [String]) -> [String] {
    var names: Set<String> = []
    for text in texts { for call in FlashcardsMediaText(text).calls { names.insert(call.name) } }
    return names.sorted()
  }

  /// A side of a card as Markdown in which sounds are called as pictures are.
  public static func markdown(_ text: String) -> String { FlashcardsMediaText(text).markdown }
}

extension FlashcardNote {
  /// A side as one line of words: gaps of a cloze in brackets, pictures and sounds as what they show.
  public static func line(_ text: String, kind: Kind) -> String {
    var words = text
    // What is no cloze after all is shown as it stands.
    if kind == .cloze, let cloze = try? FlashcardCloze(text) {
      words = cloze.pieces.reduce("") { line, piece in
        switch piece {
        case .text(let text): line + text
        case .gap(_, let word, _): line + "[" + word + "]"
        }
      }
    }
    let lines = FlashcardsMediaText(words).plain.split(separator: "\n").map { trimmed(String($0)) }
    let line = lines.first { !$0.isEmpty } ?? ""
    return line.unicodeScalars.count > 120
      ? String(String.UnicodeScalarView(line.unicodeScalars.prefix(120))) + "…" : line
  }
}
