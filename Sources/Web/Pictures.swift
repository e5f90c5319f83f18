import Base
import CGD
import Router

/// Small, upright copies of photographs, without what cameras write into them about where and when.
///
/// Whoever serves asks for them by `PictureProcess`: what decodes the bytes of strangers has a process of its own.
public enum Pictures {
  /// A picture of more pixels is not opened: 40 million take 160 MB.
  static let maxPixels = Limits.pixels.most
  /// Nor a larger file.
  public static let maxBytes = Int64(Limits.picture.most)

  /// A JPEG of at most `side` pixels each way; smaller pictures keep their size.
  ///
  /// Takes about 0.2 s of a processor for 12 megapixels.
  ///
  /// - Returns: `nil` when it is no JPEG, PNG, GIF or WebP that can be read.
  static func small(_ bytes: [UInt8], side: Int) -> [UInt8]? {
    guard let facts = PictureFacts(bytes), facts.width * facts.height <= maxPixels,
      facts.kind != .jpeg || isModest(jpeg: bytes), let whole = open(bytes, facts.kind)
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

  /// Whether a head is that of a picture which may be shown as one: a browser gives its pixels room as readily as we do.
  ///
  /// - Parameter head: so much of the file that its measures are in it, `sample` bytes or all of it.
  public static func isShowable(_ head: [UInt8]) -> Bool {
    PictureFacts(head).map { $0.width * $0.height <= maxShown } ?? false
  }

  public static let sample = PictureFacts.sample

  /// Four times what is opened here: telephones make pictures of 108 megapixels.
  private static let maxShown = 4 * maxPixels

  /// What the decoder itself takes the picture to be, whatever our own reading of it says.
  private static func isModest(jpeg bytes: [UInt8]) -> Bool {
    var (width, height) = (UInt32(0), UInt32(0))
    let isRead = bytes.withUnsafeBufferPointer {
      homeroom_jpeg_size($0.baseAddress, UInt($0.count), &width, &height) != 0
    }
    return isRead && Int(width) * Int(height) <= maxPixels
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
