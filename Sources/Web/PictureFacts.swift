import Router

/// What a picture says of itself before it is opened: a bomb costs nothing.
struct PictureFacts {
  /// So much of a file is enough to know: what cameras write before the measures is rarely a tenth of it.
  static let sample = 1 << 20

  enum Kind { case jpeg, png, gif, webp }
  let kind: Kind
  let width: Int, height: Int
  let orientation: Int

  init?(_ bytes: [UInt8]) {
    let reader = Bytes(bytes)
    if reader.starts([0xFF, 0xD8, 0xFF]) {
      guard let jpeg = reader.jpeg() else { return nil }
      (kind, width, height, orientation) = (.jpeg, jpeg.width, jpeg.height, jpeg.orientation)
    } else if reader.starts([0x89, 0x50, 0x4E, 0x47]), reader.big(12, 4) == 0x4948_4452, let w = reader.big(16, 4),
      let h = reader.big(20, 4)
    {
      (kind, width, height, orientation) = (.png, w, h, 1)
    } else if reader.starts(Array("GIF8".utf8)), let w = reader.little(6, 2), let h = reader.little(8, 2) {
      (kind, width, height, orientation) = (.gif, w, h, 1)
    } else if reader.starts(Array("RIFF".utf8)), let size = reader.webp() {
      (kind, width, height, orientation) = (.webp, size.width, size.height, 1)
    } else {
      return nil
    }
    guard width > 0, height > 0, width <= 65_535, height <= 65_535 else { return nil }
  }

  /// Numbers out of bytes; `nil` beyond their end.
  private struct Bytes {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func starts(_ mark: [UInt8]) -> Bool { bytes.starts(with: mark) }

    func big(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= bytes.count else { return nil }
      return bytes[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    func little(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= bytes.count else { return nil }
      return bytes[at..<(at + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Walks the segments up to the frame header, as libjpeg does: whatever it skips is skipped here, or a picture could
    /// say one size to us and another one to it.
    func jpeg() -> (width: Int, height: Int, orientation: Int)? {
      var (place, orientation) = (2, 1)
      while let (kind, start) = marker(place) {
        place = start
        switch kind {
        case 0x01, 0xD0...0xD7: continue  // these have no length
        case 0xD8, 0xD9, 0xDA: return nil  // begun again, over, or pixels before their frame
        default: break
        }
        guard let length = big(place, 2), length >= 2 else { return nil }
        if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
          guard let height = big(place + 3, 2), let width = big(place + 5, 2) else { return nil }
          return (width, height, orientation)
        }
        if kind == 0xE1, let found = exif(place + 2) { orientation = found }
        place += length
      }
      return nil
    }

    /// The next marker and what follows it: bytes before it are skipped, fill bytes too, and `FF00` is none.
    private func marker(_ from: Int) -> (kind: Int, next: Int)? {
      var place = from
      while place + 1 < bytes.count {
        let (here, next) = (bytes[place], bytes[place + 1])
        if here == 0xFF, next != 0xFF, next != 0 { return (Int(next), place + 2) }
        place += 1
      }
      return nil
    }

    /// The orientation, from the first directory of the TIFF inside.
    private func exif(_ at: Int) -> Int? {
      guard big(at, 4) == 0x4578_6966, let order = big(at + 6, 2) else { return nil }
      let read = order == 0x4949 ? little : big
      let start = at + 6
      guard let offset = read(start + 4, 4), offset < 1 << 20, let count = read(start + offset, 2) else { return nil }
      for entry in 0..<min(count, 100) where read(start + offset + 2 + entry * 12, 2) == 0x0112 {
        let value = read(start + offset + 2 + entry * 12 + 8, 2) ?? 1
        return (1...8).contains(value) ? value : 1
      }
      return nil
    }

    func webp() -> (width: Int, height: Int)? {
      switch big(12, 4) {
      case 0x5650_3820:  // VP8, lossy
        guard let w = little(26, 2), let h = little(28, 2) else { return nil }
        return (w & 0x3FFF, h & 0x3FFF)
      case 0x5650_384C:  // VP8L, lossless
        guard let bits = little(21, 4) else { return nil }
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
      case 0x5650_3858:  // VP8X, extended
        guard let w = little(24, 3), let h = little(27, 3) else { return nil }
        return (w + 1, h + 1)
      default: return nil
      }
    }
  }
}
