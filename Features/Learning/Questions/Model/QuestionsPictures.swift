public import Base

/// A picture of a question; the kept file has the same id, and the texts call it by its number.
///
/// Its name says nothing, so that no answer stands in it.
public struct QuestionPicture: Hashable, Sendable {
  public let id: ID<QuestionPicture>
  public let number: Int
  public init(id: ID<QuestionPicture>, number: Int) { (self.id, self.number) = (id, number) }

  public var name: String { QuizPictures.name(number) }
  public var path: String { QuestionsPaths.picture(id) }
}

/// How the texts of a question speak of its pictures: `![what it shows](picture-1.jpg)`.
public enum QuizPictures {
  /// The most one question has.
  public static let most = Limits.questionPictures.most
  /// How many pixels each has at most, each way.
  public static let side = 1600
  public static let highest = 999
  /// The longest words that say what one shows.
  public static let longestSaid = 300

  public static func name(_ number: Int) -> String { "picture-" + String(number) + ".jpg" }

  /// A picture as a text has it.
  public static func mark(_ number: Int, _ said: String) -> String { "![" + cleaned(said) + "](" + name(number) + ")" }

  /// Words without what would end them, or mean a gap in a text that has some.
  static func cleaned(_ said: String) -> String {
    let plain = String(said.map { "[]|\\`$<>*_".contains($0) || $0.isNewline ? " " : $0 })
    return String(plain.prefix(longestSaid)).split(separator: " ").joined(separator: " ")
  }

  /// The numbers of the pictures that a text names, wherever in it.
  public static func numbers(in text: String) -> Set<Int> {
    guard text.utf8.contains(45) else { return [] }
    let bytes = Array(text.utf8)
    var (found, place) = (Set<Int>(), 0)
    while place < bytes.count {
      guard let name = named(bytes, at: place) else {
        place += 1
        continue
      }
      found.insert(name.number)
      place = name.end
    }
    return found
  }

