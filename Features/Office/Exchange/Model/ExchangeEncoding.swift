/// Tables as text: comma-separated values and their relatives.
public enum CSV {}

extension CSV {
  /// The encodings we read; every other one is refused by name.
  public enum Encoding: String, Sendable {
    case utf8 = "UTF-8"
    case utf8WithMark = "UTF-8 with BOM"
    case utf16LittleEndian = "UTF-16 LE"
    case utf16BigEndian = "UTF-16 BE"
  }

  /// Turns a file's bytes, in chunks of any size, into UTF-8 that is known to be well formed.
  struct Decoder {
    private(set) var encoding: Encoding?
    /// Bytes not yet turned: the head before the encoding is known, later a sequence cut by a chunk's end.
    private var held: [UInt8] = []
    /// What followed the first byte that is no UTF-8, from which the encoding is guessed.
    private var evidence: [UInt8]?

    private static let headLength = 1024
    private static let evidenceLength = 4096

    /// Appends what can be decoded so far to `text`; the text before a fault is appended too.
    mutating func decode(
      _ bytes: [UInt8], atEnd: Bool, into text: inout [UInt8]
    ) throws(Roster.Problem.Code) {
      if evidence != nil { return try gather(bytes, atEnd: atEnd) }
      let input = held.isEmpty ? bytes : held + bytes
      held = []
      if encoding == nil, input.count < Decoder.headLength, !atEnd {
        held = input
        return
      }
      var start = 0
      if encoding == nil { start = try settle(input) }
      switch encoding {
      case .utf16LittleEndian: try decodePairs(input, from: start, low: 0, atEnd: atEnd, into: &text)
      case .utf16BigEndian: try decodePairs(input, from: start, low: 1, atEnd: atEnd, into: &text)
      default: try decodeUTF8(input, from: start, atEnd: atEnd, into: &text)
      }
    }

    /// Chooses the encoding and returns how many bytes its mark takes.
    private mutating func settle(_ head: [UInt8]) throws(Roster.Problem.Code) -> Int {
      if let refused = Signature.refused(head) { throw refused }
      if head.starts(with: [0xEF, 0xBB, 0xBF]) {
        encoding = .utf8WithMark
        return 3
      }
      if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
        encoding = head[0] == 0xFF ? .utf16LittleEndian : .utf16BigEndian
        return 2
      }
      encoding = Signature.unmarked(head)
      return 0
    }

    private mutating func gather(_ bytes: [UInt8], atEnd: Bool) throws(Roster.Problem.Code) {
      var all = evidence ?? []
      all += bytes.prefix(Decoder.evidenceLength)
      evidence = all
      if atEnd || all.count >= Decoder.evidenceLength { throw Signature.guess(all) }
    }

    private mutating func decodeUTF8(
      _ bytes: [UInt8], from start: Int, atEnd: Bool, into text: inout [UInt8]
    ) throws(Roster.Problem.Code) {
      let (end, isCut) = UTF8Check.wellFormedEnd(of: bytes, from: start)
      text += bytes[start..<end]
      guard end < bytes.count else { return }
      if isCut, !atEnd {
        held = Array(bytes[end...])
      } else if isCut, encoding == .utf8WithMark {
        throw .encodingBroken
      } else {
        evidence = []
        try gather(Array(bytes[end...]), atEnd: atEnd)
      }
    }

    private mutating func decodePairs(
      _ bytes: [UInt8], from start: Int, low: Int, atEnd: Bool, into text: inout [UInt8]
    ) throws(Roster.Problem.Code) {
      func unit(_ at: Int) -> UInt32 { UInt32(bytes[at + 1 - low]) << 8 | UInt32(bytes[at + low]) }
      var at = start
      while at + 1 < bytes.count {
        let first = unit(at)
        guard first & 0xF800 == 0xD800 else {
          UTF8Check.append(first, to: &text)
          at += 2
          continue
        }
        guard first < 0xDC00 else { throw .encodingBroken }
        guard at + 3 < bytes.count else { break }
        let second = unit(at + 2)
        guard second & 0xFC00 == 0xDC00 else { throw .encodingBroken }
        UTF8Check.append(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF), to: &text)
        at += 4
      }
      held = Array(bytes[at...])
      if atEnd, !held.isEmpty { throw .encodingBroken }
    }
  }
}

/// Byte work on UTF-8 that a decoder in chunks needs.
enum UTF8Check {
  /// Where the well-formed text ends, and whether what follows is merely a sequence cut short by the end.
  static func wellFormedEnd(of bytes: [UInt8], from start: Int) -> (end: Int, isCut: Bool) {
    var at = start
    while at < bytes.count {
      if bytes[at] < 0x80 {
        at += 1
        continue
      }
      let length = sequenceLength(bytes[at])
      guard length > 0 else { return (at, false) }
      for offset in 1..<length {
        guard at + offset < bytes.count else { return (at, true) }
        guard mayFollow(bytes[at], bytes[at + offset], at: offset) else { return (at, false) }
      }
      at += length
    }
    return (at, false)
  }

  private static func sequenceLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  /// Unicode 16, table 3-7: the second byte of some leads is narrower, so that nothing is overlong.
  private static func mayFollow(_ lead: UInt8, _ byte: UInt8, at offset: Int) -> Bool {
    guard offset == 1 else { return byte & 0xC0 == 0x80 }
    switch lead {
    case 0xE0: return (0xA0...0xBF).contains(byte)
    case 0xED: return (0x80...0x9F).contains(byte)
    case 0xF0: return (0x90...0xBF).contains(byte)
    case 0xF4: return (0x80...0x8F).contains(byte)
    default: return byte & 0xC0 == 0x80
    }
  }

  static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    if scalar < 0x80 { return text.append(UInt8(scalar)) }
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8((scalar >> shift) & 0x3F) }
    if scalar < 0x800 {
      text += [0xC0 | UInt8(scalar >> 6), tail(0)]
    } else if scalar < 0x10000 {
      text += [0xE0 | UInt8(scalar >> 12), tail(6), tail(0)]
    } else {
      text += [0xF0 | UInt8(scalar >> 18), tail(12), tail(6), tail(0)]
    }
  }
}
