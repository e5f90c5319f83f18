import Base
import Router

/// Takes a `multipart/form-data` body apart as it arrives; files are never whole in memory.
struct Multipart {
  enum Event { case begin(field: String, file: String?, type: String), data([UInt8]), end }

  private enum State { case preamble, head, body, done }
  private let boundary: [UInt8]
  private var state = State.preamble
  private var buffer: [UInt8] = Array("\r\n".utf8)
  /// How much of the buffer has been read; it is let go once for each piece and not for each part, or a body of a
  /// hundred thousand parts would be moved as often.
  private var start = 0
  init?(contentType: String) {
    guard let start = contentType.range(ofText: "boundary=") else { return nil }
    var mark = contentType[start...]
    if mark.first == "\"" {
      mark = mark.dropFirst().prefix { $0 != "\"" }
    } else {
      mark = mark.prefix { $0 != ";" && $0 != " " }
    }
    guard !mark.isEmpty, mark.utf8.count <= 70 else { return nil }
    boundary = Array("\r\n--\(mark)".utf8)
  }

  var isDone: Bool { state == .done }

  mutating func feed(_ bytes: [UInt8]) throws(Refusal) -> [Event] {
    buffer += bytes
    defer {
      buffer.removeFirst(start)
      start = 0
    }
    var events: [Event] = []
    while try step(into: &events) {}
    return events
  }

  /// One state at a time; false when more bytes are needed.
  private mutating func step(into events: inout [Event]) throws(Refusal) -> Bool {
    switch state {
    case .done:
      start = buffer.count
      return false
    case .preamble, .body:
      guard let place = find(boundary), buffer.count >= place + boundary.count + 2 else {
        try release(into: &events)
        return false
      }
      if state == .body {
        if place > start { events.append(.data(Array(buffer[start..<place]))) }
        events.append(.end)
      }
      let after = buffer[(place + boundary.count)..<(place + boundary.count + 2)]
      guard after.elementsEqual("\r\n".utf8) || after.elementsEqual("--".utf8) else { throw Self.malformed }
      state = after.elementsEqual("--".utf8) ? .done : .head
      start = place + boundary.count + 2
      return true
    case .head:
      guard let end = find(Array("\r\n\r\n".utf8)) else {
        guard buffer.count - start <= Limits.partHead.most else { throw Self.malformed }
        return false
      }
      events.append(try Self.begin(String(decoding: buffer[start..<end], as: UTF8.self)))
      start = end + 4
      state = .body
      return true
    }
  }

  /// Hands on what cannot be the start of a boundary any more.
  private mutating func release(into events: inout [Event]) throws(Refusal) {
    let keep = boundary.count + 2
    guard buffer.count - start > keep else { return }
    if state == .body { events.append(.data(Array(buffer[start..<(buffer.count - keep)]))) }
    start = buffer.count - keep
  }

  private func find(_ mark: [UInt8]) -> Int? {
    guard buffer.count - start >= mark.count, let first = mark.first else { return nil }
    var place = start
    while place <= buffer.count - mark.count {
      if buffer[place] == first, buffer[place..<(place + mark.count)].elementsEqual(mark) { return place }
      place += 1
    }
    return nil
  }

  static let malformed = Refusal.invalid("", Phrase("form.multipart"))

  private static func begin(_ head: String) throws(Refusal) -> Event {
    var (field, file, type) = (String?.none, String?.none, "application/octet-stream")
    for line in head.split(separator: "\r\n") {
      let lower = line.lowercased()
      if lower.hasPrefix("content-disposition:") {
        field = parameter("name", of: line)
        file = parameter("filename", of: line)
      } else if lower.hasPrefix("content-type:") {
        type = trimmed(String(lower.dropFirst(13)))
      }
    }
    guard let field else { throw malformed }
    return .begin(field: field, file: file.map { String($0.prefix(200)) }, type: type)
  }

  private static func parameter(_ name: String, of line: some StringProtocol) -> String? {
    for part in line.split(separator: ";").dropFirst() {
      let text = trimmed(String(part))
      guard text.hasPrefix(name + "=\"") else { continue }
      return String(text.dropFirst(name.count + 2).prefix { $0 != "\"" })
        .split(separator: "%22").joined(separator: "\"")
    }
    return nil
  }
}

extension String {
  /// Where the text after the first `mark` begins, ignoring ASCII case of neither.
  fileprivate func range(ofText mark: String) -> String.Index? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(mark) { return index(place, offsetBy: mark.count) }
      place = index(after: place)
    }
    return nil
  }
}
