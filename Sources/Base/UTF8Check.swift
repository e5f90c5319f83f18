/// Byte work on UTF-8 that a decoder in chunks needs.
public enum UTF8Check {
  /// Where the well-formed text ends, and whether what follows is merely a sequence cut short by the end.
  public static func wellFormedEnd(of bytes: [UInt8], from start: Int) -> (end: Int, isCut: Bool) {
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

  /// Puts the bytes of a scalar behind the text; surrogates are the caller's to refuse.
  public static func append(_ scalar: UInt32, to text: inout [UInt8]) {
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
