public import Base

/// Looks whether a text is WebVTT that a player can show: the mark on top, cues with times that go forward.
public enum LessonsCaptions {
  /// The largest file of captions, in bytes.
  public static let limit = 1 << 20

  /// What is wrong, with the number of its line; `nil` when it is fine.
  public static func problem(in bytes: [UInt8]) -> Phrase? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return Phrase("lessons.captions.encoding") }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    guard let first = lines.first, isMark(first.first == "\u{FEFF}" ? first.dropFirst() : first) else {
      return Phrase("lessons.captions.mark")
    }
    return problem(in: lines)
  }

  private static func isMark(_ line: Substring) -> Bool {
    line == "WEBVTT" || line.hasPrefix("WEBVTT ") || line.hasPrefix("WEBVTT\t")
  }

  private static func problem(in lines: [Substring]) -> Phrase? {
    var last: Int?
    for (place, line) in lines.enumerated() where line.utf8.contains(62) {
      guard let arrow = range(of: line) else { continue }
      let start = time(trimmed(String(line[..<arrow.start])))
      let end = time(String(trimmed(String(line[arrow.end...])).prefix { $0 != " " && $0 != "\t" }))
      guard let start, let end, end > start, start >= last ?? 0 else {
        return Phrase("lessons.captions.time", .count(place + 1))
      }
      last = start
    }
    return last == nil ? Phrase("lessons.captions.empty") : nil
  }

  /// Where `-->` stands in the line.
  private static func range(of line: Substring) -> (start: Substring.Index, end: Substring.Index)? {
    var place = line.startIndex
    while place < line.endIndex {
      if line[place...].hasPrefix("-->") { return (place, line.index(place, offsetBy: 3)) }
      place = line.index(after: place)
    }
    return nil
  }

  /// Milliseconds of `00:01.500` or `01:00:01.500`.
  private static func time(_ text: String) -> Int? {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[1].utf8.count == 3, let thousandths = wholeNumber(halves[1].utf8) else {
      return nil
    }
    let parts = halves[0].split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var seconds = 0
    for (place, part) in parts.enumerated() {
      guard let value = wholeNumber(part.utf8), part.utf8.count >= 2, value < 60 || place == 0 && parts.count == 3
      else {
        return nil
      }
      seconds = seconds * 60 + value
    }
    return seconds * 1000 + thousandths
  }
}
