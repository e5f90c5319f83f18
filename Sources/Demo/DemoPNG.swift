/// Writes the demo's drawings as PNG, so that no binary lies in the sources.
enum DemoPNG {
  /// A picture of at most sixteen colours, four bits a dot, stored without compression.
  ///
  /// - Parameters:
  ///   - width: an even number.
  ///   - palette: colours as 0xRRGGBB.
  ///   - dot: the place in the palette of the colour at a point.
  static func picture(_ width: Int, _ height: Int, _ palette: [UInt32], _ dot: (_ x: Int, _ y: Int) -> UInt8)
    -> [UInt8]
  {
    var rows: [UInt8] = []
    rows.reserveCapacity((width / 2 + 1) * height)
    for y in 0..<height {
      rows.append(0)  // no filter
      for x in stride(from: 0, to: width, by: 2) { rows.append(dot(x, y) << 4 | dot(x + 1, y)) }
    }
    let colours = palette.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", number(width) + number(height) + [4, 3, 0, 0, 0]) + chunk("PLTE", colours)
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    var crc: UInt32 = .max
    for byte in named { crc = crc >> 8 ^ sums[Int((crc ^ UInt32(byte)) & 255)] }
    return number(body.count) + named + number(Int(~crc))
  }

  private static let sums: [UInt32] = (0..<256).map { place in
    (0..<8).reduce(UInt32(place)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
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
