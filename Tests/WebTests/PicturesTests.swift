import Foundation
import Router
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

  /// A real frame of 30,000 by 30,000, and a small one where somebody looks who gives every marker a length.
  @Test(arguments: [[UInt8]([0xFF, 0x01]), [0xFF, 0xD0], [0xFF, 0xD7], [0xFF, 0xFF, 0xFF, 0x01]])
  func `A JPEG says one size to everybody, whatever stands before it`(_ mark: [UInt8]) throws {
    let small: [UInt8] = [
      0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
    ]
    let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(4 + small.count), 0, 0] + small
    var jpeg = try #require(Pictures.small(Self.png, side: 64))
    let honest = Array(jpeg[0..<2]) + mark + [0, 8] + comment + Array(jpeg[2...])
    let facts = try #require(PictureFacts(honest))
    #expect(facts.width == 64 && facts.height == 32)
    #expect(Pictures.small(honest, side: 16) != nil)
    let frame = try #require((0..<jpeg.count - 9).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x75, 0x30, 0x75, 0x30])
    let bomb = Array(jpeg[0..<2]) + mark + [0, 8] + comment + Array(jpeg[2...])
    #expect(PictureFacts(bomb)?.width == 30_000)
    #expect(!Pictures.isShowable(bomb))
    #expect(Pictures.small(bomb, side: 64) == nil)
  }

  @Test(arguments: [UInt8(0xD8), 0xD9, 0xDA])
  func `A JPEG that begins again, ends or draws before its frame is none`(_ mark: UInt8) throws {
    let jpeg = try #require(Pictures.small(Self.png, side: 64))
    #expect(PictureFacts(Array(jpeg[0..<2]) + [0xFF, mark, 0, 2] + Array(jpeg[2...])) == nil)
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
