/// What a live line says, as it comes in pieces: events of names and text, as browsers read them (HTML, “Server-sent events”).
struct LineEvents {
  struct Event: Hashable {
    var name = ""
    var data = ""
  }
  /// No event of a server of ours is longer: it is cut loose before.
  static let longest = 16 << 20

  private var begun: [UInt8] = []
  private var event = Event()
  private var length = 0

  /// - Throws: `ClientError.unreadable` for an event without end.
  mutating func take(_ bytes: [UInt8]) throws(ClientError) -> [Event] {
    var events: [Event] = []
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if part.offset > 0 { end(&events) }
      length += part.element.count
      guard length <= Self.longest else { throw .unreadable }
      begun += part.element
    }
    return events
  }

  /// The end of a line of text, and with an empty one of an event.
  private mutating func end(_ events: inout [Event]) {
    defer { begun.removeAll(keepingCapacity: true) }
    if begun.last == UInt8(ascii: "\r") { begun.removeLast() }
    guard let colon = begun.firstIndex(of: UInt8(ascii: ":")) else {
      guard begun.isEmpty else { return }
      if event.name != "" { events.append(event) }
      (event, length) = (Event(), 0)
      return
    }
    var value = begun[(colon + 1)...]
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: begun[..<colon], as: UTF8.self) {
    case "event": event.name = text
    case "data": event.data += event.data.isEmpty ? text : "\n" + text
    default: break
    }
  }
}
