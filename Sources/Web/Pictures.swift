import Base
import CGD

/// Small, upright copies of photographs, without what cameras write into them about where and when.
public enum Pictures {
  /// A picture of more pixels is not opened: 40 million take 160 MB.
  static let mostPixels = Limits.pixels.most

  /// A JPEG of at most `side` pixels each way; smaller pictures keep their size.
  ///
  /// Takes about 0.2 s of a processor for 12 megapixels, so it is work for a job.
  ///
  /// - Returns: `nil` when it is no JPEG, PNG, GIF or WebP that can be read.
  public static func small(_ bytes: [UInt8], side: Int) -> [UInt8]? {
    guard let facts = PictureFacts(bytes), facts.width * facts.height <= mostPixels,
      let whole = open(bytes, facts.kind)
    else { return nil }
    defer { gdImageDestroy(whole) }
    guard let small = shrink(whole, to: side) else { return nil }
    defer { gdImageDestroy(small) }
    guard let upright = turn(small, facts.orientation) else { return nil }
    defer { gdImageDestroy(upright) }
    var length: Int32 = 0
    guard let made = gdImageJpegPtr(upright, &length, 82) else { return nil }
    defer { gdFree(made) }
    return Array(UnsafeRawBufferPointer(start: made, count: Int(length)))
  }

  private static func open(_ bytes: [UInt8], _ kind: PictureFacts.Kind) -> gdImagePtr? {
    guard let count = Int32(exactly: bytes.count) else { return nil }
    return bytes.withUnsafeBytes { raw in
      // gd does not write to it; its signature is older than const.
      let start = UnsafeMutableRawPointer(mutating: raw.baseAddress)
      return switch kind {
      case .jpeg: gdImageCreateFromJpegPtr(count, start)
      case .png: gdImageCreateFromPngPtr(count, start)
      case .gif: gdImageCreateFromGifPtr(count, start)
      case .webp: gdImageCreateFromWebpPtr(count, start)
      }
    }
  }

  private static func shrink(_ image: gdImagePtr, to side: Int) -> gdImagePtr? {
    let (width, height) = (Int(image.pointee.sx), Int(image.pointee.sy))
    guard width > 0, height > 0 else { return nil }
    let longer = max(width, height)
    let (w, h) =
      longer <= side
      ? (Int32(width), Int32(height))
      : (Int32(max(1, width * side / longer)), Int32(max(1, height * side / longer)))
    guard let small = gdImageCreateTrueColor(w, h) else { return nil }
    // What was see-through becomes white, as paper is.
    gdImageFilledRectangle(small, 0, 0, w - 1, h - 1, 0xFFFFFF)
    gdImageCopyResampled(small, image, 0, 0, 0, 0, w, h, Int32(width), Int32(height))
    return small
  }

  /// Turns and mirrors as the camera said (EXIF 0x0112): 1 is upright, 5 to 8 lie on their side.
  private static func turn(_ image: gdImagePtr, _ orientation: Int) -> gdImagePtr? {
    let (width, height) = (image.pointee.sx, image.pointee.sy)
    let lies = orientation >= 5
    guard let turned = gdImageCreateTrueColor(lies ? height : width, lies ? width : height) else { return nil }
    for y in 0..<height {
      for x in 0..<width {
        let place: (Int32, Int32) =
          switch orientation {
          case 2: (width - 1 - x, y)
          case 3: (width - 1 - x, height - 1 - y)
          case 4: (x, height - 1 - y)
          case 5: (y, x)
          case 6: (height - 1 - y, x)
          case 7: (height - 1 - y, width - 1 - x)
          case 8: (y, width - 1 - x)
          default: (x, y)
          }
        gdImageSetPixel(turned, place.0, place.1, gdImageGetTrueColorPixel(image, x, y))
      }
    }
    return turned
  }
}

/// What a picture says of itself before it is opened: a bomb costs nothing.
struct PictureFacts {
  enum Kind { case jpeg, png, gif, webp }
  let kind: Kind
  let width: Int, height: Int
  let orientation: Int

  init?(_ bytes: [UInt8]) {
    let reader = Bytes(bytes)
    if reader.starts([0xFF, 0xD8, 0xFF]) {
      guard let jpeg = reader.jpeg() else { return nil }
      (kind, width, height, orientation) = (.jpeg, jpeg.width, jpeg.height, jpeg.orientation)
    } else if reader.starts([0x89, 0x50, 0x4E, 0x47]), let w = reader.big(16, 4), let h = reader.big(20, 4) {
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

    /// Walks the segments up to the frame header.
    func jpeg() -> (width: Int, height: Int, orientation: Int)? {
      var (place, orientation) = (2, 1)
      while let mark = big(place, 2), mark >> 8 == 0xFF, let length = big(place + 2, 2), length >= 2 {
        let kind = mark & 0xFF
        if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind) {
          guard let height = big(place + 5, 2), let width = big(place + 7, 2) else { return nil }
          return (width, height, orientation)
        }
        if kind == 0xE1, let found = exif(place + 4) { orientation = found }
        place += 2 + length
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
