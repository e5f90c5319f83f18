/// The picture of the demo's lesson: strips of one whole, halves, thirds, quarters, sixths and eighths.
enum DemoPicture {
  private static let width = 320, strip = 26
  private static let parts = [1, 2, 3, 4, 6, 8]

  static let png = DemoPNG.picture(
    width, strip * parts.count, [0xFEFAE0, 0x283618, 0xDDA15E, 0xA3B18A], dot)

  private static func dot(_ x: Int, _ y: Int) -> UInt8 {
    let (row, inside) = (y / strip, y % strip)
    if inside >= strip - 4 { return 0 }
    let count = parts[row]
    let isEdge = inside == 0 || inside == strip - 5 || x == width - 1 || x * count % width < count
    if isEdge { return 1 }
    return x * count / width % 2 == 0 ? 2 : 3
  }
}
