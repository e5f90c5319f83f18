import Base

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
    ) throws(Fault.Code) {
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
    private mutating func settle(_ head: [UInt8]) throws(Fault.Code) -> Int {
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

    private mutating func gather(_ bytes: [UInt8], atEnd: Bool) throws(Fault.Code) {
      var all = evidence ?? []
      all += bytes.prefix(Decoder.evidenceLength)
      evidence = all
      if atEnd || all.count >= Decoder.evidenceLength { throw Signature.guess(all) }
    }

    private mutating func decodeUTF8(
      _ bytes: [UInt8], from start: Int, atEnd: Bool, into text: inout [UInt8]
    ) throws(Fault.Code) {
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
    ) throws(Fault.Code) {
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
