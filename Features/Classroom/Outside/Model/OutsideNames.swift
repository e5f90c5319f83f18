public import Base

/// A text whose names have given way to marks, `[P1]`, and the names that the marks stand for.
public struct NamelessText: Hashable, Sendable {
  public let text: String
  /// What each mark stands for, the first one `[P1]`.
  public let names: [String]

  /// Takes out the names of all these people, in every form that redaction knows, and whatever else may be a name.
  ///
  /// - Parameters:
  ///   - people: everybody who may be spoken of, the child itself among them.
  ///   - known: what is written with large letters and is nobody, as materials.
  public init(_ text: String, people: [ChildNames], in language: Language, known: [String] = []) {
    // What looked like a mark of ours would be taken for one.
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { plain.append(scalar == "[" ? "(" : scalar == "]" ? ")" : scalar) }
    let marks = (0..<people.count).map { Self.mark($0) }
    let redacted = marked(String(plain), people: people, marks: marks, in: language, known: known)
    var (out, names) = ("", people.map { $0.called ?? $0.given })
    for piece in redacted.pieces {
      guard piece.mark == .suspected else {
        out += piece.text
        continue
      }
      let place = names.dropFirst(people.count).firstIndex(of: piece.original) ?? names.count
      if place == names.count { names.append(piece.original) }
      out += Self.mark(place)
    }
    (self.text, self.names) = (out, names)
  }

  private static func mark(_ place: Int) -> String { "[P" + String(place + 1) + "]" }

  /// An answer with the names in their places again.
  ///
  /// - Returns: `nil` when it has a mark that was not sent: nobody knows then whom it speaks of.
  public func restored(_ answer: String) -> String? {
    let scalars = Array(answer.unicodeScalars)
    var (out, at) = (String.UnicodeScalarView(), 0)
    while at < scalars.count {
      guard let (number, end) = Self.number(at, scalars) else {
        out.append(scalars[at])
        at += 1
        continue
      }
      guard number > 0, number <= names.count else { return nil }
      out.append(contentsOf: names[number - 1].unicodeScalars)
      at = end
    }
    return String(out)
  }

  /// The number of a mark that begins here, and where the text goes on.
  private static func number(_ at: Int, _ scalars: [Unicode.Scalar]) -> (Int, Int)? {
    guard scalars[at] == "[", at + 2 < scalars.count, scalars[at + 1] == "P" || scalars[at + 1] == "p" else {
      return nil
    }
    var (place, number) = (at + 2, 0)
    while place < scalars.count, place < at + 7, scalars[place].value >= 0x30, scalars[place].value <= 0x39 {
      number = number * 10 + Int(scalars[place].value) - 0x30
      place += 1
    }
    guard place > at + 2, place < scalars.count, scalars[place] == "]" else { return nil }
    return (number, place + 1)
  }
}

extension ChildNames {
  /// The name of a grown-up, who has one field for all of it: each of its words may stand alone.
  public init(person name: String) {
    let words = name.split(separator: " ").map { String($0) }
    guard words.count > 1, let last = words.last else {
      self.init(given: name)
      return
    }
    self.init(given: words.dropLast().joined(separator: " "), family: last, aliases: [name])
  }
}
