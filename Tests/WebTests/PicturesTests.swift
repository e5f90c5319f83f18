import Foundation
import Testing

@testable import Web

@Suite struct PicturesTests {
  /// 64 by 32 pixels: the left half red, the right half blue.
  private static let png = [UInt8](
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAEAAAAAgCAIAAAAt/+nTAAAAO0lEQVR42u3PMQ0AAAzDsIEYf2QFMww7+lnKHcmT3WrlfQYAAAAAAAAAAAAAAAAAAAAAAAAAAAAA4NsB1okgeVek9IoAAAAASUVORK5CYII="
    ) ?? Data())

  @Test func `A small copy keeps the shape and fits`() throws {
    let small = try #require(Pictures.small(Self.png, side: 16))
    let facts = try #require(PictureFacts(small))
    #expect(facts.kind == .jpeg && facts.width == 16 && facts.height == 8)
  }

  @Test func `What is small already is not made larger`() throws {
    let facts = try #require(Pictures.small(Self.png, side: 500).flatMap { PictureFacts($0) })
    #expect(facts.width == 64 && facts.height == 32)
  }

  @Test(arguments: [(1, 64, 32), (3, 64, 32), (6, 32, 64), (8, 32, 64)])
  func `A photograph stands upright however the camera was held, and forgets what the camera wrote`(
    _ orientation: Int, _ width: Int, _ height: Int
  ) throws {
    let upright = try #require(Pictures.small(Self.png, side: 64))
    let held = Self.with(orientation, in: upright)
    #expect(PictureFacts(held)?.orientation == orientation)
    let small = try #require(Pictures.small(held, side: 64))
    let facts = try #require(PictureFacts(small))
    #expect(facts.width == width && facts.height == height && facts.orientation == 1)
    #expect(!String(decoding: small, as: Unicode.ASCII.self).contains("Exif"))
  }

  /// Puts an EXIF segment with nothing but the orientation behind the first mark.
  private static func with(_ orientation: Int, in jpeg: [UInt8]) -> [UInt8] {
    let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0]
    let exif = Array("Exif".utf8) + [0, 0] + tiff + [0, 0, 0, 0]
    return Array(jpeg[0..<2]) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + Array(jpeg[2...])
  }

  @Test func `A picture that says it is enormous is not opened`() {
    var bomb = Self.png
    bomb.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    #expect(Pictures.small(bomb, side: 64) == nil)
  }

  @Test func `What is cut off or no picture is no picture`() {
    for length in 0..<Self.png.count {
      #expect((PictureFacts(Array(Self.png.prefix(length))) != nil) == (length >= 24))
    }
    #expect(Pictures.small(Array("<svg onload=alert(1)>".utf8), side: 64) == nil)
    #expect(Pictures.small([0xFF, 0xD8, 0xFF, 0xE1, 0, 200, 1], side: 64) == nil)
  }

  @Test(arguments: [
    ("%PDF-1.4\n", "application/pdf"), ("<html><script>alert(1)</script>", "text/html"), ("plain", "text/plain"),
  ])
  func `A file is what its content says`(_ text: String, _ type: String) {
    #expect(ContentType().of(Array(text.utf8)) == type)
  }
}