  /// A text with something before the names of some of its pictures.
  static func marked(_ text: String, _ numbers: Set<Int>, with mark: String) -> String {
    let (bytes, mark) = (Array(text.utf8), Array(mark.utf8))
    var (out, place) = ([UInt8](), 0)
    while place < bytes.count {
      guard let name = named(bytes, at: place) else {
        out.append(bytes[place])
        place += 1
        continue
      }
      if numbers.contains(name.number) { out += mark }
      out += bytes[place..<name.end]
      place = name.end
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// `picture-12.jpg` at a place, and where it ends.
  private static func named(_ bytes: [UInt8], at place: Int) -> (number: Int, end: Int)? {
    let head: StaticString = "picture-"
    guard bytes[place] == 112, starts(bytes, at: place, head) else { return nil }
    var (at, number) = (place + 8, 0)
    while at < bytes.count, at < place + 11, (48...57).contains(bytes[at]) {
      number = number * 10 + Int(bytes[at] - 48)
      at += 1
    }
    guard number > 0, bytes[place + 8] != 48, starts(bytes, at: at, ".jpg") else { return nil }
    return (number, at + 4)
  }

  private static func starts(_ bytes: [UInt8], at place: Int, _ wanted: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount)
    return place + wanted.count <= bytes.count && bytes[place..<place + wanted.count].elementsEqual(wanted)
  }

  /// A part of a text: words, or one picture with what is said of it.
  enum Piece: Hashable { case words(String), picture(Int, said: String, whole: String) }

  /// The words of a text and the pictures between them, in order.
  static func pieces(_ text: String) -> [Piece] {
    let bytes = Array(text.utf8)
    var (found, from, place) = ([Piece](), 0, 0)
    func words(to end: Int) -> Piece { .words(String(decoding: bytes[from..<end], as: UTF8.self)) }
    while place + 1 < bytes.count {
      guard bytes[place] == 33, bytes[place + 1] == 91, let (piece, end) = picture(bytes, at: place) else {
        place += 1
        continue
      }
      if place > from { found.append(words(to: place)) }
      found.append(piece)
      (from, place) = (end, end)
    }
    if from < bytes.count { found.append(words(to: bytes.count)) }
    return found
  }

  private static func picture(_ bytes: [UInt8], at place: Int) -> (Piece, end: Int)? {
    var at = place + 2
    let last = min(bytes.count, at + longestSaid * 4)
    while at < last, bytes[at] != 93 {
      // What would be a gap, or the end of a line, is no picture.
      if [91, 92, 124, 10, 13].contains(bytes[at]) { return nil }
      at += 1
    }
    guard at + 2 < last + 2, starts(bytes, at: at, "]("), at + 2 < bytes.count,
      let name = named(bytes, at: at + 2), name.end < bytes.count, bytes[name.end] == 41
    else { return nil }
    let said = String(decoding: bytes[(place + 2)..<at], as: UTF8.self)
    let whole = String(decoding: bytes[place...name.end], as: UTF8.self)
    return (.picture(name.number, said: said, whole: whole), name.end + 1)
  }

  /// A text with words in the place of its pictures, for where there are words only; of those alone where it is said which.
  public static func words(_ text: String, _ numbers: Set<Int>? = nil) -> String {
    guard text.utf8.contains(33) else { return text }
    return pieces(text).map { piece in
      switch piece {
      case .words(let words): words
      case .picture(let number, let said, let whole):
        numbers.map { !$0.contains(number) } ?? false
          ? whole : said.isEmpty ? "🖼 " + String(number) : said
      }
    }.joined()
  }

  /// Whether a text shows pictures that are none of the question's own.
  static func hasOther(_ text: String) -> Bool {
    guard text.utf8.contains(33) else { return false }
    for case .words(let words) in pieces(text) {
      guard let start = words.firstRange(of2: "![") else { continue }
      if words[start...].firstRange(of2: "](") != nil { return true }
    }
    return false
  }

  /// What a text says that a picture shows; `nil` when it is not in it.
  public static func said(_ number: Int, in text: String) -> String? {
    for case .picture(number, let said, _) in pieces(text) { return said }
    return nil
  }
}

extension QuestionContent {
  /// Its texts in Markdown, changed; what is compared with answers stays as it is.
  func mapped(_ change: (String) -> String) -> QuestionContent {
    var copy = self
    copy.text = change(text)
    if kind == .blanks {
      let pieces = blanks.pieces.map { piece -> QuestionFace.Piece in
        if case .text(let text) = piece { .text(change(text)) } else { piece }
      }
      copy.text = BlankText.joined(pieces, blanks.answers)
    }
    if kind != .trueFalse {
      for place in copy.options.indices { copy.options[place].text = change(options[place].text) }
    }
    for place in copy.pairs.indices { copy.pairs[place].left = change(pairs[place].left) }
    (copy.explanation, copy.notes) = (change(explanation), change(notes))
    return copy
  }

  /// The numbers of the pictures in its texts.
  public var namedPictures: Set<Int> {
    let texts = options.map { $0.text } + pairs.map { $0.left } + [text, explanation, notes]
    return texts.reduce(into: []) { $0.formUnion(QuizPictures.numbers(in: $1)) }
  }

  /// A picture is a question's as long as one of its texts names it.
  public mutating func keepNamedPictures() {
    guard !pictures.isEmpty else { return }
    let named = namedPictures
    pictures = pictures.filter { named.contains($0.number) }.sorted { $0.number < $1.number }
  }

  /// Without some of its pictures: their words stand in their place.
  public func without(pictures numbers: Set<Int>) -> QuestionContent {
    guard !numbers.isEmpty else { return self }
    var copy = mapped { QuizPictures.words($0, numbers) }
    copy.pictures.removeAll { numbers.contains($0.number) }
    return copy
  }
}

extension QuestionFace {
  /// Of the pictures of a question those that stand in what is asked.
  mutating func show(_ pictures: [QuestionPicture]) {
    guard !pictures.isEmpty else { return }
    var texts = options.map { $0.text } + lefts.map { $0.text }
    for case .text(let text) in pieces { texts.append(text) }
    let named = texts.reduce(into: Set<Int>()) { $0.formUnion(QuizPictures.numbers(in: $1)) }
    self.pictures = pictures.filter { named.contains($0.number) }
  }
}
