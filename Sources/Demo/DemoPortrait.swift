/// Drawn heads for the demo's students, nobody's in particular: a friendly face, some hair, a coat.
enum DemoPortrait {
  enum Hair: Int, Sendable { case short, long, curls }

  private static let side = 96
  // a table of data
  private static let grounds: [UInt32] = [0xE8EAFE, 0xFEF3C7, 0xDCFCE7, 0xFCE7F3, 0xE0F2FE, 0xF3E8FF, 0xFFEDD5]
  private static let coats: [UInt32] = [0x4F46E5, 0x0F766E, 0xB45309, 0xBE185D, 0x1D4ED8, 0x15803D, 0x7C3AED]
  private static let skins: [UInt32] = [0xF1C9A5, 0xE3B48A, 0xCF9767, 0xA56F47]
  private static let hairs: [UInt32] = [0x2B2118, 0x4A2F1B, 0x7B4B24, 0xB07A35, 0x1B1720]
  private static let named: [Hair] = [.long, .short, .long, .short, .long, .short, .short]

  /// Of a child by its place in the list; two in one class look alike only by chance.
  static func png(of place: Int) -> [UInt8] {
    let hair = place < named.count ? named[place] : place % 2 == 0 ? .short : .curls
    let palette = [
      grounds[place % grounds.count], coats[(place * 3 + 1) % coats.count],
      skins[(place * 5 + place / 4) % skins.count], hairs[(place * 7 + place / 5) % hairs.count], 0x3B2A20, 0xFFFFFF,
    ]
    return DemoPNG.picture(side, side, palette) { dot($0, $1, hair) }
  }

  private static func dot(_ x: Int, _ y: Int, _ hair: Hair) -> UInt8 {
    func isIn(_ cx: Int, _ cy: Int, _ rx: Int, _ ry: Int) -> Bool { isInside(x, y, cx, cy, rx, ry) }
    if isIn(48, 44, 18, 21) { return face(x, y, hair) }
    switch hair {
    case .short: if y < 46, isIn(48, 36, 21, 19) { return 3 }
    case .long: if y < 78, isIn(48, 46, 25, 31) { return 3 }
    case .curls: if isIn(48, 32, 23, 18) || isIn(28, 40, 9, 11) || isIn(68, 40, 9, 11) { return 3 }
    }
    if y < 76, isIn(48, 68, 8, 12) { return 2 }
    if isIn(48, 104, 36, 36) { return isIn(48, 68, 14, 12) ? 5 : 1 }
    return 0
  }

  private static func face(_ x: Int, _ y: Int, _ hair: Hair) -> UInt8 {
    let isEye = isInside(x, y, 41, 44, 2, 3) || isInside(x, y, 55, 44, 2, 3)
    let smiles = y > 52 && isInside(x, y, 48, 50, 8, 7) && !isInside(x, y, 48, 48, 9, 7)
    if isEye || smiles { return 4 }
    let (middle, wave) = (abs(x - 48), abs((x - 30) % 12 - 6))
    let fringe =
      switch hair {
      case .short: 33 + (x - 34) / 9
      case .long: 36 - middle / 3 + middle * 2 / 5
      case .curls: 32 + wave / 2
      }
    return y < fringe ? 3 : 2
  }

  static func isInside(_ x: Int, _ y: Int, _ cx: Int, _ cy: Int, _ rx: Int, _ ry: Int) -> Bool {
    let (dx, dy) = (x - cx, y - cy)
    return dx * dx * ry * ry + dy * dy * rx * rx <= rx * rx * ry * ry
  }
}

/// Covers of the demo's classes: quarter rounds for those who learn fractions, and sunflowers.
enum DemoCover {
  private static let width = 360, height = 120

  static var rounds: [UInt8] {
    DemoPNG.picture(width, height, [0xEEF2FF, 0x4F46E5, 0xA5B4FC, 0xF5B83D, 0x7C3AED, 0x86B97A]) { x, y in
      let (column, row) = (x / 40, y / 40)
      let tile = (column * 7 + row * 3 + column * row) % 8
      let u = tile % 2 == 1 ? 39 - x % 40 : x % 40
      let v = tile / 2 % 2 == 1 ? 39 - y % 40 : y % 40
      if u * u + v * v < 14 * 14 { return UInt8(1 + (tile + 3) % 5) }
      return u * u + v * v < 38 * 38 ? UInt8(1 + tile % 5) : 0
    }
  }

  static var sunflowers: [UInt8] {
    let petals = [(13, 0), (9, 9), (0, 13), (-9, 9), (-13, 0), (-9, -9), (0, -13), (9, -9)]
    return DemoPNG.picture(width, height, [0xE0F2FE, 0x4F46E5, 0x86B97A, 0xA5B4FC, 0xF5B83D, 0x5B3A1E]) { x, y in
      let flower = min(8, max(0, (x - 4) / 40))
      let (cx, cy) = (24 + flower * 40, 44 + flower * 29 % 36)
      if DemoPortrait.isInside(x, y, cx, cy, 8, 8) { return 5 }
      if petals.contains(where: { DemoPortrait.isInside(x, y, cx + $0.0, cy + $0.1, 6, 6) }) { return 4 }
      return abs(x - cx) < 2 && y > cy || y > 100 ? 2 : 0
    }
  }
}
