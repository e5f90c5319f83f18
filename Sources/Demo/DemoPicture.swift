/// The picture of the demo: strips of one whole, halves, thirds, quarters, sixths and eighths, drawn here so that no
/// binary lies in the sources.
enum DemoPicture {
  private static let width = 320, strip = 26
  private static let parts = [1, 2, 3, 4, 6, 8]

  /// A PNG of four colours, two bits a dot, stored without compression.
  static var png: [UInt8] {
    var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let height = strip * parts.count
    out += chunk("IHDR", number(width) + number(height) + [2, 3, 0, 0, 0])
    out += chunk("PLTE", [0xFE, 0xFA, 0xE0, 0x28, 0x36, 0x18, 0xDD, 0xA1, 0x5E, 0xA3, 0xB1, 0x8A])
    out += chunk("IDAT", stored(rows))
    return out + chunk("IEND", [])
  }

  private static var rows: [UInt8] {
    var out: [UInt8] = []
    for y in 0..<(strip * parts.count) {
      out.append(0)  // no filter
      var byte: UInt8 = 0
      for x in 0..<width {
        byte = byte << 2 | dot(x, y)
        if x % 4 == 3 {
          out.append(byte)
          byte = 0
        }
      }
    }
    return out
  }

  private static func dot(_ x: Int, _ y: Int) -> UInt8 {
    let (row, inside) = (y / strip, y % strip)
    if inside >= strip - 4 { return 0 }
    let count = parts[row]
    let isEdge = inside == 0 || inside == strip - 5 || x == width - 1 || x * count % width < count
    if isEdge { return 1 }
    return x * count / width % 2 == 0 ? 2 : 3
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    var crc: UInt32 = .max
    for byte in named {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return number(body.count) + named + number(Int(~crc))
  }

  /// Deflate with nothing deflated, in pieces of at most 65,535 bytes, and the sum that closes it.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (out, place) = ([UInt8]([0x78, 0x01]), 0)
    while place < bytes.count {
      let length = min(65_535, bytes.count - place)
      let (low, high) = (UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8))
      out += [place + length == bytes.count ? 1 : 0, low, high, ~low, ~high]
      out += bytes[place..<(place + length)]
      place += length
    }
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return out + number(b << 16 | a)
  }
}
